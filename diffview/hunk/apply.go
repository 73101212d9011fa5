package hunk

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"strings"
	"time"

	"dreamgate/model"
)

// Apply returns the base with the accepted hunks and nothing else changed, byte for byte; the base
// itself is left alone. It is the only way from decisions to bytes: preview, save and commit call
// it. Hunks are placed by line number, never by searching for their text, and every line that a
// hunk removes must stand where the hunk says. An error names the file and means that base and
// changes do not belong together, or that the choice cannot exist on a disk.
func Apply(base model.Tree, changes []model.Change, d model.Decisions) (model.Tree, error) {
	out := maps.Clone(base)
	if out == nil {
		out = model.Tree{}
	}
	picked := Selected(changes, d)
	seen := map[string]bool{}
	for _, c := range picked {
		if seen[c.Path] {
			return nil, fmt.Errorf("apply to %q: the file is listed twice; build the review again", c.Path)
		}
		seen[c.Path] = true
		f, err := side(base, c.Path), error(nil)
		if carries(c) {
			f, err = carriedOn(f, side(base, c.RenameOf), c.Hunks)
		} else {
			f, err = applied(f, c.Hunks)
		}
		if err != nil {
			return nil, fmt.Errorf("apply to %q: %w", c.Path, err)
		}
		if f.there {
			out[c.Path] = f.File
		} else {
			delete(out, c.Path)
		}
	}
	if err := nested(out, picked); err != nil {
		return nil, err
	}
	return out, nil
}

// Selected returns the changes reduced to their accepted hunks, each in the file that it is carried out in. Files
// without any are left out.
func Selected(changes []model.Change, d model.Decisions) []model.Change {
	var picked []model.Change
	for _, c := range changes {
		var hunks []model.Hunk
		for _, h := range c.Hunks {
			if d[h.ID] == model.Accepted {
				hunks = append(hunks, h)
			}
		}
		if len(hunks) > 0 {
			c.Hunks = hunks
			picked = append(picked, c)
		}
	}
	return settled(picked)
}

// errStale says that a hunk does not fit the bytes it is applied to.
var errStale = errors.New("the base is not the one that was reviewed; review the change again")

// applied changes one file by its accepted hunks.
func applied(f entry, hunks []model.Hunk) (entry, error) {
	if f.there && !f.Regular() {
		return f, fmt.Errorf("no proposal changes a %s", f.Special())
	}
	var texts []model.Hunk
	for _, h := range hunks {
		// Only an addition wants no file; the others want one.
		if f.there == (h.Kind == model.HunkAdded) {
			return f, errStale
		}
		switch {
		case h.Kind == model.HunkMode:
			// What is accepted is the bits that were shown, and nothing of what the file is.
			f.Mode = f.Mode&^0o777 | h.NewMode.Perm()
		case h.Kind == model.HunkText, h.Of != "":
			texts = append(texts, h)
		default:
			var err error
			if f, err = replaced(f, h); err != nil {
				return f, err
			}
		}
	}
	if len(texts) == 0 {
		return f, nil
	}
	if texts[0].Kind == model.HunkAdded {
		// Some pieces of a new file are the new file.
		f.Mode, f.there = texts[0].NewMode, true
	}
	data, err := splice(string(f.Data), texts)
	return content(f, data), err
}

// replaced puts one whole content in the place of another.
func replaced(f entry, h model.Hunk) (entry, error) {
	if string(f.Data) != strings.Join(h.Removed, "") {
		return f, errStale
	}
	if h.Kind == model.HunkAdded {
		f.Mode = h.NewMode
	}
	f = content(f, strings.Join(h.Added, ""))
	f.there = h.Kind != model.HunkDeleted
	return f, nil
}

// content gives a file new bytes. The time of the old ones says nothing of them.
func content(f entry, data string) entry {
	f.Data, f.ModTime = []byte(data), time.Time{}
	return f
}

// splice puts hunks, in file order, into a text.
func splice(data string, hunks []model.Hunk) (string, error) {
	starts := lineStarts(data)
	var out strings.Builder
	lines, ended := 0, true // what was written, and whether its last line has its end
	write := func(s string) {
		if s != "" {
			out.WriteString(s)
			lines, ended = lines+strings.Count(s, "\n"), s[len(s)-1] == '\n'
		}
	}
	// Two lines would become one. No choice among the hunks of Diff and their pieces does this: a line
	// without an end is the last of its file, and a hunk that reaches it is the last hunk. An edited one
	// may.
	torn := func() error {
		return fmt.Errorf("line %d would lose its end inside the file; end it with a newline", lines+1)
	}
	at := 0
	for _, h := range hunks {
		from, to, ok := place(data, starts, h)
		if !ok || from < at {
			return "", errStale
		}
		if at < from && !ended && lineStart(data, at) {
			return "", torn()
		}
		write(data[at:from])
		if len(h.Added) > 0 && !ended && h.Skip == 0 {
			return "", torn()
		}
		write(strings.Join(h.Added, ""))
		at = to
	}
	if at < len(data) && !ended && lineStart(data, at) {
		return "", torn()
	}
	write(data[at:])
	return out.String(), nil
}

// lineStarts are the offsets at which lines begin, and the end of the text.
func lineStarts(data string) []int {
	starts := []int{0}
	for i := range len(data) {
		if data[i] == '\n' && i+1 < len(data) {
			starts = append(starts, i+1)
		}
	}
	if data == "" {
		return starts
	}
	return append(starts, len(data))
}

func lineStart(data string, at int) bool { return at == 0 || data[at-1] == '\n' }

// place is where a hunk stands in a text; not ok if the text is not the one it was made of.
func place(data string, starts []int, h model.Hunk) (from, to int, ok bool) {
	line := above(h)
	if h.Skip > 0 {
		line = h.OldStart - 1
	}
	if line < 0 || line >= len(starts) {
		return 0, 0, false
	}
	from = starts[line] + h.Skip
	removed := strings.Join(h.Removed, "")
	to = from + len(removed)
	if to > len(data) || data[from:to] != removed {
		return 0, 0, false
	}
	// The lines of a whole hunk are whole lines of the text, the last one too.
	return from, to, h.Of != "" || removed == "" || to == len(data) || data[to-1] == '\n'
}

// nested refuses a choice that no disk can hold: a file that is a folder as well. Each half of such
// a change can be accepted only with the other.
func nested(t model.Tree, picked []model.Change) error {
	added := map[string]bool{}
	for _, c := range picked {
		if _, ok := t[c.Path]; ok && c.Status == model.Added {
			added[c.Path] = true
			for dir := range parents(c.Path) {
				if _, ok := t[dir]; ok {
					return fmt.Errorf("add %q: %q is a file; accept its deletion as well", c.Path, dir)
				}
			}
		}
	}
	if len(added) == 0 {
		return nil
	}
	for p := range t {
		for dir := range parents(p) {
			if added[dir] {
				return fmt.Errorf("add %q: it is a folder that holds %q; accept that deletion as well", dir, p)
			}
		}
	}
	return nil
}

// parents yields the folders above a path, the nearest first.
func parents(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := strings.LastIndexByte(path, '/'); i > 0 && yield(path[:i]); {
			i = strings.LastIndexByte(path[:i], '/')
		}
	}
}

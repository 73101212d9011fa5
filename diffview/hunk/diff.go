package hunk

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// Diff lists what the proposed tree changes in the base, sorted by path; files that stay as they
// are have no entry. Links, pipes and files too large to hold, on either side, are never part of a
// proposal. Of a mode only the owner's executable bit counts, as for git: the other bits follow the
// umask of whoever made the copy. The result shares no memory with the trees.
func Diff(base, proposed model.Tree) []model.Change {
	paths := base.Paths()
	for p := range proposed {
		if _, ok := base[p]; !ok {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	var changes []model.Change
	for _, p := range paths {
		if c, ok := change(p, side(base, p), side(proposed, p)); ok {
			changes = append(changes, c)
		}
	}
	join(changes)
	name(changes)
	return changes
}

// entry is what a tree holds at a path.
type entry struct {
	model.File
	there bool
}

func side(t model.Tree, path string) entry {
	f, ok := t[path]
	return entry{f, ok}
}

// change compares one file.
func change(path string, old, new entry) (model.Change, bool) {
	if old.there && !old.Regular() || new.there && !new.Regular() {
		return model.Change{}, false
	}
	c := model.Change{Path: path}
	whole := model.Hunk{Path: path, Group: 1, OldMode: old.Mode, NewMode: new.Mode}
	switch {
	case !old.there:
		c.Status, whole.Kind, whole.OldMode = model.Added, model.HunkAdded, new.Mode
	case !new.there:
		c.Status, whole.Kind, whole.NewMode = model.Deleted, model.HunkDeleted, old.Mode
	default:
		return both(c, old.File, new.File)
	}
	c.Hunks = []model.Hunk{fill(whole, old.Data, new.Data)}
	return c, true
}

// both compares a file that stands on both sides. A change of mode is a hunk of its own and comes
// first, as in a patch; the other hunks leave the mode alone.
func both(c model.Change, old, new model.File) (model.Change, bool) {
	whole := model.Hunk{Path: c.Path, Group: 1, OldMode: old.Mode, NewMode: old.Mode}
	if executable(old.Mode) != executable(new.Mode) {
		c.Status = model.ModeOnly
		mode := whole
		mode.Kind, mode.NewMode = model.HunkMode, new.Mode
		c.Hunks = append(c.Hunks, mode)
		whole.Group++
	}
	switch {
	case bytes.Equal(old.Data, new.Data):
	case len(new.Data) == 0:
		c.Status, whole.Kind = model.Emptied, model.HunkEmptied
		c.Hunks = append(c.Hunks, fill(whole, old.Data, nil))
	case unreadable(old.Data) || unreadable(new.Data):
		c.Status, whole.Kind = model.Binary, model.HunkBinary
		c.Hunks = append(c.Hunks, fill(whole, old.Data, new.Data))
	default: // also from an empty file: all its lines are one insertion
		c.Status, whole.Kind = model.Modified, model.HunkText
		c.Hunks = append(c.Hunks, texts(whole, Lines(old.Data), Lines(new.Data))...)
	}
	return c, len(c.Hunks) > 0
}

// fill makes a whole-file hunk of two contents.
func fill(h model.Hunk, old, new []byte) model.Hunk {
	h.Removed, h.Added = Lines(old), Lines(new)
	h.OldStart, h.NewStart = min(1, len(h.Removed)), min(1, len(h.Added))
	return h
}

// texts makes the hunks of a text file. Hunks with only blank lines between them share a group.
func texts(proto model.Hunk, old, new []string) []model.Hunk {
	rs := runs(old, new)
	hunks := make([]model.Hunk, 0, len(rs))
	last := 0
	for i, r := range rs {
		if i > 0 && slices.ContainsFunc(old[last:r.a0], notBlank) {
			proto.Group++
		}
		h := proto
		h.Removed, h.Added = slices.Clip(old[r.a0:r.a1]), slices.Clip(new[r.b0:r.b1])
		h.OldStart, h.NewStart = start(r.a0, r.a1), start(r.b0, r.b1)
		hunks = append(hunks, h)
		last = r.a1
	}
	return hunks
}

func notBlank(line string) bool { return !blank(line) }

// start is where a range of lines begins as a patch counts: from 1, and the line before it if it is
// empty.
func start(from, to int) int {
	if from == to {
		return from
	}
	return from + 1
}

// above and below count the lines of the base that stand before a hunk, and up to its end.
func above(h model.Hunk) int {
	if len(h.Removed) > 0 {
		return h.OldStart - 1
	}
	return h.OldStart
}

func below(h model.Hunk) int { return above(h) + len(h.Removed) }

func executable(m fs.FileMode) bool { return m&0o100 != 0 }

// unreadable reports whether content is not for reading: a NUL anywhere, or more than a third of its
// bytes neither UTF-8 nor printable ASCII. Legacy encodings of Western text stay readable that way.
func unreadable(data []byte) bool {
	if bytes.IndexByte(data, 0) >= 0 {
		return true
	}
	odd := 0
	for i := 0; i < len(data); {
		if c := data[i]; c >= ' ' && c < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1b", r) || r == 0x7f {
			odd++
		}
		i += n
	}
	return odd > len(data)/3
}

// IsBinary reports whether the text of a hunk is not for reading. It may be true for a whole new or
// deleted file as well.
func IsBinary(h model.Hunk) bool {
	if h.Kind == model.HunkBinary {
		return true
	}
	return h.Kind != model.HunkText &&
		(unreadable([]byte(strings.Join(h.Removed, ""))) || unreadable([]byte(strings.Join(h.Added, ""))))
}

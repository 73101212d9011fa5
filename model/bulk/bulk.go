// Package bulk says which hunks of a review a key may take that means many, for the screen and for the
// commands alike.
//
//	bulk.go   what belongs together, and what needs no look of its own
//	named.go  which lines of the index no note can do without
//	same.go   lines of the index and hunks of notes that change the same words
//	rule.go   the rules by which many hunks are taken
package bulk

import (
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Ties are the hunks that belong to a hunk, by id: a note that comes or goes, and the line of the index that
// names it; and what changes the name, the description or the heading of a note, takes over what its line said, or
// changes the words that its line changes, and its line that changes with it.
// Of the two neither should be taken without the other: one would be an orphan, one would lead nowhere, and one
// would promise something else than the note holds.
type Ties map[string][]string

// Tie finds out what belongs together of changes of a base.
func Tie(base model.Tree, changes []model.Change) Ties {
	index, notes := slices.IndexFunc(changes, func(c model.Change) bool { return c.Path == model.IndexName }), []model.Note{}
	if index < 0 {
		return Ties{}
	}
	of := map[string]model.Change{}
	for _, c := range changes {
		switch {
		case model.IsNote(c.Path) && (c.Status == model.Added || c.Status == model.Deleted || c.Status == model.Emptied):
			notes, of[c.Path] = append(notes, note.Parse(c.Path, model.File{Data: []byte(textOf(c))})), c
		case model.IsNote(c.Path) && c.Status == model.Modified && c.Hunks[0].OldStart <= mostFace:
			notes, of[c.Path] = append(notes, note.Parse(c.Path, base[c.Path])), c
		}
	}
	ties := Ties{}
	ties.takenOver(changes[index], changes)
	ties.sameWords(base, changes[index], changes)
	if len(notes) == 0 {
		return ties
	}
	finder := note.NewFinder(notes)
	for _, line := range changes[index].Hunks {
		gone, come := named(finder, line.Removed), named(finder, line.Added)
		for _, n := range notes {
			c := of[n.Path]
			if !goesWith(c.Status, gone[n.Path], come[n.Path]) {
				continue
			}
			for _, h := range meant(base[c.Path], c) {
				ties.knot(line.ID, h.ID)
			}
		}
	}
	return ties
}

// knot ties two hunks.
func (t Ties) knot(a, b string) {
	if !slices.Contains(t[a], b) {
		t[a], t[b] = append(t[a], b), append(t[b], a)
	}
}

// takenOver ties a line of the index that says less to the hunk of a note that says instead what the line did.
func (t Ties) takenOver(index model.Change, changes []model.Change) {
	said := map[string][]string{}
	for _, h := range index.Hunks {
		for _, l := range h.Removed {
			if s := note.Behind(l); s != "" {
				said[s] = append(said[s], h.ID)
			}
		}
	}
	for _, c := range changes {
		if !model.IsNote(c.Path) || len(said) == 0 {
			continue
		}
		for _, h := range c.Hunks {
			for _, l := range h.Added {
				for _, id := range said[strings.TrimSpace(l)] {
					t.knot(id, h.ID)
				}
			}
		}
	}
}

// goesWith reports whether a line of the index that goes, comes, or both, is a matter of what becomes of its note. A
// line that stays or is only written anew is none of the note's coming or going.
func goesWith(s model.ChangeStatus, gone, come bool) bool {
	switch s {
	case model.Added:
		return come && !gone
	case model.Modified:
		return gone && come
	}
	return gone && !come
}

// meant are the hunks of a change that a line of the index speaks of.
func meant(old model.File, c model.Change) []model.Hunk {
	if c.Status != model.Modified {
		return wholes(c)
	}
	var out []model.Hunk
	lines := top(old.Data, c.Hunks)
	is := face(c.Path, []byte(strings.Join(lines, "")))
	for _, h := range c.Hunks {
		if now, ok := alone(lines, h); ok && face(c.Path, now) != is {
			out = append(out, h)
		}
	}
	return out
}

// face is what of a note its line in the index can repeat: name, description, and the first heading.
func face(path string, data []byte) [3]string {
	n := note.Parse(path, model.File{Data: data})
	out := [3]string{n.Name, n.Description}
	for line := range strings.Lines(string(data[min(n.BodyAt, len(data)):])) {
		if line = strings.TrimSpace(line); line != "" {
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				out[2] = heading
			}
			break
		}
	}
	return out
}

// top are the first lines of a note, as far as its hunks near the top reach and its frontmatter may: it may have
// thousands of hunks, each of which is tried.
func top(old []byte, hunks []model.Hunk) []string {
	most := 4 * mostFace
	for _, h := range hunks {
		if h.OldStart <= mostFace+1 {
			most = max(most, h.OldStart+len(h.Removed)+mostFace)
		}
	}
	return slices.Collect(func(yield func(string) bool) {
		for line := range strings.Lines(string(old)) {
			if most--; most < 0 || !yield(line) {
				return
			}
		}
	})
}

// alone is the top of a text with one hunk accepted; not ok where that lies too far down to be seen from the index,
// or is only a part of lines.
func alone(lines []string, h model.Hunk) ([]byte, bool) {
	from := h.OldStart
	if len(h.Removed) > 0 {
		from--
	}
	to := from + len(h.Removed)
	if h.Kind != model.HunkText || h.Skip > 0 || from < 0 || to > len(lines) || from > mostFace {
		return nil, false
	}
	return []byte(strings.Join(lines[:from], "") + strings.Join(h.Added, "") + strings.Join(lines[to:], "")), true
}

// mostFace is the line up to which the frontmatter and the first heading of a note are looked for.
const mostFace = 60

// wholes are the hunks by which a note comes or goes. Where a rename is parted, what changes in the text goes
// with neither.
func wholes(c model.Change) (out []model.Hunk) {
	for _, h := range c.Hunks {
		if c.Status != model.Deleted || h.Kind != model.HunkText {
			out = append(out, h)
		}
	}
	return out
}

// textOf is the text of a note that comes or goes.
func textOf(c model.Change) string {
	var b strings.Builder
	for _, h := range wholes(c) {
		side := h.Removed
		if c.Status == model.Added {
			side = h.Added
		}
		for _, l := range side {
			b.WriteString(l)
		}
	}
	return b.String()
}

func named(f note.Finder, lines []string) map[string]bool {
	out := map[string]bool{}
	f.Find(strings.Join(lines, ""), func(path string) { out[path] = true })
	return out
}

// View is a review as the rules see it.
type View struct {
	// Names are those of the base; without them no line of the index is kept for its note's sake.
	Names     *Names
	Changes   []model.Change
	Check     model.Check
	Decisions model.Decisions
	Ties      Ties
}

// Clean returns the hunks that need no look of their own: nothing is flagged in them, no person wrote or
// once refused them, they take no whole file away and are no part of a rename. The line of the index of a note is clean if
// what becomes of the note is clean as well, or is accepted already, and if the note is still named. Of a destroyer
// nothing is clean. Among says which hunks are taken together, nil that all are.
func (v View) Clean(among func(id string) bool) map[string]bool {
	if v.Check.Loss.Destroys() {
		return nil
	}
	moved := map[string]bool{}
	for _, c := range v.Changes {
		moved[c.RenameOf] = true
	}
	clean := map[string]bool{}
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			clean[h.ID] = v.plain(h) && !h.Removes() && c.RenameOf == "" &&
				(h.Kind == model.HunkText || !(moved[c.Path] && c.Status == model.Deleted))
		}
	}
	for _, c := range v.Changes {
		if c.Path != model.IndexName {
			continue
		}
		for _, h := range c.Hunks {
			clean[h.ID] = clean[h.ID] && !slices.ContainsFunc(v.Ties[h.ID], func(id string) bool {
				d := v.Decisions[id]
				return d == model.Rejected || d == model.Undecided && !clean[id]
			})
		}
	}
	if among == nil {
		among = func(string) bool { return true }
	}
	v.keepNamed(clean, among)
	return clean
}

// plain reports whether nothing is flagged in a hunk, and no person wrote it, or refused it before.
func (v View) plain(h model.Hunk) bool {
	e := v.Check.Hunks[h.ID]
	return len(e.Flags) == 0 && !e.Before.Known() && !h.Edited
}

// Loose are the hunks that belong to some and are undecided, in the order of the review: what is to be decided
// with them, or not.
func (v View) Loose(ids ...string) (out []string) {
	if !slices.ContainsFunc(ids, func(id string) bool { return len(v.Ties[id]) > 0 }) {
		return nil
	}
	for _, c := range v.Changes {
		for _, h := range c.Hunks {
			if v.Decisions[h.ID] == model.Undecided && !slices.Contains(ids, h.ID) &&
				slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(v.Ties[id], h.ID) }) {
				out = append(out, h.ID)
			}
		}
	}
	return out
}

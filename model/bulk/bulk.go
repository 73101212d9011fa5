// Package bulk says which hunks of a review a key may take that means many, for the screen and for the
// commands alike.
//
//	bulk.go  what belongs together, and what needs no look of its own
//	rule.go  the rules by which many hunks are taken
package bulk

import (
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Ties are the hunks that belong to a hunk, by id: a note that comes or goes, and the line of the index that
// names it. Of the two neither should be taken without the other: one would be an orphan, and one would
// lead nowhere.
type Ties map[string][]string

// Tie finds out what belongs together.
func Tie(changes []model.Change) Ties {
	index, notes := -1, []model.Note{}
	of := map[string]model.Change{}
	for i, c := range changes {
		switch {
		case c.Path == model.IndexName:
			index = i
		case model.IsNote(c.Path) && (c.Status == model.Added || c.Status == model.Deleted || c.Status == model.Emptied):
			notes, of[c.Path] = append(notes, note.Parse(c.Path, model.File{Data: []byte(textOf(c))})), c
		}
	}
	ties := Ties{}
	if index < 0 || len(notes) == 0 {
		return ties
	}
	finder := note.NewFinder(notes)
	for _, line := range changes[index].Hunks {
		gone, come := named(finder, line.Removed), named(finder, line.Added)
		for _, n := range notes {
			c := of[n.Path]
			// A line that stays, or is only written anew, is no matter of the note's coming or going.
			if c.Status == model.Added && (!come[n.Path] || gone[n.Path]) || c.Status != model.Added && (!gone[n.Path] || come[n.Path]) {
				continue
			}
			for _, h := range wholes(c) {
				ties[line.ID] = append(ties[line.ID], h.ID)
				ties[h.ID] = append(ties[h.ID], line.ID)
			}
		}
	}
	return ties
}

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
	Changes   []model.Change
	Check     model.Check
	Decisions model.Decisions
	Ties      Ties
}

// Clean returns the hunks that need no look of their own: nothing is flagged in them, no person wrote or
// once refused them, they take no whole file away and are no part of a rename. The line of the index of a note is clean if
// what becomes of the note is clean as well, or is accepted already. Of a destroyer nothing is clean.
func (v View) Clean() map[string]bool {
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

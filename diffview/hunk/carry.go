package hunk

import (
	"maps"
	"slices"

	"dreamgate/model"
)

// Came says what became of the hunks of an earlier proposal in a later one.
type Came struct {
	// To are, by the id of a hunk of the earlier, the hunk of the later that it is.
	To map[string]string
	// Ruling is what was done to these, as a ruling of the later.
	Ruling model.Ruling
	// Stand counts the changes of the earlier that stand in the later, also as a part of another hunk; Of those that
	// the notes do not have already.
	Stand, Of int
	// Whole says that the later has all of the earlier: every hunk that is still to be decided or was accepted
	// stands in it, and all that was done to them comes over.
	Whole bool
}

// mostSought bounds the hunks that are looked for one by one: each is a merge of its file.
const mostSought = 200

// Carry finds the hunks of an earlier proposal in a later one, by what they do. A hunk that is another one there
// takes nothing over: what a person said of a change holds for that change alone.
func Carry(old, next Review) Came {
	came := Came{To: map[string]string{}, Ruling: withWhole(Review{Ruling: emptyRuling()}, old).Ruling, Whole: true}
	was := renames(old.Whole)
	of, stood := map[string]bool{}, map[string]bool{} // what the notes have not, and what stands in the later
	for _, p := range together(pairs(old.Whole, next.Whole), old, next.Base, next.Whole) {
		if p.old != nil {
			carryRuling(old.Ruling, *p.old, p.hunk, &came.Ruling)
			came.To[p.old.ID] = p.hunk.ID
		}
	}
	sought := 0
	for _, c := range old.Whole {
		for _, h := range c.Hunks {
			if _, ok := came.To[h.ID]; ok {
				of[h.ID], stood[h.ID] = true, true
				continue
			}
			if sought++; sought > mostSought {
				of[h.ID], came.Whole = true, false
				continue
			}
			base := sole(old.Base, c.Path)
			if done(base, sole(next.Base, c.Path), c, h) {
				continue
			}
			stands := done(base, sole(next.Proposed, c.Path), c, h) || partIn(h, next.Whole)
			of[h.ID], stood[h.ID] = true, stands
			switch touched, refused := handled(old.Ruling, was[h.ID].parts(h, old.Ruling.Shape)); {
			case refused && !stands: // it is not proposed any more, and that is what was said of it
			case !touched && stands:
			default:
				came.Whole = false
			}
		}
	}
	came.count(old.Whole, of, stood)
	return came
}

// count counts the changes of which some are among hunks that are to come, and those that stand as a whole.
func (came *Came) count(changes []model.Change, of, stood map[string]bool) {
	for _, one := range Ones(changes) {
		is := func(h model.Hunk) bool { return of[h.ID] }
		if !slices.ContainsFunc(one, is) {
			continue
		}
		came.Of++
		if !slices.ContainsFunc(one, func(h model.Hunk) bool { return of[h.ID] && !stood[h.ID] }) {
			came.Stand++
		}
	}
}

// partIn reports whether one of the hunks of the same file does what a hunk does, and more.
func partIn(h model.Hunk, changes []model.Change) bool {
	if h.Kind != model.HunkText && h.Kind != model.HunkAdded {
		return false
	}
	for _, c := range changes {
		if c.Path != h.Path {
			continue
		}
		for _, n := range c.Hunks {
			if n.Kind == h.Kind && inRow(n.Removed, h.Removed) && inRow(n.Added, h.Added) && (len(h.Added) > 0 || !inRow(n.Added, h.Removed)) {
				return true
			}
		}
	}
	return false
}

// inRow reports whether lines stand in others one behind the other.
func inRow(in, lines []string) bool {
	for i := 0; i+len(lines) <= len(in); i++ {
		if slices.Equal(in[i:i+len(lines)], lines) {
			return true
		}
	}
	return false
}

// handled reports whether anything was done to a hunk, and whether that was to refuse all of it.
func handled(ru model.Ruling, hunks []model.Hunk) (touched, refused bool) {
	refused = true
	for _, h := range hunks {
		if _, cut := ru.Shape.Cuts[h.ID]; cut {
			touched = true
		}
		for _, p := range partsOf(h, ru.Shape) {
			if p.id == "" {
				continue
			}
			_, edited := ru.Shape.Edits[p.id]
			d := ru.Decisions[p.id]
			touched = touched || edited || d != model.Undecided || ru.Notes[p.id] != ""
			refused = refused && !edited && d == model.Rejected
		}
	}
	return touched, touched && refused
}

// sole is a tree of one of the files of a tree.
func sole(t model.Tree, path string) model.Tree {
	if f, ok := t[path]; ok {
		return model.Tree{path: f}
	}
	return model.Tree{}
}

// Handover gives a hunk of one proposal what was done to the same hunk of another: it replaces what a ruling says of
// it. From is the id that it has there.
func Handover(from string, ru model.Ruling, h model.Hunk, to model.Ruling) model.Ruling {
	out := model.Ruling{Decisions: maps.Clone(to.Decisions), Shape: clone(to.Shape), Notes: maps.Clone(to.Notes)}
	if out.Decisions == nil {
		out.Decisions = model.Decisions{}
	}
	if out.Notes == nil {
		out.Notes = map[string]string{}
	}
	drop := func(id string) bool { return id == h.ID || model.RootOf(id) == h.ID }
	maps.DeleteFunc(out.Decisions, func(id string, _ model.Decision) bool { return drop(id) })
	maps.DeleteFunc(out.Notes, func(id, _ string) bool { return drop(id) })
	maps.DeleteFunc(out.Shape.Edits, func(id, _ string) bool { return drop(id) })
	delete(out.Shape.Cuts, h.ID)
	old := h
	old.ID = from
	carryRuling(ru, old, h, &out)
	return out
}

package review

import (
	"fmt"
	"maps"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// book holds what is done in the review and how it came about. Every change goes through it, so undo and
// redo know all of them.
type book struct {
	now   model.Decisions
	shape model.Shape
	notes map[string]string
	// done and gone are the steps as they are kept with the review, and turns those that were done and taken back since
	// somebody asked for them.
	done, gone []model.Step
	turns      []model.Turn
	// sitting and made name new steps.
	sitting string
	made    int
	all     hunk.Tally
	files   []hunk.Tally
	// renames are those of the proposal (hunk.Renames).
	renames map[string]string
}

// newBook starts from what was saved, with the steps that led there.
func newBook(r model.Review) book {
	b := book{now: model.Decisions{}, shape: r.Shape, notes: map[string]string{}, sitting: r.Steps.Sitting,
		done: slices.Clone(r.Steps.Done), gone: slices.Clone(r.Steps.Gone)}
	maps.Copy(b.now, r.Decisions)
	maps.Copy(b.notes, r.Notes)
	return b
}

// ruling is a copy of what is done.
func (b *book) ruling() model.Ruling {
	return model.Ruling{Decisions: maps.Clone(b.now), Shape: b.shape, Notes: maps.Clone(b.notes)}
}

// sameShape reports whether two shapes make the same of a review.
func sameShape(a, b model.Shape) bool {
	return maps.Equal(a.Edits, b.Edits) && maps.EqualFunc(a.Cuts, b.Cuts, slices.Equal)
}

// set decides items as one step; false if all of them stand so already.
func (b *book) set(items []item, place string, to model.Decision, what string) bool {
	s := model.Step{What: what, Place: place, Was: model.Ruling{Decisions: model.Decisions{}}, Is: model.Ruling{Decisions: model.Decisions{}}}
	for _, it := range items {
		for _, id := range it.ids {
			if from := b.now[id]; from != to {
				s.Was.Decisions[id], s.Is.Decisions[id] = from, to
			}
		}
	}
	if len(s.Is.Decisions) == 0 {
		return false
	}
	b.take(s)
	return true
}

// rule makes a whole ruling of it as one step; false if it is that already.
func (b *book) rule(next model.Ruling, place, what string) bool {
	s, ok := hunk.Made(b.ruling(), next)
	if !ok {
		return false
	}
	s.Place, s.What = place, what
	b.take(s)
	return true
}

// adopt takes what others did. The steps of this one stay: of them only what is still as they left it is taken back.
func (b *book) adopt(ru model.Ruling) {
	b.now, b.shape, b.notes = model.Decisions{}, ru.Shape, map[string]string{}
	maps.Copy(b.now, ru.Decisions)
	maps.Copy(b.notes, ru.Notes)
}

// take does a new step.
func (b *book) take(s model.Step) {
	b.made++
	s.ID = fmt.Sprintf("%s.%d", b.sitting, b.made)
	b.done, b.gone = append(b.done, s), nil
	b.turn(model.Turn{Step: s})
}

// turn does a step or takes it back, and reports whether anything of it was there to be turned.
func (b *book) turn(t model.Turn) bool {
	ru := model.Ruling{Decisions: b.now, Shape: b.shape, Notes: b.notes}
	done, _ := hunk.Turned(b.renames, &ru, t)
	b.shape = ru.Shape
	b.turns = append(b.turns, t)
	return done > 0
}

// undo takes the last step back of which anything stands, and returns it; false if there is none.
func (b *book) undo() (model.Step, bool) { return b.back(&b.done, &b.gone, true) }

// redo does again what undo took back; false if there is nothing.
func (b *book) redo() (model.Step, bool) { return b.back(&b.gone, &b.done, false) }

func (b *book) back(from, to *[]model.Step, undone bool) (model.Step, bool) {
	for len(*from) > 0 {
		s := (*from)[len(*from)-1]
		*from, *to = (*from)[:len(*from)-1], append(*to, s)
		if b.turn(model.Turn{Step: s, Undone: undone}) {
			return s, true
		}
	}
	return model.Step{}, false
}

// count tallies the review and the rows of its list.
func (b *book) count(r *model.Review, s sheet) {
	all, by := hunk.Counts(r.Changes, b.now)
	b.all = all
	b.files = make([]hunk.Tally, len(s.files))
	for i, f := range s.files {
		b.files[i] = by[f.change]
	}
}

// of is the decision of an item; part is true where its hunks differ.
func (b *book) of(it item) (d model.Decision, part bool) {
	d = b.now[it.ids[0]]
	for _, id := range it.ids[1:] {
		if b.now[id] != d {
			return model.Undecided, true
		}
	}
	return d, false
}

// open reports whether a part of the item is undecided.
func (b *book) open(it item) bool {
	for _, id := range it.ids {
		if b.now[id] == model.Undecided {
			return true
		}
	}
	return false
}

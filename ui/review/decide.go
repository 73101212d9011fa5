package review

import (
	"maps"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// book holds what is done in the review and how it came about. Every change goes through it, so undo and
// redo know all of them.
type book struct {
	now        model.Decisions
	shape      model.Shape
	notes      map[string]string
	done, gone []step
	all        hunk.Tally
	files      []hunk.Tally
}

// step is what one key did. Undoing it gives each hunk its former decision and note, and the hunks their
// former shape.
type step struct {
	what string
	// place is a hunk at which it was done, "" for the summary.
	place string
	flips []flip
	notes []renote
	// shapes are the one before and the one after, nil if it stayed.
	shapes *[2]model.Shape
}

type flip struct {
	id       string
	from, to model.Decision
}

type renote struct{ id, from, to string }

// newBook starts from what was saved. What was done before the review was opened is not undone with a
// key: it is on the screen to be done anew.
func newBook(ru model.Ruling) book {
	b := book{now: model.Decisions{}, shape: ru.Shape, notes: map[string]string{}}
	maps.Copy(b.now, ru.Decisions)
	maps.Copy(b.notes, ru.Notes)
	return b
}

// ruling is a copy of what is done.
func (b *book) ruling() model.Ruling {
	return model.Ruling{Decisions: maps.Clone(b.now), Shape: b.shape, Notes: maps.Clone(b.notes)}
}

// same reports whether two books end alike.
func (b *book) same(o *book) bool {
	return maps.Equal(b.now, o.now) && maps.Equal(b.notes, o.notes) && sameShape(b.shape, o.shape)
}

func sameShape(a, b model.Shape) bool {
	return maps.Equal(a.Edits, b.Edits) && maps.EqualFunc(a.Cuts, b.Cuts, slices.Equal)
}

// set decides items as one step; false if all of them stand so already.
func (b *book) set(items []item, place string, to model.Decision, what string) bool {
	s := step{what: what, place: place}
	for _, it := range items {
		for _, id := range it.ids {
			if from := b.now[id]; from != to {
				s.flips = append(s.flips, flip{id, from, to})
			}
		}
	}
	if len(s.flips) == 0 {
		return false
	}
	b.take(s)
	return true
}

// rule makes a whole ruling of it as one step; false if it is that already.
func (b *book) rule(next model.Ruling, place, what string) bool {
	s := step{what: what, place: place}
	for id, from := range b.now {
		if to := next.Decisions[id]; to != from {
			s.flips = append(s.flips, flip{id, from, to})
		}
	}
	for id, to := range next.Decisions {
		if _, ok := b.now[id]; !ok && to != model.Undecided {
			s.flips = append(s.flips, flip{id, model.Undecided, to})
		}
	}
	for id, from := range b.notes {
		if to := next.Notes[id]; to != from {
			s.notes = append(s.notes, renote{id, from, to})
		}
	}
	for id, to := range next.Notes {
		if _, ok := b.notes[id]; !ok && to != "" {
			s.notes = append(s.notes, renote{id, "", to})
		}
	}
	if !sameShape(b.shape, next.Shape) {
		s.shapes = &[2]model.Shape{b.shape, next.Shape}
	}
	if len(s.flips)+len(s.notes) == 0 && s.shapes == nil {
		return false
	}
	b.take(s)
	return true
}

// take does a new step.
func (b *book) take(s step) {
	b.redone(s)
	b.done = append(b.done, s)
	b.gone = nil
}

func (b *book) redone(s step) {
	for _, f := range s.flips {
		b.put(f.id, f.to)
	}
	for _, n := range s.notes {
		b.say(n.id, n.to)
	}
	if s.shapes != nil {
		b.shape = s.shapes[1]
	}
}

func (b *book) put(id string, d model.Decision) {
	if d == model.Undecided {
		delete(b.now, id)
		return
	}
	b.now[id] = d
}

func (b *book) say(id, note string) {
	if note == "" {
		delete(b.notes, id)
		return
	}
	b.notes[id] = note
}

// undo takes the last step back and returns it; false if there is none.
func (b *book) undo() (step, bool) {
	if len(b.done) == 0 {
		return step{}, false
	}
	s := b.done[len(b.done)-1]
	b.done = b.done[:len(b.done)-1]
	b.gone = append(b.gone, s)
	for _, f := range s.flips {
		b.put(f.id, f.from)
	}
	for _, n := range s.notes {
		b.say(n.id, n.from)
	}
	if s.shapes != nil {
		b.shape = s.shapes[0]
	}
	return s, true
}

// redo does again what undo took back; false if there is nothing.
func (b *book) redo() (step, bool) {
	if len(b.gone) == 0 {
		return step{}, false
	}
	s := b.gone[len(b.gone)-1]
	b.gone = b.gone[:len(b.gone)-1]
	b.done = append(b.done, s)
	b.redone(s)
	return s, true
}

// count tallies the review and the rows of its list.
func (b *book) count(r *model.Review, s sheet) {
	all, by := hunk.Counts(r.Changes, b.now)
	b.all = all
	b.files = make([]hunk.Tally, len(s.files))
	for i, f := range s.files {
		t := by[f.change]
		if f.other >= 0 {
			t.Accepted += by[f.other].Accepted
			t.Rejected += by[f.other].Rejected
			t.Undecided += by[f.other].Undecided
		}
		b.files[i] = t
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

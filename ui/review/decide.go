package review

import (
	"maps"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// book holds the decisions and how they came about. Every change of a decision goes through it, so
// undo and redo know all of them.
type book struct {
	now        model.Decisions
	done, gone []step
	all        hunk.Tally
	files      []hunk.Tally
}

// step is what one key decided. Undoing it gives each hunk its former decision.
type step struct {
	what  string
	at    int
	flips []flip
}

type flip struct {
	id       string
	from, to model.Decision
}

// newBook starts from saved decisions. What was decided before the review was opened is not undone
// with a key: it is on the screen to be decided anew.
func newBook(d model.Decisions) book {
	now := model.Decisions{}
	maps.Copy(now, d)
	return book{now: now}
}

// set decides items as one step; false if all of them stand so already.
func (b *book) set(items []item, at int, to model.Decision, what string) bool {
	s := step{what: what, at: at}
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
	for _, f := range s.flips {
		b.put(f.id, f.to)
	}
	b.done = append(b.done, s)
	b.gone = nil
	return true
}

func (b *book) put(id string, d model.Decision) {
	if d == model.Undecided {
		delete(b.now, id)
		return
	}
	b.now[id] = d
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
	for _, f := range s.flips {
		b.put(f.id, f.to)
	}
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

package desk

import (
	"errors"
	"maps"
	"slices"

	"dreamgate/model"
)

// errBeside says that somebody else did something to a review since it was read.
var errBeside = errors.New("somebody else decided in this review since it was opened here: open it again (R on the screen), and see what became of it")

// beside puts what one program did to a review, which it read as was and leaves as ru, on top of what lies on
// the desk now: of two windows open on one review neither takes back what the other one decided.
func beside(now, was, ru model.Ruling) model.Ruling {
	was, ru = plain(was), plain(ru)
	same := func(a, b string) bool { return a == b }
	return model.Ruling{
		Decisions: onto(now.Decisions, was.Decisions, ru.Decisions, func(a, b model.Decision) bool { return a == b }),
		Shape: model.Shape{
			Cuts:  onto(now.Shape.Cuts, was.Shape.Cuts, ru.Shape.Cuts, slices.Equal[[]model.Cut]),
			Edits: onto(now.Shape.Edits, was.Shape.Edits, ru.Shape.Edits, same),
		},
		Notes: onto(now.Notes, was.Notes, ru.Notes, same),
	}
}

// onto makes the changes from was to want in now.
func onto[M ~map[string]V, V any](now, was, want M, same func(a, b V) bool) M {
	out := M{}
	maps.Copy(out, now)
	for id, v := range want {
		if before, there := was[id]; !there || !same(before, v) {
			out[id] = v
		}
	}
	for id := range was {
		if _, there := want[id]; !there {
			delete(out, id)
		}
	}
	return out
}

// ruling is what a record says was done to its review.
func (r *record) ruling() model.Ruling {
	ds := model.Decisions{}
	for id, word := range r.Decisions {
		for _, d := range []model.Decision{model.Accepted, model.Rejected} {
			if word == d.String() {
				ds[id] = d
			}
		}
	}
	return model.Ruling{Decisions: ds, Shape: r.shape(), Notes: r.notes()}
}

// plain is a ruling without what says nothing: undecided hunks, and notes without a word.
func plain(ru model.Ruling) model.Ruling {
	ru.Decisions, ru.Notes = maps.Clone(ru.Decisions), maps.Clone(ru.Notes)
	maps.DeleteFunc(ru.Decisions, func(_ string, d model.Decision) bool { return d == model.Undecided })
	maps.DeleteFunc(ru.Notes, func(_, note string) bool { return note == "" })
	return ru
}

// holds reports whether a ruling has all that another one has: what was decided, split, edited, said.
func holds(ru, all model.Ruling) bool {
	same := func(a, b string) bool { return a == b }
	return within(ru.Decisions, all.Decisions, func(a, b model.Decision) bool { return a == b }) &&
		within(ru.Shape.Cuts, all.Shape.Cuts, slices.Equal[[]model.Cut]) && within(ru.Shape.Edits, all.Shape.Edits, same) &&
		within(ru.Notes, all.Notes, same)
}

func within[M ~map[string]V, V any](m, all M, same func(a, b V) bool) bool {
	for id, v := range all {
		if have, there := m[id]; !there || !same(have, v) {
			return false
		}
	}
	return true
}

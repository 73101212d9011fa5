package desk

import (
	"context"
	"errors"
	"io/fs"
	"maps"

	"dreamgate/memory"
	"dreamgate/model"
)

// stepsDir holds what commands did to each review, so that another command can take it back. The screen keeps
// its own steps for as long as it is open.
const stepsDir = "steps"

// mostSteps bounds what is kept: who wants to go further back decides anew.
const mostSteps = 100

func stepsPath(id string) string { return stepsDir + "/" + id + ".json" }

var (
	errNoStep   = errors.New("there is nothing to undo: no command has decided anything of this review")
	errNoRedo   = errors.New("there is nothing to redo")
	errReshaped = errors.New("its hunks were split, joined or edited since on the screen; undo that there")
)

// steps are those of one review, the last one last. Gone are those that were undone.
type steps struct {
	Done []step `json:"done,omitempty"`
	Gone []step `json:"gone,omitempty"`
}

// step is the difference that one command made.
type step struct {
	What memory.Text `json:"what"`
	// Flips and Notes are decisions and notes before and after, by hunk; Shape is that of all, if it changed.
	Flips map[string][2]string      `json:"flips,omitempty"`
	Notes map[string][2]memory.Text `json:"notes,omitempty"`
	Shape *[2]recordShape           `json:"shape,omitempty"`
}

// Step is Decide for a command, which can be undone by another one. What says what it did. Where something stays as
// somebody else decided it meanwhile the rest is saved, and the error names it.
func (d *Desk) Step(ctx context.Context, st model.Store, id string, was, ru model.Ruling, what string) error {
	var b model.Beside
	err := d.deciding(ctx, st, id, func(s *store, r *record) (err error) {
		before := *r
		if b, err = s.decide(r, st, was, ru); err != nil {
			return err
		}
		all := s.steps(id)
		if made := difference(&before, r); made.Shape != nil || len(made.Flips)+len(made.Notes) > 0 {
			made.What = memory.Text(what)
			all.Done, all.Gone = append(all.Done, made), nil
			all.Done = all.Done[max(0, len(all.Done)-mostSteps):]
		}
		return s.write(stepsPath(id), all)
	}, func(s *store) (err error) {
		b, err = s.forward(id, st, was, ru)
		return err
	})
	return errors.Join(err, stays(b))
}

// Undo takes the last step of a command back, and says what that was. What was decided otherwise since stays.
func (d *Desk) Undo(ctx context.Context, st model.Store, id string) (what string, err error) {
	return d.turn(ctx, st, id, func(all *steps) (step, error) {
		n := len(all.Done) - 1
		if n < 0 {
			return step{}, errNoStep
		}
		last := all.Done[n]
		all.Done, all.Gone = all.Done[:n], append(all.Gone, last)
		return last.back(), nil
	})
}

// Redo does the step again that was undone last.
func (d *Desk) Redo(ctx context.Context, st model.Store, id string) (what string, err error) {
	return d.turn(ctx, st, id, func(all *steps) (step, error) {
		n := len(all.Gone) - 1
		if n < 0 {
			return step{}, errNoRedo
		}
		last := all.Gone[n]
		all.Gone, all.Done = all.Gone[:n], append(all.Done, last)
		return last, nil
	})
}

// turn makes the difference of a step that is picked.
func (d *Desk) turn(ctx context.Context, st model.Store, id string, pick func(*steps) (step, error)) (what string, err error) {
	err = d.deciding(ctx, st, id, func(s *store, r *record) error {
		all := s.steps(id)
		one, err := pick(&all)
		if err != nil {
			return err
		}
		what = string(one.What)
		was, ru := r.ruling(), r.ruling()
		if one.Shape != nil {
			if !sameShape(ru.Shape, one.Shape[0].shape()) {
				return errReshaped
			}
			ru.Shape = one.Shape[1].shape()
		}
		for hunk, f := range one.Flips {
			if word := ru.Decisions[hunk]; wordOf(word) == f[0] {
				ru.Decisions[hunk] = decisionOf(f[1])
			}
		}
		for hunk, n := range one.Notes {
			if ru.Notes[hunk] == string(n[0]) {
				ru.Notes[hunk] = string(n[1])
			}
		}
		if _, err := s.decide(r, st, was, ru); err != nil {
			return err
		}
		return s.write(stepsPath(id), all)
	}, nil)
	return what, err
}

// back is the step the other way round.
func (t step) back() step {
	out := step{What: t.What, Flips: map[string][2]string{}, Notes: map[string][2]memory.Text{}}
	for id, f := range t.Flips {
		out.Flips[id] = [2]string{f[1], f[0]}
	}
	for id, n := range t.Notes {
		out.Notes[id] = [2]memory.Text{n[1], n[0]}
	}
	if t.Shape != nil {
		out.Shape = &[2]recordShape{t.Shape[1], t.Shape[0]}
	}
	return out
}

// difference is what leads from one record to another.
func difference(a, b *record) step {
	was, is := a.ruling(), b.ruling()
	out := step{Flips: map[string][2]string{}, Notes: map[string][2]memory.Text{}}
	for id := range union(was.Decisions, is.Decisions) {
		if was.Decisions[id] != is.Decisions[id] {
			out.Flips[id] = [2]string{wordOf(was.Decisions[id]), wordOf(is.Decisions[id])}
		}
	}
	for id := range union(was.Notes, is.Notes) {
		if was.Notes[id] != is.Notes[id] {
			out.Notes[id] = [2]memory.Text{memory.Text(was.Notes[id]), memory.Text(is.Notes[id])}
		}
	}
	if !sameShape(was.Shape, is.Shape) {
		out.Shape = &[2]recordShape{{Cuts: a.Cuts, Edits: a.Edits}, {Cuts: b.Cuts, Edits: b.Edits}}
	}
	return out
}

// union has the keys of two maps.
func union[V any](a, b map[string]V) map[string]V {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]V{}
	}
	maps.Copy(out, b)
	return out
}

// wordOf and decisionOf turn a decision into its word on disk and back; undecided has none.
func wordOf(d model.Decision) string {
	if d == model.Undecided {
		return ""
	}
	return d.String()
}

func decisionOf(word string) model.Decision {
	switch word {
	case model.Accepted.String():
		return model.Accepted
	case model.Rejected.String():
		return model.Rejected
	}
	return model.Undecided
}

// steps are those that are kept; what cannot be read is none.
func (s *store) steps(id string) (all steps) {
	if err := s.read(stepsPath(id), &all); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return steps{}
	}
	return all
}

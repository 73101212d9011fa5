package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// errBeside says that somebody else did something to a review since it was read.
var errBeside = errors.New("somebody else decided in this review since it was opened here: open it again (R on the screen), and see what became of it")

// errStays says that what was to be replaced had not been seen by who would replace it.
var errStays = errors.New("what somebody else decided meanwhile stays; look at it (dreamgate review show) and decide it anew")

// stays is the error of a command that could not do all of what it was to do.
func stays(b model.Beside) error {
	if len(b.Kept) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w", strings.Join(b.Kept, ", "), errStays)
}

// Ruling is what was done to a review so far, and how it stands: a look at it that takes no work, for who has the rest of it
// before him. A review that is closed, or goes on as another one, has ended here: nothing is said of what was done to it.
func (d *Desk) Ruling(_ context.Context, st model.Store, id string) (model.Ruling, model.ReviewState, error) {
	s, err := d.openKnown(st, id)
	if err != nil {
		return model.Ruling{}, model.ReviewPending, err
	}
	defer s.close()
	r, err := s.record(id)
	if errors.Is(err, errClosed) || errors.Is(err, errUnknown) {
		return model.Ruling{}, model.ReviewClosed, nil
	}
	if err != nil {
		return model.Ruling{}, model.ReviewPending, err
	}
	ru := r.ruling()
	return hunk.Joined(r.Renames, ru, ru), r.State, nil
}

// Message keeps what a person typed for the commit of a review; "" takes that back. A review that has ended needs none,
// and one that goes on as another one has it there.
func (d *Desk) Message(ctx context.Context, st model.Store, id, text string) error {
	s, done, err := d.alone(ctx, st, id)
	if err != nil {
		return err
	}
	defer done()
	r, err := s.record(id)
	if errors.Is(err, errClosed) {
		c, bad := s.closedRecord(id)
		if bad != nil {
			return fmt.Errorf("keep the message: %w", bad)
		}
		now, _ := s.goneOn(c)
		if now == "" {
			return nil
		}
		r, err = s.record(now)
	}
	if errors.Is(err, errUnknown) {
		return nil
	}
	if err != nil || r.Message == memory.Text(text) {
		return err
	}
	r.Message = memory.Text(text)
	return s.write(recordPath(r.ID), r)
}

// ruling is what a record says was done to its review.
func (r *record) ruling() model.Ruling {
	ru := model.Ruling{Decisions: model.Decisions{}, Shape: r.shape(), Notes: r.notes()}
	for id, word := range r.Decisions {
		if d := model.DecisionOf(word); d != model.Undecided {
			ru.Decisions[id] = d
		}
	}
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

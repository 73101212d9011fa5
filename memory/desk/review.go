package desk

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// diff works out the hunks of a proposal. They are not saved: the same trees give the same hunks
// with the same ids.
func diff(p model.Proposal) []model.Change { return hunk.Diff(p.Base, p.Proposed) }

// Review opens a proposal with its hunks and the decisions so far. Of a closed review the hunks and
// decisions come back, without the trees and the cited lines.
func (d *Desk) Review(ctx context.Context, st model.Store, id string) (model.Review, error) {
	s, err := d.openKnown(st, id)
	if err != nil {
		return model.Review{}, err
	}
	defer s.close()
	p, err := s.proposal(id, st)
	if errors.Is(err, errClosed) {
		return s.closedReview(id, st)
	}
	if err != nil {
		return model.Review{}, err
	}
	r, err := s.record(id)
	if errors.Is(err, errClosed) {
		return s.closedReview(id, st)
	}
	if err != nil {
		return model.Review{}, err
	}
	v := reviewed(p, r)
	v.Steps = s.stepsOf(id, NewID(d.now()))
	return v, nil
}

// Decide saves what a person did to a review since it was read: was is what it held then, ru what it is to hold.
// What others did meanwhile stays, also where this one did something else to the same hunk, for he had not seen it: the
// answer names these hunks, and says whether the review is worth reading again. Of notes both stay. What is applied
// already cannot be decided anew, and hunks are not split or edited in a way in which they cannot be. What is done to a
// review that goes on as another one is done to that. Turns are the steps in which it was done, to be taken back one by one.
func (d *Desk) Decide(ctx context.Context, st model.Store, id string, was, ru model.Ruling, turns ...model.Turn) (b model.Beside, err error) {
	err = d.deciding(ctx, st, id, func(s *store, r *record) (err error) {
		if b, err = s.decide(r, st, was, ru); err != nil {
			return err
		}
		return s.turned(id, turns, nil)
	}, func(s *store) (err error) {
		b, err = s.forward(id, st, was, ru, turns)
		return err
	})
	return b, err
}

// deciding does something to the record of a pending review while nobody else does; or, where that is closed, to what
// it may go on as. No closed says that it is an error then.
func (d *Desk) deciding(ctx context.Context, st model.Store, id string, do func(*store, *record) error, closed func(*store) error) error {
	s, done, err := d.alone(ctx, st, id)
	if err != nil {
		return err
	}
	defer done()
	r, err := s.record(id)
	switch {
	case errors.Is(err, errClosed) && closed != nil:
		return closed(s)
	case err != nil:
		return err
	case r.State != model.ReviewPending:
		return errApplied
	}
	return do(s, r)
}

// decide is Decide for a record that is at hand.
func (s *store) decide(r *record, st model.Store, was, ru model.Ruling) (b model.Beside, err error) {
	before := r.ruling()
	before = hunk.Joined(r.Renames, before, before) // as whoever read it has seen it
	now, kept := hunk.Beside(r.Renames, before, was, ru)
	if len(kept) > 0 && r.Renames == nil {
		// A record from before renames were kept with it was seen otherwise than it reads.
		p, err := s.proposal(r.ID, st)
		if err != nil {
			return b, err
		}
		r.Renames = hunk.Renames(diff(p))
		before = hunk.Joined(r.Renames, before, before)
		now, kept = hunk.Beside(r.Renames, before, was, ru)
	}
	b = model.Beside{Others: !hunk.Same(now, ru), Kept: kept}
	if !sameShape(now.Shape, before.Shape) || !sameShape(now.Shape, was.Shape) || !sameShape(now.Shape, ru.Shape) {
		// Only then it takes the proposal, which may be long: most keys decide a hunk as it is.
		p, err := s.proposal(r.ID, st)
		if err != nil {
			return b, err
		}
		whole := diff(p)
		changes, check, err := shaped(whole, p.Check, now.Shape)
		if err != nil {
			// What does not fit the proposal on record is seen by nobody: that keeps nobody from saving.
			before.Shape, _ = hunk.Fit(whole, before.Shape)
			now, b.Kept = hunk.Beside(r.Renames, before, was, ru)
			changes, check, err = shaped(whole, p.Check, now.Shape)
		}
		if err != nil {
			return b, fmt.Errorf("save the review: %w", err)
		}
		r.size(changes, check)
		now = ofHunks(changes, hunk.Settled(changes, now))
	}
	now = hunk.Joined(r.Renames, before, now)
	r.rule(now)
	return b, s.write(recordPath(r.ID), r)
}

// ofHunks is a ruling without what it says of hunks that are not there, such as those that were split.
func ofHunks(changes []model.Change, ru model.Ruling) model.Ruling {
	out := model.Ruling{Decisions: model.Decisions{}, Shape: ru.Shape, Notes: map[string]string{}}
	for _, c := range changes {
		for _, h := range c.Hunks {
			out.Decisions[h.ID], out.Notes[h.ID] = ru.Decisions[h.ID], ru.Notes[h.ID]
		}
	}
	out.Notes[model.WholeReview] = ru.Notes[model.WholeReview]
	return out
}

// errApplied says that a review has gone beyond deciding.
var errApplied = errors.New("the accepted changes are written already: commit them, or close the review (dreamgate review discard)")

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
	return reviewed(p, r), nil
}

// Decide saves what a person did to a review since it was read: was is what it held then, ru what it is to hold.
// What others did meanwhile stays, and others says that there is such: the review is worth reading again. Where
// both did something to the same hunk the later one counts. What is applied already cannot be decided anew, and
// hunks are not split or edited in a way in which they cannot be. What is done to a review that goes on as another one is done to that.
func (d *Desk) Decide(ctx context.Context, st model.Store, id string, was, ru model.Ruling) (others bool, err error) {
	err = d.deciding(ctx, st, id, func(s *store, r *record) (err error) {
		others, err = s.decide(r, st, was, ru)
		return err
	}, func(s *store) error { return s.forward(id, st, ru) })
	return others, err
}

// deciding does something to the record of a pending review while nobody else does; or, where that is closed, to what
// it may go on as. No closed says that it is an error then.
func (d *Desk) deciding(ctx context.Context, st model.Store, id string, do func(*store, *record) error, closed func(*store) error) error {
	s, err := d.openKnown(st, id)
	if err != nil {
		return err
	}
	defer s.close()
	done, err := s.alone(ctx)
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
func (s *store) decide(r *record, st model.Store, was, ru model.Ruling) (others bool, err error) {
	before := r.ruling()
	now := beside(before, was, ru)
	others = !holds(ru, now)
	if !sameShape(now.Shape, r.shape()) {
		// Only then it takes the proposal, which may be long: most keys decide a hunk as it is.
		p, err := s.proposal(r.ID, st)
		if err != nil {
			return false, err
		}
		whole := diff(p)
		changes, check, err := shaped(whole, p.Check, now.Shape)
		if err != nil && others {
			// One split what the other one edited.
			now.Shape, _ = hunk.Fit(whole, now.Shape)
			changes, check, err = shaped(whole, p.Check, now.Shape)
		}
		if err != nil {
			return false, fmt.Errorf("save the review: %w", err)
		}
		r.Hunks, r.Flagged = hunk.Total(changes), hunk.Flagged(changes, check)
		now = ofHunks(changes, now)
	}
	now = hunk.Joined(r.Renames, before, now)
	r.rule(now)
	return others, s.write(recordPath(r.ID), r)
}

// ofHunks is a ruling without what it says of hunks that are not there, such as those that were split.
func ofHunks(changes []model.Change, ru model.Ruling) model.Ruling {
	out := model.Ruling{Decisions: model.Decisions{}, Shape: ru.Shape, Notes: map[string]string{}}
	for _, c := range changes {
		for _, h := range c.Hunks {
			out.Decisions[h.ID], out.Notes[h.ID] = ru.Decisions[h.ID], ru.Notes[h.ID]
		}
	}
	return out
}

// errApplied says that a review has gone beyond deciding.
var errApplied = errors.New("the accepted changes are written already: commit them, or close the review (dreamgate review discard)")

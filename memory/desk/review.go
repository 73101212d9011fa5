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

// Decide saves a ruling in place of the one before. That of a review which goes on as another one is given to
// that. What is applied already cannot be decided anew, and
// hunks are not split or edited in a way in which they cannot be.
func (d *Desk) Decide(ctx context.Context, st model.Store, id string, ru model.Ruling) error {
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
	if errors.Is(err, errClosed) {
		return s.forward(id, st, ru)
	}
	if err != nil {
		return err
	}
	if r.State != model.ReviewPending {
		return errApplied
	}
	if !sameShape(ru.Shape, r.shape()) {
		// Only then it takes the proposal, which may be long: most keys decide a hunk as it is.
		p, err := s.proposal(id, st)
		if err != nil {
			return err
		}
		changes, check, err := shaped(diff(p), p.Check, ru.Shape)
		if err != nil {
			return fmt.Errorf("save the review: %w", err)
		}
		r.Hunks, r.Flagged = hunk.Total(changes), hunk.Flagged(changes, check)
		ru = ofHunks(changes, ru)
	}
	r.rule(ru)
	return s.write(recordPath(id), r)
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

package desk

import (
	"context"
	"errors"

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
	changes := diff(p)
	return model.Review{Proposal: p, Changes: changes, Check: p.Check, Decisions: r.decisions(changes), State: r.State}, nil
}

// Decide saves decisions in place of the ones before. What is applied already cannot be decided
// anew.
func (d *Desk) Decide(ctx context.Context, st model.Store, id string, ds model.Decisions) error {
	s, err := d.openKnown(st, id)
	if err != nil {
		return err
	}
	defer s.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := s.record(id)
	if err != nil {
		return err
	}
	if r.State != model.ReviewPending {
		return errApplied
	}
	r.decide(ds)
	return s.write(recordPath(id), r)
}

// errApplied says that a review has gone beyond deciding.
var errApplied = errors.New("the accepted changes are written already: commit them, or close the review (dreamgate review discard)")

// Package desk keeps the proposals that wait for a decision and carries the decisions out.
package desk

import (
	"context"
	"time"

	"dreamgate/model"
)

// Desk holds the proposals of all stores.
type Desk struct{ now func() time.Time }

// New makes a desk; now is its clock.
func New(now func() time.Time) *Desk { return &Desk{now} }

// NewID returns an id that sorts by time and is used once.
func NewID(now time.Time) string { return "" }

// Propose lays a proposal on the desk and returns its id.
func (d *Desk) Propose(ctx context.Context, p model.Proposal) (string, error) { return "", nil }

// List returns what waits on the desk for a store, oldest first, and an error that names what
// could not be read.
func (d *Desk) List(ctx context.Context, s model.Store) ([]model.ProposalInfo, error) {
	return nil, nil
}

// Review opens a proposal with its hunks and the decisions so far.
func (d *Desk) Review(ctx context.Context, s model.Store, id string) (model.Review, error) {
	return model.Review{}, nil
}

// Decide saves decisions in place of the ones before.
func (d *Desk) Decide(ctx context.Context, s model.Store, id string, ds model.Decisions) error {
	return nil
}

// Preview says what a commit of the review's decisions would do.
func (d *Desk) Preview(ctx context.Context, r model.Review) (model.Preview, error) {
	return model.Preview{}, nil
}

// Commit carries the review's decisions out and closes it.
func (d *Desk) Commit(ctx context.Context, r model.Review, o model.CommitOptions) (model.Outcome, error) {
	return model.Outcome{}, nil
}

// Discard closes a proposal without writing.
func (d *Desk) Discard(ctx context.Context, s model.Store, id string) error { return nil }

// Recover finishes or undoes what a crash left in a store, and returns lines that say so.
func (d *Desk) Recover(ctx context.Context, s model.Store) ([]string, error) { return nil, nil }

package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dreamgate/model"
)

// errBegun says that a proposal can no longer be replaced.
var errBegun = errors.New("its review has begun")

// Replace lays a proposal on the desk in the place of one of which nothing is decided, split, edited or
// noted yet, and which the new one must hold whole. So small proposals of the same notes become one review, and not a row of
// them of which each overtakes the next. It fails, and changes nothing, where the review has begun.
func (d *Desk) Replace(ctx context.Context, old string, p model.Proposal) (string, error) {
	s, err := d.openKnown(p.Store, old)
	if err != nil {
		return "", err
	}
	defer s.close()
	p, changes, err := drafted(ctx, p, d.now())
	if err != nil {
		return "", err
	}
	done, err := s.alone(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	r, err := s.record(old)
	if err != nil {
		return "", err
	}
	if r.begun() || r.State != model.ReviewPending {
		return "", fmt.Errorf("replace proposal %s: %w", old, errBegun)
	}
	// A crash in between leaves both, of which the new one holds the old.
	fresh, err := s.arrived(ctx, &p, changes)
	if err != nil {
		return "", err
	}
	fresh.Holds = append(slices.Clip(r.Holds), old)
	if err := s.lay(p, fresh); err != nil {
		return "", err
	}
	return p.ID, s.clear(old)
}

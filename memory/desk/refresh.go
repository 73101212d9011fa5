package desk

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/evidence"
)

// errNothingLeft says that nothing of a proposal is left to be decided.
var errNothingLeft = errors.New("the notes have all of it already: there is nothing left to review; close it (dreamgate review discard)")

// Refresh makes a pending proposal anew from the notes as they are now, for a review that others have
// overtaken, and returns its new id with lines that say what became of it. Hunks that come through as they
// were keep what was done to them; where both sides changed the same, the hunk shows both and is undecided.
// The old proposal leaves the desk once the new one lies there. One that nothing has overtaken
// keeps its id, and there are no lines.
func (d *Desk) Refresh(ctx context.Context, st model.Store, id string) (string, []string, error) {
	s, err := d.openStore(ctx, st, id)
	if err != nil {
		return "", nil, err
	}
	defer s.close()
	done, err := s.alone(ctx)
	if err != nil {
		return "", nil, err
	}
	defer done()
	r, err := s.record(id)
	if err != nil {
		return "", nil, err
	}
	if r.State != model.ReviewPending {
		return "", nil, errApplied
	}
	if len(s.overtaken(r)) == 0 {
		return id, nil, nil
	}
	p, err := s.proposal(id, st)
	if err != nil {
		return "", nil, err
	}
	live, err := s.live.ReadTree(ctx)
	if err != nil {
		return "", nil, err
	}
	v := reviewed(p, r)
	next, moved, err := hunk.Rebase(hunk.Review{Base: p.Base, Proposed: p.Proposed, Whole: v.Whole, Check: p.Check, Ruling: v.Ruling()}, live)
	if err != nil {
		return "", nil, fmt.Errorf("refresh the review: %w", err)
	}
	if len(next.Whole) == 0 {
		return "", nil, errNothingLeft
	}
	p.ID = NewID(d.now())
	p.Base, p.Proposed, p.Check = next.Base, next.Proposed, next.Check
	if st.Kind != model.KindFolder {
		_, _, p.Check.Audit = audit.Tree(p.Proposed, d.now())
		p.Check.Loss = evidence.Loss(p.Base, p.Proposed, next.Whole)
	}
	lines := refreshed(moved)
	p.Report = append(p.Report, lines...)
	fresh := newRecord(p, next.Whole)
	fresh.Replaces = id
	fresh.rule(next.Ruling)
	shapedChanges, check, err := shaped(next.Whole, p.Check, next.Ruling.Shape)
	if err != nil {
		return "", nil, fmt.Errorf("refresh the review: %w", err)
	}
	fresh.Hunks, fresh.Flagged = hunk.Total(shapedChanges), hunk.Flagged(shapedChanges, check)
	return p.ID, lines, s.exchange(id, p, fresh)
}

// refreshed says what became of a review.
func refreshed(m hunk.Moved) []string {
	lines := []string{"made anew from the notes as they are now"}
	if m.Done > 0 {
		lines = append(lines, model.Count(m.Done, "change")+" stand there already and left the review")
	}
	if n := len(m.Clashes); n > 0 {
		lines = append(lines, model.Count(n, "hunk")+" clash with what was written since: both sides are shown")
	}
	if m.Open > 0 {
		lines = append(lines, model.Count(m.Open, "decided hunk")+" came out differently: decide anew")
	}
	return append(lines, m.Left...)
}

// exchange lays a proposal down in the place of another one. Its record comes first and names the old one:
// whatever a crash leaves, there is either no new proposal, or one that has all of the old.
func (s *store) exchange(old string, p model.Proposal, r *record) error {
	if err := s.write(recordPath(p.ID), r); err != nil {
		return fmt.Errorf("refresh the review: %w", err)
	}
	if err := s.write(proposalPath(p.ID), proposalToWire(p)); err != nil {
		return fmt.Errorf("refresh the review: %w", err)
	}
	return s.clear(old)
}

// successor is the proposal that was laid down in the place of one that is gone, "" if there is none.
func (s *store) successor(id string) string {
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return ""
	}
	for _, name := range names {
		var r record
		if s.read(decisionsDir+"/"+name, &r) == nil && r.Replaces == id {
			return r.ID
		}
	}
	return ""
}

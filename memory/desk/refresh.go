package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
	if errors.Is(err, errClosed) {
		if c, err := s.closedRecord(id); err == nil {
			if now, _ := s.goneOn(c); now != "" {
				return now, []string{"a later review holds this one: what was decided came along"}, nil
			}
		}
	}
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
	return s.anew(d.now(), earlier{p: p, r: r}, live)
}

// anew makes a proposal anew from the live notes, and lays it down in its place.
func (s *store) anew(now time.Time, old earlier, live model.Tree) (string, []string, error) {
	p := old.p
	v := reviewed(p, old.r)
	next, moved, err := hunk.Rebase(hunk.Review{Base: p.Base, Proposed: p.Proposed, Whole: v.Whole, Check: p.Check, Ruling: v.Ruling()}, live)
	if err != nil {
		return "", nil, fmt.Errorf("refresh the review: %w", err)
	}
	if len(next.Whole) == 0 {
		return "", nil, errNothingLeft
	}
	p.ID = NewID(now)
	p.Base, p.Proposed, p.Check = next.Base, next.Proposed, next.Check
	if p.Store.Kind != model.KindFolder {
		_, _, p.Check.Audit = audit.Tree(p.Proposed, now)
		p.Check.Loss = evidence.Loss(p.Base, p.Proposed, next.Whole)
	}
	lines := refreshed(moved, hunk.Renames(next.Whole))
	p.Report = append(p.Report, lines...)
	fresh := newRecord(p, next.Whole)
	fresh.Replaces, fresh.Holds, fresh.Later = old.r.ID, append(slices.Clip(old.r.Holds), old.r.ID), old.r.Later
	fresh.Message = old.r.Message
	if err := fresh.reruled(next.Whole, p.Check, next.Ruling); err != nil {
		return "", nil, fmt.Errorf("refresh the review: %w", err)
	}
	old.came = hunk.Carry(hunk.Review{Base: old.p.Base, Proposed: old.p.Proposed, Whole: v.Whole, Ruling: v.Ruling()},
		hunk.Review{Base: p.Base, Proposed: p.Proposed, Whole: next.Whole})
	for id, cuts := range old.r.Recut {
		if now, ok := old.came.To[id]; ok {
			fresh.Recut = union(fresh.Recut, map[string][]model.Cut{now: cuts})
		}
	}
	if err := s.lay(p, fresh); err != nil {
		return "", nil, fmt.Errorf("refresh the review: %w", err)
	}
	return p.ID, lines, s.retire(old, howRefreshed, p.ID)
}

// refreshed says what became of a review, which has these renames now.
func refreshed(m hunk.Moved, renames map[string]string) []string {
	lines := []string{"made anew from the notes as they are now"}
	if m.Done > 0 {
		lines = append(lines, model.Counted(m.Done, "change", "stands", "stand")+" there already and left the review")
	}
	clashes := func(id string) bool { _, ok := m.Clashes[id]; return ok }
	if n := len(m.Clashes) - hunk.Doubled(renames, clashes); n > 0 {
		lines = append(lines, model.Counted(n, "hunk", "clashes", "clash")+" with what was written since: both sides are shown")
	}
	if m.Open > 0 {
		lines = append(lines, model.Count(m.Open, "decided hunk")+" came out differently: decide anew")
	}
	return append(append(lines, m.Left...), m.Said...)
}

// successor is the proposal that was laid down in the place of one that is gone, "" if there is none.
func (s *store) successor(id string) string {
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return ""
	}
	for _, name := range names {
		var r record
		if s.read(decisionsDir+"/"+name, &r) == nil && slices.Contains(r.held(), id) {
			return r.ID
		}
	}
	return ""
}

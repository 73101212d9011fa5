package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// The proposals that wait for one store are one queue. A later one that has all of an earlier one takes its
// place: what was done to the hunks of the earlier is done to the same hunks of the later. The record of the
// later names the earlier before that is taken off the desk, so that a crash leaves both, and the next that
// writes here finishes it.

// later is a proposal that came after one and has a part of it: so many hunks of so many.
type later struct {
	ID    string `json:"id"`
	Stand int    `json:"stand"`
	Of    int    `json:"of"`
}

// earlier is a proposal that waited when another one was laid down.
type earlier struct {
	p    model.Proposal
	r    *record
	came hunk.Came
}

// queue lays a proposal down behind those that wait, or in the place of those of which it has all.
func (s *store) queue(p model.Proposal, changes []model.Change, r *record) error {
	held, partly := s.waiting(p, changes)
	ru := r.ruling()
	for _, e := range held {
		maps.Copy(ru.Decisions, e.came.Ruling.Decisions)
		whole := hunk.BothNotes(ru.Notes[model.WholeReview], "", e.came.Ruling.Notes[model.WholeReview])
		maps.Copy(ru.Notes, e.came.Ruling.Notes)
		ru.Notes[model.WholeReview] = whole
		maps.Copy(ru.Shape.Cuts, e.came.Ruling.Shape.Cuts)
		maps.Copy(ru.Shape.Edits, e.came.Ruling.Shape.Edits)
		r.Holds = append(append(r.Holds, e.r.Holds...), e.r.ID)
		r.Message = cmp.Or(e.r.Message, r.Message)
	}
	if len(held) > 0 {
		if err := r.reruled(changes, p.Check, ru); err != nil {
			return fmt.Errorf("lay the proposal on the desk: %w", err)
		}
	}
	if err := s.lay(p, r); err != nil {
		return err
	}
	for _, e := range held {
		if err := s.retire(e, howSuperseded, p.ID); err != nil {
			return err
		}
	}
	for _, e := range partly {
		e.r.Later = &later{p.ID, e.came.Stand, e.came.Of}
		if err := s.write(recordPath(e.r.ID), e.r); err != nil {
			return fmt.Errorf("lay the proposal on the desk: %w", err)
		}
	}
	return nil
}

// waiting are the proposals that a new one has all of, and those that it has a part of, the oldest first.
func (s *store) waiting(p model.Proposal, changes []model.Change) (held, partly []earlier) {
	touched := map[string]bool{}
	for _, c := range changes {
		touched[c.Path] = true
	}
	// One that cannot be read stays where it is; the list names it.
	_ = s.names(proposalsDir, func(id string) error {
		r, err := s.record(id)
		if err != nil || id == p.ID || slices.Contains(r.Holds, p.ID) || !follows(p.Origin, r) ||
			!slices.ContainsFunc(r.Files, func(f recordFile) bool { return touched[string(f.Path)] }) {
			return err
		}
		e, err := s.earlier(id, p, changes, r)
		switch {
		case err != nil || e.came.Stand == 0:
		case e.came.Whole:
			held = append(held, e)
		default:
			partly = append(partly, e)
		}
		return err
	})
	return held, partly
}

// earlier is a proposal with what of it stands in a later one.
func (s *store) earlier(id string, p model.Proposal, changes []model.Change, r *record) (earlier, error) {
	old, err := s.proposal(id, p.Store)
	if err != nil {
		return earlier{}, err
	}
	v := reviewed(old, r)
	return earlier{old, r, hunk.Carry(hunk.Review{Base: old.Base, Proposed: old.Proposed, Whole: v.Whole, Check: old.Check, Ruling: v.Ruling()},
		hunk.Review{Base: p.Base, Proposed: p.Proposed, Whole: changes})}, nil
}

// follows reports whether a proposal of an origin may take the place of one that waits: a dream that of a
// dream. A folder that is laid there once more takes the place of itself, as long as nothing was done to it:
// who applies it decides it then.
func follows(o model.Origin, r *record) bool {
	if r.State != model.ReviewPending {
		return false
	}
	return dreamt(o) && dreamt(r.Origin) || o == model.OriginImport && r.Origin == o && !r.begun()
}

// retire takes a proposal off the desk of which another one has taken the place.
func (s *store) retire(e earlier, how, by string) error {
	s.carry(e.r.ID, by, e.came.To)
	return s.shut(e.p, e.r, closing{At: stamped(by), How: how, By: by, Came: e.came.To})
}

// inQueue is a list without those of which others have taken the place, and with what later ones have of the
// others.
func (s *store) inQueue(ctx context.Context, infos []model.ProposalInfo, records []*record) []model.ProposalInfo {
	by := map[string]string{}
	for _, r := range records {
		for _, old := range r.held() {
			by[old] = r.ID
		}
	}
	left := false
	for i, r := range records {
		if l := r.Later; l != nil {
			infos[i].Later, infos[i].Stand, infos[i].Of = l.ID, l.Stand, l.Of
			for now, ok := by[l.ID]; ok; now, ok = by[infos[i].Later] {
				infos[i].Later = now
			}
			if !slices.ContainsFunc(infos, func(p model.ProposalInfo) bool { return p.ID == infos[i].Later }) {
				infos[i].Later, infos[i].Stand, infos[i].Of = "", 0, 0 // it is decided by now
			}
		}
		left = left || by[r.ID] != ""
	}
	if !left {
		return infos
	}
	// A crash has left them, or another program is about to take them away.
	if done, err := s.root.Lock(ctx, deskLock, 0); err == nil {
		defer done()
		_ = s.tidy() // whoever writes next tries again, and says what is wrong
	}
	return slices.DeleteFunc(infos, func(p model.ProposalInfo) bool { return by[p.ID] != "" })
}

// tidy finishes what a crash left of a proposal that took the place of others. Whoever calls it is alone at the
// desk.
func (s *store) tidy() error {
	names, err := s.root.Names(proposalsDir)
	if err != nil || len(names) < 2 {
		return err
	}
	for _, name := range names {
		var r record
		id := strings.TrimSuffix(name, ".json")
		if s.read(recordPath(id), &r) != nil {
			continue
		}
		for _, old := range r.held() {
			if !slices.Contains(names, old+".json") {
				continue
			}
			if err := s.leave(old, id, &r); err != nil {
				return err
			}
		}
	}
	return nil
}

// held are the proposals that a proposal stands in the place of.
func (r *record) held() []string {
	if r.Replaces == "" || slices.Contains(r.Holds, r.Replaces) {
		return r.Holds // one that was refreshed before there was a queue names what it replaces alone
	}
	return append(slices.Clip(r.Holds), r.Replaces)
}

// leave takes a proposal off the desk whose place another one has taken already.
func (s *store) leave(old, by string, r *record) error {
	if s.closed(old) {
		if _, err := s.closedRecord(old); err != nil {
			return err
		}
		return s.clear(old)
	}
	was, err := s.record(old)
	if err != nil {
		return err
	}
	p, err := s.proposal(by, model.Store{})
	if err != nil {
		return err
	}
	e, err := s.earlier(old, p, diff(p), was)
	if err != nil {
		return err
	}
	how := howSuperseded
	if r.Replaces == old {
		how = howRefreshed
	}
	return s.retire(e, how, by)
}

// errGoneOn says that a review goes on as another one.
var errGoneOn = errors.New("open that one")

// goneOn is the review as which a closed one goes on, and under which ids its hunks are there; "" if it was closed
// for good.
func (s *store) goneOn(c closedRecord) (id string, came map[string]string) {
	came = c.Came
	for range 1000 { // a circle would be the work of a stranger
		if c.By == "" {
			return "", nil
		}
		if !s.closed(c.By) {
			return c.By, came
		}
		next, err := s.closedRecord(c.By)
		if err != nil {
			return "", nil
		}
		then := map[string]string{}
		for from, to := range came {
			if now, ok := next.Came[to]; ok {
				then[from] = now
			}
		}
		c, came = next, then
	}
	return "", nil
}

// forward gives the review as which a closed one goes on what was done to the closed one since: a screen may have it
// open. Hunks that are no part of the other one cannot be decided there, and what others did stays, as it does in one
// review.
func (s *store) forward(id string, st model.Store, was, ru model.Ruling, turns []model.Turn) (b model.Beside, err error) {
	c, err := s.closedRecord(id)
	if err != nil {
		return b, fmt.Errorf("proposal %s: %w", id, errClosed)
	}
	now, came := s.goneOn(c)
	if now == "" {
		return b, fmt.Errorf("proposal %s: %w", id, errClosed)
	}
	r, err := s.record(now)
	if err != nil {
		return b, err
	}
	if r.State != model.ReviewPending {
		return b, errApplied
	}
	p, err := s.proposal(now, st)
	if err != nil {
		return b, err
	}
	whole := diff(p)
	at := map[string]model.Hunk{}
	for _, ch := range whole {
		for _, h := range ch.Hunks {
			if ch.RenameOf == "" || len(ru.Shape.Cuts[h.ID])+len(r.Cuts[h.ID]) == 0 {
				at[h.ID] = h
			}
		}
	}
	over, want := r.ruling(), r.ruling() // what came over as it was seen, and what is to stand there
	for _, root := range changedRoots(was, ru) {
		if root == model.WholeReview {
			over.Notes[root], want.Notes[root] = was.Notes[root], ru.Notes[root]
			continue
		}
		h, ok := at[came[root]]
		if !ok {
			return b, fmt.Errorf("review %s goes on as %s, in which this hunk is another one: %w", id, now, errGoneOn)
		}
		over, want = hunk.Handover(root, was, h, over), hunk.Handover(root, ru, h, want)
	}
	to, kept := hunk.Beside(r.Renames, r.ruling(), over, want)
	b = model.Beside{Others: true, Kept: kept}
	if err := r.reruled(whole, p.Check, to); err != nil {
		return b, fmt.Errorf("save the review: %w", err)
	}
	if err := s.write(recordPath(now), r); err != nil {
		return b, err
	}
	return b, s.turned(now, turns, came)
}

// changedRoots are the hunks of which two rulings say something else, themselves or of a piece.
func changedRoots(a, b model.Ruling) (roots []string) {
	differ := func(id string) {
		root := model.RootOf(id)
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	for _, pair := range [][2]model.Ruling{{a, b}, {b, a}} {
		x, y := pair[0], pair[1]
		for id, d := range x.Decisions {
			if y.Decisions[id] != d {
				differ(id)
			}
		}
		for id, note := range x.Notes {
			if y.Notes[id] != note {
				differ(id)
			}
		}
		for id, text := range x.Shape.Edits {
			if other, ok := y.Shape.Edits[id]; !ok || other != text {
				differ(id)
			}
		}
		for id, cuts := range x.Shape.Cuts {
			if !slices.Equal(y.Shape.Cuts[id], cuts) {
				differ(id)
			}
		}
	}
	slices.Sort(roots)
	return roots
}

package desk

import (
	"maps"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// tellOthers has the proposals that wait know what a review refused that is closed now: the same change arrives
// rejected in them, marked and with its note, as if they were proposed now.
//
// They are told when the review is closed, and not at each decision. Until then a decision is a draft, which a key
// takes back: it would have to be taken back in the others too, where somebody may have looked at it meanwhile and left
// it at that. What a person has touched there stays his. That others are not told costs a key; it is no
// reason for the review not to be closed, and so errors end here.
func (s *store) tellOthers(c *closedRecord) {
	refuses := false
	c.verdicts(func(_ model.Hunk, v verdict) { refuses = refuses || !v.accepted })
	if !refuses && len(c.Cut) == 0 {
		return
	}
	touched := map[string]bool{}
	for _, ch := range slices.Concat(c.Changes, c.Rests) {
		touched[string(ch.Path)] = true
	}
	_ = s.names(proposalsDir, func(id string) error {
		r, err := s.record(id)
		if err != nil || r.State != model.ReviewPending || !dreamt(r.Origin) ||
			!slices.ContainsFunc(r.Files, func(f recordFile) bool { return touched[string(f.Path)] }) {
			return nil // one that cannot be read is named by the list
		}
		return s.tell(r, c)
	})
}

// tell has one proposal know of a closed review.
func (s *store) tell(r *record, c *closedRecord) error {
	p, err := s.proposal(r.ID, model.Store{})
	if err != nil {
		return err
	}
	changes := diff(p)
	sums := hunk.Contents(changes)
	found := asking(changes, sums)
	found.hear(c)
	before := recalledOf(p.Check)
	ru, mine := r.ruling(), map[string]bool{}
	for _, root := range changedRoots(model.Ruling{}, ru) {
		mine[root] = true
	}
	for come, gone := range hunk.Renames(changes) {
		mine[come] = mine[come] || mine[gone]
		mine[gone] = mine[come]
	}
	cuts := found.remember(&p, changes, sums, func(id string) bool { return mine[model.RootOf(id)] || p.Check.Hunks[id].Before.Known() })
	all := recalledOf(p.Check)
	if len(all) == len(before) {
		return nil
	}
	r.Recalled, r.Recut = all, union(r.Recut, cuts)
	ru.Shape.Cuts = union(ru.Shape.Cuts, cuts)
	r.Heard, ru.Decisions = maps.Clone(r.Heard), maps.Clone(ru.Decisions)
	if r.Heard == nil {
		r.Heard = map[string]*wireRefusal{}
	}
	for _, id := range all {
		if !slices.Contains(before, id) {
			r.Heard[id], ru.Decisions[id] = refusalToWire(p.Check.Hunks[id].Before), model.Rejected
		}
	}
	if err := r.reruled(changes, p.Check, ru); err != nil {
		return err
	}
	return s.write(recordPath(r.ID), r)
}

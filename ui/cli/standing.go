package cli

import (
	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// whereabouts say of a hunk what of the lines that it takes away stands elsewhere, and what nowhere.
type whereabouts func(model.Hunk) []model.Standing

// standing looks through the notes of a review once; decisions are asked for each time.
func standing(r model.Review, decided func() (changes []model.Change, d model.Decisions)) whereabouts {
	stands := evidence.Stands(r.Proposal.Base, r.Proposal.Proposed, r.Whole)
	return func(h model.Hunk) []model.Standing {
		list, first := hunk.StandsOf(stands, r.Whole, h)
		return evidence.Standing(list, first, hunk.Roots(decided()))
	}
}

// asDecided are the decisions of a review that does not change any more.
func asDecided(r model.Review) func() ([]model.Change, model.Decisions) {
	return func() ([]model.Change, model.Decisions) { return r.Changes, r.Decisions }
}

package desk

import (
	"fmt"
	"maps"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/model"
)

// recordShape is what a person made of the hunks, on disk: where they are split, what was written in
// their place, and what was said of them. A record from before there was any of it has none.
type recordShape struct {
	Cuts  map[string][]model.Cut `json:"cuts,omitempty"`
	Edits map[string]memory.Text `json:"edits,omitempty"`
	Notes map[string]memory.Text `json:"notes,omitempty"`
}

func shapeToWire(ru model.Ruling) recordShape {
	r := recordShape{Cuts: maps.Clone(ru.Shape.Cuts), Edits: texts(ru.Shape.Edits), Notes: texts(ru.Notes)}
	maps.DeleteFunc(r.Notes, func(_ string, note memory.Text) bool { return note == "" })
	return r
}

func texts(from map[string]string) map[string]memory.Text {
	to := make(map[string]memory.Text, len(from))
	for id, text := range from {
		to[id] = memory.Text(text)
	}
	return to
}

func (r recordShape) shape() model.Shape {
	s := model.Shape{Cuts: map[string][]model.Cut{}, Edits: map[string]string{}}
	maps.Copy(s.Cuts, r.Cuts)
	for id, text := range r.Edits {
		s.Edits[id] = string(text)
	}
	return s
}

func (r recordShape) notes() map[string]string {
	notes := map[string]string{}
	for id, text := range r.Notes {
		notes[id] = string(text)
	}
	return notes
}

// sameShape reports whether two shapes make the same of every proposal.
func sameShape(a, b model.Shape) bool {
	return maps.Equal(a.Edits, b.Edits) && maps.EqualFunc(a.Cuts, b.Cuts, slices.Equal)
}

// shaped works a shape out. What a person wrote is looked through for secrets here, whatever the check
// that came with the proposal says.
func shaped(whole []model.Change, c model.Check, s model.Shape) ([]model.Change, model.Check, error) {
	return hunk.Shaped(whole, c, s, check.Surface)
}

// reviewed is a proposal with what its record says of it. What of a shape is not of this proposal is
// dropped, and the report says so: the decisions on the rest are not lost with it.
func reviewed(p model.Proposal, r *record) model.Review {
	v := model.Review{Proposal: p, Whole: diff(p), Notes: r.notes(), State: r.State}
	lost := 0
	if v.Shape, lost = hunk.Fit(v.Whole, r.shape()); lost > 0 {
		v.Proposal.Report = append(slices.Clip(p.Report),
			fmt.Sprintf("the splits and edits of %s do not fit this proposal any more and were dropped", model.Count(lost, "hunk")))
	}
	v.Changes, v.Check, _ = shaped(v.Whole, p.Check, v.Shape) // a shape that fits has no error
	v.Decisions = r.decisions(v.Changes)
	v.Decisions = hunk.Joined(hunk.Renames(v.Whole), v.Ruling(), v.Ruling()).Decisions
	return v
}

// errOther says that a review holds other hunks than its proposal.
var errOther = fmt.Errorf("what was reviewed is not what lies on the desk; open the review again")

// derived works a review out anew from what lies on the desk and what was done to it: its hunks, its
// judgement and the bytes behind them are never taken from whoever asks. It fails where that gives other
// hunks than those that were seen, and where somebody else decided meanwhile. What it does decide is decided of both
// halves of a rename.
func (s *store) derived(r model.Review, rec *record) (model.Review, error) {
	p, err := s.proposal(r.Proposal.ID, r.Proposal.Store)
	if err != nil {
		return r, err
	}
	out := model.Review{Proposal: p, Whole: diff(p), Decisions: r.Decisions, Shape: r.Shape, Notes: r.Notes, State: rec.State}
	if rec.State == model.ReviewUncommitted {
		// What is written was decided when it was written.
		out.Shape, out.Notes = rec.shape(), rec.notes()
	}
	if out.Changes, out.Check, err = shaped(out.Whole, p.Check, out.Shape); err != nil {
		return r, fmt.Errorf("%w (%w)", errOther, err)
	}
	if rec.State == model.ReviewUncommitted {
		out.Decisions = rec.decisions(out.Changes)
		if r.State != rec.State && !sameAccepted(out.Changes, r.Decisions, out.Decisions) {
			// Another program was faster, and wrote something else than what was decided here.
			return r, errApplied
		}
		return out, nil
	}
	if !slices.EqualFunc(r.Changes, out.Changes, sameChange) {
		return r, errOther
	}
	said, all := rec.ruling(), hunk.Renames(out.Whole)
	out.Decisions = hunk.Joined(all, said, out.Ruling()).Decisions
	if !holds(out.Ruling(), hunk.Joined(all, said, said)) {
		return r, errBeside
	}
	if r.Seen != nil {
		seen := hunk.Joined(all, *r.Seen, *r.Seen)
		if !hunk.Same(ofHunks(out.Changes, seen), ofHunks(out.Changes, hunk.Joined(all, said, said))) {
			return r, errBeside // also of what somebody took back
		}
	}
	return out, nil
}

// sameAccepted reports whether two people accept the same.
func sameAccepted(changes []model.Change, a, b model.Decisions) bool {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if (a[h.ID] == model.Accepted) != (b[h.ID] == model.Accepted) {
				return false
			}
		}
	}
	return true
}

// sameChange reports whether two changes do the same to a file, hunk by hunk.
func sameChange(a, b model.Change) bool {
	return a.Path == b.Path && a.Status == b.Status && slices.EqualFunc(a.Hunks, b.Hunks, func(a, b model.Hunk) bool {
		return a.ID == b.ID && a.Kind == b.Kind && a.Of == b.Of && a.Skip == b.Skip && a.OldStart == b.OldStart &&
			a.OldMode == b.OldMode && a.NewMode == b.NewMode && slices.Equal(a.Removed, b.Removed) && slices.Equal(a.Added, b.Added)
	})
}

package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// What is refused of a hunk that was split is known again by the hunk: where the same one is proposed once more, it
// arrives split as it was, with the same pieces rejected. (Of one of which another part was carried out something else
// is left to be proposed: that are the rests.)

// closedCut is how a hunk of a closed review was split. Its pieces stand among the changes, in order.
type closedCut struct {
	Hunk string      `json:"hunk"`
	Sum  string      `json:"sum"`
	Cuts []model.Cut `json:"cuts"`
}

// recut is the last that was said of the pieces of a hunk: Refused is by their order, the zero value where one was
// not refused.
type recut struct {
	at      time.Time
	cuts    []model.Cut
	refused []model.PastRefusal
}

// cutsOf are the hunks of a review that were split and not refused as a whole.
func cutsOf(v model.Review) (out []closedCut) {
	var sums map[string]content
	for _, c := range v.Whole {
		for _, h := range c.Hunks {
			cuts, ok := v.Shape.Cuts[h.ID]
			if !ok || !slices.ContainsFunc(piecesOf(v.Changes, h.ID), func(p model.Hunk) bool { return v.Decisions[p.ID] != model.Rejected }) {
				continue
			}
			if sums == nil {
				sums = hunk.Contents(v.Whole)
			}
			sum := sums[h.ID]
			out = append(out, closedCut{h.ID, hex.EncodeToString(sum[:]), cuts})
		}
	}
	return out
}

// piecesOf are the pieces of a hunk, in the order of the changes; of a rename also the new name.
func piecesOf(changes []model.Change, root string) (out []model.Hunk) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.Of == root {
				out = append(out, h)
			}
		}
	}
	return out
}

// recuts hands out how hunks were split, and what was refused of their pieces.
func (c *closedRecord) recuts(take func(sum content, is recut)) {
	if !dreamt(c.Origin) {
		return
	}
	for _, cut := range c.Cut {
		var sum content
		if n, err := hex.Decode(sum[:], []byte(cut.Sum)); err != nil || n != sha256.Size {
			continue
		}
		is := recut{at: c.At, cuts: cut.Cuts}
		for _, ch := range c.Changes {
			for _, h := range ch.Hunks {
				if h.Of != cut.Hunk {
					continue
				}
				r := model.PastRefusal{}
				if c.Decisions[h.ID] == model.Rejected.String() {
					r = c.refusal(h)
				}
				is.refused = append(is.refused, r)
			}
		}
		take(sum, is)
	}
}

// split makes of hunks what was said of their pieces, and returns the cuts. It marks the pieces in a check. Only is
// which hunks are asked for.
func (v verdicts) split(changes []model.Change, sums map[string]content, only func(model.Hunk, recut) bool, mark func(string, model.PastRefusal)) map[string][]model.Cut {
	cuts := map[string][]model.Cut{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			is, ok := v.cut[sums[h.ID]]
			if !ok || !slices.ContainsFunc(is.refused, model.PastRefusal.Known) || !only(h, is) {
				continue
			}
			shaped, err := hunk.Reshape(changes, model.Shape{Cuts: map[string][]model.Cut{h.ID: is.cuts}})
			pieces := piecesOf(shaped, h.ID)
			if err != nil || len(pieces) != len(is.refused) {
				continue // a record that does not fit costs a memory, and no proposal
			}
			cuts[h.ID] = is.cuts
			for i, p := range pieces {
				if is.refused[i].Known() {
					mark(p.ID, is.refused[i])
				}
			}
		}
	}
	return cuts
}

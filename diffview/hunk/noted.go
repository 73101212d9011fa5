package hunk

import (
	"strings"

	"dreamgate/model"
)

// noted gives the notes of hunks that did not come through to those that take their place: what a person wrote about
// a change is still to be read where it is decided anew. Where nothing takes their place the notes are returned, each
// with what it was on. Base is what the hunks were of, live what the fresh ones are.
func noted(r Review, gone []model.Hunk, fresh map[string][]model.Hunk, live model.Tree, to model.Ruling) (said []string) {
	was := renames(r.Whole)
	for _, h := range gone {
		var notes []string
		for _, whole := range was[h.ID].parts(h, r.Ruling.Shape) {
			for _, p := range partsOf(whole, r.Ruling.Shape) {
				if note := r.Ruling.Notes[p.id]; p.id != "" && note != "" {
					notes = append(notes, note)
				}
			}
		}
		if len(notes) == 0 {
			continue
		}
		if len(fresh[h.Path]) == 0 {
			for _, note := range notes {
				said = append(said, "your note on "+h.Path+" has no hunk any more: "+strings.ReplaceAll(note, "\n", "; "))
			}
			continue
		}
		id := instead(h, fresh[h.Path], r.Base, live)
		for _, note := range notes {
			to.Notes[id] = BothNotes(to.Notes[id], "", note)
		}
	}
	return said
}

// withWhole is a review with what was said of the whole of the one that it was.
func withWhole(next, was Review) Review {
	if note := was.Ruling.Notes[model.WholeReview]; note != "" {
		next.Ruling.Notes[model.WholeReview] = note
	}
	return next
}

// instead is the id of the hunk that takes the place of one: that which lies over its lines, as these stand in the
// file now, else the next to them.
func instead(h model.Hunk, fresh []model.Hunk, base, live model.Tree) string {
	from, to := above(h), below(h)
	a, b := from, to
	for _, r := range runs(Lines(base[h.Path].Data), Lines(live[h.Path].Data)) {
		// What touches the lines belongs to them: there both sides may have changed the same.
		if r.a0 <= from {
			a = from + r.b1 - r.a1
			if from <= r.a1 {
				a = r.b0
			}
		}
		if r.a0 <= to {
			b = max(to+r.b1-r.a1, r.b1)
		}
	}
	best, far := fresh[0].ID, -1
	for _, n := range fresh {
		if d := max(0, above(n)-b, a-below(n)); far < 0 || d < far {
			best, far = n.ID, d
		}
	}
	return best
}

// decided counts what was decided of a hunk and of its pieces.
func decided(ru model.Ruling, h model.Hunk) (n int) {
	for _, p := range partsOf(h, ru.Shape) {
		if p.id != "" && ru.Decisions[p.id] != model.Undecided {
			n++
		}
	}
	return n
}

package hunk

import (
	"maps"

	"dreamgate/model"
)

// State is where the hunks of a file, or of a review, stand together.
type State int

// The states. Part covers everything between: some hunks undecided, or decided in both ways.
const (
	Open State = iota
	Part
	AllAccepted
	AllRejected
)

// Tally counts hunks by decision.
type Tally struct{ Accepted, Rejected, Undecided int }

// Hunks is the number of hunks counted.
func (t Tally) Hunks() int { return t.Accepted + t.Rejected + t.Undecided }

// Decided is the number of hunks accepted or rejected.
func (t Tally) Decided() int { return t.Accepted + t.Rejected }

// State says where the hunks stand together; none at all are open.
func (t Tally) State() State {
	switch {
	case t.Decided() == 0:
		return Open
	case t.Accepted == t.Hunks():
		return AllAccepted
	case t.Rejected == t.Hunks():
		return AllRejected
	}
	return Part
}

// Count tallies the hunks of one file.
func Count(c model.Change, d model.Decisions) (t Tally) {
	for _, h := range c.Hunks {
		switch d[h.ID] {
		case model.Accepted:
			t.Accepted++
		case model.Rejected:
			t.Rejected++
		default:
			t.Undecided++
		}
	}
	return t
}

// Counts tallies a review: all of it, and each file in the order of changes.
func Counts(changes []model.Change, d model.Decisions) (all Tally, files []Tally) {
	files = make([]Tally, len(changes))
	for i, c := range changes {
		t := Count(c, d)
		files[i] = t
		all.Accepted += t.Accepted
		all.Rejected += t.Rejected
		all.Undecided += t.Undecided
	}
	return all, files
}

// Roots returns decisions with those of hunks that are split, where all pieces of one are decided in one way.
func Roots(changes []model.Change, d model.Decisions) model.Decisions {
	out, mixed := maps.Clone(d), map[string]bool{}
	if out == nil {
		out = model.Decisions{}
	}
	for _, c := range changes {
		for _, h := range c.Hunks {
			if h.Of == "" {
				continue
			}
			if was, seen := out[h.Of]; seen && was != d[h.ID] {
				mixed[h.Of] = true
			}
			out[h.Of] = d[h.ID]
		}
	}
	maps.DeleteFunc(out, func(id string, _ model.Decision) bool { return mixed[id] })
	return out
}

// Total is the number of hunks of a review.
func Total(changes []model.Change) (n int) {
	for _, c := range changes {
		n += len(c.Hunks)
	}
	return n
}

// Flagged is the number of hunks that carry a flag.
func Flagged(changes []model.Change, check model.Check) (n int) {
	for _, c := range changes {
		for _, h := range c.Hunks {
			if len(check.Hunks[h.ID].Flags) > 0 {
				n++
			}
		}
	}
	return n
}

// Size is the number of lines that the hunks of a change take away and add. A binary file has none.
func Size(c model.Change) (removed, added int) {
	for _, h := range c.Hunks {
		if !IsBinary(h) {
			removed += len(h.Removed)
			added += len(h.Added)
		}
	}
	return removed, added
}

package hunk

import (
	"maps"
	"slices"

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

// Tally counts changes by decision.
type Tally struct{ Accepted, Rejected, Undecided int }

// Hunks is the number of changes counted: hunks, of which the two of a rename are one.
func (t Tally) Hunks() int { return t.Accepted + t.Rejected + t.Undecided }

// Decided is the number of those accepted or rejected.
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

// add counts one change more.
func (t *Tally) add(d model.Decision) {
	switch d {
	case model.Accepted:
		t.Accepted++
	case model.Rejected:
		t.Rejected++
	default:
		t.Undecided++
	}
}

// Counts tallies a review: all of it, and each file in the order of changes. A rename counts as one change of the file
// that it makes.
func Counts(changes []model.Change, d model.Decisions) (all Tally, files []Tally) {
	files = make([]Tally, len(changes))
	for i, one := range Ones(changes) {
		is := Decided(d, one)
		all.add(is)
		files[i].add(is)
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

// Total is the number of changes of a review that are decided apart.
func Total(changes []model.Change) (n int) {
	for range Ones(changes) {
		n++
	}
	return n
}

// Files is the number of files of a review: one that goes on under another name is one.
func Files(changes []model.Change) int { return len(changes) - len(goesOn(changes)) }

// Flagged is the number of changes that carry a flag.
func Flagged(changes []model.Change, check model.Check) int {
	return having(changes, check, func(e model.Evidence) bool { return len(e.Flags) > 0 })
}

// Refused is the number of changes that were refused in an earlier review.
func Refused(changes []model.Change, check model.Check) int {
	return having(changes, check, func(e model.Evidence) bool { return e.Before.Known() })
}

// having is the number of changes of which something is known.
func having(changes []model.Change, check model.Check, is func(model.Evidence) bool) (n int) {
	for _, one := range Ones(changes) {
		if slices.ContainsFunc(one, func(h model.Hunk) bool { return is(check.Hunks[h.ID]) }) {
			n++
		}
	}
	return n
}

// Size is the number of lines that the hunks of a change take away and add. A binary file has none, and pieces of one
// line are one line, however it is split.
func Size(c model.Change) (removed, added int) {
	for i, h := range c.Hunks {
		if IsBinary(h) {
			continue
		}
		removed += len(h.Removed)
		added += len(h.Added)
		if i == 0 || h.Skip == 0 || h.Of != c.Hunks[i-1].Of {
			continue
		}
		before := c.Hunks[i-1]
		if len(h.Removed) > 0 && len(before.Removed) > 0 {
			removed--
		}
		if len(h.Added) > 0 && len(before.Added) > 0 {
			added--
		}
	}
	return removed, added
}

// Rewritten is the number of lines that go and come in the text of a file that gets another name: it is the same file,
// so that its other lines do neither. From and to are the deletion and the addition, in any shape.
func Rewritten(from, to model.Change) (removed, added int) {
	if IsName(to.Hunks[0]) {
		return Size(model.Change{Hunks: slices.Concat(from.Hunks[1:], to.Hunks[1:])})
	}
	old, new := from.Hunks[0], to.Hunks[0]
	if IsBinary(old) || IsBinary(new) {
		return 0, 0
	}
	for _, r := range runs(old.Removed, new.Added) {
		removed, added = removed+r.a1-r.a0, added+r.b1-r.b0
	}
	return removed, added
}

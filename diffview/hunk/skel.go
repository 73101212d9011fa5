package hunk

import "dreamgate/model"

// Diff lists what the proposed tree changes in the base, sorted by path. Links, pipes and files too
// large to hold, on either side, are never part of a proposal.
func Diff(base, proposed model.Tree) []model.Change { return nil }

// Apply returns the base with the accepted hunks, byte for byte.
func Apply(base model.Tree, changes []model.Change, d model.Decisions) (model.Tree, error) {
	return nil, nil
}

// Selected returns the changes reduced to their accepted hunks.
func Selected(changes []model.Change, d model.Decisions) []model.Change { return nil }

// Unified writes the changes as a patch that `git apply` takes.
func Unified(base model.Tree, changes []model.Change) []byte { return nil }

// Span is a piece of a line, in bytes.
type Span struct{ Start, End int }

// Words returns what differs between two lines.
func Words(old, new string) (o, n []Span) { return nil, nil }

// Lines splits a file into lines with their ends.
func Lines(data []byte) []string { return nil }

// IsBinary reports whether a hunk's text is not for reading.
func IsBinary(h model.Hunk) bool { return false }

// State is where the hunks of a file, or of a review, stand together.
type State int

// The states.
const (
	Open State = iota
	Part
	AllAccepted
	AllRejected
)

// Tally counts hunks by decision.
type Tally struct{ Accepted, Rejected, Undecided int }

// Hunks is the number of hunks counted.
func (t Tally) Hunks() int { return 0 }

// Decided is the number of hunks accepted or rejected.
func (t Tally) Decided() int { return 0 }

// State says where they stand together.
func (t Tally) State() State { return Open }

// Count tallies one file.
func Count(c model.Change, d model.Decisions) Tally { return Tally{} }

// Counts tallies a review: all of it, and each file in the order of changes.
func Counts(changes []model.Change, d model.Decisions) (all Tally, files []Tally) { return }

// Size is the number of lines that a change takes away and adds.
func Size(c model.Change) (removed, added int) { return 0, 0 }

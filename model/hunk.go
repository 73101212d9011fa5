package model

import (
	"io/fs"
	"strings"
)

// ChangeStatus says what a proposal does to one file.
type ChangeStatus string

// The statuses, spelled as the JSON of `check` spells them.
const (
	Modified ChangeStatus = "modified"
	Added    ChangeStatus = "added"
	Deleted  ChangeStatus = "deleted"
	Emptied  ChangeStatus = "emptied"
	Binary   ChangeStatus = "binary"
	ModeOnly ChangeStatus = "mode"
)

// Change is what a proposal does to one file: its hunks, in file order.
type Change struct {
	Path   string
	Status ChangeStatus
	// RenameOf is, for an added file, the deleted file whose text it carries on; "" if none.
	RenameOf string
	Hunks    []Hunk
}

// HunkKind says how a hunk is applied and shown.
type HunkKind string

// A text hunk is one maximal run of changed lines; each of the other kinds is the whole file.
const (
	HunkText    HunkKind = "text"
	HunkMode    HunkKind = "mode"
	HunkAdded   HunkKind = "added"
	HunkDeleted HunkKind = "deleted"
	HunkEmptied HunkKind = "emptied"
	HunkBinary  HunkKind = "binary"
)

// Hunk is the smallest change that is decided by itself.
type Hunk struct {
	// ID comes from path, content and place: the same change has the same id after a restart.
	ID   string
	Path string
	Kind HunkKind
	// Group counts from 1 in the file; hunks parted only by blank lines share one.
	Group int
	// OldStart and NewStart count lines from 1. For a pure insertion OldStart is the line before
	// it, for a pure removal NewStart is; 0 at the top of the file.
	OldStart, NewStart int
	// Removed and Added hold whole lines with their ends, byte for byte. Only LF ends a line.
	Removed, Added []string
	// OldMode and NewMode are set for every kind; they differ for HunkMode.
	OldMode, NewMode fs.FileMode
	// Of is the hunk that this is a piece of, "" for a whole one. A piece may begin or end inside a
	// line: Skip is the number of bytes of its first line, which is OldStart, that stand before it.
	Of   string
	Skip int
	// Edited says that a person wrote the added side.
	Edited bool
}

// Removes reports whether accepting the hunk takes a whole file's text away.
func (h Hunk) Removes() bool { return h.Kind == HunkDeleted || h.Kind == HunkEmptied }

// Remark says what is to be known of a hunk that a person wrote, "" of any other.
func (h Hunk) Remark() string {
	switch {
	case !h.Edited:
		return ""
	case len(h.Added) > 0:
		return "edited: your words are not checked, only what is left of the proposal's"
	case h.Kind == HunkAdded:
		return "edited to nothing: the new file would be empty"
	case len(h.Removed) == 0:
		return "edited to nothing: it changes nothing"
	}
	return "edited to nothing: what was there goes, and nothing takes its place"
}

// RootOf is the hunk that an id belongs to: its own, or that which a piece is of.
func RootOf(id string) string {
	root, _, _ := strings.Cut(id, ".")
	return root
}

// Cut is a place at which a hunk is split: so many bytes of its removed text, and so many of its added
// text, stand before it.
type Cut struct {
	Old int `json:"old"`
	New int `json:"new"`
}

// Shape is what a person made of the hunks of a proposal before deciding them.
type Shape struct {
	// Cuts split the hunk of that id, in ascending order.
	Cuts map[string][]Cut `json:"cuts,omitempty"`
	// Edits are the added sides that a person wrote, by the id of a hunk or of a piece.
	Edits map[string]string `json:"edits,omitempty"`
}

// Shaped reports whether anything was split or edited.
func (s Shape) Shaped() bool { return len(s.Cuts)+len(s.Edits) > 0 }

// Ruling is all that a person did in a review.
type Ruling struct {
	Decisions Decisions
	Shape     Shape
	// Notes are what was said of hunks and pieces, by id, and under WholeReview of the review.
	Notes map[string]string
}

// WholeReview stands in the place of an id for what was said of a review as a whole. No hunk has it.
const WholeReview = "review"

// Step is what one key or one command did in a review: what it found of the hunks that it changed, and what it left.
type Step struct {
	// ID names it among the steps of its review, What says what it did, and Place is a hunk at which, "" for the whole.
	ID, What, Place string
	// Both name the same hunks, undecided ones as well.
	Was, Is Ruling
}

// Reshapes reports whether a step split, joined or edited hunks.
func (s Step) Reshapes() bool { return s.Was.Shape.Shaped() || s.Is.Shape.Shaped() }

// Turn is a step that was done just now, or again, or was taken back.
type Turn struct {
	Step   Step
	Undone bool
}

// Steps are those of a review, the last one last; Gone are those that were taken back. Sitting begins the ids of what
// is done by who reads them now.
type Steps struct {
	Done, Gone []Step
	Sitting    string
}

// Decision is what a person said of a hunk. Undecided is not accepted.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	Accepted
	Rejected
)

// String is the word used in JSON and on the screen.
func (d Decision) String() string { return [...]string{"undecided", "accepted", "rejected"}[d] }

// DecisionOf is the decision that a word stands for; any other word is none.
func DecisionOf(word string) Decision {
	switch word {
	case Accepted.String():
		return Accepted
	case Rejected.String():
		return Rejected
	}
	return Undecided
}

// Decisions are the decisions of a review by hunk id; absent means undecided.
type Decisions map[string]Decision

package model

import "time"

// AgeSource tells where a note's age comes from.
type AgeSource string

// The sources of an age. The file's time is the weakest: any copy changes it.
const (
	AgeUnknown  AgeSource = "unknown"
	AgeModified AgeSource = "modified"
	AgeCommit   AgeSource = "commit"
	AgeMtime    AgeSource = "mtime"
)

// Age is when a note last changed, and how that is known.
type Age struct {
	At     time.Time
	Source AgeSource
	Commit string
}

// By says in words where the age comes from, "" if it is not known. It is printable.
func (a Age) By() string {
	switch a.Source {
	case AgeModified:
		return "by its own stamp"
	case AgeCommit:
		return "by commit " + PrintableLine(a.Commit[:min(len(a.Commit), 7)])
	case AgeMtime:
		return "by the file's time"
	}
	return ""
}

// Origin session states.
const (
	EvidenceUnknown = "unknown"
	EvidenceHere    = "here"
	EvidenceGoing   = "going"
	EvidenceGone    = "gone"
)

// EvidenceBadge says whether the session that a note came from can still be read.
type EvidenceBadge struct {
	State string
	// Days until the agent sweeps it, for EvidenceGoing.
	Days int
	// Reason is one sentence for the badge's key.
	Reason string
}

// What became of something that a note names.
const (
	RealityHolds   = "holds"
	RealityGone    = "gone"
	RealityUnknown = "unknown"
)

// Reality says whether what a note names is still in its project.
type Reality struct {
	// Known says that the project was looked at.
	Known  bool
	Claims []RealityClaim
}

// Count is the number of claims with a state.
func (r Reality) Count(state string) int {
	n := 0
	for _, c := range r.Claims {
		if c.State == state {
			n++
		}
	}
	return n
}

// RealityClaim is one thing that a note says is in the project.
type RealityClaim struct {
	// Kind is what it looks like: path, script, command, manager (of packages), dependency.
	Kind  string `json:"kind"`
	Token string `json:"token"`
	// Line counts from 1 in the note's file.
	Line  int    `json:"line"`
	State string `json:"state"`
	// Path is where it stands in the project, or stood before it went.
	Path string `json:"path"`
	// Commit took it away, at the time At; "" where that is not known.
	Commit string `json:"commit"`
	// To is where it went, "" if nowhere.
	To string    `json:"to"`
	At time.Time `json:"-"`
	// Reason is one sentence for the badge's key. It is not yet printable.
	Reason string `json:"reason"`
}

// Use says how often sessions read a note.
type Use struct {
	// Known says that the transcripts were looked through.
	Known bool
	Reads int
	// Last is zero if it was never read.
	Last time.Time
	// Since says that it was read after it last changed.
	Since bool
}

// Rewrites says how often a dream has rewritten a note.
type Rewrites struct {
	// Known says that there is a history to count in.
	Known bool
	Count int
	Last  time.Time
}

// How two notes belong together.
const (
	LinksTo    = "links to"
	LinkedFrom = "linked from"
	SameThings = "same things"
)

// Relation is a note that belongs to another one.
type Relation struct {
	Path string
	Way  string
	// Words are the rare words and names that both hold, for SameThings.
	Words []string
}

// Badges are what one glance tells of a note. Reality, Use, Rewrites and Relations take longer to
// learn than the note takes to read, and are unknown until they are.
type Badges struct {
	Age       Age
	Evidence  EvidenceBadge
	Findings  int
	Worst     Severity
	Reality   Reality
	Use       Use
	Rewrites  Rewrites
	Relations []Relation
}

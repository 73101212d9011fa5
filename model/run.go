package model

import "time"

// Stage is a part of a dream.
type Stage string

// The stages of a dream, in order.
const (
	StageOrient      Stage = "orient"
	StageGather      Stage = "gather"
	StageConsolidate Stage = "consolidate"
	StagePrune       Stage = "prune"
)

// Stages lists them in order.
var Stages = []Stage{StageOrient, StageGather, StageConsolidate, StagePrune}

// Event is one step of a run, as an engine tells it. Zero fields say nothing.
type Event struct {
	Stage Stage
	// Text is one line: what is being done. It is not yet printable.
	Text string
	// File is a path below the memory that was touched.
	File string
	// Remark is a sentence for the report of the run.
	Remark string
	// Tokens and Cost (US dollars) are totals so far.
	Tokens int
	Cost   float64
	// Model is the one that answers, where that is known by now.
	Model string
	// Progress is how much of a known total is behind.
	Progress Progress
}

// Progress is how much of something is done, where all of it is known.
type Progress struct {
	Done, Total int
	// Unit is what is counted, in the singular.
	Unit string
}

// Known reports whether there is a total.
func (p Progress) Known() bool { return p.Total > 0 }

// Share is the part that is done, from 0 to 1.
func (p Progress) Share() float64 {
	if !p.Known() {
		return 0
	}
	return min(1, float64(max(0, p.Done))/float64(p.Total))
}

// String is "12 of 80 sessions".
func (p Progress) String() string { return Number(p.Done) + " of " + Count(p.Total, p.Unit) }

// RunState is where a run stands.
type RunState string

// The states of a run. Only ready has a proposal; only ready and unchanged move the books.
const (
	// RunWaiting is for another dream of the same memory, which Note names; nothing has begun.
	RunWaiting    RunState = "waiting"
	RunRunning    RunState = "running"
	RunCancelling RunState = "cancelling"
	RunCancelled  RunState = "cancelled"
	RunFailed     RunState = "failed"
	RunReady      RunState = "ready"
	RunUnchanged  RunState = "unchanged"
)

// Done reports whether the run has ended.
func (s RunState) Done() bool { return s != RunWaiting && !s.Works() }

// Works reports whether the run has begun and not ended.
func (s RunState) Works() bool { return s == RunRunning || s == RunCancelling }

// Run is a dream as the task panel lists it.
type Run struct {
	ID     string
	Store  Store
	Engine string
	// Extract says that it only takes down what sessions said.
	Extract bool
	State   RunState
	// Free says that another program does the work, and goes on whatever becomes of this one.
	Free    bool `json:"-"`
	Started time.Time
	Ended   time.Time
	Stage   Stage
	// StageAt holds when each stage began.
	StageAt map[Stage]time.Time
	// Progress is that of the stage, while the run is at work.
	Progress Progress
	// Last is the last step; Log the latest steps, oldest first, bounded.
	Last  string
	Log   []string
	Files []string
	// Sessions, Lines and LeftOut count what was gathered.
	Sessions, Lines, LeftOut int
	Tokens                   int
	Cost                     float64
	// Model is the one that was asked, "" if none was or that is not known.
	Model string
	// Proposal, Hunks, Flagged and Loss are set when a review is ready.
	Proposal       string
	Hunks, Flagged int
	// Refused are the hunks that were refused before, and arrived so.
	Refused int
	Loss    Loss
	// Note is one sentence about the end: why it failed, that nothing was changed.
	Note string
	// Report are the faults and remarks of the run.
	Report []string
}

// Way is how an engine works.
type Way string

// The ways: by rules alone, by asking a model with the tools that there are for it, by a program that may do
// anything with what it is given.
const (
	WayRules   Way = "rules"
	WayService Way = "service"
	WayProgram Way = "program"
)

// Engine describes an engine for a choice.
type Engine struct {
	Name, About string
	// Remote says that notes leave the machine.
	Remote bool
	// Model is the name of the model that it asks, "" if it asks none or chooses by itself.
	Model string
	// Why says why it cannot be used here; "" if it can.
	Why string
	// Way is how it works.
	Way Way
	// Origin is that of its proposals; "" means OriginModel.
	Origin Origin
}

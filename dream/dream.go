// Package dream runs a consolidation pass: gates, lock, scratch copy, engine, check of what the
// engine left, proposal. It writes in the temp folder and in the state folder of the store, and
// never in the memory directory.
package dream

import (
	"context"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// Caps bound a run.
type Caps struct {
	// Time is for the whole run of the engine, Silence for the time without any event.
	Time, Silence time.Duration
	// NoteBytes and TotalBytes bound one proposed file and all of them; Files their number.
	NoteBytes, TotalBytes int64
	Files                 int
	// DigestBytes bounds the digest of the gathered transcripts.
	DigestBytes int64
}

// DefaultCaps are generous for people and small for a runaway.
var DefaultCaps = Caps{
	Time: 30 * time.Minute, Silence: 5 * time.Minute,
	NoteBytes: 1 << 20, TotalBytes: 64 << 20, Files: 20000, DigestBytes: 8 << 20,
}

// Request is a dream without a store: where to read, and with what.
type Request struct {
	// Memory is the directory to read; it is never written. Transcripts hold its sessions.
	Memory      string
	Transcripts []string
	// Repo is the project's working directory, "" if unknown: the check looks claims up in it.
	Repo   string
	Engine engine.Engine
	Now    time.Time
	// Zone is the user's; nil means time.Local.
	Zone *time.Location
	// Caps at zero means DefaultCaps.
	Caps Caps
	// Emit hears of each step; nil is allowed.
	Emit func(model.Event)
}

// Result is what a run left.
type Result struct {
	// Proposal has no id and no store; Base and Proposed are equal if Unchanged.
	Proposal  model.Proposal
	Changes   []model.Change
	Unchanged bool
	// Sessions, Lines and LeftOut count what was gathered.
	Sessions, Lines, LeftOut int
	// Log holds the steps of the run, oldest first, bounded.
	Log []string
}

// Propose runs an engine on a scratch copy and judges what it left. It is stateless: no lock, no
// books, no git, no desk. The scratch is gone when it returns.
func Propose(ctx context.Context, r Request) (Result, error) { return Result{}, nil }

// WriteOut leaves the proposed notes in dir (new or empty), with memory.diff, CHANGES.md and
// run.log beside them.
func WriteOut(dir string, r Result) error { return nil }

// Sweep deletes what crashed runs left, in all stores, and returns a line for each thing done.
func Sweep(ctx context.Context) []string { return nil }

// Gate is one condition of an unattended dream, with its figures.
type Gate struct {
	// Name is "time", "scan", "sessions", "lock" or "pending".
	Name string `json:"name"`
	Open bool   `json:"open"`
	// Have and Need are the figures that were compared, for people.
	Have string `json:"have"`
	Need string `json:"need"`
	// Reason is one sentence.
	Reason string `json:"reason"`
	// LastRun is set for "time": when a dream last ran, ours or the agent's own.
	LastRun time.Time `json:"last_run,omitzero"`
}

// Gates measures whether an unattended dream of a store would start now, cheapest first. All are
// measured; a dream starts if every one is open. A manual dream asks only for the lock.
func Gates(ctx context.Context, store model.Store, now time.Time) ([]Gate, error) { return nil, nil }

// Desk is what a Dreamer needs of the desk that keeps proposals.
type Desk interface {
	Propose(ctx context.Context, p model.Proposal) (string, error)
	List(ctx context.Context, s model.Store) ([]model.ProposalInfo, error)
}

// Options are the parts of a Dreamer.
type Options struct {
	Engines []engine.Engine
	Desk    Desk
	// Now is the clock; nil means time.Now. Zone is the user's; nil means time.Local.
	Now  func() time.Time
	Zone *time.Location
	// Caps at zero means DefaultCaps.
	Caps Caps
}

// Dreamer starts runs in the background and keeps account of them.
type Dreamer struct{ opt Options }

// New returns a Dreamer. What earlier sessions recorded is loaded in the background.
func New(o Options) *Dreamer { return &Dreamer{opt: o} }

// Engines describes the engines, in the order of Options.
func (d *Dreamer) Engines() []model.Engine { return nil }

// Start begins a manual dream of a store. It returns at once; the error says why none was started.
// The run goes on until it ends by itself, or Cancel, Close or the end of ctx.
func (d *Dreamer) Start(ctx context.Context, s model.Store, engine string) (model.Run, error) {
	return model.Run{}, nil
}

// Runs returns deep copies of all known runs, newest first.
func (d *Dreamer) Runs() []model.Run { return nil }

// Changed carries a signal after any run changed; signals are coalesced.
func (d *Dreamer) Changed() <-chan struct{} { return nil }

// Cancel ends a run. Its state is cancelling until everything of it is gone.
func (d *Dreamer) Cancel(id string) {}

// Wait returns a run when it is done, or the error of ctx.
func (d *Dreamer) Wait(ctx context.Context, id string) (model.Run, error) { return model.Run{}, nil }

// Close cancels all runs and waits until nothing of them is left.
func (d *Dreamer) Close() {}

// Package engine says what a dream asks of the thing that does the thinking: one small interface,
// one package an engine below this one. An engine sees a scratch folder and nothing else; what it
// leaves there is checked by the caller, not trusted.
package engine

import (
	"context"
	"errors"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Names of what lies in a scratch folder. An engine may write below MemoryDir and ChangesFile only.
const (
	// MemoryDir holds a verbatim copy of the notes.
	MemoryDir = "memory"
	// TranscriptsDir holds the digest of the gathered sessions, one <session>.txt each.
	TranscriptsDir = transcript.DigestDir
	// AuditFile lists what the audit found, a line each.
	AuditFile = "AUDIT.md"
	// CommitsFile lists the last commits of the projects, a line each; there is none without a repository.
	CommitsFile = "COMMITS.md"
	// ChangesFile is where the engine says why: `- <path>: <what> [<session>:<line>, ...]`.
	ChangesFile = "CHANGES.md"
	// TempDir is the only temporary folder that a program started by an engine is told of.
	TempDir = "tmp"
)

// ErrSilent is the cause of a context that was ended because an engine said nothing for too long,
// ErrTimeout of one that ran into the cap on the whole run.
var (
	ErrSilent  = errors.New("the engine was silent for too long")
	ErrTimeout = errors.New("the run took too long")
)

// Job is one run's input.
type Job struct {
	// Dir is the absolute path of the scratch folder.
	Dir string
	// Prompt says what is wanted, for engines that can read.
	Prompt string
	// Closed are folders in which a program that the engine starts is to change nothing, as far as the
	// system can see to that: the live notes, what bears them out, and our own books.
	Closed []string
	// Zone is the user's, in which "yesterday" is meant.
	Zone *time.Location
	// Projects are the working directories that the memory belongs to; none if unknown.
	Projects []string
	// Extract asks only for what the sessions add to the notes: what they do not speak of stays, however
	// untidy it is.
	Extract bool
	// Limits are for the engine to keep; time and silence are watched by who runs it.
	Limits Limits
}

// Limits bound what a run with a model may take. A field at zero is no limit.
type Limits struct {
	// Turns are answers of the model, Money is in US dollars and counts only where a price is known.
	Turns int
	Money float64
	// Input is how much of the scratch folder may be sent, in bytes: a file that is read twice is
	// sent twice.
	Input int64
}

// Engine turns a scratch copy of a memory into a better one.
type Engine interface {
	// About describes the engine for a choice; it is cheap and starts nothing.
	About() model.Engine
	// Run works until it is done or ctx ends, and returns only when nothing it started is left.
	// A nil error means that the work is whole; whether anything was changed is for the caller
	// to see. emit may be called from one goroutine at a time and never blocks.
	Run(ctx context.Context, job Job, emit func(model.Event)) error
}

// Tooled is an engine that tells its model of tools. Tools is the text of that, which goes with each request.
type Tooled interface{ Tools() []byte }

// Unconfirmed is an error of a run that ended in good order but gave no sign of its own that the
// work is whole: it counts as done only if it visibly changed something. A program that meets a
// limit and still ends with code 0 leaves exactly this picture.
type Unconfirmed struct {
	// Words are the last things the engine said, "" if it said nothing.
	Words string
}

// Error says what was missing.
func (u *Unconfirmed) Error() string {
	if u.Words == "" {
		return "it ended without a word and without a result"
	}
	return "it ended without a result and said: " + u.Words
}

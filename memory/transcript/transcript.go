// Package transcript reads the sessions of a coding agent: JSONL files of which a few percent are
// conversation.
package transcript

import (
	"context"
	"io"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// File is one transcript on disk.
type File struct {
	// Path is where it lies; Session its name without .jsonl.
	Path, Session string
	Size          int64
	ModTime       time.Time
	// Sidechain is true for the transcript of a subagent.
	Sidechain bool
}

// Line is one piece of conversation: a raw line can give several, all with the same N.
type Line struct {
	Session string
	// N is the raw line of the file, from 1.
	N     int
	Trust model.Trust
	// Time is the message's own stamp, zero if it has none.
	Time      time.Time
	Text      string
	Cwd       string
	Sidechain bool
}

// Source is the line as the evidence rules take it.
func (l Line) Source() model.Source {
	return model.Source{Session: l.Session, Line: l.N, Trust: l.Trust, Time: l.Time, Text: l.Text}
}

// Stats says what a scan met.
type Stats struct {
	// Lines counts raw lines.
	Lines int
	// Damaged are the lines that are no JSON, TooLong those that were skipped for their length;
	// both bounded. Incomplete is a last line without its end that cannot be read, else 0.
	Damaged, TooLong []int
	Incomplete       int
}

// Remarks are lines for people about what could not be read.
func (s Stats) Remarks() []string { return nil }

// At describes the transcript at one path.
func At(path string) (File, error) { return File{}, nil }

// Files lists the transcripts in folders, and remarks on what was left out.
func Files(dirs []string) ([]File, []string, error) { return nil, nil, nil }

// Scan hands every piece of conversation of a file to fn, in order.
func Scan(ctx context.Context, f File, fn func(Line) error) (Stats, error) { return Stats{}, nil }

// Cwds returns the first working directory that a transcript names.
func Cwds(ctx context.Context, f File) (string, error) { return "", nil }

// Hit is one line that holds the words of a search.
type Hit struct {
	Line
	// Snippet is the text around the hit, short and on one line; not yet printable.
	Snippet string
	// Remark is set, with all else but Session and N empty, for a line that could not be read.
	Remark string
}

// Search hands every hit of a query to fn, file by file.
func Search(ctx context.Context, files []File, query string, fn func(Hit) error) error { return nil }

// DigestOptions bound a digest.
type DigestOptions struct {
	// Max is the size of all files together in bytes; 0 means the default.
	Max int64
	// Since leaves out messages from before; zero takes all.
	Since time.Time
	// Words are those of the notes: over the bound, lines that hold rare ones stay.
	Words []string
}

// DigestReport says what a digest holds.
type DigestReport struct {
	Sessions, Lines, LeftOut int
	Bytes                    int64
	// Files are the written paths below the root.
	Files []string
	// Remarks name what was left out or could not be read.
	Remarks []string
}

// Digest writes transcripts/<session>.txt below dst.
func Digest(ctx context.Context, files []File, opt DigestOptions, dst *memory.Root) (DigestReport, error) {
	return DigestReport{}, nil
}

// DigestLine is one line of a digest.
type DigestLine struct {
	Line
	// Piece counts from 1 the parts of a long line; 0 for a whole one.
	Piece int
}

// ReadDigest reads a digest file back.
func ReadDigest(r io.Reader) (lines []DigestLine, err error) { return nil, nil }

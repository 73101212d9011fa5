package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
)

// Line is one block of conversation. A raw line can give several, all with the same N.
type Line struct {
	Session string
	// N is the raw line of the file, from 1, bookkeeping and blank lines counted.
	N int
	// Offset is where that line begins in the file, in bytes.
	Offset int64
	Trust  model.Trust
	// Call marks a tool call of the agent; its text begins with "$ ".
	Call bool
	// Time is the message's own stamp, zero if it has none.
	Time time.Time
	// Text is what was said, without what the agent inserted. It is not yet printable.
	Text string
	// Cwd is the working directory at that moment.
	Cwd       string
	Sidechain bool
}

// Source is the line as the evidence rules take it.
func (l Line) Source() model.Source {
	return model.Source{Session: l.Session, Line: l.N, Trust: l.Trust, Call: l.Call, Time: l.Time, Text: l.Text}
}

// Stats says what a scan met.
type Stats struct {
	// Lines counts raw lines, blank ones too.
	Lines int
	// Damaged are the lines that are no JSON, TooLong those skipped for their length. Each names
	// at most the first hundred; the counts are whole.
	Damaged, TooLong           []int
	DamagedCount, TooLongCount int
	// Incomplete is a last line that has no end and is no JSON yet: a session that is being
	// written. 0 if there is none.
	Incomplete int
	// Own says that the session is a dream, of this program or of another one, of which nothing was read.
	Own bool
}

const namedLines = 100

// damaged counts a line that is no JSON.
func (s *Stats) damaged(n int) {
	s.DamagedCount++
	if len(s.Damaged) < namedLines {
		s.Damaged = append(s.Damaged, n)
	}
}

// tooLong counts a line that was skipped for its length.
func (s *Stats) tooLong(n int) {
	s.TooLongCount++
	if len(s.TooLong) < namedLines {
		s.TooLong = append(s.TooLong, n)
	}
}

// known leaves out of the lines that were skipped for their length those of which something better is told.
func (s *Stats) known(lines []int) {
	s.TooLong = slices.DeleteFunc(s.TooLong, func(n int) bool { return slices.Contains(lines, n) })
	s.TooLongCount -= min(s.TooLongCount, len(lines))
}

// Remarks are lines for people about what could not be read; none if all was.
func (s Stats) Remarks() []string {
	var out []string
	if s.DamagedCount > 0 {
		out = append(out, numbered("damaged", s.Damaged, s.DamagedCount))
	}
	if s.TooLongCount > 0 {
		out = append(out, numbered("too long, skipped", s.TooLong, s.TooLongCount))
	}
	if s.Incomplete > 0 {
		out = append(out, fmt.Sprintf("line %d is incomplete: still being written", s.Incomplete))
	}
	return out
}

// numbered writes "line 2 is ..." or "lines 2, 5 and 9 more are ...".
func numbered(what string, lines []int, count int) string {
	if count == 1 {
		return fmt.Sprintf("line %d is %s", lines[0], what)
	}
	shown := lines[:min(len(lines), 8)]
	words := make([]string, len(shown))
	for i, n := range shown {
		words[i] = strconv.Itoa(n)
	}
	list := strings.Join(words, ", ")
	if more := count - len(shown); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return "lines " + list + " are " + what
}

// Scan hands every block of conversation of a file to fn, in order, and stops at fn's error. What
// cannot be read is skipped and counted: a damaged line never ends the reading. It ends where the file
// ended when it was listed: a session that goes on writing would keep its reader for ever, and what is
// noted of it as read must be what was read.
func Scan(ctx context.Context, f File, fn func(Line) error) (Stats, error) {
	file, err := open(f)
	if err != nil {
		return Stats{}, fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	defer file.Close()
	stats, err := scanLines(newLineReader(ctx, io.LimitReader(file, f.Size)), f, fn)
	if err != nil {
		return stats, fmt.Errorf("read transcript %s: %w", f.Session, err)
	}
	return stats, nil
}

// scanLines hands every block of conversation of a stream to fn.
func scanLines(lines lineSource, f File, fn func(Line) error) (Stats, error) {
	s := scanner{file: f}
	err := s.records(lines, func(at Line, said []speech) error {
		for _, speech := range said {
			at.Trust, at.Call, at.Text = speech.trust, speech.call, speech.text()
			if at.Text == "" {
				continue
			}
			if err := fn(at); err != nil {
				return err
			}
		}
		return nil
	})
	return s.Stats, err
}

// scanner goes through the records of one file.
type scanner struct {
	Stats
	file File
	// started says that a record was read, asked that somebody spoke: whose session it is, is known then.
	started, asked bool
	queue          queue
}

// records is the loop over a stream; fn gets what is said in each record of the conversation, and where. A
// line is looked at in rising order of cost: its length, what a sieve said of it, the bytes of its type, and
// only then its structure. One that is not decoded is still counted and looked at for damage.
func (s *scanner) records(lines lineSource, fn func(at Line, said []speech) error) error {
	at := Line{Session: s.file.Session}
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s.Lines = line.n
		switch {
		case line.long:
			s.tooLong(line.n)
			continue
		// Until somebody has spoken a sieve decides nothing: a dream is told by its prompt. To look for the
		// type takes longer than to parse, but most of what no sieve has passed is of another one.
		case line.refused && s.asked || !line.passed && !quick(line.data):
			s.unread(line)
			continue
		}
		r, ok := parse(line.data)
		if !ok {
			switch {
			case line.passed && !quick(line.data):
				s.unread(line)
			case !notObject(line.data):
				s.broken(line)
			}
			continue
		}
		r.sidechain = r.sidechain || s.file.Sidechain
		if s.Own = s.own(r); s.Own {
			return nil
		}
		at.N, at.Offset, at.Time, at.Cwd, at.Sidechain = line.n, line.at, r.when(), r.cwd, r.sidechain
		if err := fn(at, s.queue.once(r, r.said())); err != nil {
			return err
		}
	}
}

// own reports whether a record tells that the session is a dream.
func (s *scanner) own(r record) bool {
	if !s.started && ours(r.cwd) {
		return true
	}
	s.started = true
	if s.asked {
		return false
	}
	prompt, spoke := r.prompt()
	s.asked = spoke
	return spoke && r.dreams(prompt)
}

// unread looks at a line that is not decoded for damage. What is cut off in its midst may yet turn out to be
// anybody's words.
func (s *Stats) unread(line rawLine) {
	if damaged(line.data) || line.open && !whole(line.data) {
		s.broken(line)
	}
}

// broken counts a line that is no JSON: a last one without an end is still being written.
func (s *Stats) broken(line rawLine) {
	if line.open {
		s.Incomplete = line.n
		return
	}
	s.damaged(line.n)
}

// notObject reports whether a line is a JSON value of another kind: skipped, but not damaged.
func notObject(line []byte) bool {
	c := cursor{b: line}
	return c.peek() != '{' && c.skip() && c.atEnd()
}

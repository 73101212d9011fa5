package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"dreamgate/memory/phrase"
)

// Place is a line of a transcript: its number, and where it begins in the file.
type Place struct {
	N      int
	Offset int64
}

// lookBack is how much of a file is read before a place, in bytes: lines that nobody said are long.
const lookBack = 4 << 20

// errEnough ends a scan that has what it was for.
var errEnough = errors.New("enough")

// heldAround is how much is read on each side of the words of a text that is too long to be held, in bytes.
const heldAround = 8 << 10

// Around reads the blocks of conversation at a place, and of those before and after it at most so many.
// It reports whether there are more on each side. Where the line at the place is too long to be held, its text is
// what stands around the words; another line that is longer than any that is read is one without a speaker and a
// text. A file in which no line begins at the place any more is an error.
func Around(ctx context.Context, f File, at Place, words string, before, after int) (lines []Line, more [2]bool, err error) {
	file, err := open(f)
	if err != nil {
		return nil, more, err
	}
	defer file.Close()
	start := max(0, at.Offset-lookBack)
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return nil, more, err
	}
	reader := &opened{lineReader: newLineReader(ctx, file), file: file, at: at.Offset, finder: newFinder(phrase.New(words))}
	reader.base = start
	if start > 0 {
		// What is left of the line in which the reading begins is none.
		more[0] = true
		if _, err := reader.next(); err != nil && !errors.Is(err, io.EOF) {
			return nil, more, err
		}
	}
	found, left := false, after
	// Lines are counted from where the reading began; the place tells how many came before.
	skipped := 0
	err = reader.lines(f, func(l Line) error {
		switch {
		case l.Offset == at.Offset:
			found, skipped = true, at.N-l.N
		case l.Offset < at.Offset:
			if len(lines) == before {
				lines, more[0] = lines[:copy(lines, lines[1:])], true
			}
		case left == 0 || !found:
			more[1] = true
			return errEnough
		default:
			left--
		}
		lines = append(lines, l)
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, more, err
	}
	if !found {
		return nil, more, fmt.Errorf("nothing is said in line %d any more: search again", at.N)
	}
	lines = reader.unread(lines)
	for i := range lines {
		lines[i].N += skipped
	}
	return lines, more, nil
}

// opened reads lines, and the one at a place also if it is too long to be held.
type opened struct {
	*lineReader
	file   io.ReaderAt
	at     int64
	finder *finder
	// long is the line that was given last, if it was condensed.
	long longLine
	// skipped are the lines that were not given because of their length.
	skipped []Place
}

// mostSkipped bounds the lines that are named for their length.
const mostSkipped = 100

// unread puts a line without a speaker in the place of each between the others that was skipped for its length.
func (o *opened) unread(lines []Line) []Line {
	for _, p := range o.skipped {
		at := slices.IndexFunc(lines, func(l Line) bool { return l.Offset > p.Offset })
		if at > 0 {
			lines = slices.Insert(lines, at, Line{Session: lines[at].Session, N: p.N, Offset: p.Offset})
		}
	}
	return lines
}

// next returns the next line, or io.EOF.
func (o *opened) next() (rawLine, error) {
	o.long = longLine{}
	line, err := o.lineReader.next()
	if err != nil || !line.long {
		return line, err
	}
	if line.at != o.at {
		// Those nearest to the place are the last before it and the first behind it.
		if len(o.skipped) == mostSkipped && line.at < o.at {
			o.skipped = o.skipped[1:]
		}
		if len(o.skipped) < mostSkipped {
			o.skipped = append(o.skipped, Place{line.n, line.at})
		}
		return line, nil
	}
	end := o.base + int64(o.start)
	if !line.open {
		end--
	}
	data, spans, err := condense(o.ctx, o.file, span{line.at, end}, keptString)
	switch {
	case errors.Is(err, errTangled):
		return line, nil
	case err == nil:
		line.data, line.long, o.long = data, false, longLine{o.file, spans}
	}
	return line, err
}

// lines hands every block of conversation to fn.
func (o *opened) lines(f File, fn func(Line) error) error {
	scan := scanner{file: f}
	return scan.records(o, func(at Line, said []speech) error {
		for _, s := range said {
			var err error
			at.Trust, at.Call = s.trust, s.call
			if at.Text, err = o.text(s); err != nil {
				return err
			}
			if at.Text == "" {
				continue
			}
			if err := fn(at); err != nil {
				return err
			}
		}
		return nil
	})
}

// text is that of a speech, or what stands around the words in it.
func (o *opened) text(s speech) (string, error) {
	if !o.long.holds(s) {
		return s.text(), nil
	}
	text, at, ok, err := o.finder.far(s, o.long, [2]int{heldAround, heldAround})
	if errors.Is(err, errTangled) || err == nil && !ok {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	// Where far has let text go there is more than this.
	from, to := max(0, at[0]-heldAround), min(len(text), at[1]+heldAround)
	cut := strings.ToValidUTF8(string(text[from:to]), "")
	if from > 0 {
		cut = "…" + cut
	}
	if to < len(text) {
		cut += "…"
	}
	return cut, nil
}

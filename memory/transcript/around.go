package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// Around reads the blocks of conversation at a place, and of those before and after it at most so many.
// It reports whether there are more on each side. A file in which no line begins at the place any more is
// an error.
func Around(ctx context.Context, f File, at Place, before, after int) (lines []Line, more [2]bool, err error) {
	file, err := open(f)
	if err != nil {
		return nil, more, err
	}
	defer file.Close()
	start := max(0, at.Offset-lookBack)
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return nil, more, err
	}
	reader := newLineReader(ctx, file)
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
	_, err = scanLines(reader, f, func(l Line) error {
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
	for i := range lines {
		lines[i].N += skipped
	}
	return lines, more, nil
}

package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// blockSize is how much is sifted at once, in bytes: it stays in the processor's cache while it is gone
// through for each letter that is looked for.
const blockSize = 256 << 10

// sifter reads a stream in blocks of whole lines and says of each line whether it passes a sieve. It
// gives the lines of lineReader, and may be used for one stream after the other.
type sifter struct {
	ctx   context.Context
	r     io.Reader
	sieve *sieve
	// step is how much is read at once, limit the longest line that is read.
	step, limit int
	// buf holds the block of whole lines, of which those from start on are still to be given, and what
	// was read behind it, from block to end.
	buf               []byte
	start, block, end int
	// marks are the places found in the block, of which those in the lines still to be given are left.
	found, marks []int
	n            int
	base         int64
	eof          bool
	// longAt is where a line began that is longer than the limit, -1 outside of one, and passed says whether
	// it passes the sieve.
	longAt int64
	passed bool
	// long is what the line that was given last was cut down to, keep the length up to which a string is left in
	// one, mayHold are the numbers of those of which too little would be left.
	long    longLine
	keep    int
	mayHold []int
}

// siftedLine is the longest line that is held, in bytes. A longer one that passes is condensed.
const siftedLine = 2 << 20

func newSifter(s *sieve) *sifter {
	return &sifter{sieve: s, step: blockSize, limit: siftedLine, keep: keptString, buf: make([]byte, blockSize)}
}

// begin turns to a part of a file.
func (s *sifter) begin(ctx context.Context, file io.ReaderAt, p part) {
	r := io.NewSectionReader(file, p.from.Offset, p.to.Offset-p.from.Offset)
	*s = sifter{ctx: ctx, r: r, sieve: s.sieve, step: s.step, limit: s.limit, keep: s.keep, buf: s.buf, found: s.found, longAt: -1}
	s.long.file, s.n, s.base = file, max(0, p.from.N-1), p.from.Offset
}

// next returns the next line, or io.EOF.
func (s *sifter) next() (rawLine, error) {
	s.long.spans = nil
	for s.start == s.block {
		line, done, err := s.fill()
		if done || err != nil {
			return line, err
		}
	}
	s.n++
	line := rawLine{n: s.n, at: s.base + int64(s.start)}
	end := lineEnd(s.buf[:s.block], s.start)
	line.data, line.open = s.buf[s.start:end], end == s.block
	line.passed = !s.sieve.all() && len(s.marks) > 0 && s.marks[0] <= end
	line.refused = !s.sieve.all() && !line.passed
	for len(s.marks) > 0 && s.marks[0] <= end {
		s.marks = s.marks[1:]
	}
	s.start = min(end+1, s.block)
	if len(line.data) > s.limit {
		return s.condensed(line, s.base+int64(end))
	}
	if line.n == 1 {
		line.data = bytes.TrimPrefix(line.data, bom)
	}
	return line, nil
}

// condensed gives a long line that ends at a place as what is left of it when it is condensed, and one that
// was refused empty.
func (s *sifter) condensed(line rawLine, end int64) (rawLine, error) {
	line.data = nil
	if line.refused {
		return line, nil
	}
	data, spans, err := condense(s.ctx, s.long.file, span{line.at, end}, s.keep)
	if errors.Is(err, errTangled) {
		line.long, s.mayHold = true, append(s.mayHold, line.n)
		return line, nil
	}
	if line.n == 1 {
		data = bytes.TrimPrefix(data, bom)
	}
	line.data, line.passed, s.long.spans = data, true, spans
	return line, err
}

// fill reads until there is a block of whole lines. It reports done with a line of its own where that is
// over, whose bytes were let go, and with io.EOF at the end.
func (s *sifter) fill() (line rawLine, done bool, err error) {
	s.shift(s.block)
	for {
		if err := s.ctx.Err(); err != nil {
			return line, true, err
		}
		if s.end == len(s.buf) && s.longAt < 0 {
			s.grow()
		}
		n, err := s.r.Read(s.buf[s.end:min(len(s.buf), s.end+s.step)])
		seen := s.end
		s.end += n
		s.eof = errors.Is(err, io.EOF)
		if err != nil && !s.eof {
			return line, true, err
		}
		switch at := lastEnd(s.buf[seen:s.end]); {
		case s.longAt >= 0:
			if line, done, err = s.ended(seen); !done {
				continue
			}
			return line, true, err
		case at >= 0:
			s.take(seen + at + 1)
			return line, false, nil
		case s.eof && s.end == 0:
			return line, true, io.EOF
		case s.eof:
			s.take(s.end)
			return line, false, nil
		case s.end > s.limit:
			s.longAt, s.passed = s.base, false
			s.letGo(s.end)
		}
	}
}

// take makes a block of what was read, up to end, and sifts it.
func (s *sifter) take(end int) {
	s.block = end
	if s.sieve.all() {
		return
	}
	s.found, s.marks = s.found[:0], nil
	from := 0
	for at := 0; at < end; {
		next := min(lineEnd(s.buf[:end], at)+1, end)
		if next-at >= longish && unspoken(s.buf[at:next]) {
			s.mark(from, at)
			from = next
		}
		at = next
	}
	s.mark(from, end)
	s.marks = s.found
}

// mark sifts lines of the block.
func (s *sifter) mark(from, to int) {
	if from == to {
		return
	}
	for _, at := range s.sieve.mark(s.buf[from:to]) {
		s.found = append(s.found, from+at)
	}
}

// grow makes room for a line that is longer than the buffer.
func (s *sifter) grow() {
	grown := make([]byte, min(2*len(s.buf), s.limit+s.step))
	copy(grown, s.buf[:s.end])
	s.buf = grown
}

// ended goes on in a line over the limit, and returns it when its end was read.
func (s *sifter) ended(seen int) (line rawLine, done bool, err error) {
	end := lineEnd(s.buf[:s.end], seen)
	closed := end < s.end
	if !closed && !s.eof {
		s.letGo(s.end)
		return line, false, nil
	}
	s.sift(end)
	s.n++
	line = rawLine{n: s.n, at: s.longAt, open: !closed, refused: !s.passed}
	line, err = s.condensed(line, s.base+int64(end))
	// Behind it the next lines wait, of which the last may be cut.
	rest := end
	if closed {
		rest++
	}
	s.shift(rest)
	s.longAt = -1
	if at := lastEnd(s.buf[:s.end]); at >= 0 {
		s.take(at + 1)
	}
	return line, true, err
}

// letGo sifts what is read of a long line and keeps just enough to see what stands across the cut.
func (s *sifter) letGo(end int) {
	s.sift(end)
	s.shift(end - min(s.sieve.reach(), end))
}

// mostHeld is the size of a buffer that is kept although no line needs it, in bytes.
const mostHeld = 4 << 20

// shift drops what was read before a place. What one long line took is not held for all that follow.
func (s *sifter) shift(at int) {
	to := s.buf
	if len(to) > mostHeld && s.end-at < s.step && s.longAt < 0 {
		to = make([]byte, 2*s.step)
	}
	n := copy(to, s.buf[at:s.end])
	s.buf, s.base = to, s.base+int64(at)
	s.start, s.block, s.end = 0, 0, n
}

// sift looks through a piece of a long line.
func (s *sifter) sift(end int) {
	s.passed = s.passed || s.sieve.all() || len(s.sieve.mark(s.buf[:end])) > 0
}

// lastEnd is the place of the last line end, -1 if there is none. Looking from the front is so much
// quicker than from the back that it is done for each part, the last one first.
func lastEnd(b []byte) int {
	const part = 2 << 10
	for end := len(b); end > 0; {
		start := max(0, end-part)
		if bytes.IndexByte(b[start:end], '\n') >= 0 {
			return start + bytes.LastIndexByte(b[start:end], '\n')
		}
		end = start
	}
	return -1
}

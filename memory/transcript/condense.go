package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
)

// A line that is too long to be held is condensed: what it consists of is kept, and of its long strings only
// where they stand in the file. What is condensed parses as the line does.

// stub begins the string that stands for one that was cut out; its place in the list of them follows.
const stub = '\x01'

// keptString is the length up to which a string is kept, mostCondensed the longest line that may come out, in
// bytes.
const keptString, mostCondensed = 1 << 10, 4 << 20

// longLine is what is known of a line that was condensed; of one that was not it is empty.
type longLine struct {
	file  io.ReaderAt
	spans []span
}

// cutOut returns where a string stands in the file if it was cut out of its line.
func (l longLine) cutOut(q quoted) (span, bool) {
	if len(l.spans) == 0 || len(q.raw) < 2 || q.raw[0] != stub {
		return span{}, false
	}
	n, err := strconv.Atoi(string(q.raw[1:]))
	if err != nil || n < 0 || n >= len(l.spans) {
		return span{}, false
	}
	return l.spans[n], true
}

// holds reports whether a part of a speech was cut out.
func (l longLine) holds(s speech) bool {
	return len(l.spans) > 0 && slices.ContainsFunc(s.parts, func(q quoted) bool { _, cut := l.cutOut(q); return cut })
}

// span is a string in a file: where what stands between its quotes begins and ends.
type span struct{ from, to int64 }

// errTangled says that a line consists of more parts than are held.
var errTangled = errors.New("too many parts")

// condenser goes through one line.
type condenser struct {
	// keep is the length up to which a string is kept.
	keep  int
	out   []byte
	spans []span
	depth int
	// dropping says that this is inside of a field that has no words: all but the message, and what is attached
	// in the place of one, is bookkeeping.
	dropping, message bool
	// quoted says that this is inside of a string, odd that it goes on behind a backslash. kept is where it
	// begins in out, from where in the file; long says that it is cut out.
	quoted, odd, long bool
	kept              int
	from              int64
}

// condense reads a part of a file that is one line, and keeps strings up to a length.
func condense(ctx context.Context, file io.ReaderAt, line span, keep int) ([]byte, []span, error) {
	r := io.NewSectionReader(file, line.from, line.to-line.from)
	buf := make([]byte, blockSize)
	c := condenser{keep: keep}
	for at := line.from; ; {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		n, err := r.Read(buf)
		if !c.take(buf[:n], at) {
			return nil, nil, errTangled
		}
		at += int64(n)
		if errors.Is(err, io.EOF) {
			return c.out, c.spans, nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// take goes through a piece of the line that stands at a place of the file. It reports false if there is no
// room for what is to be kept.
func (c *condenser) take(b []byte, at int64) bool {
	for i := 0; i < len(b); {
		if len(c.out) > mostCondensed || len(c.spans) > mostCondensed/16 {
			return false
		}
		if c.quoted {
			i += c.string(b[i:], at+int64(i))
			continue
		}
		c.sign(b[i])
		if i++; c.quoted {
			c.from = at + int64(i)
		}
	}
	return true
}

// sign takes a byte outside of strings.
func (c *condenser) sign(b byte) {
	switch b {
	case '"':
		c.quoted, c.odd, c.long = true, false, false
	case '}', ']':
		if c.depth--; c.depth <= 1 {
			c.dropping = false
		}
	}
	if !c.dropping {
		c.out = append(c.out, b)
	}
	c.kept = len(c.out)
	if b == '{' || b == '[' {
		if c.depth++; c.depth == 2 {
			c.dropping = !c.message
		}
	}
}

// string takes what of a piece belongs to the string, and returns its length.
func (c *condenser) string(b []byte, at int64) int {
	end, closed := c.end(b)
	if part := b[:end]; !c.dropping && !c.long {
		c.long = len(c.out)-c.kept+len(part) > c.keep || c.kept == len(c.out) && len(part) > 0 && part[0] == stub
		if c.long {
			c.out = append(c.out[:c.kept], stub)
		} else {
			c.out = append(c.out, part...)
		}
	}
	if !closed {
		return end
	}
	if c.long {
		c.out = strconv.AppendInt(c.out, int64(len(c.spans)), 10)
		c.spans = append(c.spans, span{c.from, at + int64(end)})
	}
	if c.depth == 1 {
		key := string(c.out[c.kept:])
		c.message = key == "message" || key == attachment
	}
	if c.quoted = false; !c.dropping {
		c.out = append(c.out, '"')
	}
	return end + 1
}

// end finds the quote that ends the string.
func (c *condenser) end(b []byte) (end int, closed bool) {
	for from := 0; ; {
		n := bytes.IndexByte(b[from:], '"')
		if n < 0 {
			n = len(b) - from
		}
		before := slashes(b[from : from+n])
		odd := before%2 == 1
		// Backslashes that reach to where this began go on with those before it.
		if before == n && c.odd {
			odd = !odd
		}
		if end = from + n; end == len(b) {
			c.odd = odd
			return end, false
		}
		if !odd {
			return end, true
		}
		from, c.odd = end+1, false
	}
}

package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// maxLine is the longest raw line that is read, in bytes. A longer one holds a picture or a whole
// file; it is skipped with a remark, so that memory stays bounded whatever lies on disk.
const maxLine = 16 << 20

// readSize is how much is asked of the file at once.
const readSize = 256 << 10

var bom = []byte("\xef\xbb\xbf")

// rawLine is one line of a file. Its bytes are good until the next one is read.
type rawLine struct {
	n    int
	data []byte
	// at is where it begins in the stream, in bytes.
	at int64
	// long says that the line was over the limit and data is empty; open that it has no end; refused
	// that a sieve has seen that it cannot hold what is looked for, passed that it has seen that it may.
	long, open, refused, passed bool
}

// lineSource gives the lines of a stream one by one, and at its end io.EOF.
type lineSource interface {
	next() (rawLine, error)
}

// lineReader cuts a stream into lines. Only LF ends a line: U+2028 and a lone CR are text.
type lineReader struct {
	ctx        context.Context
	r          io.Reader
	buf        []byte
	start, end int
	// n is the line that was returned last, base where the buffer begins in the stream.
	n    int
	base int64
	eof  bool
}

// newLineReader reads lines until the context ends; it is asked before each read of the stream.
func newLineReader(ctx context.Context, r io.Reader) *lineReader {
	return &lineReader{ctx: ctx, r: r, buf: make([]byte, readSize)}
}

// next returns the next line, or io.EOF.
func (l *lineReader) next() (rawLine, error) {
	line := rawLine{n: l.n + 1, at: l.base + int64(l.start)}
	seen := l.start
	for {
		if at := bytes.IndexByte(l.buf[seen:l.end], '\n'); at >= 0 {
			line.data = l.buf[l.start : seen+at]
			line.long = line.long || len(line.data) > maxLine
			l.start = seen + at + 1
			return l.finish(line), nil
		}
		if l.end-l.start > maxLine {
			line.long = true
			l.start = l.end
		}
		if l.eof {
			if l.start == l.end && !line.long {
				return rawLine{}, io.EOF
			}
			line.data, line.open = l.buf[l.start:l.end], true
			l.start = l.end
			return l.finish(line), nil
		}
		seen = l.end - l.start
		if err := l.fill(); err != nil {
			return rawLine{}, err
		}
	}
}

// finish takes the mark of the byte order off the first line: it is no part of the first record.
func (l *lineReader) finish(line rawLine) rawLine {
	l.n = line.n
	if line.long {
		line.data = nil
	}
	if line.n == 1 {
		line.data = bytes.TrimPrefix(line.data, bom)
	}
	return line
}

// fill moves what is left to the front of the buffer and reads more behind it.
func (l *lineReader) fill() error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	copy(l.buf, l.buf[l.start:l.end])
	l.base += int64(l.start)
	l.start, l.end = 0, l.end-l.start
	if len(l.buf)-l.end < readSize/2 {
		grown := make([]byte, min(2*len(l.buf), maxLine+2*readSize))
		copy(grown, l.buf[:l.end])
		l.buf = grown
	}
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	if errors.Is(err, io.EOF) {
		l.eof = true
		return nil
	}
	return err
}

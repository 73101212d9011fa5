package use

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
)

// Bounds of one transcript: the longest line that is looked into, in bytes (a call and the notes that
// are attached to a prompt take a few thousand), and the reads that are kept. Whatever lies on disk,
// memory and cache stay small.
const (
	maxLine  = 4 << 20
	maxReads = 20_000
)

// bufSize is how much is read at once, in bytes.
const bufSize = 256 << 10

// Before a transcript is gone on with, this much of its start and of what stood before the place where
// it was left must still be the same, in bytes.
const (
	headSize = 4 << 10
	tailSize = 512
)

// stream is an open transcript.
type stream interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// opener opens a transcript; a seam for tests that count.
type opener func(transcript.File) (stream, error)

func openFile(f transcript.File) (stream, error) {
	root, err := memory.OpenRoot(filepath.Dir(f.Path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Open(filepath.Base(f.Path))
}

// file returns what one transcript says, nil if it cannot be read, and whether that is news. A file of
// the same size and time is not opened.
func (c counter) file(ctx context.Context, f transcript.File, known *fileLog) (log *fileLog, news bool) {
	if known != nil && known.Size == f.Size && known.Mod == f.ModTime.UnixNano() {
		return known, false
	}
	in, err := c.open(f)
	if err != nil {
		return nil, true
	}
	defer in.Close()
	log = &fileLog{}
	if known != nil && known.Size <= f.Size && known.Head != "" && known.Head == mark(in, 0, min(known.Seen, headSize)) &&
		known.Tail == mark(in, max(0, known.Seen-tailSize), known.Seen) {
		log = known.clone()
	}
	log.Size, log.Mod = f.Size, f.ModTime.UnixNano()
	if !log.Upkeep && c.scan(ctx, f, in, log) != nil {
		return nil, true
	}
	log.Head, log.Tail = mark(in, 0, min(log.Seen, headSize)), mark(in, max(0, log.Seen-tailSize), log.Seen)
	return log, true
}

// mark names the bytes between two places, "" if they cannot be read.
func mark(in io.ReaderAt, from, to int64) string {
	b := make([]byte, to-from)
	if n, _ := in.ReadAt(b, from); n < len(b) {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// scan reads a transcript from where it was left. It is left behind its last whole line: one that is
// still being written is looked at again.
func (c counter) scan(ctx context.Context, f transcript.File, in stream, log *fileLog) error {
	from := log.Seen
	lines := &lineReader{in: bufio.NewReaderSize(io.NewSectionReader(in, from, f.Size-from), bufSize)}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		line, whole, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !log.Judged {
			c.begin(line, log)
			if log.Upkeep {
				// It stays so, however long it grows.
				log.Reads, log.Notes, log.Seen = nil, nil, from+lines.at
				return nil
			}
		}
		if mayRead(line) {
			c.reads(line, from+lines.lineAt, f, log)
		}
		if whole {
			log.Seen = from + lines.at
		}
	}
}

// begin learns from one of the first lines when and where the session was started.
func (c counter) begin(line []byte, log *fileLog) {
	cwd, at := origin(line)
	if log.Start.IsZero() {
		log.Start = at
	}
	if cwd != "" {
		log.Judged = true
		log.Upkeep = transcript.Ours(cwd) || c.Upkeep != nil && c.Upkeep(cwd)
	}
}

// reads notes what one line says.
func (c counter) reads(line []byte, at int64, f transcript.File, log *fileLog) {
	for _, r := range parse(line) {
		path := r.path
		if !filepath.IsAbs(path) && r.cwd != "" {
			path = filepath.Join(r.cwd, path)
		}
		note, ok := c.Note(path)
		if !ok || len(log.Reads) >= maxReads {
			continue
		}
		n := slices.Index(log.Notes, memory.Text(note))
		if n < 0 {
			n, log.Notes = len(log.Notes), append(log.Notes, memory.Text(note))
		}
		if r.id == "" { // the place is then the only name it has
			r.id = f.Path + "\x00" + time.Duration(at).String()
		}
		one := read{Note: n, At: millis(r.at), ID: number(r.id, note)}
		if r.recalled {
			if r.session == "" {
				r.session = f.Session
			}
			one.Session = number(r.session)
		}
		log.Reads = append(log.Reads, one)
	}
}

// lineReader cuts a stream into lines with bounded memory.
type lineReader struct {
	in *bufio.Reader
	// at is the place behind the line that was returned last, lineAt the one where it begins.
	at, lineAt int64
	long       []byte
}

// next returns the next line, good until the next call, and whether it has an end. One that is too
// long is empty.
func (l *lineReader) next() (line []byte, whole bool, err error) {
	l.lineAt = l.at
	l.long = l.long[:0]
	size := 0
	for {
		part, err := l.in.ReadSlice('\n')
		l.at += int64(len(part))
		size += len(part)
		if err == nil && size == len(part) {
			return part[:len(part)-1], true, nil
		}
		if size <= maxLine {
			l.long = append(l.long, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && size == 0:
			return nil, false, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, false, err
		case size > maxLine:
			return nil, err == nil, nil
		case err == nil:
			return l.long[:len(l.long)-1], true, nil
		}
		return l.long, false, nil
	}
}

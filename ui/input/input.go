// Package input reads the keys of a terminal so that one read ends where a key ends, and holds nothing that was
// not typed.
//
// Bubble Tea takes the end of a read for the end of a key: of an arrow or a mouse code that a slow line delivers
// in two parts the rest would be keys of their own, and "A" is one that accepts. And the answers that a terminal
// gives to what it was asked, by us or by the program before, are letters like any others to it.
//
//	input.go      the reader
//	sequence.go   where a key, a code or an answer ends
//	wait_*.go     whether more is there
package input

import (
	"bytes"
	"os"
	"time"
)

// A code that was begun is waited for, so long that no line is too slow, and a lone escape only so long that
// nobody who presses it notices.
const (
	codeWait   = 100 * time.Millisecond
	escapeWait = 25 * time.Millisecond
)

// The marks around a paste, and the key that interrupts.
const (
	pasteBegin, pasteEnd = "\x1b[200~", "\x1b[201~"
	interrupt            = 0x03
)

// longestAnswer bounds what is taken for an answer of which the end does not come, in bytes.
const longestAnswer = 64 << 10

// Terminal is the terminal as Bubble Tea reads it: a file, with reads of its own.
type Terminal struct {
	*os.File
	// more waits for something to read.
	more func(time.Duration) bool
	// open is how much of an answer came without its end, escaped says that the last read ended with a lone
	// escape, and at is when that was.
	open    int
	escaped bool
	at      time.Time
	// pasting says that a paste has begun and not ended.
	pasting bool
}

// Of reads the keys of a terminal.
func Of(file *os.File) *Terminal {
	return &Terminal{File: file, more: func(d time.Duration) bool { return ready(file, d) }}
}

// Read reads whole keys. It may return none of what was there, if that was an answer.
func (t *Terminal) Read(p []byte) (int, error) {
	n, err := t.File.Read(p)
	for err == nil && n > 0 && n < len(p) {
		wait := unfinished(p[:n])
		if wait == 0 || !t.more(wait) {
			break
		}
		var m int
		m, err = t.File.Read(p[n:])
		n += m
	}
	if n == 0 {
		return n, err
	}
	on := time.Since(t.at) < codeWait
	n = t.keys(p, n, on)
	t.at = time.Now()
	if t.pasting && n == 1 && (p[0] == esc || p[0] == interrupt) && len(p) > len(pasteEnd) {
		// The end of a paste was lost on the way: without it no key would ever do anything again.
		key := p[0]
		p[copy(p, pasteEnd)] = key
		n += len(pasteEnd)
	}
	if begin, end := bytes.LastIndex(p[:n], []byte(pasteBegin)), bytes.LastIndex(p[:n], []byte(pasteEnd)); begin != end {
		t.pasting = begin > end
	}
	return n, err
}

// keys moves what was typed to the front, and says how much that is. On says that it came right behind the
// last read.
func (t *Terminal) keys(p []byte, n int, on bool) int {
	b := p[:n]
	switch end := answerEnd(b, 0); {
	case t.open == 0:
		if head, is := answer(append([]byte{esc}, b...)); t.escaped && is == whole {
			// An escape that was given away as a key began an answer after all.
			b = b[head-1:]
		}
	case end > 0:
		b = b[end:]
	case on && t.open < longestAnswer:
		t.open += n
		return 0
	}
	t.open, t.escaped = 0, false
	w := 0
	for len(b) > 0 {
		switch end, is := answer(b); is {
		case whole:
			b = b[end:]
		case cut:
			t.open, b = len(b), nil
		default:
			// Up to the next escape nothing can begin.
			next := 1 + max(bytes.IndexByte(b[1:], esc), -1)
			if next == 0 {
				next = len(b)
			}
			w += copy(p[w:], b[:next])
			b = b[next:]
		}
	}
	t.escaped = w > 0 && p[w-1] == esc
	return w
}

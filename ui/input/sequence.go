package input

import (
	"strings"
	"time"
	"unicode/utf8"
)

const esc, bel = 0x1b, 0x07

// unfinished says how long the rest of what a read ends with is to be waited for, 0 if that is whole.
func unfinished(b []byte) time.Duration {
	for i := 0; i < len(b); {
		if b[i] != esc {
			if !utf8.FullRune(b[i:]) {
				return codeWait
			}
			_, n := utf8.DecodeRune(b[i:])
			i += n
			continue
		}
		rest := b[i:]
		if len(rest) == 1 {
			return escapeWait
		}
		switch end, is := answer(rest); is {
		case begun:
			return escapeWait
		case cut:
			return codeWait
		case whole:
			i += end
			continue
		}
		n := codeEnd(rest)
		if n == 0 {
			return codeWait
		}
		i += n
	}
	return 0
}

// codeEnd is where the code of a key or of the mouse ends, 0 if it goes on behind b.
func codeEnd(b []byte) int {
	switch b[1] {
	case 'O': // of a key of the numeric pad
		return upTo(b, 3)
	case '[':
	default:
		return 1 // an escape, and something else
	}
	if len(b) > 2 && b[2] == 'M' { // of the mouse, in the old form
		return upTo(b, 6)
	}
	if len(b) > 2 && b[2] == '[' { // of a function key of the Linux console
		return upTo(b, 4)
	}
	for i := 2; i < len(b); i++ {
		switch c := b[i]; {
		case c >= 0x40 && c <= 0x7e:
			return i + 1
		case c < 0x20 || c > 0x3f: // no code goes on like this
			return i
		}
	}
	return 0
}

// upTo is a length, 0 if there is not as much.
func upTo(b []byte, n int) int {
	if len(b) < n {
		return 0
	}
	return n
}

// state is how much of an answer there is: none, what may be the beginning of one or two keys, all but the end,
// or all.
type state int

const (
	none state = iota
	begun
	cut
	whole
)

// answer says whether b begins with an answer of the terminal, and where that ends. Who presses escape and then a
// bracket presses no number and semicolon after that.
func answer(b []byte) (end int, is state) {
	if len(b) < 2 || b[0] != esc {
		return 0, none
	}
	head := 2
	for head < len(b) && (b[head] >= '0' && b[head] <= '9' || b[1] == 'P' && b[head] == ';') {
		head++
	}
	sure := ""
	switch b[1] {
	case ']': // colours and the like: a number
		sure = ";"
	case 'P': // the name of the terminal, and what it can do
		sure = ">!+$"
	case '_': // pictures
		sure = "G"
	default:
		return 0, none
	}
	switch {
	case head == len(b):
		return head, begun
	case !strings.ContainsRune(sure, rune(b[head])), b[1] == ']' && head == 2:
		return 0, none
	}
	if end := answerEnd(b, head); end > 0 {
		return end, whole
	}
	return len(b), cut
}

// answerEnd is where the first end of an answer is behind from, 0 if there is none.
func answerEnd(b []byte, from int) int {
	for i := from; i < len(b); i++ {
		if b[i] == bel {
			return i + 1
		}
		if b[i] == esc && i+1 < len(b) && b[i+1] == '\\' {
			return i + 2
		}
	}
	return 0
}

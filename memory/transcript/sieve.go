package transcript

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"dreamgate/memory/phrase"
)

// sieve finds, in the bytes of a transcript, the lines that may hold a phrase once they are decoded. It
// is wrong at most on the side of yes, whoever wrote the file: an encoder may write any character as
// itself or as an escape. So a line passes that holds
//
//   - the anchor as it is, in any case: the longest part of the phrase that no decoding takes apart, or
//   - an escape of the anchor's rarest character, or
//   - an escape of another one of its characters beside the rarest as it is.
//
// A backslash that is itself escaped is taken for the beginning of an escape, which passes a line more
// now and then. Blocks are whole lines. A sieve is for one goroutine.
type sieve struct {
	anchor phrase.Phrase
	places *phrase.Places
	// spelled are the characters that may stand for one of the anchor's, the pivot's apart. high has
	// their upper bytes, which is what an escape begins with.
	spelled, pivot []rune
	high           [256]bool
	// latin are those of them whose upper byte is zero.
	latin [256]bool
	// seconds are the bytes that begin an escape of them behind the backslash.
	seconds []byte
	marks   []int
}

// newSieve makes the sieve of a phrase.
func newSieve(p phrase.Phrase) *sieve {
	s := &sieve{anchor: p.Longest(verbatim)}
	if s.anchor.Empty() {
		return s
	}
	s.places, s.seconds = s.anchor.In(nil), []byte{'u'}
	for _, r := range s.anchor.Runes() {
		for _, v := range phrase.Variants(r) {
			if r == s.anchor.Pivot() {
				s.pivot = append(s.pivot, v)
			}
			s.spelled = append(s.spelled, v)
			first := v
			if v >= 0x10000 {
				first, _ = utf16.EncodeRune(v)
			}
			s.high[first>>8] = true
			if v < 0x100 {
				s.latin[v] = true
			}
		}
		if r == '/' && len(s.seconds) == 1 {
			s.seconds = append(s.seconds, '/')
		}
	}
	return s
}

// verbatim reports whether a character stands in a text only if it stands, or its escape does, in the
// line: white space is any white space, quotes and backslashes are escaped always, and the rest comes
// from how calls are told, long inputs are cut and damaged bytes are replaced.
func verbatim(r rune) bool {
	switch r {
	case ' ', '"', '\\', '$', '…', utf8.RuneError:
		return false
	}
	return r > ' ' && r != 0x7f
}

// all says that every line passes: nothing of the phrase can be looked for.
func (s *sieve) all() bool { return s.anchor.Empty() }

// mark returns a place in each line that passes, in order; some lines have several. The slice is good until
// the next call.
func (s *sieve) mark(block []byte) []int {
	s.marks = s.marks[:0]
	s.plain(block)
	n, from := len(s.marks), 0
	// A line that holds the anchor as it is passes, whatever else is in it.
	for _, at := range s.marks[:n] {
		if start := bytes.LastIndexByte(block[from:at], '\n'); start >= 0 {
			s.hidden(block, from, from+start)
		}
		from = lineEnd(block, at)
	}
	s.hidden(block, from, len(block))
	if n < len(s.marks) {
		slices.Sort(s.marks)
	}
	return s.marks
}

// hidden marks the lines of a part of a block in which escapes may hide the anchor.
func (s *sieve) hidden(block []byte, from, to int) {
	for _, second := range s.seconds {
		n := len(s.marks)
		s.escaped(block[from:to], second, false)
		for i := n; i < len(s.marks); i++ {
			s.marks[i] += from
		}
	}
}

// first returns the first place in a line at which the phrase may stand, -1 if there is none.
func (s *sieve) first(line []byte) int {
	s.marks = s.marks[:0]
	s.places.Reset(line)
	at, ok := s.places.Next(0)
	if ok {
		// An escape behind it says nothing, and the rarest character is there.
		line, s.marks = line[:at[0]], append(s.marks, at[0])
	}
	for _, second := range s.seconds {
		s.escaped(line, second, ok)
	}
	if len(s.marks) == 0 {
		return -1
	}
	return slices.Min(s.marks)
}

// plain marks the lines that hold the anchor as it is.
func (s *sieve) plain(block []byte) {
	s.places.Reset(block)
	for from := 0; ; {
		at, ok := s.places.Next(from)
		if !ok {
			return
		}
		s.marks = append(s.marks, at[0])
		from = lineEnd(block, at[1])
	}
}

// escaped marks the lines in which an escape of this kind may hide the anchor. Sure says that its rarest
// character is known to stand there.
func (s *sieve) escaped(block []byte, second byte, sure bool) {
	// Up to the end of this line the rarest character was looked for in vain.
	missing := 0
	for i := 0; ; {
		// Escapes come in rows, in which the next one need not be looked for.
		if i+1 >= len(block) || block[i] != '\\' || block[i+1] != second {
			n := phrase.Pair(block[i:], '\\', second, false)
			if n < 0 {
				return
			}
			i += n
		}
		i += 2
		if second == 'u' {
			r, used := s.rune(block[i:])
			if r < 0 {
				i += used
				continue
			}
			switch {
			case slices.Contains(s.pivot, r):
			case i < missing || !slices.Contains(s.spelled, r):
				i += used
				continue
			case sure:
			default:
				end := lineEnd(block, i)
				if start := bytes.LastIndexByte(block[:i], '\n') + 1; !s.anchor.HasPivot(block[start:end]) {
					missing = end
					continue
				}
			}
		}
		s.marks = append(s.marks, i-2)
		i = lineEnd(block, i)
	}
}

// rune reads what follows \u, and how many bytes that takes; -1 for what is none of the anchor's, which most
// escapes tell by their first two digits.
func (s *sieve) rune(b []byte) (r rune, used int) {
	if len(b) < 4 {
		return -1, 0
	}
	d0, d1, d2, d3 := nibbles[b[0]], nibbles[b[1]], nibbles[b[2]], nibbles[b[3]]
	if (d0|d1|d2|d3)&noDigit != 0 {
		return -1, 0
	}
	if high := d0<<4 | d1; !s.high[high] || high == 0 && !s.latin[d2<<4|d3] {
		return -1, 4
	}
	r, _ = escapedRune(b)
	return r, 4
}

// noDigit is what nibbles has for a byte that is no hexadecimal digit, whose values are the others.
const noDigit = 0x80

var nibbles = func() (t [256]byte) {
	for i := range t {
		t[i] = noDigit
	}
	for i, c := range "0123456789abcdef" {
		t[c] = byte(i)
	}
	for i, c := range "ABCDEF" {
		t[c] = byte(10 + i)
	}
	return t
}()

// lineEnd is the place of the line end at or behind a place, the length of the block if it has none.
func lineEnd(block []byte, at int) int {
	if n := bytes.IndexByte(block[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(block)
}

// reach is the length of the longest anchor in bytes, all of it escaped: what two pieces of a line that
// is read in pieces must have in common.
func (s *sieve) reach() int {
	const longest = len(`\ud83d\ude00`)
	return longest * len(s.anchor.Runes())
}

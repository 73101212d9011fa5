package hunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a piece of a line, in bytes; Start is in it, End is not.
type Span struct{ Start, End int }

const (
	// alike is the share of text that two lines must have in common for their words to be compared.
	// Below it nearly every word would be marked, which says less than the lines alone.
	alike = 0.3
	// longestMiddle is the number of bytes between the common ends of two lines up to which words
	// are compared. A longer middle counts as changed in one piece.
	longestMiddle = 256 << 10
)

// wordLimits keep two lines below a few milliseconds whatever they hold: 8,000 words a side are compared.
var wordLimits = limits{exact: 1 << 14, most: 1 << 26}

// Words returns what of a line was taken away and what was put in its place, as spans that begin and
// end at words. Blanks count as words. Both are nil where the lines have too little in common, or
// nothing differs. The cost is bounded for lines of any length.
func Words(old, new string) (o, n []Span) {
	if old == new {
		return nil, nil
	}
	head, tail := ends(old, new)
	a, b := tokens(old[head:len(old)-tail]), tokens(new[head:len(new)-tail])
	keepA, keepB := make([]bool, len(a)), make([]bool, len(b))
	if max(len(old), len(new))-head-tail <= longestMiddle {
		seen := symbols{}
		ia, ib := seen.number(a), seen.number(b)
		keepA, keepB = align(ia, ib, len(seen), wordLimits)
	}
	same := ink(old[:head]) + ink(old[len(old)-tail:])
	all := ink(old) + ink(new)
	for i, k := range keepA {
		if k {
			same += ink(a[i])
		}
	}
	if float64(2*same) < alike*float64(all) {
		return nil, nil
	}
	bridge(a, b, keepA, keepB)
	return spans(a, keepA, head), spans(b, keepB, head)
}

// ends returns the number of bytes that two texts share at their start and at their end, in whole
// words: the ends of both lie at the edge of a word, so that they are never compared again.
func ends(old, new string) (head, tail int) {
	most := min(len(old), len(new))
	for head < most && old[head] == new[head] {
		head++
	}
	for head > 0 && (!edge(old, head) || !edge(new, head)) {
		head--
	}
	for tail < most-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	for tail > 0 && (!edge(old, len(old)-tail) || !edge(new, len(new)-tail)) {
		tail--
	}
	return head, tail
}

// edge reports whether a word of plain text begins or ends at a byte: a blank on one side and ASCII
// that is none on the other. It is stricter than tokens, which it saves from work.
func edge(s string, at int) bool {
	if at <= 0 || at >= len(s) {
		return true
	}
	return s[at-1] == ' ' && s[at] > ' ' && s[at] < utf8.RuneSelf ||
		s[at] == ' ' && s[at-1] > ' ' && s[at-1] < utf8.RuneSelf
}

// class says which runes hang together in a token.
type class int

const (
	single class = iota // a token by itself: punctuation, a letter of a script without blanks
	word
	space
	joined // belongs to the token before it, whatever that is
)

func classOf(r rune) class {
	switch {
	case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return word
	case r < utf8.RuneSelf && r > ' ':
		return single
	case unicode.IsSpace(r):
		return space
	case unicode.Is(unicode.M, r) || r == 0x200c || r == 0x200d || r >= 0x1f3fb && r <= 0x1f3ff:
		return joined
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar):
		return single
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		return word
	}
	return single
}

// tokens cuts a text into words, runs of blanks, and single signs. Bytes that are no UTF-8 are
// single; a joiner holds an emoji sequence together.
func tokens(s string) []string {
	var out []string
	from, last, glue := 0, joined, false
	for i, r := range s {
		c := classOf(r)
		switch {
		case i == 0 || c == joined || glue:
		case c == single || c != last:
			out = append(out, s[from:i])
			from = i
		}
		if c != joined {
			last = c
		}
		glue = r == 0x200d
	}
	if from < len(s) {
		out = append(out, s[from:])
	}
	return out
}

// ink is the number of bytes that are no ASCII blank: what two lines have in common counts by what
// can be seen.
func ink(s string) int { return len(s) - strings.Count(s, " ") - strings.Count(s, "\t") }

// bridge marks blanks as changed that stand between changed words on both sides: "[-a b-]" reads
// better than "[-a-] [-b-]".
func bridge(a, b []string, keepA, keepB []bool) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case !keepA[i]:
			i++
		case !keepB[j]:
			j++
		default:
			if strings.TrimSpace(a[i]) == "" && changedAt(keepA, i-1) && changedAt(keepB, j-1) &&
				changedAt(keepA, i+1) && changedAt(keepB, j+1) {
				keepA[i], keepB[j] = false, false
			}
			i, j = i+1, j+1
		}
	}
}

func changedAt(keep []bool, i int) bool { return i >= 0 && i < len(keep) && !keep[i] }

// spans lists the tokens that do not stay, neighbours in one.
func spans(tokens []string, keep []bool, at int) []Span {
	var out []Span
	for i, t := range tokens {
		if !keep[i] {
			if n := len(out); n > 0 && out[n-1].End == at {
				out[n-1].End += len(t)
			} else {
				out = append(out, Span{at, at + len(t)})
			}
		}
		at += len(t)
	}
	return out
}

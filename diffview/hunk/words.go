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
// end at words and blanks. Both are nil where the lines have too little in common, or nothing
// differs. The cost is bounded for lines of any length.
func Words(old, new string) (o, n []Span) {
	if old == new {
		return nil, nil
	}
	head, tail := ends(old, new)
	a, b := old[head:len(old)-tail], new[head:len(new)-tail]
	if max(len(a), len(b)) > longestMiddle {
		return whole(old, new, head, tail)
	}
	// Only words are compared: a blank in common would pull words apart that belong together.
	pa, pb := parse(a), parse(b)
	seen := symbols{}
	ia, ib := seen.number(pa.words), seen.number(pb.words)
	pa.stay, pb.stay = align(ia, ib, len(seen), wordLimits)
	same := ink(old[:head]) + ink(old[len(old)-tail:])
	for i, w := range pa.words {
		if pa.stay[i] {
			same += len(w)
		}
	}
	if !similar(same, ink(old)+ink(new)) {
		return nil, nil
	}
	settleGaps(&pa, &pb, head > 0, tail > 0)
	return pa.spans(head), pb.spans(head)
}

// similar reports whether enough of two texts, of all bytes together, is the same.
func similar(same, all int) bool { return float64(2*same) >= alike*float64(all) }

// whole marks all that lies between the common ends of two lines.
func whole(old, new string, head, tail int) (o, n []Span) {
	if !similar(head+tail, len(old)+len(new)) {
		return nil, nil
	}
	if to := len(old) - tail; head < to {
		o = []Span{{head, to}}
	}
	if to := len(new) - tail; head < to {
		n = []Span{{head, to}}
	}
	return o, n
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
// that is none on the other. It is stricter than parse, which it saves from work.
func edge(s string, at int) bool {
	if at <= 0 || at >= len(s) {
		return true
	}
	return s[at-1] == ' ' && s[at] > ' ' && s[at] < utf8.RuneSelf ||
		s[at] == ' ' && s[at-1] > ' ' && s[at-1] < utf8.RuneSelf
}

// class says which runes hang together in a word.
type class int

const (
	single class = iota // a word by itself: punctuation, a letter of a script without blanks
	letter
	space
	joined // belongs to the rune before it, whatever that is
)

func classOf(r rune) class {
	switch {
	case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return letter
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
		return letter
	}
	return single
}

// parsed is a text as words with the blanks between them: gaps[i] stands before words[i], and one
// more at the end; most are empty. stay and stayGap mark what is the same in the other text.
type parsed struct {
	words, gaps   []string
	stay, stayGap []bool
}

// parse cuts a text into words. Bytes that are no UTF-8 are words by themselves; a joiner holds an
// emoji sequence together.
func parse(s string) parsed {
	var p parsed
	from, last, glue := 0, space, false
	flush := func(to int) {
		if last != space {
			p.words = append(p.words, s[from:to])
		} else {
			p.gaps = append(p.gaps, s[from:to])
		}
		from = to
	}
	for i, r := range s {
		c := classOf(r)
		if c == joined && last == space {
			c = single
		}
		switch {
		case c == joined || glue && c != space: // goes on
		case last == space && c != space:
			flush(i)
		case c != last || c == single:
			flush(i)
			if c != space {
				p.gaps = append(p.gaps, "")
			}
		}
		if c != joined {
			last = c
		}
		glue = r == 0x200d
	}
	flush(len(s))
	if last != space {
		p.gaps = append(p.gaps, "")
	}
	p.stay, p.stayGap = make([]bool, len(p.words)), make([]bool, len(p.gaps))
	return p
}

// settleGaps decides which blanks stay: those beside a word that stays, if they are the same there.
// Blanks are no reason to hold two texts together, so "npm test" gives way to "pnpm check" as a
// whole. before and after say that the texts go on alike.
func settleGaps(a, b *parsed, before, after bool) {
	nextA, nextB := 0, 0 // the first gaps that have no partner yet
	match := func(i, j int) {
		if i < nextA || j < nextB {
			return
		}
		nextA, nextB = i+1, j+1
		if a.gaps[i] == b.gaps[j] {
			a.stayGap[i], b.stayGap[j] = true, true
		}
	}
	if before {
		match(0, 0)
	}
	for i, j := 0, 0; i < len(a.words) && j < len(b.words); {
		switch {
		case !a.stay[i]:
			i++
		case !b.stay[j]:
			j++
		default:
			match(i, j)
			match(i+1, j+1)
			i, j = i+1, j+1
		}
	}
	if after {
		match(len(a.words), len(b.words))
	}
}

// ink is the number of bytes that are no ASCII blank: what two lines have in common counts by what
// can be seen.
func ink(s string) int { return len(s) - strings.Count(s, " ") - strings.Count(s, "\t") }

// spans lists what does not stay, neighbours in one.
func (p *parsed) spans(at int) []Span {
	var out []Span
	add := func(s string, stays bool) {
		switch n := len(out); {
		case stays || s == "":
		case n > 0 && out[n-1].End == at:
			out[n-1].End += len(s)
		default:
			out = append(out, Span{at, at + len(s)})
		}
		at += len(s)
	}
	for i, w := range p.words {
		add(p.gaps[i], p.stayGap[i])
		add(w, p.stay[i])
	}
	add(p.gaps[len(p.words)], p.stayGap[len(p.words)])
	return out
}

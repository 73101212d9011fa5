package diffview

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// tabStop is the distance of tab stops: four, as in CommonMark.
const tabStop = 4

// tone is how a piece of a row is drawn.
type tone uint8

const (
	plain tone = iota // the tone of its side
	word              // changed
	mark              // stands for something that cannot be seen
	doubt             // a token without a source, and the sign after it
	found             // a place of the words that are looked for
	here              // that of them at which the cursor is
	quiet             // not of the file
)

// cut is a byte of a text from which on another tone holds.
type cut struct {
	at   int
	tone tone
}

// strip is a line of a file made printable.
type strip struct {
	text string
	cuts []cut
	// flags holds where in text each flag of the line begins, by its index in the input, hits the same of
	// the words that are looked for.
	flags, hits map[int]int
}

// source is a line of a file and what is known of it.
type source struct {
	// body is the line without its end; ending is drawn after it where it matters.
	body, ending string
	// lead and rest are what stands beside a piece in its line.
	lead, rest string
	// words are the changed spans of the body; known says that they were looked for, so that what
	// they leave out is unchanged.
	words []hunk.Span
	known bool
	// open and close stand around changed words on a screen without colour.
	open, close string
	// twin says that the line looks like the one it replaces.
	twin bool
	// changed says that the line comes or goes: tabs, and blanks at its end, are shown.
	changed bool
	// flags are the flagged tokens, sorted by their end.
	flags []token
	// hits are the places of the words that are looked for, from left to right; around are the signs beside
	// them on a screen without colour.
	hits   []hit
	around [2]string
}

// hit is a place of words in a body, and which it is of those in the changed lines, -1 in any other line.
type hit struct {
	start, end, index int
	here              bool
}

// token is a flagged piece of a body.
type token struct {
	index, start, end int
	sign              string
}

// printer writes one source as a strip.
type printer struct {
	source
	glyphs
	b           strings.Builder
	cuts        []cut
	flags, hits map[int]int
	// col is the cell after what is written, brackets and signs not counted: tabs keep their columns.
	// It is kept only for a line with tabs.
	col  int
	tabs bool
	// hidden are the bytes at which a letter passes for another.
	hidden map[int]bool
}

// print makes a line printable: tabs become blanks, what cannot be seen becomes a mark, changed
// blanks can be seen, and brackets stand around changed words where there is no colour.
func (s source) print(g glyphs) strip {
	if len(s.words) == 0 && len(s.flags) == 0 && len(s.hits) == 0 && s.ending == "" && s.lead == "" && s.rest == "" && simple(s.body) &&
		(!s.changed || !strings.HasSuffix(s.body, " ")) {
		return strip{text: s.body}
	}
	p := printer{source: s, glyphs: g, flags: map[int]int{}, hits: map[int]int{}, tabs: strings.Contains(s.body, "\t")}
	if !ascii(s.body) {
		p.hidden = disguised(s.body, s.twin)
	}
	if s.lead != "" {
		p.put(s.lead, quiet)
		p.col = ansi.StringWidth(s.lead)
	}
	p.pieces()
	if s.rest != "" {
		p.put(s.rest, quiet)
	}
	if s.ending != "" {
		p.put(s.ending, mark)
	}
	return strip{p.b.String(), p.cuts, p.flags, p.hits}
}

// simple reports whether a text is printable as it is.
func simple(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func (p *printer) put(s string, t tone) {
	if n := len(p.cuts); n == 0 && t != plain || n > 0 && p.cuts[n-1].tone != t {
		p.cuts = append(p.cuts, cut{p.b.Len(), t})
	}
	p.b.WriteString(s)
}

// pieces writes the body in pieces between the ends of words and flags.
func (p *printer) pieces() {
	tail := len(p.body)
	if p.changed && p.rest == "" {
		tail = len(strings.TrimRightFunc(p.body, unicode.IsSpace))
	}
	ends := []int{0, tail, len(p.body)}
	for _, w := range p.words {
		ends = append(ends, w.Start, w.End)
	}
	for _, f := range p.source.flags {
		ends = append(ends, f.start, f.end)
	}
	for _, h := range p.source.hits {
		ends = append(ends, h.start, h.end)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	words := p.words
	for i, from := range ends[:len(ends)-1] {
		to := ends[i+1]
		// A change that is nothing but blanks shows nothing unless they are drawn as signs.
		t, seen := plain, from >= tail
		if len(words) > 0 && from >= words[0].Start {
			t = word
			seen = seen || strings.TrimSpace(p.body[words[0].Start:words[0].End]) == ""
			if from == words[0].Start {
				p.put(p.open, word)
			}
		}
		if p.flagged(from) {
			t = doubt
		}
		h, in := p.within(from)
		if in {
			t = h.tone()
		}
		p.piece(from, to, t, seen)
		if in && h.end == to {
			p.put(p.beside(h, 1), t)
		}
		p.signs(to)
		if len(words) > 0 && to == words[0].End {
			p.put(p.close, word)
			words = words[1:]
		}
	}
}

// flagged reports whether a flagged token covers a place, and notes where those that begin there
// stand in the text.
func (p *printer) flagged(at int) bool {
	in := false
	for _, f := range p.source.flags {
		if f.start == at {
			p.flags[f.index] = p.b.Len()
		}
		in = in || f.start <= at && at < f.end
	}
	return in
}

// within is the place of the words that are looked for which covers a place of the body, if one does, and
// drops those before it: of one letter a long line has thousands. Where one begins is noted, and its sign written.
func (p *printer) within(at int) (hit, bool) {
	for len(p.source.hits) > 0 && p.source.hits[0].end <= at {
		p.source.hits = p.source.hits[1:]
	}
	if len(p.source.hits) == 0 || p.source.hits[0].start > at {
		return hit{}, false
	}
	h := p.source.hits[0]
	if h.start == at {
		p.hits[h.index] = p.b.Len()
		p.put(p.beside(h, 0), h.tone())
	}
	return h, true
}

// beside is the sign before or after a hit, twice at that of the cursor.
func (p *printer) beside(h hit, end int) string {
	if h.here {
		return p.around[end] + p.around[end]
	}
	return p.around[end]
}

func (h hit) tone() tone {
	if h.here {
		return here
	}
	return found
}

// signs writes the sign of each flagged token that ends at a place, equal ones once.
func (p *printer) signs(at int) {
	last := ""
	for _, f := range p.source.flags {
		if f.end == at && f.sign != last {
			p.put(f.sign, doubt)
			last = f.sign
		}
	}
}

// piece writes a part of the body in one tone. With seen, blanks are drawn as signs.
func (p *printer) piece(from, to int, t tone, seen bool) {
	for i := from; i < to; {
		j := i
		for j < to && p.body[j] < 0x7f && (p.body[j] > ' ' || p.body[j] == ' ' && !seen) {
			j++
		}
		if j > i {
			p.put(p.body[i:j], t)
			p.col += j - i
			i = j
			continue
		}
		r, n := utf8.DecodeRuneInString(p.body[i:])
		s, marked := p.glyph(i, n, r, seen)
		if marked && t != found && t != here {
			p.put(s, mark)
		} else {
			p.put(s, t)
		}
		if p.tabs {
			p.col += ansi.StringWidth(s)
		}
		i += n
	}
}

// glyph is what is drawn for one rune that is not plain ASCII, and whether it stands for something
// that could not be seen.
func (p *printer) glyph(at, n int, r rune, seen bool) (string, bool) {
	switch {
	case r == '\t':
		blanks := strings.Repeat(" ", tabStop-p.col%tabStop)
		if seen || p.changed {
			return p.tab + blanks[1:], true
		}
		return blanks, false
	case r == ' ':
		return p.blank, true
	case r == '\n':
		return "\u240a", true
	case r == utf8.RuneError && n == 1: // two such bytes differ, their substitutes do not
		return fmt.Sprintf("<%02X>", p.body[at]), true
	case p.hidden[at] || seen && unicode.Is(unicode.Zs, r):
		return fmt.Sprintf("<U+%04X>", r), true
	}
	var prev, next rune
	if at > 0 {
		prev, _ = utf8.DecodeLastRuneInString(p.body[:at])
	}
	if at+n < len(p.body) {
		next, _ = utf8.DecodeRuneInString(p.body[at+n:])
	}
	s := model.PrintableRune(prev, r, next)
	return s, s != "" && s != string(r)
}

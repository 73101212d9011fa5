package diffview

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// Styles are the roles of a diff. The zero value draws without any colour.
type Styles struct {
	// Add and Del are changed lines, AddWord and DelWord the words in them that changed.
	Add, Del, AddWord, DelWord lipgloss.Style
	// Context is an unchanged line, Gutter the line numbers, Muted what is not of the file.
	Context, Gutter, Muted lipgloss.Style
	// Found is a place of the words that are looked for, FoundHere that of the cursor.
	Found, FoundHere lipgloss.Style
	// Mark stands for what cannot be seen, Flag for a token that wants a second look. Both take the
	// ground of their line if they have none of their own.
	Mark, Flag lipgloss.Style
	// Plain shows changed words as [-x-] and {+y+}, for screens without colour.
	Plain bool
	// ASCII draws no sign of ours beyond ASCII.
	ASCII bool

	made *palette
}

// Ready returns the same styles with their colours worked out once, for drawing many hunks with them.
func (s Styles) Ready() *Styles {
	s.made = nil
	s.made = inks(&s)
	return &s
}

// Input is a hunk and how it is to be drawn.
type Input struct {
	Hunk model.Hunk
	// Flags mark their tokens, with "[?!]" after one without a source and "[!]" after any other: without the brackets
	// they would read as the note's own words.
	Flags []model.Flag
	// Before and After are lines of the base around the hunk; see Context. Lead and Tail stand in its own
	// lines beside it; see Inside.
	Before, After []string
	Lead, Tail    string
	// Find are words that are looked for: every place of them is marked, and that with the number Here among
	// those of the changed lines, from 0, in another way.
	Find string
	Here int
	// Width is in cells. Below four only the signs of the lines are drawn, at zero nothing.
	Width int
	// Wrap breaks long lines into rows, and folds away what of a very long one is unchanged. Without
	// it lines are cut, and shown from cell Left on.
	Wrap bool
	Left int
	// Sides puts what was on the left and what is on the right, where there is room for both. A hunk of a
	// whole file has one side only.
	Sides bool
	// Calm draws changed words like the rest of their line. What cannot be seen keeps its marks.
	Calm bool
	// Digits is the least width of a line number: layouts that stand above each other share it.
	Digits int
	// Styles may be nil for none.
	Styles *Styles
}

// Layout is a hunk laid out in rows. It never changes and may be kept and shared.
type Layout struct {
	in    Input
	g     glyphs
	inks  *palette
	lines []line
	rows  []row
	flags []int
	hits  []Hit
	// digits is the width of a line number, 0 if there is no room for numbers; text the width of the
	// text beside them.
	digits, text int
	// twins are the removed and the added lines that carry each other on.
	twins [][2]int
	// sides says that there are two columns of so many cells, and pairs which rows stand in them.
	sides  bool
	column int
	pairs  []pair
}

// side is what a line is: it decides sign, numbers and inks.
type side uint8

const (
	context side = iota
	removed
	added
	notice // of ours: what kind of hunk it is, that a newline is missing
)

// line is one line of the diff.
type line struct {
	strip
	side side
	// old and new are its numbers in the two files, 0 for none.
	old, new int
	// hang is how far its further rows are set in.
	hang int
	// known says that what is not marked in it is unchanged.
	known bool
	// at is its place among the lines of its side in the hunk.
	at int
	// wide says that it takes both columns where there are two.
	wide bool
}

// row is a row of a line.
type row struct {
	line  int
	first bool
	// folded holds the part of the text; cut is used instead for lines that are not wrapped.
	folded
	cut slice
}

// New lays a hunk out.
func New(in Input) *Layout {
	l := &Layout{in: in, g: unicodeGlyphs, flags: slices.Repeat([]int{-1}, len(in.Flags))}
	if in.Styles == nil {
		l.in.Styles = &Styles{Plain: true}
	}
	if l.in.Styles.ASCII {
		l.g = asciiGlyphs
	}
	if in.Width <= 0 {
		return l
	}
	l.inks = inks(l.in.Styles)
	l.collect()
	l.measure()
	for i := range l.lines {
		l.fill(i)
	}
	if l.sides {
		l.pair()
	}
	return l
}

// In is the same layout in other styles; those must agree in what they draw without colour.
func (l *Layout) In(st *Styles) *Layout {
	other := *l
	other.in.Styles, other.inks = st, inks(st)
	return &other
}

// Len is the number of rows.
func (l *Layout) Len() int {
	if l.sides {
		return len(l.pairs)
	}
	return len(l.rows)
}

// Window returns n rows from a row on, as far as there are any, each at most Width cells. Only these
// are styled.
func (l *Layout) Window(from, n int) []string {
	return l.window(from, n, func(*line) bool { return false })
}

// Chosen is Window with a mark beside the rows of some removed and some added lines, which are given as
// ranges.
func (l *Layout) Chosen(from, n int, gone, come [2]int) []string {
	return l.window(from, n, func(ln *line) bool {
		in := gone
		if ln.side == added {
			in = come
		}
		return (ln.side == removed || ln.side == added) && in[0] <= ln.at && ln.at < in[1]
	})
}

func (l *Layout) window(from, n int, chosen func(*line) bool) []string {
	from = max(0, from)
	to := min(l.Len(), from+n)
	if to <= from {
		return nil
	}
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		if l.sides {
			out = append(out, l.drawPair(l.pairs[i], chosen))
			continue
		}
		s, _ := l.draw(l.rows[i], both, chosen(&l.lines[l.rows[i].line]))
		out = append(out, s)
	}
	return out
}

// RowOf is the row at which a line of a side of the hunk begins, of the added one or of the removed one; -1
// if it has none.
func (l *Layout) RowOf(come bool, at int) int {
	for i, r := range l.rows {
		if ln := l.lines[r.line]; r.first && ln.at == at && (come && ln.side == added || !come && ln.side == removed) {
			return l.shown(i)
		}
	}
	return -1
}

// FlagRows returns, for each flag of the input, the row in which its token begins, -1 for a flag
// that marks none.
func (l *Layout) FlagRows() []int { return l.flags }

// collect lists the lines of the diff.
func (l *Layout) collect() {
	h := l.in.Hunk
	if s := l.about(h); s != "" {
		l.note(s)
	}
	if !textual(h) {
		return
	}
	old, new := place(h)
	fresh := freshFrom(h)
	before, after := l.in.Before, l.in.After
	for _, s := range Unseen(h, slices.Concat(before, after)...) {
		l.note("(" + s + ")")
	}
	ends := mixedEnds(before, h.Removed, h.Added, after)
	gone, come := l.changed(h)
	for i, s := range before {
		l.add(s, source{}, line{side: context, old: old - len(before) + i + 1, new: fresh - len(before) + i + 1}, ends)
	}
	l.beside(gone)
	l.beside(come)
	for i, s := range h.Removed {
		l.add(s, gone[i], line{side: removed, old: old + i + 1, at: i}, ends)
	}
	for i, s := range h.Added {
		l.add(s, come[i], line{side: added, new: fresh + i + 1, at: i}, ends)
	}
	for i, s := range after {
		l.add(s, source{}, line{side: context, old: new + i + 1, new: fresh + taken(h, h.Added) + i + 1}, ends)
	}
}

// textual reports whether the lines of a hunk are drawn.
func textual(h model.Hunk) bool {
	return h.Kind == model.HunkText || h.Kind != model.HunkMode && !hunk.IsBinary(h)
}

// besideCells bounds what is shown of the line beside a piece, on each side.
const besideCells = 40

// beside gives the first and the last line of a side what stands beside them.
func (l *Layout) beside(side []source) {
	if len(side) == 0 {
		return
	}
	if s := model.PrintableLine(l.in.Lead); s != "" {
		if n := ansi.StringWidth(s) - besideCells; n > 0 {
			s = l.g.more + ansi.TruncateLeft(s, n, "")
		}
		side[0].lead = s
	}
	if s := model.PrintableLine(l.in.Tail); s != "" {
		side[len(side)-1].rest = ansi.Truncate(s, besideCells, l.g.more)
	}
}

// mixedEnds reports whether lines end in different ways, so that their ends must be seen. In a file
// that is CRLF throughout they would only be noise.
func mixedEnds(groups ...[]string) bool {
	crlf, lf := false, false
	for _, g := range groups {
		for _, s := range g {
			_, end := split(s)
			crlf = crlf || end == "\r\n"
			lf = lf || end == "\n"
		}
	}
	return crlf && lf
}

// split parts a line from its end.
func split(s string) (body, end string) {
	body = strings.TrimSuffix(s, "\n")
	if len(body) < len(s) {
		body = strings.TrimSuffix(body, "\r")
	}
	return body, s[len(body):]
}

// changed finds the changed words of a hunk and puts its flags to their lines.
func (l *Layout) changed(h model.Hunk) (gone, come []source) {
	gone, come = make([]source, len(h.Removed)), make([]source, len(h.Added))
	for i := range gone {
		gone[i].changed = true
	}
	for i := range come {
		come[i].changed = true
	}
	var pairs [][2]int
	if h.Kind == model.HunkText {
		pairs = hunk.Pairs(h.Removed, h.Added)
	}
	l.twins = pairs
	for _, p := range pairs {
		a, _ := split(h.Removed[p[0]])
		b, _ := split(h.Added[p[1]])
		o, n := hunk.Words(a, b)
		known := a == b || o != nil || n != nil // a == b: only the ends of the lines differ
		twin := twins(a, b)
		gone[p[0]] = source{words: o, known: known, changed: true, twin: twin}
		come[p[1]] = source{words: n, known: known, changed: true, twin: twin}
	}
	for i, f := range l.in.Flags {
		if f.At.Line < 0 || f.At.Line >= len(come) {
			continue
		}
		if t, ok := tokenOf(i, f, h.Added[f.At.Line]); ok {
			come[f.At.Line].flags = append(come[f.At.Line].flags, t)
		}
	}
	return gone, come
}

// unsourced is the kind of flag that says that nobody said it.
const unsourced = "unsourced"

// tokenOf places a flag in its line, in whole letters.
func tokenOf(i int, f model.Flag, s string) (token, bool) {
	body, _ := split(s)
	inside := func(at int) bool { return at > 0 && at < len(body) && body[at]&0xc0 == 0x80 }
	t := token{index: i, start: max(0, f.At.Start), end: min(len(body), f.At.End), sign: "[!]"}
	for inside(t.start) {
		t.start--
	}
	for inside(t.end) {
		t.end++
	}
	if f.Kind == unsourced {
		t.sign = "[?!]"
	}
	return t, t.start < t.end
}

// contextBytes is how much of an unchanged line is shown.
const contextBytes = 1000

// add puts a line of a file, and a notice if it is the last and has no end.
func (l *Layout) add(s string, src source, ln line, ends bool) {
	var end string
	src.body, end = split(s)
	if ends && end == "\r\n" {
		src.ending = l.g.cr
	}
	if ln.side == context && len(src.body) > contextBytes {
		src.body, src.ending = strings.ToValidUTF8(src.body[:contextBytes], ""), l.g.more
	}
	if l.in.Styles.Plain && !l.in.Calm {
		src.open, src.close = "[-", "-]"
		if ln.side == added {
			src.open, src.close = "{+", "+}"
		}
	}
	l.look(&src, ln.side != context)
	ln.strip, ln.known = src.print(l.g), src.known
	l.lines = append(l.lines, ln)
	if end == "" && src.rest == "" {
		l.lines = append(l.lines, line{side: notice, strip: strip{text: `\ no newline at end of file`}})
	}
}

func (l *Layout) note(s string) {
	l.lines = append(l.lines, line{side: notice, strip: strip{text: s}, wide: true})
}

// measure shares the width between the gutter and the text.
func (l *Layout) measure() {
	most := 0
	for _, ln := range l.lines {
		most = max(most, ln.old, ln.new)
	}
	l.digits = max(l.in.Digits, len(fmt.Sprint(most)))
	if k := l.in.Hunk.Kind; l.in.Sides && most > 0 && (k == model.HunkText || k == "") {
		// One number and a sign in each column, and a blank after each of the two.
		l.column = (l.in.Width - 1) / 2
		l.text = l.column - l.digits - 3
		if l.sides = l.text >= minText; l.sides {
			return
		}
	}
	// Two numbers, the sign, and a blank after each of the three.
	l.text = l.in.Width - 2*l.digits - 4
	if most == 0 || l.text < minText {
		l.digits, l.text = 0, l.in.Width-2
	}
}

// minText is the width of the text below which the line numbers give way to it.
const minText = 20

// room is the width of the text of a line.
func (l *Layout) room(ln *line) int {
	if l.sides && ln.wide {
		return l.in.Width - l.digits - 3
	}
	return l.text
}

// fill finds the rows of a line.
func (l *Layout) fill(i int) {
	ln := &l.lines[i]
	at, room := len(l.rows), l.room(ln)
	switch {
	case l.text < 2:
		l.rows = append(l.rows, row{line: i, first: true})
	case !l.in.Wrap:
		l.rows = append(l.rows, row{line: i, first: true, cut: window(ln.text, max(0, l.in.Left), room)})
	default:
		ln.hang = hanging(ln.text, room)
		for k, p := range fold(wrap(ln.text, room, ln.hang), ln.seen) {
			l.rows = append(l.rows, row{line: i, first: k == 0, folded: p})
		}
	}
	for index, off := range ln.flags {
		k := sort.Search(len(l.rows)-at, func(k int) bool { return l.rows[at+k].to > off })
		l.flags[index] = at + min(k, len(l.rows)-at-1)
	}
	l.reach(ln, at)
}

// seen reports whether a part of a line must not be folded away: all of it, unless it is known what
// changed in it.
func (ln *line) seen(p piece) bool {
	if !ln.known && ln.side != context {
		return true
	}
	k := sort.Search(len(ln.cuts), func(k int) bool { return ln.cuts[k].at >= p.to })
	for k--; k >= 0; k-- {
		if t := ln.cuts[k].tone; t == word || t == doubt || t == found || t == here {
			return true
		}
		if ln.cuts[k].at <= p.from {
			break
		}
	}
	return false
}

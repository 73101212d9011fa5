package diffview

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// glyphs are the signs that are ours.
type glyphs struct {
	wrap, more, arrow, cr, blank, tab, chosen, rule string
	// found and foundEnd stand around words that are looked for, on a screen without colour.
	found, foundEnd string
	// left and right are for a line that goes on beyond the edge, the others for one that changes
	// there.
	left, right, changeLeft, changeRight string
}

var (
	unicodeGlyphs = glyphs{wrap: "↪", more: "…", arrow: "→", cr: "␍", blank: "·", tab: "→", chosen: "▌", rule: "│",
		found: "▸", foundEnd: "◂", left: "‹", right: "›", changeLeft: "«", changeRight: "»"}
	asciiGlyphs = glyphs{wrap: `\`, more: "..", arrow: "->", cr: "^M", blank: "_", tab: ">", chosen: ">", rule: "|",
		found: ">", foundEnd: "<",
		left: "<", right: ">", changeLeft: "{", changeRight: "}"}
)

// ink is a style worked out once: what it writes before and after its text.
type ink struct{ on, off string }

func (k ink) render(s string) string {
	if s == "" || k.on == "" {
		return s
	}
	return k.on + s + k.off
}

// inkOf takes a style apart. A style works out its colours at every call, which would be most of the
// time of a frame.
func inkOf(s lipgloss.Style) ink {
	on, off, _ := strings.Cut(s.Inline(true).Render("x"), "x")
	return ink{on, off}
}

// palette holds an ink for each side and tone, and that of the gutter.
type palette struct {
	of     [notice + 1][quiet + 1]ink
	gutter ink
}

func inks(s *Styles) *palette {
	if s.made != nil {
		return s.made
	}
	p := &palette{}
	for sd, styles := range map[side][2]lipgloss.Style{
		context: {s.Context, s.Context}, removed: {s.Del, s.DelWord}, added: {s.Add, s.AddWord}, notice: {s.Muted, s.Muted},
	} {
		p.of[sd] = [quiet + 1]ink{
			plain: inkOf(styles[0]), word: inkOf(styles[1]), quiet: inkOf(s.Muted),
			mark: inkOf(s.Mark.Inherit(styles[0])), doubt: inkOf(s.Flag.Inherit(styles[0])),
			found: inkOf(s.Found), here: inkOf(s.FoundHere),
		}
	}
	// A line that stays as it is reads as one piece: its signs call for no decision.
	p.of[context][mark] = p.of[context][plain]
	p.gutter = inkOf(s.Gutter)
	return p
}

// signs are the first column of a line, by its side.
var signs = [notice + 1]string{context: " ", removed: "-", added: "+", notice: " "}

// draw writes a row as it stands in a column, with a mark if it is chosen, and counts its cells.
func (l *Layout) draw(r row, c column, chosen bool) (text string, cells int) {
	ln := &l.lines[r.line]
	k := l.inksOf(ln.side)
	// A wide letter needs two cells, the sign and a blank two more.
	if l.text < 2 {
		return k[plain].render(signs[ln.side]), 1
	}
	var b strings.Builder
	gutter := l.gutter(ln, c, r.first)
	b.WriteString(l.inks.gutter.render(gutter))
	lead, room := signs[ln.side]+" ", l.room(ln)
	if chosen {
		lead = signs[ln.side] + l.g.chosen
	}
	if !r.first {
		if l.digits == 0 { // without numbers the sign of a row that goes on has no other place
			lead = signs[ln.side] + l.g.wrap
		}
		lead += strings.Repeat(" ", ln.hang)
		room -= ln.hang
	}
	b.WriteString(k[plain].render(lead))
	cells = ansi.StringWidth(gutter) + 2 + l.room(ln) - room
	if r.hidden > 1 {
		s := ansi.Truncate(l.g.more+" "+model.Count(r.hidden, "row")+" unchanged", room, "")
		b.WriteString(k[quiet].render(s))
		return b.String(), cells + ansi.StringWidth(s)
	}
	used := 0
	if l.in.Wrap {
		used = ln.write(&b, r.piece, k)
	} else {
		used = l.writeCut(&b, ln, r.cut)
	}
	// A ground runs to the edge, so that a change is a block.
	if pad := room - used; (ln.side == removed || ln.side == added) && k[plain].on != "" && pad > 0 {
		b.WriteString(k[plain].render(strings.Repeat(" ", pad)))
		used = room
	}
	return b.String(), cells + used
}

// inksOf are the inks of a line.
func (l *Layout) inksOf(sd side) [quiet + 1]ink {
	k := l.inks.of[sd]
	if l.in.Calm {
		k[word] = k[plain]
	}
	return k
}

// gutter is the line numbers of a row, and the sign of a row that goes on.
func (l *Layout) gutter(ln *line, c column, first bool) string {
	if l.digits == 0 {
		return ""
	}
	number := func(n int) string {
		if n == 0 || !first {
			return strings.Repeat(" ", l.digits)
		}
		return fmt.Sprintf("%*d", l.digits, n)
	}
	s := number(ln.old)
	switch c {
	case both:
		s += " " + number(ln.new)
	case right:
		s = number(ln.new)
	}
	if !first {
		s = s[:len(s)-1] + l.g.wrap
	}
	return s + " "
}

// write writes a part of a line in its tones and returns its cells. A tone begins and ends between
// letters, also where a cut lies inside one.
func (ln *line) write(b *strings.Builder, p piece, inks [quiet + 1]ink) (cells int) {
	t, next := plain, 0
	for next < len(ln.cuts) && ln.cuts[next].at <= p.from {
		t = ln.cuts[next].tone
		next++
	}
	from := p.from
	for i := p.from; i < p.to; {
		for next < len(ln.cuts) && ln.cuts[next].at <= i {
			b.WriteString(inks[t].render(ln.text[from:i]))
			from, t = i, ln.cuts[next].tone
			next++
		}
		n, w := cluster(ln.text, i)
		i, cells = i+n, cells+w
	}
	b.WriteString(inks[t].render(ln.text[from:p.to]))
	return cells
}

// writeCut writes the window of a line that is cut. The sign at its edge says that it goes on, and
// whether a change lies that way.
func (l *Layout) writeCut(b *strings.Builder, ln *line, c slice) (cells int) {
	inks := l.inksOf(ln.side)
	edge := func(p piece, on, change string) {
		if ln.known && ln.seen(p) {
			b.WriteString(inks[word].render(change))
		} else {
			b.WriteString(inks[quiet].render(on))
		}
		cells++
	}
	if c.before {
		edge(piece{0, c.from}, l.g.left, l.g.changeLeft)
	}
	b.WriteString(inks[plain].render(strings.Repeat(" ", c.pad)))
	cells += c.pad + ln.write(b, c.piece, inks)
	if c.after {
		edge(piece{c.to, len(ln.text)}, l.g.right, l.g.changeRight)
	}
	return cells
}

// about says what a hunk of a whole file does; "" for one of text.
func (l *Layout) about(h model.Hunk) string {
	size := func(lines []string) string {
		n := 0
		for _, s := range lines {
			n += len(s)
		}
		return model.Count(n, "byte")
	}
	binary, what := "", ""
	amount := func(lines []string) string { return model.Count(len(lines), "line") }
	if hunk.IsBinary(h) {
		binary, amount = "binary ", size
	}
	switch h.Kind {
	case model.HunkMode:
		return fmt.Sprintf("mode %o %s %o", h.OldMode.Perm(), l.g.arrow, h.NewMode.Perm())
	case model.HunkBinary:
		return "binary file: " + size(h.Removed) + " " + l.g.arrow + " " + size(h.Added)
	case model.HunkAdded:
		what = "new " + binary + "file, " + amount(h.Added)
		if len(h.Added) == 0 {
			what = "new empty file"
		}
		if h.NewMode&0o111 != 0 {
			// Accepting it makes a file that can be run.
			what += fmt.Sprintf(", mode %o", h.NewMode.Perm())
		}
	case model.HunkDeleted:
		what = "deleted " + binary + "file, " + amount(h.Removed)
		if len(h.Removed) == 0 {
			what = "deleted empty file"
		}
	case model.HunkEmptied:
		what = "emptied " + binary + "file: it stays, its " + amount(h.Removed) + " would go"
	}
	return what
}

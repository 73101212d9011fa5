package style

import (
	"slices"
	"strconv"
	"strings"
)

// Box describes a frame around a pane.
type Box struct {
	// Title stands at the upper left, Right at the upper right, Foot in the lower edge, and Place at its right: which
	// rows are seen of a body that does not fit. They are printable and without codes.
	Title, Right, Foot, Place string
	// Focus draws the frame as the one that takes the keys.
	Focus bool
}

// Frame draws a box of w by h cells around a body, which is fitted to w-2 by h-2.
func (s *Styles) Frame(box Box, body string, w, h int) string {
	if w < 2 || h < 2 {
		return Fit("", w, h)
	}
	line, title, m := s.Faint, s.Strong, s.Marks
	if box.Focus {
		line, title = s.Accent, s.Accent
	}
	var b strings.Builder
	b.WriteString(s.edge(box, line, title, w))
	for row := range strings.SplitSeq(Fit(body, w-2, h-2), "\n") {
		if h == 2 {
			break
		}
		b.WriteByte('\n')
		b.WriteString(line.Render(m.frame.v))
		b.WriteString(row)
		b.WriteString(line.Render(m.frame.v))
	}
	place := s.Short(box.Place, w-6)
	if place != "" {
		place = " " + place + " "
	}
	foot := s.Short(box.Foot, w-6-Width(place))
	if foot != "" {
		foot = " " + foot + " "
	}
	b.WriteByte('\n')
	b.WriteString(line.Render(m.frame.bl))
	b.WriteString(s.Muted.Render(foot))
	fill := Repeat(m.frame.h, w-2-Width(foot)-Width(place))
	if place != "" {
		b.WriteString(line.Render(fill) + s.Muted.Render(place))
		fill = ""
	}
	b.WriteString(line.Render(fill + m.frame.br))
	return b.String()
}

// Place says which rows are seen of n, from the one after from up to that of to, and that more follow; "" if all are.
func (s *Styles) Place(from, to, n int) string {
	if from <= 0 && to >= n {
		return ""
	}
	more := ""
	if to < n {
		more = " " + s.Marks.Down
	}
	return strconv.Itoa(from+1) + "-" + strconv.Itoa(to) + "/" + strconv.Itoa(n) + more
}

// Clipped leaves the first n of rows, with the sign of what is cut at the end of the last unless only blank ones go.
func (s *Styles) Clipped(rows []string, n, w int) []string {
	if len(rows) <= n {
		return rows
	}
	n = max(0, n)
	lost := slices.ContainsFunc(rows[n:], func(s string) bool { return strings.TrimSpace(s) != "" })
	rows = slices.Clone(rows[:n])
	if lost && n > 0 {
		rows[n-1] = Cut(rows[n-1], max(0, w-Width(s.Marks.Ellipsis))) + s.Marks.Ellipsis
	}
	return rows
}

// edge is the upper edge of a box. The right-hand text gives way before the title does.
func (s *Styles) edge(box Box, line, title Ink, w int) string {
	m, room := s.Marks, w-2
	name := s.Short(box.Title, room-3)
	if name != "" {
		name += " "
	}
	lead := " "
	if box.Focus {
		lead = m.Bar
	}
	right := box.Right
	if free := room - 1 - Width(name); right != "" && Width(right)+4 > free {
		right = s.Short(right, free-4)
	}
	if right != "" {
		right = " " + right + " "
	}
	fill := room - 1 - Width(name) - Width(right)
	if room < 1 {
		return line.Render(m.frame.tl + m.frame.tr)
	}
	return line.Render(m.frame.tl+lead) + title.Render(name) + line.Render(Repeat(m.frame.h, fill)) +
		s.Muted.Render(right) + line.Render(m.frame.tr)
}

// Rule is a line across w cells.
func (s *Styles) Rule(w int) string { return s.Faint.Render(Repeat(s.Marks.frame.h, w)) }

// CutRule is the line that shows where the agent stops reading, with a word in it.
func (s *Styles) CutRule(word string, w int) string {
	word = " " + s.Short(word, w-4) + " "
	left := max(0, w-Width(word)) / 2
	return Cut(Repeat(s.Marks.Cut, left)+word+Repeat(s.Marks.Cut, w-left-Width(word)), w)
}

// gaugeWarn is the share of a limit from which a gauge warns; at the limit itself it shows an error.
const gaugeWarn = 0.8

// Gauge shows part of whole in w cells, its two ends included.
func (s *Styles) Gauge(part, whole float64, w int) string {
	share := 0.0
	if whole > 0 {
		share = max(0, part/whole)
	}
	return s.Share(s.Level(share), share, w)
}

// Share shows a share of no limit, as that of a sum, in w cells, its two ends included.
func (s *Styles) Share(ink Ink, share float64, w int) string {
	inner, fill := w-2, s.Marks.gauge.fill
	if inner < 1 {
		return Pad("", w)
	}
	share = max(0, share)
	steps := int(min(share, 1)*float64(inner*len(fill)) + 0.5)
	if share > 0 && steps == 0 {
		steps = 1
	}
	bar := Repeat(fill[len(fill)-1], steps/len(fill))
	if rest := steps % len(fill); rest > 0 {
		bar += fill[rest-1]
	}
	return s.Faint.Render(s.Marks.gauge.open) + ink.Render(Pad(bar, inner)) + s.Faint.Render(s.Marks.gauge.close)
}

// Level is the ink for a share of a limit: fine, near it, over it.
func (s *Styles) Level(share float64) Ink {
	switch {
	case share > 1:
		return s.Error
	case share >= gaugeWarn:
		return s.Warn
	}
	return s.OK
}

package style

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells of a text of one line. Nothing else may measure text: other counts
// follow the locale and disagree.
func Width(s string) int {
	if spaced(s) {
		return spacedWidth(s)
	}
	return ansi.StringWidth(s)
}

// Repeat is strings.Repeat for any n: below one there is nothing.
func Repeat(s string, n int) string { return strings.Repeat(s, max(0, n)) }

// Cut returns the first w cells of a line. A wide letter that does not fit is left out.
func Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	switch {
	case len(s) <= w:
		return s
	case spaced(s):
		head, rest := split(s, w, true)
		return head + codes(rest)
	}
	return ansi.Truncate(s, w, "")
}

// Skip returns a line without its first n cells, but with all their colours. A wide letter that the
// edge cuts in two is left out, so that at most the other cells are left.
func Skip(s string, n int) string {
	if n <= 0 {
		return s
	}
	byRune := spaced(s)
	head, rest := split(s, n, byRune)
	if Width(rest) > Width(s)-n {
		head, rest = split(s, n+1, byRune)
	}
	return codes(head) + rest
}

// Pad cuts or fills a line to exactly w cells.
func Pad(s string, w int) string {
	s = Cut(s, w)
	return s + Repeat(" ", w-Width(s))
}

// PadLeft is Pad for a column whose values end at the right.
func PadLeft(s string, w int) string {
	s = Cut(s, w)
	return Repeat(" ", w-Width(s)) + s
}

// Short cuts a line to w cells and says so with an ellipsis.
func (s *Styles) Short(line string, w int) string {
	if w <= 0 {
		return ""
	}
	if len(line) <= w {
		return line
	}
	tail := s.Marks.Ellipsis
	if Width(tail) > w {
		tail = ""
	}
	if spaced(line) && Width(line) > w {
		return Cut(line, w-Width(tail)) + tail
	}
	return ansi.Truncate(line, w, tail)
}

// Middle cuts a line to w cells in its middle and says so there with an ellipsis, for what differs at its end.
func (s *Styles) Middle(line string, w int) string {
	mark := s.Marks.Ellipsis
	n := Width(line)
	if n <= w || w < 3+Width(mark) {
		return s.Short(line, w)
	}
	tail := (w - Width(mark)) / 2
	end := ansi.TruncateLeft(line, n-tail, "")
	if Width(end) > tail { // a wide letter that lies on the cut stays whole
		end = ansi.TruncateLeft(line, n-tail+1, "")
	}
	return ansi.Truncate(line, w-Width(mark)-Width(end), "") + mark + end
}

// ShortPad is Short, filled to exactly w cells.
func (s *Styles) ShortPad(line string, w int) string { return Pad(s.Short(line, w), w) }

// Fit returns exactly h rows of exactly w cells: what is more is cut, what is less is filled.
// Each row that was cut ends its colours, so nothing runs into what stands beside it.
func Fit(s string, w, h int) string {
	if w <= 0 || h <= 0 {
		return strings.Repeat("\n", max(0, h-1))
	}
	var b strings.Builder
	b.Grow(len(s) + h)
	for i := range h {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		b.WriteString(Pad(line, w))
		if i < h-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Rows is Fit for rows that are at hand one by one.
func Rows(rows []string, w, h int) string {
	return Fit(strings.Join(rows[:min(len(rows), max(0, h))], "\n"), w, h)
}

// Wrap breaks printable text without codes into lines of at most w cells, at blanks where it can.
// Lines of the text stay lines; an empty text is one empty line.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	var rows []string
	for line := range strings.SplitSeq(Tabs(s), "\n") {
		if len(line) <= w {
			rows = append(rows, line)
			continue
		}
		rows = append(rows, wrap(line, w)...)
	}
	return rows
}

// tabStop is the distance of tab stops.
const tabStop = 4

// Tabs turns tabs into blanks up to the next stop of four cells: terminals and counts of cells
// disagree on a raw tab.
func Tabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	at := 0
	for part := range strings.SplitAfterSeq(s, "\n") {
		at = 0
		for {
			text, rest, tab := strings.Cut(part, "\t")
			b.WriteString(text)
			if !tab {
				break
			}
			at += Width(text)
			n := tabStop - at%tabStop
			b.WriteString(Repeat(" ", n))
			at += n
			part = rest
		}
	}
	return b.String()
}

// Blank reports whether a line shows nothing, whatever colours it has.
func Blank(s string) bool { return strings.TrimSpace(ansi.Strip(s)) == "" }

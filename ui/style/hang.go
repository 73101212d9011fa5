package style

import "strings"

// Lead is what stands before the first row of a paragraph; its further rows hang below the text.
type Lead struct {
	// Mark is printable and at most Indent cells wide.
	Mark string
	Ink  Ink
	// Indent is the column of the text, from 0.
	Indent int
}

// leastText is the width below which an indent gives way to the text.
const leastText = 12

// Hang draws printable text of one line as a paragraph of rows of at most w cells.
func Hang(l Lead, ink Ink, text string, w int) []string {
	if w <= 0 {
		return nil
	}
	if l.Indent > w-leastText {
		l.Indent = max(0, min(l.Indent, 2, w-1))
	}
	mark, blank := Pad(l.Mark, l.Indent), Repeat(" ", l.Indent)
	rows := Wrap(text, w-l.Indent)
	for i, row := range rows {
		start := blank
		if i == 0 {
			start = l.Ink.Render(mark)
		}
		rows[i] = start + ink.Render(Cut(strings.TrimRight(row, " "), w-l.Indent))
	}
	return rows
}

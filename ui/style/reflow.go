package style

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// reset ends all colours.
const reset = "\x1b[0m"

// Reflow turns text with colour codes into rows of at most w cells that each stand by themselves: a
// colour that runs over the end of a row is ended there and begun again on the next. Renderers of
// Markdown leave such rows, and rows that are too wide.
func Reflow(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	var rows []string
	open := ""
	for line := range strings.SplitSeq(Tabs(s), "\n") {
		if len(line) > w && Width(line) > w {
			line = ansi.Hardwrap(line, w, true)
		}
		for row := range strings.SplitSeq(line, "\n") {
			before := open
			open = openAfter(open, row)
			row = before + row
			if open != "" {
				row += reset
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// openAfter returns the colour codes that are in force after a row, given those before it.
func openAfter(open, row string) string {
	for {
		_, rest, found := strings.Cut(row, "\x1b[")
		if !found {
			return open
		}
		code, after, found := strings.Cut(rest, "m")
		if !found {
			return open
		}
		if code == "" || code == "0" {
			open = ""
		} else if isSGR(code) {
			open += "\x1b[" + code + "m"
		}
		row = after
	}
}

// isSGR reports whether the parameters of a code are those of a colour.
func isSGR(params string) bool {
	for i := range len(params) {
		if c := params[i]; (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}

// Clean passes everything but colour codes through printable. It is for text that a renderer of our
// own side coloured: what the renderer's input smuggled in (a character reference for ESC) is shown.
func Clean(s string, printable func(string) string) string {
	var b strings.Builder
	for s != "" {
		text, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(printable(text))
		if !found {
			break
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
		if end >= 0 && rest[end] == 'm' {
			b.WriteString("\x1b[" + rest[:end+1])
			s = rest[end+1:]
			continue
		}
		b.WriteString(printable("\x1b["))
		s = rest
	}
	return b.String()
}

package audit

import (
	"iter"
	"strings"
)

// textLine is a line of a file.
type textLine struct {
	// number counts from 1 in the file, text has no end of a line.
	number int
	text   string
	// at is where it begins in the text that it is a line of.
	at int
	// code says that it stands in a fenced block or is a fence.
	code bool
}

// bodyLines are the lines of a text from an offset on, with their number in all of it.
func bodyLines(text string, from int) iter.Seq[textLine] {
	return func(yield func(textLine) bool) {
		number := strings.Count(text[:from], "\n")
		fence := ""
		next := from
		for l := range strings.Lines(text[from:]) {
			number++
			at := next
			next += len(l)
			l = strings.TrimRight(l, "\r\n")
			code := fence != ""
			if trimmed := strings.TrimLeft(l, " \t"); strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
				code = true
				switch {
				case fence == "":
					fence = trimmed[:3]
				case strings.HasPrefix(trimmed, fence):
					fence = ""
				}
			}
			if !yield(textLine{number, l, at, code}) {
				return
			}
		}
	}
}

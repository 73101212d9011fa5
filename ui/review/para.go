package review

import (
	"strings"
	"time"
	"unicode/utf8"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// maxPara bounds what is shown of one foreign text, in bytes: a cited line may be a whole page.
const maxPara = 1000

// bullet is the lead of a line with a mark before it; inset stands under one.
func bullet(mark string, ink style.Ink) style.Lead {
	return style.Lead{Mark: mark + " ", Ink: ink, Indent: 2}
}

var inset = style.Lead{Indent: 2}

// para draws printable text of one line as a paragraph of at most w cells.
func (p *Pane) para(l style.Lead, text string, w int) []string {
	return style.Hang(l, p.ink.Text, text, w)
}

// line makes foreign text fit for one paragraph.
func line(s string) string {
	cut := len(s) > maxPara
	if cut {
		n := maxPara
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n]
	}
	s = strings.TrimSpace(model.PrintableLine(s))
	if cut {
		s += " (cut)"
	}
	return s
}

// day writes a day in the user's zone, the year only where it is another than that of ref.
func (p *Pane) day(t, ref time.Time) string {
	t, ref = t.In(p.o.Zone), ref.In(p.o.Zone)
	if t.Year() == ref.Year() {
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 2006")
}

// stamp writes a moment in the user's zone, the year only where it is another than that of ref.
func (p *Pane) stamp(t, ref time.Time) string {
	if t.IsZero() {
		return ""
	}
	t, ref = t.In(p.o.Zone), ref.In(p.o.Zone)
	if t.Year() == ref.Year() {
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}

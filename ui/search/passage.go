package search

import (
	"strconv"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// passage is what stands around a hit, laid out.
type passage struct {
	open bool
	hit  model.Hit
	text model.Passage
	// said stands in the place of a text that is on its way, or that failed to come.
	said   string
	failed bool
	rows   []string
	// at is the first row of the hit, top the first row that is shown.
	at, top int
	h       int
}

// Show opens a passage at its hit.
func (p *Panel) Show(h model.Hit, text model.Passage) {
	p.passage = passage{open: true, hit: h, text: text}
	p.passage.lay(p)
	// A third of the screen shows what came before.
	p.passage.to(p.passage.at - p.passage.h/3)
	p.drawn = false
}

func (s *passage) close() { *s = passage{} }

// lay lays the passage out for the size of the panel. The row of the hit stays where it was, and in sight.
func (s *passage) lay(p *Panel) {
	if !s.open {
		return
	}
	was, seen := s.at-s.top, s.at >= s.top && s.at < s.top+s.h
	if s.rows, s.h = nil, p.inside(); seen {
		was = min(was, max(0, s.h-2)) // a smaller screen has its row further up
	}
	w := p.inner()
	if w <= 0 {
		return
	}
	switch {
	case s.said != "":
		s.rows = p.saidRows(s, w)
	case s.text.Kept:
		for _, l := range style.Wrap("the session is gone; this is what was kept of it", w-2) {
			s.rows = append(s.rows, " "+p.o.Styles.Warn.Render(l))
		}
		s.rows = append(s.rows, "")
	case s.text.Before:
		s.rows = append(s.rows, " "+p.o.Styles.Muted.Render(p.o.Styles.Short("there is more before this", w-2)))
	}
	for i, l := range s.text.Lines {
		here := i == s.text.At
		if here {
			s.at = len(s.rows) + p.rowsBefore(l, w)
		}
		if s.hit.Path != "" {
			s.rows = append(s.rows, p.noteRows(l, here, s.text.Lines, w)...)
		} else {
			s.rows = append(s.rows, p.blockRows(l, here, w)...)
		}
	}
	if s.text.After {
		s.rows = append(s.rows, " "+p.o.Styles.Muted.Render(p.o.Styles.Short("there is more behind this", w-2)))
	}
	s.to(s.at - was)
}

// saidRows are the rows of a passage without a text: why, and what is known of the line all the same.
func (p *Panel) saidRows(s *passage, w int) (rows []string) {
	st := p.o.Styles
	ink := st.Muted
	if s.failed {
		ink = st.Warn
	}
	for _, l := range style.Wrap(s.said, w-2) {
		rows = append(rows, " "+ink.Render(l))
	}
	if h := s.hit; s.failed && h.Text != "" {
		rows = append(rows, "")
		rows = append(rows, p.blockRows(model.PassageLine{Line: h.Line, Trust: h.Trust, Call: h.Call, Time: h.Time, Text: h.Text}, true, w)...)
	}
	return rows
}

// rowsBefore is about how many rows of a text stand above the first place in it: a text can be longer
// than the screen.
func (p *Panel) rowsBefore(l model.PassageLine, w int) int {
	if len(l.Marks) == 0 || w < framed/4 {
		return 0
	}
	return len(style.Wrap(model.Printable(l.Text[:min(l.Marks[0][1], len(l.Text))]), w-3)) - 1
}

// noteRows are the rows of a line of a note, with its number.
func (p *Panel) noteRows(l model.PassageLine, here bool, all []model.PassageLine, w int) []string {
	st := p.o.Styles
	digits := len(strconv.Itoa(all[len(all)-1].Line))
	gutter := style.PadLeft(strconv.Itoa(l.Line), digits)
	rows := p.marked(l, w-digits-3)
	for i, r := range rows {
		bar := " "
		if here {
			bar = st.Accent.Render(st.Marks.Bar)
		}
		if i > 0 {
			gutter = style.Repeat(" ", digits)
		}
		rows[i] = bar + st.Muted.Render(gutter) + " " + r
	}
	return rows
}

// blockRows are the rows of a block of a session: who said it and when, and below it what.
func (p *Panel) blockRows(l model.PassageLine, here bool, w int) []string {
	st := p.o.Styles
	sep := " " + st.Marks.Dot + " "
	bar, ink := " ", st.Strong
	if here {
		bar, ink = st.Accent.Render(st.Marks.Bar), st.Accent
	}
	name := who(l.Trust, l.Call)
	about := sep + p.when(l.Time, "2 Jan 2006 15:04") + sep + "line " + strconv.Itoa(l.Line)
	rows := []string{bar + ink.Render(name) + st.Muted.Render(st.Short(about, w-1-style.Width(name)))}
	for _, r := range p.marked(l, w-3) {
		rows = append(rows, bar+" "+r)
	}
	return append(rows, "")
}

// marked wraps a text with the places of the words in it.
func (p *Panel) marked(l model.PassageLine, w int) []string {
	st := p.o.Styles
	if w <= 0 {
		return []string{""}
	}
	if len(l.Marks) == 0 {
		return style.Wrap(model.Printable(l.Text), w)
	}
	var b strings.Builder
	at := 0
	for _, m := range l.Marks {
		from, to := max(at, min(m[0], len(l.Text))), max(at, min(m[1], len(l.Text)))
		b.WriteString(model.Printable(l.Text[at:from]))
		// A place may go over the end of a line, and an ink is for one line.
		for i, part := range strings.Split(model.Printable(l.Text[from:to]), "\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(st.Accent.Render(part))
		}
		at = to
	}
	b.WriteString(model.Printable(l.Text[at:]))
	return style.Reflow(b.String(), w)
}

func (s *passage) to(i int) { s.top = max(0, min(i, len(s.rows)-s.h)) }

// move does a movement action, and reports whether it was one.
func (s *passage) move(a keymap.Action) bool {
	switch a {
	case keymap.Down:
		s.to(s.top + 1)
	case keymap.Up:
		s.to(s.top - 1)
	case keymap.PageDown:
		s.to(s.top + max(1, s.h-1))
	case keymap.PageUp:
		s.to(s.top - max(1, s.h-1))
	case keymap.ScrollDown:
		s.to(s.top + max(1, s.h/2))
	case keymap.ScrollUp:
		s.to(s.top - max(1, s.h/2))
	case keymap.Top:
		s.to(0)
	case keymap.Bottom:
		s.to(len(s.rows))
	default:
		return false
	}
	return true
}

// title names the note or the session.
func (s *passage) title(p *Panel) string {
	name := model.PrintableLine(model.Source{Path: s.hit.Path, Session: s.hit.Session, Line: s.hit.Line}.Place())
	if p.all {
		name = model.PrintableLine(s.hit.Store.Name) + ": " + name
	}
	return name
}

// mode says that a note is shown as it lies in the file.
func (s *passage) mode() string {
	switch {
	case s.hit.Path != "":
		return "raw"
	case s.text.Kept:
		return "kept"
	}
	return "session"
}

// place is where the hit, or the line, is among all, and how far its passage is scrolled.
func (s *passage) place(p *Panel) string {
	text := p.unit() + " " + model.Number(p.cursor+1) + "/" + model.Number(len(p.hits))
	if len(s.rows) > s.h && s.h > 0 {
		text += " " + p.o.Styles.Marks.Dot + " " + strconv.Itoa(100*min(len(s.rows), s.top+s.h)/len(s.rows)) + "%"
	}
	return text
}

// window is the rows that are seen.
func (s *passage) window(p *Panel) []string {
	s.h = p.inside()
	s.to(s.top)
	return s.rows[s.top:min(len(s.rows), s.top+s.h)]
}

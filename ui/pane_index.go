package ui

import (
	"strconv"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// rowKind says how a row of the index is drawn.
type rowKind int

const (
	rowProse rowKind = iota
	rowHeading
	rowMuted
	rowCut
)

// indexRow is one row of the screen; several can show one line of the file.
type indexRow struct {
	kind rowKind
	text string
	// line counts from 1 in the file, 0 for the cut's rule, which is not selected.
	line int
	// note stands behind the text: "no file".
	note string
}

// lineMark is what the audit holds against a line.
type lineMark struct {
	worst model.Severity
	note  string
}

// indexPane shows MEMORY.md as the agent loads it: its lines, the findings on them, and the cut.
type indexPane struct {
	st      *style.Styles
	index   model.Index
	missing bool
	lines   []string
	entries map[int]model.Entry
	marks   map[int]lineMark
	// rows are the lines laid out for the width; stops are the first and last row of each line that
	// the cursor can stand on.
	rows   []indexRow
	stops  [][2]int
	list   list
	offset int
	w, h   int
	framed bool
	rev    int
	memo   memo
}

// setMemory takes the index of a store. The cursor stays on its line.
func (p *indexPane) setMemory(m model.Memory) {
	at := p.line()
	p.index = m.Index
	file, ok := m.Tree[model.IndexName]
	p.missing = !ok
	p.lines = splitLines(file.Data)
	p.entries = make(map[int]model.Entry, len(m.Index.Entries))
	for _, e := range m.Index.Entries {
		p.entries[e.Line] = e
	}
	p.marks = map[int]lineMark{}
	for _, f := range m.Findings {
		if f.Path == model.IndexName && f.Line > 0 {
			p.mark(f)
		}
	}
	p.layOut()
	p.goTo(at)
}

// splitLines cuts a file into its lines. Only LF ends one; a CR before it is not shown.
func splitLines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

func (p *indexPane) mark(f model.Finding) {
	m, had := p.marks[f.Line]
	if !had || f.Severity > m.worst {
		m.worst = f.Severity
	}
	switch f.Rule {
	case "dangling":
		m.note = "no file"
	case "entry-long":
		if m.note == "" {
			m.note = "long"
		}
	}
	p.marks[f.Line] = m
}

func (p *indexPane) setSize(w, h int, framed bool) {
	if w == p.w && h == p.h && framed == p.framed {
		return
	}
	at := p.line()
	p.w, p.h, p.framed = w, h, framed
	p.layOut()
	p.goTo(at)
}

// room is what is left inside the frame.
func (p *indexPane) room() (w, h int) {
	if p.framed {
		return p.w - 2, p.h - 2
	}
	return p.w, p.h
}

// gutter is the bar and the mark before each row.
const gutter = 2

// mostShown bounds what is shown of one line: more than a screen of it helps nobody, and a line can
// be a megabyte.
const mostShown = 1200

// layOut turns the lines of the file into rows of the present width.
func (p *indexPane) layOut() {
	p.rev++
	w, h := p.room()
	w -= gutter
	p.rows, p.stops = p.rows[:0], p.stops[:0]
	for i, text := range p.lines {
		line := i + 1
		if line == p.index.CutAt {
			p.rows = append(p.rows, indexRow{kind: rowCut, text: "cut at line " + strconv.Itoa(line)})
		}
		first := len(p.rows)
		p.rows = append(p.rows, p.lineRows(line, text, w)...)
		if strings.TrimSpace(text) != "" {
			p.stops = append(p.stops, [2]int{first, len(p.rows) - 1})
		}
	}
	p.list.set(len(p.stops), h)
}

// lineRows lays out one line: a label with its summary below, or the text as it is.
func (p *indexPane) lineRows(line int, text string, w int) []indexRow {
	kind, note := rowProse, p.marks[line].note
	if strings.HasPrefix(text, "#") {
		kind = rowHeading
	}
	e, isEntry := p.entries[line]
	if isEntry && !e.Loaded {
		kind = rowMuted
	}
	var rows []indexRow
	add := func(kind rowKind, first, next, text string) {
		for i, s := range style.Wrap(text, max(1, w-style.Width(next))) {
			if i > 0 {
				first = next
			}
			rows = append(rows, indexRow{kind: kind, text: first + s, line: line})
		}
	}
	indent, plain := plainEntry(e, text)
	if !isEntry || !plain {
		add(kind, "", "", model.Printable(clip(text)))
		rows[len(rows)-1].note = note
		return rows
	}
	hang := indent + "  "
	add(kind, indent+"- ", hang, model.PrintableLine(clip(e.Label)))
	rows[len(rows)-1].note = note
	if e.Summary != "" {
		add(rowMuted, hang, hang, model.PrintableLine(clip(e.Summary)))
	}
	return rows
}

// clip bounds a text, and says so.
func clip(s string) string {
	if len(s) <= mostShown {
		return s
	}
	return strings.ToValidUTF8(s[:mostShown], "") + " (and " + model.Number(len(s)-mostShown) + " bytes more)"
}

// plainEntry reports whether a line is nothing but a list mark, one link and a summary, so that the
// label and the summary say all of it, and how far it is indented.
func plainEntry(e model.Entry, text string) (indent string, ok bool) {
	bare := strings.TrimLeft(text, " \t")
	if e.Label == "" || len(e.Links) != 1 || len(bare) < 3 || !strings.ContainsRune("-*+", rune(bare[0])) {
		return "", false
	}
	bare = strings.TrimLeft(bare[1:], " ")
	if !strings.HasPrefix(bare, "[") && !strings.HasPrefix(bare, "**[") {
		return "", false
	}
	return style.Cut(style.Tabs(text[:len(text)-len(strings.TrimLeft(text, " \t"))]), 8), true
}

// line is the file's line under the cursor, 0 if there is none.
func (p *indexPane) line() int {
	if p.list.cursor >= len(p.stops) {
		return 0
	}
	return p.rows[p.stops[p.list.cursor][0]].line
}

// path is the note that the line under the cursor names first, "" if none.
func (p *indexPane) path() string {
	for _, l := range p.entries[p.line()].Links {
		if l.Exists && model.IsNote(l.Path) {
			return l.Path
		}
	}
	return ""
}

// spot is the line of the cursor.
func (p *indexPane) spot() spot {
	line := p.line()
	if line < 1 || line > len(p.lines) {
		return spot{}
	}
	return spot{line, p.lines[line-1]}
}

// goTo moves the cursor to a line of the file, or to the one before it that can hold it.
func (p *indexPane) goTo(line int) {
	at := 0
	for i, s := range p.stops {
		if p.rows[s[0]].line > line {
			break
		}
		at = i
	}
	p.list.to(at)
	p.reveal()
	p.rev++
}

// goToNote moves the cursor to the first line that names a note, and reports whether one does.
func (p *indexPane) goToNote(path string) bool {
	for _, e := range p.index.Entries {
		for _, l := range e.Links {
			if l.Path == path {
				p.goTo(e.Line)
				return true
			}
		}
	}
	return false
}

// move does a movement action, and reports whether it was one.
func (p *indexPane) move(a keymap.Action) bool {
	if !p.list.move(a) {
		return false
	}
	p.reveal()
	p.rev++
	return true
}

// reveal scrolls so that all rows of the cursor's line are seen, or at least the first of them.
func (p *indexPane) reveal() {
	_, h := p.room()
	h = max(1, h)
	if p.list.cursor < len(p.stops) {
		s := p.stops[p.list.cursor]
		p.offset = max(p.offset, s[1]-h+1)
		p.offset = min(p.offset, s[0])
		if p.list.cursor == 0 {
			p.offset = 0
		}
		// The rule of the cut belongs to the line below it.
		if s[0] > 0 && p.rows[s[0]-1].kind == rowCut && p.offset == s[0] {
			p.offset--
		}
	}
	p.offset = max(0, min(p.offset, len(p.rows)-h))
}

// click moves the cursor to the line shown at a row of the pane.
func (p *indexPane) click(y int) {
	if p.framed {
		y--
	}
	if y = y + p.offset; y >= 0 && y < len(p.rows) && p.rows[y].line > 0 {
		p.goTo(p.rows[y].line)
	}
}

// render draws the pane, with a foot that says where the panes beside it are.
func (p *indexPane) render(focus bool, foot string) string {
	return p.memo.draw(memoKey{p.rev, p.w, p.h, focus, foot}, func() string {
		w, h := p.room()
		body := style.Rows(p.visible(w, h, focus), w, h)
		if !p.framed {
			return body
		}
		return p.st.Frame(style.Box{Title: "Index", Right: p.word(), Foot: foot, Place: p.place(), Focus: focus}, body, p.w, p.h)
	})
}

// place says which rows are seen.
func (p *indexPane) place() string {
	_, h := p.room()
	return p.st.Place(p.offset, min(len(p.rows), p.offset+h), len(p.rows))
}

// word is the state of the index in the frame, and what the index is if no plain file.
func (p *indexPane) word() string {
	var words []string
	if p.index.Status != model.StatusOK {
		words = append(words, string(p.index.Status))
	}
	if p.index.Special != "" {
		words = append(words, model.PrintableLine(p.index.Special))
	}
	return strings.Join(words, " "+p.st.Marks.Dot+" ")
}

func (p *indexPane) visible(w, h int, focus bool) []string {
	if why := p.empty(); why != "" {
		rows := []string{""}
		for _, s := range style.Wrap(why, w-2) {
			rows = append(rows, p.st.Muted.Render(" "+s))
		}
		return rows
	}
	at := p.line()
	var rows []string
	for i := p.offset; i < min(len(p.rows), p.offset+h); i++ {
		r := p.rows[i]
		first := i == 0 || p.rows[i-1].line != r.line
		rows = append(rows, p.row(r, first, w, r.line > 0 && r.line == at, focus))
	}
	return rows
}

// empty says why there is nothing to show.
func (p *indexPane) empty() string {
	switch {
	case p.missing:
		return "There is no " + model.IndexName + ": a session is given none of these notes. A dream makes one."
	case p.index.Special != "" && len(p.lines) == 0:
		return model.IndexName + " is a " + model.PrintableLine(p.index.Special) + ": it is not read."
	case len(p.lines) == 0:
		return model.IndexName + " is empty: a session is given none of these notes."
	}
	return ""
}

// row draws one row: bar, mark, text, and the word of a finding at the right.
func (p *indexPane) row(r indexRow, first bool, w int, selected, focus bool) string {
	if r.kind == rowCut {
		return p.st.Warn.Render(p.st.CutRule(r.text, w))
	}
	st := p.st
	roles := st.Row(selected && focus)
	ink := roles.Text
	switch r.kind {
	case rowHeading:
		ink = roles.Strong
	case rowMuted:
		ink = roles.Muted
	}
	bar := " "
	if selected && (focus || first) {
		bar = st.Marks.Bar
	}
	barInk := roles.Muted
	if focus {
		barInk = roles.Accent
	}
	mark, marked := p.marks[r.line]
	sign := roles.Text.Render(" ")
	if marked && first {
		sign = severityInk(roles, mark.worst).Render(st.Marks.Finding)
	}
	room, note := w-gutter, ""
	if r.note != "" && style.Width(r.text)+2+style.Width(r.note) <= room {
		note = r.note
	}
	return barInk.Render(bar) + sign + ink.Render(style.Pad(r.text, room-style.Width(note))) +
		severityInk(roles, mark.worst).Render(note)
}

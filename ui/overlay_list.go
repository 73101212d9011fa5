package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// choice is one row of a listBox.
type choice struct {
	// mark, head and text are printable; ink is the mark's colour.
	mark, head, text string
	ink              func(*style.Roles) style.Ink
	// more is what is told of the row when it is selected.
	more string
	// why says why the row cannot be chosen, "" if it can.
	why string
}

// listBox lets one row of several be chosen.
type listBox struct {
	ctx         keymap.Context
	title, keys string
	// warning and intro stand above the rows, empty in their place.
	intro, warning, empty string
	// field draws a line of text above the rows, nil for none.
	field   func(w int) string
	choices []choice
	// above is the number of rows over the first choice, as it was drawn last.
	above int
	list  list
	// pick does what choosing a row means; nil where the rows are only read.
	pick func(i int) tea.Cmd
	// reject does what refusing a row means; nil where a row is not refused.
	reject func(i int) tea.Cmd
	// refuse tells why a row cannot be chosen.
	refuse func(why string)
}

func (l *listBox) context() keymap.Context { return l.ctx }

func (l *listBox) handle(a keymap.Action) overlayOutcome {
	switch a {
	case keymap.Back:
		return overlayOutcome{closed: true}
	case keymap.Open:
		i := l.list.cursor
		if i >= len(l.choices) || l.pick == nil {
			return overlayOutcome{idle: true}
		}
		if why := l.choices[i].why; why != "" {
			l.refuse(why)
			return overlayOutcome{}
		}
		return overlayOutcome{closed: true, then: func() tea.Cmd { return l.pick(i) }}
	}
	if i := l.list.cursor; a == keymap.Reject && l.reject != nil && i < len(l.choices) {
		return overlayOutcome{closed: true, then: func() tea.Cmd { return l.reject(i) }}
	}
	l.list.set(len(l.choices), l.list.h)
	return overlayOutcome{idle: !l.list.move(a)}
}

// works reports whether a key would do something: where rows are only read none is opened.
func (l *listBox) works(a keymap.Action) bool {
	switch a {
	case keymap.Open:
		return l.pick != nil && len(l.choices) > 0
	case keymap.Reject:
		return l.reject != nil && len(l.choices) > 0
	}
	return true
}

// click selects a row.
func (l *listBox) click(row int) {
	if from, to := l.list.window(); row >= l.above && from+row-l.above < to {
		l.list.to(from + row - l.above)
	}
}

// moreRows is the room for what is told of the selected row.
const moreRows = 3

func (l *listBox) draw(st *style.Styles, w, h int) string {
	cols := min(100, max(16, w-10))
	if w < normalWidth {
		cols = max(16, w-4)
	}
	head, foot := l.head(st, cols-1), l.foot(st, cols)
	if len(head)+min(2, len(l.choices))+len(foot) > h-2 {
		foot = nil
	}
	bw, bh := boxSize(len(head)+max(1, len(l.choices))+len(foot), cols, w, h)
	// On a small screen the rows take what they need from the end of what stands above them.
	head = st.Clipped(head, bh-2-len(foot)-min(2, max(1, len(l.choices))), bw-2)
	l.list.set(len(l.choices), bh-2-len(head)-len(foot))
	l.above = len(head)
	rows := append(head, l.rows(st, bw-2)...)
	for len(rows)+len(foot) < bh-2 {
		rows = append(rows, "")
	}
	from, to := l.list.window()
	return st.Frame(style.Box{Title: l.title, Foot: l.keys, Place: st.Place(from, to, l.list.n), Focus: true}, style.Rows(append(rows, foot...), bw-2, bh-2), bw, bh)
}

// foot is what is told of the selected row.
func (l *listBox) foot(st *style.Styles, cols int) []string {
	if l.list.cursor >= len(l.choices) || !l.hasMore() {
		return nil
	}
	rows := []string{st.Rule(cols + 2)}
	lines := st.Clipped(style.Wrap(l.choices[l.list.cursor].more, cols-1), moreRows, cols-1)
	for i := range moreRows {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		rows = append(rows, " "+line)
	}
	return rows
}

// head is what stands above the rows: a warning first, it must be seen on any screen.
func (l *listBox) head(st *style.Styles, w int) []string {
	var rows []string
	if l.field != nil {
		rows = append(rows, l.field(w))
	}
	add := func(ink style.Ink, text string) {
		if text == "" {
			return
		}
		for _, s := range style.Wrap(text, w) {
			rows = append(rows, " "+ink.Render(s))
		}
	}
	add(st.Warn, l.warning)
	add(st.Muted, l.intro)
	if rows != nil {
		rows = append(rows, "")
	}
	return rows
}

func (l *listBox) hasMore() bool {
	for i := range l.choices {
		if l.choices[i].more != "" {
			return true
		}
	}
	return false
}

func (l *listBox) rows(st *style.Styles, w int) []string {
	if len(l.choices) == 0 {
		return []string{" " + st.Muted.Render(st.Short(l.empty, w-2))}
	}
	widest := 0
	for i := range l.choices {
		widest = max(widest, style.Width(l.choices[i].head))
	}
	widest = min(widest, max(8, w*2/5))
	var rows []string
	from, to := l.list.window()
	for i := from; i < to; i++ {
		c := &l.choices[i]
		r := st.Row(i == l.list.cursor)
		bar, head := r.Text.Render(" "), r.Text
		if i == l.list.cursor {
			bar, head = r.Accent.Render(st.Marks.Bar), r.Strong
		}
		if c.why != "" {
			head = r.Muted
		}
		room := w - 1 - 3 - widest - 2
		rows = append(rows, bar+c.ink(r).Render(style.Pad(c.mark, 3))+head.Render(st.ShortPad(c.head, widest)+"  ")+
			r.Muted.Render(st.ShortPad(c.text, room)))
	}
	return rows
}

func accent(r *style.Roles) style.Ink { return r.Accent }

// newFindings lists the findings of the memory, the worst first; choosing one goes to its place.
func (a *App) newFindings() *listBox {
	fs := slices.Clone(a.browse.memory.Findings)
	slices.SortStableFunc(fs, func(x, y model.Finding) int { return cmp.Compare(y.Severity, x.Severity) })
	l := &listBox{
		ctx: keymap.Findings, title: "Findings " + model.Number(len(fs)), empty: "The audit finds nothing.",
		keys: "enter goes there " + a.st.Marks.Dot + " esc closes",
		pick: func(i int) tea.Cmd { return a.goToFinding(fs[i]) },
	}
	for _, w := range a.store.Warnings {
		l.warning += a.st.Marks.Finding + " " + model.PrintableLine(w) + "\n"
	}
	l.warning = strings.TrimSuffix(l.warning, "\n")
	for _, f := range fs {
		place := model.PrintableLine(a.veil().name(f.Path))
		if f.Line > 0 {
			place += ":" + strconv.Itoa(f.Line)
		}
		message := a.st.Marks.Quoted(model.PrintableLine(f.Message))
		more := message
		if f.Fix != "" {
			more = strings.TrimSuffix(more, ".") + ". Fix: " + model.PrintableLine(f.Fix)
		}
		sev := f.Severity
		l.choices = append(l.choices, choice{
			mark: severityMark(a.st.Marks, sev), head: place, text: message, more: f.Severity.String() + " " + a.st.Marks.Dot + " " + f.Rule + ": " + more,
			ink: func(r *style.Roles) style.Ink { return severityInk(r, sev) },
		})
	}
	return l
}

// severityMark tells findings apart where there is no colour.
func severityMark(m style.Marks, sev model.Severity) string {
	switch sev {
	case model.Error:
		return m.Finding + m.Finding
	case model.Warning:
		return m.Finding
	}
	return m.Dot
}

// newEngines asks which engine is to dream.
func (a *App) newEngines() *listBox {
	l := &listBox{
		ctx: keymap.Engines, title: "Dream", empty: "There is no engine.",
		keys:   "enter starts " + a.st.Marks.Dot + " esc closes",
		refuse: a.alarm,
	}
	l.intro, l.warning = a.dreamIntro()
	engines := a.engines
	l.pick = func(i int) tea.Cmd {
		// A program of the user's own was named at the start, with all that it is to do.
		if engines[i].Remote && engines[i].Way == model.WayService {
			return a.askSending(a.store, engines[i])
		}
		return a.startDream(a.store, engines[i].Name, model.SecretsStop)
	}
	for _, e := range engines {
		c := choice{head: model.PrintableLine(e.Name), text: model.PrintableLine(e.About), ink: func(r *style.Roles) style.Ink { return r.OK }}
		c.more = model.PrintableLine(e.About)
		if e.Remote {
			c.more = strings.TrimSuffix(c.more, ".") + ". Notes may leave this machine."
			if e.Way == model.WayService {
				c.more = strings.TrimSuffix(c.more, ".") + "; what would be sent is shown first."
			}
		}
		if e.Why != "" {
			c.why = model.PrintableLine(e.Why)
			c.mark, c.text, c.more = a.st.Marks.No, c.why, "Cannot be used here: "+c.why
			c.ink = func(r *style.Roles) style.Ink { return r.Muted }
		}
		l.choices = append(l.choices, c)
	}
	return l
}

// dreamIntro says what a dream would be about, and warns of a memory that several paths share: a
// dream gathers the sessions of all of them.
func (a *App) dreamIntro() (intro, warning string) {
	s := a.store
	intro = "On a scratch copy of " + tilde(s.Dir, a.home) + ". Nothing changes before you commit a review."
	switch n := len(s.Projects); {
	case n == 1:
		intro += "\nProject: " + tilde(s.Projects[0], a.home)
	case n > 1:
		warning = a.st.Marks.Finding + " This memory is shared by " + model.Count(n, "path") + ":"
		for _, p := range s.Projects {
			warning += "\n  " + tilde(p, a.home)
		}
	}
	return intro, warning
}

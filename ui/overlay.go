package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// overlay is a box on the screen that takes all keys. There is one at a time.
type overlay interface {
	// context is where its keys are looked up.
	context() keymap.Context
	// handle does an action.
	handle(a keymap.Action) overlayOutcome
	// draw draws the box in at most w by h cells. All its rows are equally wide.
	draw(st *style.Styles, w, h int) string
}

// overlayOutcome is what an action led to, for the App to follow up.
type overlayOutcome struct {
	// closed says that the overlay is done.
	closed bool
	// then is what was chosen, to be done by the App; nil for nothing.
	then func() tea.Cmd
	// idle says that the action means nothing there.
	idle bool
}

// boxSize is the size of an overlay for its content: on small screens it has all of the room.
func boxSize(rows, cols, w, h int) (bw, bh int) {
	bw, bh = min(w, cols+4), min(h, rows+2)
	if w < normalWidth {
		bw, bh = w, h
	}
	return max(2, bw), max(2, bh)
}

// question asks for a yes or a no.
type question struct {
	title, text string
	// yes is done on yes.
	yes func() tea.Cmd
	// again is done on ctrl+c: nil closes as no does. other is a third answer, nil for none.
	again func() tea.Cmd
	other func() tea.Cmd
	keys  string
}

func (q *question) context() keymap.Context {
	if q.other != nil {
		return keymap.Leaving
	}
	return keymap.Confirm
}

func (q *question) handle(a keymap.Action) overlayOutcome {
	switch a {
	case keymap.Yes:
		return overlayOutcome{closed: true, then: q.yes}
	case keymap.No:
		return overlayOutcome{closed: true}
	case keymap.LetGo:
		return overlayOutcome{closed: true, then: q.other}
	case keymap.Interrupt:
		return overlayOutcome{closed: true, then: q.again}
	}
	return overlayOutcome{idle: true}
}

func (q *question) draw(st *style.Styles, w, h int) string {
	cols := min(64, max(10, w-4))
	rows := []string{""}
	for _, l := range style.Wrap(q.text, cols-2) {
		rows = append(rows, " "+l)
	}
	rows = append(rows, "")
	bw, bh := boxSize(len(rows), cols, w, h)
	box := style.Box{Title: q.title, Foot: q.keys, Focus: true}
	return st.Frame(box, style.Rows(rows, bw-2, bh-2), bw, bh)
}

// helpBox lists the keys of a context, and the signs of its screen.
type helpBox struct {
	title string
	lines []helpLine
	pos   scroll
	// line is where words are written, of which only lines that hold them are listed.
	line  filter
	under overlay
}

// helpLine is a heading or a key with what it does.
type helpLine struct{ heading, keys, text string }

func (a *App) newHelp(c keymap.Context) *helpBox {
	h := &helpBox{title: "Keys: " + string(c), line: newFilter(), under: a.overlay}
	for i, s := range a.keys.Help(c) {
		if i > 0 {
			h.lines = append(h.lines, helpLine{})
		}
		h.lines = append(h.lines, helpLine{heading: s.Name})
		for _, b := range s.Bindings {
			h.lines = append(h.lines, helpLine{keys: a.spellAll(b.Keys), text: b.Long})
		}
		if legend := signs(c, a.st.Marks); i == 0 && legend != nil {
			h.lines = append(append(h.lines, helpLine{}, helpLine{heading: "Signs"}), legend...)
		}
	}
	return h
}

func (a *App) spellAll(keys []string) string {
	out := ""
	for i, k := range keys {
		if i > 0 {
			out += " "
		}
		out += a.spelled(k, "").key
	}
	return out
}

func (h *helpBox) context() keymap.Context {
	if h.line.active {
		return keymap.Finding
	}
	return keymap.Help
}

func (h *helpBox) below() overlay { return h.under }
func (h *helpBox) writing() bool  { return h.line.active }

// input takes a key or a paste for the words.
func (h *helpBox) input(keys *keymap.Map, msg tea.KeyMsg) overlayOutcome {
	a, ok := keys.Lookup(keymap.Finding, msg.String())
	if !ok || msg.Paste {
		h.line.update(msg)
		h.pos.to(0)
		return overlayOutcome{}
	}
	switch a {
	case keymap.InputUp:
		h.pos.move(keymap.Up)
	case keymap.InputDn:
		h.pos.move(keymap.Down)
	case keymap.Done:
		h.line.close()
	default:
		h.line.open("")
		h.line.close()
	}
	return overlayOutcome{}
}

// listed are the lines with the words, below their headings.
func (h *helpBox) listed() []helpLine {
	words := strings.Fields(strings.ToLower(h.line.input.Value()))
	if len(words) == 0 {
		return h.lines
	}
	var out []helpLine
	heading := ""
	for _, l := range h.lines {
		if l.keys == "" {
			heading = l.heading
			continue
		}
		if !holdsAll(strings.ToLower(l.keys+" "+l.text), words) {
			continue
		}
		if heading != "" {
			out = append(out, helpLine{heading: heading})
			heading = ""
		}
		out = append(out, l)
	}
	return out
}

func (h *helpBox) handle(a keymap.Action) overlayOutcome {
	switch {
	case a == keymap.Find:
		h.line.open(h.line.input.Value())
		return overlayOutcome{}
	case a == keymap.Back && h.line.input.Value() != "":
		h.line.input.SetValue("")
		return overlayOutcome{}
	case a == keymap.Back || a == keymap.ShowHelp:
		return overlayOutcome{closed: true}
	}
	return overlayOutcome{idle: !h.pos.move(a)}
}

// helpKeys is the column of the keys, helpKeysSmall that on a small screen.
const helpKeys, helpKeysSmall = 14, 9

func (h *helpBox) draw(st *style.Styles, w, height int) string {
	cols, keyCol := min(96, max(20, w-4)), helpKeys
	if w < normalWidth {
		keyCol = helpKeysSmall
	}
	var rows []string
	for _, l := range h.listed() {
		if l.keys == "" {
			rows = append(rows, " "+st.Strong.Render(l.heading))
			continue
		}
		for i, t := range style.Wrap(l.text, cols-keyCol-3) {
			keys := l.keys
			if i > 0 {
				keys = ""
			}
			rows = append(rows, "  "+st.Accent.Render(st.ShortPad(keys, keyCol))+t)
		}
	}
	var top []string
	if text := h.line.input.Value(); h.line.active {
		top = []string{st.Field(" find /", text, h.line.input.Position(), cols)}
	} else if text != "" {
		top = []string{st.Muted.Render(st.Short(" find /"+model.PrintableLine(text), cols))}
	}
	if len(rows) == 0 {
		rows = []string{st.Muted.Render(" no key has these words")}
	}
	bw, bh := boxSize(len(rows)+len(top), cols, w, height)
	h.pos.set(len(rows), bh-2-len(top))
	from, to := h.pos.window()
	foot := "/ finds " + st.Marks.Dot + " esc closes"
	if h.pos.n > h.pos.h {
		foot = "j k scroll " + st.Marks.Dot + " " + foot
	}
	return st.Frame(style.Box{Title: h.title, Foot: foot, Focus: true}, style.Rows(append(top, rows[from:to]...), bw-2, bh-2), bw, bh)
}

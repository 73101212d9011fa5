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
	// answers are the keys, each with a verb: what is done by it is never to be guessed from a yes.
	answers []string
}

// asks makes a question with two answers: verb is what yes does.
func asks(title, text, verb string, yes func() tea.Cmd) *question {
	return &question{title: title, text: text, yes: yes, answers: []string{"y " + verb, "n do not"}}
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
	foot := strings.Join(q.answers, " "+st.Marks.Dot+" ")
	if bw, _ := boxSize(len(rows), cols, w, h); style.Width(foot) > bw-6 {
		// Without room at the foot each answer has rows of its own, before the text gives way to them.
		var own []string
		for _, s := range q.answers {
			own = append(own, style.Hang(style.Lead{Indent: 3}, st.Accent, s, cols-2)...)
		}
		rows = append(st.Clipped(rows[1:], h-2-len(own), cols-2), own...)
		foot = ""
	}
	bw, bh := boxSize(len(rows), cols, w, h)
	return st.Frame(style.Box{Title: q.title, Foot: foot, Focus: true}, style.Rows(st.Clipped(rows, bh-2, bw-2), bw-2, bh-2), bw, bh)
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

// helpLine is a heading or a key with what it does. The text of a heading is other words for it, to be found by.
type helpLine struct{ heading, keys, text string }

// otherWords are what people call signs.
const otherWords = "legend marks badges symbols glyphs icons columns flags"

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
			h.lines = append(append(h.lines, helpLine{}, helpLine{heading: "Signs", text: otherWords}), legend...)
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
	heading, about := "", ""
	for _, l := range h.lines {
		if l.keys == "" {
			heading, about = l.heading, l.heading+" "+l.text
			continue
		}
		// Who looks for a heading is shown all that stands below it.
		if !holdsAll(strings.ToLower(l.keys+" "+l.text), words) && !holdsAll(strings.ToLower(about), words) {
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
	return st.Frame(style.Box{Title: h.title, Foot: foot, Place: st.Place(from, to, len(rows)), Focus: true}, style.Rows(append(top, rows[from:to]...), bw-2, bh-2), bw, bh)
}

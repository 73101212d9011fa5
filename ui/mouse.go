package ui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/keymap"
	"dreamgate/ui/style"
)

// wheelRows is how far one step of the wheel goes.
const wheelRows = 3

// wheelPause is the time in which the steps of a wheel are taken together: a touchpad sends hundreds in a second,
// and a screen that drew each of them would scroll on long after the fingers have stopped.
const wheelPause = 16 * time.Millisecond

// mostSteps bounds the steps that are taken together.
const mostSteps = 40

// wheeling are the steps of the wheel that are not done yet, and where the pointer is.
type wheeling struct {
	x, y, steps int
	// pausing says that what comes now waits for wheelDueMsg.
	pausing bool
}

// wheelDueMsg says that a pause of the wheel is over.
type wheelDueMsg struct{}

// handleMouse selects with a click and scrolls with the wheel what is under the pointer.
func (a *App) handleMouse(msg tea.MouseMsg) tea.Cmd {
	if a.layout.class == tiny || a.waiting != awaitNothing {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		return a.turn(msg.X, msg.Y, 1)
	case msg.Button == tea.MouseButtonWheelUp:
		return a.turn(msg.X, msg.Y, -1)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		return a.click(msg.X, msg.Y)
	}
	return nil
}

// turn takes a step of the wheel: the first at once, those that follow it closely together.
func (a *App) turn(x, y, step int) tea.Cmd {
	w := &a.turning
	w.x, w.y, w.steps = x, y, max(-mostSteps, min(w.steps+step, mostSteps))
	if w.pausing {
		return nil
	}
	return a.handleWheelDue()
}

// handleWheelDue does the steps that have come, and begins a pause after them.
func (a *App) handleWheelDue() tea.Cmd {
	w := &a.turning
	w.pausing = w.steps != 0
	if !w.pausing {
		return nil
	}
	steps := w.steps
	w.steps = 0
	a.hint = hint{}
	return tea.Batch(a.wheel(w.x, w.y, steps), a.loop.After(wheelPause, func() tea.Msg { return wheelDueMsg{} }))
}

// wheel scrolls what is under the pointer, down if there are more steps than none; a pane without focus is only
// scrolled if it has no cursor that would move.
func (a *App) wheel(x, y, steps int) tea.Cmd {
	action, n := keymap.Down, steps
	if steps < 0 {
		action, n = keymap.Up, -steps
	}
	n *= wheelRows
	switch {
	case a.overlay != nil:
		return a.repeat(n, func() tea.Cmd { return a.followOverlay(a.overlay, a.overlay.handle(action)) })
	case a.screen == screenReview && !a.review.commit:
		return a.followReview(a.review.pane.Wheel(x, steps))
	case a.screen == screenTasks && !a.tasks.Reading():
		n /= wheelRows // a row is a run of several lines
	case a.screen == screenBrowse && a.layout.panes[panePreview].has(x, y):
		return a.repeat(n, func() tea.Cmd { a.browse.preview.move(action); return nil })
	}
	return a.repeat(n, func() tea.Cmd { return a.act(action) })
}

// repeat does something several times.
func (a *App) repeat(n int, do func() tea.Cmd) tea.Cmd {
	var cmds []tea.Cmd
	for range n {
		cmds = append(cmds, do())
	}
	return tea.Batch(cmds...)
}

// click selects what is under the pointer; a word of the line of keys, or of the foot of a box, is as good as
// its key.
func (a *App) click(x, y int) tea.Cmd {
	told := a.hint.text != ""
	a.hint = hint{}
	if y == a.layout.h-1 {
		if told || a.barred() {
			return nil // a sentence or a line of text stands there
		}
		return a.pressWord(a.keyWordAt(x))
	}
	if a.overlay != nil {
		return a.clickOverlay(x, y)
	}
	b := &a.browse
	switch a.screen {
	case screenPicker:
		a.picker.click(x, y-a.layout.body.y)
	case screenSearch:
		a.search.panel.Click(y)
	case screenHistory:
		a.past.pane.Click(y)
	case screenTasks:
		a.tasks.Click(y)
	case screenReview:
		if !a.review.commit {
			return a.followReview(a.review.pane.Click(x, y))
		}
	case screenBrowse:
		for p := range panes {
			r := a.layout.panes[p]
			if !r.has(x, y) {
				continue
			}
			switch p {
			case paneIndex:
				b.index.click(y - r.y)
			case paneTopics:
				b.topics.click(y - r.y)
			}
			return tea.Batch(a.focus(p), a.moved())
		}
	}
	return nil
}

// clicker is an overlay with rows that can be selected, counted from the first below its frame.
type clicker interface{ click(row int) }

// clickOverlay selects a row of a box, or does what a word at its foot says. Beside a box that asks nothing a
// click closes it.
func (a *App) clickOverlay(x, y int) tea.Cmd {
	rows := strings.Split(a.overlay.draw(a.st, a.layout.full.w, a.layout.full.h), "\n")
	w, h := style.Width(rows[0]), len(rows)
	x, y = x-(a.layout.full.w-w)/2, y-(a.layout.full.h-h)/2
	switch {
	case x < 0 || x >= w || y < 0 || y >= h:
		switch a.overlay.(type) {
		case *listBox, *helpBox, *palette:
			return a.followOverlay(a.overlay, overlayOutcome{closed: true})
		}
		a.say("this box asks something: answer it first")
	case y == h-1:
		return a.pressWord(footWordAt(ansi.Strip(rows[y]), x, a.st.Marks.Dot))
	default:
		if c, ok := a.overlay.(clicker); ok {
			c.click(y - 1)
		}
	}
	return nil
}

// footWordAt is the key of the words at a cell of the foot of a box, "" where there are none. Words are parted by
// dots, the first of them is the key.
func footWordAt(foot string, x int, dot string) string {
	cells := []rune(foot) // all of it is one cell wide
	if x >= len(cells) {
		return ""
	}
	sep := " " + dot + " "
	before, after := string(cells[:x]), string(cells[x:])
	if i := strings.LastIndex(before, sep); i >= 0 {
		before = before[i+len(sep):]
	}
	after, _, _ = strings.Cut(after, sep)
	words := strings.Fields(strings.Trim(before+after, "╰─╯+- "))
	if len(words) < 2 {
		return ""
	}
	return words[0]
}

// pressWord presses the key that a word names.
func (a *App) pressWord(key string) tea.Cmd {
	if key == "" {
		return nil
	}
	types := map[string]tea.KeyType{"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "ctrl+f": tea.KeyCtrlF, "ctrl+e": tea.KeyCtrlE}
	if t, ok := types[key]; ok {
		return a.handleKey(tea.KeyMsg{Type: t})
	}
	if len([]rune(key)) == 1 {
		return a.handleKey(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)})
	}
	if action, ok := a.keys.Lookup(a.context(), key); ok && a.disabled(action) == "" {
		return a.act(action)
	}
	return nil
}

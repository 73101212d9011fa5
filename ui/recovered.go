package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// recoveredMsg carries sentences on what a crash had left of a write and is finished or undone now.
type recoveredMsg struct{ lines []string }

// hearRecovered asks what was recovered, after notes were read: a reading comes upon it.
func (a *App) hearRecovered() tea.Cmd {
	told := a.deps.Told
	if told == nil {
		return nil
	}
	return a.do(func(context.Context) tea.Msg { return recoveredMsg{told()} })
}

// handleRecovered shows the sentences in a box of their own: each is told once, and the last row may be gone at the
// next key. Where another box is open they wait for the next reading.
func (a *App) handleRecovered(msg recoveredMsg) tea.Cmd {
	a.untold = append(a.untold, msg.lines...)
	if len(a.untold) == 0 || a.overlay != nil {
		return nil
	}
	a.overlay = a.newRecovered(a.untold)
	a.untold = nil
	return nil
}

// newRecovered lists what was recovered, or came along with a memory from another place.
func (a *App) newRecovered(lines []string) *listBox {
	l := &listBox{
		ctx: keymap.Reviews, title: "Found while the notes were read", keys: "esc closes",
		intro: "What a program that ended early left, and reviews of a memory that moved; it is said once:",
	}
	veil := a.veil()
	for _, line := range lines {
		text := model.PrintableLine(veil.text(line))
		l.choices = append(l.choices, choice{mark: a.st.Marks.Yes, ink: func(r *style.Roles) style.Ink { return r.OK }, text: text, more: text})
	}
	return l
}

package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
)

// wheelRows is how far one step of the wheel goes.
const wheelRows = 3

// handleMouse selects with a click and scrolls with the wheel what is under the pointer.
func (a *App) handleMouse(msg tea.MouseMsg) tea.Cmd {
	if a.layout.class == tiny || a.waiting != awaitNothing {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		return a.wheel(msg.X, msg.Y, keymap.Down)
	case msg.Button == tea.MouseButtonWheelUp:
		return a.wheel(msg.X, msg.Y, keymap.Up)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && a.overlay == nil:
		return a.click(msg.X, msg.Y)
	}
	return nil
}

// wheel scrolls the pane under the pointer; a pane without focus is only scrolled if it has no
// cursor that would move.
func (a *App) wheel(x, y int, action keymap.Action) tea.Cmd {
	if a.overlay == nil && a.screen == screenBrowse && a.layout.panes[panePreview].has(x, y) {
		for range wheelRows {
			a.browse.preview.move(action)
		}
		return nil
	}
	var cmds []tea.Cmd
	for range wheelRows {
		cmds = append(cmds, a.act(action))
	}
	return tea.Batch(cmds...)
}

func (a *App) click(x, y int) tea.Cmd {
	b := &a.browse
	switch a.screen {
	case screenPicker:
		a.picker.click(x, y-a.layout.body.y)
	case screenSearch:
		a.search.panel.Click(y)
	case screenHistory:
		a.past.pane.Click(y)
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

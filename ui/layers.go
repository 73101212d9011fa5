package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/layers"
)

// layering is the screen of the layers of a memory.
type layering struct {
	pane *layers.Pane
	seq  uint64
}

// showLayers opens the screen; what it shows follows.
func (a *App) showLayers() tea.Cmd {
	a.screen = screenLayers
	return a.readLayers()
}

// readLayers looks at the layers of the memory that is open.
func (a *App) readLayers() tea.Cmd {
	a.layers.seq++
	m := a.browse.memory
	a.layers.pane.Open(m)
	seq, lib, veil := a.layers.seq, a.deps.Library, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		l, err := lib.Layers(ctx, m)
		return layersReadMsg{seq, veil.layers(l), err}
	})
}

// layers covers what layers say that may have been read from files.
func (v *veil) layers(l model.Layers) model.Layers {
	l.Remarks = v.texts(l.Remarks)
	return l
}

func (a *App) handleLayers(msg layersReadMsg) {
	switch {
	case msg.seq != a.layers.seq:
	case msg.err != nil:
		a.layers.pane.Fail("the layers could not be looked at: " + model.PrintableLine(msg.err.Error()))
	default:
		a.layers.pane.Set(msg.layers)
	}
}

// layersAgain looks at the layers anew, if they are on the screen.
func (a *App) layersAgain() tea.Cmd {
	if a.screen != screenLayers {
		return nil
	}
	return a.readLayers()
}

// actLayers does what the screen of layers knows.
func (a *App) actLayers(action keymap.Action) (tea.Cmd, bool) {
	out := a.layers.pane.Handle(action)
	if out.Leave {
		a.screen = screenBrowse
		return a.arrange(), true
	}
	return nil, out.Handled
}

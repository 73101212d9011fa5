package ui

import (
	"context"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// keeper keeps how the screen is set, the newest last whatever the order in which commands run.
type keeper struct {
	keep func(model.Look) error
	// writing is held during a write; mu guards want.
	writing, mu sync.Mutex
	want        *model.Look
}

// flush writes what is wanted, if anything is.
func (k *keeper) flush() error {
	k.writing.Lock()
	defer k.writing.Unlock()
	k.mu.Lock()
	want := k.want
	k.want = nil
	k.mu.Unlock()
	if want == nil || k.keep == nil {
		return nil
	}
	return k.keep(*want)
}

// asSet is how the screen is set.
func (a *App) asSet() model.Look {
	l := a.review.pane.Look()
	l.Theme = a.chosen
	return l
}

// keepLook keeps how the screen is set, if a key has set it anew.
func (a *App) keepLook() tea.Cmd {
	now := a.asSet()
	if now == a.kept {
		return nil
	}
	a.kept = now
	k := a.keeper
	k.mu.Lock()
	k.want = &now
	k.mu.Unlock()
	return a.do(func(context.Context) tea.Msg { return lookKeptMsg{k.flush()} })
}

// handleLook tells that the next start will not look like this one.
func (a *App) handleLook(msg lookKeptMsg) {
	if msg.err != nil {
		a.alarm(model.PrintableLine(msg.err.Error()))
	}
}

package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// gatesMeasuredMsg carries the gates of a store.
type gatesMeasuredMsg struct {
	seq   uint64
	store model.Store
	gates []model.Gate
	err   error
}

// showGates measures why an unattended dream of a store would start now, or would not.
func (a *App) showGates(store model.Store) tea.Cmd {
	if store.Dir == "" {
		a.say("no dream has run yet; open a memory, and come here from it")
		return nil
	}
	a.seq.gates++
	seq, dreams := a.seq.gates, a.deps.Dreams
	return a.do(func(ctx context.Context) tea.Msg {
		gates, err := dreams.Gates(ctx, store)
		return gatesMeasuredMsg{seq, store, gates, err}
	})
}

func (a *App) handleGates(msg gatesMeasuredMsg) tea.Cmd {
	switch {
	case msg.seq != a.seq.gates || a.screen != screenTasks || a.overlay != nil:
		return nil
	case msg.err != nil:
		a.alarm("the gates could not be measured: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.overlay = a.newGates(msg.store, msg.gates)
	return nil
}

// newGates shows each gate with its figures; the first that is shut is selected.
func (a *App) newGates(store model.Store, gates []model.Gate) *listBox {
	l := &listBox{
		ctx: keymap.Reviews, title: "Gates of " + model.PrintableLine(store.Name), keys: "esc closes",
		intro: "All are open: a dream that a hook or a timer asks for would start now.",
	}
	shut := 0
	for i, g := range gates {
		c := choice{
			mark: a.st.Marks.Yes, ink: func(r *style.Roles) style.Ink { return r.OK }, head: model.PrintableLine(g.Name),
			text: model.PrintableLine(g.Have + ", needed: " + g.Need), more: model.PrintableLine(g.Reason) + ".",
		}
		if !g.Open {
			if shut++; shut == 1 {
				l.list.cursor = i
			}
			c.mark, c.ink = a.st.Marks.No, func(r *style.Roles) style.Ink { return r.Warn }
		}
		l.choices = append(l.choices, c)
	}
	if shut > 0 {
		l.intro = "A dream that a hook or a timer asks for would not start now: " + model.Count(shut, "gate") + " shut. " +
			"One that you start asks for the lock alone."
	}
	return l
}

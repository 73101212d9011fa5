package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// runningHere is the run at work on the store on the screen.
func (a *App) runningHere() (model.Run, bool) {
	for _, r := range a.runs {
		if r.State.Works() && r.Store.Dir == a.store.Dir {
			return r, true
		}
	}
	return model.Run{}, false
}

// handleEngines takes the list of engines, and gives it to the dialog if that is open.
func (a *App) handleEngines(msg enginesListedMsg) tea.Cmd {
	a.engines = msg.engines
	if l, ok := a.overlay.(*listBox); ok && l.ctx == keymap.Engines {
		fresh := a.newEngines()
		fresh.list = l.list
		a.overlay = fresh
	}
	return nil
}

func (a *App) handleStarted(msg dreamStartedMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm("the dream did not start: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.awaited[msg.run.ID] = true
	a.say("dreaming with " + model.PrintableLine(msg.run.Engine) + "; " +
		a.keys.Key(keymap.Browse, keymap.ShowTasks) + " shows how far it is")
	return a.listRuns()
}

// handleRuns takes how the runs stand. One that ended here is told of, and never changes the screen.
func (a *App) handleRuns(msg runsChangedMsg) tea.Cmd {
	a.runs, a.now = msg.runs, msg.now
	a.tasks.SetRuns(msg.runs)
	cmds := []tea.Cmd{a.tick()}
	if msg.again {
		cmds = append(cmds, a.watchRuns())
	}
	for _, r := range msg.runs {
		switch {
		case !r.State.Done():
			a.awaited[r.ID] = true
		case a.awaited[r.ID]:
			// A quick run can end before anybody saw it at work.
			delete(a.awaited, r.ID)
			cmds = append(cmds, a.ended(r))
		}
	}
	return tea.Batch(cmds...)
}

// ended says how a run ended, and reads what it may have left on the desk.
func (a *App) ended(r model.Run) tea.Cmd {
	word := "the dream"
	if r.Extract {
		word = "the extraction"
	}
	if r.Store.Dir != a.store.Dir {
		word += " of " + model.PrintableLine(r.Store.Name)
	}
	switch r.State {
	case model.RunReady:
		word += " is done: review ready, " + model.Count(r.Hunks, "hunk")
		if r.Flagged > 0 {
			word += ", " + model.Number(r.Flagged) + " flagged"
		}
		if s := r.Loss.Warning(); s != "" {
			a.alarm(word + "; " + s)
			word = ""
		}
	case model.RunUnchanged:
		word += " is done: there is nothing to change"
	case model.RunCancelled:
		word += " is cancelled; nothing was changed"
	default:
		a.alarm(word + " failed: " + model.PrintableLine(r.Note))
		word = ""
	}
	if word != "" {
		a.say(word)
	}
	switch {
	case a.store.Dir != "" && r.Store.Dir == a.store.Dir:
		return a.loadMemory(a.store)
	case a.screen == screenPicker:
		return a.loadStores()
	}
	return nil
}

// needsTime reports whether something on the screen changes with time alone.
func (a *App) needsTime() bool {
	for _, r := range a.runs {
		if !r.State.Done() {
			return true
		}
	}
	return a.screen == screenTasks && a.tasks.Ticking(a.now)
}

func (a *App) handleTick(msg tickedMsg) tea.Cmd {
	a.ticking, a.now = false, msg.now
	return a.tick()
}

// showTasks opens the task panel; leaving it comes back here.
func (a *App) showTasks() tea.Cmd {
	a.under, a.screen = a.screen, screenTasks
	a.tasks.Open()
	return tea.Batch(a.listRuns(), a.tick())
}

// actTasks does what the task panel knows.
func (a *App) actTasks(action keymap.Action) (tea.Cmd, bool) {
	if action == keymap.ShowGates {
		// Of the memory of the run with the bar; without one, of that on the screen before.
		store := a.store
		if r, ok := a.tasks.Current(); ok {
			store = r.Store
		}
		return a.showGates(store), true
	}
	out := a.tasks.Handle(action, a.now)
	if out.Hint != "" {
		a.say(out.Hint)
	}
	cmds := []tea.Cmd{a.tick()}
	if out.Leave {
		cmds = append(cmds, a.goBack(a.under))
	}
	if out.Cancel != "" {
		cmds = append(cmds, a.cancelRuns(out.Cancel))
	}
	if r := out.Review; r.ID != "" {
		if r.Proposal == "" {
			a.say("this run left no review")
		} else {
			cmds = append(cmds, a.openReview(r.Store, r.Proposal))
		}
	}
	return tea.Batch(cmds...), out.Handled
}

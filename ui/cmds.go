package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// do makes a command: work that may read, write or wait, away from the screen. The function must
// hold copies of what it needs. A panic in it ends the program in good order.
func (a *App) do(work func(ctx context.Context) tea.Msg) tea.Cmd {
	ctx, dir, now := a.ctx, a.deps.CrashDir, a.deps.Now
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = crashed(r, dir, now())
			}
		}()
		return work(ctx)
	}
}

// tick asks for the time in a second, while anything on the screen changes with it.
func (a *App) tick() tea.Cmd {
	if a.ticking || !a.needsTime() {
		return nil
	}
	a.ticking = true
	now := a.deps.Now
	return a.loop.After(time.Second, func() tea.Msg { return tickedMsg{now()} })
}

func (a *App) loadStores() tea.Cmd {
	a.seq.stores++
	seq, lib, now := a.seq.stores, a.deps.Library, a.deps.Now
	here := a.deps.Here
	if a.picker.loaded {
		here = "" // it was offered once
	}
	return a.do(func(ctx context.Context) tea.Msg {
		msg := storesLoadedMsg{seq: seq}
		if here != "" {
			if s, err := lib.Find(ctx, here); err == nil {
				msg.here = s
			}
		}
		msg.stores, msg.err = lib.Stores(ctx)
		msg.now = now()
		return msg
	})
}

// reading is the work on the memory that is shown.
type reading struct {
	ctx    context.Context
	cancel context.CancelFunc
	// busy says that its notes are still on their way.
	busy bool
}

// readAnew begins a reading of the memory, and ends what is still at work for the one before: of a large one
// that changes time and again these would pile up. Its context is that of the look which follows as well.
func (a *App) readAnew() context.Context {
	if a.reading.cancel != nil {
		a.reading.cancel()
	}
	a.seq.memory++
	a.reading.busy = true
	a.reading.ctx, a.reading.cancel = context.WithCancel(a.ctx)
	return a.reading.ctx
}

// loadDir finds the store of a folder and opens it.
func (a *App) loadDir(dir string) tea.Cmd {
	ctx := a.readAnew()
	seq, lib, now, veil := a.seq.memory, a.deps.Library, a.deps.Now, a.veil()
	return a.do(func(context.Context) tea.Msg {
		store, err := lib.Find(ctx, dir)
		if err != nil {
			return memoryLoadedMsg{seq: seq, now: now(), err: err}
		}
		if store.Untrusted {
			return untrustedMsg{seq, store}
		}
		m, err := lib.Open(ctx, store)
		return memoryLoadedMsg{seq, veil.memory(m), m, now(), err}
	})
}

// loadMemory reads a store again.
func (a *App) loadMemory(store model.Store) tea.Cmd {
	ctx := a.readAnew()
	seq, lib, now, veil := a.seq.memory, a.deps.Library, a.deps.Now, a.veil()
	return a.do(func(context.Context) tea.Msg {
		m, err := lib.Open(ctx, store)
		return memoryLoadedMsg{seq, veil.memory(m), m, now(), err}
	})
}

// look learns what takes longer of a memory that is shown already.
func (a *App) look(m model.Memory) tea.Cmd {
	ctx := a.reading.ctx
	seq, lib, now, veil := a.seq.memory, a.deps.Library, a.deps.Now, a.veil()
	return a.do(func(context.Context) tea.Msg {
		m, err := lib.Look(ctx, m)
		return memoryLookedMsg{seq, veil.memory(m), now(), err}
	})
}

// renderPreview renders the note that is shown, unless that is done or another rendering is still at
// work: then it is the next, if it is still wanted by then. So a key held down never piles them up.
func (a *App) renderPreview() tea.Cmd {
	job, ok := a.browse.preview.wanted()
	if !ok || a.rendering || a.layout.panes[panePreview].empty() {
		return nil
	}
	a.rendering = true
	return a.do(func(context.Context) tea.Msg { return renderedMsg{job.key, job.rows()} })
}

func (a *App) listEngines() tea.Cmd {
	dreams := a.deps.Dreams
	return a.do(func(context.Context) tea.Msg { return enginesListedMsg{dreams.Engines()} })
}

// startDream starts a dream; the rule is for an engine that leaves the machine.
func (a *App) startDream(store model.Store, engine string, rule model.SecretRule) tea.Cmd {
	a.say("starting a dream with " + model.PrintableLine(engine) + a.st.Marks.Ellipsis)
	dreams := a.deps.Dreams
	return a.do(func(ctx context.Context) tea.Msg {
		run, err := dreams.StartWith(ctx, store, engine, rule)
		return dreamStartedMsg{run, err}
	})
}

// listRuns asks how the runs stand now.
func (a *App) listRuns() tea.Cmd {
	dreams, now, veil := a.deps.Dreams, a.deps.Now, a.veil()
	return a.do(func(context.Context) tea.Msg { return runsChangedMsg{runs: veil.runs(dreams.Runs()), now: now()} })
}

// watchRuns waits until the runs change.
func (a *App) watchRuns() tea.Cmd {
	dreams, now, veil := a.deps.Dreams, a.deps.Now, a.veil()
	return a.loop.Background(a.do(func(ctx context.Context) tea.Msg {
		select {
		case <-dreams.Changed():
			return runsChangedMsg{runs: veil.runs(dreams.Runs()), now: now(), again: true}
		case <-ctx.Done():
			return nil
		}
	}))
}

func (a *App) cancelRuns(ids ...string) tea.Cmd {
	dreams, now, veil := a.deps.Dreams, a.deps.Now, a.veil()
	return a.do(func(context.Context) tea.Msg {
		for _, id := range ids {
			dreams.Cancel(id)
		}
		return runsChangedMsg{runs: veil.runs(dreams.Runs()), now: now()}
	})
}

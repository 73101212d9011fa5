package ui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// watching is the watch over the files of the store on the screen.
type watching struct {
	dir    string
	cancel context.CancelFunc
	seq    uint64
	// late says what changed while nothing could be read again.
	late model.Stir
}

// watchStore begins to watch a store, and leaves the one before. Where nothing can be watched the screen
// shows what it read, as it does without.
func (a *App) watchStore(s model.Store) tea.Cmd {
	if a.deps.Places == nil || a.watch.dir == s.Dir {
		return nil
	}
	if a.watch.cancel != nil {
		a.watch.cancel()
	}
	ctx, cancel := context.WithCancel(a.ctx)
	a.watch = watching{dir: s.Dir, cancel: cancel, seq: a.watch.seq + 1}
	seq, places := a.watch.seq, a.deps.Places
	return a.do(func(context.Context) tea.Msg {
		told, err := places.Watch(ctx, s)
		if err != nil {
			cancel()
			return nil
		}
		return diskWatchedMsg{seq, told}
	})
}

func (a *App) handleWatched(msg diskWatchedMsg) tea.Cmd {
	if msg.seq != a.watch.seq {
		return nil
	}
	return a.waitDisk(msg)
}

// waitDisk waits until the files change.
func (a *App) waitDisk(w diskWatchedMsg) tea.Cmd {
	return a.loop.Background(a.do(func(ctx context.Context) tea.Msg {
		select {
		case stir, ok := <-w.told:
			return diskChangedMsg{w, stir, ok}
		case <-ctx.Done():
			return nil
		}
	}))
}

// handleDisk reads again what another program has changed.
func (a *App) handleDisk(msg diskChangedMsg) tea.Cmd {
	if msg.watch.seq != a.watch.seq || !msg.open {
		return nil
	}
	return tea.Batch(a.waitDisk(msg.watch), a.stirred(msg.stir))
}

// stirred follows a change on the disk. A review is not made anew for that: it was made for what was there, and its
// commit looks at the disk anyway; that it was overtaken is shown, and what others decide in it.
func (a *App) stirred(stir model.Stir) tea.Cmd {
	switch r := &a.review; {
	case a.editing.Load(), a.waiting != awaitNothing, a.reading.busy:
		a.watch.late = a.watch.late.With(stir)
	case a.reviewing() && (r.working || r.done || r.store.Dir != a.store.Dir):
		// What was committed just now is read when the review is left.
	case a.reviewing():
		var cmds []tea.Cmd
		if stir.Notes {
			cmds = append(cmds, a.lookOvertaken())
		}
		if stir.Desk {
			cmds = append(cmds, a.lookBeside())
		}
		return tea.Batch(cmds...)
	case a.screen != screenPicker && a.browse.loaded:
		return a.loadMemory(a.store)
	}
	return nil
}

// catchUp reads what changed while nothing could be read again.
func (a *App) catchUp() tea.Cmd {
	stir := a.watch.late
	if stir == (model.Stir{}) || a.waiting != awaitNothing || a.editing.Load() || a.reading.busy {
		return nil
	}
	a.watch.late = model.Stir{}
	return a.stirred(stir)
}

// askTrust asks before a memory is opened that only a project's own settings name.
func (a *App) askTrust(s model.Store) tea.Cmd {
	who := "the project"
	if len(s.Projects) > 0 {
		who = tilde(s.Projects[0], a.home)
	}
	a.overlay = asks("Open it?", "Only the settings that come with "+who+" name this memory: "+tilde(s.Dir, a.home)+
		". Whoever wrote the project could name any folder of yours. Is it yours, and to be read and written?", "trust and open it",
		func() tea.Cmd { return a.trust(s) })
	return nil
}

// trust notes the yes, and opens the memory.
func (a *App) trust(s model.Store) tea.Cmd {
	places := a.deps.Places
	return a.do(func(context.Context) tea.Msg { return trustedMsg{s, places.Trust(s)} })
}

func (a *App) handleTrusted(msg trustedMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm("the yes could not be kept: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	s := msg.store
	s.Untrusted = false
	return a.openStore(s)
}

// handleUntrusted asks about the only memory there is to show.
func (a *App) handleUntrusted(msg untrustedMsg) tea.Cmd {
	if msg.seq != a.seq.memory {
		return nil
	}
	a.trouble = "This memory is not opened before you say yes: " + a.keys.Key(keymap.Global, keymap.Reload) + " asks again."
	cmd := a.arrived(awaitMemory)
	return tea.Batch(cmd, a.askTrust(msg.store))
}

// findMoves looks for the place to which the project of the memory on the screen went.
func (a *App) findMoves() tea.Cmd {
	places, store := a.deps.Places, a.store
	a.hint = hint{text: "looking for the project" + a.st.Marks.Ellipsis, passing: true}
	return a.do(func(ctx context.Context) tea.Msg { return movesFoundMsg{store, places.Moves(ctx, store)} })
}

// handleMoves offers the places, each with what speaks for it.
func (a *App) handleMoves(msg movesFoundMsg) tea.Cmd {
	if msg.store.Dir != a.store.Dir || a.overlay != nil || a.screen != screenBrowse {
		return nil
	}
	if len(msg.moves) == 0 {
		a.say("nothing tells where the project went: dreamgate projects --move OLD NEW takes any folder")
		return nil
	}
	a.hint = hint{}
	l := &listBox{
		ctx: keymap.Reviews, title: "Where the project may be", keys: "enter proposes the notes there " + a.st.Marks.Dot + " esc closes",
		intro: tilde(strings.Join(msg.store.Gone, ", "), a.home) + " is gone. Its notes stay here; what you choose gets them as a review.",
		pick:  func(i int) tea.Cmd { return a.moveNotes(msg.store, msg.moves[i].Dir) },
	}
	if n := msg.store.Summary.Pending; n > 0 {
		l.intro += " Still open here: " + model.Count(n, "review") + "; decide first, for it does not come along."
	}
	for _, m := range msg.moves {
		reason := model.PrintableLine(m.Reason)
		l.choices = append(l.choices, choice{mark: a.st.Marks.Arrow, head: tilde(m.Dir, a.home), text: reason, more: reason, ink: accent})
	}
	a.overlay = l
	return nil
}

// moveNotes lays the notes on the desk of the memory at the new place.
func (a *App) moveNotes(s model.Store, dir string) tea.Cmd {
	places, reviews := a.deps.Places, a.deps.Reviews
	return a.do(func(ctx context.Context) tea.Msg {
		p, err := places.Move(ctx, s, dir)
		if err != nil {
			return notesMovedMsg{err: err}
		}
		id, err := reviews.Propose(ctx, p)
		return notesMovedMsg{p.Store, id, err}
	})
}

func (a *App) handleNotesMoved(msg notesMovedMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm("the notes could not be proposed: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	return a.openReview(msg.store, msg.id)
}

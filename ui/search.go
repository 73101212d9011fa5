package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/search"
)

// searchPause is how long nothing must be typed before the words are searched.
const searchPause = 250 * time.Millisecond

// searched is the search screen, and the search behind it.
type searched struct {
	panel *search.Panel
	// under is the screen to which it goes back.
	under screen
	// found brings what is found, cancel ends that.
	found  <-chan model.Hits
	cancel context.CancelFunc
	// visit is a note that is shown once its memory is there.
	visit model.Hit
}

// showSearch opens the search over what is on the screen.
func (a *App) showSearch() tea.Cmd {
	if a.deps.Searches == nil {
		a.say("there is nothing to search with")
		return nil
	}
	if a.screen == screenSearch {
		return nil
	}
	a.search.under = a.screen
	name := a.store.Name
	if a.screen == screenPicker {
		name = ""
	}
	a.screen = screenSearch
	if a.search.panel.Open(name) {
		a.stopSearch()
		return a.startSearch()
	}
	return nil
}

// stopSearch ends what is being searched; what it still tells is no longer listened to.
func (a *App) stopSearch() {
	a.seq.search++
	a.search.panel.Stopped()
	if a.search.cancel != nil {
		a.search.cancel()
		a.search.cancel, a.search.found = nil, nil
	}
}

// startSearch searches for the words on the line.
func (a *App) startSearch() tea.Cmd {
	a.stopSearch()
	words, all := a.search.panel.Wanted()
	if words == "" {
		return nil
	}
	a.search.panel.Begin()
	ctx, cancel := context.WithCancel(a.ctx)
	a.search.cancel = cancel
	seq, searches, store := a.seq.search, a.deps.Searches, a.store
	return a.do(func(context.Context) tea.Msg {
		return searchStartedMsg{seq, searches.Search(ctx, store, all, words)}
	})
}

// searchSoon searches once no more is typed.
func (a *App) searchSoon() tea.Cmd {
	seq := a.seq.search
	return a.loop.After(searchPause, func() tea.Msg { return searchDueMsg{seq} })
}

func (a *App) handleSearchDue(msg searchDueMsg) tea.Cmd {
	if msg.seq != a.seq.search || a.screen != screenSearch {
		return nil
	}
	return a.startSearch()
}

func (a *App) handleSearchStarted(msg searchStartedMsg) tea.Cmd {
	if msg.seq != a.seq.search {
		return nil
	}
	a.search.found = msg.found
	return a.waitHits()
}

// waitHits waits until more is found.
func (a *App) waitHits() tea.Cmd {
	seq, found, veil := a.seq.search, a.search.found, a.veil()
	return a.loop.Background(a.do(func(context.Context) tea.Msg {
		hits, more := <-found
		if !more {
			return nil // it was ended
		}
		for i := range hits.List {
			hits.List[i].Text = veil.text(hits.List[i].Text)
		}
		return hitsFoundMsg{seq, hits}
	}))
}

func (a *App) handleHits(msg hitsFoundMsg) tea.Cmd {
	if msg.seq != a.seq.search {
		return nil
	}
	return a.heard(a.search.panel.Add(msg.hits))
}

// heard listens on, unless that is enough: then the search is ended, or stands still until more is wanted, for
// nobody takes what it finds.
func (a *App) heard(enough bool) tea.Cmd {
	if !enough {
		return a.waitHits()
	}
	if !a.search.panel.Waits() {
		a.stopSearch()
	}
	return nil
}

// readPassage reads what stands around a hit.
func (a *App) readPassage(h model.Hit) tea.Cmd {
	a.seq.passage++
	seq, words := a.seq.passage, a.search.panel.Words()
	return a.passage(h, words, func(p model.Passage, err error) tea.Msg { return passageReadMsg{seq, h, p, err} })
}

// passage reads what stands around a hit, covered.
func (a *App) passage(h model.Hit, words string, read func(model.Passage, error) tea.Msg) tea.Cmd {
	searches, veil := a.deps.Searches, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		p, err := searches.Passage(ctx, h, words)
		for i := range p.Lines {
			p.Lines[i].Text = veil.text(p.Lines[i].Text)
		}
		return read(p, err)
	})
}

func (a *App) handlePassage(msg passageReadMsg) tea.Cmd {
	switch {
	case msg.seq != a.seq.passage || a.screen != screenSearch:
	case msg.err != nil:
		a.alarm("it could not be opened: " + model.PrintableLine(msg.err.Error()))
	default:
		a.search.panel.Show(msg.hit, msg.passage)
	}
	return nil
}

// actSearch does what the search screen knows.
func (a *App) actSearch(action keymap.Action) (tea.Cmd, bool) {
	out := a.search.panel.Handle(action)
	return a.followSearch(out), out.Handled
}

// followSearch does what the search screen asks for.
func (a *App) followSearch(out search.Outcome) tea.Cmd {
	if out.Hint != "" {
		a.say(out.Hint)
	}
	if out.Stop {
		a.stopSearch()
	}
	switch {
	case out.Leave:
		a.seq.passage++
		return a.goBack(a.search.under)
	case out.Start:
		return a.startSearch()
	case out.Soon:
		return a.searchSoon()
	case out.More:
		return a.heard(a.search.panel.GoOn())
	case out.Read:
		return a.readPassage(out.Hit)
	case out.Visit:
		return a.visitNote(out.Hit)
	}
	return nil
}

// visitNote opens the note of a hit in its memory.
func (a *App) visitNote(h model.Hit) tea.Cmd {
	if a.search.under != screenPicker && a.search.under != screenBrowse {
		a.say("leave the search and go back to the notes first")
		return nil
	}
	a.stopSearch()
	a.screen = screenBrowse
	if a.store.Dir == h.Store.Dir && a.browse.loaded {
		return tea.Batch(a.arrange(), a.goToHit(h))
	}
	a.search.visit = h
	return a.openStore(h.Store)
}

// arriveVisit goes to the note that the memory was opened for.
func (a *App) arriveVisit() tea.Cmd {
	h := a.search.visit
	a.search.visit = model.Hit{}
	if h.Path == "" || h.Store.Dir != a.store.Dir {
		return nil
	}
	return a.goToHit(h)
}

// goToHit goes to a note, or to a line of the index.
func (a *App) goToHit(h model.Hit) tea.Cmd {
	return a.goToFinding(model.Finding{Path: h.Path, Line: h.Line})
}

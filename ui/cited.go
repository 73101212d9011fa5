package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/review"
	"dreamgate/ui/search"
)

// citing is the screen of the lines that a hunk rests on: that of the search, with a panel of its own, so
// that what is found there stays.
type citing struct {
	panel *search.Panel
	// words are what is meant in each line, by its place.
	words map[string]string
	seq   uint64
}

// openCited shows the lines that a hunk rests on, over the review.
func (a *App) openCited(places []review.Place) tea.Cmd {
	if a.deps.Searches == nil {
		a.say("there is nothing to read sessions with")
		return nil
	}
	c := &a.cited
	c.words = map[string]string{}
	var lines []model.Hit
	for _, p := range places {
		h := model.Hit{
			Store: a.review.store, Session: p.Source.Session, Line: p.Source.Line, Trust: p.Source.Trust, Call: p.Source.Call,
			Time: p.Source.Time, Text: p.Source.Text,
		}
		c.words[placeOf(h)] = p.Words
		lines = append(lines, h)
	}
	a.screen = screenCited
	return a.followCited(c.panel.Cite(lines))
}

// placeOf names a line whole: what is shown of a place may be cut.
func placeOf(h model.Hit) string { return h.Session + ":" + model.Number(h.Line) }

// actCited does what the screen of the cited lines knows.
func (a *App) actCited(action keymap.Action) (tea.Cmd, bool) {
	out := a.cited.panel.Handle(action)
	return a.followCited(out), out.Handled
}

// followCited does what the panel asks for. The review is as it was left: nothing else was shown in its pane.
func (a *App) followCited(out search.Outcome) tea.Cmd {
	c := &a.cited
	if out.Hint != "" {
		a.say(out.Hint)
	}
	switch {
	case out.Leave:
		c.seq++
		return a.goBack(screenReview)
	case out.Read:
		c.seq++
		seq, h := c.seq, out.Hit
		return a.passage(h, c.words[placeOf(h)], func(p model.Passage, err error) tea.Msg { return citedReadMsg{seq, h, p, err} })
	}
	return nil
}

func (a *App) handleCited(msg citedReadMsg) {
	c := &a.cited
	switch {
	case msg.seq != c.seq:
	case msg.err != nil:
		c.panel.Fail(msg.hit, "it could not be opened: "+model.PrintableLine(a.veil().text(msg.err.Error())))
	default:
		c.panel.Show(msg.hit, msg.passage)
	}
}

package ui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// Two windows, or a window and a command, may be at work on one review. Each shows what the other one does as soon as
// the disk tells of it, and neither replaces what it has not shown.

// keepingUp is how the open review keeps up with what others do to it.
type keepingUp struct {
	// busy says that the record is being read, again that it is to be read once more.
	busy, again bool
	// later is what is said once more when a line of text no longer has the keys, lost what became of a text that
	// somebody else was before with.
	later, lost string
}

// besideMsg brings what is on record of a review, and what was known of it. Stays are hunks at which others were first.
type besideMsg struct {
	id       string
	was, now model.Ruling
	// same says that they are the same, as after each saving of this window.
	same  bool
	state model.ReviewState
	stays []string
	// seq is that of the reading of the review that it is about.
	seq uint64
	err error
}

// reviewing reports whether a review is on the screen, or what was opened from it.
func (a *App) reviewing() bool {
	return a.screen == screenReview || a.screen == screenCited || a.screen == screenHistory && a.past.under == screenReview
}

// goBack leaves for a screen that was left for this one. What was done to a review meanwhile is followed there: the
// screen between may have had no place for it.
func (a *App) goBack(to screen) tea.Cmd {
	a.screen = to
	if r := &a.review; to != screenReview || r.working || r.done {
		return a.arrange()
	}
	return tea.Batch(a.arrange(), a.lookBeside(), a.lookOvertaken())
}

// lookBeside reads what others did in the open review. One reading is at work at a time.
func (a *App) lookBeside() tea.Cmd {
	id := a.review.pane.Review().Proposal.ID
	if id == "" {
		return nil
	}
	if a.beside.busy {
		a.beside.again = true
		return nil
	}
	a.beside.busy = true
	s, store, seq := a.saver, a.review.store, a.seq.review
	return a.do(func(ctx context.Context) tea.Msg {
		msg := s.look(ctx, store, id)
		msg.seq = seq
		return msg
	})
}

// handleBeside shows what others did. Cursor, scroll and what is being typed stay.
func (a *App) handleBeside(msg besideMsg) tea.Cmd {
	a.beside.busy = false
	var cmds []tea.Cmd
	if a.beside.again {
		a.beside.again = false
		cmds = append(cmds, a.lookBeside())
	}
	if msg.seq != a.seq.review { // the review was read anew meanwhile: what was known then is no longer what is shown
		return tea.Batch(append(cmds, a.lookBeside())...)
	}
	r := &a.review
	switch open := r.pane.Review(); {
	case msg.err != nil || msg.id != open.Proposal.ID || !a.reviewing() || r.working || r.done || a.waiting == awaitReview:
		// What is read next is the newest anyway.
		return tea.Batch(cmds...)
	case msg.state == model.ReviewClosed && open.State == model.ReviewClosed:
		// It is shown as it ended; the desk has nothing more to say of it.
		return tea.Batch(cmds...)
	case msg.state != open.State:
		return tea.Batch(append(cmds, a.endedElsewhere(msg))...)
	case msg.same && len(msg.stays) == 0 && a.beside.lost == "":
		return tea.Batch(cmds...)
	}
	a.saver.saw(msg.id, msg.was, msg.now)
	word, changed := r.pane.Beside(msg.was, msg.now, msg.stays)
	if changed {
		cmds = append(cmds, a.auditSelection())
	}
	if changed && r.commit {
		if word += "; what would be written is looked at anew"; r.dialog.Typed() {
			word += ", and your message stays: see that it fits"
		}
		r.dialog.Renew()
		cmds = append(cmds, a.makePreview())
	}
	if a.beside.lost != "" {
		word, a.beside.lost = a.beside.lost, "" // what the screen shows now tells the rest
	}
	if word == "" {
		return tea.Batch(cmds...)
	}
	a.say(word)
	if a.typing() {
		a.beside.later = word
	}
	return tea.Batch(cmds...)
}

// endedElsewhere follows a review that somebody else carried out, closed or put back. What is being typed, or looked
// at before a commit, is not taken away for that.
func (a *App) endedElsewhere(msg besideMsg) tea.Cmd {
	word := map[model.ReviewState]string{
		model.ReviewClosed:      "this review was carried out, closed or made anew elsewhere",
		model.ReviewUncommitted: "what this review accepts was written elsewhere, and is not committed",
		model.ReviewPending:     "the notes of this review were put back elsewhere",
	}[msg.state]
	switch {
	case a.review.commit:
		a.review.dialog.Fail(errors.New(word))
		return nil
	case a.typing() || a.overlay != nil || a.screen != screenReview || a.review.pane.Selecting():
		a.say(word)
		return nil
	}
	open := a.openReview(a.review.store, msg.id)
	return func() tea.Msg {
		out := open()
		if m, ok := out.(reviewOpenedMsg); ok && m.err == nil {
			m.told = append([]string{word}, m.told...)
			out = m
		}
		return out
	}
}

// sayLater says once more what others did while something was typed, which a key may have wiped out.
func (a *App) sayLater() {
	if a.beside.later == "" || a.typing() {
		return
	}
	word := a.beside.later
	a.beside.later = ""
	if a.hint.text != "" && a.hint.text != word {
		word = a.hint.text + "; " + word
	}
	a.say(word)
}

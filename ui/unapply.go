package ui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// askUnapply asks before the notes are put back: from the hunks it is not seen what git said.
func (a *App) askUnapply() {
	a.ask("The notes are written, and git made no commit of them. Put them back as they were? The review waits again then, as it is decided.",
		"put the notes back", a.unapply)
}

// unapply puts the notes back that are written and that git made no commit of.
func (a *App) unapply() tea.Cmd {
	if a.review.working {
		return nil
	}
	a.review.working = true
	reviews, store, id := a.deps.Reviews, a.review.store, a.review.pane.Review().Proposal.ID
	return a.do(func(ctx context.Context) tea.Msg {
		// What is begun is not broken off by the end of the screen.
		lines, err := reviews.Unapply(context.WithoutCancel(ctx), store, id)
		return unappliedMsg{lines, err}
	})
}

func (a *App) handleUnapplied(msg unappliedMsg) tea.Cmd {
	a.review.working = false
	if msg.err != nil {
		a.alarm(model.PrintableLine(msg.err.Error()))
		return nil
	}
	told := append([]string{"the notes are as they were, and the review waits"}, msg.lines...)
	a.say(model.PrintableLine(strings.Join(told, "; ")))
	return a.openReview(a.review.store, a.review.pane.Review().Proposal.ID)
}

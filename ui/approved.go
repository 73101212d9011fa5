package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
)

// switchBase draws the hunks of a review from what was approved last, or from the notes as they are. What was approved
// is read when it is first asked for.
func (a *App) switchBase() tea.Cmd {
	pane := a.review.pane
	r := pane.Review()
	switch {
	case pane.Knows():
		return a.followReview(pane.SwitchBase())
	case a.deps.Past == nil:
		a.say("there is nothing that knows the history")
		return nil
	case r.State == model.ReviewClosed:
		a.say("a closed review has no notes to compare with")
		return nil
	}
	var paths []string
	for _, c := range r.Changes {
		paths = append(paths, c.Path)
	}
	a.say("looking for what was approved last")
	seq, past, store, veil := a.seq.review, a.deps.Past, a.review.store, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		found, err := past.Approved(ctx, store, paths)
		return approvedReadMsg{seq, veil.approvals(r, found), err}
	})
}

func (a *App) handleApproved(msg approvedReadMsg) tea.Cmd {
	if msg.seq != a.seq.review || a.screen != screenReview {
		return nil
	}
	if msg.err != nil {
		a.alarm("what was approved could not be read: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.review.pane.SetApproved(msg.approvals)
	return a.followReview(a.review.pane.SwitchBase())
}

// approvals covers what was approved as the review is covered: what the files of that hold is learned first. Names
// are covered as they are there.
func (v *veil) approvals(r model.Review, a model.Approvals) model.Approvals {
	if v.find == nil {
		return a
	}
	trees := v.trees(r.Proposal.Base, r.Proposal.Proposed)
	names := v.names(r)
	out := model.Approvals{Files: map[string]model.Approval{}, Remarks: v.texts(a.Remarks)}
	for path, was := range a.Files {
		if base, ok := r.Proposal.Base[path]; ok && string(base.Data) == string(was.File.Data) {
			was.File.Data = trees[0][path].Data
		} else {
			was.File.Data = []byte(v.text(string(was.File.Data)))
		}
		out.Files[names(path)] = was
	}
	return out
}

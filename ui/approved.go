package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui/review"
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
	a.say("looking for what was approved last")
	seq, past, lib, store, veil := a.seq.review, a.deps.Past, a.deps.Library, a.review.store, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		found, err := past.Approved(ctx, store, nil)
		if err != nil {
			return approvedReadMsg{seq: seq, err: err}
		}
		live := r.Proposal.Base
		if m, err := lib.Open(ctx, store); err == nil {
			live = m.Tree // what came since the review was made counts as well; what cannot be read is told elsewhere
		}
		elsewhere := review.UnapprovedIn(live, found, r.Changes)
		for i := range elsewhere {
			elsewhere[i].Path = veil.name(elsewhere[i].Path)
		}
		return approvedReadMsg{seq, veil.approvals(r, found), elsewhere, nil}
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
	a.review.pane.SetApproved(msg.approvals, msg.elsewhere)
	return a.followReview(a.review.pane.SwitchBase())
}

// putBack lays a review on the desk that puts back what was approved, hunk by hunk, and says so: the review that is open
// stays.
func (a *App) putBack() tea.Cmd {
	past, reviews, store, seq := a.deps.Past, a.deps.Reviews, a.review.store, a.past.seq
	a.hint = hint{text: "working out what puts it back" + a.st.Marks.Ellipsis, passing: true}
	return a.do(func(ctx context.Context) tea.Msg {
		p, err := past.Undo(ctx, store, model.Undo{Unapproved: true})
		if err != nil {
			return undoneMsg{seq: seq, err: err}
		}
		id, err := reviews.Propose(ctx, p)
		return undoneMsg{seq, store, id, p.Report, err}
	})
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

package ui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/evidence"
	"dreamgate/ui/review"
)

// selecting is the audit of what a review would make of a memory. One runs at a time; what changes meanwhile
// is looked at after it.
type selecting struct {
	running, again bool
	// id is the review that before are the findings of, as its notes are.
	id     string
	before []model.Finding
	// cover covers what is shown.
	cover func(string) string
}

// auditSelection looks in the background at what the memory would be with what is accepted.
func (a *App) auditSelection() tea.Cmd {
	s := &a.review.selecting
	if s.running {
		s.again = true
		return nil
	}
	r, now := a.review.pane.Review(), a.deps.Now
	if r.State != model.ReviewPending || r.Proposal.ID == "" || r.Proposal.Store.Kind == model.KindFolder {
		return nil
	}
	s.running = true
	before, known := s.before, s.id == r.Proposal.ID
	return a.do(func(context.Context) tea.Msg {
		msg := selectionAuditedMsg{id: r.Proposal.ID, before: before}
		if !known {
			_, _, msg.before = audit.Tree(r.Proposal.Base, now())
		}
		tree, err := hunk.Apply(r.Proposal.Base, r.Changes, r.Decisions)
		if err != nil {
			// The commit says why; there is nothing to be looked at.
			msg.err = err
			return msg
		}
		var found []model.Finding
		_, msg.index, found = audit.Tree(tree, now())
		for i, fresh := range audit.Fresh(found, msg.before) {
			if found[i].Rule == "dangling" && found[i].Path == model.IndexName {
				msg.dangling++
			}
			if fresh {
				msg.fresh = append(msg.fresh, found[i])
			}
		}
		msg.fresh = append(msg.fresh, evidence.Stranded(r.Proposal.Base, tree, r.Changes, r.Decisions)...)
		return msg
	})
}

func (a *App) handleSelection(msg selectionAuditedMsg) tea.Cmd {
	s := &a.review.selecting
	s.running = false
	if s.again {
		s.again = false
		s.id, s.before = msg.id, msg.before
		return a.auditSelection()
	}
	if msg.id != a.review.pane.Review().Proposal.ID {
		return nil
	}
	s.id, s.before = msg.id, msg.before
	if msg.err != nil {
		a.review.pane.SetSelected(nil)
		return nil
	}
	a.review.pane.SetSelected(&review.Selected{Index: msg.index, Dangling: msg.dangling, Fresh: s.covered(msg.fresh), Before: s.covered(msg.before)})
	return nil
}

// covered are findings as they may be shown.
func (s *selecting) covered(findings []model.Finding) []model.Finding {
	out := slices.Clone(findings)
	for i := range out {
		f := &out[i]
		f.Path, f.Message = s.cover(f.Path), s.cover(f.Message)
	}
	return out
}

package ui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/note"
)

// forgetEngine is what a proposal that forgets a note is made by.
const forgetEngine = "forget"

// askForget asks before the note on the screen is proposed to go.
func (a *App) askForget() tea.Cmd {
	n, store := a.browse.preview.note, a.store
	name := model.PrintableLine(n.Path)
	if n.Title() != n.Path {
		name = model.PrintableLine(n.Title()) + " (" + name + ")"
	}
	a.overlay = asks("Forget it?", name+", its line of the index and the links to it become a review, accepted. "+
		"Nothing is written before you commit that; until then the note is not recalled.", "propose to forget it",
		func() tea.Cmd { return a.forget(store, n.Path) })
	return nil
}

// forget lays the end of a note on the desk. One that waits already is not laid there twice.
func (a *App) forget(store model.Store, path string) tea.Cmd {
	lib, reviews, now := a.deps.Library, a.deps.Reviews, a.deps.Now
	return a.do(func(ctx context.Context) tea.Msg {
		m, err := lib.Open(ctx, store)
		if err != nil {
			return forgottenMsg{err: err}
		}
		for _, p := range m.Pending {
			if p.Origin == model.OriginPerson && p.Engine == forgetEngine && removes(ctx, reviews, store, p.ID, path) {
				return forgottenMsg{store: store, id: p.ID}
			}
		}
		if f, ok := m.Tree[path]; !ok || !f.Regular() {
			return forgottenMsg{err: fmt.Errorf("%s is no longer there", path)}
		}
		base := m.Tree.Own()
		proposed, left := note.Forget(base, path)
		id, err := reviews.Propose(ctx, model.Proposal{Store: m.Store, Origin: model.OriginPerson, Engine: forgetEngine, Created: now(),
			Base: base, Proposed: proposed, Changes: "- " + path + ": to be forgotten\n"})
		return forgottenMsg{store, id, left, err}
	})
}

// removes reports whether a proposal takes a note away.
func removes(ctx context.Context, reviews Reviews, store model.Store, id, path string) bool {
	r, err := reviews.Review(ctx, store, id)
	if err != nil {
		return false
	}
	for _, c := range r.Changes {
		if c.Path == path && c.Status == model.Deleted {
			return true
		}
	}
	return false
}

// handleForgotten opens the review: one key from the commit.
func (a *App) handleForgotten(msg forgottenMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm("the note could not be proposed to go: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	if msg.store.Dir != a.store.Dir || a.screen != screenBrowse || a.overlay != nil {
		a.say("the end of the note is ready as a review")
		return nil
	}
	cmd := a.openReview(msg.store, msg.id)
	if len(msg.left) > 0 {
		a.say("a link in " + model.PrintableLine(msg.left[0]) + " could not be taken out: " + a.keys.Key(keymap.Browse, keymap.Edit) + " edits the note")
	}
	return cmd
}

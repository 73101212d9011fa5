package ui

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/evidence"
	"dreamgate/ui/review"
	"dreamgate/ui/style"
)

// chooseReview opens the review that waits; of several one is chosen.
func (a *App) chooseReview() tea.Cmd {
	pending := a.browse.memory.Pending
	if len(pending) == 1 {
		return a.openReview(a.store, pending[0].ID)
	}
	a.overlay = a.newReviews()
	return nil
}

// openReview reads a proposal; the screen changes when it is there.
func (a *App) openReview(store model.Store, id string) tea.Cmd {
	a.seq.review++
	a.waiting = awaitReview
	a.review.store = store
	seq, reviews, s, veil := a.seq.review, a.deps.Reviews, a.saver, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		// What is still being saved belongs to what is read.
		if _, err := s.flush(ctx); err != nil {
			return reviewOpenedMsg{seq: seq, err: err}
		}
		// What others have overtaken is made anew, what a later one holds goes on there. Where neither can be, it is
		// shown as it was made.
		now, told, err := reviews.Refresh(ctx, store, id)
		var overtaken []string
		if err != nil {
			now, told = id, nil
			if paths, err := reviews.Overtaken(ctx, store, id); err == nil {
				overtaken = paths
			}
		}
		r, err := reviews.Review(ctx, store, now)
		return reviewOpenedMsg{seq: seq, asked: id, review: r, shown: veil.review(r), cover: veil.text, stands: elsewhere(r), told: told, overtaken: overtaken, err: err}
	})
}

// refreshReview reads the open review again, made anew from the notes if these have moved on.
func (a *App) refreshReview() tea.Cmd {
	a.seq.review++
	a.waiting = awaitReview
	a.review.commit = false
	a.rereads()
	store, id, pending := a.review.store, a.review.pane.Review().Proposal.ID, a.review.pane.Review().State == model.ReviewPending
	seq, reviews, s, veil := a.seq.review, a.deps.Reviews, a.saver, a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		if _, err := s.flush(ctx); err != nil {
			return reviewOpenedMsg{seq: seq, err: err}
		}
		var told []string
		asked := id
		if pending {
			now, lines, err := reviews.Refresh(ctx, store, id)
			if err != nil {
				return reviewOpenedMsg{seq: seq, err: err}
			}
			id, told = now, lines
		}
		r, err := reviews.Review(ctx, store, id)
		return reviewOpenedMsg{seq: seq, asked: asked, review: r, shown: veil.review(r), cover: veil.text, stands: elsewhere(r), told: told, err: err}
	})
}

// elsewhere looks for where the lines that a proposal takes away stand elsewhere. It goes through all notes, and
// so belongs to the reading of the review.
func elsewhere(r model.Review) map[string][]model.Stand {
	return evidence.Stands(r.Proposal.Base, r.Proposal.Proposed, r.Whole)
}

func (a *App) handleReview(msg reviewOpenedMsg) tea.Cmd {
	if msg.seq != a.seq.review {
		return nil
	}
	if msg.err != nil {
		a.alarm("the review could not be opened: " + model.PrintableLine(msg.err.Error()))
		return a.arrived(awaitReview)
	}
	r := &a.review
	r.commit, r.working, r.done = false, false, false
	if msg.review.Proposal.Store.Dir != "" {
		r.store = msg.review.Proposal.Store
	}
	r.selecting.id, r.selecting.cover = "", msg.cover
	a.saver.read(msg.review)
	r.pane.OpenOver(msg.shown, review.Behind{Real: msg.review, Cover: msg.cover, Judge: a.deps.Judge, Stands: msg.stands})
	if a.screen != screenReview {
		a.under = a.screen
		if a.under == screenTasks {
			a.under = screenBrowse
			if !a.browse.loaded {
				a.under = screenPicker
			}
		}
	}
	a.screen = screenReview
	a.queued(msg)
	cmd := tea.Batch(a.arrange(), a.preselect(), a.arrived(awaitReview), a.auditSelection(), a.catchUp())
	if len(msg.told) > 0 {
		a.say(a.toldInShort(msg.told))
	}
	if len(msg.overtaken) > 0 {
		r.pane.Moved(true, msg.overtaken)
	}
	return cmd
}

// toldInShort is what became of a review that was made anew, in one row: what does not fit stands on its summary.
func (a *App) toldInShort(told []string) string {
	all := model.PrintableLine(strings.Join(told, "; "))
	short := model.PrintableLine(told[0]) + "; the summary says what became of it"
	switch {
	case len(told) == 1 || style.Width(all) < a.layout.w:
		return all
	case style.Width(short) < a.layout.w:
		return short
	}
	return "made anew: the summary says how"
}

// preselect accepts what is clean in the first review that opens, where that was asked for: as the key does.
func (a *App) preselect() tea.Cmd {
	if !a.deps.Preselect {
		return nil
	}
	if a.deps.Preselect = false; !a.review.pane.Works(keymap.AcceptClean) {
		return nil
	}
	return a.followReview(a.review.pane.Handle(keymap.AcceptClean))
}

// lookOvertaken asks whether what was changed on the disk is what the open review is about. Files change under it
// also by its own commit, and by the notes being put back: that is nothing to be refreshed.
func (a *App) lookOvertaken() tea.Cmd {
	reviews, store, id := a.deps.Reviews, a.review.store, a.review.pane.Review().Proposal.ID
	return a.do(func(ctx context.Context) tea.Msg {
		paths, err := reviews.Overtaken(ctx, store, id)
		return overtakenMsg{id, err != nil || len(paths) > 0, paths}
	})
}

func (a *App) handleOvertaken(msg overtakenMsg) tea.Cmd {
	if msg.id == a.review.pane.Review().Proposal.ID {
		a.review.pane.Moved(msg.moved, msg.paths)
	}
	return nil
}

// actReview gives an action to the review, or to the commit dialog on it.
func (a *App) actReview(action keymap.Action) (tea.Cmd, bool) {
	if action == keymap.Reload && !a.review.working && !a.review.done {
		if a.review.commit && a.review.dialog.Retries() {
			return a.lookAgain(), true
		}
		return a.refreshReview(), true
	}
	if a.review.commit {
		out := a.review.dialog.Handle(action)
		return a.followDialog(out), out.Handled
	}
	switch action {
	case keymap.Undo:
		if a.review.pane.Review().State == model.ReviewUncommitted {
			a.askUnapply()
			return nil, true
		}
	case keymap.Bulk:
		a.chooseRule()
		return nil, true
	case keymap.ShowHistory:
		return a.reviewHistory(), true
	case keymap.EditNote:
		return a.editReviewed(), true
	case keymap.Base:
		return a.switchBase(), true
	case keymap.OpenReview:
		return a.otherReviews(), true
	}
	out := a.review.pane.Handle(action)
	return a.followReview(out), out.Handled
}

// editReviewed edits the note that the hunk at the cursor is of, as the memory has it now.
func (a *App) editReviewed() tea.Cmd {
	path := a.review.pane.Path()
	live, ok := a.review.pane.Review().Proposal.Base[path]
	switch {
	case path == "":
		a.say("choose a file first")
	case !ok:
		a.say("the note is not there yet: " + a.keys.Key(keymap.Review, keymap.EditHunk) + " edits what the proposal adds")
	case !live.Regular():
		a.say("this is " + model.PrintableLine(model.SpecialWord(live.Special())) + ": it is never written")
	default:
		line, text := a.review.pane.Line()
		return a.edit(a.review.store, path, spot{line, text})
	}
	return nil
}

// chooseRule asks by which rule many hunks are to be decided, and says what each would take.
func (a *App) chooseRule() {
	pane := a.review.pane
	rules, why := pane.Many()
	if why != "" {
		a.say(why)
		return
	}
	take := func(d model.Decision) func(i int) tea.Cmd {
		return func(i int) tea.Cmd { return a.followReview(pane.Take(rules[i], d)) }
	}
	l := &listBox{
		ctx: keymap.Rules, title: "Decide many", keys: "y accepts " + a.st.Marks.Dot + " n rejects " + a.st.Marks.Dot + " esc closes",
		pick: take(model.Accepted), reject: take(model.Rejected),
	}
	for _, m := range rules {
		more := fmt.Sprintf("%s: y accepts %d, n rejects %d", m.About, m.Accepts, m.Rejects)
		if m.Leaves > 0 {
			more += fmt.Sprintf("; %d left to be looked at: flagged, edited, refused before, a deletion, or its line of the index", m.Leaves)
		}
		l.choices = append(l.choices, choice{mark: a.st.Marks.Undecided, ink: accent, head: m.Text,
			text: fmt.Sprintf("y %d  n %d", m.Accepts, m.Rejects), more: more})
	}
	a.overlay = l
}

// followReview does what the review asks for.
func (a *App) followReview(out review.Outcome) tea.Cmd {
	var cmds []tea.Cmd
	if out.Hint != "" {
		a.say(out.Hint)
	}
	if out.Changed {
		cmds = append(cmds, a.saveDecisions(nil), a.auditSelection())
	}
	if out.Edit != nil {
		cmds = append(cmds, a.editHunk(*out.Edit))
	}
	if len(out.Cited) > 0 {
		cmds = append(cmds, a.openCited(out.Cited))
	}
	if out.Ask != "" {
		a.ask(out.Ask, out.Verb, func() tea.Cmd { return a.followReview(a.review.pane.Confirm()) })
	}
	if out.Commit {
		cmds = append(cmds, a.previewCommit())
	}
	if out.PutBack {
		cmds = append(cmds, a.putBack())
	}
	if out.Leave {
		cmds = append(cmds, a.leaveReview())
	}
	a.sayLater()
	return tea.Batch(append(cmds, a.keepLook())...)
}

// ask asks before something is done that verb names.
func (a *App) ask(text, verb string, yes func() tea.Cmd) { a.overlay = asks("Sure?", text, verb, yes) }

// saveDecisions writes what is done in the review as it is now. Once it is on disk the editor's copy of a hunk goes,
// if there is one.
func (a *App) saveDecisions(d *draft) tea.Cmd {
	r := a.review.pane.Review()
	s, store := a.saver, a.review.store
	s.want(store, r.Proposal.ID, r.Ruling(), a.review.pane.Turns())
	return a.do(func(ctx context.Context) tea.Msg {
		others, err := s.flush(ctx)
		if err == nil && d != nil {
			err = d.settle(ctx, s.reviews, store)
		}
		return decisionsSavedMsg{err: err, id: r.Proposal.ID, others: others}
	})
}

// keepMessage writes what is typed for the commit, once it is not typed any more.
func (a *App) keepMessage() tea.Cmd {
	d, s := a.review.dialog, a.saver
	id := a.review.pane.Review().Proposal.ID
	if !a.review.commit || d.Editing() || id == "" {
		return nil
	}
	s.say(a.review.store, id, d.Kept())
	return a.do(func(ctx context.Context) tea.Msg {
		others, err := s.flush(ctx)
		return decisionsSavedMsg{err: err, id: id, others: others}
	})
}

// handleSaved tells of decisions that could not be saved. They stay on the screen, and are saved
// with the next one.
func (a *App) handleSaved(msg decisionsSavedMsg) tea.Cmd {
	switch {
	case msg.others && a.reviewing() && msg.id == a.review.pane.Review().Proposal.ID:
		// What others decided is read, and shown with what is decided here.
		if msg.err != nil {
			a.beside.lost = model.PrintableLine(msg.err.Error())
			a.alarm(a.beside.lost)
		}
		return a.lookBeside()
	case msg.err == nil:
		return nil
	}
	word := model.PrintableLine(msg.err.Error())
	a.alarm(word)
	if msg.leaving {
		a.ask("The last decisions could not be saved: "+word+". Quit without them?", "quit without them", func() tea.Cmd { return tea.Quit })
	}
	return nil
}

// leaveReview goes back to where the review was opened, and reads what may have changed. From a review of two
// folders the way leads out of the program.
func (a *App) leaveReview() tea.Cmd {
	a.review.commit = false
	if a.review.store.Kind == model.KindFolder {
		return a.leave(nil) // there is no memory under it to go back to
	}
	a.screen = a.under
	cmds := []tea.Cmd{a.arrange()}
	switch {
	case a.screen == screenPicker:
		cmds = append(cmds, a.loadStores())
	case a.store.Dir != "":
		cmds = append(cmds, a.loadMemory(a.store))
		if a.review.done {
			a.sayNext()
		}
	}
	return tea.Batch(cmds...)
}

// previewCommit opens the commit dialog; what it shows is worked out behind it.
func (a *App) previewCommit() tea.Cmd {
	a.review.commit = true
	a.review.dialog.Wait()
	return a.makePreview()
}

// lookAgain works out anew what would be written, and says what stands in the way by now.
func (a *App) lookAgain() tea.Cmd {
	a.review.dialog.Retry()
	return a.makePreview()
}

// makePreview works out what would be written.
func (a *App) makePreview() tea.Cmd {
	a.seq.preview++
	seq, reviews, s, r, veil := a.seq.preview, a.deps.Reviews, a.saver, a.review.pane.Review(), a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		if _, err := s.flush(ctx); err != nil {
			return previewMadeMsg{seq: seq, err: err}
		}
		r.Seen = s.seen(r.Proposal.ID)
		p, err := reviews.Preview(ctx, r)
		return previewMadeMsg{seq, veil.preview(p), err}
	})
}

func (a *App) handlePreview(msg previewMadeMsg) tea.Cmd {
	if msg.seq != a.seq.preview || !a.review.commit {
		return nil
	}
	if msg.err != nil {
		a.review.dialog.Fail(a.veil().err(msg.err))
		return a.lookBeside() // somebody else may have decided
	}
	a.review.dialog.For(a.review.pane.Review().Proposal.ID)
	if word := a.review.dialog.Open(msg.preview); word != "" {
		a.say(word)
	}
	return nil
}

// followDialog does what the commit dialog asks for.
func (a *App) followDialog(out review.Outcome) tea.Cmd {
	var cmds []tea.Cmd
	if out.Hint != "" {
		a.say(out.Hint)
	}
	if out.Ask != "" {
		a.ask(out.Ask, out.Verb, func() tea.Cmd { return a.followDialog(a.review.dialog.Confirm()) })
	}
	if out.Commit {
		cmds = append(cmds, a.commit())
	}
	if out.Again {
		cmds = append(cmds, a.lookAgain())
	}
	if out.Editor {
		cmds = append(cmds, a.editMessage(a.review.dialog.Options().Message))
	}
	if out.Mend != nil {
		a.review.commit = !out.Mend.Look
		cmds = append(cmds, a.mended(a.review.pane.Mend(*out.Mend)))
	}
	switch {
	case out.Undo && (a.review.done || a.review.pane.Review().State == model.ReviewUncommitted):
		cmds = append(cmds, a.unapply())
	case out.Undo:
		cmds = append(cmds, a.mended(a.review.pane.Handle(keymap.Undo)))
	}
	if out.Leave {
		a.review.commit = false
		if a.review.done {
			cmds = append(cmds, a.leaveReview())
		}
	}
	return tea.Batch(cmds...)
}

// mended saves what was decided from the dialog, and works out anew what would be written.
func (a *App) mended(out review.Outcome) tea.Cmd {
	cmd := a.followReview(out)
	if !out.Changed {
		return cmd
	}
	return tea.Batch(cmd, a.previewCommit())
}

// commit writes and commits what is accepted.
func (a *App) commit() tea.Cmd {
	if a.review.working {
		return nil
	}
	a.review.working = true
	a.review.dialog.Working()
	reviews, s, r, o, veil := a.deps.Reviews, a.saver, a.review.pane.Review(), a.review.dialog.Options(), a.veil()
	return a.do(func(ctx context.Context) tea.Msg {
		if _, err := s.flush(ctx); err != nil {
			return committedMsg{err: err}
		}
		r.Seen = s.seen(r.Proposal.ID)
		// A commit that was begun is not broken off by the end of the screen.
		out, err := reviews.Commit(context.WithoutCancel(ctx), r, o)
		return committedMsg{veil.outcome(out), err}
	})
}

func (a *App) handleCommitted(msg committedMsg) tea.Cmd {
	a.review.working = false
	if msg.err != nil {
		a.review.dialog.Fail(a.veil().err(msg.err))
		return a.lookBeside() // somebody else may have decided
	}
	a.review.done = true
	a.review.dialog.Done(msg.outcome)
	return nil
}

package ui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// mostHeld bounds the keys that are held while something asked for is on its way.
const mostHeld = 64

// handleKey is the first step of every key. All printable runes of one read arrive as one message:
// they are taken one by one, unless they were pasted or go into a line of text.
func (a *App) handleKey(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste && !a.typing() {
		var cmds []tea.Cmd
		for _, r := range msg.Runes {
			one := msg
			one.Runes = []rune{r}
			cmds = append(cmds, a.handleKey(one))
		}
		return tea.Batch(cmds...)
	}
	if msg.Alt && msg.Type == tea.KeyRunes && !a.typing() {
		// An esc and a letter of one read look like the letter with alt, which does nothing here.
		msg.Alt = false
		return tea.Batch(a.handleKey(tea.KeyMsg{Type: tea.KeyEsc}), a.handleKey(msg))
	}
	if a.hint = (hint{}); a.layout.class == tiny && !a.leaving() {
		// Nothing is seen, so nothing but leaving is done.
		if k := msg.String(); !msg.Paste && (k == "q" || k == "ctrl+c") {
			return a.requestQuit()
		}
		return nil
	}
	if a.waiting != awaitNothing && !a.typing() && !a.escapes(msg) {
		if len(a.held) < mostHeld && !msg.Paste {
			a.held = append(a.held, msg)
		}
		return nil
	}
	if w, ok := a.overlay.(writer); ok && w.writing() {
		return a.followOverlay(w, w.input(a.keys, msg))
	}
	switch {
	case a.screen == screenReview && a.review.commit && a.review.dialog.Editing() && a.overlay == nil:
		return tea.Batch(a.followDialog(a.review.dialog.Input(msg)), a.keepMessage())
	case a.writing() && a.overlay == nil:
		return a.followReview(a.review.pane.Input(msg))
	case a.screen == screenSearch && a.overlay == nil && a.search.panel.Typing():
		return a.followSearch(a.search.panel.Input(msg))
	case a.filter.active && a.overlay == nil:
		return a.handleFilterKey(msg)
	case a.inNote() && a.browse.preview.sought.line.active && a.overlay == nil:
		return a.handleFindKey(msg)
	case msg.Paste:
		a.say("a paste does nothing here")
		return nil
	}
	return a.press(msg.String())
}

// escapes reports whether a key is one that never waits. What is typed ahead for a review may hold
// the key that leaves it again.
func (a *App) escapes(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "esc", "ctrl+c", "ctrl+z", "?":
		return true
	case "q":
		return a.waiting != awaitReview
	}
	return false
}

// arrived says that something is there, and if it was what the keys wait for, does them.
func (a *App) arrived(what awaited) tea.Cmd {
	if a.hint.passing {
		a.hint = hint{text: a.hint.then}
	}
	if a.waiting != what {
		return nil
	}
	held := a.held
	a.waiting, a.held = awaitNothing, nil
	var cmds []tea.Cmd
	for i, k := range held {
		if a.waiting != awaitNothing {
			a.held = append(a.held, held[i:]...)
			break
		}
		cmds = append(cmds, a.handleKey(k))
	}
	return tea.Batch(cmds...)
}

// typing reports whether a line of text takes the keys.
func (a *App) typing() bool {
	if a.overlay != nil {
		w, ok := a.overlay.(writer)
		return ok && w.writing()
	}
	switch a.screen {
	case screenSearch:
		return a.search.panel.Typing()
	case screenReview:
		return a.writing() || a.review.commit && a.review.dialog.Editing()
	}
	return a.filter.active || a.inNote() && a.browse.preview.sought.line.active
}

// writing reports whether a line of text in the review takes the keys, if nothing lies over it.
func (a *App) writing() bool {
	return a.screen == screenReview && !a.review.commit && a.review.pane.Typing()
}

// context is where the next key is looked up.
func (a *App) context() keymap.Context {
	switch {
	case a.overlay != nil:
		return a.overlay.context()
	case a.filter.active:
		return keymap.Input
	case a.screen == screenReview && a.review.commit:
		if a.review.dialog.Editing() {
			return keymap.Message
		}
		return keymap.Commit
	}
	switch a.screen {
	case screenPicker:
		return keymap.Picker
	case screenBrowse:
		switch {
		case a.inNote() && a.browse.preview.sought.line.active:
			return keymap.Finding
		case a.inNote():
			return keymap.Preview
		}
		return keymap.Browse
	case screenReview:
		return a.review.pane.Context()
	case screenSearch:
		return a.search.panel.Context()
	case screenCited:
		return a.cited.panel.Context()
	case screenLayers:
		return keymap.Layers
	case screenHistory:
		return a.past.pane.Context()
	}
	return keymap.Tasks
}

// press does what a key does where the focus is; one that cannot be used now says why.
func (a *App) press(key string) tea.Cmd {
	action, ok := a.keys.Lookup(a.context(), key)
	if !ok {
		a.sayIdle(key)
		return nil
	}
	if why := a.disabled(action); why != "" {
		a.say(why)
		return nil
	}
	before, line := a.seen, a.barred()
	a.seen = "" // of two keys of one read the second is pressed before the first is seen
	cmd, done := a.try(action)
	switch {
	case !done:
		a.sayIdle(key)
	case cmd != nil || a.hint.text != "" || moves(action) || a.barred() != line || a.typing() || a.layout.class == tiny:
	case a.body() == before:
		a.say(a.unseen(action, key))
	}
	return cmd
}

// act does an action: in the overlay, else on the screen, else everywhere.
func (a *App) act(action keymap.Action) tea.Cmd {
	cmd, _ := a.try(action)
	return cmd
}

// try is act; it reports whether the action means something here.
func (a *App) try(action keymap.Action) (tea.Cmd, bool) {
	if a.overlay != nil {
		return a.actOverlay(action)
	}
	if cmd, done := a.actScreen(action); done {
		return cmd, true
	}
	return a.actGlobal(action)
}

func (a *App) actOverlay(action keymap.Action) (tea.Cmd, bool) {
	if action == keymap.Interrupt {
		if q, ok := a.overlay.(*question); !ok || q.again == nil {
			a.overlay = nil
			return a.requestQuit(), true
		}
	}
	switch action {
	case keymap.Copy, keymap.Theme, keymap.Redraw, keymap.Suspend, keymap.ShowHelp, keymap.Palette:
		if _, help := a.overlay.(*helpBox); !help || action != keymap.ShowHelp {
			return a.actGlobal(action)
		}
	case keymap.ShowTasks, keymap.Search, keymap.Reload:
		a.say("something is open: " + a.keys.Key(a.context(), keymap.Back) + " closes it first")
		return nil, true
	}
	out := a.overlay.handle(action)
	return a.followOverlay(a.overlay, out), !out.idle
}

// followOverlay does what came of an overlay. One that lay on another uncovers it.
func (a *App) followOverlay(o overlay, out overlayOutcome) tea.Cmd {
	if out.closed {
		a.overlay = nil
		if s, ok := o.(stacked); ok {
			a.overlay = s.below()
		}
	}
	if out.then != nil {
		return out.then()
	}
	return nil
}

// actScreen does what only the screen knows.
func (a *App) actScreen(action keymap.Action) (tea.Cmd, bool) {
	switch a.screen {
	case screenPicker:
		return a.actPicker(action)
	case screenBrowse:
		return a.actBrowse(action)
	case screenReview:
		return a.actReview(action)
	case screenSearch:
		return a.actSearch(action)
	case screenCited:
		return a.actCited(action)
	case screenLayers:
		return a.actLayers(action)
	case screenHistory:
		return a.actHistory(action)
	}
	return a.actTasks(action)
}

// actGlobal does what is the same everywhere.
func (a *App) actGlobal(action keymap.Action) (tea.Cmd, bool) {
	switch action {
	case keymap.Quit, keymap.Interrupt:
		return a.requestQuit(), true
	case keymap.ShowHelp:
		a.overlay = a.newHelp(a.context())
	case keymap.Palette:
		if h, ok := a.overlay.(*helpBox); ok {
			a.overlay = h.under // of the help there is nothing to do but to read
		}
		a.overlay = a.newPalette()
	case keymap.ShowTasks:
		return a.showTasks(), true
	case keymap.Search:
		return a.showSearch(), true
	case keymap.Reload:
		a.rereads()
		return a.reload(), true
	case keymap.Theme:
		return a.otherTheme(), true
	case keymap.Suspend:
		return tea.Suspend, true
	case keymap.Copy:
		return a.copy(), true
	case keymap.Redraw:
		return tea.ClearScreen, true
	default:
		return nil, false
	}
	return nil, true
}

// otherTheme changes to the next of the themes that the terminal can tell apart.
func (a *App) otherTheme() tea.Cmd {
	names := style.Different(a.profile)
	if len(names) == 0 {
		a.say("this terminal shows no colours, or NO_COLOR is set: there is one look")
		return nil
	}
	next := names[(slices.Index(names, a.st.Theme)+1)%len(names)]
	a.setStyles(style.New(style.Options{Theme: next, Profile: a.profile, ASCII: a.st.Marks.ASCII}))
	a.chosen = next
	a.say("theme " + next)
	return tea.Batch(a.arrange(), a.keepLook())
}

// leaving reports whether the question before the end is open.
func (a *App) leaving() bool {
	q, ok := a.overlay.(*question)
	return ok && q.other != nil
}

// requestQuit leaves the program; with dreams at work it asks first.
func (a *App) requestQuit() tea.Cmd {
	if a.review.working {
		a.say("the commit is being made; it ends in a moment")
		return nil
	}
	var ids []string
	for _, r := range a.runs {
		if !r.State.Done() && !r.Free {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return a.leave(nil)
	}
	dreams := a.deps.Dreams
	cancel := func() {
		for _, id := range ids {
			dreams.Cancel(id)
		}
	}
	leave := func() tea.Cmd { return a.leave(cancel) }
	it, goes := "it", "it goes on"
	if len(ids) > 1 {
		it, goes = "them", "they go on"
	}
	a.overlay = &question{
		title: "Quit?", answers: []string{"y stop " + it + " and quit", "d quit, " + goes, "esc stay"},
		text: model.Count(len(ids), "dream") + " at work. One that is stopped changes nothing. One that goes on does so by itself, " +
			"and the task panel and dreamgate tasks find it again.",
		yes: leave, again: leave, other: func() tea.Cmd { return a.leave(dreams.Leave) },
	}
	return nil
}

// leave saves what is decided, does with the runs what was chosen, nil for nothing, and ends the program.
func (a *App) leave(runs func()) tea.Cmd {
	s := a.saver
	return a.do(func(ctx context.Context) tea.Msg {
		if _, err := s.flush(ctx); err != nil {
			return decisionsSavedMsg{err: err, leaving: true}
		}
		if runs != nil {
			runs()
		}
		return tea.QuitMsg{}
	})
}

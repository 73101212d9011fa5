package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// handleStores takes the list of stores; a single one is opened at once.
func (a *App) handleStores(msg storesLoadedMsg) tea.Cmd {
	if msg.seq != a.seq.stores {
		return nil
	}
	a.now = msg.now
	if msg.err != nil {
		a.alarm("the memories could not be read: " + model.PrintableLine(msg.err.Error()))
		if !a.picker.loaded {
			a.trouble = a.hint.text
		}
		return a.arrived(awaitStores)
	}
	first := !a.picker.loaded
	a.trouble = ""
	a.picker.setStores(msg.stores)
	if first && msg.here.Dir != "" {
		return a.openStore(msg.here)
	}
	if first && len(msg.stores) == 1 && !msg.stores[0].Untrusted {
		a.single = true
		return a.openStore(msg.stores[0])
	}
	return a.arrived(awaitStores)
}

// openStore shows a store; its notes follow.
func (a *App) openStore(s model.Store) tea.Cmd {
	if s.Untrusted && a.deps.Places != nil {
		return a.askTrust(s)
	}
	if a.store.Dir != s.Dir {
		b := &a.browse
		b.loaded, b.memory, b.fromIndex, b.trail = false, model.Memory{}, false, nil
		b.view = view{focus: paneTopics, side: panePreview}
		b.topics.filter = ""
		b.preview.clear()
	}
	a.picker.choose(s.Dir) // the way back leads to the one that was left, however it was opened
	a.store, a.screen = s, screenBrowse
	a.waiting = awaitMemory
	return tea.Batch(a.arrange(), a.loadMemory(s))
}

// handleMemory takes a store's notes. What was selected stays selected.
func (a *App) handleMemory(msg memoryLoadedMsg) tea.Cmd {
	if msg.seq != a.seq.memory {
		return nil
	}
	a.now, a.reading.busy = msg.now, false
	if msg.err != nil {
		a.alarm("the memory could not be read: " + model.PrintableLine(msg.err.Error()))
		if !a.browse.loaded {
			a.trouble = a.hint.text
		}
		a.unread = a.hint.text
		return tea.Batch(a.arrived(awaitMemory), a.catchUp())
	}
	first := !a.browse.loaded
	a.trouble = ""
	if a.unread != "" && a.hint.text == a.unread {
		a.hint = hint{} // it is no longer so: a folder that went away is back
	}
	a.unread = ""
	if a.browse.memory.Store.Dir == msg.memory.Store.Dir {
		msg.memory.Badges = keepLooked(msg.memory.Badges, a.browse.memory.Badges)
	}
	a.setMemory(msg.memory)
	cmds := []tea.Cmd{a.arrange(), a.look(msg.real), a.watchStore(msg.real.Store), a.historyAgain()}
	if first && a.deps.Review != "" {
		id := a.deps.Review
		a.deps.Review = ""
		return tea.Batch(append(cmds, a.openReview(a.store, id))...)
	}
	if first && a.deps.Choose && len(a.browse.memory.Pending) > 0 {
		a.deps.Choose = false
		cmds = append(cmds, a.chooseReview())
	}
	if first && a.deps.Range != "" {
		cmds = append(cmds, a.openRange(a.store, a.deps.Range))
		a.deps.Range = ""
	}
	return tea.Batch(append(cmds, a.arriveVisit(), a.arrived(awaitMemory), a.catchUp())...)
}

// handleLooked takes what took longer to learn of the notes that are shown.
func (a *App) handleLooked(msg memoryLookedMsg) tea.Cmd {
	if msg.seq != a.seq.memory {
		return nil
	}
	a.now = msg.now
	if msg.err != nil {
		a.alarm("what the notes name could not be looked up: " + model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.setMemory(msg.memory)
	return tea.Batch(a.arrange(), a.layersAgain())
}

// keepLooked keeps what was learned of notes that are read again: it is learned anew in a moment, and
// until then it is more likely right than wrong.
func keepLooked(now, before map[string]model.Badges) map[string]model.Badges {
	out := make(map[string]model.Badges, len(now))
	for path, b := range now {
		old := before[path]
		b.Reality, b.Use, b.Rewrites, b.Relations = old.Reality, old.Use, old.Rewrites, old.Relations
		out[path] = b
	}
	return out
}

// setMemory gives the three panes a store's notes.
func (a *App) setMemory(m model.Memory) {
	b := &a.browse
	a.store, b.memory, b.loaded = m.Store, m, true
	b.byPath, b.notes = map[string][]model.Finding{}, map[string]int{}
	for _, f := range m.Findings {
		b.byPath[f.Path] = append(b.byPath[f.Path], f)
	}
	for i, n := range m.Notes {
		b.notes[n.Path] = i
	}
	b.index.setMemory(m)
	b.topics.setMemory(m, a.now)
	a.picker.replace(m.Store)
	waiting := make([]string, len(m.Pending))
	for i, p := range m.Pending {
		waiting[i] = p.ID
	}
	a.tasks.SetWaiting(m.Store.Dir, waiting)
	a.syncPreview()
}

func (a *App) handleRendered(msg renderedMsg) tea.Cmd {
	a.rendering = false
	a.browse.preview.rendered(msg.key, msg.rows)
	return a.renderPreview()
}

// syncPreview shows the note that the focus speaks of: the line of the index, else the topic.
func (a *App) syncPreview() {
	b := &a.browse
	path := b.topics.selectedPath()
	switch b.view.focus {
	case paneIndex:
		if p := b.index.path(); p != "" {
			path = p
		}
	case panePreview:
		if _, ok := b.notes[b.preview.note.Path]; ok && b.preview.shown {
			path = b.preview.note.Path
		}
	}
	a.showNote(path)
}

func (a *App) showNote(path string) {
	b := &a.browse
	i, ok := b.notes[path]
	if !ok {
		b.preview.clear()
		return
	}
	b.preview.show(previewOf{
		note: b.memory.Notes[i], name: a.veil().name(path), file: b.memory.Tree[path], badges: b.memory.Badges[path],
		findings: b.byPath[path], related: b.relatedTo(path), now: a.now,
	})
}

// actPicker does what the list of stores knows.
func (a *App) actPicker(action keymap.Action) (tea.Cmd, bool) {
	switch action {
	case keymap.Open:
		if s, ok := a.picker.selected(); ok {
			return a.openStore(s), true
		}
		return nil, true
	case keymap.Filter:
		a.filter.open(a.picker.filter)
		return nil, true
	case keymap.Back:
		if a.picker.filter != "" {
			a.picker.setFilter("")
			return nil, true
		}
		a.say("this is the outermost level: " + a.keys.Key(keymap.Picker, keymap.Quit) + " quits")
		return nil, true
	}
	return nil, a.picker.move(action)
}

// actBrowse does what the three panes know.
func (a *App) actBrowse(action keymap.Action) (tea.Cmd, bool) {
	b := &a.browse
	if a.inNote() && a.actFind(action) {
		return nil, true
	}
	switch action {
	case keymap.Open:
		return a.follow(), true
	case keymap.Jump:
		return a.jump(), true
	case keymap.NextPane, keymap.Right:
		return a.focus((b.view.focus + 1) % panes), true
	case keymap.PrevPane, keymap.Left:
		return a.focus((b.view.focus + panes - 1) % panes), true
	case keymap.Maximise:
		b.view.alone = !b.view.alone
		return a.arrange(), true
	case keymap.Filter:
		a.filter.open(b.topics.filter)
		return a.focus(paneTopics), true
	case keymap.Sort:
		b.topics.nextOrder()
		a.say("sorted " + b.topics.order.String())
		return a.moved(), true
	case keymap.Raw:
		return a.toggleRaw(), true
	case keymap.ScrollUp, keymap.ScrollDown:
		if !a.layout.panes[panePreview].empty() {
			b.preview.move(action)
			return nil, true
		}
	case keymap.Edit:
		if a.onLine() {
			return a.edit(a.store, model.IndexName, b.index.spot()), true
		}
		return a.edit(a.store, b.preview.note.Path, b.preview.spot()), true
	case keymap.Forget:
		return a.askForget(), true
	case keymap.Dream:
		a.overlay = a.newEngines()
		return a.listEngines(), true
	case keymap.OpenReview:
		return a.chooseReview(), true
	case keymap.ShowLayers:
		return a.showLayers(), true
	case keymap.ShowHistory:
		return a.showHistory(), true
	case keymap.ShowFindings:
		a.overlay = a.newFindings()
		return nil, true
	case keymap.MoveNotes:
		return a.findMoves(), true
	case keymap.Around:
		a.overlay = a.newRelated()
		return nil, true
	case keymap.Back:
		return a.back(), true
	}
	return a.moveFocused(action)
}

// onLine reports whether the keys mean a line of the index that names no note: what is done there is not done to the
// note that another pane happens to show.
func (a *App) onLine() bool {
	return a.browse.view.focus == paneIndex && a.browse.index.path() == ""
}

// toggleRaw shows the note as it lies in the file or rendered, and says which: of plain text both look the same.
func (a *App) toggleRaw() tea.Cmd {
	p := &a.browse.preview
	p.toggleRaw()
	if !a.barred() {
		a.say(map[bool]string{true: "as it lies in the file", false: "rendered"}[p.raw])
	}
	return a.renderPreview()
}

// moveFocused moves in the pane that has the focus.
func (a *App) moveFocused(action keymap.Action) (tea.Cmd, bool) {
	b := &a.browse
	switch b.view.focus {
	case paneIndex:
		if b.index.move(action) {
			return a.moved(), true
		}
	case paneTopics:
		if b.topics.move(action) {
			return a.moved(), true
		}
	case panePreview:
		return nil, b.preview.move(action)
	}
	return nil, false
}

// moved follows a cursor with the preview.
func (a *App) moved() tea.Cmd {
	a.syncPreview()
	return a.renderPreview()
}

// focus gives the keys to a pane. Where two panes share the screen, the side shows it.
func (a *App) focus(p pane) tea.Cmd {
	b := &a.browse
	b.view.focus = p
	if p != paneTopics {
		b.view.side = p
	}
	a.syncPreview()
	return a.arrange()
}

// follow goes from an index line to its topic, from a topic to its text, and from there back.
func (a *App) follow() tea.Cmd {
	b := &a.browse
	switch b.view.focus {
	case paneIndex:
		path := b.index.path()
		if path == "" {
			a.say("this line names no note")
			return nil
		}
		return a.goToTopic(path)
	case paneTopics:
		return a.focus(panePreview)
	}
	return a.focus(paneTopics)
}

// goToTopic selects a note; a filter that hides it is dropped.
func (a *App) goToTopic(path string) tea.Cmd {
	b := &a.browse
	if !b.topics.choose(path) {
		b.topics.setFilter("")
		b.topics.choose(path)
	}
	b.fromIndex = b.view.focus == paneIndex
	return a.focus(paneTopics)
}

// jump goes from a note to its line in the index, and from a line to its note.
func (a *App) jump() tea.Cmd {
	b := &a.browse
	if b.view.focus == paneIndex {
		return a.follow()
	}
	if !b.index.goToNote(b.preview.note.Path) {
		a.say("no line of the index names this note")
		return nil
	}
	return a.focus(paneIndex)
}

// back goes one level out: filter, pane, list of stores.
func (a *App) back() tea.Cmd {
	b := &a.browse
	if b.view.focus == paneTopics && (!b.view.alone || a.layout.class == narrow) {
		if cmd, ok := a.walkBack(); ok {
			return cmd
		}
	}
	switch {
	case b.view.alone && a.layout.class != narrow:
		b.view.alone = false
		return a.arrange()
	case b.view.focus == panePreview:
		return a.focus(paneTopics)
	case b.view.focus == paneTopics && b.fromIndex:
		b.fromIndex = false
		return a.focus(paneIndex)
	case b.topics.filter != "":
		b.topics.setFilter("")
		return a.moved()
	case b.view.focus == paneIndex:
		return a.focus(paneTopics)
	case a.single:
		a.say("this is the outermost level: " + a.keys.Key(keymap.Browse, keymap.Quit) + " quits")
		return nil
	}
	a.screen = screenPicker
	return tea.Batch(a.arrange(), a.loadStores())
}

// goToFinding goes to the place of a finding: a line of the index, or a note.
func (a *App) goToFinding(f model.Finding) tea.Cmd {
	b := &a.browse
	if _, ok := b.notes[f.Path]; ok {
		return a.goToTopic(f.Path)
	}
	if f.Path != model.IndexName {
		a.say("there is nothing to show of " + model.PrintableLine(f.Path))
		return nil
	}
	if f.Line > 0 {
		b.index.goTo(f.Line)
	}
	return a.focus(paneIndex)
}

// handleFilterKey gives a key to the filter, and filters.
func (a *App) handleFilterKey(msg tea.KeyMsg) tea.Cmd {
	if action, ok := a.keys.Lookup(keymap.Input, msg.String()); ok && !msg.Paste {
		switch action {
		case keymap.Done:
			a.filter.close()
			return nil
		case keymap.Leave, keymap.InputInt:
			a.filter.close()
			return a.setFilter("")
		case keymap.InputUp:
			return a.moveFiltered(keymap.Up)
		case keymap.InputDn:
			return a.moveFiltered(keymap.Down)
		}
	}
	return a.setFilter(a.filter.update(msg))
}

func (a *App) setFilter(text string) tea.Cmd {
	if a.screen == screenPicker {
		a.picker.setFilter(text)
		return nil
	}
	a.browse.topics.setFilter(text)
	return a.moved()
}

// moveFiltered moves in the rows while the filter is typed.
func (a *App) moveFiltered(action keymap.Action) tea.Cmd {
	if a.screen == screenPicker {
		a.picker.move(action)
		return nil
	}
	a.browse.topics.move(action)
	return a.moved()
}

package ui

import (
	tea "github.com/charmbracelet/bubbletea"
)

// Update does what a message says. Each case is one call.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return a, a.handleSize(msg)
	case tea.KeyMsg:
		return a, a.handleKey(msg)
	case tea.MouseMsg:
		return a, a.handleMouse(msg)
	case tea.ResumeMsg:
		return a, a.handleResume()
	case storesLoadedMsg:
		return a, tea.Batch(a.handleStores(msg), a.hearRecovered())
	case memoryLoadedMsg:
		return a, tea.Batch(a.handleMemory(msg), a.hearRecovered())
	case memoryLookedMsg:
		return a, a.handleLooked(msg)
	case layersReadMsg:
		a.handleLayers(msg)
		return a, nil
	case renderedMsg:
		return a, a.handleRendered(msg)
	case enginesListedMsg:
		return a, a.handleEngines(msg)
	case dreamStartedMsg:
		return a, a.handleStarted(msg)
	case runsChangedMsg:
		return a, a.handleRuns(msg)
	case tickedMsg:
		return a, a.handleTick(msg)
	case reviewOpenedMsg:
		return a, a.handleReview(msg)
	case decisionsSavedMsg:
		return a, a.handleSaved(msg)
	case previewMadeMsg:
		return a, a.handlePreview(msg)
	case committedMsg:
		return a, a.handleCommitted(msg)
	case forgottenMsg:
		return a, a.handleForgotten(msg)
	case proposedMsg:
		return a, a.handleProposed(msg)
	case searchDueMsg:
		return a, a.handleSearchDue(msg)
	case searchStartedMsg:
		return a, a.handleSearchStarted(msg)
	case hitsFoundMsg:
		return a, a.handleHits(msg)
	case passageReadMsg:
		return a, a.handlePassage(msg)
	case citedReadMsg:
		a.handleCited(msg)
		return a, nil
	case crashedMsg:
		return a, a.handleCrashed(msg)
	}
	return a, a.updateEdits(msg)
}

// updateEdits takes the messages about what the user's editor and mouse do, and what comes of a review.
func (a *App) updateEdits(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case overtakenMsg:
		return a.handleOvertaken(msg)
	case besideMsg:
		return a.handleBeside(msg)
	case unappliedMsg:
		return a.handleUnapplied(msg)
	case draftReadyMsg:
		return a.handleDraft(msg)
	case editorClosedMsg:
		return a.handleEditorClosed(msg)
	case hunkEditedMsg:
		return a.handleHunkEdited(msg)
	case messageEditedMsg:
		return a.handleMessage(msg)
	case lookKeptMsg:
		a.handleLook(msg)
	case wheelDueMsg:
		return a.handleWheelDue()
	case copiedMsg:
		return a.handleCopied(msg)
	case selectionAuditedMsg:
		return a.handleSelection(msg)
	case approvedReadMsg:
		return a.handleApproved(msg)
	}
	return a.updatePlaces(msg)
}

// updatePlaces takes the messages about where memories are.
func (a *App) updatePlaces(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case recoveredMsg:
		return a.handleRecovered(msg)
	case diskWatchedMsg:
		return a.handleWatched(msg)
	case diskChangedMsg:
		return a.handleDisk(msg)
	case trustedMsg:
		return a.handleTrusted(msg)
	case untrustedMsg:
		return a.handleUntrusted(msg)
	case movesFoundMsg:
		return a.handleMoves(msg)
	case notesMovedMsg:
		return a.handleNotesMoved(msg)
	case historyReadMsg:
		a.handleHistory(msg)
	case undoneMsg:
		return a.handleUndone(msg)
	case gatesMeasuredMsg:
		return a.handleGates(msg)
	case outlookReadMsg:
		return a.handleOutlook(msg)
	}
	return nil
}

// handleSize takes the size of the terminal; Windows tells the same one again and again.
func (a *App) handleSize(msg tea.WindowSizeMsg) tea.Cmd {
	if msg.Width == a.layout.w && msg.Height == a.layout.h {
		return nil
	}
	a.layout.w, a.layout.h = msg.Width, msg.Height
	return a.arrange()
}

// arrange gives everything its room anew, and renders what that calls for.
func (a *App) arrange() tea.Cmd {
	b := &a.browse
	l := computeLayout(a.layout.w, a.layout.h, b.view)
	a.layout = l
	a.picker.setSize(l.body.w, l.body.h)
	if r := l.panes[paneIndex]; !r.empty() {
		b.index.setSize(r.w, r.h, l.framed)
	}
	if r := l.panes[paneTopics]; !r.empty() {
		b.topics.setSize(r.w, r.h, l.framed)
	}
	if r := l.panes[panePreview]; !r.empty() {
		b.preview.setSize(r.w, r.h, l.framed)
	}
	a.review.pane.SetSize(l.full.w, l.full.h)
	a.review.dialog.SetSize(l.full.w, l.full.h)
	a.tasks.SetSize(l.full.w, l.full.h)
	a.search.panel.SetSize(l.full.w, l.full.h)
	a.cited.panel.SetSize(l.full.w, l.full.h)
	a.layers.pane.SetSize(l.full.w, l.full.h)
	a.past.pane.SetSize(l.full.w, l.full.h)
	return a.renderPreview()
}

// handleResume comes back from a suspension: the mouse was lost, and the disk may have changed.
func (a *App) handleResume() tea.Cmd {
	return tea.Batch(a.mouse(), a.reload())
}

// mouse switches the mouse on again after another program had the terminal.
func (a *App) mouse() tea.Cmd {
	if !a.deps.Mouse {
		return nil
	}
	return tea.EnableMouseCellMotion
}

// reload reads what is on the screen again.
func (a *App) reload() tea.Cmd {
	switch {
	case a.screen == screenPicker:
		return a.loadStores()
	case a.store.Dir != "":
		return a.loadMemory(a.store)
	case a.deps.Dir != "":
		return a.loadDir(a.deps.Dir)
	}
	return nil
}

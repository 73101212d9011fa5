package ui

import (
	"dreamgate/keymap"
	"dreamgate/model"
)

// disabled says why an action cannot be done now, "" if it can. The hint line leaves such keys out;
// pressing one shows the reason.
func (a *App) disabled(action keymap.Action) string {
	if a.overlay != nil {
		return ""
	}
	switch a.screen {
	case screenPicker:
		if _, ok := a.picker.selected(); !ok && action == keymap.Open {
			return "there is no memory to open"
		}
	case screenBrowse:
		return a.disabledBrowse(action)
	case screenReview:
		if !a.review.commit {
			return a.review.pane.Off(action)
		}
	}
	return ""
}

// works reports whether a key of the hint line would do something now: the review, its dialog and
// the task panel know it themselves, and say why not when such a key is pressed.
func (a *App) works(action keymap.Action) bool {
	switch {
	case a.overlay != nil:
		b, ok := a.overlay.(interface{ works(keymap.Action) bool })
		return !ok || b.works(action)
	case a.screen == screenSearch:
		return a.search.panel.Works(action)
	case a.screen == screenCited:
		return a.cited.panel.Works(action)
	case a.screen == screenTasks:
		return a.tasks.Works(action)
	case a.screen == screenHistory && a.past.under == screenReview && (action == keymap.UndoChange || action == keymap.UndoWhole):
		return false
	case a.screen == screenHistory:
		return a.past.pane.Works(action)
	case a.screen == screenReview && a.review.commit:
		return a.review.dialog.Works(action)
	case a.screen == screenReview:
		return a.review.pane.Works(action)
	}
	return a.disabled(action) == ""
}

func (a *App) disabledBrowse(action keymap.Action) string {
	b := &a.browse
	switch action {
	case keymap.Open, keymap.Jump, keymap.Filter, keymap.Sort, keymap.Raw, keymap.Edit, keymap.Dream,
		keymap.OpenReview, keymap.ShowFindings, keymap.Around, keymap.ShowLayers, keymap.ShowHistory, keymap.Maximise, keymap.MoveNotes, keymap.Forget:
		if !b.loaded {
			return "the memory is not read yet"
		}
	}
	switch action {
	case keymap.NextFound, keymap.PrevFound:
		return a.whyNotFound()
	case keymap.Find:
		if !b.preview.shown {
			return "no note is selected"
		}
	case keymap.Edit:
		return a.whyNotEdit()
	case keymap.Forget:
		return a.whyNotForget()
	case keymap.Raw, keymap.Jump:
		if !b.preview.shown {
			return "no note is selected"
		}
		if action == keymap.Raw && a.layout.panes[panePreview].empty() {
			return "the note is not on the screen: " + a.keys.Key(keymap.Browse, keymap.NextPane) + " goes there"
		}
	case keymap.Maximise:
		if a.layout.class == narrow {
			return "one pane has all of a screen of this size"
		}
	case keymap.Dream:
		if r, ok := a.runningHere(); ok {
			return "a dream of this memory is at work (" + model.PrintableLine(r.Engine) + "): " +
				a.keys.Key(keymap.Browse, keymap.ShowTasks) + " shows it"
		}
	case keymap.OpenReview:
		if len(b.memory.Pending) == 0 {
			return "no review waits: a dream or an edit makes one"
		}
	case keymap.MoveNotes:
		if len(a.store.Gone) == 0 || len(a.store.Gone) < len(a.store.Projects) || a.deps.Places == nil {
			return "the project of this memory has not gone anywhere"
		}
	case keymap.Around:
		return b.whyNotRelated()
	case keymap.ShowHistory:
		if a.deps.Past == nil {
			return "there is nothing that knows the history"
		}
	case keymap.ShowFindings:
		if len(b.memory.Findings) == 0 && len(a.store.Warnings) == 0 {
			return "the audit finds nothing"
		}
	}
	return ""
}

// whyNotFound says why there is no place in the note to go to.
func (a *App) whyNotFound() string {
	find := a.keys.Key(keymap.Preview, keymap.Find)
	switch f := &a.browse.preview.sought; {
	case !f.shown:
		return "no words are looked for: " + find + " finds some"
	case len(f.hits) == 0:
		return "found nowhere: " + find + " looks for other words"
	}
	return ""
}

// whyNotEdit says why the note on the screen cannot be edited.
func (a *App) whyNotEdit() string {
	p := &a.browse.preview
	if a.onLine() {
		f, there := a.browse.memory.Tree[model.IndexName]
		switch {
		case !there:
			return "there is no index to edit"
		case !f.Regular():
			return "the index is " + model.PrintableLine(model.SpecialWord(f.Special())) + ": it is never written"
		}
		return ""
	}
	switch {
	case !p.shown:
		return "no note is selected"
	case p.note.Special != "":
		return "this is " + model.PrintableLine(model.SpecialWord(p.note.Special)) + ": it is never written"
	case !p.file.Regular():
		return "this note has no text that could be edited"
	}
	return ""
}

// whyNotForget says why the note on the screen cannot be proposed to go.
func (a *App) whyNotForget() string {
	p := &a.browse.preview
	switch {
	case a.onLine():
		return "this line names no note: go to the line of one, or to the note, to forget it"
	case p.shown && p.note.Path == model.IndexName:
		return "this is the index, not a note"
	case p.shown && p.note.Special != "":
		return "this is " + model.PrintableLine(model.SpecialWord(p.note.Special)) + ": it is never written"
	case !p.shown:
		return "no note is selected"
	}
	return ""
}

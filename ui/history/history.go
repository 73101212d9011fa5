// Package history is the screen of what became of a memory or a note: the list of changes, and the hunks of
// one of them. It is a plain struct with verbs and reads nothing itself.
//
//	history.go  the Pane: what it holds, its verbs
//	view.go     frame and list
//	change.go   the hunks of one change
package history

import (
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// Options are what the pane draws and speaks with.
type Options struct {
	Styles *style.Styles
	// Keys names the keys in texts; nil is the table of defaults.
	Keys *keymap.Map
	// Zone is that of the times; nil is UTC.
	Zone *time.Location
}

// Subject is what a history is about.
type Subject struct {
	// Dir tells memories of one name apart. Store is the name of the memory, Note that of a note of it as it is shown; "" is all of them.
	Dir, Store, Note string
	// Gone says that only notes that were taken away are listed, Back that there is a note to go back to.
	Gone, Back bool
	// Range says that it is the one change that a range of commits made: there is no list of others.
	Range bool
}

// Outcome is what an action led to, for the App to follow up.
type Outcome struct {
	// Handled is false for an action that means nothing here.
	Handled bool
	// Leave asks for the screen before.
	Leave bool
	// All asks for the history of the whole memory, or of the note again; Gone for that of the notes
	// that are gone, or of all again; More for older changes.
	All, Gone, More bool
	// Undo asks for a proposal that takes revision At back, or one Hunk of it.
	Undo bool
	At   int
	Hunk string
	// Hint is one printable line, "" for none.
	Hint string
}

// Pane is the screen.
type Pane struct {
	o       Options
	w, h    int
	subject Subject
	// history is what is shown, nil while it is read; trouble says why there is none.
	history *model.History
	trouble string
	now     time.Time
	// cursor is the selected revision, top the first row of the list that is shown.
	cursor, top int
	change      change

	frame string
	drawn bool
}

// New makes a pane without content.
func New(o Options) *Pane {
	if o.Styles == nil {
		o.Styles = style.New(style.Options{})
	}
	if o.Keys == nil {
		o.Keys = keymap.Default()
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return &Pane{o: o}
}

// SetStyles changes the look.
func (p *Pane) SetStyles(st *style.Styles) {
	p.o.Styles, p.drawn = st, false
	p.change.lay(p)
}

// SetSize gives the pane w by h cells.
func (p *Pane) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	p.w, p.h, p.drawn = max(0, w), max(0, h), false
	p.change.lay(p)
}

// Open shows a subject, whose history is on its way. That of the same one stays until then.
func (p *Pane) Open(s Subject) {
	if s != p.subject {
		p.history, p.cursor, p.top, p.change = nil, 0, 0, change{}
	}
	p.subject, p.trouble, p.drawn = s, "", false
}

// Set shows a history; what was selected stays so, by its id.
func (p *Pane) Set(h model.History, now time.Time) {
	id := ""
	if r, ok := p.selected(); ok {
		id = r.ID
	}
	p.history, p.trouble, p.now, p.drawn = &h, "", now, false
	p.cursor = max(0, min(p.cursor, len(h.Revisions)-1))
	for i, r := range h.Revisions {
		if r.ID == id {
			p.cursor = i
			break
		}
	}
	if r, ok := p.selected(); !ok || r.ID != id {
		p.change = change{open: p.subject.Range}
	}
	p.change.lay(p)
}

// Fail says why there is none; the text is printable.
func (p *Pane) Fail(text string) {
	p.history, p.trouble, p.change, p.drawn = nil, text, change{}, false
}

// selected is the revision under the cursor.
func (p *Pane) selected() (model.Revision, bool) {
	if p.history == nil || p.cursor >= len(p.history.Revisions) {
		return model.Revision{}, false
	}
	return p.history.Revisions[p.cursor], true
}

// Selected is the change with the bar, or that whose hunks are shown; false if there is none.
func (p *Pane) Selected() (model.Revision, bool) { return p.selected() }

// Context is where the next key is looked up.
func (p *Pane) Context() keymap.Context {
	if p.change.open {
		return keymap.Change
	}
	return keymap.History
}

// Works reports whether an action would do something now.
func (p *Pane) Works(a keymap.Action) bool {
	_, some := p.selected()
	switch a {
	case keymap.Open:
		return some && !p.change.open
	case keymap.UndoChange:
		return some && (!p.change.open || len(p.change.ids) > 0) // without hunks the whole is all there is
	case keymap.UndoWhole:
		return some
	case keymap.NextHunk, keymap.PrevHunk:
		return len(p.change.ids) > 1
	case keymap.HistoryAll:
		return p.subject.Note != "" || p.subject.Gone || p.subject.Back
	case keymap.Older:
		return p.history != nil && p.history.More
	}
	return true
}

// Handle does an action of the contexts History, Change, List and Global.
func (p *Pane) Handle(a keymap.Action) Outcome {
	p.drawn = false
	if p.change.open {
		return p.inChange(a)
	}
	switch a {
	case keymap.Open:
		if _, ok := p.selected(); !ok {
			return Outcome{Handled: true, Hint: "there is no change to open"}
		}
		p.change = change{open: true}
		p.change.lay(p)
	case keymap.Back:
		return Outcome{Handled: true, Leave: true}
	case keymap.HistoryAll:
		return Outcome{Handled: true, All: true}
	case keymap.HistoryGone:
		return Outcome{Handled: true, Gone: true}
	case keymap.Older:
		if p.history == nil || !p.history.More {
			return Outcome{Handled: true, Hint: "all that is kept is listed"}
		}
		return Outcome{Handled: true, More: true}
	case keymap.UndoChange, keymap.UndoWhole:
		return p.undo("")
	default:
		return Outcome{Handled: p.move(a)}
	}
	return Outcome{Handled: true}
}

// undo asks for the selected revision to be taken back, or one hunk of it.
func (p *Pane) undo(hunk string) Outcome {
	r, ok := p.selected()
	switch {
	case !ok:
		return Outcome{Handled: true, Hint: "there is no change to take back"}
	case r.Merge:
		return Outcome{Handled: true, Hint: "this is a merge: take back what was merged"}
	case r.Cut:
		return Outcome{Handled: true, Hint: "the history begins here: what was there before is not known"}
	}
	return Outcome{Handled: true, Undo: true, At: p.cursor, Hunk: hunk}
}

// move moves the cursor.
func (p *Pane) move(a keymap.Action) bool {
	page := max(1, p.room()-1)
	to := p.cursor
	switch a {
	case keymap.Down:
		to++
	case keymap.Up:
		to--
	case keymap.PageDown, keymap.ScrollDown:
		to += page
	case keymap.PageUp, keymap.ScrollUp:
		to -= page
	case keymap.Top:
		to = 0
	case keymap.Bottom:
		to = p.count() - 1
	default:
		return false
	}
	p.cursor = max(0, min(to, p.count()-1))
	return true
}

func (p *Pane) count() int {
	if p.history == nil {
		return 0
	}
	return len(p.history.Revisions)
}

// Click selects the row at y, counted from the top of the pane.
func (p *Pane) Click(y int) {
	if p.change.open || p.history == nil {
		return
	}
	if i := p.top + y - 1 - p.above(); y > p.above() && i >= 0 && i < p.count() {
		p.cursor, p.drawn = i, false
	}
}

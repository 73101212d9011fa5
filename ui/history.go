package ui

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/history"
)

// listed is how many changes are listed at first, and by how many times more at each asking.
const (
	listed     = 200
	listedMore = 5
)

// looking is the screen of what became of a memory.
type looking struct {
	pane *history.Pane
	seq  uint64
	// under is the screen to which it goes back, store whose history it is.
	under screen
	store model.Store
	// note is the path of the note whose history was asked for, "" for none; all and gone say that the
	// whole memory's is shown, or that of the notes that are gone.
	note      string
	all, gone bool
	limit     int
	// span is the range of commits that is shown as one change, "" for none.
	span string
	// real are the revisions as they are; the pane has them with their secrets covered.
	real []model.Revision
}

// showHistory opens the screen for what has the focus; what it shows follows.
func (a *App) showHistory() tea.Cmd {
	note := ""
	if a.browse.view.focus != paneIndex && a.browse.preview.shown {
		note = a.browse.preview.note.Path
	}
	return a.openHistory(a.store, note)
}

// reviewHistory opens the screen, over the review, for the file at the cursor of the review.
func (a *App) reviewHistory() tea.Cmd {
	if a.deps.Past == nil {
		a.say("there is nothing that knows the history")
		return nil
	}
	return a.openHistory(a.review.store, a.review.pane.Path())
}

// openHistory shows the history of a note, or with "" that of the memory, over what is on the screen.
func (a *App) openHistory(store model.Store, note string) tea.Cmd {
	l := &a.past
	l.under, l.store = a.screen, store
	l.note, l.all, l.gone, l.limit, l.span = note, false, false, listed, ""
	a.screen = screenHistory
	return a.readHistory()
}

// openRange shows what the commits of a range did as one change.
func (a *App) openRange(store model.Store, words string) tea.Cmd {
	l := &a.past
	l.under, l.store = a.screen, store
	l.note, l.all, l.gone, l.limit, l.span = "", false, false, listed, words
	a.screen = screenHistory
	return tea.Batch(a.arrange(), a.readHistory())
}

// asked is the note whose history is shown, "" for that of the memory.
func (l *looking) asked() string {
	if l.all || l.gone {
		return ""
	}
	return l.note
}

// readHistory asks for the history that is to be shown.
func (a *App) readHistory() tea.Cmd {
	l := &a.past
	l.seq++
	note := l.asked()
	q := model.HistoryQuery{Note: note, Deleted: l.gone, Diff: true, Limit: l.limit, Range: l.span}
	subject := history.Subject{Dir: l.store.Dir, Store: l.store.Name, Gone: l.gone, Back: note == "" && l.note != "", Range: l.span != ""}
	if note != "" {
		subject.Note = a.veil().name(note)
	}
	l.pane.Open(subject)
	seq, past, store, veil, now := l.seq, a.deps.Past, l.store, a.veil(), a.deps.Now
	return a.do(func(ctx context.Context) tea.Msg {
		h, err := past.History(ctx, store, q)
		return historyReadMsg{seq, h.Revisions, veil.history(h), now(), err}
	})
}

func (a *App) handleHistory(msg historyReadMsg) {
	if msg.seq == a.past.seq && a.hint.passing {
		a.hint = hint{}
	}
	switch {
	case msg.seq != a.past.seq:
	case msg.err != nil:
		a.past.pane.Fail("the history could not be read: " + model.PrintableLine(a.veil().text(msg.err.Error())))
	default:
		a.past.real = msg.real
		a.past.pane.Set(msg.history, msg.now)
	}
}

// historyAgain reads the history anew, if it is on the screen, after the notes were.
func (a *App) historyAgain() tea.Cmd {
	if a.screen != screenHistory {
		return nil
	}
	return a.readHistory()
}

// actHistory does what the screen of the history knows.
func (a *App) actHistory(action keymap.Action) (tea.Cmd, bool) {
	l := &a.past
	if action == keymap.Reload {
		a.rereads()
		if l.under == screenReview {
			return a.readHistory(), true // a review stays as it is
		}
		return a.reload(), true // the history follows
	}
	out := l.pane.Handle(action)
	if out.Hint != "" {
		a.say(out.Hint)
	}
	switch {
	case out.Leave:
		l.seq++
		return a.goBack(l.under), true
	case out.All:
		if l.note == "" && !l.gone {
			a.say("this is the history of the whole memory: a note's is opened from the note")
			return nil, true
		}
		l.all, l.gone, l.limit = !l.all || l.note == "", false, listed
		return a.readHistory(), true
	case out.Gone:
		l.gone, l.limit = !l.gone, listed
		return a.readHistory(), true
	case out.More:
		l.limit *= listedMore
		a.hint = hint{text: "looking further back" + a.st.Marks.Ellipsis, passing: true}
		return a.readHistory(), true
	case out.Undo && l.under == screenReview:
		a.say("an undo is a review of its own: leave this one first")
		return nil, true
	case out.Undo && out.At < len(l.real):
		return a.undoChange(l.real[out.At], out.Hunk), true
	}
	return nil, out.Handled
}

// undoChange lays the undo of a change on the desk and opens it: nothing is written before its commit.
func (a *App) undoChange(r model.Revision, piece string) tea.Cmd {
	l := &a.past
	u := model.Undo{ID: r.ID, Note: l.asked()}
	if l.gone && len(r.Files) > 0 {
		u.Note = r.Files[0].Path
	}
	if piece != "" {
		u.Note, u.Hunks = "", []string{piece}
	}
	a.hint = hint{text: "working out what takes it back" + a.st.Marks.Ellipsis, passing: true}
	past, reviews, store, seq := a.deps.Past, a.deps.Reviews, l.store, l.seq
	return a.do(func(ctx context.Context) tea.Msg {
		p, err := past.Undo(ctx, store, u)
		if err != nil {
			return undoneMsg{seq: seq, err: err}
		}
		id, err := reviews.Propose(ctx, p)
		return undoneMsg{seq, store, id, p.Report, err}
	})
}

// handleUndone opens the review, unless somebody went elsewhere meanwhile.
func (a *App) handleUndone(msg undoneMsg) tea.Cmd {
	if msg.err != nil {
		a.alarm(model.PrintableLine(msg.err.Error()))
		return nil
	}
	a.hint = hint{}
	if msg.seq != a.past.seq || a.screen != screenHistory || a.overlay != nil {
		word := "the undo is ready as a review"
		if a.screen == screenReview {
			word += "; " + a.keys.Key(keymap.Review, keymap.OpenReview) + " lists those that wait"
		}
		a.say(word)
		if a.screen == screenReview && a.store.Dir != "" {
			return a.loadMemory(a.store) // its reviews are one more
		}
		return nil
	}
	cmd := a.openReview(msg.store, msg.id)
	if len(msg.report) > 0 {
		a.say(model.PrintableLine(msg.report[0]))
	}
	return cmd
}

// history covers what a history shows. Its hunks are covered one by one: the files that they come from are
// no longer there.
func (v *veil) history(h model.History) model.History {
	if v.find == nil {
		return h
	}
	h.Remarks, h.Pending = v.texts(h.Remarks), v.texts(h.Pending)
	for _, r := range h.Revisions {
		// First all of them are looked at: an older change may tell what a newer one shows a piece of.
		for _, c := range r.Changes {
			for _, b := range c.Hunks {
				v.learn(strings.Join(b.Removed, ""))
				v.learn(strings.Join(b.Added, ""))
			}
		}
	}
	revisions := make([]model.Revision, len(h.Revisions))
	for i, r := range h.Revisions {
		r.Subject, r.Body = v.text(r.Subject), v.text(r.Body)
		files := make([]model.RevisionFile, len(r.Files))
		for j, f := range r.Files {
			f.Path, f.From = v.name(f.Path), v.name(f.From)
			files[j] = f
		}
		changes := make([]model.Change, len(r.Changes))
		for j, c := range r.Changes {
			c.Path = v.name(c.Path)
			hunks := make([]model.Hunk, len(c.Hunks))
			for k, b := range c.Hunks {
				b.Path = c.Path
				if b.Kind != model.HunkBinary {
					b.Removed, b.Added = v.lines(b.Removed), v.lines(b.Added)
				}
				hunks[k] = b
			}
			c.Hunks = hunks
			changes[j] = c
		}
		r.Files, r.Changes = files, changes
		revisions[i] = r
	}
	h.Revisions = revisions
	return h
}

// lines covers one side of a hunk. What covers is as long as what is covered, and keeps the ends of lines.
func (v *veil) lines(side []string) []string {
	if len(side) == 0 {
		return side
	}
	return hunk.Lines([]byte(v.text(strings.Join(side, ""))))
}

// historyReadMsg brings a history: its revisions as they are, and all of it as it is shown.
type historyReadMsg struct {
	seq     uint64
	real    []model.Revision
	history model.History
	now     time.Time
	err     error
}

// undoneMsg says that an undo waits as a review, with what could not be taken back.
type undoneMsg struct {
	seq    uint64
	store  model.Store
	id     string
	report []string
	err    error
}

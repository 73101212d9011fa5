// Package past answers what became of a memory: who changed what and when, what a line said before, where a
// line comes from, and how a change is taken back. It reads the user's git, the records of closed reviews
// and, for what no commit holds, the backups of what was written. It writes nothing: what is to be taken
// back is a proposal like any other.
//
//	past.go     Past: the timeline
//	walk.go     revisions of git and of backups as one row, and what files held
//	along.go    a commit of a review and of what lay uncommitted beside it
//	span.go     a range of commits as one revision
//	words.go    lines that came and went
//	blame.go    a note line by line
//	reasons.go  from a line to the session
//	approved.go the versions that a person said yes to last
//	undo.go     a change taken back
//	reverse.go  the three-way merge behind it
//	form.go     bytes that git keeps in another form
package past

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// Past answers for all stores. It may be used from several goroutines.
type Past struct {
	desk *desk.Desk
	now  func() time.Time
}

// New makes one; closed reviews and backups are those of the desk, now is the clock.
func New(d *desk.Desk, now func() time.Time) *Past { return &Past{d, now} }

// History collects the timeline of a store, or of one of its notes.
func (p *Past) History(ctx context.Context, st model.Store, q model.HistoryQuery) (model.History, error) {
	var list []model.Revision
	h, err := p.Each(ctx, st, q, func(r model.Revision) error {
		list = append(list, r)
		return nil
	})
	h.Revisions = list
	return h, err
}

// Each hands the revisions over as they are found, the newest first, and returns the rest of the history.
// What git or a backup does not tell is a remark, and no error.
func (p *Past) Each(ctx context.Context, st model.Store, q model.HistoryQuery, each func(model.Revision) error) (model.History, error) {
	w, err := p.open(ctx, st)
	if err != nil {
		return model.History{}, err
	}
	defer w.close()
	if q.Range != "" {
		return w.span(ctx, q, each)
	}
	t := &telling{walk: w, q: q, each: each, names: newNames(), note: q.Note, words: newWords(q.Words)}
	if q.Deleted {
		if t.away, err = deletable(ctx, st); err != nil {
			return model.History{}, err
		}
	}
	whole, err := w.run(ctx, t.take)
	if err = errors.Join(err, t.err, ctx.Err()); err != nil {
		return model.History{}, fmt.Errorf("read the history of %s: %w", st.Name, err)
	}
	h := model.History{More: !whole, Git: w.git, Remarks: w.remarks, Values: t.words.values}
	if w.git {
		h.Remote = history.Remote(ctx, st.Dir)
		if h.Pending, err = history.Pending(ctx, st.Dir); err != nil {
			h.Remarks = append(h.Remarks, err.Error())
		}
		if q.Note != "" {
			h.Pending = slices.DeleteFunc(h.Pending, func(p string) bool { return p != q.Note })
		}
	}
	return h, nil
}

// deletable returns a function that says whether a note that was taken away is still away, for the first
// that asks.
func deletable(ctx context.Context, st model.Store) (func(path string) bool, error) {
	live, err := memory.ReadTree(ctx, st.Dir)
	if err != nil {
		return nil, err
	}
	told := map[string]bool{}
	return func(path string) bool {
		_, there := live[path]
		first := !told[path]
		told[path] = true
		return first && !there
	}, nil
}

// telling picks from the revisions of a walk those that are asked for.
type telling struct {
	*walk
	q     model.HistoryQuery
	each  func(model.Revision) error
	names *names
	// note is the path that is followed, as it was at the revision that comes next.
	note  string
	words *words
	away  func(string) bool
	count int
	err   error
}

// take takes the next older revision.
func (t *telling) take(r model.Revision) bool {
	files := t.follow(r)
	t.names.older(r)
	if len(files) == 0 {
		return true
	}
	if t.q.Limit > 0 && t.count >= t.q.Limit {
		return false
	}
	part := r
	part.Files = files
	if !t.words.none() {
		if r.Merge {
			return true // what it joined was said by who wrote it
		}
		if part.Changes = t.words.look(t.walk, part, t.count, t.names.today); len(part.Changes) == 0 {
			return true
		}
	} else if t.q.Diff {
		part.Changes = t.picked(r, files)
	}
	t.count++
	t.err = t.each(part)
	return t.err == nil
}

// picked are the hunks of a revision in some of its files. They are those of all files, reduced: their ids
// do not depend on what is asked for.
func (t *telling) picked(r model.Revision, files []model.RevisionFile) (changes []model.Change) {
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[f.Path] = true
	}
	for _, c := range t.changes(r) {
		if wanted[c.Path] {
			changes = append(changes, c)
		}
	}
	return changes
}

// follow returns the files of a revision that are asked for, and goes on to the name that the note had
// before.
func (t *telling) follow(r model.Revision) (files []model.RevisionFile) {
	for _, f := range r.Files {
		switch {
		case t.q.Note != "" && f.Path != t.note:
		case t.away != nil && (f.Status != model.Deleted || !model.IsNote(f.Path) || !t.away(f.Path)):
		default:
			files = append(files, f)
		}
	}
	if t.q.Note != "" && len(files) == 1 && files[0].From != "" {
		t.note = files[0].From
	}
	return files
}

// changes are the hunks of a revision. A file that was renamed is compared with itself: that it was is said
// by the revision.
func (w *walk) changes(r model.Revision) []model.Change {
	old, new := w.trees(r)
	return hunk.Diff(old, new)
}

// trees are the files of a revision before and after it. What cannot be read is left out, and a remark.
func (w *walk) trees(r model.Revision) (old, new model.Tree) {
	old, new = model.Tree{}, model.Tree{}
	for _, f := range r.Files {
		if f.Special != "" {
			continue
		}
		before, ok := w.content(r, f, f.Old)
		after, also := w.content(r, f, f.New)
		if !ok || !also {
			continue
		}
		if f.Old != "" {
			old[f.Path] = model.File{Mode: f.OldMode, Data: before}
		}
		if f.New != "" {
			new[f.Path] = model.File{Mode: f.NewMode, Data: after}
		}
	}
	return old, new
}

package past

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"dreamgate/memory/history"
	"dreamgate/model"
)

// errNoCommits says that there is no history to take a range from.
var errNoCommits = errors.New("there is no git history here, and so no range of it")

// span hands over what a range of commits did as one revision.
func (w *walk) span(ctx context.Context, q model.HistoryQuery, each func(model.Revision) error) (model.History, error) {
	r, err := w.between(ctx, q.Range)
	if err != nil {
		return model.History{}, err
	}
	if q.Diff {
		r.Changes = w.changes(r)
	}
	err = each(r)
	return model.History{Git: true, Remarks: w.remarks}, err
}

// between is a range as a revision; of a single commit it is that one.
func (w *walk) between(ctx context.Context, words string) (r model.Revision, err error) {
	if !w.git {
		return r, fmt.Errorf("read the history of %s: %w", w.st.Name, errNoCommits)
	}
	s, err := history.Between(ctx, w.st.Dir, words)
	switch {
	case err != nil:
		return r, err
	case len(s.Files) == 0:
		return r, fmt.Errorf("%w: %s changed nothing in %s", history.ErrRevision, words, w.st.Name)
	case s.One:
		_, err = history.Walk(ctx, w.st.Dir, func(c model.Revision) bool {
			if c.ID == s.To {
				r = c
			}
			return c.ID != s.To
		})
		if err != nil || r.ID != "" {
			return r, err
		}
		// One of another branch, which is not on the way back from here.
	}
	r = model.Revision{ID: s.From + model.Dots + s.To, Kept: model.KeptCommit, At: s.At, By: model.DoerSeveral, Files: s.Files,
		Subject: model.Count(s.Changes, "commit"), Cut: s.From == "" && history.Shallow(ctx, w.st.Dir)}
	return r, ctx.Err()
}

// findSpan is find for a range: what was changed after it is known as for a single change.
func (w *walk) findSpan(ctx context.Context, u model.Undo, _ model.Tree) (t target, err error) {
	r, err := w.between(ctx, u.ID)
	if err != nil {
		return t, err
	}
	to := r.ID[strings.LastIndex(r.ID, ".")+1:]
	since, err := history.Since(ctx, w.st.Dir, to)
	if err != nil {
		return t, err
	}
	called, later := newNames(), map[string]model.Revision{}
	if _, err = history.Walk(ctx, w.st.Dir, func(c model.Revision) bool {
		if !since[c.ID] {
			return len(since) > 0
		}
		delete(since, c.ID)
		for _, f := range c.Files {
			if name := called.today(f.Path); later[name].ID == "" {
				later[name] = c
			}
		}
		called.older(c)
		return true
	}); err != nil {
		return t, err
	}
	t = target{Revision: r, today: map[string]string{}, later: maps.Clone(later)}
	for _, f := range r.Files {
		t.today[f.Path] = called.today(f.Path)
	}
	return w.only([]target{t}, u)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
	"dreamgate/model/recall"
)

// How long a model may take to choose notes: a person waits, and before a hook a prompt does, which needs
// what is left of its time for the rules.
const (
	chooseTime     = 30 * time.Second
	chooseHookTime = 3 * time.Second
)

// chooser is the engine that was asked for.
func (r recalling) chooser() (engine.Chooser, error) {
	e, err := r.parts.Dreams.Named(r.engine)
	if err != nil {
		return nil, usage("%w", err)
	}
	c, ok := e.(engine.Chooser)
	if !ok {
		return nil, usage("the engine %s chooses no notes; without --engine rules do, which need no model", r.engine)
	}
	if why := e.About().Why; why != "" {
		return unusable(why), nil
	}
	return c, nil
}

// unusable is an engine that cannot be asked, and why: no reason not to answer by the rules.
type unusable string

// Choose says why not.
func (u unusable) Choose(context.Context, string, []engine.Candidate) ([]string, error) {
	return nil, errors.New(string(u))
}

// choose lets a model choose among the newest notes, which are as many as the agent would offer to one.
func (r recalling) choose(ctx context.Context, tree model.Tree, notes []model.Note, q recall.Query) ([]recall.Pick, error) {
	limit := chooseTime
	if r.hook {
		limit = chooseHookTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	query := q.Text
	if q.Recent != "" {
		query = q.Recent + "\n" + query
	}
	paths, err := r.by.Choose(ctx, query, r.candidates(tree, notes))
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("it took longer than %s", limit)
		}
		return nil, err
	}
	picks := make([]recall.Pick, 0, len(paths))
	for _, p := range paths {
		picks = append(picks, recall.Pick{Path: p, Offered: true})
	}
	return picks, nil
}

// candidates are the newest notes as a model is told of them.
func (r recalling) candidates(tree model.Tree, notes []model.Note) []engine.Candidate {
	newest := slices.Clone(notes)
	slices.SortStableFunc(newest, func(a, b model.Note) int { return tree[b.Path].ModTime.Compare(tree[a.Path].ModTime) })
	list := make([]engine.Candidate, 0, recall.MaxOffered)
	for _, n := range newest[:min(len(newest), recall.MaxOffered)] {
		days := max(0, int(r.clock().Sub(tree[n.Path].ModTime)/(24*time.Hour)))
		list = append(list, engine.Candidate{Path: n.Path, Name: n.Title(), Description: n.Description, Type: n.Type, Days: days})
	}
	return list
}

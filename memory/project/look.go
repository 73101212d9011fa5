package project

import (
	"context"
	"maps"
	"sync"

	"dreamgate/memory/history"
	"dreamgate/memory/reality"
	"dreamgate/model"
	"dreamgate/model/relation"
)

// Look learns of an opened memory what takes longer than to read its files, and returns the memory with
// the badges that say so. What cannot be learned is a remark. The memory that it was given stays as it
// was.
func (l *Library) Look(ctx context.Context, m model.Memory) (model.Memory, error) {
	var (
		wg       sync.WaitGroup
		rewrites map[string]model.Rewrites
		failed   error
		uses     map[string]model.Use
		uncount  error
		real     map[string]model.Reality
		kin      map[string][]model.Relation
	)
	wg.Go(func() { rewrites, failed = history.Rewrites(ctx, m.Store.Dir) })
	wg.Go(func() { real = reality.Look(ctx, m) })
	wg.Go(func() { kin = relation.Of(m.Notes, m.Tree) })
	wg.Go(func() { uses, uncount = l.uses(ctx, m) })
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return model.Memory{}, err
	}
	m.Badges = maps.Clone(m.Badges)
	m.Remarks = m.Remarks[:len(m.Remarks):len(m.Remarks)]
	for _, n := range m.Notes {
		b := m.Badges[n.Path]
		// Without a history a count of nought would say what nobody knows.
		if rewrites != nil {
			b.Rewrites = rewrites[n.Path]
			b.Rewrites.Known = true
		}
		b.Use, b.Reality, b.Relations = uses[n.Path], real[n.Path], kin[n.Path]
		m.Badges[n.Path] = b
	}
	for _, err := range []error{failed, uncount} {
		if err != nil {
			m.Remarks = append(m.Remarks, err.Error())
		}
	}
	return m, nil
}

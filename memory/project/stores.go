package project

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"dreamgate/model"
)

// Stores lists the memories that the agent keeps on this machine, the worst first: one that cannot
// be read, then one whose index is cut, then missing, then nearly full, then by the findings. One that
// the user has to say yes to is named and not read. A memory without a note, an index and a proposal is
// left out: the agent makes an empty one wherever it is started.
func (l *Library) Stores(ctx context.Context) ([]model.Store, error) {
	memories, err := l.ReadAll(ctx)
	stores := make([]model.Store, 0, len(memories))
	for _, m := range memories {
		stores = append(stores, m.Store)
	}
	return stores, err
}

// ReadAll reads all stores as Read does, in the order of Stores. A store that cannot be read has a
// Problem in its summary and nothing else.
func (l *Library) ReadAll(ctx context.Context) ([]model.Memory, error) {
	// Once for all stores: which folder belongs to which is one look at all of them.
	stores := l.candidates(l.census(ctx))
	read := make([]model.Memory, len(stores))
	each(len(stores), func(i int) { read[i] = l.readOne(ctx, stores[i]) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	read = slices.DeleteFunc(read, func(m model.Memory) bool {
		_, indexed := m.Tree[model.IndexName]
		return m.Store.Summary.Problem == "" && !m.Store.Untrusted && m.Store.Summary.Pending == 0 && len(m.Notes) == 0 && !indexed
	})
	slices.SortStableFunc(read, func(a, b model.Memory) int { return worse(a.Store, b.Store) })
	return read, nil
}

// readOne reads one store of a list, with the number of its waiting proposals.
func (l *Library) readOne(ctx context.Context, s model.Store) model.Memory {
	if s.Untrusted {
		return model.Memory{Store: s}
	}
	m, err := l.Read(ctx, s)
	if err != nil {
		s.Summary.Problem = err.Error()
		return model.Memory{Store: s}
	}
	// A proposal that cannot be read is the matter of who opens the store.
	pending, _ := l.proposals(ctx, m.Store)
	m.Store.Summary.Pending = len(pending)
	return m
}

// each calls fn for 0 to n-1 on as many goroutines as there are processors, and waits.
func each(n int, fn func(int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				fn(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// worse orders stores, the worst first.
func worse(a, b model.Store) int {
	x, y := a.Summary, b.Summary
	return cmp.Or(
		cmp.Compare(rank(b), rank(a)),
		cmp.Compare(y.Findings[model.Error], x.Findings[model.Error]),
		cmp.Compare(y.Findings[model.Warning], x.Findings[model.Warning]),
		cmp.Compare(y.Findings[model.Info], x.Findings[model.Info]),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.Dir, b.Dir),
	)
}

func rank(s model.Store) int {
	switch status := s.Summary.Index.Status; {
	case s.Summary.Problem != "":
		return 4
	case status == model.StatusCut:
		return 3
	case status == model.StatusMissing && s.Kind.OwnIndex():
		return 2
	case status == model.StatusNear:
		return 1
	}
	return 0
}

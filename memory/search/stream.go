package search

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Library lists the memories of the machine.
type Library interface {
	Stores(ctx context.Context) ([]model.Store, error)
}

// Searcher searches in the background.
type Searcher struct{ library Library }

// New makes a searcher over the memories of a library.
func New(l Library) *Searcher { return &Searcher{l} }

// mostTold is how many hits are told at once, pause how long they wait for others: a screen is not drawn
// for each of them.
const mostTold, pause = 100, 60 * time.Millisecond

// Search looks for words in one memory, or in all of them, until it has ended, which the last of what is
// told says, or the context has. Whoever takes nothing more must end the context.
func (s *Searcher) Search(ctx context.Context, store model.Store, all bool, words string) <-chan model.Hits {
	hits, end, out := make(chan model.Hit, mostTold), make(chan error, 1), make(chan model.Hits)
	go func() {
		defer close(hits)
		end <- s.search(ctx, store, all, words, hits)
	}()
	go tell(ctx, hits, end, out)
	return out
}

// search runs in a goroutine of its own: a panic would leave the screen as it is, so it is an error.
func (s *Searcher) search(ctx context.Context, store model.Store, all bool, words string, to chan<- model.Hit) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the search stumbled: %v\n%s", r, debug.Stack())
		}
	}()
	stores := []model.Store{store}
	if all {
		// What of the list could not be read is no reason not to search the rest.
		stores, err = s.library.Stores(ctx)
	}
	_, failed := Each(ctx, stores, transcript.Query{Words: words}, func(h model.Hit) error {
		select {
		case to <- h:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	return errors.Join(err, failed)
}

// tell passes hits on in turns, and after the last of them how the search ended.
func tell(ctx context.Context, hits <-chan model.Hit, end <-chan error, out chan<- model.Hits) {
	defer close(out)
	ticks := time.NewTicker(pause)
	defer ticks.Stop()
	var next model.Hits
	for told := false; ; {
		select {
		case h, more := <-hits:
			if more {
				next.List = append(next.List, h)
			} else {
				next.Done, next.Err = true, <-end
			}
			// The first one is told at once: that something was found is what is waited for.
			if more && told && len(next.List) < mostTold {
				continue
			}
		case <-ticks.C:
			if len(next.List) == 0 {
				continue
			}
		case <-ctx.Done():
			return
		}
		select {
		case out <- next:
		case <-ctx.Done():
			return
		}
		if next.Done {
			return
		}
		told, next = true, model.Hits{}
	}
}

// Passage reads what stands around a hit.
func (s *Searcher) Passage(ctx context.Context, h model.Hit, words string) (model.Passage, error) {
	if h.Path == "" && h.File == "" && len(h.Store.Transcripts) == 0 {
		// A run of another program knows of its memory no more than the folder.
		stores, _ := s.library.Stores(ctx)
		for _, known := range stores {
			if known.Dir == h.Store.Dir {
				h.Store = known
			}
		}
	}
	return Read(ctx, h, words)
}

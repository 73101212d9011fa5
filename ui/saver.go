package ui

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"dreamgate/model"
)

// saver keeps decisions on disk in the order in which they were made. Any number of commands may
// save at the same time: one writes what is newest, the others find nothing left to do. So holding a
// key down writes seldom, and an older state never lands on a newer one.
type saver struct {
	reviews Reviews
	// writing is held during a write; mu guards open.
	writing, mu sync.Mutex
	// open holds what is not yet written, by the proposal's id.
	open map[string]unsaved
}

type unsaved struct {
	store     model.Store
	decisions model.Decisions
}

// want takes the newest decisions of a review.
func (s *saver) want(store model.Store, id string, d model.Decisions) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]unsaved{}
	}
	s.open[id] = unsaved{store, maps.Clone(d)}
}

// take removes one open entry.
func (s *saver) take() (id string, u unsaved, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, u := range s.open {
		delete(s.open, id)
		return id, u, true
	}
	return "", unsaved{}, false
}

// flush writes all that is open. What could not be written is open again, unless something newer is.
func (s *saver) flush(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	for {
		id, u, ok := s.take()
		if !ok {
			return nil
		}
		if err := s.reviews.Decide(ctx, u.store, id, u.decisions); err != nil {
			s.mu.Lock()
			if _, newer := s.open[id]; !newer {
				s.open[id] = u
			}
			s.mu.Unlock()
			return fmt.Errorf("save the decisions: %w", err)
		}
	}
}

package ui

import (
	"context"
	"fmt"
	"sync"

	"dreamgate/model"
)

// saver keeps what is done in reviews on disk in the order in which they were made. Any number of commands may
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
	store  model.Store
	ruling model.Ruling
}

// want takes the newest ruling of a review. Its maps are not written to any more: who has it made them new.
func (s *saver) want(store model.Store, id string, ru model.Ruling) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]unsaved{}
	}
	s.open[id] = unsaved{store, ru}
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
		if err := s.reviews.Decide(ctx, u.store, id, u.ruling); err != nil {
			s.mu.Lock()
			if _, newer := s.open[id]; !newer {
				s.open[id] = u
			}
			s.mu.Unlock()
			return fmt.Errorf("save the decisions: %w", err)
		}
	}
}

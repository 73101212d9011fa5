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
	// known is what was read or written last of each review: what is saved is the change from it.
	known map[string]model.Ruling
}

type unsaved struct {
	store  model.Store
	ruling model.Ruling
	// turns are the steps that led to it since the last one that was written: one by one, however seldom it is written.
	turns []model.Turn
}

// read takes what a review holds when it is opened.
func (s *saver) read(id string, ru model.Ruling) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]model.Ruling{}
	}
	s.known[id] = ru
}

// want takes the newest ruling of a review. Its maps are not written to any more: who has it made them new.
func (s *saver) want(store model.Store, id string, ru model.Ruling, turns []model.Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]unsaved{}
	}
	s.open[id] = unsaved{store, ru, append(s.open[id].turns, turns...)}
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

// flush writes all that is open, and reports whether others did something to one of these reviews as well. What
// could not be written is open again, unless something newer is.
func (s *saver) flush(ctx context.Context) (others bool, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	for {
		id, u, ok := s.take()
		if !ok {
			return others, nil
		}
		s.mu.Lock()
		was := s.known[id]
		s.mu.Unlock()
		beside, err := s.reviews.Decide(ctx, u.store, id, was, u.ruling, u.turns...)
		if err != nil {
			s.mu.Lock()
			if newer, ok := s.open[id]; ok {
				u.store, u.ruling, u.turns = newer.store, newer.ruling, append(u.turns, newer.turns...)
			}
			s.open[id] = u
			s.mu.Unlock()
			return others, fmt.Errorf("save the decisions: %w", err)
		}
		s.read(id, u.ruling)
		others = others || beside.Others
	}
}

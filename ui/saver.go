package ui

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// saver keeps what is done in reviews on disk in the order in which they were made. Any number of commands may
// save at the same time: one writes what is newest, the others find nothing left to do. So holding a
// key down writes seldom, and an older state never lands on a newer one.
type saver struct {
	reviews Reviews
	// writing is held during a write; mu guards what follows.
	writing, mu sync.Mutex
	// open holds what is not yet written, by the proposal's id.
	open map[string]unsaved
	// words are the messages of commits that are not yet written.
	words map[string]unsaid
	// known is what was seen of each review, with what was saved since: what is saved next is the change from it.
	known map[string]model.Ruling
	// renames are those of the proposals.
	renames map[string]map[string]string
	// stays are hunks at which others were first, until that is told.
	stays map[string][]string
}

type unsaved struct {
	store  model.Store
	ruling model.Ruling
	// turns are the steps that led to it since the last one that was written: one by one, however seldom it is written.
	turns []model.Turn
}

// unsaid is what was typed for the commit of a review.
type unsaid struct {
	store model.Store
	text  string
}

// say takes the newest message of the commit of a review, "" where nothing is typed.
func (s *saver) say(store model.Store, id, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.words == nil {
		s.words = map[string]unsaid{}
	}
	s.words[id] = unsaid{store, text}
}

// flushWords writes the messages that are open. Who calls it holds the writing.
func (s *saver) flushWords(ctx context.Context) error {
	s.mu.Lock()
	words := s.words
	s.words = nil
	s.mu.Unlock()
	var failed []error
	for id, w := range words {
		if err := s.reviews.Message(ctx, w.store, id, w.text); err != nil {
			failed = append(failed, fmt.Errorf("save the message of the commit: %w", err))
			s.mu.Lock()
			if s.words == nil {
				s.words = map[string]unsaid{}
			}
			if _, newer := s.words[id]; !newer {
				s.words[id] = w
			}
			s.mu.Unlock()
		}
	}
	return errors.Join(failed...)
}

// read takes what a review holds when it is opened.
func (s *saver) read(r model.Review) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known, s.renames, s.stays = map[string]model.Ruling{}, map[string]map[string]string{}, map[string][]string{}
	}
	id := r.Proposal.ID
	s.known[id], s.renames[id] = r.Ruling(), hunk.Renames(r.Whole)
	delete(s.stays, id)
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

// saw takes what others did, which the screen shows from now on: it led from was, which was known, to now.
func (s *saver) saw(id string, was, now model.Ruling) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[id], _ = hunk.Beside(s.renames[id], now, was, s.known[id])
	if u, ok := s.open[id]; ok {
		u.ruling, _ = hunk.Beside(s.renames[id], now, was, u.ruling)
		s.open[id] = u
	}
}

// seen is what was seen of a review and saved, for who carries it out.
func (s *saver) seen(id string) *model.Ruling {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ru, ok := s.known[id]; ok {
		return &ru
	}
	return nil
}

// take removes one open entry; was is what was known then.
func (s *saver) take() (id string, u unsaved, was model.Ruling, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, u := range s.open {
		delete(s.open, id)
		return id, u, s.known[id], true
	}
	return "", unsaved{}, was, false
}

// flush writes all that is open, and reports whether others did something to one of these reviews as well. What
// could not be written is open again, unless something newer is.
func (s *saver) flush(ctx context.Context) (others bool, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	for {
		id, u, was, ok := s.take()
		if !ok {
			return others, s.flushWords(ctx)
		}
		beside, err := s.reviews.Decide(ctx, u.store, id, was, u.ruling, u.turns...)
		s.mu.Lock()
		// The screen may have seen what others did in the meantime.
		now, _ := hunk.Beside(s.renames[id], s.known[id], was, u.ruling)
		if err == nil {
			s.known[id] = now
			s.stays[id] = append(s.stays[id], beside.Kept...)
		} else {
			if newer, ok := s.open[id]; ok {
				u.store, now, u.turns = newer.store, newer.ruling, append(u.turns, newer.turns...)
			}
			s.open[id] = unsaved{u.store, now, u.turns}
		}
		s.mu.Unlock()
		if err != nil {
			return others, fmt.Errorf("save the decisions: %w", err)
		}
		others = others || beside.Others
	}
}

// look reads what is on record of a review, beside what was known of it once all that is open was saved.
func (s *saver) look(ctx context.Context, store model.Store, id string) besideMsg {
	msg := besideMsg{id: id}
	if _, msg.err = s.flush(ctx); msg.err != nil {
		return msg // it was told by who saves, and is told with the next key
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	msg.now, msg.state, msg.err = s.reviews.Ruling(ctx, store, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	msg.was, msg.stays = s.known[id], s.stays[id]
	msg.same = msg.err == nil && hunk.Same(msg.was, msg.now)
	delete(s.stays, id)
	return msg
}

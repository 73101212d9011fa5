// Package recalled remembers which notes were added to which session, so that no session is given one
// twice or more than it may take. It is written by a hook, for every prompt: one small file a session
// in the state folder of the store.
package recalled

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/recall"
)

// dir is the folder below the state of a store.
const dir = "recalled"

// keep is how long the file of a session that is not asked any more stays.
const keep = 30 * 24 * time.Hour

// Session is what one session was given.
type Session struct {
	state *memory.Root
	path  string
	fresh bool
	// Units is the length of all texts, Notes the time of each note when it was added.
	Units int                  `json:"units"`
	Notes map[string]time.Time `json:"notes"`
}

// Open reads what a session of a store was given. Close it after use. A file that cannot be read is
// begun anew: at worst a note is given twice.
func Open(store, session string) (*Session, error) {
	root, err := memory.StoreState(store)
	if err != nil {
		return nil, fmt.Errorf("open what sessions were given: %w", err)
	}
	// The name comes from whoever called the hook, and may be anything.
	sum := sha256.Sum256([]byte(session))
	// A loss here costs a note that is given twice; a prompt does not wait for the disk.
	s := &Session{state: root.Volatile(), path: dir + "/" + hex.EncodeToString(sum[:12]) + ".json"}
	f, err := s.state.ReadFile(s.path)
	s.fresh = errors.Is(err, fs.ErrNotExist)
	if err != nil || json.Unmarshal(f.Data, s) != nil || s.Units < 0 {
		s.Units, s.Notes = 0, nil
	}
	if s.Notes == nil {
		s.Notes = map[string]time.Time{}
	}
	return s, nil
}

// Close lets go of the state folder.
func (s *Session) Close() error { return s.state.Close() }

// Room is how much text may still be added, in UTF-16 units.
func (s *Session) Room() int { return max(0, recall.MaxSession-s.Units) }

// Fresh returns the picks that the session was not given yet, or that changed since.
func (s *Session) Fresh(picks []recall.Pick, t model.Tree) (list []recall.Pick) {
	for _, p := range picks {
		if at, given := s.Notes[p.Path]; !given || !at.Equal(t[p.Path].ModTime) {
			list = append(list, p)
		}
	}
	return list
}

// Add notes what is added now.
func (s *Session) Add(list []recall.Addition, t model.Tree, now time.Time) error {
	for _, a := range list {
		s.Units += a.Units
		s.Notes[a.Path] = t[a.Path].ModTime
	}
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("note what a session was given: %w", err)
	}
	if s.fresh {
		s.sweep(now)
	}
	if err := s.state.Write(s.path, data, 0o600); err != nil {
		return fmt.Errorf("note what a session was given: %w", err)
	}
	return nil
}

// sweep removes the files of sessions that are long over. It is done when one begins, and what cannot
// be removed stays.
func (s *Session) sweep(now time.Time) {
	names, err := s.state.Names(dir)
	if err != nil {
		return
	}
	for _, name := range names {
		path := dir + "/" + name
		if f, err := s.state.ReadFile(path); err == nil && now.Sub(f.ModTime) > keep {
			_ = s.state.Remove(path) // the next session tries again
		}
	}
}

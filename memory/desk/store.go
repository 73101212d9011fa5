package desk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// The folders in the state folder of a store.
const (
	proposalsDir = "proposals"
	decisionsDir = "decisions"
	closedDir    = "closed"
)

// The files of one proposal.
func proposalPath(id string) string { return proposalsDir + "/" + id + ".json" }
func recordPath(id string) string   { return decisionsDir + "/" + id + ".json" }
func closedPath(id string) string   { return closedDir + "/" + id + ".json" }

// store is the state folder of one store and, where it is needed, the memory itself.
type store struct {
	root *memory.Root
	live *memory.Root
}

// openState opens the state folder alone. Only make makes one: a look at a store leaves nothing
// behind, and its error is fs.ErrNotExist.
func (d *Desk) openState(st model.Store, make bool) (*store, error) {
	open := memory.FindState
	if make {
		open = memory.StoreState
	}
	root, err := open(stateID(st))
	if err != nil {
		return nil, fmt.Errorf("open the desk of %s: %w", st.Name, err)
	}
	return &store{root: root.WithFault(d.fault)}, nil
}

// openKnown opens the state folder for a proposal that must be there.
func (d *Desk) openKnown(st model.Store, id string) (*store, error) {
	s, err := d.openState(st, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("proposal %s: %w", id, errUnknown)
	}
	return s, err
}

// kept is what look finds in the state folder of a store; nothing where nothing is kept of it.
func kept[T any](d *Desk, st model.Store, look func(*store) ([]T, error)) ([]T, error) {
	s, err := d.openState(st, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.close()
	return look(s)
}

// stateID names what is kept of a store: by its id, or of a folder that no store is configured for by its place.
func stateID(st model.Store) string {
	if st.ID != "" {
		return st.ID
	}
	dir := st.Dir
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	sum := sha256.Sum256([]byte(dir))
	return "dir-" + hex.EncodeToString(sum[:8])
}

// openStore opens the state folder and the memory, after finishing or undoing what a crash left.
func (d *Desk) openStore(ctx context.Context, st model.Store, id string) (*store, error) {
	s, err := d.openKnown(st, id)
	if err != nil {
		return nil, err
	}
	live, err := memory.OpenRoot(st.Dir)
	if err != nil {
		s.close()
		return nil, err
	}
	s.live = live.WithFault(d.fault)
	if err := d.mend(ctx, s); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// deskLock is held while a record is read and written anew, and for as long as a review is carried out: what
// is written must be what the record says was accepted, whoever else decides the same review.
const deskLock = "desk.lock"

// patience is how long one program waits for another one at the same desk.
const patience = 10 * time.Second

// alone keeps other programs, and other goroutines of this one, from the records of the store.
func (s *store) alone(ctx context.Context) (done func(), err error) {
	unlock, err := s.root.Lock(ctx, deskLock, patience)
	if errors.Is(err, memory.ErrLocked) {
		return nil, fmt.Errorf("another dreamgate is carrying out a review of this memory; try again when it is done: %w", err)
	}
	if err != nil {
		return nil, err
	}
	tidied := false
	defer func() {
		if !tidied { // also where it dies in a panic
			unlock()
		}
	}()
	if err := s.tidy(); err != nil {
		return nil, err
	}
	tidied = true
	return unlock, nil
}

// alone opens the desk of a proposal that must be there, with others kept from its records until done.
func (d *Desk) alone(ctx context.Context, st model.Store, id string) (s *store, done func(), err error) {
	if s, err = d.openKnown(st, id); err != nil {
		return nil, nil, err
	}
	unlock, err := s.alone(ctx)
	if err != nil {
		s.close()
		return nil, nil, err
	}
	return s, func() { unlock(); s.close() }, nil
}

// close lets go of both folders.
func (s *store) close() {
	s.root.Close()
	if s.live != nil {
		s.live.Close()
	}
}

// write replaces a file of ours in one step.
func (s *store) write(path string, v any) error {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return s.root.Write(path, data.Bytes(), 0o600)
}

// read decodes a file of ours. It is streamed: a proposal holds two memories, and may be longer
// than any one note.
func (s *store) read(path string, v any) error {
	file, err := s.root.Open(path)
	if err == nil {
		err = json.NewDecoder(file).Decode(v)
		file.Close()
	}
	return s.root.InTheWay(path, err)
}

// there reports whether a file is there; the error says what is in its place.
func (s *store) there(path string) (bool, error) {
	file, err := s.root.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, s.root.InTheWay(path, err)
	}
	return true, file.Close()
}

// has is there, where what is in the place of a file is told of elsewhere.
func (s *store) has(path string) bool {
	there, err := s.there(path)
	return there && err == nil
}

// closed reports whether a review was closed. The record decides, whatever else a crash has left.
func (s *store) closed(id string) bool { return s.has(closedPath(id)) }

// checkID refuses what cannot be the id of a file of ours.
func checkID(id string) error {
	if id == "" || strings.HasPrefix(id, ".") || strings.ContainsAny(id, "/\\\x00") {
		return fmt.Errorf("%q: %w", id, errUnknown)
	}
	return nil
}

// proposal reads a proposal.
func (s *store) proposal(id string, st model.Store) (model.Proposal, error) {
	if err := checkID(id); err != nil {
		return model.Proposal{}, err
	}
	var w wireProposal
	err := s.read(proposalPath(id), &w)
	if errors.Is(err, fs.ErrNotExist) {
		if s.closed(id) {
			return model.Proposal{}, fmt.Errorf("proposal %s: %w", id, errClosed)
		}
		return model.Proposal{}, fmt.Errorf("proposal %s: %w", id, errUnknown)
	}
	if err != nil {
		return model.Proposal{}, fmt.Errorf("read proposal %s: %w", id, err)
	}
	p := w.proposal(st)
	p.ID = id
	var r struct{ Heard map[string]*wireRefusal }
	_ = s.read(recordPath(id), &r) // whoever needs the rest of it is told what is wrong
	for hunk, refusal := range r.Heard {
		if p.Check.Hunks == nil {
			p.Check.Hunks = map[string]model.Evidence{}
		}
		e := p.Check.Hunks[hunk]
		e.Before = refusal.refusal()
		p.Check.Hunks[hunk] = e
	}
	return p, nil
}

// record reads what is decided of a proposal that is on the desk. One without a record, as a crash
// leaves it, has nothing decided.
func (s *store) record(id string) (*record, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	// In this order: another program that closes the review writes its record first.
	there, bad := s.there(proposalPath(id))
	closed, err := s.there(closedPath(id))
	if err != nil {
		return nil, fmt.Errorf("look whether proposal %s is closed: %w", id, err)
	}
	if closed {
		c, err := s.closedRecord(id)
		if err != nil && there {
			return nil, err // that it is closed is not known
		}
		if err == nil {
			if now, _ := s.goneOn(c); now != "" {
				return nil, fmt.Errorf("proposal %s was %s and goes on as %s: %w", id, c.How, now, errClosed)
			}
		}
		return nil, fmt.Errorf("proposal %s: %w", id, errClosed)
	}
	if bad != nil {
		return nil, fmt.Errorf("read proposal %s: %w", id, bad)
	}
	if !there {
		if now := s.successor(id); now != "" {
			return nil, fmt.Errorf("proposal %s was refreshed and is %s now: %w", id, now, errUnknown)
		}
		return nil, fmt.Errorf("proposal %s: %w", id, errUnknown)
	}
	var r record
	err = s.read(recordPath(id), &r)
	if errors.Is(err, fs.ErrNotExist) {
		p, err := s.proposal(id, model.Store{})
		if err != nil {
			return nil, err
		}
		return newRecord(p, nil), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the decisions of proposal %s: %w", id, err)
	}
	r.ID = id
	if r.Decisions == nil {
		r.Decisions = map[string]string{}
	}
	// The apply, or its taking back, may have been the last thing that was done before a crash.
	switch _, err := memory.Applied(s.root, id); {
	case err == nil && r.State == model.ReviewPending:
		r.State = model.ReviewUncommitted
	case errors.Is(err, fs.ErrNotExist) && r.State == model.ReviewUncommitted:
		r.State = model.ReviewPending
	}
	return &r, nil
}

// clear takes a proposal and its decisions off the desk.
func (s *store) clear(id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return errors.Join(s.root.Remove(proposalPath(id)), s.root.Remove(recordPath(id)), s.root.Remove(stepsPath(id)))
}

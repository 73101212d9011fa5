package desk

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// Desk holds the proposals of all stores. It may be used from several goroutines, and several
// programs may have one.
type Desk struct {
	now func() time.Time
	// told are, by state folder, the lines about recovered applies that nobody has seen yet.
	told map[string][]string
	// fault is the seam of the roots (memory.Root.WithFault), for tests.
	fault func(op, path string) error
	// held says that they are left to another program.
	held bool
	// seen are the folders of memories that first has seen to.
	seen map[string]bool
	// mu guards told, held and seen.
	mu sync.Mutex

	// unfinished are the stores with an apply that was cut short when somebody first asked, waiting those with reviews,
	// and where they were: what other memories left is looked for in a list of all of them, and not once more for each.
	settle     sync.Once
	unfinished []string
	waiting    map[string]string
}

// New makes a desk; now is its clock.
func New(now func() time.Time) *Desk {
	return &Desk{now: now, told: map[string][]string{}, seen: map[string]bool{}}
}

var (
	// errEmpty says that a proposal changes nothing.
	errEmpty = errors.New("the proposal changes nothing: there is nothing to review")
	// errClosed says that a review was closed before: carried out, rejected or discarded.
	errClosed = errors.New("the review is closed")
	// errUnknown says that no proposal of an id is there.
	errUnknown = errors.New("there is no such proposal")
)

// NewID returns an id that sorts by time and is used once.
func NewID(now time.Time) string {
	var tail [3]byte
	rand.Read(tail[:]) // It never fails (crypto/rand.Read).
	stamp := strings.ReplaceAll(now.UTC().Format("20060102-150405.000"), ".", "-")
	return stamp + "-" + hex.EncodeToString(tail[:])
}

// Propose lays a proposal on the desk and returns its id. An empty ID and Created are filled in.
// What a person made, or undid, arrives accepted, but for hunks that somebody has to look at; what a dream
// proposes and a reviewer refused before arrives rejected. It is an error if base and proposed do not
// differ in anything that can be reviewed.
func (d *Desk) Propose(ctx context.Context, p model.Proposal) (string, error) {
	p, changes, err := drafted(ctx, p, d.now())
	if err != nil {
		return "", err
	}
	s, err := d.openState(p.Store, true)
	if err != nil {
		return "", err
	}
	defer s.close()
	s.settle(p.Store)
	done, err := s.alone(ctx)
	locked := errors.Is(err, memory.ErrLocked)
	switch {
	case err == nil:
		defer done()
	case !locked:
		return "", err
	}
	r, err := s.arrived(ctx, &p, changes)
	if err != nil {
		return "", err
	}
	if locked {
		// What was dreamt is worth more than its place in the queue.
		return p.ID, s.lay(p, r)
	}
	return p.ID, s.queue(p, changes, r)
}

// drafted is a proposal as it is laid down, with its changes: what it lacks is filled in, what is never written is taken
// out of it, and it is judged. It is an error if nothing is left that can be reviewed.
func drafted(ctx context.Context, p model.Proposal, now time.Time) (model.Proposal, []model.Change, error) {
	if p.ID == "" {
		p.ID = NewID(now)
	}
	if p.Created.IsZero() {
		p.Created = now
	}
	var refused []string
	p.Proposed, refused = memory.Allowed(p.Base, p.Proposed)
	p.Report = append(slices.Clip(p.Report), refused...)
	changes := hunk.Diff(p.Base, p.Proposed)
	if len(changes) == 0 {
		if lines := append(leftOut(p), refused...); len(lines) > 0 {
			return p, nil, fmt.Errorf("%w; %s", errEmpty, strings.Join(lines, "; "))
		}
		return p, nil, errEmpty
	}
	var err error
	if p.Check, err = judged(ctx, p, changes, now); err != nil {
		return p, nil, fmt.Errorf("lay the proposal on the desk: %w", err)
	}
	return p, changes, nil
}

// lay writes a new proposal and its record. The record comes first: where there is a proposal, nothing that was
// done to it is missing.
func (s *store) lay(p model.Proposal, r *record) error {
	if s.closed(p.ID) || s.has(proposalPath(p.ID)) {
		return fmt.Errorf("lay proposal %s on the desk: there is one of this id", p.ID)
	}
	if err := s.write(recordPath(p.ID), r); err != nil {
		return fmt.Errorf("lay the proposal on the desk: %w", err)
	}
	if err := s.write(proposalPath(p.ID), proposalToWire(p)); err != nil {
		return fmt.Errorf("lay the proposal on the desk: %w", err)
	}
	return nil
}

// List returns what waits on the desk for a store, oldest first: what is pending, and what was
// applied and could not be committed. Proposals that cannot be read are left out and named by the
// error, which comes beside the others. It first finishes or undoes what a crash left of an apply
// (Recover says what), and brings what waits for the memory at the place where it was before it was moved.
func (d *Desk) List(ctx context.Context, st model.Store) ([]model.ProposalInfo, error) {
	left := d.first(ctx, st)
	brought, trouble := d.follow(ctx, st)
	s, err := d.openState(st, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, left
	}
	if err != nil {
		return nil, err
	}
	defer s.close()
	d.tellLater(s, brought)
	bad := []error{left, trouble}
	if live, err := memory.OpenRoot(st.Dir); err == nil {
		// A memory that is gone still has proposals.
		s.live = live.WithFault(d.fault)
		bad = append(bad, d.mend(ctx, s))
	}
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return nil, fmt.Errorf("list the proposals of %s: %w", st.Name, err)
	}
	var infos []model.ProposalInfo
	var records []*record
	for _, name := range names {
		id, ok := strings.CutSuffix(name, ".json")
		if !ok {
			continue
		}
		r, err := s.record(id)
		switch {
		case errors.Is(err, errClosed) || errors.Is(err, errUnknown):
			// Another program closed it just now.
		case err != nil:
			bad = append(bad, err)
		default:
			info := r.info()
			info.Overtaken = s.overtaken(r)
			infos, records = append(infos, info), append(records, r)
		}
	}
	infos = s.inQueue(ctx, infos, records)
	slices.SortFunc(infos, func(a, b model.ProposalInfo) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	return infos, errors.Join(bad...)
}

// Discard closes a proposal without writing to the memory. Of one that is applied and not committed
// the notes stay as they are.
func (d *Desk) Discard(ctx context.Context, st model.Store, id string) error {
	s, done, err := d.alone(ctx, st, id)
	if err != nil {
		return err
	}
	defer done()
	r, err := s.record(id)
	switch {
	case errors.Is(err, errClosed) || errors.Is(err, errUnknown):
		return err
	case err == nil:
		if p, err := s.proposal(id, st); err == nil {
			return s.shut(p, r, closing{At: d.now(), How: howDiscarded})
		}
	}
	// What cannot be read cannot be kept a record of, but it can be cleared away.
	return s.clear(id)
}

// unsettled are the stores with an apply that was cut short, and those with reviews, with where they were.
func (d *Desk) unsettled() (unfinished []string, waiting map[string]string) {
	d.settle.Do(func() {
		d.unfinished, d.waiting = memory.Unfinished(), map[string]string{}
		for _, id := range memory.StatesWith(proposalsDir) {
			if s, err := d.openState(model.Store{ID: id}, false); err == nil {
				d.waiting[id] = string(s.at().Dir)
				s.close()
			}
		}
	})
	return d.unfinished, d.waiting
}

// strays sees to the temporary files of a memory that was moved while it was written. A memory that cannot be
// opened is the matter of who reads it.
func (d *Desk) strays(ctx context.Context, st model.Store) ([]string, error) {
	live, err := memory.OpenRoot(st.Dir)
	if err != nil {
		return nil, nil
	}
	defer live.Close()
	unfinished, _ := d.unsettled()
	return memory.Strays(ctx, live.WithFault(d.fault), unfinished, func() (*memory.Root, error) {
		s, err := d.openState(st, true)
		if err != nil {
			return nil, err
		}
		return s.root, nil
	})
}

// Recover finishes or undoes what a crash left of an apply, clears away what it left of a closed
// review, and returns lines that say so, also of what List did in passing. Call it before a memory
// is read at the start; Preview and Commit do the same.
func (d *Desk) Recover(ctx context.Context, st model.Store) ([]string, error) {
	lines, err := d.strays(ctx, st)
	if err != nil {
		return lines, err
	}
	followed, err := d.follow(ctx, st)
	if lines = append(lines, followed...); err != nil {
		return lines, err
	}
	unclear := d.unclear(ctx, st)
	s, err := d.openStore(ctx, st, "")
	if errors.Is(err, errUnknown) {
		return append(lines, unclear...), nil
	}
	if err != nil {
		return append(lines, unclear...), err
	}
	defer s.close()
	s.settle(st)
	d.tellLater(s, lines)
	lines = append(d.tell(s), unclear...)
	for _, dir := range []string{proposalsDir, decisionsDir} {
		names, err := s.root.Names(dir)
		if err != nil {
			return lines, err
		}
		for _, name := range names {
			if id, ok := strings.CutSuffix(name, ".json"); ok && s.closed(id) {
				if _, err := s.closedRecord(id); err != nil {
					continue // all that is left of the review may be here; the list says so
				}
				if err := s.clear(id); err != nil {
					return lines, err
				}
			}
		}
	}
	return lines, nil
}

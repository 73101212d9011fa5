package dream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/secret"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// maxFiles bounds the touched files that are named in a run.
const maxFiles = 200

// run is one dream of this program.
type run struct {
	d      *Dreamer
	engine engine.Engine
	state  *memory.Root
	lock   *lock
	cancel context.CancelCauseFunc
	done   chan struct{}
	// hide ends what other programs see of it.
	hide func()
	// want is what an extraction is to read, nil for a dream; skipped are the sessions that it did not
	// have to, and replaces is the waiting proposal that it adds to.
	want     *Extraction
	skipped  reading
	replaces string

	// rule says what becomes of notes with a secret.
	rule model.SecretRule

	mu   sync.Mutex
	snap model.Run
}

// snapshot is a copy that shares nothing with the run.
func (r *run) snapshot() model.Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	return clone(r.snap)
}

func clone(m model.Run) model.Run {
	m.StageAt = maps.Clone(m.StageAt)
	m.Log, m.Files, m.Report = slices.Clone(m.Log), slices.Clone(m.Files), slices.Clone(m.Report)
	m.Store.Projects, m.Store.Transcripts = slices.Clone(m.Store.Projects), slices.Clone(m.Store.Transcripts)
	return m
}

// set changes the run and tells that it changed.
func (r *run) set(change func(*model.Run)) {
	r.mu.Lock()
	change(&r.snap)
	r.mu.Unlock()
	r.d.signal()
}

// end asks the run to end. It is cancelling from now on, until live has seen all of it go.
func (r *run) end(cause error) {
	r.set(func(m *model.Run) {
		if m.State == model.RunRunning {
			m.State = model.RunCancelling
		}
	})
	r.cancel(cause)
}

// hear takes an event of the run.
func (r *run) hear(e model.Event) {
	now := r.d.opt.Now()
	e.Text = secret.Mask(e.Text) // it is kept in the record of the run
	r.set(func(m *model.Run) {
		if e.Stage != "" && e.Stage != m.Stage {
			m.Stage, m.Progress = e.Stage, model.Progress{}
			if _, ok := m.StageAt[e.Stage]; !ok {
				m.StageAt[e.Stage] = now
			}
		}
		if e.Progress.Known() {
			m.Progress = e.Progress
		}
		if e.Text != "" {
			m.Last = e.Text
			if len(m.Log) == maxLog {
				m.Log = m.Log[1:]
			}
			m.Log = append(m.Log, e.Text)
		}
		if e.File != "" && len(m.Files) < maxFiles && !slices.Contains(m.Files, e.File) {
			m.Files = append(m.Files, e.File)
		}
		if e.Model != "" {
			m.Model = e.Model
		}
		m.Tokens, m.Cost = max(m.Tokens, e.Tokens), max(m.Cost, e.Cost)
	})
}

// live is the whole life of a run. Its state changes to a final one only when scratch, processes
// and lock are gone.
func (r *run) live(ctx context.Context) {
	defer close(r.done)
	defer r.cancel(nil)
	beats := r.keepLock(ctx)
	// The order is that of a crash at any point: the proposal is on the desk before the books
	// say so, the lock is given back last, and only then does anybody see an end.
	result, err := r.dream(ctx)
	id := ""
	if err == nil {
		id, err = r.keep(ctx, result)
	}
	if err != nil && r.want != nil {
		err = errors.Join(err, putOff(r.state, r.want.Sessions, err.Error(), r.d.opt.Now()))
	}
	beats()
	if lerr := r.lock.release(); lerr != nil {
		result.Proposal.Report = append(result.Proposal.Report, "give the lock back: "+lerr.Error())
	}
	r.finish(ctx, result, id, err)
	if end := r.snapshot(); r.want != nil && end.State != model.RunReady && end.State != model.RunFailed {
		// Most sessions hold nothing to keep; a row for each would push the dreams out of the list.
	} else if err := writeRecord(r.state, end); err != nil {
		r.set(func(m *model.Run) { m.Report = append(m.Report, err.Error()) })
	}
	r.hide() // who no longer sees it looks for the record
	r.state.Close()
}

// keepLock says from time to time that the run lives, and ends it if its lock was lost. The
// returned function stops that, and waits.
func (r *run) keepLock(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	work.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := r.lock.beat(ctx, r.d.wall()); errors.Is(err, errLockLost) {
				r.cancel(err)
			}
		}
	})
	return func() { cancel(); work.Wait() }
}

// dream gathers what is fresh, and proposes.
func (r *run) dream(ctx context.Context) (Result, error) {
	s := r.snap.Store // never changes
	// A proposal that cannot be listed may be open: then nothing is settled this time.
	waiting, listErr := r.d.opt.Desk.List(ctx, s)
	var b books
	err := guarded(ctx, r.state, func() (err error) {
		if b, err = readBooks(r.state); err != nil {
			return err
		}
		if listErr == nil && b.settle(waiting) {
			return b.write(r.state)
		}
		return nil
	})
	if err != nil {
		return Result{}, err
	}
	request := r.d.request(ctx, s, r.engine)
	request.Emit, request.Secrets = r.hear, r.rule
	request.fresh, request.read = b.fresh, b
	if r.want != nil {
		if request.Secrets == model.SecretsStop {
			request.Secrets = model.SecretsLeaveOut // nobody is there to be asked
		}
		return r.extract(ctx, b, waiting, request)
	}
	return Propose(ctx, request)
}

// keep lays the proposal on the desk and moves the books. After a cancel it does neither.
func (r *run) keep(ctx context.Context, result Result) (id string, err error) {
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if !result.Unchanged {
		p := result.Proposal
		p.Store, p.Run = r.snap.Store, r.snap.ID
		r.mu.Lock()
		p.Model, p.Cost = cmp.Or(r.snap.Model, r.engine.About().Model), r.snap.Cost
		r.mu.Unlock()
		// From here on the run ends well: a cancel that comes now comes too late.
		if id, err = r.lay(context.WithoutCancel(ctx), p); err != nil {
			return "", fmt.Errorf("lay the proposal on the desk: %w", err)
		}
		r.asLaid(context.WithoutCancel(ctx), id)
	}
	r.account(id, result.read)
	return id, nil
}

// asLaid notes the figures of a proposal as it lies on the desk, which alone knows how much was refused before, and in
// how many pieces hunks arrive. A list that cannot be had costs that.
func (r *run) asLaid(ctx context.Context, id string) {
	list, _ := r.d.opt.Desk.List(ctx, r.snap.Store)
	for _, p := range list {
		if p.ID == id {
			r.set(func(m *model.Run) { m.Hunks, m.Flagged, m.Refused = p.Hunks, p.Flagged, p.Refused })
		}
	}
}

// lay puts a proposal on the desk, in the place of the one that it adds to.
func (r *run) lay(ctx context.Context, p model.Proposal) (string, error) {
	if r.replaces != "" {
		return r.d.opt.Desk.Replace(ctx, r.replaces, p)
	}
	return r.d.opt.Desk.Propose(ctx, p)
}

// account moves the books. What goes wrong is said and no more: the proposal is on the desk, and a
// run that is forgotten is only run again.
func (r *run) account(id string, read []transcript.DigestRead) {
	now := r.d.opt.Now()
	became := account(read, r.snap.Started) // it never changes
	err := updateBooks(r.state, func(b *books) {
		if r.want != nil {
			r.accountExtract(b, id, became)
			return
		}
		b.LastRun, b.Scanned = now, now
		b.take(became)
		if id == "" {
			further(&b.Consumed, became.marks)
			return
		}
		if b.Gathered == nil {
			b.Gathered = map[string]map[string]mark{}
		}
		b.Gathered[id] = became.marks
	})
	if err != nil {
		r.set(func(m *model.Run) { m.Report = append(m.Report, err.Error()) })
	}
}

// Sentences about the end of a run.
const (
	noteCancelled = "cancelled; nothing was changed"
	noteUnchanged = "nothing to change"
)

// finish writes the end into the run.
func (r *run) finish(ctx context.Context, result Result, id string, err error) {
	ended := r.d.opt.Now()
	r.set(func(m *model.Run) {
		m.Ended, m.Proposal, m.Progress = ended, id, model.Progress{}
		m.Sessions, m.Lines, m.LeftOut = result.Sessions, result.Lines, result.LeftOut
		m.Report = append(m.Report, r.skipped.told()...)
		m.Report = append(m.Report, result.Proposal.Report...)
		switch {
		case err != nil && cancelled(ctx, err):
			m.State, m.Note = model.RunCancelled, noteCancelled
		case err != nil:
			m.State, m.Note = model.RunFailed, err.Error()+"; nothing was changed"
		case result.Unchanged && r.want != nil:
			m.State, m.Note = model.RunUnchanged, r.nothing(result)
		case result.Unchanged:
			m.State, m.Note = model.RunUnchanged, noteUnchanged
		default:
			if m.Hunks == 0 {
				m.Hunks, m.Flagged = hunk.Total(result.Changes), hunk.Flagged(result.Changes, result.Proposal.Check)
			}
			m.State, m.Note = model.RunReady, result.summary(m.Hunks)
			if r.want != nil {
				m.Note = extracted(notesOf(result.Changes))
			}
			switch {
			case m.Refused > 0 && m.Refused == m.Hunks:
				m.Note += ", all refused before: nothing new to decide"
			case m.Refused > 0:
				m.Note += fmt.Sprintf(", %d refused before", m.Refused)
			}
			m.Loss = result.Proposal.Check.Loss
		}
	})
}

// cancelled reports whether a run ended because a person or the end of the program ended it. What
// remains to be said beside that (a scratch that could not be deleted) makes it a failure.
func cancelled(ctx context.Context, err error) bool {
	cause := context.Cause(ctx)
	if cause == nil || errors.Is(cause, errLockLost) {
		return false
	}
	return err == cause || errors.Is(err, context.Canceled) || errors.Is(err, errCancelled)
}

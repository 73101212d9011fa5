package dream

import (
	"context"
	"errors"
	"time"

	"dreamgate/memory/desk"
	"dreamgate/model"
)

// waitEvery is how often it is looked whether a memory is free.
const waitEvery = 300 * time.Millisecond

// ErrNotWaiting is what StartFree returns when another program ended the waiting.
var ErrNotWaiting = errors.New("no longer waiting; no dream was started")

// StartFree is Start that waits for another dream of the store to end, ours or the agent's. Waits hears whose it
// waits for, once for each, before it waits. The end of ctx ends the waiting and not the run: then the error is
// that of ctx, and nothing was started. While it waits it is seen among the runs of other programs, which can end
// the waiting.
func (d *Dreamer) StartFree(ctx context.Context, s model.Store, engine string, waits func(whose string)) (model.Run, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var waiting *run
	defer func() {
		if waiting != nil {
			waiting.hide()
		}
	}()
	tick := time.NewTicker(waitEvery)
	defer tick.Stop()
	for said := ""; ; {
		if ctx.Err() != nil {
			return model.Run{}, context.Cause(ctx)
		}
		// Whether it is free is asked by taking the lock: who only looks can be overtaken, and the loser of
		// a lock has changed nothing.
		run, err := d.Start(context.WithoutCancel(ctx), s, engine)
		whose := heldBy(err)
		if whose == "" {
			return run, err
		}
		if whose != said {
			said = whose
			waits(whose)
			if waiting == nil {
				waiting = d.waiter(s, engine, cancel)
			}
			waiting.set(func(m *model.Run) { m.Note = whose })
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// waiter is a run of which there is no more yet than that it waits.
func (d *Dreamer) waiter(s model.Store, engine string, cancel context.CancelCauseFunc) *run {
	now := d.opt.Now()
	r := &run{d: d, cancel: func(error) { cancel(ErrNotWaiting) }, snap: model.Run{ID: desk.NewID(now), Store: s, Engine: engine, State: model.RunWaiting, Started: now}}
	r.hide = r.show()
	return r
}

// Vanished is how a run ended that is no longer shown and left no record: an extraction that found nothing, or one that
// only waited. Such a one may have begun under an id of its own.
func Vanished(m model.Run) model.Run {
	if m.State == model.RunWaiting {
		m.State, m.Note = model.RunCancelled, noteGaveUp
		return m
	}
	m.State, m.Note = model.RunUnchanged, noteUnchanged
	return m
}

const noteGaveUp = "it no longer waits"

// heldBy says from an error whose dream keeps another one from starting, "" if it was no dream.
func heldBy(err error) string {
	var locked *lockedError
	switch {
	case errors.As(err, &locked):
		return locked.Who
	case errors.Is(err, errAgentRuns):
		return agentRuns
	}
	return ""
}

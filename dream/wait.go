package dream

import (
	"context"
	"errors"
	"time"

	"dreamgate/model"
)

// waitEvery is how often it is looked whether a memory is free.
const waitEvery = 300 * time.Millisecond

// StartFree is Start that waits for another dream of the store to end, ours or the agent's. Waits hears whose it
// waits for, once for each, before it waits. The end of ctx ends the waiting and not the run: then the error is
// that of ctx, and nothing was started.
func (d *Dreamer) StartFree(ctx context.Context, s model.Store, engine string, waits func(whose string)) (model.Run, error) {
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
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

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

package cli

import (
	"context"
	"errors"

	"dreamgate/dream"
	"dreamgate/model"
)

// begin begins a dream whose end is waited for; with --wait it first waits for the one that is there.
func (d *dreaming) begin(ctx context.Context, s model.Store) (model.Run, error) {
	if !d.wait {
		return d.parts.Dreams.Start(context.WithoutCancel(ctx), s, d.engine)
	}
	// Said also where nobody watches: a script that hangs is asked why by its log.
	run, err := d.parts.Dreams.StartFree(ctx, s, d.engine, func(whose string) {
		text{w: d.Stderr}.linef("waiting: %s; an interrupt ends the waiting and starts nothing", whose)
	})
	if err != nil && ctx.Err() != nil || errors.Is(err, dream.ErrNotWaiting) {
		return run, fault{exitInterrupted, dream.ErrNotWaiting}
	}
	return run, err
}

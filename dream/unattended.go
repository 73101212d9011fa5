package dream

import (
	"context"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// Unattended returns the first gate that is shut, nil if a dream would start. Cheap ones come first, and
// the others are not looked at then: a session end waits. That the sessions were looked through is
// booked, so that the next end does not do it again at once.
func Unattended(ctx context.Context, s model.Store, now time.Time) (*Gate, error) {
	b, _, _, err := standing(s.ID)
	if err != nil {
		return nil, err
	}
	last, whose := lastDream(s, b, now)
	for _, g := range []Gate{timeGate(last, whose, now), scanGate(been(b.Scanned, now), now)} {
		if !g.Open {
			return &g, nil
		}
	}
	gates, err := Gates(ctx, s, now)
	if err != nil {
		return nil, err
	}
	for _, g := range gates {
		if g.Open {
			continue
		}
		state, err := memory.StoreState(s.ID)
		if err != nil {
			return nil, err
		}
		defer state.Close()
		return &g, updateBooks(state, func(b *books) { b.Scanned = now })
	}
	return nil, nil
}

// Gates measures the gates of a store at this moment.
func (d *Dreamer) Gates(ctx context.Context, s model.Store) ([]Gate, error) {
	return Gates(ctx, s, d.opt.Now())
}

// lastDream is when a dream last ran, and whose it was.
func lastDream(s model.Store, b books, now time.Time) (last time.Time, whose string) {
	ours, theirs := been(b.LastRun, now), been(agentDream(s.Dir, time.Now()).last, now)
	if theirs.After(ours) {
		return theirs, "the agent's own"
	}
	return ours, "ours"
}

package desk

import (
	"context"
	"errors"

	"dreamgate/model"
)

// first sees, once for each memory that is looked at, to what a move while it was written left in it: a screen that is
// opened where one works names no memory, and only lists what waits for those that it shows. What the memory's own records
// tell of comes before that, for they may know a file that looks left over.
func (d *Desk) first(ctx context.Context, st model.Store) (err error) {
	d.mu.Lock()
	again := d.seen[st.Dir]
	d.seen[st.Dir] = true
	d.mu.Unlock()
	if again || st.Untrusted {
		return nil
	}
	defer func() {
		if err != nil {
			d.mu.Lock()
			delete(d.seen, st.Dir)
			d.mu.Unlock()
		}
	}()
	if s, err := d.openStore(ctx, st, ""); err == nil {
		s.close()
	}
	lines, err := d.strays(ctx, st)
	if len(lines) == 0 {
		return err
	}
	s, trouble := d.openState(st, true)
	if trouble != nil {
		return errors.Join(err, trouble)
	}
	defer s.close()
	d.tellLater(s, lines)
	return err
}

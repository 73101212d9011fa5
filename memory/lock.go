package memory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// applyLock is held while a memory is written, so that a second program neither writes at the same
// time nor takes an apply under way for one that a crash left.
const applyLock = "apply.lock"

// ErrBusy says that another program of ours is writing the same memory.
var ErrBusy = errors.New("another dreamgate is writing this memory")

// lock takes the store's lock and returns what gives it back. It waits up to the patience.
func (r *Root) lock(ctx context.Context, patience time.Duration) (func(), error) {
	f := r.top()
	if err := f.seam("lock", applyLock); err != nil {
		return nil, err
	}
	file, err := r.root.OpenFile(applyLock, os.O_RDWR|os.O_CREATE|openFlags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("take the lock of the store: %w", err)
	}
	// Locks cannot be waited for with a context, so they are tried.
	for until := time.Now().Add(patience); ; {
		busy, err := flock(file)
		switch {
		case err != nil:
			file.Close()
			return nil, fmt.Errorf("take the lock of the store: %w", err)
		case !busy:
			return func() { file.Close() }, nil
		case time.Now().After(until):
			file.Close()
			return nil, ErrBusy
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

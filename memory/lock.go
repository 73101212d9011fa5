package memory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dreamgate/model"
)

// applyLock is held while a memory is written, so that a second program neither writes at the same
// time nor takes an apply under way for one that a crash left.
const applyLock = "apply.lock"

// errBusy says that another program of ours is writing the same memory.
var errBusy = errors.New("another dreamgate is writing this memory")

// ErrLocked says that another program holds a lock.
var ErrLocked = errors.New("another program holds the lock")

// lock takes the store's lock and returns what gives it back. It waits up to the patience.
func (r *Root) lock(ctx context.Context, patience time.Duration) (func(), error) {
	unlock, err := r.Lock(ctx, applyLock, patience)
	if errors.Is(err, ErrLocked) {
		return nil, errBusy
	}
	return unlock, err
}

// Lock takes the lock that a file of ours at the top of the root is, made if it is missing and never
// deleted, and returns what gives it back. The kernel gives it back as well when the process ends,
// however it ends. It waits up to the patience; then the error is ErrLocked.
func (r *Root) Lock(ctx context.Context, name string, patience time.Duration) (unlock func(), err error) {
	file, err := r.root.OpenFile(name, os.O_RDWR|os.O_CREATE|openFlags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("take the lock %s: %w", filepath.Join(r.dir, name), r.inTheWay(name, err))
	}
	// Locks cannot be waited for with a context, so they are tried.
	for until := time.Now().Add(patience); ; {
		// Each try is an operation: whoever tests may let the holder go on in between.
		if err := r.top().seam("lock", name); err != nil {
			file.Close()
			return nil, err
		}
		busy, err := flock(file)
		switch {
		case err != nil:
			file.Close()
			return nil, fmt.Errorf("take the lock %s (is the state folder on a disk that knows locks?): %w", name, err)
		case !busy:
			return func() { file.Close() }, nil
		case time.Now().After(until):
			file.Close()
			return nil, ErrLocked
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// inTheWay puts what to do to an error of opening a file of ours at the top of the root: what stands there is none.
func (r *Root) inTheWay(name string, err error) error {
	info, lerr := r.root.Lstat(name)
	switch {
	case lerr != nil || info.Mode().IsRegular():
		return advise(reason(err))
	case info.IsDir():
		return errors.New("a folder stands in its place: move that away")
	}
	return fmt.Errorf("%s stands in its place: move that away", model.SpecialWord(r.top().describe(name, info).Special()))
}

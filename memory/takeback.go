package memory

import (
	"context"
	"fmt"
)

// TakeBack undoes an apply that was done, as if it had never been: the files are as they were before it, and
// its record is gone, so that the id may be applied again. All files are taken back or none: where one is not
// what the apply made of it any more, nothing is touched and the error is a *MovedError. A crash leaves what
// Recover takes to the end. The lines name what another program changed while it was done.
func TakeBack(ctx context.Context, root, state *Root, id string) ([]string, error) {
	lines, err := takeBack(ctx, root, state, id)
	if err != nil {
		return lines, fmt.Errorf("take the changes back: %w", err)
	}
	return lines, nil
}

func takeBack(ctx context.Context, root, state *Root, id string) ([]string, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	unlock, err := state.lock(ctx, patience)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := recoverAll(root, state); err != nil {
		return nil, fmt.Errorf("an earlier apply was cut short: %w", err)
	}
	a := &application{root: root, state: state, status: undoing}
	if a.journal, err = state.readJournal(appliedPath(id)); err != nil {
		return nil, err
	}
	a.journal.ID = id
	var moved MovedError
	err = a.each(false, func(e entry, s swap) error {
		stands, err := s.live()
		if stands != Done && err == nil {
			moved.Paths = append(moved.Paths, string(e.Path))
		}
		return err
	})
	if displaced(err) {
		// A folder is gone, and every note in it.
		return nil, fmt.Errorf("%w: %v", ErrMoved, err)
	}
	if err != nil {
		return nil, err
	}
	if moved.Paths != nil {
		return nil, &moved
	}
	// From here on a crash is finished by Recover.
	if ok, err := state.move(appliedPath(id), journalPath(id, undoing)); !ok {
		return nil, err
	}
	lines, err := a.undo()
	if err != nil {
		return lines, fmt.Errorf("%w; it will be finished at the next start", err)
	}
	return lines, nil
}

package desk

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/memory"
	"dreamgate/model"
)

// errUnwritten says that there is nothing to put back.
var errUnwritten = errors.New("nothing of this review is written that is not committed: there is nothing to put back")

// Unapply puts the notes back as they were before a review that is applied and not committed. The review waits
// again with its decisions; the lines say what others changed meanwhile. All notes are put back or none: where
// somebody has changed one since, the error is a memory.ErrMoved.
func (d *Desk) Unapply(ctx context.Context, st model.Store, id string) ([]string, error) {
	s, err := d.openStore(ctx, st, id)
	if err != nil {
		return nil, err
	}
	defer s.close()
	done, err := s.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	rec, err := s.record(id)
	if err != nil {
		return nil, err
	}
	if rec.State != model.ReviewUncommitted {
		return nil, errUnwritten
	}
	lines, err := memory.TakeBack(ctx, s.live, s.root, id)
	if errors.Is(err, memory.ErrMoved) {
		return lines, fmt.Errorf("%w; the notes stay as they are", err)
	}
	if err != nil {
		return lines, err
	}
	rec.State, rec.GitError = model.ReviewPending, ""
	// Were this write lost, a record without its apply would say the same.
	return lines, s.write(recordPath(id), rec)
}

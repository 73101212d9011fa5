package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// reviewFrom makes a proposal of a patch for a memory, and opens it where there is a screen for it, or
// somebody who listens; else it says where the proposal lies.
func (a *app) reviewFrom(ctx context.Context, file, memory string, lay bool) error {
	s, err := a.one(ctx, memory)
	if err != nil {
		return err
	}
	patch, err := a.patch(file)
	if err != nil {
		return err
	}
	id, err := a.importPair(ctx, pair{proposed: file, patch: patch}, s)
	if err != nil {
		return err
	}
	// A patch from the standard input leaves none to answer with.
	if file != "-" && !lay && (a.Terminal || a.accessible()) {
		return a.openReview(ctx, s, id)
	}
	a.waits(s, id)
	return nil
}

// patch reads a patch from a file or the standard input.
func (a *app) patch(file string) ([]byte, error) {
	from := a.stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, fmt.Errorf("read the patch: %w", err)
		}
		defer f.Close()
		from = f
	}
	data, err := io.ReadAll(io.LimitReader(from, mostText+1))
	if err == nil && len(data) > mostText {
		err = errors.New("it is longer than all notes of a memory may be")
	}
	if err != nil {
		return nil, fmt.Errorf("read the patch: %w", err)
	}
	return append([]byte{}, data...), nil
}

package cli

import (
	"context"
	"fmt"
)

// reviewFrom makes a proposal of a patch for a memory, and opens it where there is a screen for it, or
// somebody who listens; else it says where the proposal lies. As JSON it is only printed.
func (v *reviewing) reviewFrom(ctx context.Context) error {
	s, err := v.one(ctx, v.memory)
	if err != nil {
		return err
	}
	patch, err := v.patch(ctx, v.from)
	if err != nil {
		return err
	}
	p := pair{base: s.Dir, proposed: v.from, patch: patch}
	if v.json && !v.lay {
		return v.printPair(ctx, p, s, true)
	}
	id, err := v.importPair(ctx, p, s)
	if err != nil {
		return err
	}
	// A patch from the standard input leaves none to answer with.
	if v.from != "-" && !v.lay && (v.Terminal || v.accessible()) {
		return v.openReview(ctx, s, id)
	}
	return v.waits(s, id, v.json)
}

// patch reads a patch from a file or the standard input.
func (a *app) patch(ctx context.Context, file string) ([]byte, error) {
	data, err := intake(ctx, file, a.stdin)
	if err != nil {
		return nil, fmt.Errorf("read the patch: %w", err)
	}
	return append([]byte{}, data...), nil
}

package cli

import (
	"context"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/review"
)

// hear tells what others did in the review since it was read. Nobody can be told while he is asked something: that is
// told before the next hunk, and before a commit.
func (l *linear) hear(ctx context.Context) error {
	p, left := l.r.Proposal, l.r.Ruling()
	now, state, err := l.parts.Desk.Ruling(ctx, p.Store, p.ID)
	if err != nil || state != l.r.State || hunk.Same(now, left) {
		return nil // what ended elsewhere says so when it is decided
	}
	return l.beside(ctx, left, nil)
}

// beside reads the review anew, which holds something else than it was left with, and tells what somebody else did.
func (l *linear) beside(ctx context.Context, left model.Ruling, stays []string) error {
	p := l.r.Proposal
	if err := l.load(ctx, p.Store, p.ID); err != nil {
		return err
	}
	now := l.r.Ruling()
	if word := review.Told(l.r.Changes, left, now, stays, model.PrintableLine); word != "" {
		l.out().linef("%s%s.", strings.ToUpper(word[:1]), word[1:])
	}
	if len(stays) > 0 {
		return refuse("what you said of it is not taken, for you had not heard that; say it again if you see it otherwise")
	}
	return nil
}

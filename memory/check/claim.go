package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// Cite judges whether a raw line of a session, from 1, bears a claim out. The error is about a session
// that cannot be read. Days are counted in the zone.
func Cite(ctx context.Context, f transcript.File, line int, claim string, zone *time.Location) (model.Verdict, string, error) {
	source, talk, lines, err := said(ctx, f, line)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("read the session: %w", err)
	case source.Text != "":
		verdict, reason := evidence.Cite(claim, source, talk, zone)
		return verdict, reason, nil
	case lines < line:
		return model.Missing, "the session has only " + model.Count(lines, "line"), nil
	}
	return model.Unsupported, fmt.Sprintf("line %d is no conversation: nobody said anything in it", line), nil
}

// CiteKept is Cite for a session that is gone and of which the file holds kept lines alone.
func CiteKept(ctx context.Context, f transcript.File, line int, claim string, zone *time.Location) (model.Verdict, string, error) {
	source, talk, _, err := said(ctx, f, line)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("read the session: %w", err)
	case source.Text == "":
		return model.Missing, fmt.Sprintf("the session is gone, and line %d is not among those that are kept of it", line), nil
	}
	verdict, reason := evidence.Cite(claim, source, talk, zone)
	return verdict, reason + " (the session is gone; this line of it is kept in the archive)", nil
}

// said joins what was said in a raw line, and listens on till the user has spoken again, who may say yes to
// it or take it back. No text means that nothing was said, or that the session has only so many lines.
func said(ctx context.Context, f transcript.File, line int) (source model.Source, talk *evidence.Dialogue, lines int, err error) {
	talk = evidence.NewDialogue()
	past := errors.New("past the answer")
	stats, err := transcript.Scan(ctx, f, func(l transcript.Line) error {
		one := l.Source()
		talk.Hear(one)
		switch {
		case l.N > line && (source.Text == "" || one.Trust == model.TrustUser):
			return past
		case l.N == line && source.Text == "":
			source = one
		case l.N == line:
			source.Text += "\n" + l.Text
		}
		return nil
	})
	if errors.Is(err, past) {
		return source, talk, line, nil
	}
	return source, talk, stats.Lines, err
}

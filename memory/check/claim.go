package check

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// Cite judges whether a raw line of a session, from 1, bears a claim out. The error is about a session
// that cannot be read.
func Cite(ctx context.Context, f transcript.File, line int, claim string) (model.Verdict, string, error) {
	source, lines, err := said(ctx, f, line)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("read the session: %w", err)
	case source.Text != "":
		verdict, reason := evidence.Cite(claim, source)
		return verdict, reason, nil
	case lines < line:
		return model.Missing, "the session has only " + model.Count(lines, "line"), nil
	}
	return model.Unsupported, fmt.Sprintf("line %d is no conversation: nobody said anything in it", line), nil
}

// CiteKept is Cite for a session that is gone and of which the file holds kept lines alone.
func CiteKept(ctx context.Context, f transcript.File, line int, claim string) (model.Verdict, string, error) {
	source, _, err := said(ctx, f, line)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("read the session: %w", err)
	case source.Text == "":
		return model.Missing, fmt.Sprintf("the session is gone, and line %d is not among those that are kept of it", line), nil
	}
	verdict, reason := evidence.Cite(claim, source)
	return verdict, reason + " (the session is gone; this line of it is kept in the archive)", nil
}

// said joins what was said in a raw line; no text means that nothing was, or that the session has only so
// many lines.
func said(ctx context.Context, f transcript.File, line int) (source model.Source, lines int, err error) {
	past := errors.New("past the line")
	stats, err := transcript.Scan(ctx, f, func(l transcript.Line) error {
		switch {
		case l.N > line:
			return past
		case l.N == line && source.Text == "":
			source = l.Source()
		case l.N == line:
			source.Text += "\n" + l.Text
		}
		return nil
	})
	if errors.Is(err, past) {
		return source, line, nil
	}
	return source, stats.Lines, err
}

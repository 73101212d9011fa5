package search

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/memory/archive"
	"dreamgate/memory/project"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// errThere ends a scan that has come to its line.
var errThere = errors.New("there")

// locate finds the transcript of a line that is known by the name of its session and its number, and where
// the line begins in it. Of a session that is gone it is what was kept.
func locate(ctx context.Context, h *model.Hit) (f transcript.File, kept bool, err error) {
	if err := project.Refusal(h.Store); err != nil {
		return f, false, err
	}
	// Of several folders one may be gone, and the session lie in another.
	files, _, _ := transcript.Files(h.Store.Transcripts)
	f, ok := named(files, h.Session)
	if !ok {
		if f, kept = named(archive.Files(h.Store.ID), h.Session); !kept {
			return f, false, errors.New("the session is gone: its transcript is not on this machine, and nothing of it was kept")
		}
	}
	found := false
	stats, err := transcript.Scan(ctx, f, func(l transcript.Line) error {
		if l.N < h.Line {
			return nil
		}
		found, h.Offset = l.N == h.Line, l.Offset
		return errThere
	})
	switch {
	case found:
		return f, kept, nil
	case err != nil && !errors.Is(err, errThere):
		return f, kept, err
	case kept:
		return f, kept, fmt.Errorf("the session is gone, and line %d is not among those that were kept of it", h.Line)
	case err == nil && stats.Lines < h.Line:
		return f, kept, fmt.Errorf("the session has no line %d: it has %s", h.Line, model.Count(stats.Lines, "line"))
	}
	return f, kept, fmt.Errorf("line %d of the session is nobody's words", h.Line)
}

// named is the transcript of a session.
func named(files []transcript.File, session string) (transcript.File, bool) {
	for _, f := range files {
		if f.Session == session {
			return f, true
		}
	}
	return transcript.File{}, false
}

// Package search looks words up in the notes and the sessions of memories, and reads what stands around
// a place.
//
//	search.go   all of a search, in order: notes, then sessions
//	notes.go    notes, the ones that are about the words first
//	passage.go  what stands around a hit
//	cited.go    where a line lies that is known by its session and number
//	stream.go   a search in the background, for a screen
package search

import (
	"context"
	"errors"
	"fmt"

	"dreamgate/memory/phrase"
	"dreamgate/memory/project"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Each hands every hit of a search to fn: notes first, those that are more about the words before others,
// then sessions, those that were changed last first, and of each the last line. Words are one phrase; case is
// ignored, and any white space is one blank. It stops at fn's error. The limit is one of hits in sessions:
// more says that it ended the search and that there are others, older than all that was told. A memory that
// cannot be read is part of the error, after all that the others hold.
func Each(ctx context.Context, stores []model.Store, q transcript.Query, fn func(model.Hit) error) (more bool, err error) {
	p := phrase.New(q.Words)
	if p.Empty() {
		return false, nil
	}
	stores, failed := allowed(stores)
	hits, unread := notes(ctx, stores, p)
	failed = append(failed, unread...)
	for _, h := range hits {
		if err := fn(h); err != nil {
			return false, err
		}
	}
	var (
		files []transcript.File
		of    = map[string]model.Store{}
	)
	for _, s := range stores {
		list, _, err := transcript.Files(s.Transcripts)
		if err != nil {
			failed = append(failed, fmt.Errorf("search the sessions of %s: %w", s.Dir, err))
		}
		for _, f := range list {
			// Two memories may have a session in common; it is told of once.
			if _, known := of[f.Path]; !known {
				of[f.Path] = s
				files = append(files, f)
			}
		}
	}
	more, err = transcript.Search(ctx, transcript.Distinct(files), q, func(h transcript.Hit) error {
		return fn(model.Hit{
			Store: of[h.File.Path], Session: h.Session, File: h.File.Path, Offset: h.Offset, Line: h.N, Trust: h.Trust,
			Call: h.Call, Time: h.Time, Text: h.Snippet, Mark: h.Mark, Remark: h.Remark,
		})
	})
	if err != nil {
		return more, err
	}
	return more, errors.Join(failed...)
}

// allowed leaves out the memories that are not read before the user says yes to them.
func allowed(stores []model.Store) (list []model.Store, refused []error) {
	for _, s := range stores {
		if err := project.Refusal(s); err != nil {
			refused = append(refused, err)
			continue
		}
		list = append(list, s)
	}
	return list, refused
}

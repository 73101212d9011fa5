// Package check judges a proposal: its evidence and its audit, by one function that the screen and
// the commands share.
package check

import (
	"context"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Input is a proposal and what can be known beside it.
type Input struct {
	Base, Proposed model.Tree
	// Changes are the hunks from Base to Proposed.
	Changes []model.Change
	// Text is CHANGES.md, "" if there is none.
	Text   string
	Origin model.Origin
	// Transcripts are the gathered sessions.
	Transcripts []transcript.File
	// Sources are cited lines kept from an earlier check, for when the transcripts are gone.
	Sources []model.Source
	// Repo is the project's working directory, "" if unknown.
	Repo string
	Zone *time.Location
	Now  time.Time
}

// Run judges a proposal. It returns the cited lines beside the judgement.
func Run(ctx context.Context, in Input) (model.Check, []model.Source, error) {
	return model.Check{}, nil, nil
}

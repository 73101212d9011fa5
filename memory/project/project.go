// Package project finds the memories of a machine and opens them: the stores below the agent's
// configuration folder, any folder that holds a MEMORY.md, and what belongs to each (transcripts,
// settings, git, pending proposals).
package project

import (
	"context"
	"time"

	"dreamgate/model"
)

// Config returns the agent's configuration folder: $CLAUDE_CONFIG_DIR, else ~/.claude.
func Config(env func(string) string) string { return "" }

// Slug returns the name that the agent gives to the folder of a directory below projects/.
func Slug(path string) string { return "" }

// Pending lists the proposals of a store; it is what this package needs of the desk.
type Pending interface {
	List(ctx context.Context, s model.Store) ([]model.ProposalInfo, error)
}

// Library finds and opens stores.
type Library struct {
	// Config is the agent's configuration folder.
	Config string
	// Now is the clock.
	Now func() time.Time
	// Pending may be nil: then no proposals are listed.
	Pending Pending
}

// New returns a library over a configuration folder.
func New(config string, now func() time.Time, pending Pending) *Library {
	return &Library{Config: config, Now: now, Pending: pending}
}

// Stores lists the memories that hold something, worst first.
func (l *Library) Stores(ctx context.Context) ([]model.Store, error) { return nil, nil }

// Find returns the store that a directory means.
func (l *Library) Find(ctx context.Context, dir string) (model.Store, error) {
	return model.Store{}, nil
}

// Open reads a store and all that is shown of it.
func (l *Library) Open(ctx context.Context, s model.Store) (model.Memory, error) {
	return model.Memory{}, nil
}

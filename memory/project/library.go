package project

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dreamgate/model"
)

// Config returns the agent's configuration folder: $CLAUDE_CONFIG_DIR, else .claude in the home
// directory; "" if the environment names neither. Where the first is set the agent reads nothing of
// the second, and neither do we.
func Config(env func(string) string) string {
	if dir := env("CLAUDE_CONFIG_DIR"); dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			return abs
		}
		return dir
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home := env(name); home != "" {
			return filepath.Join(home, ".claude")
		}
	}
	return ""
}

// Pending lists the proposals of a store that wait for a decision.
type Pending interface {
	List(ctx context.Context, s model.Store) ([]model.ProposalInfo, error)
}

// Library finds and opens stores. It may be used from several goroutines.
type Library struct {
	// Config is the agent's configuration folder; "" means that there are no stores but those
	// that are named by their folder.
	Config string
	// Managed is the folder of an administrator's settings for the agent; "" means that there are none.
	Managed string
	env     func(string) string
	now     func() time.Time
	pending Pending
	// starts remembers how a transcript began, by its path: the files only grow at the end.
	starts sync.Map
	// plain holds the folders that are taken for no memory, by their absolute paths.
	plain sync.Map
}

// New returns a library over a configuration folder. pending may be nil: then no proposals are
// known.
func New(config string, now func() time.Time, pending Pending) *Library {
	return &Library{Config: config, Managed: managedDir(), env: os.Getenv, now: now, pending: pending}
}

// projects is the folder that holds a folder for every directory in which the agent was started.
func (l *Library) projects() string {
	if l.Config == "" {
		return ""
	}
	return filepath.Join(l.Config, "projects")
}

// proposals lists what waits for a store, none without a desk.
func (l *Library) proposals(ctx context.Context, s model.Store) ([]model.ProposalInfo, error) {
	if l.pending == nil {
		return nil, nil
	}
	return l.pending.List(ctx, s)
}

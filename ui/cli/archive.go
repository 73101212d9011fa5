package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/memory/archive"
	"dreamgate/model"
)

// archive keeps what notes and reviews rest on before the agent removes it.
func (a *app) archive() *cobra.Command {
	var memory string
	var all, dry, asJSON bool
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Keep the lines that notes rest on of sessions that the agent is about to remove",
		Long: "Of the sessions that go within a week those lines are kept, and only those, that accepted reviews cite and in which the\n" +
			"claims of notes stand that came from them. They lie in the program's own folder, readable to you alone and as they\n" +
			"were said, secrets too: a citation is held against their bytes. check, cite and dreams find them there.",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if all && memory != "" {
				return usage("--all and --memory exclude each other")
			}
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			stores, err := a.archived(ctx, memory, all)
			if err != nil {
				return err
			}
			return a.archiveAll(ctx, stores, dry, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&all, "all", false, "go through every memory of the machine")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print what would be kept, and keep nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// archived are the stores that are meant.
func (a *app) archived(ctx context.Context, memory string, all bool) ([]model.Store, error) {
	if all {
		return a.many(ctx, "")
	}
	s, err := a.one(ctx, memory)
	return []model.Store{s}, err
}

// archiveJSON is the answer of archive.
type archiveJSON struct {
	DryRun bool           `json:"dry_run"`
	Stores []archiveStore `json:"stores"`
}

type archiveStore struct {
	Path     string           `json:"path"`
	Sessions []archiveSession `json:"sessions"`
}

// archiveSession is a session of which lines are kept, or would be; New counts those that were not before.
type archiveSession struct {
	Session string `json:"session"`
	Lines   []int  `json:"lines"`
	New     int    `json:"new"`
}

func (a *app) archiveAll(ctx context.Context, stores []model.Store, dry, asJSON bool) error {
	out := archiveJSON{DryRun: dry, Stores: []archiveStore{}}
	var bad []error
	for _, s := range stores {
		if s.Untrusted && len(stores) > 1 {
			continue
		}
		kept, err := a.archiveStore(ctx, s, dry)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		row := archiveStore{s.Dir, []archiveSession{}}
		for _, k := range kept {
			row.Sessions = append(row.Sessions, archiveSession{k.Session, k.Lines, k.New})
		}
		out.Stores = append(out.Stores, row)
	}
	if asJSON {
		bad = append(bad, a.printJSON(out))
	} else if len(out.Stores) > 0 || len(bad) == 0 {
		a.out().archived(out)
	}
	return errors.Join(bad...)
}

// archiveStore keeps what is worth keeping of one store, and says what that is.
func (a *app) archiveStore(ctx context.Context, s model.Store, dry bool) ([]archive.Kept, error) {
	m, err := a.read(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", s.Dir, err)
	}
	cited, err := a.parts.Desk.Cited(ctx, s)
	if err != nil {
		text{w: a.Stderr}.linef("dreamgate: %s", err)
	}
	kept, err := archive.Plan(ctx, archive.Input{Store: s.ID, Going: a.parts.Library.Going(m), Tree: m.Tree, Notes: m.Notes, Cited: cited,
		Now: a.clock()})
	if err == nil && !dry {
		err = archive.Keep(ctx, s.ID, kept, a.clock())
	}
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", s.Dir, err)
	}
	return kept, nil
}

// archived prints what is kept.
func (t text) archived(out archiveJSON) {
	said := false
	for _, s := range out.Stores {
		for _, k := range s.Sessions {
			said = true
			lines := make([]string, len(k.Lines))
			for i, n := range k.Lines {
				lines[i] = fmt.Sprint(n)
			}
			what := "kept already"
			switch {
			case k.New > 0 && out.DryRun:
				what = fmt.Sprintf("%d would be kept", k.New)
			case k.New > 0:
				what = fmt.Sprintf("%d now kept", k.New)
			}
			word := "lines"
			if len(lines) == 1 {
				word = "line"
			}
			t.linef("%s  session %s: %s %s (%s)", home(s.Path), k.Session, word, strings.Join(lines, ", "), what)
		}
	}
	if !said {
		t.linef("nothing that a note or a review rests on goes within %s", model.Count(model.SweepWindow, "day"))
	}
}

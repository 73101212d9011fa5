package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/note"
)

// audit reports what is wrong with memories.
func (a *app) audit() *cobra.Command {
	var memory string
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Report what is wrong with a memory; exit 3 if anything is",
		Long: "Audit reports what the agent will not load, links to nothing, notes that no line names and frontmatter that\n" +
			"cannot be read. Without a flag it audits the memory of the working directory, else all of the machine.",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if all && memory != "" {
				return usage("--all and --memory exclude each other")
			}
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			stores, err := a.audited(ctx, memory, all)
			if err != nil {
				return err
			}
			return a.auditAll(ctx, stores, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&all, "all", false, "audit every memory of the machine")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) audited(ctx context.Context, memory string, all bool) ([]model.Store, error) {
	if memory == "" && !all {
		if s, ok := a.here(ctx); ok {
			return []model.Store{s}, nil
		}
	}
	return a.many(ctx, memory)
}

func (a *app) auditAll(ctx context.Context, stores []model.Store, asJSON bool) error {
	out := auditJSON{Stores: []storeAudit{}}
	found := 0
	for i, s := range stores {
		m, err := a.read(ctx, s)
		if err != nil {
			return fmt.Errorf("audit %s: %w", s.Dir, err)
		}
		found += len(m.Findings)
		if asJSON {
			out.Stores = append(out.Stores, shapeAudit(m))
			continue
		}
		if i > 0 {
			a.out().linef("")
		}
		a.out().audit(m)
	}
	if asJSON {
		if err := writeJSON(a.Stdout, out); err != nil {
			return err
		}
	} else if len(stores) == 0 {
		a.offer()
	}
	if found > 0 {
		return remains
	}
	return nil
}

// report is what is printed in place of the screen where there is no terminal.
func (a *app) report(ctx context.Context, dir string) error {
	if dir == "" {
		return a.listProjects(ctx, false)
	}
	s, err := a.find(ctx, dir)
	if err != nil {
		return err
	}
	m, err := a.read(ctx, s)
	if err != nil {
		return err
	}
	a.out().audit(m)
	return nil
}

// read reads what an audit looks at: it asks neither git nor the sessions.
func (a *app) read(ctx context.Context, s model.Store) (model.Memory, error) {
	if err := a.recover(ctx, s); err != nil {
		return model.Memory{}, err
	}
	m, err := a.parts.Library.Read(ctx, s)
	m.Pending = a.waiting(ctx, s)
	return m, err
}

// audit prints the state of one memory and its findings.
func (t text) audit(m model.Memory) {
	t.linef("%s  %s", m.Store.Name, where(m.Store))
	ix := m.Index
	if ix.Status == model.StatusMissing {
		t.linef("  index missing")
	} else {
		t.linef("  index %s: %d of %d lines, %d of %d characters (file: %d lines, %d bytes)", string(ix.Status),
			ix.Lines, note.MaxLines, ix.Units, note.MaxUnits, ix.RawLines, ix.RawBytes)
	}
	t.linef("  %s, %s, %s, %s", count(len(m.Notes), "note"), count(len(audit.Dangling(ix)), "dangling link"),
		count(len(audit.Orphans(m.Tree, m.Notes, ix)), "orphan"), pending(len(m.Pending)))
	for _, r := range m.Remarks {
		t.linef("  %s", r)
	}
	t.findings("  ", m.Findings)
}

// where is the directory of a store, and the project it belongs to if that is known.
func where(s model.Store) string {
	switch len(s.Projects) {
	case 0:
		return home(s.Dir)
	case 1:
		return home(s.Projects[0])
	}
	out := fmt.Sprintf("shared by %d projects:", len(s.Projects))
	for _, p := range s.Projects {
		out += " " + home(p)
	}
	return out
}

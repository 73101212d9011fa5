package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

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
			// All of a memory is held for a moment, and little of what is made on the way: that is
			// worth collecting sooner than a program that stays would.
			defer debug.SetGCPercent(debug.SetGCPercent(25))
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			memories, err := a.audited(ctx, memory, all)
			if err != nil {
				return err
			}
			return a.auditAll(memories, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&all, "all", false, "audit every memory of the machine")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// audited reads the memories that are meant: the one named, else the one of the working directory,
// else, or with all, every one of the machine.
func (a *app) audited(ctx context.Context, memory string, all bool) ([]model.Memory, error) {
	at, ok := model.Store{}, memory != ""
	var err error
	if ok {
		at, err = a.find(ctx, memory)
	} else {
		at, ok = a.here(ctx)
	}
	if err != nil {
		return nil, err
	}
	if ok && !all {
		m, err := a.read(ctx, at)
		return []model.Memory{m}, err
	}
	memories, err := a.parts.Library.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	for i, m := range memories {
		if m.Store.Summary.Problem != "" {
			continue
		}
		// What a crash left is rare; only where there was something is the memory read once more.
		switch told, err := a.recover(ctx, m.Store); {
		case err != nil:
			memories[i].Store.Summary.Problem = err.Error()
		case told:
			if memories[i], err = a.read(ctx, m.Store); err != nil {
				return nil, err
			}
		}
	}
	if ok && !slices.ContainsFunc(memories, func(m model.Memory) bool { return m.Store.ID == at.ID }) {
		m, err := a.read(ctx, at)
		if err != nil {
			return nil, err
		}
		memories = append(memories, m)
	}
	return memories, nil
}

// auditAll prints all memories that can be read, and then fails for those that cannot.
func (a *app) auditAll(memories []model.Memory, asJSON bool) error {
	out := auditJSON{Stores: []storeAudit{}}
	found := 0
	var unread []error
	for i, m := range memories {
		if why := m.Store.Summary.Problem; why != "" {
			unread = append(unread, fmt.Errorf("audit %s: %s", m.Store.Dir, why))
			continue
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
	} else if len(memories) == 0 {
		a.offer()
	}
	if len(unread) > 0 {
		return errors.Join(unread...)
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
	if _, err := a.recover(ctx, s); err != nil {
		return model.Memory{}, err
	}
	m, err := a.parts.Library.Read(ctx, s)
	m.Store.Summary.Pending = len(a.waiting(ctx, s))
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
	t.linef("  %s, %s, %s, %s", model.Count(len(m.Notes), "note"), model.Count(len(audit.Dangling(ix)), "dangling link"),
		model.Count(len(audit.Orphans(m.Tree, m.Notes, ix)), "orphan"), pending(m.Store.Summary.Pending))
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

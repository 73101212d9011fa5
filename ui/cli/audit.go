package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"dreamgate/memory/project"
	"dreamgate/memory/reality"
	"dreamgate/model"
	"dreamgate/model/audit"
	"dreamgate/model/note"
)

// audit reports what is wrong with memories.
func (a *app) audit() *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Report what is wrong with a memory; exit 3 if anything is",
		Long: "Audit reports what the agent will not load, links to nothing, notes that no line names, frontmatter that cannot\n" +
			"be read, and what notes hold that they should not. Without a flag it audits the memory of the working\n" +
			"directory, else all of the machine. With --reality it also holds what notes name (paths, scripts, commands, packages)\n" +
			"against the project, and reports what is gone from it; that asks git, and takes longer.\n\n" +
			"With --baseline it only fails for what an earlier audit (dreamgate audit --json > FILE) did not find.",
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if o.all && o.memory != "" {
				return usage("--all and --memory exclude each other")
			}
			if o.baseline != "" {
				var err error
				if o.before, err = readBaseline(ctx, o.baseline); err != nil {
					return err
				}
			}
			// All of a memory is held for a moment, and little of what is made on the way: that is
			// worth collecting sooner than a program that stays would.
			defer debug.SetGCPercent(debug.SetGCPercent(25))
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			memories, err := a.audited(ctx, o.memory, o.all)
			if err != nil {
				return err
			}
			if o.reality {
				contradicted(ctx, memories)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			return a.auditAll(ctx, memories, o)
		},
	}
	memoryFlag(cmd, &o.memory)
	cmd.Flags().BoolVar(&o.all, "all", false, "audit every memory of the machine")
	cmd.Flags().BoolVar(&o.reality, "reality", false, "also report what notes name and the project no longer has")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "propose the fixes that are safe, as one review for each memory")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "fail only for findings that `FILE`, the --json of an earlier audit, does not have")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

// auditOptions are the flags of audit; before is what the baseline holds, nil without one.
type auditOptions struct {
	memory, baseline string
	all, fix, json   bool
	reality          bool
	before           baseline
}

// contradicted adds to the findings of memories what their notes name and their projects no longer have.
func contradicted(ctx context.Context, memories []model.Memory) {
	for i, m := range memories {
		found := reality.Findings(ctx, m)
		if len(found) == 0 {
			continue
		}
		all := append(slices.Clone(m.Findings), found...)
		slices.SortStableFunc(all, func(a, b model.Finding) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line)) })
		memories[i].Findings = all
		memories[i].Store.Summary.Findings = tallied(all)
	}
}

// tallied counts findings by their severity.
func tallied(all []model.Finding) map[model.Severity]int {
	n := map[model.Severity]int{}
	for _, f := range all {
		n[f.Severity]++
	}
	return n
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
		ok = ok && (!all || !at.Untrusted)
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
	memories = slices.DeleteFunc(memories, func(m model.Memory) bool { return a.refused(m.Store) })
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

// auditAll prints all memories that can be read, the worst first, and then fails for those that cannot.
func (a *app) auditAll(ctx context.Context, memories []model.Memory, o auditOptions) error {
	out := auditJSON{Stores: []storeAudit{}}
	found := 0
	var bad []error
	if !o.json && len(memories) > 1 {
		a.out().standing(memories)
	}
	for _, m := range memories {
		if why := m.Store.Summary.Problem; why != "" {
			bad = append(bad, fmt.Errorf("audit %s: %s", m.Store.Dir, why))
			continue
		}
		shown := m.Findings
		if o.before != nil {
			shown = o.before.fresh(m, len(memories) == 1)
		}
		found += len(shown)
		var mended fixes
		if o.fix {
			var err error
			if mended, err = a.fix(ctx, m.Store); err != nil {
				bad = append(bad, fmt.Errorf("mend %s: %w", m.Store.Dir, err))
			}
		}
		if o.json {
			s := shapeAudit(m)
			s.Proposal, s.Fixes = mended.id, mended.lines
			if o.before != nil {
				fresh := list(shown)
				s.New = &fresh
			}
			out.Stores = append(out.Stores, s)
			continue
		}
		if len(memories) > 1 {
			a.out().linef("")
		}
		a.out().audit(m, shown)
		if o.fix {
			a.fixed(mended)
		}
	}
	if o.json {
		if err := a.printJSON(out); err != nil {
			return err
		}
	} else if len(memories) == 0 {
		a.offer()
	}
	if len(bad) > 0 {
		return errors.Join(bad...)
	}
	if found > 0 {
		return remains
	}
	return nil
}

// standing is the table of many memories, one a line.
func (t text) standing(memories []model.Memory) {
	var rows [][]string
	for _, m := range memories {
		s := m.Store.Summary
		if s.Problem != "" {
			rows = append(rows, []string{"?", m.Store.Name, s.Problem})
			continue
		}
		rows = append(rows, []string{mark(m.Store), m.Store.Name, fmt.Sprintf("%d/%d lines", m.Index.Lines, note.MaxLines),
			fmt.Sprintf("%d/%d characters", m.Index.Units, note.MaxUnits), model.Count(len(m.Notes), "note"), tally(s.Findings)})
	}
	t.table("", rows)
}

// mark is the state of the index of a store as it is shown: what is lost is written so that it is seen.
func mark(s model.Store) string {
	if s.Summary.Index.Status == model.StatusCut {
		return "CUT"
	}
	return indexWord(s)
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
	a.out().audit(m, m.Findings)
	return nil
}

// read reads what an audit looks at: it asks neither git nor the sessions.
func (a *app) read(ctx context.Context, s model.Store) (model.Memory, error) {
	if err := project.Refusal(s); err != nil {
		return model.Memory{}, err
	}
	if _, err := a.recover(ctx, s); err != nil {
		return model.Memory{}, err
	}
	m, err := a.parts.Library.Read(ctx, s)
	m.Store.Summary.Pending = len(a.waiting(ctx, s))
	return m, err
}

// audit prints the state of one memory and findings of it, the worst first.
func (t text) audit(m model.Memory, shown []model.Finding) {
	t.linef("%s  %s", m.Store.Name, where(m.Store))
	ix := m.Index
	if ix.Status == model.StatusMissing {
		t.linef("  index %s", indexWord(m.Store))
	} else {
		t.linef("  index %s: %d of %d lines, %s of %s characters (file: %s, %s)", mark(m.Store),
			ix.Lines, note.MaxLines, model.Number(ix.Units), model.Number(note.MaxUnits), model.Count(ix.RawLines, "line"), model.Count(ix.RawBytes, "byte"))
	}
	t.linef("  %s, %s, %s, %s", model.Count(len(m.Notes), "note"), model.Count(len(audit.Dangling(ix)), "dangling link"),
		model.Count(len(audit.Orphans(m.Tree, m.Notes, ix)), "orphan"), pending(m.Store.Summary.Pending))
	for _, w := range m.Store.Warnings {
		t.linef("  ! %s", w)
	}
	for _, r := range m.Remarks {
		t.linef("  %s", r)
	}
	shown = slices.Clone(shown)
	slices.SortStableFunc(shown, func(a, b model.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	t.findings("  ", shown)
	if known := len(m.Findings) - len(shown); known > 0 {
		t.linef("  %s of the baseline not shown", model.Count(known, "finding"))
	}
}

// indexWord is the state of the index of a store: a shared part needs none of its own.
func indexWord(s model.Store) string {
	if s.Summary.Index.Status == model.StatusMissing && !s.Kind.OwnIndex() {
		return "none"
	}
	return string(s.Summary.Index.Status)
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

package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/model"
)

// projects lists the memories of the machine.
func (a *app) projects() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "projects",
		Short: "List the memories of this machine, worst first",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.build(cmd.Context(), nil); err != nil {
				return err
			}
			return a.listProjects(cmd.Context(), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) listProjects(ctx context.Context, asJSON bool) error {
	stores, err := a.parts.Library.Stores(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		out := struct {
			Stores []storeJSON `json:"stores"`
		}{[]storeJSON{}}
		for _, s := range stores {
			out.Stores = append(out.Stores, shapeStore(s))
		}
		return writeJSON(a.Stdout, out)
	}
	if len(stores) == 0 {
		a.offer()
		return nil
	}
	rows := make([][]string, len(stores))
	for i, s := range stores {
		if s.Summary.Problem != "" {
			rows[i] = []string{s.Name, "cannot be read", "", s.Summary.Problem, "", "", where(s)}
			continue
		}
		rows[i] = []string{s.Name, model.Count(s.Summary.Notes, "note"), "index " + string(s.Summary.Index.Status),
			tally(s.Summary.Findings), model.Count(s.Summary.Sessions, "session"), pending(s.Summary.Pending), where(s)}
	}
	a.out().table("", rows)
	return nil
}

// tally is the number of findings, the worst first.
func tally(found map[model.Severity]int) string {
	var parts []string
	for _, s := range []model.Severity{model.Error, model.Warning} {
		if n := found[s]; n > 0 {
			parts = append(parts, model.Count(n, s.String()))
		}
	}
	if n := found[model.Info]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d info", n))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

func pending(n int) string {
	switch n {
	case 0:
		return "no review"
	case 1:
		return "1 review ready"
	}
	return fmt.Sprintf("%d reviews ready", n)
}

package cli

import (
	"github.com/spf13/cobra"
)

// reviewRefresh makes a review anew that others have overtaken.
func (a *app) reviewRefresh(memory *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "refresh [PROPOSAL]",
		Short: "Make a review anew from the notes as they are now; what it writes down is a new proposal",
		Long: "Somebody may change a note while a proposal for it waits. What still stands keeps its decision, its splits, edits\n" +
			"and notes. Where both sides changed the same lines the hunk shows both, carries the flag conflict, and is undecided.",
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			word := ""
			if len(list) == 1 {
				word = list[0]
			}
			s, id, err := a.proposal(ctx, word, *memory)
			if err != nil {
				return err
			}
			now, lines, err := a.parts.Desk.Refresh(ctx, s, id)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(refreshJSON{id, now, s.Name, append([]string{}, lines...)})
			}
			if now == id {
				a.out().linef("%s is up to date: no file that it changes was changed since", id)
				return nil
			}
			a.out().linef("%s", now)
			for _, l := range lines {
				a.out().linef("  %s", l)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// refreshJSON is a review made anew: the ids before and after, and what became of it.
type refreshJSON struct {
	Old   string   `json:"old"`
	ID    string   `json:"id"`
	Store string   `json:"store"`
	Lines []string `json:"lines"`
}

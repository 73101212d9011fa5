package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/model"
)

// reviewUnapply puts the notes back of which git made no commit.
func (a *app) reviewUnapply(memory *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "unapply [PROPOSAL]",
		Short: "Put the notes back as they were before a review that is applied and not committed; it waits again",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			if err := a.build(ctx, nil); err != nil {
				return err
			}
			// Without a word it is the one that is applied: others may wait beside it.
			applied := func(p model.ProposalInfo) bool { return len(list) > 0 || p.State == model.ReviewUncommitted }
			s, id, err := a.proposalOf(ctx, strings.Join(list, ""), *memory, applied, "no review is applied and not committed; dreamgate undo takes back one that is committed")
			if err != nil {
				return err
			}
			lines, err := a.parts.Desk.Unapply(ctx, s, id)
			if err == nil && asJSON {
				return a.printJSON(unappliedJSON{id, s.Name, append([]string{}, lines...)})
			}
			for _, l := range lines {
				a.out().linef("%s", l)
			}
			if err != nil {
				return err
			}
			a.out().linef("the notes are as they were, and %s waits with its decisions", id)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// unappliedJSON is the review that waits again, and what was put back.
type unappliedJSON struct {
	Proposal string   `json:"proposal"`
	Store    string   `json:"store"`
	Lines    []string `json:"lines"`
}

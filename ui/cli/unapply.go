package cli

import (
	"github.com/spf13/cobra"
)

// reviewUnapply puts the notes back of which git made no commit.
func (a *app) reviewUnapply(memory *string) *cobra.Command {
	return &cobra.Command{
		Use:   "unapply PROPOSAL",
		Short: "Put the notes back as they were before a review that is applied and not committed; it waits again",
		Args:  args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			s, id, err := a.reviewOf(ctx, list[0], *memory)
			if err != nil {
				return err
			}
			lines, err := a.parts.Desk.Unapply(ctx, s, id)
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
}

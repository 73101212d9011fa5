package cli

import (
	"context"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/model"
)

// gates says whether an unattended dream would start now, and why not.
func (a *app) gates() *cobra.Command {
	var memory string
	var asJSON, sessions bool
	cmd := &cobra.Command{
		Use:   "gates",
		Short: "Show whether an unattended dream would start now, and why",
		Args:  args(cobra.NoArgs),
		RunE: a.onStore(&memory, func(ctx context.Context, s model.Store) error {
			if sessions {
				return a.printBooks(ctx, s, asJSON)
			}
			gates, err := dream.Gates(ctx, s, a.clock())
			if err != nil {
				return err
			}
			return a.printGates(s, gates, asJSON)
		}),
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&sessions, "sessions", false, "show instead what the books say of each session: consumed, deferred or left out, and why")
	return cmd
}

// printBooks prints how far each session was read.
func (a *app) printBooks(ctx context.Context, s model.Store, asJSON bool) error {
	booked, err := dream.Sessions(ctx, s, a.clock())
	if err != nil {
		return err
	}
	if asJSON {
		return a.printJSON(bookedJSON{s.Name, s.Dir, list(booked)})
	}
	rows := make([][]string, len(booked))
	for i, b := range booked {
		rows[i] = []string{b.State, b.Session, b.Why}
	}
	a.out().linef("%s  %s", s.Name, where(s))
	a.out().table("  ", rows)
	return nil
}

func (a *app) printGates(s model.Store, gates []dream.Gate, asJSON bool) error {
	out := gatesJSON{Store: s.Name, Path: s.Dir, Open: true, Gates: list(gates)}
	rows := make([][]string, len(gates))
	for i, g := range gates {
		word := "open"
		if !g.Open {
			word, out.Open = "shut", false
		}
		if !g.LastRun.IsZero() {
			out.LastRun = moment(g.LastRun)
		}
		rows[i] = []string{word, g.Name, g.Have, g.Need, g.Reason}
	}
	if asJSON {
		return a.printJSON(out)
	}
	a.out().linef("%s  %s", s.Name, where(s))
	if a.accessible() {
		for i, r := range rows {
			rows[i] = []string{r[1], r[0], r[2], r[3], r[4]}
		}
		a.out().told([]string{"gate", "", "now", "needed", ""}, rows)
		return nil
	}
	a.out().table("  ", rows)
	return nil
}

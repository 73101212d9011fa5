package cli

import (
	"bufio"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/model"
)

// CarryVerb is the command by which this program is started anew to carry out a run. It is for itself only.
const CarryVerb = "carry-run"

// carryRun carries out the run that standard input describes, and lets nobody wait for its end.
func (a *app) carryRun() *cobra.Command {
	return &cobra.Command{
		Use:    CarryVerb,
		Short:  "Carry out a run that another dreamgate asks for",
		Hidden: true,
		Args:   args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			in := bufio.NewReader(cmd.InOrStdin())
			e, err := dream.ReadErrand(in)
			if err != nil {
				return err
			}
			a.model, a.bounds.caps, a.bounds.secrets = e.Model, e.Caps, secretFlag(e.Rule)
			a.obeys = true
			if err := a.build(cmd.Context(), e.Command); err != nil {
				return err
			}
			return a.parts.Dreams.Carry(cmd.Context(), e, in, cmd.OutOrStdout())
		},
	}
}

// again are the arguments by which this program, started anew, takes the same moment for now.
func (a *app) again() []string {
	if a.now == "" {
		return nil
	}
	return []string{"--now=" + a.now}
}

// send starts a run in a program of its own that goes on when this one has ended.
func (a *app) send(ctx context.Context, e dream.Errand) (model.Run, error) {
	if a.parts.Away == nil {
		return model.Run{}, errors.New("this program cannot start itself anew; run it without --detach")
	}
	e.Rule = model.SecretRule(a.bounds.secrets)
	return a.parts.Away.Send(ctx, e)
}

// detached starts a dream that goes on by itself, and says where it is seen.
func (d *dreaming) detached(ctx context.Context) error {
	s, err := d.store(ctx)
	if err != nil {
		return err
	}
	run, err := d.send(ctx, dream.Errand{Store: s, Engine: d.engine})
	switch {
	case err != nil:
		return err
	case d.json:
		return d.printJSON(shapeRun(run))
	case run.State.Done():
		return d.ended(run)
	}
	d.out().linef("a dream of %s goes on by itself; dreamgate tasks shows how far it is", s.Name)
	d.out().linef("  dreamgate tasks cancel %s", run.ID)
	return nil
}

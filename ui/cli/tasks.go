package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/model"
)

// tasks lists the dreams of this machine, and cancels or follows one.
func (a *app) tasks() *cobra.Command {
	var memory string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tasks",
		Short: "List the dreams that ran, newest first, and those at work",
		Args:  args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			runs, err := a.runs(cmd.Context())
			if err != nil {
				return err
			}
			if memory != "" {
				s, err := a.find(cmd.Context(), memory)
				if err != nil {
					return err
				}
				runs = slices.DeleteFunc(runs, func(r model.Run) bool { return r.Store.ID != s.ID })
			}
			return a.listTasks(runs, asJSON)
		},
	}
	memoryFlag(cmd, &memory)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(a.taskCancel(), a.taskLog())
	return cmd
}

// runs are all that are known, whatever program they are at work in.
func (a *app) runs(ctx context.Context) ([]model.Run, error) {
	if err := a.build(ctx, nil); err != nil {
		return nil, err
	}
	select {
	case <-a.parts.Dreams.Loaded():
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return a.parts.Dreams.Runs(), nil
}

// theRun finds the one run whose id begins as given; without a name the only one at work, or, where none is, the only
// one that waits.
func (a *app) theRun(ctx context.Context, names []string) (model.Run, error) {
	runs, err := a.runs(ctx)
	if err != nil {
		return model.Run{}, err
	}
	works := slices.ContainsFunc(runs, func(r model.Run) bool { return r.State.Works() })
	runs = slices.DeleteFunc(runs, func(r model.Run) bool {
		if len(names) == 0 {
			return r.State.Done() || works && !r.State.Works()
		}
		return !strings.HasPrefix(r.ID, names[0])
	})
	switch {
	case len(runs) == 1:
		return runs[0], nil
	case len(runs) > 1:
		return model.Run{}, fmt.Errorf("it may be one of %d runs: give more of its id, as dreamgate tasks shows it", len(runs))
	case len(names) == 0:
		return model.Run{}, errors.New("no dream is at work")
	}
	return model.Run{}, fmt.Errorf("there is no run %q; dreamgate tasks lists them", names[0])
}

// noRuns says that no dream ever ran here, as far as is kept.
const noRuns = "no dream is on record; dreamgate dream starts one"

// latest is theRun, or, where none is named and none at work, the one that ended last.
func (a *app) latest(ctx context.Context, names []string) (model.Run, error) {
	if len(names) > 0 {
		return a.theRun(ctx, names)
	}
	runs, err := a.runs(ctx)
	if err == nil && len(runs) == 0 {
		return model.Run{}, errors.New(noRuns)
	}
	if err != nil || slices.ContainsFunc(runs, func(r model.Run) bool { return !r.State.Done() }) {
		return a.theRun(ctx, names)
	}
	return runs[0], nil
}

// taskCancel cancels a run, in whatever program it is at work.
func (a *app) taskCancel() *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [ID]",
		Short: "Cancel a dream that is at work, also one of another program, and wait until nothing of it is left",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, names []string) error {
			run, err := a.theRun(cmd.Context(), names)
			if err != nil {
				return err
			}
			if run.State.Done() {
				return fmt.Errorf("%s has ended: %s", run.ID, orElse(run.Note, string(run.State)))
			}
			a.parts.Dreams.Cancel(run.ID)
			if run, err = a.parts.Dreams.Wait(cmd.Context(), run.ID); err != nil {
				return err
			}
			a.out().linef("%s: %s", run.ID, orElse(run.Note, string(run.State)))
			return nil
		},
	}
}

// taskLog prints the steps of a run.
func (a *app) taskLog() *cobra.Command {
	var follow bool
	cmd := &cobra.Command{
		Use:   "log [ID]",
		Short: "Print the steps of a dream, and what is to be said of it; without a name of the one at work, else of the last",
		Args:  args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, names []string) error {
			run, err := a.latest(cmd.Context(), names)
			if err != nil {
				return err
			}
			told := a.tell(nil, run)
			for follow && !run.State.Done() {
				if run, err = a.next(cmd.Context(), run); err != nil {
					return err
				}
				told = a.tell(told, run)
			}
			out := a.out()
			for _, line := range run.Report {
				out.linef("  %s", line)
			}
			out.linef("%s: %s", run.State, orElse(run.Note, string(run.Stage)))
			return nil
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on printing until the dream ends")
	return cmd
}

// tell prints the steps that were not told yet, and returns those that are now. The log of a long run
// loses its first steps, so the new ones begin where the end of the old ones is found in it.
func (a *app) tell(told []string, run model.Run) []string {
	from := 0
	for n := min(len(told), len(run.Log)); n > 0; n-- {
		if slices.Equal(told[len(told)-n:], run.Log[:n]) {
			from = n
			break
		}
	}
	for _, line := range run.Log[from:] {
		a.out().linef("%s", line)
	}
	return run.Log
}

// next waits until something may have changed, and returns how a run stands then. One that is no longer
// listed has ended without a record.
func (a *app) next(ctx context.Context, run model.Run) (model.Run, error) {
	select {
	case <-a.parts.Dreams.Changed():
	case <-ctx.Done():
		return run, ctx.Err()
	}
	for _, r := range a.parts.Dreams.Runs() {
		if r.ID == run.ID {
			return r, nil
		}
	}
	return dream.Vanished(run), nil
}

func (a *app) listTasks(runs []model.Run, asJSON bool) error {
	if asJSON {
		out := runsJSON{[]runJSON{}}
		for _, r := range runs {
			out.Runs = append(out.Runs, shapeRun(r))
		}
		return a.printJSON(out)
	}
	if len(runs) == 0 {
		a.out().linef("%s", noRuns)
	}
	rows := make([][]string, len(runs))
	for i, r := range runs {
		state := string(r.State)
		if r.State.Works() {
			state += " (" + orElse(string(r.Stage), "starting") + ")"
		}
		rows[i] = []string{r.ID, stamp(r.Started), r.Store.Name, r.Engine, state, orElse(r.Note, r.Last)}
	}
	a.out().table("", rows)
	return nil
}

package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/model"
)

// auto gives the dream command the flag by which hooks and timers call it.
func (a *app) auto(cmd *cobra.Command) *cobra.Command {
	attended := cmd.RunE
	cmd.Flags().Bool(autoFlag, false, "dream only if the gates are open, and say so in one line (for hooks and cron)")
	cmd.RunE = func(cmd *cobra.Command, list []string) error {
		f := cmd.Flags()
		if auto, err := f.GetBool(autoFlag); err != nil || !auto {
			return attended(cmd, list)
		}
		for _, other := range []string{"out", "transcripts", "dry-run", "print-prompt", "since", "wait"} {
			if f.Changed(other) {
				return usage("--auto leaves a proposal and one line: it goes without --%s", other)
			}
		}
		engine, memory := f.Lookup("engine").Value.String(), f.Lookup("memory").Value.String()
		before, command, err := splitCommand(cmd, list, engine)
		if err != nil {
			return err
		}
		if len(before) > 0 {
			return usage("dream takes no argument before --; name the memory with --memory")
		}
		if err := a.bounds.check(); err != nil {
			return err
		}
		if !f.Changed("secrets") {
			a.bounds.secrets = secretFlag(model.SecretsLeaveOut) // nobody is there to be asked
		}
		a.obeys = true
		if err := a.build(cmd.Context(), command); err != nil {
			return err
		}
		if _, err := a.able(engine, command); err != nil {
			return err
		}
		asJSON, err := f.GetBool("json")
		if err != nil {
			return err
		}
		detach, err := f.GetBool("detach")
		if err != nil {
			return err
		}
		d := dreaming{app: a, engine: engine, memory: memory, json: asJSON, detach: detach}
		return d.unattended(cmd.Context())
	}
	return cmd
}

const autoFlag = "auto"

// autoJSON is the answer of dream --auto: the gate that kept it from dreaming, or the run.
type autoJSON struct {
	Store   string      `json:"store"`
	Path    string      `json:"path"`
	Dreamed bool        `json:"dreamed"`
	Gate    *dream.Gate `json:"gate"`
	Run     *runJSON    `json:"run"`
}

// unattended dreams if all gates are open. Either way it prints one line, or one object of JSON.
func (d *dreaming) unattended(ctx context.Context) error {
	s, err := d.one(ctx, d.memory)
	if err != nil {
		return err
	}
	shut, err := dream.Unattended(ctx, s, d.clock())
	if err != nil {
		return err
	}
	out := autoJSON{Store: s.Name, Path: s.Dir, Gate: shut}
	if shut != nil && d.json {
		return d.printJSON(out)
	}
	if shut != nil {
		needed := ""
		if shut.Name != "lock" && shut.Name != "pending" { // of these the reason says it all
			needed = " (needed: " + shut.Need + ")"
		}
		d.out().linef("no dream of %s: %s%s", s.Name, shut.Reason, needed)
		return nil
	}
	run, err := d.carriedOut(ctx, s)
	if err != nil {
		return err
	}
	if d.json {
		shape := shapeRun(run)
		out.Dreamed, out.Run = true, &shape
		return errors.Join(d.printJSON(out), d.ended(run))
	}
	switch run.State {
	case model.RunRunning, model.RunCancelling:
		d.out().linef("a dream of %s has begun; dreamgate tasks shows how far it is", s.Name)
	case model.RunReady:
		d.out().linef("review of %s ready: %s, %d flagged%s; dreamgate review show %s", s.Name,
			model.Count(run.Hunks, "hunk"), run.Flagged, destroyer(run.Loss), run.Proposal)
	case model.RunUnchanged:
		d.out().linef("%s: %s", s.Name, run.Note)
	default:
		return d.ended(run)
	}
	return nil
}

// carriedOut dreams and waits for the end, or begins a dream that goes on by itself.
func (d *dreaming) carriedOut(ctx context.Context, s model.Store) (model.Run, error) {
	if d.detach {
		return d.send(ctx, dream.Errand{Store: s, Engine: d.engine})
	}
	run, err := d.parts.Dreams.Start(context.WithoutCancel(ctx), s, d.engine)
	if err != nil {
		return run, err
	}
	return d.follow(ctx, run)
}

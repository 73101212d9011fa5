package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

// dreaming is one call of the dream command.
type dreaming struct {
	*app
	engine, memory, transcripts, dir string
	json, printPrompt, dryRun        bool
	detach, wait                     bool
	// meter and stage are what a person who watches sees of the run.
	meter meter
	stage model.Stage
	since window
}

// dream runs a dream and waits for it.
func (a *app) dream() *cobra.Command {
	d := dreaming{app: a}
	cmd := &cobra.Command{
		Use:   "dream [-- COMMAND...]",
		Short: "Let an engine propose a better memory on a copy",
		Long: "A dream works on a copy and ends in a proposal for dreamgate review; it never writes the memory. With --out it\n" +
			"leaves the proposed notes, memory.diff, CHANGES.md and run.log in a folder instead, and keeps no books.",
		Args: args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, list []string) error {
			before, command, err := splitCommand(cmd, list, d.engine)
			if err != nil {
				return err
			}
			if len(before) > 0 {
				return usage("dream takes no argument before --; name the memory with --memory")
			}
			if d.model != "" && (d.engine == "offline" || d.engine == "command") {
				return usage("--model: the engine %s asks no model of its own accord", d.engine)
			}
			if err := d.bounds.check(); err != nil {
				return err
			}
			if d.bounds.caps.Since, err = d.since.from(a.clock()); err != nil {
				return err
			}
			a.obeys = true
			if err := a.build(cmd.Context(), command); err != nil {
				return err
			}
			return d.carry(cmd.Context(), command)
		},
	}
	memoryFlag(cmd, &d.memory)
	f := cmd.Flags()
	f.StringVar(&d.engine, "engine", "offline", "the `ENGINE` that does the work: offline (rules), claude (your Claude Code), anthropic or openai\n(services that are asked), or command with a program after --")
	f.StringVar(&d.model, "model", "", "the `MODEL` that the engine asks instead of its own choice")
	f.StringVar(&d.transcripts, "transcripts", "", "read the sessions in `DIR` instead of the memory's own")
	f.StringVar(&d.dir, "out", "", "write the result into `DIR` (new or empty) and keep no books")
	f.BoolVar(&d.printPrompt, "print-prompt", false, "print what a model would be told, and dream nothing")
	f.BoolVar(&d.dryRun, "dry-run", false, "show what would be sent to the engine and what that costs, and send nothing")
	f.BoolVar(&d.detach, "detach", false, "let the dream go on by itself, and end at once; dreamgate tasks shows how far it is")
	f.BoolVar(&d.wait, "wait", false, "wait until another dream of the memory has ended, instead of failing")
	d.bounds.add(f)
	d.since.add(f)
	f.BoolVar(&d.json, "json", false, "print JSON")
	return cmd
}

// carry carries the command out, once the parts are there.
func (d *dreaming) carry(ctx context.Context, command []string) error {
	find := d.able
	if d.printPrompt || d.dryRun {
		find = d.known // nothing is sent, so it need not work
	}
	eng, err := find(d.engine, command)
	switch {
	case err != nil:
		return err
	case d.wait && (d.printPrompt || d.dryRun || d.dir != "" || d.detach):
		return usage("--wait is for a dream that waits for its turn and its end: it goes without --out, --detach, --dry-run and --print-prompt")
	case d.printPrompt || d.dryRun:
		return d.preview(ctx, eng)
	case d.dir != "" && d.detach:
		return usage("--out waits for the end and --detach does not")
	case d.dir != "":
		return d.stateless(ctx, eng)
	case d.detach:
		return d.detached(ctx)
	}
	return d.kept(ctx)
}

// store is the memory to dream about. With --transcripts its own sessions are not looked at.
func (d *dreaming) store(ctx context.Context) (model.Store, error) {
	s, err := d.one(ctx, d.memory)
	if err != nil {
		return s, err
	}
	if d.transcripts != "" {
		if _, err := os.ReadDir(d.transcripts); err != nil {
			return s, fmt.Errorf("read the sessions: %w", err)
		}
		s.Transcripts = []string{d.transcripts}
	}
	return s, nil
}

// kept runs a dream as the screen does: with lock and books, its end a proposal on the desk.
func (d *dreaming) kept(ctx context.Context) error {
	s, err := d.store(ctx)
	if err != nil {
		return err
	}
	run, err := d.begin(ctx, s)
	if err != nil {
		return err
	}
	run, err = d.follow(ctx, run)
	if err != nil {
		return err
	}
	if d.json {
		out := dreamJSON{runJSON: shapeRun(run), checkJSON: checkJSON{Files: []fileJSON{}, Audit: []model.Finding{}}}
		if run.Proposal != "" {
			r, err := d.parts.Desk.Review(context.WithoutCancel(ctx), s, run.Proposal)
			if err != nil {
				return err
			}
			out.checkJSON = shapeReview(r)
		}
		if err := d.printJSON(out); err != nil {
			return err
		}
	}
	return d.ended(run)
}

// follow shows the steps of a run until it ends. An interrupt cancels the run, and waits until
// nothing of it is left.
func (d *dreaming) follow(ctx context.Context, run model.Run) (model.Run, error) {
	done := make(chan struct{})
	var end model.Run
	var err error
	go func() {
		defer close(done)
		end, err = d.parts.Dreams.Wait(context.WithoutCancel(ctx), run.ID)
	}()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	stop, last := ctx.Done(), ""
	for {
		select {
		case <-done:
			d.meter.clear()
			return end, err
		case <-stop:
			stop = nil
			d.parts.Dreams.Cancel(run.ID)
		case <-tick.C:
			if now, ok := d.running(run.ID); ok && !now.State.Done() {
				e := model.Event{Stage: now.Stage, Progress: now.Progress}
				if now.Last != last {
					e.Text, last = now.Last, now.Last
				}
				d.step(e)
			}
		}
	}
}

func (d *dreaming) running(id string) (model.Run, bool) {
	for _, r := range d.parts.Dreams.Runs() {
		if r.ID == id {
			return r, true
		}
	}
	return model.Run{}, false
}

// step shows one step where a person watches.
func (d *dreaming) step(e model.Event) {
	if !d.Progress {
		return
	}
	if e.Stage != "" {
		d.stage = e.Stage // later events of a stage do not name it
	}
	if d.meter.w = d.Stderr; e.Text != "" {
		d.meter.clear()
		text{w: d.Stderr}.linef("%s: %s", string(d.stage), cut(e.Text))
	}
	d.meter.show(d.stage, e.Progress)
}

// ended says how a run ended and turns it into the exit of the program.
func (d *dreaming) ended(run model.Run) error {
	switch run.State {
	case model.RunCancelled:
		return fault{exitInterrupted, errors.New(run.Note)}
	case model.RunFailed:
		d.remarks(run.Report)
		return errors.New(orElse(run.Note, "the dream failed; nothing was changed"))
	}
	if d.json {
		return nil
	}
	out := d.out()
	out.linef("gathered %s, %s, %d left out", model.Count(run.Sessions, "session"), model.Count(run.Lines, "line"), run.LeftOut)
	for _, r := range run.Report {
		out.linef("  %s", r)
	}
	if run.State == model.RunUnchanged {
		out.linef("%s", orElse(run.Note, "nothing to change"))
		return nil
	}
	out.linef("review ready: %s, %d flagged%s%s", model.Count(run.Hunks, "hunk"), run.Flagged, before(run), destroyer(run.Loss))
	out.linef("  dreamgate review show %s", run.Proposal)
	return nil
}

// before says how much of a proposal was refused before.
func before(run model.Run) string {
	switch run.Refused {
	case 0:
		return ""
	case run.Hunks:
		return ", all refused before: nothing new to decide"
	}
	return fmt.Sprintf(", %d refused before", run.Refused)
}

// destroyer is the word for a loss at the end of a list of figures, "" if it needs none.
func destroyer(l model.Loss) string {
	if !l.Destroys() {
		return ""
	}
	return fmt.Sprintf(", ! destroyer: drops %d%% of the notes' text", l.Percent())
}

func (d *dreaming) remarks(lines []string) {
	for _, l := range lines {
		text{w: d.Stderr}.linef("  %s", l)
	}
}

// stateless runs a dream that leaves its result in a folder and nothing anywhere else.
func (d *dreaming) stateless(ctx context.Context, eng engine.Engine) error {
	if err := vacant(d.dir); err != nil {
		return err
	}
	s, err := d.store(ctx)
	if err != nil {
		return err
	}
	request, err := d.request(s, eng)
	if err != nil {
		return err
	}
	res, err := dream.Propose(ctx, request)
	d.meter.clear()
	if err != nil {
		if ctx.Err() != nil {
			return fault{exitInterrupted, errors.New("cancelled: nothing was written")}
		}
		return err
	}
	if err := dream.WriteOut(d.dir, res); err != nil {
		return err
	}
	return d.told(s, res)
}

// told prints what a stateless run left.
func (d *dreaming) told(s model.Store, res dream.Result) error {
	run := model.Run{Store: s, Engine: d.engine, State: model.RunReady, Sessions: res.Sessions, Lines: res.Lines,
		LeftOut: res.LeftOut, Report: res.Proposal.Report,
		Hunks: hunk.Total(res.Changes), Flagged: hunk.Flagged(res.Changes, res.Proposal.Check), Loss: res.Proposal.Check.Loss}
	if res.Unchanged {
		run.State = model.RunUnchanged
	}
	run.Report = append(run.Report, memory.LeftOut(res.Proposal.Proposed)...)
	base := res.Proposal.Base
	w := around{base: base, changes: res.Changes, ties: bulk.Tie(base, res.Changes)}
	if d.json {
		return d.printJSON(dreamJSON{shapeRun(run), shapeCheck(res.Changes, res.Proposal.Check, w), d.dir})
	}
	d.out().changes(res.Changes, res.Proposal.Check, w)
	d.out().linef("%s, %d flagged%s, in %s", model.Count(run.Hunks, "hunk"), run.Flagged, destroyer(run.Loss), d.dir)
	for _, l := range run.Report {
		d.out().linef("  %s", l)
	}
	return nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

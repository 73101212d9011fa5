package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// extracting is one call of extract.
type extracting struct {
	dreaming
	all, hook bool
}

// extract takes down what a session said since it was last read.
func (a *app) extract() *cobra.Command {
	x := extracting{dreaming: dreaming{app: a}}
	cmd := &cobra.Command{
		Use:   "extract [SESSION]",
		Short: "Propose notes for what a session said since it was last read",
		Long: "Reads what is new in the last session, or in the one named, and proposes notes for what stands in none: nothing\n" +
			"is deleted or tidied, and where the agent wrote to the memory itself nothing is proposed. Proposals that nobody\n" +
			"has begun to review are joined to one. With --hook the session is read from standard input, as a hook of the\n" +
			"agent gets it.",
		RunE: func(cmd *cobra.Command, list []string) error {
			before, command, err := splitCommand(cmd, list, x.engine)
			switch {
			case err != nil:
				return err
			case len(before) > 1:
				return usage("one session at most, not %d; see dreamgate extract --help", len(before))
			case x.hook && (len(before) > 0 || x.all):
				return usage("with --hook the session is read from standard input")
			case x.all && len(before) > 0:
				return usage("--all reads every session; name none beside it")
			}
			a.obeys = x.engine != "offline"
			if err := a.build(cmd.Context(), command); err != nil {
				return err
			}
			if _, err := a.able(x.engine, command); err != nil {
				return err
			}
			return x.run(cmd.Context(), cmd.InOrStdin(), before)
		},
	}
	memoryFlag(cmd, &x.memory)
	f := cmd.Flags()
	f.StringVar(&x.engine, "engine", "offline", "the `ENGINE` that does the work, as for dream")
	f.StringVar(&x.model, "model", "", "the `MODEL` that the engine asks instead of its own choice")
	f.BoolVar(&x.all, "all", false, "read every session that has something new")
	f.BoolVar(&x.hook, "hook", false, "read the session as the agent's hook for the end of a session sends it")
	f.BoolVar(&x.json, "json", false, "print JSON")
	return cmd
}

// run finds the session, reads it, and says what came of it.
func (x *extracting) run(ctx context.Context, in io.Reader, names []string) error {
	s, want, err := x.wanted(ctx, in, names)
	if err != nil {
		return err
	}
	if away, err := x.sent(ctx, s, want); away || err != nil {
		return err
	}
	run, err := x.parts.Dreams.Extract(context.WithoutCancel(ctx), s, x.engine, want)
	if err != nil {
		return err
	}
	if run, err = x.follow(ctx, run); err != nil {
		return err
	}
	if run.State == model.RunCancelled || run.State == model.RunFailed {
		return x.ended(run)
	}
	if x.json {
		return x.printJSON(shapeRun(run))
	}
	switch {
	case run.State == model.RunReady:
		x.out().linef("%s: dreamgate review show %s", run.Note, run.Proposal)
	case !x.hook: // a hook has nothing to say where nothing was found
		x.out().linef("%s", run.Note)
	}
	if !x.hook {
		x.remarks(run.Report)
	}
	return nil
}

// sent lets an extraction for a hook go on by itself if its engine takes its time: at the end of a session
// the agent waits a minute for all hooks together, and a model may think longer about one.
func (x *extracting) sent(ctx context.Context, s model.Store, want dream.Extraction) (away bool, err error) {
	e, err := x.parts.Dreams.Engine(x.engine)
	if err != nil || !x.hook || x.parts.Away == nil || e.About().Origin == model.OriginRules {
		return false, err
	}
	_, err = x.send(ctx, dream.Errand{Store: s, Engine: x.engine, Want: &want})
	return true, err
}

// wanted is the store, and the sessions that are to be read.
func (x *extracting) wanted(ctx context.Context, in io.Reader, names []string) (s model.Store, want dream.Extraction, err error) {
	want.All = x.all
	if x.hook {
		h, err := readHook(ctx, in)
		if err != nil {
			return s, want, fmt.Errorf("read the hook's input: %w", err)
		}
		where := orElse(x.memory, h.Cwd)
		if where == "" || h.Transcript == "" {
			return s, want, errors.New("the hook names no session")
		}
		if s, err = x.find(ctx, where); err != nil {
			return s, want, err
		}
		f, err := transcript.At(h.Transcript)
		want.Sessions = []transcript.File{f}
		return s, want, err
	}
	if s, err = x.one(ctx, x.memory); err != nil || x.all {
		return s, want, err
	}
	f, err := session(s, names)
	want.Sessions = []transcript.File{f}
	return s, want, err
}

// session is the one named, by its id or the start of it, or the last one.
func session(s model.Store, names []string) (transcript.File, error) {
	files, _, err := transcript.Files(s.Transcripts)
	files = slices.DeleteFunc(files, func(f transcript.File) bool { return f.Sidechain })
	if len(files) == 0 {
		return transcript.File{}, errors.Join(fmt.Errorf("%s has no session on this machine: there is nothing to read", s.Name), err)
	}
	if len(names) > 0 {
		files = slices.DeleteFunc(files, func(f transcript.File) bool { return !strings.HasPrefix(f.Session, names[0]) })
		if len(files) == 0 {
			return transcript.File{}, fmt.Errorf("%s has no session %q; dreamgate extract without a name reads the last one", s.Name, names[0])
		}
	}
	return slices.MaxFunc(files, func(a, b transcript.File) int { return a.ModTime.Compare(b.ModTime) }), nil
}

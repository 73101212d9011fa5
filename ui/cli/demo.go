package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/transcript"
	"dreamgate/model"
	"dreamgate/ui/cli/sample"
)

// demo opens the program on a sample of its own.
func (a *app) demo() *cobra.Command {
	var dir, engine string
	var setup bool
	cmd := &cobra.Command{
		Use:   "demo [--engine command -- PROGRAM ARGS...]",
		Short: "Try the program on a sample; nothing else on the machine is read or written",
		Long: "The sample is laid out in a folder of its own: memories, the sessions they come from, their projects, and a dream that\n" +
			"waits for its review. Nothing else on the machine is read or written, and the last lines say how commands are run on\n" +
			"it and how it is removed. With --engine command a program of yours dreams on it: see dreamgate dream --help.",
		Args: args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, list []string) error {
			ctx := cmd.Context()
			before, command, err := splitOffer(cmd, list, engine)
			switch {
			case err != nil:
				return err
			case len(before) > 0:
				return usage("the demo takes no argument; name its folder with --dir")
			case !a.Terminal && !setup:
				return usage("the demo needs a terminal; to only lay the sample out: dreamgate demo --setup")
			}
			w, err := a.layDemo(ctx, dir, command)
			if err != nil {
				return err
			}
			defer a.farewell(w)
			if setup {
				return nil
			}
			return a.openScreen(ctx, Start{Dir: w.Shop})
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "lay the sample out in `DIR` (new or empty) and not in a temporary folder")
	engineFlag(cmd, &engine)
	cmd.Flags().BoolVar(&setup, "setup", false, "lay the sample out and open nothing")
	return cmd
}

// layDemo lays the sample out, moves this process into it, and leaves a proposal on its desk.
func (a *app) layDemo(ctx context.Context, dir string, command []string) (sample.World, error) {
	dir, err := demoDir(dir)
	if err != nil {
		return sample.World{}, err
	}
	w, err := sample.Lay(dir, a.clock())
	if err != nil {
		return w, err
	}
	// All later parts ask the environment where things are: from here on it is the sample's, and git
	// is told nothing of the user's.
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	for name, value := range w.Env() {
		if err := os.Setenv(name, value); err != nil {
			return w, fmt.Errorf("enter the sample: %w", err)
		}
	}
	if _, err := exec.LookPath("git"); err == nil {
		if err := w.Record(ctx); err != nil {
			return w, err
		}
	}
	if err := a.build(ctx, command); err != nil {
		return w, err
	}
	return w, a.proposeSample(ctx, w)
}

func demoDir(dir string) (string, error) {
	if dir == "" {
		made, err := os.MkdirTemp("", "dreamgate-demo-")
		if err != nil {
			return "", fmt.Errorf("make a folder for the demo: %w", err)
		}
		return made, nil
	}
	if err := vacant(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make a folder for the demo: %w", err)
	}
	return dir, nil
}

// proposeSample goes the way of every proposal: hunks, check, desk.
func (a *app) proposeSample(ctx context.Context, w sample.World) error {
	s, err := a.parts.Library.Find(ctx, w.Shop)
	if err != nil {
		return err
	}
	base, err := memory.ReadTree(ctx, s.Dir)
	if err != nil {
		return err
	}
	proposed, text, err := w.Proposed(base)
	if err != nil {
		return err
	}
	files, _, err := transcript.Files(s.Transcripts)
	if err != nil {
		return err
	}
	if len(s.Projects) == 0 {
		return errors.New("the sample's project is not found in its sessions")
	}
	made := a.clock().Add(-2 * time.Hour)
	judged, sources, err := check.Run(ctx, check.Input{Base: base, Proposed: proposed, Changes: hunk.Diff(base, proposed), Text: text,
		Origin: model.OriginModel, Transcripts: files, Repo: s.Projects[0], Zone: time.Local, Now: made})
	if err != nil {
		return err
	}
	_, err = a.parts.Desk.Propose(ctx, model.Proposal{Store: s, Origin: model.OriginModel, Engine: "sample", Created: made, Base: base,
		Proposed: proposed, Changes: text, Sources: sources, Check: judged})
	return err
}

// farewell says where the sample is and what to look at.
func (a *app) farewell(w sample.World) {
	out := a.out()
	out.linef("the sample is in %s", w.Dir)
	env := w.Env()
	out.linef("  commands on it:     CLAUDE_CONFIG_DIR=%s XDG_STATE_HOME=%s dreamgate projects", model.ShellWord(env["CLAUDE_CONFIG_DIR"]),
		model.ShellWord(env["XDG_STATE_HOME"]))
	if _, err := os.Stat(filepath.Join(w.Shop, ".git")); err == nil {
		out.linef("  what was accepted:  git -C %s log -p", model.ShellWord(w.Shop))
	}
	out.linef("  to remove it:       rm -r %s", model.ShellWord(w.Dir))
}

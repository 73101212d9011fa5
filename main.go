// Dreamgate shows what a coding agent remembers, lets a dream propose a better memory on a copy, and
// commits what its user accepts of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	// First, for its effect: it keeps the terminal from being asked for its colours.
	_ "dreamgate/ui/term"

	"golang.org/x/term"

	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/anthropic"
	"dreamgate/dream/engine/claude"
	"dreamgate/dream/engine/command"
	"dreamgate/dream/engine/offline"
	"dreamgate/dream/engine/openai"
	"dreamgate/dream/engine/talk"
	"dreamgate/memory"
	"dreamgate/memory/check"
	"dreamgate/memory/desk"
	"dreamgate/memory/past"
	"dreamgate/memory/project"
	"dreamgate/memory/search"
	"dreamgate/memory/secret"
	"dreamgate/model"
	"dreamgate/ui"
	"dreamgate/ui/cli"
)

// sweepTime bounds the search for what crashed runs left; what it does not reach waits for the next
// start.
const sweepTime = 5 * time.Second

func main() {
	ctx, release := guard()
	program := cli.Program{
		Version: version(),
		Build: func(ctx context.Context, s cli.Settings) (cli.Parts, error) {
			return build(ctx, s, release)
		},
		Stdout: os.Stdout, Stderr: os.Stderr,
		Terminal: tty(os.Stdin) && tty(os.Stdout) && os.Getenv("TERM") != dumb, Progress: tty(os.Stderr),
	}
	os.Exit(program.Run(ctx, os.Args[1:]))
}

// guard returns a context that the first signal ends; a later one ends the program. release gives the
// signals to somebody else.
func guard() (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	release = func() { signal.Stop(signals) }
	go func() {
		<-signals
		cancel()
		time.Sleep(ui.SignalGrace)
		release()
	}()
	return ctx, release
}

// dumb is what a terminal calls itself that only prints: the shell of an editor, for one.
const dumb = "dumb"

func tty(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// crashDir is where the report of a crash goes: our state folder, "" (the temp folder) without one.
func crashDir() string {
	dir, err := memory.StateDir()
	if err != nil {
		return ""
	}
	return dir
}

// engines are those that are offered, in this order. What the command line says of a model goes before
// the settings; of addresses, the environment does, as it does for other programs that ask there.
func engines(s cli.Settings) []engine.Engine {
	first := func(words ...string) string {
		for _, w := range words {
			if w != "" {
				return w
			}
		}
		return ""
	}
	set := func(name string) cli.EngineSettings { return s.Engines[name] }
	asked := func(name, key, base string) talk.Config {
		return talk.Config{
			Key: os.Getenv(key), Base: first(os.Getenv(base), set(name).URL), Model: first(s.Model, set(name).Model),
		}
	}
	list := []engine.Engine{offline.New()}
	if len(s.Command) > 0 {
		list = append(list, command.New(s.Command...).Closed(set(command.Name).Closed))
	}
	return append(list,
		claude.New(first(s.Model, set(claude.Name).Model)),
		anthropic.New(asked(anthropic.Name, anthropic.KeyName, anthropic.BaseName)),
		openai.New(asked(openai.Name, openai.KeyName, openai.BaseName)),
	)
}

// anew is the command line by which this program carries out a run in a process of its own.
func anew(arguments []string) []string {
	exe, err := os.Executable()
	if err == nil {
		_, err = os.Stat(exe)
	}
	if err != nil {
		exe = "/proc/self/exe" // it was replaced by a newer one meanwhile
	}
	return append(append([]string{exe}, arguments...), cli.CarryVerb)
}

// toldOnce hands out lines with the first of those that come later.
func toldOnce(lines []string, later func() []string) func() []string {
	first := make(chan []string, 1)
	first <- lines
	return func() []string {
		select {
		case lines := <-first:
			return slices.Concat(lines, later())
		default:
			return later()
		}
	}
}

// build makes the parts and hands them to each other. It reads the environment once more for each
// run, because the demo changes it.
func build(ctx context.Context, s cli.Settings, release func()) (cli.Parts, error) {
	reviews := desk.New(s.Now)
	library := project.New(project.Config(os.Getenv), s.Now, reviews)
	dreams := dream.New(dream.Options{
		Engines: engines(s), Desk: reviews, Now: s.Now, Caps: s.Caps, Secrets: s.Secrets, Addition: s.Addition,
	})
	away := dream.NewAway(dreams, anew(s.Again), dream.Errand{Command: s.Command, Model: s.Model, Caps: s.Caps})
	swept := make(chan []string, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sweepTime)
		defer cancel()
		swept <- dream.Sweep(ctx)
	}()
	return cli.Parts{
		Library: library, Desk: reviews, Dreams: dreams, Away: away,
		Screen: func(ctx context.Context, at cli.Start) error {
			// The screen has a guard of its own: an interrupt that is meant for the editor must not
			// end the program.
			release()
			err := ui.Run(ctx, ui.Deps{
				Library: library, Dreams: away, Reviews: reviews, Places: library, Searches: search.New(library), Past: past.New(reviews, s.Now), Secrets: secret.Hidden, Judge: check.Surface, Now: s.Now, Told: toldOnce(at.Recovered, reviews.Told), Keys: s.Keys, Dir: at.Dir, Here: at.Here, Review: at.Review, Choose: at.Choose, Range: at.Range, Preselect: at.Preselect,
				Theme: s.Theme, Look: memory.ReadLook(), KeepLook: memory.KeepLook, ASCII: s.ASCII, Mouse: !s.NoMouse, CrashDir: crashDir(),
			})
			if errors.Is(err, ui.ErrInterrupted) {
				return context.Canceled
			}
			return err
		},
		Editor: ui.Editor,
		Close: func() {
			// What is under way ends now; a signal that asks for that is no reason to leave it behind.
			if ctx.Err() == nil {
				guard()
			}
			away.Close()
			for _, line := range <-swept {
				fmt.Fprintln(os.Stderr, model.PrintableLine(line)) // it names folders as a record does
			}
		},
	}, nil
}

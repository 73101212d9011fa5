// Package cli is the face of the program without a screen: its commands, their plain text and their
// JSON. Everything that the screen can do to a memory has a command here, and both go through the
// same library, desk and dreamer.
//
//	cli.go root.go     the program, its settings, exit codes; the screen, or a plain report without a terminal
//	store.go           which memory, and which review, a command means
//	audit.go fix.go projects.go show.go badges.go search.go  reading, and proposing what an audit would mend
//	recall.go context.go layers.go hook.go choose.go         what a session is given, also asked by the agent itself
//	edit.go forget.go  a note that a person writes, or takes away
//	history.go blame.go undo.go pastshape.go                 what became of a memory, and taking that back
//	archive.go         lines of sessions that are to go
//	dream.go wait.go auto.go extract.go gates.go window.go meter.go  dreams, and what sessions said
//	tasks.go away.go   runs of this program and of others
//	hookcmd.go         the hooks in the settings of the agent
//	engines.go sending.go                what engines may do, and what they would be sent
//	check.go review.go apply.go          judging and applying; unapply.go refresh.go closed.go what becomes of a review
//	around.go standing.go approved.go    what is told of a hunk beside itself
//	decide.go reshape.go mend.go parity.go  deciding hunks, and which command does what a key does
//	reviewfrom.go reviewpair.go reviewrange.go  a review of a patch, of two folders, of commits; intake.go reads files
//	accessible.go linear*.go spoken.go agree.go  a review by questions and answers
//	menu.go            and the rest of the program
//	eval.go worlds.go  how good the check is, and an engine
//	words.go           words that look like flags
//	settings.go config.go  what the user has set
//	doctor.go keeping.go   the machine around it, and what is kept on it
//	shape.go hunkshape.go previewshape.go jsonhelp.go  the JSON that scripts rely on; print.go the text for people
//	demo.go            the sample world
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dreamgate/dream"
	"dreamgate/keymap"
	"dreamgate/memory/desk"
	"dreamgate/memory/project"
	"dreamgate/memory/secret"
	"dreamgate/model"
)

// Exit codes. Three is only for audit, check, review list and review show; two tells an agent's hook
// to block, so no hook command uses it.
const (
	exitDone        = 0
	exitError       = 1
	exitUsage       = 2
	exitRemains     = 3
	exitInterrupted = 130
)

// Settings are what the flags say about the parts of the program.
type Settings struct {
	// Now is the clock; --now makes it stand still.
	Now func() time.Time
	// Theme is "dark", "light" or "" (the program decides); ASCII and NoMouse are plain switches.
	Theme          string
	ASCII, NoMouse bool
	// Keys are the keys of the screen, the user's own among them.
	Keys *keymap.Map
	// Model is what engines are to ask that ask a model, "" for each engine's own choice.
	Model string
	// Engines are the settings of engines by their names.
	Engines map[string]EngineSettings
	// Caps and Secrets bound what a run may do; Addition is what models are told for a store.
	Caps     dream.Caps
	Secrets  model.SecretRule
	Addition func(model.Store) string
	// Command is the program of the command engine and its arguments, empty if none was given.
	Command []string
	// Again are the arguments by which this program, started anew, stands on the same clock.
	Again []string
}

// Parts are what the commands work with, built once the flags are known.
type Parts struct {
	Library *project.Library
	Desk    *desk.Desk
	Dreams  *dream.Dreamer
	// Away makes runs programs of their own; nil where this program cannot start itself anew.
	Away *dream.Away
	// Screen opens the screen and returns when it is left.
	Screen func(ctx context.Context, at Start) error
	// Editor lets the user's editor change a file, and returns when it is left.
	Editor func(ctx context.Context, file string) error
	// Close ends what runs in the background and waits for it.
	Close func()
}

// Start is where the screen opens.
type Start struct {
	// Dir is the memory directory to open, "" for the choice of memories.
	Dir string
	// Here is the working directory, whose memory is opened first where Dir names none.
	Here string
	// Review is the proposal to open, "" for the notes.
	Review string
	// Choose has one of the reviews that wait for the memory chosen first.
	Choose bool
	// Preselect accepts what is clean in it as it opens.
	Preselect bool
	// Range is a range of commits to show, "" for none.
	Range string
	// Recovered are the lines on what a crash had left, which were told beside the output: the screen covers that.
	Recovered []string
}

// Program is a run of dreamgate.
type Program struct {
	Version string
	// Build makes the parts. It is called after the demo has set the environment.
	Build          func(ctx context.Context, s Settings) (Parts, error)
	Stdout, Stderr io.Writer
	// Terminal says that a screen can be opened, Progress that Stderr is a terminal.
	Terminal, Progress bool
}

// fault is an error with the exit code it ends the program with. An empty message prints nothing.
type fault struct {
	code int
	err  error
}

func (f fault) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}

func (f fault) Unwrap() error { return f.err }

// usage is the error of a command that was called wrongly.
func usage(format string, a ...any) error { return fault{exitUsage, fmt.Errorf(format, a...)} }

// remains ends a command whose answer is printed and not clean.
var remains = fault{code: exitRemains}

// app carries one run through its commands.
type app struct {
	Program
	now, model     string
	bounds         bounds
	settings       settingsFile
	theme          string
	ascii, noMouse bool
	// preselect is --preselect of a review.
	preselect string
	// spoken is --accessible, stdin where its answers come from.
	spoken bool
	stdin  io.Reader
	clock  func() time.Time
	parts  Parts
	built  bool
	// folders says that the command is about reviews and what came of them, which there are also of folders
	// that are no memory.
	folders bool
	// mended are the lines that were told of what a crash had left.
	mended []string
	// obeys says that the command goes by the settings, and is not to run if they cannot be read.
	obeys bool
}

// Run carries out one command line and returns the exit code.
func (p Program) Run(ctx context.Context, args []string) int {
	if limit, is := hooked(args); is && !p.watched(args) {
		return p.quiet(ctx, limit, args)
	}
	return p.run(ctx, args)
}

// run is Run for what is no hook.
func (p Program) run(ctx context.Context, args []string) int {
	out := &sink{to: p.Stdout}
	p.Stdout = out
	a := &app{Program: p}
	root := a.root()
	root.SetArgs(unflagged(root, args))
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	completion(root)
	err := root.ExecuteContext(ctx)
	if out.err != nil && (err == nil || errors.Is(err, remains)) {
		err = fmt.Errorf("print the answer: %w", out.err)
	}
	a.recovered()
	if a.built && a.parts.Close != nil {
		a.parts.Close()
	}
	return a.code(ctx, err)
}

// recovered are the lines on what a crash had left of an apply and this run has finished or undone. Each is said once
// beside the output.
func (a *app) recovered() []string {
	if a.built && a.parts.Desk != nil {
		a.tellRecovered(a.parts.Desk.Told())
	}
	return a.mended
}

func (a *app) tellRecovered(lines []string) {
	for _, l := range lines {
		text{w: a.Stderr}.linef("%s", l)
	}
	a.mended = append(a.mended, lines...)
}

// sink remembers that what was printed did not arrive: half a report looks like a whole one.
type sink struct {
	to  io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.to.Write(p)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// code prints an error and says how the program ends.
func (a *app) code(ctx context.Context, err error) int {
	var f fault
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &f):
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		f = fault{exitInterrupted, errors.New("interrupted")}
	default:
		f = fault{exitError, err}
	}
	if text := f.Error(); text != "" {
		fmt.Fprintf(a.Stderr, "dreamgate: %s\n", model.Printable(secret.Mask(text)))
	}
	return f.code
}

// build makes the parts, once; command is that of the command engine.
func (a *app) build(ctx context.Context, command []string) error {
	if a.built {
		return nil
	}
	var err error
	// Settings that cannot be read are no reason to show no note.
	if a.settings, err = readSettings(); err != nil && a.obeys {
		return err
	}
	parts, err := a.Build(ctx, Settings{
		Now: a.clock, Theme: orElse(a.theme, a.settings.theme), ASCII: a.ascii || a.settings.ascii, NoMouse: a.noMouse || !a.settings.mouse,
		Keys: a.settings.keys, Model: a.model, Command: command, Engines: a.settings.engines, Caps: a.bounds.caps,
		Secrets: model.SecretRule(a.bounds.secrets), Addition: a.settings.addition, Again: a.again(),
	})
	if err != nil {
		return err
	}
	a.parts, a.built = parts, true
	if a.Stderr == io.Discard && parts.Desk != nil {
		parts.Desk.Hold() // a hook says nothing
	}
	return nil
}

// setClock reads --now.
func (a *app) setClock() error {
	a.clock = time.Now
	if a.now == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, a.now)
	if err != nil {
		// A day means its noon where the user is: it is the same day in nearly every zone.
		day, e := time.ParseInLocation("2006-01-02", a.now, time.Local)
		if e != nil {
			return usage("--now %q is neither a date (2006-01-02) nor a time (2006-01-02T15:04:05Z)", a.now)
		}
		at = day.Add(12 * time.Hour)
	}
	a.clock = func() time.Time { return at }
	return nil
}

// args counts the arguments of a command; a wrong number is a fault of usage. So is an empty one, a variable
// of a script that was not set: without a name a command may mean the only proposal there is.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			what := "there are too many words"
			switch {
			case len(args) == 0:
				what = "what it is about is missing"
			case check(cmd, append(slices.Clip(args), "one more")) == nil:
				what = "a word is missing"
			}
			return usage("%s: it is called as %s; see %s --help", what, strings.TrimSuffix(cmd.UseLine(), " [flags]"), cmd.CommandPath())
		}
		if at := slices.Index(args, ""); at >= 0 {
			return usage("argument %d is empty; see %s --help", at+1, cmd.CommandPath())
		}
		return nil
	}
}

// Package command is the engine that runs any program in the scratch folder, with the prompt on its
// stdin and a cleaned environment. It knows nothing of what the program is, but for one courtesy: a
// last line of JSON in the shape of an agent's result is believed.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/process"
	"dreamgate/model"
)

// Name is what the engine is chosen by.
const Name = "command"

// Engine runs one program.
type Engine struct {
	argv []string
	// closed keeps the program from the live notes, where the system can.
	closed bool
}

// New returns an engine that runs argv, the program and its arguments. With no program, or one
// that is not found, the engine describes itself as unusable.
func New(argv ...string) *Engine { return &Engine{argv: argv} }

// Closed keeps the program from changing the live notes, or leaves it all rights of its user. It is asked
// for and not the rule: with the notes the folders above them are closed to new files, and that is where
// many programs keep a login that they renew in the midst of a run.
func (e *Engine) Closed(closed bool) *Engine { return &Engine{argv: e.argv, closed: closed} }

// About describes the engine. A program that is run may send the notes anywhere, so it counts as
// remote.
func (e *Engine) About() model.Engine {
	about := model.Engine{Name: Name, About: "a program of yours, in the scratch folder", Remote: true, Way: model.WayProgram}
	if _, err := e.program(); err != nil {
		about.Why = err.Error()
	} else {
		words := make([]string, len(e.argv))
		for i, word := range e.argv {
			words[i] = model.ShellWord(word)
		}
		about.About = "runs " + strings.Join(words, " ")
	}
	return about
}

// program resolves the program before the working directory changes: "./x" means the user's.
func (e *Engine) program() (string, error) {
	if len(e.argv) == 0 || e.argv[0] == "" {
		return "", errors.New("no program given: dream --engine command -- PROGRAM ARGS")
	}
	path, err := exec.LookPath(e.argv[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", fmt.Errorf("find the program: %w", err)
	}
	return filepath.Abs(path)
}

// Run starts the program and returns when it and all that it started are gone.
func (e *Engine) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	path, err := e.program()
	if err != nil {
		return err
	}
	out := &output{emit: emit}
	reach := func(why error) {
		emit(model.Event{Remark: "the program ran with all your rights, the live notes within its reach: " + why.Error()})
	}
	if !e.closed {
		job.Closed = nil
	}
	status, err := process.Run(ctx, process.Program{
		Path: path, Args: e.argv[1:], Dir: job.Dir, Env: environ(os.Environ(), job.Dir), Stdin: job.Prompt,
		Hear: out.hear, LineMax: lineBytes, Closed: job.Closed, Open: reach,
	})
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return verdict(filepath.Base(e.argv[0]), status, out)
}

// verdict decides what the end of a program means.
func verdict(name string, status error, out *output) error {
	result, found := out.result()
	if found && result.failed() {
		return fmt.Errorf("%s: %s", name, result.words())
	}
	if status != nil {
		words := out.lastWords()
		if words == "" {
			words = "it said nothing"
		}
		return fmt.Errorf("%s ended with %s: %s", name, status, words)
	}
	if !found {
		return &engine.Unconfirmed{Words: out.lastWords()}
	}
	return nil
}

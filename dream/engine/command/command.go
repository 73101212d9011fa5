// Package command is the engine that runs any program in the scratch folder: no shell, a session
// of its own, the prompt on its stdin, a cleaned environment. It knows nothing of what the program
// is, but for one courtesy: a last line of JSON in the shape of an agent's result is believed.
//
// Ending a program means ending all that it started. On Linux this process becomes the reaper of
// its orphaned descendants while a program runs, so that nothing is left, not even as a zombie;
// elsewhere the group and the tree below the program are ended. What double-forks, starts a
// session, clears its environment and leaves the folder, all four, is beyond an engine without
// privileges.
package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// Time that a program has to end by itself after it was asked to, and that the system has to take
// its processes away after they were killed. Together they stay below the 5 s that a cancel may take.
const (
	graceCancel = 2500 * time.Millisecond
	graceExit   = 500 * time.Millisecond
	graceKill   = 2 * time.Second
	// pipeWait is for output that is still in a pipe when all its writers are gone.
	pipeWait = time.Second
	// lookEvery is how often the family of a program is looked at: a few milliseconds of work.
	lookEvery = 250 * time.Millisecond
)

// Engine runs one program.
type Engine struct {
	argv []string
	// grace is how long a cancelled program may take to end by itself.
	grace time.Duration
}

// New returns an engine that runs argv, the program and its arguments. With no program, or one
// that is not found, the engine describes itself as unusable.
func New(argv ...string) *Engine { return &Engine{argv: argv, grace: graceCancel} }

// About describes the engine. A program that is run may send the notes anywhere, so it counts as
// remote.
func (e *Engine) About() model.Engine {
	about := model.Engine{Name: "command", About: "a program of yours, in the scratch folder", Remote: true}
	if _, err := e.program(); err != nil {
		about.Why = err.Error()
	} else {
		about.About = "runs " + strings.Join(e.argv, " ")
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
	stdin, err := promptFile(job)
	if err != nil {
		return err
	}
	defer stdin.Close()
	cmd := exec.Command(path, e.argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = job.Dir, environ(os.Environ(), job.Dir), stdin
	// The kernel ties the death signal of a child to the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	release := adopt()
	defer release()
	out, err := startWith(cmd, emit)
	if err != nil {
		return fmt.Errorf("start %s: %w", e.argv[0], err)
	}
	status := e.waitFor(ctx, cmd, job.Dir)
	out.finish(pipeWait)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return verdict(filepath.Base(e.argv[0]), status, out)
}

// promptFile puts the prompt into a file without a name. A file has an end by itself: a program
// that never reads its stdin blocks nobody.
func promptFile(job engine.Job) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Join(job.Dir, engine.TempDir), "prompt-*")
	if err != nil {
		return nil, fmt.Errorf("prepare the prompt: %w", err)
	}
	_ = os.Remove(f.Name()) // Windows keeps it until the scratch goes
	if _, err = f.WriteString(job.Prompt); err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("prepare the prompt: %w", err)
	}
	return f, nil
}

// startWith starts the program with both outputs read into bounded memory.
func startWith(cmd *exec.Cmd, emit func(model.Event)) (*output, error) {
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		outR.Close()
		outW.Close()
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = outW, errW
	ownSession(cmd)
	err = cmd.Start()
	outW.Close()
	errW.Close()
	if err != nil {
		outR.Close()
		errR.Close()
		return nil, err
	}
	return newOutput(outR, errR, emit), nil
}

// waitFor returns when the program and its descendants are gone: after the program ended, or after
// ctx did. The error is that of the program's own end.
func (e *Engine) waitFor(ctx context.Context, cmd *exec.Cmd, dir string) error {
	family := newFamily(cmd.Process.Pid, dir)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for cancelled := false; !cancelled; {
		select {
		case err := <-ended:
			family.leaderGone()
			family.end(graceExit)
			return err
		case <-look.C:
			family.watch()
		case <-ctx.Done():
			cancelled = true
		}
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		family.end(e.grace)
	}()
	err := <-ended
	<-gone
	// What the program forked in its last moment is seen only now.
	family.leaderGone()
	family.end(0)
	return err
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

// Package process runs the programs of engines: no shell, a session of its own, the prompt on its
// stdin, both outputs read line by line in bounded memory, and nothing left of it afterwards.
//
// Ending a program means ending all that it started. On Linux this process becomes the reaper of
// its orphaned descendants while a program runs, so that nothing is left, not even as a zombie;
// elsewhere the group and the tree below the program are ended. What double-forks, starts a
// session, clears its environment and leaves the folder, all four, is beyond an engine without
// privileges.
package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"dreamgate/dream/engine"
)

// Time that a program has to end by itself after it was asked to, and that the system has to take
// its processes away after they were killed. Together they stay below the 5 s that a cancel may take.
const (
	// Grace is what a program that is asked to end is usually given.
	Grace     = 2500 * time.Millisecond
	graceExit = 500 * time.Millisecond
	graceKill = 2 * time.Second
	// pipeWait is for output that is still in a pipe when all its writers are gone.
	pipeWait = time.Second
	// lookEvery is how often the family of a program is looked at: a few milliseconds of work.
	lookEvery = 250 * time.Millisecond
)

// Program is a program to run.
type Program struct {
	// Path is absolute; Args are the arguments, without the name.
	Path string
	Args []string
	// Dir is the scratch folder, in which it starts. Env is all of its environment: Environ(Dir)
	// is to be a part of it.
	Dir string
	Env []string
	// Closed are folders in which neither it nor what it starts may change anything; none asks for
	// nothing. Where the system cannot see to that, the program runs all the same, and Open hears why.
	Closed []string
	Open   func(why error)
	// Stdin is what it can read.
	Stdin string
	// Grace is how long it may take to end by itself after ctx ended; it is asked at that moment.
	// Zero kills it at once.
	Grace func() time.Duration
	// Hear takes a line of output, from one goroutine at a time. It must not block for long: the
	// program waits for it. Of a line over LineMax bytes only the first ones are kept.
	Hear    func(Line)
	LineMax int
}

// Line is one line of a program's output, without its end.
type Line struct {
	// Text is valid until Hear returns.
	Text []byte
	// Cut says that the line was longer; Stderr where it came from.
	Cut, Stderr bool
}

// Run starts a program and returns when it and all that it started are gone. The status is how the
// program itself ended, nil or an *exec.ExitError; err says that it was not started.
func Run(ctx context.Context, p Program) (status, err error) {
	stdin, err := stdinFile(p)
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.Dir, p.Env, stdin
	release := adopt()
	defer release()
	out, end, err := p.launch(cmd)
	defer end()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(p.Path), err)
	}
	status = waitFor(ctx, cmd, p)
	out.finish(pipeWait)
	return status, nil
}

// launch starts the program on a thread of its own, which lives until end is called: the kernel ties the
// death signal of a child to the thread that started it, and a confinement to the thread that asked for it.
// A thread that is confined ends with its goroutine and does nothing for anybody else.
func (p Program) launch(cmd *exec.Cmd) (out *output, end func(), err error) {
	started, over, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go onThread(func() {
		defer close(gone)
		if len(p.Closed) == 0 {
			defer runtime.UnlockOSThread()
		} else if open := confine(p.Closed, p.Dir); open != nil && p.Open != nil {
			p.Open(open)
		}
		out, err = startWith(cmd, p)
		close(started)
		<-over
	})
	<-started
	return out, func() { close(over); <-gone }, err
}

// onThread does something on a thread that is its own until it unlocks it. It is never the first one: that
// cannot end, and what is asked of the whole process is answered by it.
func onThread(do func()) {
	runtime.LockOSThread()
	if firstThread() {
		defer runtime.UnlockOSThread()
		done := make(chan struct{})
		go func() {
			defer close(done)
			onThread(do)
		}()
		<-done
		return
	}
	do()
}

// stdinFile puts the input into a file without a name. A file has an end by itself: a program that
// never reads its stdin blocks nobody.
func stdinFile(p Program) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Join(p.Dir, engine.TempDir), "prompt-*")
	if err != nil {
		return nil, fmt.Errorf("prepare the prompt: %w", err)
	}
	_ = os.Remove(f.Name()) // Windows keeps it until the scratch goes
	if _, err = f.WriteString(p.Stdin); err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("prepare the prompt: %w", err)
	}
	return f, nil
}

// startWith starts the program with both outputs read into bounded memory.
func startWith(cmd *exec.Cmd, p Program) (*output, error) {
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
	return newOutput(outR, errR, p), nil
}

// waitFor returns when the program and its descendants are gone: after the program ended, or after
// ctx did. The error is that of the program's own end.
func waitFor(ctx context.Context, cmd *exec.Cmd, p Program) error {
	family := newFamily(cmd.Process.Pid, p.Dir)
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
		family.end(p.grace())
	}()
	err := <-ended
	<-gone
	// What the program forked in its last moment is seen only now.
	family.leaderGone()
	family.end(0)
	return err
}

func (p Program) grace() time.Duration {
	if p.Grace == nil {
		return Grace
	}
	return p.Grace()
}

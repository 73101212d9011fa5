//go:build unix

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestInterruptEndsAWaitForInput: the first interrupt ends a command that reads what never comes, from a standard input
// that stays open or from a pipe that the shell has opened.
func TestInterruptEndsAWaitForInput(t *testing.T) {
	w := layIntake(t)
	r, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	defer r.Close()
	handed := fmt.Sprintf("/dev/fd/%d", r.Fd())
	for _, args := range append(w.commands(handed), []string{"edit", "build.md", "--with", "-"}, []string{"review", "edit", w.hunk, "--with", "-"},
		[]string{"review", "--from", "-"}) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if code, _ := w.run(ctx, args); code != exitInterrupted || ctx.Err() == nil {
			t.Errorf("%v: exit %d", args, code)
		}
		cancel()
	}
}

// TestNoPipeIsWaitedFor: a pipe of the file system that nobody writes to, a device and a folder are refused at once, with
// a word that says what it is; what is handed over and the empty file are read.
func TestNoPipeIsWaitedFor(t *testing.T) {
	w := layIntake(t)
	for name, word := range map[string]string{w.pipe: "a named pipe", "/dev/zero": "a device", w.memory: "a folder"} {
		for _, args := range w.commands(name) {
			code, said := w.run(t.Context(), args)
			if code != exitError || !strings.Contains(said, name+" is "+word) {
				t.Errorf("%v: exit %d, %s", args, code, said)
			}
		}
	}
	// A folder of cases whose rows never come.
	cases := filepath.Join(w.base, "cases", "citation")
	if err := errors.Join(os.MkdirAll(cases, 0o755), unix.Mkfifo(filepath.Join(cases, "cases.jsonl"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if code, said := w.run(t.Context(), []string{"eval", filepath.Dir(cases)}); code != exitError || !strings.Contains(said, "named pipe") {
		t.Errorf("eval: exit %d, %s", code, said)
	}
	r, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fmt.Fprint(to, "Build with ninja.\n")
	to.Close()
	if code, said := w.run(t.Context(), []string{"review", "edit", w.hunk, "--with", fmt.Sprintf("/dev/fd/%d", r.Fd())}); code != exitDone {
		t.Errorf("handed over: exit %d, %s", code, said)
	}
	if code, said := w.run(t.Context(), []string{"check", "--base", w.memory, "--proposed", w.next, "--changes", os.DevNull}); code == exitError {
		t.Errorf("the empty file: exit %d, %s", code, said)
	}
}

// intakeWorld is a memory with a review, and a pipe that nobody writes to.
type intakeWorld struct {
	t                              *testing.T
	base, memory, next, pipe, hunk string
}

func layIntake(t *testing.T) intakeWorld {
	world(t)
	w := intakeWorld{t: t, base: t.TempDir()}
	w.memory, w.next, w.pipe = filepath.Join(w.base, "memory"), filepath.Join(w.base, "next"), filepath.Join(w.base, "pipe")
	layMemory(t, w.memory, "Build with make.")
	layMemory(t, w.next, "Build with just.")
	t.Chdir(w.memory)
	want(t, 0, "review", w.memory, w.next, "--lay")
	w.hunk = parsed[reviewJSON](t, 3, "review", "show", "--json").Files[0].Hunks[0].ID
	if err := unix.Mkfifo(w.pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	return w
}

// commands are those that read a file that a person names.
func (w intakeWorld) commands(file string) [][]string {
	return [][]string{{"edit", "build.md", "--with", file}, {"review", "edit", w.hunk, "--with", file}, {"review", "--from", file},
		{"audit", "--baseline", file}, {"eval", w.base, "--baseline", file}, {"check", "--base", w.memory, "--proposed", w.next, "--changes", file}}
}

// run runs a command whose standard input stays open, and gives up on one that does not end.
func (w intakeWorld) run(ctx context.Context, args []string) (code int, said string) {
	w.t.Helper()
	open, _ := io.Pipe()
	var out, errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		var r result
		p := program(&r, &out, &errs, false)
		a := &app{Program: p}
		root := a.root()
		root.SetArgs(args)
		root.SetIn(open)
		ended <- a.code(ctx, root.ExecuteContext(ctx))
	}()
	select {
	case code := <-ended:
		return code, errs.String()
	case <-time.After(20 * time.Second):
		w.t.Fatalf("%v waits on", args)
	}
	return 0, ""
}

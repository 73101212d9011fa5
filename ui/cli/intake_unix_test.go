//go:build unix

package cli

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestInterruptEndsAWaitForInput: the first interrupt ends a command that reads what never comes, from a pipe in the
// file system that nobody writes to or from a standard input that stays open.
func TestInterruptEndsAWaitForInput(t *testing.T) {
	world(t)
	base := t.TempDir()
	memory, next, pipe := filepath.Join(base, "memory"), filepath.Join(base, "next"), filepath.Join(base, "pipe")
	layMemory(t, memory, "Build with make.")
	layMemory(t, next, "Build with just.")
	t.Chdir(memory)
	want(t, 0, "review", memory, next, "--lay")
	hunk := parsed[reviewJSON](t, 3, "review", "show", "--json").Files[0].Hunks[0].ID
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"edit", "build.md", "--with", "-"}, {"edit", "build.md", "--with", pipe}, {"review", "edit", hunk, "--with", pipe}, {"review", "edit", hunk, "--with", "-"},
		{"review", "--from", pipe}, {"review", "--from", "-"}, {"audit", "--baseline", pipe}, {"eval", base, "--baseline", pipe},
		{"check", "--base", memory, "--proposed", next, "--changes", pipe},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		open, _ := io.Pipe()
		ended := make(chan int, 1)
		go func() {
			var out, errs bytes.Buffer
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
			if code != exitInterrupted || ctx.Err() == nil {
				t.Errorf("%v: exit %d", args, code)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%v waits on", args)
		}
		cancel()
	}
}

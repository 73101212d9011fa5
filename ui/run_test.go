//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a pseudo-terminal that answers no question.
type terminal struct {
	t    *testing.T
	tty  *os.File
	cmd  *exec.Cmd
	mu   sync.Mutex
	out  bytes.Buffer
	done chan struct{}
}

func startTerminal(t *testing.T, mode string, env ...string) *terminal {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childEnv+"="+mode, "TERM=xterm-256color", "LANG=C.UTF-8", "EDITOR=true", "COLORFGBG=")
	cmd.Env = append(cmd.Env, env...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 30, Cols: 100})
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	x := &terminal{t: t, tty: tty, cmd: cmd, done: make(chan struct{})}
	go func() {
		defer close(x.done)
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			x.mu.Lock()
			x.out.Write(buf[:n])
			x.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = tty.Close() })
	return x
}

func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.out.String()
}

// sees waits for a text; the limit only bounds a failure.
func (x *terminal) sees(text string) *terminal {
	x.t.Helper()
	for range 1500 {
		if strings.Contains(x.text(), text) {
			return x
		}
		time.Sleep(10 * time.Millisecond)
	}
	x.t.Fatalf("the terminal never showed %q; it has %q", text, x.text())
	return x
}

func (x *terminal) press(keys string) *terminal {
	x.t.Helper()
	if _, err := x.tty.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
	return x
}

func (x *terminal) signal(s syscall.Signal) *terminal {
	x.t.Helper()
	if err := x.cmd.Process.Signal(s); err != nil {
		x.t.Fatal(err)
	}
	return x
}

// ends waits for the end and checks that the terminal is as it was before: the main screen, the
// cursor, no mouse, no paste marks.
func (x *terminal) ends(code int, texts ...string) {
	x.t.Helper()
	_ = x.cmd.Wait()
	select {
	case <-x.done:
	case <-time.After(time.Second):
	}
	if got := x.cmd.ProcessState.ExitCode(); got != code {
		x.t.Errorf("it ended with %d, want %d", got, code)
	}
	for _, s := range append(texts, "\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "ENDED") {
		if !strings.Contains(x.text(), s) {
			x.t.Errorf("the output lacks %q: %q", s, x.text())
		}
	}
}

// TestTerminalIsAskedNothing: a terminal that answers no question holds nothing up.
func TestTerminalIsAskedNothing(t *testing.T) {
	x := startTerminal(t, "slow").sees("reading the memories")
	for _, question := range []string{"\x1b]11;", "\x1b]10;", "\x1b[6n", "\x1b[c", "\x1b[>"} {
		if strings.Contains(x.text(), question) {
			t.Errorf("the terminal was asked %q", question)
		}
	}
	x.press("q").ends(0, "err=<nil>")
}

func TestSignalsRestoreTheScreen(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(s.String(), func(t *testing.T) {
			// A decision made just before is kept.
			x := startTerminal(t, "review").sees("Topics").press("r]y").sees("1/3 decided")
			x.signal(s).ends(130, "err=interrupted decided=1")
		})
	}
}

// TestSignalDuringAnEdit: what was saved in the editor when the program was told to end is kept.
func TestSignalDuringAnEdit(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\necho words >> \"$1\"\necho EDITING\nread line\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	x := startTerminal(t, "review", "EDITOR="+editor, "TMPDIR="+t.TempDir()).sees("Topics").press("e").sees("EDITING")
	x.signal(syscall.SIGTERM).press("\r").ends(130, "err=interrupted decided=0 edited=1")
}

// TestSignalDuringAnEditOfAHunk is the same for a hunk, whose text goes into its review.
func TestSignalDuringAnEditOfAHunk(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\necho words >> \"$1\"\necho EDITING\nread line\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	x := startTerminal(t, "review", "EDITOR="+editor, "TMPDIR="+temp).sees("Topics").press("r]e").sees("EDITING")
	x.signal(syscall.SIGTERM).press("\r").ends(130, "err=interrupted decided=0 edited=0 words=1")
	if left, _ := filepath.Glob(filepath.Join(temp, "dreamgate-edit-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestKeysOfOneRead(t *testing.T) {
	x := startTerminal(t, "review").sees("Topics").press("r]yn").sees("2/3 decided")
	x.press("\x03").ends(0, "decided=2")
}

func TestResizeToNothingAndBack(t *testing.T) {
	x := startTerminal(t, "review").sees("Topics")
	for _, size := range []pty.Winsize{{Rows: 1, Cols: 1}, {Rows: 5, Cols: 20}, {Rows: 40, Cols: 120}} {
		if err := pty.Setsize(x.tty, &size); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	// Only a wide screen has gauges.
	x.sees("▕").press("q").ends(0)
}

func TestPanicRestoresTheScreen(t *testing.T) {
	dir := t.TempDir()
	x := startTerminal(t, "panic", "CRASH_DIR="+dir)
	x.ends(0, "err=crashed: no engines; send the report in "+dir)
}

//go:build unix

package vhs

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The size of the screens in the goldens.
const (
	columns = 120
	rows    = 36
)

// patience is how long a screen may take to show what is waited for, on a machine that does other
// things as well.
const patience = 30 * time.Second

// terminal is a program in a pseudo-terminal with an emulator at its other end.
type terminal struct {
	pty  *os.File
	emu  *vt.SafeEmulator
	last atomic.Int64 // when the program last wrote, in Unix nanoseconds
	done sync.WaitGroup
}

// run starts a program in a terminal. The terminal is closed and the program ended when the test is.
func run(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	term := &terminal{pty: f, emu: vt.NewSafeEmulator(columns, rows)}
	term.last.Store(time.Now().UnixNano())
	term.done.Add(2)
	go func() {
		defer term.done.Done()
		_, _ = io.Copy(term, f)
		_ = term.emu.Close()
	}()
	go func() {
		// What the emulator answers to queries goes back, as from a real terminal.
		defer term.done.Done()
		_, _ = io.Copy(f, term.emu)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = f.Close()
		_ = cmd.Wait()
		term.done.Wait()
	})
	return term
}

// Write takes what the program draws.
func (t *terminal) Write(p []byte) (int, error) {
	n, err := t.emu.Write(p)
	t.last.Store(time.Now().UnixNano())
	return n, err
}

// screen is what a person sees, without trailing blanks.
func (t *terminal) screen() string {
	lines := strings.Split(t.emu.String(), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// press sends keys, with a pause after each as a person makes: a lone escape needs one to be told
// from the start of a sequence.
func (t *terminal) press(keys ...string) error {
	for _, k := range keys {
		if _, err := io.WriteString(t.pty, k); err != nil {
			return fmt.Errorf("press %q: %w", k, err)
		}
		pause := 15 * time.Millisecond
		if k == "\x1b" {
			pause = 120 * time.Millisecond
		}
		time.Sleep(pause)
	}
	return nil
}

// wait returns when what is looked at matches.
func (t *terminal) wait(re *regexp.Regexp, limit time.Duration, look func() string) error {
	end := time.Now().Add(limit)
	for {
		seen := look()
		if re.MatchString(seen) {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("/%s/ was not seen in %s; the screen:\n%s", re, limit, t.screen())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// settle returns when the program has drawn nothing for a while.
func (t *terminal) settle(quiet time.Duration) {
	for {
		rest := quiet - time.Since(time.Unix(0, t.last.Load()))
		if rest <= 0 {
			return
		}
		time.Sleep(rest)
	}
}

// line is the line that the cursor is on.
func (t *terminal) line() string {
	lines := strings.Split(t.emu.String(), "\n")
	if y := t.emu.CursorPosition().Y; y < len(lines) {
		return strings.TrimRight(lines[y], " ")
	}
	return ""
}

// resize gives the terminal another size.
func (t *terminal) resize(tb testing.TB, columns, rows int) {
	tb.Helper()
	t.emu.Resize(columns, rows)
	if err := pty.Setsize(t.pty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		tb.Fatal(err)
	}
}

// over waits until the program has ended and closed its side.
func (t *terminal) over() { t.done.Wait() }

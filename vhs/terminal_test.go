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
	pty *os.File
	emu *vt.SafeEmulator
	// drawing is held while the emulator is written to or looked at: it guards itself, but not its text.
	drawing sync.Mutex
	last    atomic.Int64 // when the program last wrote, in Unix nanoseconds
	done    sync.WaitGroup
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
		// Its Close is not made for two goroutines; the end of its answers ends who reads them.
		_ = term.emu.InputPipe().(io.Closer).Close()
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
	t.drawing.Lock()
	n, err := t.emu.Write(p)
	t.drawing.Unlock()
	t.last.Store(time.Now().UnixNano())
	return n, err
}

// screen is what a person sees, without trailing blanks.
func (t *terminal) screen() string {
	lines := t.lines()
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

func (t *terminal) lines() []string {
	t.drawing.Lock()
	defer t.drawing.Unlock()
	return strings.Split(t.emu.String(), "\n")
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
	lines := t.lines()
	t.drawing.Lock()
	defer t.drawing.Unlock()
	if y := t.emu.CursorPosition().Y; y < len(lines) {
		return strings.TrimRight(lines[y], " ")
	}
	return ""
}

// resize gives the terminal another size.
func (t *terminal) resize(tb testing.TB, columns, rows int) {
	tb.Helper()
	t.drawing.Lock()
	t.emu.Resize(columns, rows)
	t.drawing.Unlock()
	if err := pty.Setsize(t.pty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		tb.Fatal(err)
	}
}

// over waits until the program has ended and closed its side.
func (t *terminal) over() { t.done.Wait() }

//go:build unix

package vhs

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// demo is the program on a sample in a folder of the test.
func demo(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(program, append([]string{"demo", "--dir", "shop-demo", "--now", "2026-03-02T14:00:00Z"}, args...)...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home, "TERM=xterm-256color", "COLORTERM=truecolor",
		"LC_ALL=C.UTF-8", "TZ=UTC"}
	return cmd
}

var browsing = regexp.MustCompile(`Topics`)

// record keeps all that a program writes to a terminal that answers nothing.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// within polls until ok holds.
func within(t *testing.T, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not in %s", what, limit)
		}
	}
}

// silent runs a program in a terminal that answers nothing, and waits for the first screen.
func silent(t *testing.T, cmd *exec.Cmd) (*record, *os.File) {
	t.Helper()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	r := &record{}
	var done sync.WaitGroup
	done.Go(func() { _, _ = io.Copy(r, f) })
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = f.Close()
		done.Wait()
	})
	within(t, patience, "the first screen", func() bool { return browsing.MatchString(r.String()) })
	return r, f
}

// TestNoQuery holds that the program asks the terminal nothing before its first frame: a terminal
// that does not answer would hold it up for seconds, and a late answer is typed into the shell.
func TestNoQuery(t *testing.T) {
	t.Parallel()
	r, _ := silent(t, demo(t))
	for _, query := range []string{"\x1b]10;?", "\x1b]11;?", "\x1b[6n", "\x1b[c"} {
		if strings.Contains(r.String(), query) {
			t.Errorf("the terminal is asked %q", query)
		}
	}
}

// TestDumbTerminal holds that a terminal which only prints is given no screen.
func TestDumbTerminal(t *testing.T) {
	t.Parallel()
	cmd := demo(t)
	cmd.Env = append(cmd.Env, "TERM=dumb")
	f, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out, _ := io.ReadAll(f) // a pseudo-terminal ends with an error
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 2 || !bytes.Contains(out, []byte("needs a terminal")) || bytes.ContainsRune(out, 0x1b) {
		t.Errorf("exit %d: %q", code, out)
	}
}

// TestSignals holds that a signal leaves the terminal as it was and neither process nor scratch behind.
// It comes twice: of a terminal that closes both the kernel and the shell tell.
func TestSignals(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			pids := filepath.Join(t.TempDir(), "pids")
			cmd := demo(t, "--engine", "command", "--", "/bin/sh", "-c", "trap '' TERM; echo $$ > "+pids+"; sleep 300")
			r, f := silent(t, cmd)
			startDream(t, f, r)
			within(t, patience, "the program of the dream", func() bool { b, _ := os.ReadFile(pids); return len(b) > 1 })
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
			_ = cmd.Process.Signal(s)
			ended := make(chan struct{})
			go func() { _ = cmd.Wait(); close(ended) }()
			select {
			case <-ended:
			case <-time.After(patience):
				t.Fatal("the program goes on")
			}
			if code := cmd.ProcessState.ExitCode(); code != 130 {
				t.Errorf("exit %d, want 130", code)
			}
			within(t, patience, "the terminal restored", func() bool {
				out := r.String()
				return strings.LastIndex(out, "\x1b[?1049l") > strings.LastIndex(out, "\x1b[?1049h") &&
					strings.LastIndex(out, "\x1b[?25h") > strings.LastIndex(out, "\x1b[?25l")
			})
			b, _ := os.ReadFile(pids)
			pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
			within(t, patience, "the program of the dream is gone", func() bool { return syscall.Kill(pid, 0) != nil })
			if left, _ := filepath.Glob(filepath.Join(cmd.Dir, "dreamgate-scratch-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// startDream starts a dream with the second engine by keys.
func startDream(t *testing.T, f *os.File, r *record) {
	t.Helper()
	for _, step := range []struct{ key, sees string }{{"d", "command"}, {"j", ""}, {"\r", ""}} {
		if _, err := io.WriteString(f, step.key); err != nil {
			t.Fatal(err)
		}
		within(t, patience, "after "+step.key, func() bool { return strings.Contains(r.String(), step.sees) })
		time.Sleep(50 * time.Millisecond)
	}
}

// TestSuspend holds that ctrl+z gives the terminal back to the shell, and fg the screen.
func TestSuspend(t *testing.T) {
	t.Parallel()
	cmd := shell(t, t.TempDir(), nil)
	cmd.Args = append(cmd.Args, "-i")
	term := run(t, cmd)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	prompt := regexp.MustCompile(`>$`)
	must(term.wait(prompt, patience, term.line))
	must(term.press(strings.Split("dreamgate demo --dir shop-demo\r", "")...))
	must(term.wait(browsing, patience, term.screen))
	must(term.press("\x1a"))
	must(term.wait(regexp.MustCompile(`Stopped`), patience, term.screen))
	must(term.press(strings.Split("fg\r", "")...))
	must(term.wait(browsing, patience, term.screen))
	must(term.press("?"))
	must(term.wait(regexp.MustCompile(`Keys: browse`), patience, term.screen))
	must(term.press("\x1b", "q"))
	must(term.wait(regexp.MustCompile(`the sample is in`), patience, term.screen))
}

// TestResize makes the terminal as small as it can be, and large again.
func TestResize(t *testing.T) {
	t.Parallel()
	term := run(t, demo(t))
	if err := term.wait(regexp.MustCompile(`review ready`), patience, term.screen); err != nil {
		t.Fatal(err)
	}
	term.settle(time.Second)
	before := term.screen()
	for _, size := range [][2]int{{1, 1}, {30, 5}, {columns, rows}} {
		term.resize(t, size[0], size[1])
		term.settle(300 * time.Millisecond)
	}
	within(t, patience, "the screen from before", func() bool { return term.screen() == before })
}

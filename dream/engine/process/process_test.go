//go:build unix

package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dreamgate/dream/engine"
)

// TestMain lets the test binary play a program that starts others.
func TestMain(m *testing.M) {
	if os.Getenv("DG_TEST_FORK") != "" {
		fork()
	}
	os.Exit(m.Run())
}

// fork notes its pid, starts the rest of the list below itself, each with its own way to get away,
// and then ignores all polite signals.
func fork() {
	way, rest, _ := strings.Cut(os.Getenv("DG_TEST_FORK"), ",")
	note, err := os.OpenFile(os.Getenv("DG_TEST_PIDS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(note, os.Getpid())
		note.Close()
	}
	if rest != "" {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{"DG_TEST_FORK=" + rest, "DG_TEST_PIDS=" + os.Getenv("DG_TEST_PIDS"), marker + "=" + os.Getenv(marker)}
		next, _, _ := strings.Cut(rest, ",")
		if strings.Contains(next, "setsid") {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		}
		if strings.Contains(next, "unmarked") {
			cmd.Env = cmd.Env[:2]
		}
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if strings.Contains(way, "exit") {
		time.Sleep(100 * time.Millisecond)
		os.Exit(0)
	}
	signals := make(chan os.Signal, 9)
	ignore(signals)
	time.Sleep(time.Minute)
	os.Exit(0)
}

// scratch is a folder that a program can be started in.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, engine.TempDir), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// said runs a shell script and returns its lines, with where they came from and what was cut.
func said(t *testing.T, most int, script string) (lines []string, status error) {
	t.Helper()
	dir := scratch(t)
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	status, err = Run(t.Context(), Program{
		Path: sh, Args: []string{"-c", script}, Dir: dir, Env: append(Environ(dir), "PATH="+os.Getenv("PATH")),
		Stdin: "all of it\n", LineMax: most,
		Hear: func(l Line) {
			lines = append(lines, fmt.Sprintf("%s cut=%v stderr=%v", l.Text, l.Cut, l.Stderr))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, status
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"stdin", "cat", []string{"all of it cut=false stderr=false"}},
		{"no end of line", `printf 'a\n\nb'`, []string{"a cut=false stderr=false", " cut=false stderr=false", "b cut=false stderr=false"}},
		{"stderr", "echo no >&2", []string{"no cut=false stderr=true"}},
		{"just fits", "echo 1234567890", []string{"1234567890 cut=false stderr=false"}},
		{"too long", "echo 12345678901; echo b", []string{"1234567890 cut=true stderr=false", "b cut=false stderr=false"}},
		{"very long", `head -c 40000000 /dev/zero | tr '\0' x; echo; echo b`, []string{"xxxxxxxxxx cut=true stderr=false", "b cut=false stderr=false"}},
		{"nothing", ":", nil},
	} {
		if got, status := said(t, 10, c.script); status != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %q, want %q", c.name, status, got, c.want)
		}
	}
}

func TestStatus(t *testing.T) {
	_, status := said(t, 10, "exit 7")
	if exit := (*exec.ExitError)(nil); !errors.As(status, &exit) || exit.ExitCode() != 7 {
		t.Errorf("status = %v", status)
	}
	if _, err := Run(t.Context(), Program{Path: "/no/such/program", Dir: scratch(t), Hear: func(Line) {}}); err == nil {
		t.Error("started nothing")
	}
}

func TestSelect(t *testing.T) {
	from := []string{"HOME=/h", "LC_ALL=C", "TMPDIR=/x", "A=b=c", "=C:=x", "odd"}
	got := Select(from, func(name string) bool { return Named([]string{"HOME", "LC_*", "TMPDIR", "A"}, name) })
	if want := []string{"HOME=/h", "LC_ALL=C", "A=b=c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNothingIsLeft starts families of processes that try to get away, and ends them by a cancel,
// by a program that exits first, and after a crash of the caller.
func TestNothingIsLeft(t *testing.T) {
	for _, c := range []struct {
		name, ways string
		cancel     bool
	}{
		{"children that ignore signals", "stay,stay,stay", true},
		{"a session of its own", "stay,setsid,stay", true},
		{"a daemon", "stay,setsid exit,setsid,stay", true},
		{"no mark, own session", "stay,setsid unmarked,stay", true},
		{"no mark, orphan", "stay,exit unmarked,setsid unmarked,stay", true},
		{"a program that goes first", "exit,stay,stay", false},
		{"a program that leaves a daemon", "exit,setsid exit,setsid,stay", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat("/proc/self/environ"); err != nil && (strings.Contains(c.ways, "exit") || strings.Contains(c.ways, "setsid")) {
				t.Skip("the mark of a process can be read on Linux only")
			}
			t.Parallel()
			dir := scratch(t)
			pids := filepath.Join(t.TempDir(), "pids")
			n := len(strings.Split(c.ways, ","))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan error, 1)
			go func() {
				_, err := Run(ctx, Program{
					Path: os.Args[0], Dir: dir, Env: append(Environ(dir), "DG_TEST_FORK="+c.ways, "DG_TEST_PIDS="+pids),
					Grace: func() time.Duration { return 500 * time.Millisecond }, Hear: func(Line) {},
				})
				done <- err
			}()
			var seen []int
			within(t, 10*time.Second, func() bool { seen = readPids(pids); return len(seen) == n || !c.cancel })
			if c.cancel {
				time.Sleep(150 * time.Millisecond) // orphans have come to us
				cancel()
			}
			start := time.Now()
			select {
			case err := <-done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(8 * time.Second):
				t.Fatal("the run does not return")
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			for _, pid := range readPids(pids) {
				if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
					t.Errorf("%d is still there: %v", pid, err)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		})
	}
}

// TestEndLeftovers ends what a crashed caller left, and nobody else.
func TestEndLeftovers(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("the mark of a process can be read on Linux only")
	}
	dir := t.TempDir()
	start := func(mark string) *exec.Cmd {
		cmd := exec.Command("sleep", "60")
		cmd.Env = []string{marker + "=" + mark}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	left, other := start(dir), start(dir+"x")
	within(t, 5*time.Second, func() bool { return marked(left.Process.Pid, dir) })
	ended := make(chan error, 1)
	go func() { ended <- left.Wait() }()
	EndLeftovers(dir)
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the leftover still runs")
		_ = left.Process.Kill()
	}
	if err := other.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the process of another run is gone: %v", err)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
}

func readPids(path string) []int {
	data, _ := os.ReadFile(path)
	var pids []int
	for f := range strings.FieldsSeq(string(data)) {
		if n, err := strconv.Atoi(f); err == nil {
			pids = append(pids, n)
		}
	}
	return pids
}

func within(t *testing.T, patience time.Duration, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("did not come to pass")
		}
	}
}

// ignore takes all signals that a polite cancel sends.
func ignore(c chan<- os.Signal) {
	signal.Notify(c, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
}

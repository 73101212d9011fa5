//go:build unix

package command

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
	"sync"
	"syscall"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
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

// log collects events.
type log struct {
	sync.Mutex
	lines []string
}

func (l *log) emit(e model.Event) {
	l.Lock()
	defer l.Unlock()
	l.lines = append(l.lines, e.Text)
}

func job(t *testing.T) engine.Job {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{engine.MemoryDir, engine.TempDir} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return engine.Job{Dir: dir, Prompt: "tidy up\n"}
}

func TestRunGivesThePromptAndReadsTheOutput(t *testing.T) {
	t.Setenv("GIT_DIR", "/nowhere")
	t.Setenv("SOME_KEY", "kept")
	j, l := job(t), &log{}
	script := `cat > memory/prompt; pwd -P; echo "git=$GIT_DIR key=$SOME_KEY term=$TERM tmp=$TMPDIR"; ` +
		`printf 'a\rb\n'; echo '{"result":"fine","type":"result","is_error":false}'`
	if err := New("sh", "-c", script).Run(t.Context(), j, l.emit); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(j.Dir, "memory/prompt")); string(got) != j.Prompt {
		t.Errorf("prompt = %q", got)
	}
	real, _ := filepath.EvalSymlinks(j.Dir)
	want := []string{real, "git= key=kept term=dumb tmp=" + j.Dir + "/tmp", "b", "result"}
	if !slices.Equal(l.lines, want) {
		t.Errorf("lines = %q, want %q", l.lines, want)
	}
	if left, _ := os.ReadDir(filepath.Join(j.Dir, "tmp")); len(left) != 0 {
		t.Errorf("left in tmp: %v", left)
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		name, script, want string
		unconfirmed        bool
	}{
		{"result", `echo '{"type":"result","is_error":false}'`, "", false},
		{"result with an error and code 0", `echo '{"type":"result","subtype":"success","is_error":true,"duration_api_ms":0,"result":"API Error: Rate limit reached"}'`, "sh: API Error: Rate limit reached", false},
		{"turns", `echo '{"type":"result","subtype":"error_max_turns","errors":["Reached maximum number of turns"]}'; exit 1`, "Reached maximum number of turns", false},
		{"odd fields", `echo '{"type":"result","is_error":true,"result":{"a":1}}'`, "sh: ", false},
		{"code", `echo 'Invalid API key - Please run /login'; exit 1`, "sh ended with exit status 1: Invalid API key - Please run /login", false},
		{"stderr", `echo 'no such flag' >&2; exit 2`, "exit status 2: no such flag", false},
		{"killed", `kill -9 $$`, "signal: killed: it said nothing", false},
		{"prose", `echo 'API Error: Rate limit reached'`, "it ended without a result and said: API Error: Rate limit reached", true},
		{"silence", `exit 0`, "it ended without a word and without a result", true},
		{"a word after the result", `echo '{"type":"result","is_error":false}'; echo bye`, "and said: ", true},
	} {
		err := New("sh", "-c", c.script).Run(t.Context(), job(t), (&log{}).emit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if unconfirmed := errors.As(err, new(*engine.Unconfirmed)); unconfirmed != c.unconfirmed {
			t.Errorf("%s: unconfirmed is %v", c.name, unconfirmed)
		}
	}
}

func TestOutputIsBounded(t *testing.T) {
	l := &log{}
	// 40 MB on one line, then a last line: what is remembered stays small.
	err := New("sh", "-c", `head -c 40000000 /dev/zero | tr '\0' x; echo; echo done`).Run(t.Context(), job(t), l.emit)
	if err == nil || !strings.Contains(err.Error(), "done") {
		t.Errorf("err = %v", err)
	}
	if len(l.lines) != 2 || len(l.lines[0]) > eventBytes+4 {
		t.Errorf("%d lines, the first of %d bytes", len(l.lines), len(l.lines[0]))
	}
}

func TestProgramMissing(t *testing.T) {
	for _, e := range []*Engine{New(), New("no-such-program-here")} {
		if e.About().Why == "" {
			t.Errorf("%v: no reason", e.argv)
		}
		if err := e.Run(t.Context(), job(t), (&log{}).emit); err == nil {
			t.Errorf("%v: ran", e.argv)
		}
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
			j := job(t)
			pids := filepath.Join(t.TempDir(), "pids")
			n := len(strings.Split(c.ways, ","))
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			done := make(chan error, 1)
			e := New("/usr/bin/env", "DG_TEST_FORK="+c.ways, "DG_TEST_PIDS="+pids, os.Args[0])
			e.grace = 500 * time.Millisecond
			go func() { done <- e.Run(ctx, j, (&log{}).emit) }()
			var seen []int
			within(t, 10*time.Second, func() bool { seen = readPids(pids); return len(seen) == n || !c.cancel })
			stop := errors.New("cancelled")
			if c.cancel {
				time.Sleep(150 * time.Millisecond) // orphans have come to us
				cancel(stop)
			}
			start := time.Now()
			select {
			case err := <-done:
				if c.cancel && !errors.Is(err, stop) {
					t.Errorf("err = %v", err)
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

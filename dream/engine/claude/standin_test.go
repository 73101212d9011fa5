//go:build unix

package claude

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// TestMain lets the test binary play the program: it is one if it is called by that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == binary {
		perform(filepath.Dir(os.Args[0]))
	}
	os.Exit(m.Run())
}

// play is what the program does, once it was asked for its version. It is told by a file beside it,
// because nothing of our environment reaches it.
type play struct {
	Version string
	// Stream is what it says; SCRATCH stands for its folder.
	Stream string
	Stderr string
	// Write are files that it leaves.
	Write map[string]string
	Exit  int
	// Signal ends it, Long is the length of a line before the stream, in bytes.
	Signal, Long int
	// Deaf ignores all signals that can be ignored, Fork leaves a child that does, Hang does not end.
	Deaf, Fork, Hang bool
}

const playFile, seenFile = "play.json", "seen.json"

// seen is what the program was given.
type seen struct {
	Args, Env []string
	Stdin     string
	Folder    string
}

func perform(dir string) {
	var p play
	data, err := os.ReadFile(filepath.Join(dir, playFile))
	if err != nil || json.Unmarshal(data, &p) != nil {
		leave(99)
	}
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println(p.Version)
		leave(0)
	}
	if len(os.Args) == 2 && os.Args[1] == "child" {
		p.Deaf, p.Hang = true, true
		p.Stream, p.Stderr, p.Write, p.Fork = "", "", nil, false
	} else {
		in, _ := io.ReadAll(os.Stdin)
		folder, _ := os.Getwd()
		note, _ := json.Marshal(seen{os.Args[1:], os.Environ(), string(in), folder})
		_ = os.WriteFile(filepath.Join(dir, seenFile), note, 0o600)
	}
	if p.Deaf {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}
	pids, err := os.OpenFile(filepath.Join(dir, "pids"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(pids, os.Getpid())
	}
	if p.Fork {
		child := exec.Command(os.Args[0], "child")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = child.Start()
	}
	p.act()
}

func (p play) act() {
	for name, text := range p.Write {
		_ = os.WriteFile(name, []byte(text), 0o600)
	}
	fmt.Fprint(os.Stderr, p.Stderr)
	folder, _ := os.Getwd()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	if p.Long > 0 {
		piece := strings.Repeat("x", 1<<20)
		for n := 0; n < p.Long; n += len(piece) {
			_, _ = out.WriteString(piece)
		}
		_ = out.WriteByte('\n')
	}
	_, _ = out.WriteString(strings.ReplaceAll(p.Stream, "SCRATCH", folder))
	_ = out.Flush()
	if p.Hang {
		time.Sleep(time.Minute)
	}
	if p.Signal > 0 {
		_ = syscall.Kill(os.Getpid(), syscall.Signal(p.Signal))
		time.Sleep(time.Minute)
	}
	leave(p.Exit)
}

// leave ends the stand-in without the second that the race detector takes for it.
func leave(code int) { syscall.Exit(code) }

// stage is a place where a run can be played.
type stage struct {
	t   *testing.T
	bin string
	job engine.Job

	mu     sync.Mutex
	events []model.Event
}

// newStage puts the stand-in into PATH, and nothing else.
func newStage(t *testing.T, p play) *stage {
	t.Helper()
	s := &stage{t: t, bin: t.TempDir()}
	if p.Version == "" {
		p.Version = "2.1.332 (Claude Code)"
	}
	data, err := json.Marshal(p)
	if err == nil {
		err = os.WriteFile(filepath.Join(s.bin, playFile), data, 0o600)
	}
	if err == nil {
		err = os.Symlink(os.Args[0], filepath.Join(s.bin, binary))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", s.bin)
	t.Setenv("HOME", t.TempDir())
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{engine.MemoryDir, engine.TempDir} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.job = engine.Job{Dir: dir, Prompt: "tidy up\n", Zone: time.UTC, Limits: engine.Limits{Turns: 2, Money: 0.5}}
	return s
}

func (s *stage) emit(e model.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
}

func (s *stage) run(ctx context.Context, model string) error {
	s.t.Helper()
	return New(model).Run(ctx, s.job, s.emit)
}

// heard are all texts of the events, and remarks those for the report.
func (s *stage) heard() (texts, remarks string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		if e.Text != "" {
			texts += e.Text + "\n"
		}
		if e.Remark != "" {
			remarks += e.Remark + "\n"
		}
	}
	return texts, remarks
}

// given is what the program was given.
func (s *stage) given() (g seen) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.bin, seenFile))
	if err == nil {
		err = json.Unmarshal(data, &g)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return g
}

// pids are those of the program and of what it started.
func (s *stage) pids() []int {
	data, _ := os.ReadFile(filepath.Join(s.bin, "pids"))
	var list []int
	for f := range strings.FieldsSeq(string(data)) {
		if n, err := strconv.Atoi(f); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// gone fails the test if anything that was started is still there.
func (s *stage) gone() {
	s.t.Helper()
	for _, pid := range s.pids() {
		if err := syscall.Kill(pid, 0); err == nil {
			s.t.Errorf("%d is still there", pid)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// recorded is a stream that the real program gave.
func recorded(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// begun is the first line of a sound run.
const begun = `{"type":"system","subtype":"init","cwd":"SCRATCH","tools":["Edit","Glob","Grep","Read","Write"],"permissionMode":"dontAsk","claude_code_version":"2.1.332","model":"m"}` + "\n"

// done are the last lines of one that has given its reasons.
const done = `{"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"CHANGES.md"}}]}}` + "\n" +
	`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"written"}]}}` + "\n" + success

const success = `{"result":"done","is_error":false,"num_turns":3,"subtype":"success","type":"result"}` + "\n"

//go:build unix

package command

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

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

// TestAboutCanBeTyped: the words of a program are told as a shell takes them.
func TestAboutCanBeTyped(t *testing.T) {
	if got := New("sh", "-c", "sleep 60").About().About; got != "runs sh -c 'sleep 60'" {
		t.Errorf("%q", got)
	}
}

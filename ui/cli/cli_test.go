package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/anthropic"
	"dreamgate/dream/engine/command"
	"dreamgate/dream/engine/offline"
	"dreamgate/dream/engine/openai"
	"dreamgate/dream/engine/talk"
	"dreamgate/memory/desk"
	"dreamgate/memory/project"
	"dreamgate/ui/cli/sample"
)

var update = flag.Bool("update", false, "write the goldens anew")

// now is the moment at which the tests stand.
var now = time.Date(2026, 3, 2, 14, 0, 0, 0, time.UTC)

// testdata is where the goldens are; tests leave the folder that they are started in.
var testdata string

func TestMain(m *testing.M) {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	testdata = filepath.Join(dir, "testdata")
	time.Local = time.UTC
	for _, v := range os.Environ() { // a hook that runs the tests has GIT_DIR and its like set
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	if os.Getenv("DG_TEST_PROGRAM") != "" {
		os.Exit(program(&result{}, os.Stdout, os.Stderr, false).Run(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// world lays the sample out and moves the test into it. The working directory is outside of any
// memory.
func world(t *testing.T) sample.World {
	t.Helper()
	dir := t.TempDir()
	w, err := sample.Lay(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	enter(t, w.Env())
	t.Chdir(w.Dir)
	if err := w.Record(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

// enter sets the environment for one test.
func enter(t *testing.T, env map[string]string) {
	t.Helper()
	for name, value := range env {
		t.Setenv(name, value)
	}
}

// bare moves the test to a machine without anything.
func bare(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	enter(t, map[string]string{"HOME": dir, "CLAUDE_CONFIG_DIR": "", "XDG_CONFIG_HOME": filepath.Join(dir, "config"),
		"XDG_STATE_HOME": filepath.Join(dir, "state"), "XDG_CACHE_HOME": filepath.Join(dir, "cache"), "TMPDIR": dir})
	t.Chdir(dir)
	return dir
}

// result is what one command left.
type result struct {
	out, err string
	code     int
	screens  []Start
}

// call carries out one command line as the program does. With terminal a screen is noted, not drawn.
func call(t *testing.T, terminal bool, args ...string) result {
	t.Helper()
	return callWithin(t.Context(), t, terminal, args...)
}

func callWithin(ctx context.Context, t *testing.T, terminal bool, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	var r result
	p := program(&r, &out, &errs, terminal)
	r.code = p.Run(ctx, append([]string{"--now", now.Format(time.RFC3339)}, args...))
	r.out, r.err = out.String(), errs.String()
	return r
}

// program is the program as main builds it, but for the screen and the editor. Started anew it is this test.
func program(r *result, out, errs io.Writer, terminal bool) Program {
	return Program{Version: "test", Stdout: out, Stderr: errs, Terminal: terminal,
		Build: func(ctx context.Context, s Settings) (Parts, error) {
			d := desk.New(s.Now)
			engines := []engine.Engine{offline.New(),
				anthropic.New(talk.Config{Key: os.Getenv(anthropic.KeyName), Base: os.Getenv(anthropic.BaseName), Model: s.Model}),
				openai.New(talk.Config{Key: os.Getenv(openai.KeyName), Base: os.Getenv(openai.BaseName), Model: cmp.Or(s.Model, s.Engines[openai.Name].Model)})}
			if len(s.Command) > 0 {
				engines = append(engines, command.New(s.Command...))
			}
			dreams := dream.New(dream.Options{Engines: engines, Desk: d, Now: s.Now, Zone: time.UTC,
				Caps: s.Caps, Secrets: s.Secrets, Addition: s.Addition})
			anew := append(append([]string{os.Args[0]}, s.Again...), CarryVerb)
			return Parts{Library: project.New(project.Config(os.Getenv), s.Now, d), Desk: d, Dreams: dreams,
				Away:   dream.NewAway(dreams, anew, dream.Errand{Command: s.Command, Model: s.Model, Caps: s.Caps}),
				Screen: func(_ context.Context, at Start) error { r.screens = append(r.screens, at); return nil },
				Editor: func(_ context.Context, file string) error { return writing(file) },
				Close:  dreams.Close}, nil
		}}
}

// writing is what the user's editor does to a file.
var writing = func(string) error { return nil }

// want fails the test unless a command ended with a code, and returns its output.
func want(t *testing.T, code int, args ...string) string {
	t.Helper()
	r := call(t, false, args...)
	if r.code != code {
		t.Fatalf("dreamgate %s: exit %d, want %d\n%s%s", strings.Join(args, " "), r.code, code, r.out, r.err)
	}
	return r.out
}

// parsed is want for JSON.
func parsed[T any](t *testing.T, code int, args ...string) (v T) {
	t.Helper()
	out := want(t, code, args...)
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("dreamgate %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return v
}

// chance are names that are new at each run: of proposals and runs, of the state folders of stores
// (they hold the path), and of commits.
var chance = []struct {
	pattern *regexp.Regexp
	word    string
}{
	{regexp.MustCompile(`\b20\d{6}-\d{6}-\d{3}-[0-9a-f]{6}\b`), "PROPOSAL"},
	{regexp.MustCompile(`\b20\d{6}-\d{3}\b`), "PROPOSAL"},
	{regexp.MustCompile(`[\w-]*(?:-src|srv-old)-(\w+)-[0-9a-f]{12}\b`), "$1-STATE"},
	{regexp.MustCompile(`\b[0-9a-f]{40}\b`), "COMMIT"},
}

// golden compares an output with a file of testdata, with what is new at each run taken out.
func golden(t *testing.T, name, got, dir string) {
	t.Helper()
	for _, c := range chance {
		got = c.pattern.ReplaceAllString(got, c.word)
	}
	got = strings.ReplaceAll(strings.ReplaceAll(got, dir, "DIR"), project.Slug(dir), "-SLUG")
	file := filepath.Join(testdata, name)
	if *update {
		if err := os.MkdirAll(testdata, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(old) != got {
		t.Errorf("%s is not what was printed (run with -update and look at the difference):\n%s", file, got)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func write(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

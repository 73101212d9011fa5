package dream

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// noon is the time of all tests.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// TestMain keeps all that a dream writes below one folder, and plays the program that is killed.
func TestMain(m *testing.M) {
	if os.Getenv("DG_TEST_VICTIM") != "" {
		victim()
	}
	if os.Getenv("DG_TEST_CARRY") != "" {
		carry()
	}
	os.Exit(m.Run())
}

// world is a memory with its transcripts, and where our own files go.
type world struct {
	t                          *testing.T
	memory, transcripts, state string
	temp                       string
	store                      model.Store
}

// newWorld makes a small sound memory: an index, three notes, one session.
func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{
		t: t, memory: filepath.Join(dir, "memory"), transcripts: filepath.Join(dir, "sessions"),
		state: filepath.Join(dir, "state"), temp: filepath.Join(dir, "tmp"),
	}
	for _, d := range []string{w.memory, w.transcripts, w.state, w.temp} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_STATE_HOME", w.state)
	t.Setenv("TMPDIR", w.temp)
	w.write("MEMORY.md", "- [Build](build.md) — how\n- [Tone](tone.md) — short\n- [Rule](rule.md) — tags\n")
	w.write("build.md", "---\nname: Build\ndescription: how\ntype: project\n---\n\nBuild with make.\n")
	w.write("tone.md", "---\nname: Tone\ndescription: short\ntype: user\n---\n\nKeep answers to five lines.\n")
	w.write("rule.md", "---\nname: Rule\ndescription: tags\ntype: feedback\n---\n\nOnly the release manager tags.\n")
	w.session("one", `{"type":"user","timestamp":"2026-11-10T09:00:00Z","cwd":"/home/dev/acme","sessionId":"one","message":{"role":"user","content":"we moved from make to just"}}`)
	w.store = model.Store{ID: "acme-1", Name: "acme", Dir: w.memory, Transcripts: []string{w.transcripts}}
	return w
}

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.memory, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) session(name string, lines ...string) {
	w.t.Helper()
	path := filepath.Join(w.transcripts, name+".jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Chtimes(path, noon.Add(-time.Hour), noon.Add(-time.Hour)); err != nil {
		w.t.Fatal(err)
	}
}

// look is a picture of a folder: names, kinds, modes, bytes, times.
func look(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		fmt.Fprintf(&b, "%s %s %s", rel, info.Mode(), info.ModTime())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %q", data)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// untouched fails the test if the memory changed or anything of a run is left.
func (w *world) untouched(before string) {
	w.t.Helper()
	if after := look(w.t, w.memory); after != before {
		w.t.Errorf("the memory changed:\n%s\nwas\n%s", after, before)
	}
	if left, _ := os.ReadDir(w.temp); len(left) > 0 {
		w.t.Errorf("left in the temp folder: %v", left)
	}
	records, _ := os.ReadDir(filepath.Join(w.state, "dreamgate", scratchRecords))
	if len(records) > 0 {
		w.t.Errorf("left of scratch records: %v", records)
	}
	if _, err := os.Stat(filepath.Join(w.state, "dreamgate", w.store.ID, lockName)); err == nil {
		w.t.Error("the lock is left")
	}
}

func (w *world) request(e engine.Engine) Request {
	return Request{Memory: w.memory, Transcripts: []string{w.transcripts}, Engine: e, Now: noon, Zone: time.UTC}
}

func (w *world) dreamer(engines ...engine.Engine) *Dreamer {
	var ticks atomic.Int64
	now := func() time.Time { return noon.Add(time.Duration(ticks.Add(1)) * time.Millisecond) }
	d := New(Options{Engines: engines, Desk: desk.New(now), Now: now, Zone: time.UTC})
	w.t.Cleanup(d.Close)
	return d
}

// fake is an engine that does what a test says.
type fake struct {
	name string
	run  func(ctx context.Context, job engine.Job, emit func(model.Event)) error
}

func (f fake) About() model.Engine { return model.Engine{Name: f.name} }

func (f fake) Run(ctx context.Context, job engine.Job, emit func(model.Event)) error {
	return f.run(ctx, job, emit)
}

// scribble is an engine that writes files below its folder.
func scribble(files map[string]string) fake {
	return fake{"scribble", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(job.Dir, name), []byte(text), 0o600); err != nil {
				return err
			}
		}
		return nil
	}}
}

// until waits for something that comes by itself.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("did not come to pass: %s", what)
		}
	}
}

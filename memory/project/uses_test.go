package project

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// reading writes a transcript that was started in cwd and read files, changed age days ago and begun a
// day before that.
func (w *world) reading(slug, name, cwd string, age int, paths ...string) {
	at := today.AddDate(0, 0, -age)
	lines := []string{fmt.Sprintf(`{"type":"user","cwd":%q,"timestamp":%q,"message":{"role":"user","content":"hi"}}`,
		cwd, at.AddDate(0, 0, -1).Format(time.RFC3339))}
	for i, p := range paths {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","cwd":%q,"timestamp":%q,"message":{"role":"assistant","content":[`+
			`{"type":"tool_use","id":"%s-%d","name":"Read","input":{"file_path":%q}}]}}`, cwd, at.Format(time.RFC3339), name, i, p))
	}
	path := w.path(".claude", "projects", slug, name+".jsonl")
	w.write(path, strings.Join(lines, "\n")+"\n")
	if err := os.Chtimes(path, at, at); err != nil {
		w.t.Fatal(err)
	}
}

// look opens the memory of a directory and learns what takes longer.
func (w *world) look(dir string) model.Memory {
	w.t.Helper()
	lib := w.library()
	s, err := lib.Find(w.t.Context(), dir)
	if err != nil {
		w.t.Fatal(err)
	}
	m, err := lib.Open(w.t.Context(), s)
	if err == nil {
		m, err = lib.Look(w.t.Context(), m)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

func usesOf(m model.Memory) string {
	var list []string
	for _, n := range m.Notes {
		switch u := m.Badges[n.Path].Use; {
		case !u.Known:
			list = append(list, n.Path+" ?")
		case u.Since:
			list = append(list, fmt.Sprintf("%s %d since", n.Path, u.Reads))
		default:
			list = append(list, fmt.Sprintf("%s %d", n.Path, u.Reads))
		}
	}
	return strings.Join(list, ", ")
}

func (w *world) note(path, session, modified string) {
	w.write(path, "---\nname: "+strings.TrimSuffix(filepath.Base(path), ".md")+"\ndescription: one of them\ntype: user\noriginSessionId: "+
		session+"\nmodified: "+modified+"\n---\nbody\n")
}

func TestUse(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_CACHE_HOME", w.path("cache"))
	app := w.path("src", "app")
	w.mkdir(app)
	w.git(app, "init", "-q")
	w.write(filepath.Join(app, "x"), "x")
	w.git(app, "add", ".")
	w.git(app, "commit", "-qm", "x")
	w.git(app, "worktree", "add", "-q", w.path("src", "wt"))
	slug := Slug(app)
	dir := w.kept(slug, "old")
	link := w.path("link")
	if err := os.Symlink(filepath.Dir(dir), link); err != nil {
		t.Fatal(err)
	}
	for name, session := range map[string]string{"b": "young", "c": "young", "d": "gone", "e": "", "f": "old", "g": "elsewhere"} {
		w.note(filepath.Join(dir, name+".md"), session, "2026-11-20T00:00:00Z")
	}
	w.reading(slug, "old", app, 25, filepath.Join(dir, "b.md"), filepath.Join(dir, "MEMORY.md"))
	w.reading(slug, "young", app, 3, filepath.Join(dir, "b.md"), filepath.Join(app, "b.md"))
	w.reading(Slug(w.path("src", "wt")), "wt", w.path("src", "wt"), 2, filepath.Join(link, "memory", "d.md"))
	w.reading(slug, "dream", dir, 1, filepath.Join(dir, "c.md"), filepath.Join(dir, "d.md"))
	w.reading(slug, "own", "/tmp/dreamgate-scratch-5", 1, filepath.Join(dir, "c.md"))
	want := "a.md 0, b.md 2 since, c.md 0, d.md 1 since, e.md ?, f.md 0, g.md ?"
	if got := usesOf(w.look(app)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	m := w.look(app)
	if last := m.Badges["b.md"].Use.Last; !last.Equal(today.AddDate(0, 0, -3)) {
		t.Errorf("last read %v", last)
	}
}

// TestNeverReadIsNotSaidOfWhatMayHaveGone: the session that a note came from has outlived others, as it
// was gone on with.
func TestNeverReadIsNotSaidOfWhatMayHaveGone(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_CACHE_HOME", w.path("cache"))
	slug := Slug(w.path("app"))
	w.mkdir(w.path("app"))
	w.kept(slug, "long")
	path := w.path(".claude", "projects", slug, "long.jsonl")
	w.reading(slug, "long", w.path("app"), 50)
	now := today.AddDate(0, 0, -1)
	if err := os.Chtimes(path, now, now); err != nil {
		t.Fatal(err)
	}
	if got := usesOf(w.look(w.path("app"))); got != "a.md ?" {
		t.Errorf("got %s", got)
	}
	w.reading(slug, "older", w.path("app"), 60) // that one would have gone first
	if got := usesOf(w.look(w.path("app"))); got != "a.md 0" {
		t.Errorf("got %s", got)
	}
}

func TestUseInTheProjectsTree(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_CACHE_HOME", w.path("cache"))
	app, wt := w.path("app"), w.path("wt")
	w.write(filepath.Join(app, ".memory", "MEMORY.md"), "- [A](a.md)\n")
	w.note(filepath.Join(app, ".memory", "a.md"), "s", "2026-11-20T00:00:00Z")
	w.git(app, "init", "-q")
	w.git(app, "add", ".")
	w.git(app, "commit", "-qm", "x")
	w.git(app, "worktree", "add", "-q", wt)
	w.reading(Slug(app), "s", app, 5, filepath.Join(app, ".memory", "a.md"), filepath.Join(app, "sub", ".memory", "a.md"))
	w.reading(Slug(app), "t", wt, 5, filepath.Join(wt, ".memory", "a.md"))
	if got := usesOf(w.look(app)); got != "a.md 2 since" {
		t.Errorf("got %s", got)
	}
}

// TestTranscriptsAreReadOnce changes what a transcript says, but neither its size nor its time.
func TestTranscriptsAreReadOnce(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_CACHE_HOME", w.path("cache"))
	app := w.path("app")
	w.mkdir(app)
	dir := w.kept(Slug(app), "s")
	w.reading(Slug(app), "s", app, 5, filepath.Join(dir, "a.md"))
	if got := usesOf(w.look(app)); got != "a.md 1" {
		t.Fatalf("got %s", got)
	}
	path := w.path(".claude", "projects", Slug(app), "s.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := today.AddDate(0, 0, -5)
	w.write(path, strings.Replace(string(text), "a.md", "b.md", 1))
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
	if got := usesOf(w.look(app)); got != "a.md 1" {
		t.Errorf("it was read again: %s", got)
	}
}

func TestUseWithoutSessions(t *testing.T) {
	w := newWorld(t)
	t.Setenv("XDG_CACHE_HOME", w.path("cache"))
	w.write(w.path("notes", "MEMORY.md"), "- [A](a.md)\n")
	w.note(w.path("notes", "a.md"), "s", "2026-11-20T00:00:00Z")
	m := w.look(w.path("notes"))
	if got := usesOf(m); got != "a.md ?" || len(m.Remarks) > 0 {
		t.Errorf("got %s, %q", got, m.Remarks)
	}
}

package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

func TestOpen(t *testing.T) {
	w := newWorld(t)
	app := w.path("src", "app")
	w.mkdir(app)
	slug := Slug(app)
	dir := w.kept(slug, "here")
	for session, age := range map[string]int{"here": 1, "going": 25, "due": 40} {
		w.session(slug, session, app, age)
	}
	w.session("-elsewhere", "moved", "/nowhere", 2)
	for name, session := range map[string]string{"b": "going", "c": "due", "d": "gone", "e": "moved", "f": "../x", "g": ""} {
		w.write(filepath.Join(dir, name+".md"), "---\nname: "+name+"\ndescription: one of them\ntype: user\noriginSessionId: "+session+
			"\nmodified: 2026-11-01T00:00:00Z\n---\n")
	}
	w.write(filepath.Join(dir, "h.md"), "no frontmatter\n")
	w.desk[dir] = []model.ProposalInfo{{ID: "p1"}, {ID: "p2"}}
	lib := w.library()
	s, err := lib.Find(t.Context(), app)
	if err != nil {
		t.Fatal(err)
	}
	m, err := lib.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a": "here 29", "b": "going 5", "c": "going 0", "d": "gone 0", "e": "here 28", "f": "gone 0", "g": "unknown 0", "h": "unknown 0",
	} {
		b := m.Badges[name+".md"]
		if got := fmt.Sprint(b.Evidence.State, " ", b.Evidence.Days); got != want || b.Evidence.Reason == "" {
			t.Errorf("%s: %+v, want %s", name, b.Evidence, want)
		}
	}
	if b := m.Badges["b.md"]; b.Age.Source != model.AgeModified || b.Findings != 1 || b.Worst != model.Warning {
		t.Errorf("b: %+v", b)
	}
	if b := m.Badges["a.md"]; b.Age.Source != model.AgeMtime || b.Age.At.IsZero() || b.Findings != 0 {
		t.Errorf("a: %+v", b)
	}
	if len(m.Pending) != 2 || m.Store.Summary.Pending != 2 || m.Store.Summary.Notes != 8 {
		t.Errorf("%d pending, summary %+v", len(m.Pending), m.Store.Summary)
	}
}

func TestCleanupPeriod(t *testing.T) {
	for text, want := range map[string]string{
		"": "going", `{"cleanupPeriodDays": 365}`: "here", `{"cleanupPeriodDays": 0}`: "going",
		`{"model": "x"}`: "going", `{broken`: "here", `{"cleanupPeriodDays": "x"}`: "here",
	} {
		w := newWorld(t)
		dir := w.kept("-p", "s")
		w.session("-p", "s", "/p", 27)
		if text != "" {
			w.write(w.path(".claude", "settings.json"), text)
		}
		lib := w.library()
		m, err := lib.Open(t.Context(), model.Store{Dir: dir, Slug: "-p"})
		if err != nil || m.Badges["a.md"].Evidence.State != want {
			t.Errorf("%q: %+v, %v; want %s", text, m.Badges["a.md"].Evidence, err, want)
		}
	}
}

func TestOpenInGit(t *testing.T) {
	w := newWorld(t)
	dir := w.path("app", ".memory")
	w.write(filepath.Join(dir, "MEMORY.md"), "- [A](a.md)\n- [B](b.md)\n")
	w.write(filepath.Join(dir, "a.md"), "---\ntype: user\nmodified: 2026-09-01\n---\n")
	w.write(filepath.Join(dir, "b.md"), "---\ntype: user\nmodified: 2026-11-01\n---\n")
	w.git(w.path("app"), "init", "-q")
	w.git(w.path("app"), "add", ".")
	w.git(w.path("app"), "commit", "-qm", "notes")
	lib := w.library()
	s, err := lib.Find(t.Context(), w.path("app"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := lib.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if a := m.Badges["a.md"].Age; a.Source != model.AgeCommit || a.Commit == "" || a.At.Format("2006-01-02") != "2026-10-01" {
		t.Errorf("a: %+v", a)
	}
	if b := m.Badges["b.md"].Age; b.Source != model.AgeModified {
		t.Errorf("b: %+v", b)
	}
}

// TestLinkedFiles: what a link points to is shown, and the link stays one.
func TestLinkedFiles(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-p", "s")
	w.write(w.path("dotfiles", "tone.md"), "---\nname: Tone\ntype: user\n---\nshort\n")
	w.write(w.path("dotfiles", "index.md"), "- [T](tone.md)\n- [A](a.md)\n")
	for link, target := range map[string]string{
		"tone.md": w.path("dotfiles", "tone.md"), "zero.md": "/dev/zero", "lost.md": "nowhere", "loop.md": "loop.md", "dir.md": "/",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(w.path("dotfiles", "index.md"), filepath.Join(dir, "MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	m, err := w.library().Open(t.Context(), model.Store{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if m.Index.Lines != 2 || m.Index.Special == "" || m.Tree["tone.md"].Regular() {
		t.Errorf("index %+v, tone %+v", m.Index, m.Tree["tone.md"])
	}
	special := 0
	for _, n := range m.Notes {
		if n.Special != "" {
			special++
		}
		if n.Path == "tone.md" && (n.Name != "Tone" || n.Special != "link to "+w.path("dotfiles", "tone.md")) {
			t.Errorf("tone: %+v", n)
		}
		if n.Path == "zero.md" && n.Bytes != 0 {
			t.Errorf("zero: %+v", n)
		}
	}
	if special != 5 {
		t.Errorf("%d special notes", special)
	}
}

func TestOpenSaysWhatItCouldNotLearn(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-p", "s")
	w.desk[dir] = nil
	m, err := w.library().Open(t.Context(), model.Store{Dir: dir})
	if err != nil || len(m.Remarks) != 1 || m.Remarks[0] != errDesk.Error() {
		t.Errorf("%q, %v", m.Remarks, err)
	}
	if _, err := w.library().Open(t.Context(), model.Store{Dir: w.path("gone")}); err == nil ||
		!strings.Contains(err.Error(), "choose another") {
		t.Errorf("a memory that is gone: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.library().Open(ctx, model.Store{Dir: dir}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := w.library().Stores(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSessionsAreRememberedOnce: a session that has not said where it was started is asked again.
func TestSessionsAreRememberedOnce(t *testing.T) {
	w := newWorld(t)
	w.kept("-p", "s")
	path := w.path(".claude", "projects", "-p", "s.jsonl")
	w.write(path, "{\"type\":\"mode\"}\n")
	lib := w.library()
	if s, _ := lib.Stores(t.Context()); len(s[0].Projects) != 0 {
		t.Errorf("projects %q", s[0].Projects)
	}
	w.session("-p", "s", "/p", 0)
	if s, _ := lib.Stores(t.Context()); len(s[0].Projects) != 1 || s[0].Name != "p" {
		t.Errorf("projects %q", s[0].Projects)
	}
	if err := os.Chtimes(path, time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	w.write(path, "") // no longer read: a file that only grows says it once
	if s, _ := lib.Stores(t.Context()); len(s[0].Projects) != 1 {
		t.Errorf("projects %q", s[0].Projects)
	}
}

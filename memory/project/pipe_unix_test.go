//go:build unix

package project

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dreamgate/model"
)

// TestNothingBlocks: a pipe in the place of anything that is read holds nothing up.
func TestNothingBlocks(t *testing.T) {
	w := newWorld(t)
	app := w.path("src", "app")
	w.mkdir(filepath.Join(app, "sub"))
	slug := Slug(app)
	dir := w.kept(slug, "pipe")
	w.session(slug, "s", app, 1)
	for _, p := range []string{
		filepath.Join(dir, "pipe.md"), w.path(".claude", "projects", slug, "pipe.jsonl"), w.path(".claude", "settings.json"),
		w.path(".claude", "projects", "-pipe"), filepath.Join(app, ".git"),
	} {
		if err := syscall.Mkfifo(p, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan model.Memory, 1)
	go func() {
		defer close(done)
		lib := w.library()
		if stores, err := lib.Stores(t.Context()); err != nil || len(stores) != 1 {
			t.Errorf("%v, %v", names(stores), err)
		}
		s, err := lib.Find(t.Context(), filepath.Join(app))
		if err != nil {
			t.Error(err)
			return
		}
		m, err := lib.Open(t.Context(), s)
		if err != nil {
			t.Error(err)
		}
		done <- m
	}()
	select {
	case m := <-done:
		if b := m.Badges["a.md"].Evidence; b.State != model.EvidenceGone {
			t.Errorf("a pipe is evidence: %+v", b)
		}
		if m.Tree["pipe.md"].Special() != "named pipe" {
			t.Errorf("%+v", m.Tree["pipe.md"])
		}
	case <-time.After(20 * time.Second):
		t.Fatal("blocked")
	}
}

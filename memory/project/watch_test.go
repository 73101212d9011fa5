package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// TestWatch: a change of a note is told once it is over, whoever makes it and wherever in the memory; what
// is hidden is not.
func TestWatch(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-p", "s")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told, err := w.library().Watch(ctx, model.Store{Dir: dir})
	if err != nil {
		t.Skip("nothing can be watched here: ", err)
	}
	hears := func(what string) {
		t.Helper()
		select {
		case <-told:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: not told", what)
		}
	}
	silent := func(what string) {
		t.Helper()
		select {
		case <-told:
			t.Errorf("%s: told", what)
		case <-time.After(3 * settleTime):
		}
	}
	for i := range 20 {
		w.write(filepath.Join(dir, fmt.Sprintf("n%d.md", i)), "x\n")
	}
	hears("twenty new notes")
	silent("twenty new notes, a second time")
	w.mkdir(filepath.Join(dir, "team"))
	hears("a new folder")
	w.write(filepath.Join(dir, "team", "a.md"), "x\n")
	hears("a note in it")
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "team", ".tmp"), nil, 0o600), os.Rename(filepath.Join(dir, "team", ".tmp"), filepath.Join(dir, "team", "a.md"))); err != nil {
		t.Fatal(err)
	}
	hears("a note that was replaced")
	if err := os.Remove(filepath.Join(dir, "a.md")); err != nil {
		t.Fatal(err)
	}
	hears("a note that was removed")
	w.write(filepath.Join(dir, ".consolidate-lock"), "1")
	w.write(filepath.Join(dir, "a.md~"), "1")
	silent("what is hidden")
	away := dir + "-away"
	for what, gone := range map[string]func() error{
		"removed": func() error { return os.RemoveAll(dir) },
		"renamed": func() error { return errors.Join(os.RemoveAll(away), os.Rename(dir, away)) },
	} {
		if err := gone(); err != nil {
			t.Fatal(err)
		}
		hears("a memory that was " + what)
		w.mkdir(dir)
		hears("one that is back after it was " + what)
		w.write(filepath.Join(dir, "a.md"), "x\n")
		hears("a note in one that is back after it was " + what)
	}
	cancel()
	select {
	case _, open := <-told:
		if open {
			t.Error("told at the end")
		}
	case <-time.After(20 * time.Second):
		t.Error("not closed")
	}
	if _, err := w.library().Watch(t.Context(), model.Store{Dir: w.path("nowhere")}); err == nil {
		t.Error("a memory that is gone is watched")
	}
	if _, err := w.library().Watch(t.Context(), model.Store{Dir: dir, Untrusted: true}); !errors.Is(err, ErrUntrusted) {
		t.Errorf("one that is not trusted: %v", err)
	}
}

// TestWatchReviews: what happens to the reviews of a store is told, and told apart from its notes, also where its state
// folder comes later; locks and what is kept beside them are not.
func TestWatchReviews(t *testing.T) {
	w := newWorld(t)
	dir := w.kept("-p", "s")
	st := model.Store{ID: "acme-9", Dir: dir}
	told, err := w.library().Watch(t.Context(), st)
	if err != nil {
		t.Skip("nothing can be watched here: ", err)
	}
	hears := func(what string, want model.Stir) {
		t.Helper()
		select {
		case got := <-told:
			if got != want {
				t.Errorf("%s: %+v", what, got)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: not told", what)
		}
	}
	root, err := memory.StoreState(st.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	hears("a state folder", model.Stir{Desk: true})
	put := func(name string) {
		t.Helper()
		if err := root.Write(name, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("decisions/a.json")
	hears("the first decision", model.Stir{Desk: true})
	put("decisions/a.json")
	hears("another decision", model.Stir{Desk: true})
	put("runs/a.json")
	put("books.json")
	select {
	case got := <-told:
		t.Errorf("what is no review: %+v", got)
	case <-time.After(3 * settleTime):
	}
	w.write(filepath.Join(dir, "a.md"), "x\n")
	hears("a note", model.Stir{Notes: true})
	put("closed/a.json")
	w.write(filepath.Join(dir, "a.md"), "y\n")
	hears("both", model.Stir{Notes: true, Desk: true})
}

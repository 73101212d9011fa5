//go:build unix

package memory

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestApplyWaitsForTheDisk: new bytes are on disk before any of them takes the place of a note, the record before
// any note is touched, and every folder before the record says that all is done.
func TestApplyWaitsForTheDisk(t *testing.T) {
	s := newScene(t)
	defer s.done()
	var events []string
	open := func(dir, name string) *Root {
		r, err := OpenRoot(dir)
		must(t, err)
		s.open = append(s.open, r)
		// A copy, as WithFault makes one.
		r = r.WithFault(func(op, p string) error {
			if op == "create" || op == "rename" || op == "exchange" || op == "remove" {
				events = append(events, op+" "+name+p)
			}
			return nil
		})
		r.flushed = func(p string) { events = append(events, "flushed "+name+p) }
		return r
	}
	root, state := open(s.dir, "m/"), open(s.state, "s/")
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	at := func(event string) int {
		i := slices.Index(events, event)
		if i < 0 {
			t.Fatalf("there was no %q:\n%s", event, strings.Join(events, "\n"))
		}
		return i
	}
	prepared, begun, ended := at("rename s/"+journalPath("x", prepared)), at("rename s/"+journalPath("x", applying)), at("rename s/"+appliedPath("x"))
	created := 0
	for i, e := range events {
		p, ok := strings.CutPrefix(e, "create ")
		if !ok {
			continue
		}
		created++
		before := begun
		if strings.HasPrefix(p, "s/") {
			before = prepared
		}
		if on := at("flushed " + p); on < i || on > before {
			t.Errorf("%s is on disk at %d, and was to be between %d and %d:\n%s", p, on, i, before, strings.Join(events, "\n"))
		}
	}
	if created != 7 { // the record, and six files with new bytes
		t.Errorf("%d files were made", created)
	}
	// The record is under its name for good before the next thing happens.
	for _, on := range []int{prepared, begun, ended} {
		if len(events) <= on+1 || events[on+1] != "flushed s/"+path.Dir(strings.TrimPrefix(events[on], "rename s/")) {
			t.Errorf("%s is not waited for:\n%s", events[on], strings.Join(events, "\n"))
		}
	}
	for _, dir := range []string{"m/.", "m/sub", "m/sub/deep"} {
		last, flushed := 0, 0
		for i, e := range events[:ended] {
			what, p, _ := strings.Cut(e, " ")
			switch {
			case what == "flushed" && p == dir:
				flushed = i
			case what != "flushed" && path.Dir(p) == path.Clean(dir):
				last = i
			}
		}
		if last == 0 || flushed < last {
			t.Errorf("the last name in %s changes at %d, it is on disk at %d:\n%s", dir, last, flushed, strings.Join(events, "\n"))
		}
	}
}

// TestOpenedIsWhatWasLookedAt: what another program puts in the place of a file between the look and the opening is
// not taken for what was looked at.
func TestOpenedIsWhatWasLookedAt(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.md", "plain")
	p := filepath.Join(dir, "a.md")
	r, err := OpenRoot(dir)
	must(t, err)
	defer r.Close()
	piped := false
	root := r.WithFault(func(op, _ string) error {
		if op == "open" && !piped {
			piped = true
			must(t, os.Remove(p))
			return syscall.Mkfifo(p, 0o600)
		}
		return nil
	})
	var special *SpecialError
	if f, err := root.Open("a.md"); !errors.As(err, &special) {
		t.Errorf("a pipe is opened: %v, %v", f, err)
	}
	// A twin of the same size and the same times is another file all the same.
	must(t, os.Remove(p))
	put(t, dir, "a.md", "plain")
	then := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(p, then, then))
	root = r.WithFault(func(op, _ string) error {
		if op == "open" {
			put(t, dir, "twin", "other")
			must(t, os.Chtimes(filepath.Join(dir, "twin"), then, then))
			return os.Rename(filepath.Join(dir, "twin"), p)
		}
		return nil
	})
	if f, err := root.ReadFile("a.md"); err == nil {
		t.Errorf("a file that is never the one looked at: %q", f.Data)
	}
}

package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// stored is a scene whose state lies where those of stores do.
func stored(t *testing.T) *scene {
	t.Helper()
	s := newScene(t)
	t.Setenv("XDG_STATE_HOME", filepath.Dir(s.dir))
	s.state = filepath.Join(filepath.Dir(s.dir), appName, "old-place")
	must(t, os.MkdirAll(s.state, 0o700))
	return s
}

// strays is what the next start does in the memory of a scene, with the folder for what is kept.
func (s *scene) strays(t *testing.T) (lines []string, aside map[string]string) {
	t.Helper()
	root, err := OpenRoot(s.dir)
	must(t, err)
	defer root.Close()
	lines, err = Strays(t.Context(), root, Unfinished(), func() (*Root, error) { return StoreState("new-place") })
	must(t, err)
	aside = map[string]string{}
	dir := filepath.Join(filepath.Dir(s.state), "new-place", asideDir)
	if _, err := os.Stat(dir); err == nil {
		aside = snapshot(t, dir)
	}
	return lines, aside
}

// TestMovedMidApply kills an apply at each operation and moves the memory away: the next start at the new place
// finds it, finishes or undoes it, and leaves no temporary file.
func TestMovedMidApply(t *testing.T) {
	points, finished := 0, 0
	for n := 1; ; n++ {
		s := stored(t)
		root, state := s.roots(t, dieAt(n))
		err, died := crash(func() error { return Apply(t.Context(), root, state, "x-2", s.writes) })
		if !died {
			must(t, err)
			s.done()
			break
		}
		points++
		moved := s.dir + "-moved"
		must(t, os.Rename(s.dir, moved))
		if n%2 == 0 { // the agent makes an empty one where it is started
			must(t, os.Mkdir(s.dir, 0o700))
		}
		s.dir = moved
		lines, aside := s.strays(t)
		got := snapshot(t, s.dir)
		isNew := reflect.DeepEqual(got, s.new)
		if !isNew && !reflect.DeepEqual(got, s.old) || len(aside) > 0 {
			t.Fatalf("dead at operation %d: %q\n%q\n%q", n, lines, got, aside)
		}
		if isNew {
			finished++
		}
		_, state = s.roots(t, nil)
		if left, _ := state.Names(journalDir); len(left) > 0 {
			t.Fatalf("dead at operation %d: the record is left: %q, %q", n, left, lines)
		}
		s.done()
	}
	if points < 50 || finished == 0 || finished == points {
		t.Errorf("%d points, %d finished", points, finished)
	}
	t.Logf("%d points, %d finished", points, finished)
}

// TestCopiedMidApply: a copy of a memory never takes its record away.
func TestCopiedMidApply(t *testing.T) {
	s := stored(t)
	root, state := s.roots(t, dieAt(40))
	_, died := crash(func() error { return Apply(t.Context(), root, state, "x", s.writes) })
	if !died {
		t.Fatal("it did not die")
	}
	original := s.dir
	s.dir += "-copy"
	for name, text := range snapshot(t, original) {
		_, data, _ := strings.Cut(text, " ")
		put(t, s.dir, name, data)
	}
	if lines, _ := s.strays(t); len(lines) > 0 {
		t.Errorf("%q", lines)
	}
	s.dir = original
	root, state = s.roots(t, nil)
	lines, err := Recover(t.Context(), root, state)
	must(t, err)
	if len(lines) == 0 {
		t.Error("nothing left to recover")
	}
	s.whole(t, "the original")
}

// TestStraysWithoutRecord takes out what no record knows, when nobody can be at work with it any more, and keeps it.
func TestStraysWithoutRecord(t *testing.T) {
	s := stored(t)
	put(t, s.dir, TempPrefix+"20260101-x-0", "the only copy")
	put(t, s.dir, "sub/"+TempPrefix+"tmp-ABC", "")
	if lines, _ := s.strays(t); len(lines) > 0 {
		t.Errorf("taken while somebody may be at work: %q", lines)
	}
	old := time.Now().Add(-2 * sweepAge)
	for _, p := range []string{TempPrefix + "20260101-x-0", "sub/" + TempPrefix + "tmp-ABC", "sub", "."} {
		must(t, os.Chtimes(filepath.Join(s.dir, p), old, old))
	}
	lines, aside := s.strays(t)
	if len(lines) != 2 || !strings.Contains(fmt.Sprint(lines), "it is kept in") || !strings.Contains(fmt.Sprint(lines), "was deleted") {
		t.Errorf("%q", lines)
	}
	if want := map[string]string{"20260101-x-0": "-rw------- the only copy"}; !reflect.DeepEqual(aside, want) {
		t.Errorf("kept %q", aside)
	}
	if got := snapshot(t, s.dir); !reflect.DeepEqual(got, s.old) {
		t.Errorf("%q", got)
	}
}

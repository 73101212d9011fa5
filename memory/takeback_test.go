package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestTakeBack(t *testing.T) {
	s := newScene(t)
	root, state := s.roots(t, nil)
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	lines, err := TakeBack(t.Context(), root, state, "x")
	must(t, err)
	if s.whole(t, "taken back") || len(lines) != 0 {
		t.Errorf("it is still there: %q", lines)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "sub")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a folder that it had made is left")
	}
	if _, err := TakeBack(t.Context(), root, state, "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("twice: %v", err)
	}
	must(t, Apply(t.Context(), root, state, "x", s.writes))
	if !s.whole(t, "applied again") {
		t.Error("not applied again")
	}
}

// TestTakeBackLeavesTheChangesOfOthers: a note that was changed since stays, and so do all others.
func TestTakeBackLeavesTheChangesOfOthers(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"a.md":        func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.md"), []byte("theirs"), 0o644) },
		"gone.md":     func(dir string) error { return os.WriteFile(filepath.Join(dir, "gone.md"), []byte("back"), 0o644) },
		"sub/deep":    func(dir string) error { return os.RemoveAll(filepath.Join(dir, "sub/deep")) },
		"sub/also.md": func(dir string) error { return os.Remove(filepath.Join(dir, "sub/also.md")) },
	} {
		s := newScene(t)
		root, state := s.roots(t, nil)
		must(t, Apply(t.Context(), root, state, "x", s.writes))
		must(t, change(s.dir))
		before := snapshot(t, s.dir)
		_, err := TakeBack(t.Context(), root, state, "x")
		if !errors.Is(err, ErrMoved) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		if got := snapshot(t, s.dir); !reflect.DeepEqual(got, before) {
			t.Errorf("%s: %q", name, got)
		}
		if _, err := Applied(state, "x"); err != nil {
			t.Errorf("%s: the record is gone: %v", name, err)
		}
	}
}

// TestTakeBackCrashesAnywhere dies at every operation: the next start finds all of it, or none.
func TestTakeBackCrashesAnywhere(t *testing.T) {
	ends := map[bool]int{}
	for n := 1; ; n++ {
		s := newScene(t)
		root, state := s.roots(t, nil)
		must(t, Apply(t.Context(), root, state, "x", s.writes))
		root, state = s.roots(t, dieAt(n))
		_, died := crash(func() error {
			_, err := TakeBack(t.Context(), root, state, "x")
			return err
		})
		root, state = s.roots(t, nil)
		_, err := Recover(t.Context(), root, state)
		must(t, err)
		is := s.whole(t, fmt.Sprintf("died at %d", n))
		ends[is]++
		s.done()
		if !died {
			if is {
				t.Error("it was not taken back")
			}
			t.Logf("%d crashes; %v ended new, %v old", n-1, ends[true], ends[false])
			return
		}
	}
}

// TestTakeBackFailsAnywhere has every operation fail, as on a disk that breaks.
func TestTakeBackFailsAnywhere(t *testing.T) {
	for n := 1; ; n++ {
		s := newScene(t)
		root, state := s.roots(t, nil)
		must(t, Apply(t.Context(), root, state, "x", s.writes))
		count := 0
		root, state = s.roots(t, func(string, string) error {
			if count++; count == n {
				return errors.New("input/output error")
			}
			return nil
		})
		_, err := TakeBack(t.Context(), root, state, "x")
		root, state = s.roots(t, nil)
		if _, rerr := Recover(t.Context(), root, state); rerr != nil {
			t.Fatalf("op %d: %v, then %v", n, err, rerr)
		}
		if is := s.whole(t, fmt.Sprintf("op %d failed: %v", n, err)); err == nil && is {
			t.Fatalf("op %d: no error, but not taken back", n)
		}
		s.done()
		if count < n {
			return
		}
	}
}

package memory

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDeletedInTheMidstOfARename: a note that somebody deletes at any moment of its renaming does not come back under
// either name, unless it was renamed before.
func TestDeletedInTheMidstOfARename(t *testing.T) {
	stopped, renamed := 0, 0
	for n := 0; ; n++ {
		dir, state := t.TempDir(), t.TempDir()
		put(t, dir, "old.md", "text")
		put(t, dir, "MEMORY.md", "index")
		count, reached := 0, false
		root, err := OpenRoot(dir)
		must(t, err)
		st, err := OpenRoot(state)
		must(t, err)
		strike := func(string, string) error {
			if count == n {
				reached = true
				if err := os.Remove(filepath.Join(dir, "old.md")); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
			}
			count++
			return nil
		}
		before := func() bool { _, err := os.Stat(filepath.Join(dir, "old.md")); return err == nil }
		err = Apply(t.Context(), root.WithFault(strike), st.WithFault(strike), "x", []Write{
			{Path: "old.md", Old: text("text", 0o644), Goes: true}, {Path: "new.md", New: text("text", 0o644)},
			{Path: "MEMORY.md", Old: text("index", 0o644), New: text("new index", 0o644)},
		})
		_, there := os.Stat(filepath.Join(dir, "new.md"))
		index, _ := os.ReadFile(filepath.Join(dir, "MEMORY.md"))
		switch {
		case before():
			t.Fatalf("operation %d: old.md is back", n)
		case errors.Is(err, ErrMoved):
			if stopped++; there == nil || string(index) != "index" {
				t.Fatalf("operation %d: it is stopped, and half of it stands: %v, %q", n, there, index)
			}
		case err != nil:
			t.Fatal(err)
		default:
			if renamed++; there != nil || string(index) != "new index" {
				t.Fatalf("operation %d: %v, %q", n, there, index)
			}
		}
		root.Close()
		st.Close()
		if !reached {
			break
		}
	}
	if stopped < 10 || renamed < 2 {
		t.Errorf("stopped %d times, renamed %d times", stopped, renamed)
	}
}

// TestCrashWhileARenameIsUndone has a note deleted by somebody in the midst of its renaming, and the program die at each
// operation after that, those of the undo and of the next start included: neither name comes back, and of the rest all
// is old or all is new.
func TestCrashWhileARenameIsUndone(t *testing.T) {
	ends, points, step := map[string]int{}, 0, 3
	if os.Getenv("DREAMGATE_DEATHS") != "" {
		step = 1
	}
	for n := 10; ; n += step {
		reached := false
		for m := n; ; m++ {
			s := newRenaming(t)
			count := 0
			died := s.dies(func() error {
				if count == n {
					reached = true
					if err := os.Remove(filepath.Join(s.dir, "old.md")); err != nil && !errors.Is(err, os.ErrNotExist) {
						t.Fatal(err)
					}
				}
				if count++; count > m {
					panic("crash")
				}
				return nil
			}, s.apply)
			// The next start dies as well, every other time.
			second := 0
			if died && m%2 == 1 {
				s.dies(func() error {
					if second++; second > m-n+1 {
						panic("crash")
					}
					return nil
				}, s.recover)
			}
			s.root, s.state = s.root.WithFault(func(string, string) error { return nil }), s.state.WithFault(func(string, string) error { return nil })
			must(t, s.recover())
			end := s.end()
			at := fmt.Sprintf("deleted at %d, died at %d: %s", n, m, end)
			if reached && strings.HasPrefix(end, "old.md") {
				t.Fatal(at)
			}
			if end != "old.md, index" && end != "index" && end != "new.md, new index" {
				t.Fatal("half of it: " + at)
			}
			s.close()
			if !died {
				break
			}
			ends[end]++
			points++
		}
		if !reached {
			break
		}
	}
	t.Logf("%d deaths: %v", points, ends)
	if ends["index"] < 100 {
		t.Errorf("%v", ends)
	}
}

// renaming is a note that is given another name.
type renaming struct {
	t           *testing.T
	dir         string
	root, state *Root
}

func newRenaming(t *testing.T) *renaming {
	s := &renaming{t: t, dir: t.TempDir()}
	put(t, s.dir, "old.md", "text")
	put(t, s.dir, "MEMORY.md", "index")
	var err error
	s.root, err = OpenRoot(s.dir)
	must(t, err)
	s.state, err = OpenRoot(t.TempDir())
	must(t, err)
	s.root, s.state = s.root.Volatile(), s.state.Volatile() // it is the program that dies, not the machine
	return s
}

func (s *renaming) close() { s.root.Close(); s.state.Close() }

func (s *renaming) apply() error {
	return Apply(s.t.Context(), s.root, s.state, "x", []Write{
		{Path: "old.md", Old: text("text", 0o644), Goes: true}, {Path: "new.md", New: text("text", 0o644)},
		{Path: "MEMORY.md", Old: text("index", 0o644), New: text("new index", 0o644)},
	})
}

func (s *renaming) recover() error {
	_, err := Recover(s.t.Context(), s.root, s.state)
	return err
}

// dies does something with a seam, and reports whether it died of it.
func (s *renaming) dies(seam func() error, do func() error) (died bool) {
	s.root, s.state = s.root.WithFault(func(string, string) error { return seam() }), s.state.WithFault(func(string, string) error { return seam() })
	defer func() { died = recover() != nil }()
	_ = do()
	return false
}

// end is what is there.
func (s *renaming) end() string {
	var list []string
	for _, name := range []string{"old.md", "new.md"} {
		if _, err := os.Stat(filepath.Join(s.dir, name)); err == nil {
			list = append(list, name)
		}
	}
	index, err := os.ReadFile(filepath.Join(s.dir, "MEMORY.md"))
	must(s.t, err)
	return strings.Join(append(list, string(index)), ", ")
}

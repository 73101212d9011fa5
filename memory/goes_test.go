package memory

import (
	"errors"
	"os"
	"path/filepath"
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

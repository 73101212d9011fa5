package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLockNamesWhatStandsInItsPlace: what is no file of ours is named with its place, and what to do.
func TestLockNamesWhatStandsInItsPlace(t *testing.T) {
	for word, lay := range map[string]func(p string) error{
		"a folder stands in its place: move that away":                func(p string) error { return os.Mkdir(p, 0o700) },
		"a link to /nowhere/else stands in its place: move that away": func(p string) error { return os.Symlink("/nowhere/else", p) },
	} {
		dir := t.TempDir()
		must(t, lay(filepath.Join(dir, "x.lock")))
		root, err := OpenRoot(dir)
		must(t, err)
		_, err = root.Lock(t.Context(), "x.lock", 0)
		if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "x.lock")) || !strings.Contains(err.Error(), word) {
			t.Errorf("%v", err)
		}
		must(t, root.Close())
	}
}

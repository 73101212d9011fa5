//go:build unix

package memory

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func mkfifo(t *testing.T, path string) {
	t.Helper()
	must(t, unix.Mkfifo(path, 0o644))
}

// TestWritable asks about the nearest folder that there is, and leaves nothing.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for path, want := range map[string]string{"a.md": dir, "sub/a.md": filepath.Join(dir, "sub"), "sub/new/a.md": filepath.Join(dir, "sub"), "new/a.md": dir} {
		if got, err := r.Writable(path); got != want || err != nil {
			t.Errorf("%s: %s, %v", path, got, err)
		}
	}
	if os.Getuid() == 0 {
		return // who may write anywhere
	}
	if err := os.Chmod(filepath.Join(dir, "sub"), 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Writable("sub/a.md"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a closed folder: %v", err)
	}
}

// TestStatesWithAPipe waits for nobody where a pipe stands in the place of a folder of ours.
func TestStatesWithAPipe(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	put(t, state, "dreamgate/shop-1/x", "")
	mkfifo(t, filepath.Join(state, "dreamgate", "shop-1", journalDir))
	if ids := Unfinished(); len(ids) > 0 {
		t.Errorf("%q", ids)
	}
}

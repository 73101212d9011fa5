//go:build unix

package dream

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOddLock: what stands in the place of the lock and is none stops no dream; what may be somebody's is left,
// with a word of what to do.
func TestOddLock(t *testing.T) {
	for name, lay := range map[string]func(path string) error{
		"a pipe":           func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"a link to a file": func(p string) error { return os.Symlink("/etc/hosts", p) },
		"a link to none":   func(p string) error { return os.Symlink("nowhere", p) },
		"a link to a folder": func(p string) error {
			return errors.Join(os.Mkdir(p+".d", 0o700), os.WriteFile(p+".d/x", nil, 0o600), os.Symlink(p+".d", p))
		},
		"a folder":      func(p string) error { return os.Mkdir(p, 0o700) },
		"a full folder": func(p string) error { return errors.Join(os.Mkdir(p, 0o700), os.WriteFile(p+"/x", nil, 0o600)) },
	} {
		w := newWorld(t)
		state := w.open()
		path := filepath.Join(state.Dir(), lockName)
		if err := lay(path); err != nil {
			t.Fatal(err)
		}
		l, remark, err := takeLock(t.Context(), state, noon)
		if name == "a full folder" {
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "move what stands there away") {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := os.Stat(path + "/x"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || !strings.Contains(remark, "unreadable") || !l.ours() {
			t.Errorf("%s: %v, %q", name, err, remark)
			continue
		}
		if name == "a link to a folder" {
			if _, err := os.Stat(path + ".d/x"); err != nil {
				t.Errorf("%s: what it leads to is gone: %v", name, err)
			}
		}
		if err := l.release(); err != nil {
			t.Error(err)
		}
	}
}

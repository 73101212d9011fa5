//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSettingsThatAreNoPlainFile: neither a pipe that nobody writes to nor a device without an end is read, and the
// file is named; a link to a plain one is followed, as far as that has a bearable length.
func TestSettingsThatAreNoPlainFile(t *testing.T) {
	homeWithMemory(t)
	configure(t, "")
	file := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "dreamgate", "config.yaml")
	dotfiles := write(t, t.TempDir(), map[string]string{"mine.yaml": "theme: dark\n", "long.yaml": "#" + strings.Repeat("x", maxSettings)})
	for says, put := range map[string]func() error{
		"pipe":        func() error { return syscall.Mkfifo(file, 0o600) },
		"plain files": func() error { return os.Symlink("/dev/zero", file) },
		"longer than": func() error { return os.Symlink(filepath.Join(dotfiles, "long.yaml"), file) },
	} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if err := put(); err != nil {
			t.Fatal(err)
		}
		if r := call(t, false, "config"); r.code != 1 || !strings.Contains(r.err, says) || !strings.Contains(r.err, "config.yaml") {
			t.Errorf("%s: %+v", says, r)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dotfiles, "mine.yaml"), file); err != nil {
		t.Fatal(err)
	}
	if got, from := inForce(t, "theme"); got != "dark" || from != "file" {
		t.Errorf("a linked file: %q from %s", got, from)
	}
}

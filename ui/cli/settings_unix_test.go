//go:build unix

package cli

import (
	"os"
	"os/exec"
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

// TestConfigSaysWhatMakesIt: the command that is named for a file that is not there works as it stands, in a
// home without a folder for it and in one whose name a shell would part.
func TestConfigSaysWhatMakesIt(t *testing.T) {
	homeWithMemory(t)
	bin := filepath.Join(t.TempDir(), "bin")
	write(t, bin, map[string]string{"dreamgate": "#!/bin/sh\necho \"# $*\"\n"})
	if err := os.Chmod(filepath.Join(bin, "dreamgate"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, below := range []string{"fresh/.config", "a b/it's"} {
		home := filepath.Join(t.TempDir(), "home")
		t.Setenv("HOME", home)
		t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, below))
		file := filepath.Join(home, below, "dreamgate", "config.yaml")
		for range 2 { // without the folder, and with it
			line, _, _ := strings.Cut(want(t, 0, "config"), "\n")
			_, command, ok := strings.Cut(line, " is not there; ")
			command, made := strings.CutSuffix(command, " makes one")
			if !ok || !made {
				t.Fatalf("%q", line)
			}
			if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", command, err, out)
			}
			if got := read(t, file); got != "# config --example\n" {
				t.Errorf("%s: %q", command, got)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
}

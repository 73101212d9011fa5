//go:build unix

package vhs

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestFreshClone starts the demo as the README says, in a fresh clone named by DREAMGATE_CLONE and
// with an empty home, and leaves it with its key. Modules and build cache are those of the machine.
func TestFreshClone(t *testing.T) {
	clone := os.Getenv("DREAMGATE_CLONE")
	if clone == "" {
		t.Skip("DREAMGATE_CLONE names no clone")
	}
	home := t.TempDir()
	cmd := exec.Command("go", "run", ".", "demo")
	cmd.Dir = clone
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LC_ALL=C.UTF-8", "TMPDIR=" + home}
	for _, name := range []string{"GOMODCACHE", "GOCACHE", "GOFLAGS", "GOPROXY", "GOTOOLCHAIN"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Env = append(cmd.Env, name+"="+strings.TrimSpace(string(value)))
	}
	term := run(t, cmd)
	// A cold build of everything is inside the wait.
	if err := term.wait(regexp.MustCompile(`Topics`), 5*time.Minute, term.screen); err != nil {
		t.Fatal(err)
	}
	if err := term.press("q"); err != nil {
		t.Fatal(err)
	}
	if err := term.wait(regexp.MustCompile(`the sample is in `), patience, term.screen); err != nil {
		t.Fatal(err)
	}
}

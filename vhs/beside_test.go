//go:build unix

package vhs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// command runs a command of the program beside the screen, and returns what it prints.
func (d *drill) command(args ...string) string {
	d.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = d.home, d.env()
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 3 { // 3: something is left to be decided
		d.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestTwoWindowsOnOneReview: what a command and another window decide is on the screen, no key for many and no undo
// touches it, and the commit of one ends the review in the other.
func TestTwoWindowsOnOneReview(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:5], nil, nil)
	d.open(`0/5 decided`)
	memory := filepath.Join(d.home, "notes")
	id := regexp.MustCompile(`(?m)^\S+`).FindString(d.command("review", "list", "--memory", memory))
	hunk := regexp.MustCompile(`(?s)basket\.md.*?\n\s+([0-9a-f]{10})`).FindStringSubmatch(d.command("review", "show", "--memory", memory, id))[1]
	b := &drill{T: t, home: d.home}
	b.term = func() *terminal {
		cmd := exec.Command(program, "review", "--memory", memory, id)
		cmd.Dir, cmd.Env = d.home, d.env()
		return run(t, cmd)
	}()
	b.sees(`0/5 decided`)

	d.command("review", "reject", "--memory", memory, "--id", hunk, id)
	d.sees(`elsewhere, basket\.md: rejected`)
	b.sees(`1/5 decided · 0 ● 1 ✗`)
	d.command("review", "note", "--memory", memory, hunk, "not like that")
	b.sees(`elsewhere, basket\.md: noted .not like that`)
	b.press("A")
	b.sees(`5/5 decided · 4 ● 1 ✗`)
	d.sees(`elsewhere, 4 accepted`)
	b.press("u")
	d.sees(`elsewhere, 4 undecided again`)
	b.sees(`1/5 decided · 0 ● 1 ✗`)
	d.press("A")
	b.sees(`elsewhere, 4 accepted`)
	d.commit()
	b.sees(`carried out, closed or made anew elsewhere`)
	if text := d.git("log", "-1", "--format=%B"); !strings.Contains(text, "not like that") {
		t.Errorf("the commit does not say why:\n%s", text)
	}
	if got := d.read("notes/basket.md"); got != note("basket", "Look at the basket twice.") {
		t.Errorf("what was refused is written:\n%s", got)
	}
}

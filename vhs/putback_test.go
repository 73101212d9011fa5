//go:build unix

package vhs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPutBack: a hook refuses the commit, and the notes are put back. That they changed by it is no word of others:
// the review waits as it was decided, and only what an editor writes then is said.
func TestPutBack(t *testing.T) {
	t.Parallel()
	d := lay(t, things[:5], nil, nil)
	d.write("notes/.git/hooks/pre-commit", "#!/bin/sh\necho not today >&2\nexit 1\n")
	if err := os.Chmod(filepath.Join(d.home, "notes/.git/hooks/pre-commit"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.open(`0/5 decided`)
	d.press("A")
	d.sees(`5/5 decided`)
	d.press("C")
	d.sees(`enter commit`)
	d.press("\r")
	d.sees(`not today`)
	d.press("u")
	d.sees(`the review waits`)
	d.term.settle(2 * time.Second) // longer than a watch waits for more
	if screen := d.term.screen(); !strings.Contains(screen, "5/5 decided") || strings.Contains(screen, "note changed: R refreshes") {
		t.Errorf("after the notes were put back:\n%s", screen)
	}
	if got := d.read("notes/anchor.md"); got != note("anchor", "Look at the anchor twice.") {
		t.Errorf("the note is not as it was:\n%s", got)
	}
	d.write("notes/anchor.md", note("anchor", "Look at the anchor thrice."))
	d.sees(`note changed: R refreshes`)
}

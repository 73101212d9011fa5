package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestReviewRange prints what commits did, opens it on a screen, and takes a hunk of it back.
func TestReviewRange(t *testing.T) {
	bare(t)
	dir := write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Memory\n\n- [A](a.md) x\n", "a.md": "one\n\ntwo\n"})
	commit := func(message string) {
		git(t, dir, "add", "-A")
		git(t, dir, "-c", "user.name=d", "-c", "user.email=d@example.invalid", "commit", "-q", "-m", message)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "config", "user.name", "d")
	git(t, dir, "config", "user.email", "d@example.invalid")
	commit("first")
	write(t, dir, map[string]string{"a.md": "1\n\ntwo\n"})
	commit("second")
	write(t, dir, map[string]string{"a.md": "1\n\n2\n"})
	commit("third")
	out := want(t, 0, "review", "--range", "HEAD~2..", "--memory", dir)
	contains(t, out, "2 commits", "a.md  modified  +2 -2", "- one", "+ 2", "dreamgate undo --memory "+dir)
	v := parsed[rangeJSON](t, 0, "review", "--range", "HEAD~2..", "--memory", dir, "--json")
	if len(v.Files) != 1 || len(v.Files[0].Hunks) != 2 || !strings.Contains(v.ID, "..") {
		t.Fatalf("%+v", v)
	}
	if r := call(t, true, "review", "--range", "HEAD~2..", "--memory", dir); len(r.screens) != 1 || r.screens[0].Range != "HEAD~2.." {
		t.Errorf("%+v", r)
	}
	want(t, 0, "undo", "--memory", dir, v.ID+":"+v.Files[0].Hunks[0].ID)
	want(t, 0, "review", "apply", "--memory", dir)
	if got := read(t, filepath.Join(dir, "a.md")); got != "one\n\n2\n" {
		t.Errorf("the note is %q", got)
	}
	for _, words := range []string{"--output=x", "nothing..", "", "HEAD..HEAD~1", "-h"} {
		r := call(t, false, "review", "--memory", dir, "--range="+words)
		if r.code != exitUsage || strings.Contains(r.err, "fatal") || r.out != "" {
			t.Errorf("%q: exit %d\n%s", words, r.code, r.err)
		}
	}
	if r := call(t, false, "review", "--range", "HEAD", "x"); r.code != exitUsage {
		t.Errorf("exit %d", r.code)
	}
}

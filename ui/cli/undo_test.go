package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUndoCommand goes from the history to the notes as they were, and a deleted note back to its place.
func TestUndoCommand(t *testing.T) {
	dir := ledger(t)
	before := tree(t, dir)
	got := parsed[historyJSON](t, 0, "history", "--memory", dir, "--json", "--diff")
	change := got.Revisions[1]
	var id string
	for _, f := range change.Files {
		if f.Path == "data.md" {
			id = f.Hunks[0].ID
		}
	}
	// One hunk: the note keeps its name.
	out := want(t, 0, "undo", change.ID[:9]+":"+id, "--memory", dir)
	if !strings.Contains(out, "1 of 1 hunk accepted: data.md") {
		t.Errorf("%s", out)
	}
	same(t, "an undo before its review", before, tree(t, dir))
	want(t, 0, "review", "apply", "--memory", dir)
	if text := read(t, filepath.Join(dir, "data.md")); !strings.Contains(text, "MySQL 5.7") {
		t.Errorf("%s", text)
	}
	// A note that is gone.
	if out = want(t, 0, "undo", "--file", "old", "--memory", dir); !strings.Contains(out, ": old.md") {
		t.Errorf("%s", out)
	}
	want(t, 0, "review", "apply", "--memory", dir)
	if text := read(t, filepath.Join(dir, "old.md")); text != "# Old\n\nAn old rule.\n" {
		t.Errorf("%q", text)
	}
	if out = want(t, 0, "history", "--memory", dir, "--deleted"); !strings.Contains(out, "no note of ") {
		t.Errorf("%s", out)
	}
	// All of the review, by its own id: the rest of it is taken back, and the name.
	undone := parsed[undoJSON](t, 0, "undo", change.Review, "--memory", dir, "--json")
	if len(undone.Undecided) > 0 || strings.Join(undone.Files, " ") != "MEMORY.md data.md db.md" || len(undone.Report) == 0 {
		t.Errorf("%+v", undone)
	}
	want(t, 0, "review", "apply", "--memory", dir)
	if _, err := os.Stat(filepath.Join(dir, "data.md")); err == nil || !strings.Contains(read(t, filepath.Join(dir, "db.md")), "MySQL 5.7") {
		t.Error("the note has not got its name back")
	}
	if out = want(t, 0, "history", "--memory", dir, "--limit", "1"); !strings.Contains(out, "  undo  Accept 2 of 2 memory changes (undo)") {
		t.Errorf("%s", out)
	}
	// The last review is the undo, which is undone as well.
	if out = want(t, 0, "undo", "--memory", dir); !strings.Contains(out, "2 of 2 hunks accepted: MEMORY.md, data.md (renamed from db.md)\n") {
		t.Errorf("%s", out)
	}
	want(t, 0, "review", "apply", "--memory", dir)
	if text := read(t, filepath.Join(dir, "MEMORY.md")); !strings.Contains(text, "data.md") {
		t.Errorf("%s", text)
	}
}

// TestUndoClashes: what was changed again is left to the reviewer.
func TestUndoClashes(t *testing.T) {
	dir := ledger(t)
	file := filepath.Join(dir, "data.md")
	write(t, dir, map[string]string{"data.md": strings.Replace(read(t, file), "Postgres 15", "Postgres 16", 1)})
	got := parsed[historyJSON](t, 0, "history", "--memory", dir, "--json")
	r := call(t, false, "undo", got.Revisions[1].ID, "--file", "data.md", "--memory", dir)
	if r.code != 0 || !strings.Contains(r.out, "changed again since") || !strings.Contains(r.out, "has to be decided") {
		t.Fatalf("%d %s%s", r.code, r.out, r.err)
	}
	if out := want(t, 3, "review", "show", "--memory", dir); !strings.Contains(out, "! conflict") || !strings.Contains(out, "takes back ") {
		t.Errorf("%s", out)
	}
	want(t, 2, "review", "apply", "--memory", dir)
	if text := read(t, file); !strings.Contains(text, "Postgres 16") {
		t.Errorf("what was changed since is undone unseen:\n%s", text)
	}
}

func TestUndoUsage(t *testing.T) {
	dir := ledger(t)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"a", "b"}, 2, "undo --help"},
		{[]string{":x"}, 2, "name the change"},
		{[]string{"abcdef1:"}, 2, "a hunk has no name"},
		{[]string{"--hunk", "x"}, 2, "name the change"},
		{[]string{"abcdef1234567"}, 1, "there is no change"},
		{[]string{"--file", "nothing"}, 1, "no note"},
	} {
		if r := call(t, false, append([]string{"undo", "--memory", dir}, c.args...)...); r.code != c.code || !strings.Contains(r.err, c.says) {
			t.Errorf("%q: %d %s", c.args, r.code, r.err)
		}
	}
}

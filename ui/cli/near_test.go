package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsStayInTheirMemory: in the folder of one memory no command takes the only review that waits, of another
// one; where the folder belongs to none it does, and says which memory that is. By its name a review is found anywhere.
func TestCommandsStayInTheirMemory(t *testing.T) {
	world(t)
	base := t.TempDir()
	one, two, next := filepath.Join(base, "one", "memory"), filepath.Join(base, "two", "memory"), filepath.Join(base, "next")
	layMemory(t, one, "Build with make.")
	layMemory(t, two, "Build with make.")
	layMemory(t, next, "Build with just.")
	want(t, 0, "review", one, next, "--lay")
	before := tree(t, one)
	t.Chdir(two)
	for _, args := range [][]string{
		{"review", "accept", "--all"}, {"review", "reject", "--all"}, {"review", "undecide", "--all"}, {"review", "show"}, {"review", "undo"}, {"review", "redo"},
		{"review", "refresh"}, {"review", "unapply"}, {"review", "apply", "--accept-all"},
	} {
		r := call(t, false, args...)
		if r.code != 1 || !strings.Contains(r.err, "This is about two") || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
	same(t, "the other memory", before, tree(t, one))
	list := parsed[proposalsJSON](t, 3, "review", "list", "--json")
	id := list.Proposals[0].ID
	hunk := parsed[reviewJSON](t, 3, "review", "show", id, "--json").Files[0].Hunks[0].ID
	for _, args := range [][]string{{"review", "accept", id, "--all"}, {"review", "note", hunk, "Why."}} {
		if r := call(t, false, args...); r.code != 0 || !strings.Contains(r.err, "this is about the memory one") {
			t.Errorf("%v: %+v", args, r)
		}
	}
	// The same hunk waits for a copy: here its own is meant.
	want(t, 0, "review", two, next, "--lay")
	if r := call(t, false, "review", "note", hunk, "Here."); r.code != 0 || r.err != "" {
		t.Errorf("in its own memory: %+v", r)
	}
	if r := call(t, false, "review", "discard", id); r.code != 0 || !strings.Contains(r.err, "this is about the memory one") {
		t.Errorf("%+v", r)
	}
	t.Chdir(base)
	if r := call(t, false, "review", "accept", "--all"); r.code != 0 || !strings.Contains(r.err, "this is about the memory two") {
		t.Errorf("where no memory is: %+v", r)
	}
}

package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestDecideByCommands: groups, what belongs together, counts beforehand, undecided again, undo and redo.
func TestDecideByCommands(t *testing.T) {
	shop, folder := proposedShop(t)
	before := tree(t, shop)
	want(t, 0, "review", "--lay", shop, folder)
	hunks := map[string]hunkJSON{}
	load := func() reviewJSON {
		v := parsed[reviewJSON](t, exitRemains, "review", "show", "--json")
		for _, f := range v.Files {
			for _, h := range f.Hunks {
				hunks[f.Path] = h
			}
		}
		return v
	}
	load()
	note, line := hunks["hostile.md"].ID, hunks["MEMORY.md"].ID
	dry := parsed[decidedJSON](t, 0, "review", "accept", "--id", note, "--together", "--dry-run", "--json")
	if !dry.DryRun || !slices.Equal(dry.Hunks, []string{note, line}) || dry.Decision != "accepted" || dry.Undecided != 1 {
		t.Errorf("%+v", dry)
	}
	if load(); hunks["hostile.md"].Decision != "undecided" {
		t.Error("a dry run decides")
	}
	want(t, 0, "review", "accept", "--id", note, "--together")
	want(t, 0, "review", "reject", "--group", hunks["build.md"].ID)
	want(t, 0, "review", "note", note, "so", "be", "it")
	if got := parsed[turnedJSON](t, 0, "review", "undo", "--json"); got.Step != "note on "+note || got.Undecided != 0 {
		t.Errorf("%+v", got)
	}
	contains(t, want(t, 0, "review", "undo"), "undone: rejected 1 hunk; 1 of 3 hunks undecided")
	contains(t, want(t, 0, "review", "redo"), "done again: rejected 1 hunk; 0 of 3 hunks undecided")
	if got := parsed[decidedJSON](t, 0, "review", "undecide", "--id", line, "--together", "--json"); len(got.Hunks) != 2 || got.Undecided != 2 || got.Decision != "undecided" {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"accept", "--group", "nothing"}, {"accept", "--group", note, "--all"}, {"undecide"}, {"accept", "--rule", "nothing", "--dry-run"}, {"undecide", "--clean"}} {
		if r := call(t, false, append([]string{"review"}, args...)...); r.code != exitUsage {
			t.Errorf("%v: exit %d\n%s", args, r.code, r.err)
		}
	}
	same(t, "the memory", before, tree(t, shop))
}

// TestSplitLines makes a hunk of its own of lines, by their numbers in what is shown.
func TestSplitLines(t *testing.T) {
	bare(t)
	live := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "the first line here\nthe second line here\nthe third line here\n"})
	next := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "the first line there\nthe second line there\nthe third line there\n4\n"})
	want(t, 0, "review", "--lay", live, next)
	id := parsed[reviewJSON](t, exitRemains, "review", "show", "--json").Files[0].Hunks[0].ID
	got := parsed[reshapedJSON](t, 0, "review", "split", id, "--lines", "2", "--json")
	if len(got.Hunks) != 3 || strings.Join(got.Hunks[1].Removed, "") != "the second line here\n" || strings.Join(got.Hunks[1].Added, "") != "the second line there\n" {
		t.Errorf("%+v", got.Hunks)
	}
	want(t, 0, "review", "undo")
	if got = parsed[reshapedJSON](t, 0, "review", "split", id, "--lines", "6-7", "--json"); len(got.Hunks) != 2 || strings.Join(got.Hunks[1].Added, "") != "the third line there\n4\n" {
		t.Errorf("%+v", got.Hunks)
	}
	for _, lines := range []string{"0", "x", "3-2", "-1", "9-"} {
		if r := call(t, false, "review", "split", got.Hunks[0].ID, "--lines="+lines); r.code != exitUsage {
			t.Errorf("%q: exit %d\n%s", lines, r.code, r.err)
		}
	}
	want(t, 1, "review", "split", got.Hunks[0].ID, "--lines", "40-50")
}

// TestApplyDryRun says what would be written, the message, and what stands in the way; and writes nothing.
func TestApplyDryRun(t *testing.T) {
	shop, folder := proposedShop(t)
	before := tree(t, shop)
	want(t, 0, "review", "--lay", shop, folder)
	want(t, exitUsage, "review", "apply", "--dry-run")
	want(t, 0, "review", "accept", "--all")
	contains(t, want(t, 0, "review", "apply", "--dry-run"), "build.md", "message:", "Accept 3 of 3", "nothing was written")
	v := parsed[previewJSON](t, 0, "review", "apply", "--dry-run", "-m", "Mine", "--json")
	if v.Accepted != 3 || len(v.Files) != 3 || v.Message != "Mine" || len(v.New) == 0 || len(v.Stale) != 0 {
		t.Errorf("%+v", v)
	}
	if err := os.Remove(filepath.Join(shop, "build.md")); err != nil {
		t.Fatal(err)
	}
	delete(before, "build.md")
	if r := call(t, false, "review", "apply", "--dry-run"); r.code != exitError || !strings.Contains(r.err, "refresh") {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
	same(t, "the memory", before, tree(t, shop))
	if r := call(t, false, "review", "apply", "--dry-run", "--out", filepath.Join(t.TempDir(), "o")); r.code != exitUsage {
		t.Errorf("exit %d", r.code)
	}
}

// TestPreselect opens a review with what is clean accepted, if that is asked for.
func TestPreselect(t *testing.T) {
	bare(t)
	live := write(t, t.TempDir(), map[string]string{"a.txt": "one\n", "b.txt": "two\n"})
	folder := write(t, t.TempDir(), map[string]string{"a.txt": "1\n"})
	if r := call(t, true, "review", live, folder, "--preselect", "accept"); len(r.screens) != 1 || !r.screens[0].Preselect {
		t.Errorf("%+v", r)
	}
	if r := call(t, true, "review", "--preselect", "all"); r.code != exitUsage {
		t.Errorf("exit %d", r.code)
	}
	r := answers(t, []string{"undo", "quit"}, "--accessible", "review", "--preselect", "accept")
	contains(t, r.out, "Accepted, 1 hunk.", "Left to look at: 1", "Undone: accepted 1 hunk.", "2 hunks undecided")
	if v := parsed[reviewJSON](t, exitRemains, "review", "show", "--json"); len(v.Files) != 2 || v.Files[0].Hunks[0].Decision != model.Undecided.String() {
		t.Errorf("%+v", v)
	}
}

// TestPlaceOfWhatIsAdded: lines that come between others are told by the line that they come after.
func TestPlaceOfWhatIsAdded(t *testing.T) {
	dir := bare(t)
	a := write(t, filepath.Join(dir, "a"), map[string]string{"x.txt": "one\ntwo\n", "y.txt": "one\ntwo\n", "z.txt": "one\ntwo\n"})
	b := write(t, filepath.Join(dir, "b"), map[string]string{"x.txt": "one\nand\ntwo\n", "y.txt": "nought\none\ntwo\n", "z.txt": "one\n2\n"})
	contains(t, want(t, 0, "review", a, b), "  after line 1", "  before line 1", "  line 2")
}

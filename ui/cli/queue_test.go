package cli

import (
	"strings"
	"testing"
)

// TestQueue: a later dream takes the place of an earlier one, and the list says so; a folder is a review of its own.
func TestQueue(t *testing.T) {
	w := world(t)
	first := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	want(t, 0, "review", "accept", first, "--clean")
	second := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	list := parsed[struct{ Proposals []proposalJSON }](t, 0, "review", "list", "--json").Proposals
	if len(list) != 1 || list[0].ID != second || list[0].Decided != list[0].Hunks || strings.Join(list[0].Holds, " ") != first || list[0].Place != 1 || list[0].Queue != 1 {
		t.Fatalf("%+v", list)
	}
	contains(t, want(t, 0, "review", "list"), "in the place of "+first)
	r := call(t, false, "review", "apply", first)
	contains(t, r.err, "goes on as "+second)

	folder := write(t, t.TempDir(), tree(t, w.Shop))
	write(t, folder, map[string]string{"build.md": "- Answer in German.\n"})
	call(t, true, "review", w.Shop, folder)
	contains(t, want(t, 3, "review", "list"), ", 1 of 2", ", 2 of 2")
}

// TestOneOfSeveral: of several reviews one is chosen on the screen; without one they are listed with what to type. Those
// of another memory do not count where this folder's has one.
func TestOneOfSeveral(t *testing.T) {
	shop, folder := proposedShop(t)
	lay := func(flags ...string) string {
		t.Helper()
		return parsed[laidJSON](t, 0, append([]string{"review", shop, folder, "--lay", "--json"}, flags...)...).Proposal
	}
	first := lay("--now", "2026-03-01") // of two of one moment nobody knows which is the first
	other := write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Other\n"})
	parsed[laidJSON](t, 0, "review", other, write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Others\n"}), "--lay", "--json")
	if r := call(t, true, "review"); r.code != 2 || len(r.screens) != 0 {
		t.Errorf("of two memories one is opened: exit %d, %+v", r.code, r.screens)
	} else {
		contains(t, r.err, first, "hunks", "2 proposals wait", "dreamgate review "+first)
	}
	t.Chdir(shop)
	if r := call(t, true, "review"); r.code != 0 || len(r.screens) != 1 || r.screens[0].Review != first {
		t.Errorf("exit %d: %s %+v", r.code, r.err, r.screens)
	}
	folder = write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Another\n"})
	second := lay()
	if r := call(t, true, "review"); r.code != 0 || len(r.screens) != 1 || !r.screens[0].Choose || r.screens[0].Dir != shop {
		t.Errorf("exit %d: %s %+v", r.code, r.err, r.screens)
	}
	r := answeringOn(t, []string{"x", "3", "2"}, "review", "show")
	contains(t, r.out, second+"  ")
	contains(t, r.err, "1  "+first, "2  "+second, "Which review, 1 to 2? An empty line names none.", "is no number from 1 to 2")
	if r = answeringOn(t, []string{""}, "review", "show"); r.code != 2 || strings.Count(r.err, second) != 1 {
		t.Errorf("no answer: exit %d, %s", r.code, r.err)
	}
	r = call(t, false, "review", "show")
	if r.code != 2 || r.out != "" {
		t.Errorf("exit %d: %s", r.code, r.out)
	}
	contains(t, r.err, first, second, "1 of 2", "2 proposals wait")
}

// TestOneOfSeveralMemories: on a terminal a command without a memory asks for one, in a script it says that one is to be named.
func TestOneOfSeveralMemories(t *testing.T) {
	w := world(t)
	t.Chdir(w.Dir)
	if r := call(t, false, "gates"); r.code != 2 || r.out != "" || strings.Contains(r.err, "Which") {
		t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
	}
	r := answeringOn(t, []string{"2"}, "gates")
	contains(t, r.err, "1  ", "Which memory, 1 to ")
	contains(t, r.out, "pending")
}

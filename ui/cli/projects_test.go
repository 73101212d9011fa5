package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTrust: a folder that only a project's settings name is listed, opened by no command, and opened
// after a yes.
func TestTrust(t *testing.T) {
	w := world(t)
	notes := write(t, filepath.Join(t.TempDir(), "notes"), map[string]string{"MEMORY.md": "- a [Gone](gone.md)\n"})
	write(t, filepath.Join(w.Dir, "src", "shop"), map[string]string{".claude/settings.json": `{"autoMemoryDirectory": "` + filepath.ToSlash(notes) + `"}`})
	for _, c := range []struct {
		args []string
		code int
		says []string
	}{
		{[]string{"projects"}, 0, []string{"not trusted", "dreamgate projects --trust", "by project settings"}},
		{[]string{"projects", "--json"}, 0, []string{`"untrusted": true`, `"layer": "project settings"`}},
		{[]string{"audit", "--memory", "src/shop"}, 1, []string{"only the project's own settings"}},
		{[]string{"audit", "--all"}, 3, []string{"left out"}},
		{[]string{"projects", "--trust", "src/shop"}, 0, []string{"is opened from now on"}},
		{[]string{"audit", "--memory", "src/shop"}, 3, []string{"gone.md"}},
		{[]string{"projects", "--trust", "src/shop"}, 0, []string{"needs no yes"}},
	} {
		r := call(t, false, c.args...)
		for _, says := range c.says {
			if r.code != c.code || !strings.Contains(r.out+r.err, says) {
				t.Errorf("dreamgate %v: exit %d, want %d, and %q in:\n%s%s", c.args, r.code, c.code, says, r.out, r.err)
			}
		}
	}
}

// TestMoveOfAProject: the notes of a project whose folder is gone are proposed to another one.
func TestMoveOfAProject(t *testing.T) {
	w := world(t)
	if err := os.Rename(filepath.Join(w.Dir, "src", "api"), filepath.Join(w.Dir, "src", "service")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"projects"}, 0, "the project folder is gone"},
		{[]string{"projects", "--json"}, 0, `"gone": [`},
		{[]string{"projects", "--move", "api"}, 2, "--move OLD NEW"},
		{[]string{"projects", "src/service"}, 2, "--move OLD NEW"},
		{[]string{"projects", "--move", "api", "nowhere"}, 1, "there is no such folder"},
		{[]string{"projects", "--move", "api", "src/service"}, 0, "review show"},
		{[]string{"review", "list"}, 3, "service"},
	} {
		if r := call(t, false, c.args...); r.code != c.code || !strings.Contains(r.out+r.err, c.says) {
			t.Errorf("dreamgate %v: exit %d, want %d, and %q in:\n%s%s", c.args, r.code, c.code, c.says, r.out, r.err)
		}
	}
}

// TestMoveLeavesReviews: what waits at the old place is named, with the way on; a memory that was moved itself brings it along.
func TestMoveLeavesReviews(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	id, _, _ := strings.Cut(call(t, false, "review", "list", "--memory", w.Shop).out, " ")
	memory, shelf := w.Shop, filepath.Join(w.Dir, "src", "shelf")
	if err := os.Rename(filepath.Join(w.Dir, "src", "shop"), shelf); err != nil {
		t.Fatal(err)
	}
	contains(t, want(t, 0, "projects", "--move", memory, shelf), "still open at the old place: 1 review", "review list --memory "+memory)
	moved := filepath.Join(t.TempDir(), "memory")
	if err := os.Rename(memory, moved); err != nil {
		t.Fatal(err)
	}
	r := call(t, false, "show", "--memory", moved)
	contains(t, r.err, "this memory was at "+memory, "were brought here")
	contains(t, call(t, false, "review", "list", "--memory", moved).out, id)
}

// TestPlaceWarned: what is wrong with the place of a memory is said by each command about it, beside what it
// prints, and by the audit.
func TestPlaceWarned(t *testing.T) {
	dir, sessions := lateShift(t)
	settings := filepath.Join(filepath.Dir(filepath.Dir(sessions)), "settings.json")
	if err := os.WriteFile(settings, []byte("{\"cleanupPeriodDays\": 9,}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"show"}, {"gates"}, {"context"}, {"show", "--json"}, {"projects"}} {
		if args[0] != "projects" {
			args = append(args, "--memory", dir)
		}
		if r := call(t, false, args...); r.code != 0 || !strings.Contains(r.err, "the agent cannot read this file") || strings.Contains(r.out, "cannot read") {
			t.Errorf("%q: %d\n%s\n%s", args, r.code, r.out, r.err)
		}
	}
	if out := call(t, false, "audit", "--memory", dir).out; !strings.Contains(out, "! "+settings) && !strings.Contains(out, "! ~") {
		t.Errorf("%s", out)
	}
	if got := parsed[auditJSON](t, call(t, false, "audit", "--memory", dir).code, "audit", "--memory", dir, "--json"); len(got.Stores[0].Warnings) != 2 { // the folder is gone as well
		t.Errorf("%q", got.Stores[0].Warnings)
	}
}

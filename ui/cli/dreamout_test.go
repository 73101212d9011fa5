package cli

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/project"
	"dreamgate/model"
)

// TestOutIsNoOrphan: what a dream leaves in a folder beside the notes is no note of it, to whoever audits the folder.
func TestOutIsNoOrphan(t *testing.T) {
	world(t)
	out := filepath.Join(t.TempDir(), "out")
	want(t, 0, "dream", "--memory", "src/shop", "--out", out)
	r := call(t, false, "audit", "--memory", out)
	contains(t, r.out, "is none of them: CHANGES.md, memory.diff, run.log", " 0 orphans")
	if strings.Contains(r.out, "CHANGES.md:1") || strings.Contains(r.out, "does not name this note") {
		t.Errorf("%s", r.out)
	}
	s := parsed[auditJSON](t, exitRemains, "audit", "--json", "--memory", out).Stores[0]
	for _, n := range s.Notes {
		if n.Path == "CHANGES.md" {
			t.Error("it is a note in JSON")
		}
	}
	// The screen reads it as the commands do.
	library := project.New(project.Config(os.Getenv), time.Now, nil)
	found, err := library.Find(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	m, err := library.Open(t.Context(), found)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(m.Notes, func(n model.Note) bool { return n.Path == "CHANGES.md" }) || !strings.Contains(strings.Join(m.Remarks, "\n"), "is none of them") {
		t.Errorf("on the screen: %+v, %q", m.Notes, m.Remarks)
	}
	if err := os.Remove(filepath.Join(out, "run.log")); err != nil { // any other folder stays as it is
		t.Fatal(err)
	}
	contains(t, call(t, false, "audit", "--memory", out).out, "CHANGES.md")
}

// TestOutLacksLinks: a line of the index that names a link, which is not written to a folder, leads nowhere there and is no
// fault of the folder; a line that leads nowhere in the memory stays one.
func TestOutLacksLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right")
	}
	dir := world(t).Shop
	index := filepath.Join(dir, "MEMORY.md")
	data, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, "- [Linked](<linked (old).md>) — of elsewhere\n- [Lost](lost.md) — nowhere\n"...)
	if err := errors.Join(os.WriteFile(index, data, 0o600), os.Symlink("/nowhere/else.md", filepath.Join(dir, "linked (old).md"))); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	want(t, 0, "dream", "--memory", "src/shop", "--engine", "command", "--out", out, "--", "sh", "-c", "echo nothing > CHANGES.md")
	s := parsed[auditJSON](t, exitRemains, "audit", "--json", "--memory", out).Stores[0]
	if !slices.Contains(s.Dangling, "lost.md") || slices.Contains(s.Dangling, "linked (old).md") {
		t.Errorf("lead nowhere: %q", s.Dangling)
	}
	for _, n := range s.Notes {
		if strings.HasPrefix(n.Path, "linked") {
			t.Errorf("a note that is not there: %+v", n)
		}
	}
}

// TestOutIsToldTheSame: a dream that leaves its result in a folder gets all that another one gets: what the project
// contradicts, and what was committed to it.
func TestOutIsToldTheSame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the engine is a shell script")
	}
	world(t)
	var told []string
	for _, out := range [][]string{nil, {"--out", filepath.Join(t.TempDir(), "out")}} {
		seen := filepath.Join(t.TempDir(), "seen")
		args := append([]string{"dream", "--memory", "src/shop", "--engine", "command"}, out...)
		want(t, 0, append(args, "--", "sh", "-c", "cat AUDIT.md COMMITS.md > "+seen+"; echo nothing > CHANGES.md")...)
		data, err := os.ReadFile(seen)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, string(data))
	}
	if told[0] != told[1] {
		t.Errorf("on the desk\n%s\nand in a folder\n%s", told[0], told[1])
	}
	for _, part := range []string{"(reality, ", "# Recent commits of the project"} {
		if !strings.Contains(told[1], part) {
			t.Errorf("it is not told %q:\n%s", part, told[1])
		}
	}
}

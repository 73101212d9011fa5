package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestDestroyer: a proposal that drops most of the notes says so wherever it is listed, and is accepted only
// hunk by hunk, or literally all.
func TestDestroyer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	w := world(t)
	before := tree(t, w.Shop)
	line := want(t, 0, "dream", "--memory", w.Shop, "--engine", "command", "--", "/bin/sh", "-c",
		"cd memory && rm -f [a-r]*.md && sed -i -e 's/Redis on/Redis server on/' testing.md && : > ../CHANGES.md")
	if !strings.Contains(line, ", ! destroyer: drops ") {
		t.Errorf("the dream does not say it:\n%s", line)
	}
	if s := want(t, 3, "review", "list"); !strings.Contains(s, "! destroyer: drops ") {
		t.Errorf("the list does not say it:\n%s", s)
	}
	list := parsed[struct{ Proposals []proposalJSON }](t, 3, "review", "list", "--json")
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	if !list.Proposals[0].Loss.Destroyer || !shown.Loss.Destroyer || shown.Loss.Lost*4 <= shown.Loss.Text {
		t.Errorf("JSON: %+v, %+v", list.Proposals[0].Loss, shown.Loss)
	}
	if s := want(t, 3, "review", "show"); !strings.Contains(s, "! destroyer: drops ") {
		t.Errorf("the review does not say it:\n%s", s)
	}
	if s := want(t, 0, "review", "accept", "--clean"); !strings.Contains(s, "0 hunks accepted") || !strings.Contains(s, "destroyer") {
		t.Errorf("--clean took of it:\n%s", s)
	}
	if r := call(t, false, "review", "apply", "--accept-clean"); r.code != 1 || !strings.Contains(r.err, "destroyer: drops ") {
		t.Errorf("--accept-clean: exit %d\n%s%s", r.code, r.out, r.err)
	}
	same(t, "the memory", before, tree(t, w.Shop))
	if s := want(t, 0, "review", "accept", "--id", hunksOf(shown.checkJSON)[0].ID); !strings.Contains(s, "1 hunk accepted") {
		t.Errorf("by its id:\n%s", s)
	}
	if s := want(t, 0, "review", "accept", "--all"); !strings.Contains(s, fmt.Sprintf("%d hunks accepted", len(hunksOf(shown.checkJSON)))) {
		t.Errorf("all is not all:\n%s", s)
	}
}

// TestDestroyerOfFolders holds the same for two folders, and that what a person forgets is none.
func TestDestroyerOfFolders(t *testing.T) {
	bare(t)
	base := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "The suite runs with pnpm.\n", "b.md": "Deploys go out on Tuesdays.\n"})
	proposed := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) xy\n", "a.md": "The suite runs with pnpm.\n"})
	if got := parsed[checkJSON](t, 3, "check", "--json", "--base", base, "--proposed", proposed); !got.Loss.Destroyer {
		t.Errorf("check: %+v", got.Loss)
	}
	out := filepath.Join(t.TempDir(), "out")
	if s := want(t, 0, "review", "apply", "--base", base, "--proposed", proposed, "--accept-clean", "--out", out); !strings.Contains(s, "! destroyer: drops ") {
		t.Errorf("apply does not say it:\n%s", s)
	}
	same(t, "the result", tree(t, base), tree(t, out))
	want(t, 0, "forget", "b", "--memory", base)
	if got := parsed[struct{ Proposals []proposalJSON }](t, 0, "review", "list", "--json", "--memory", base); len(got.Proposals) != 1 || got.Proposals[0].Loss.Destroyer {
		t.Errorf("a note that a person forgets: %+v", got.Proposals)
	}
}

// TestAutoDestroyer: what dreamed by itself says it in its one line, and in JSON.
func TestAutoDestroyer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	for _, asJSON := range []bool{false, true} {
		h := homeWithMemory(t)
		old := now.Add(-48 * time.Hour)
		for i := range 5 {
			h.transcript = filepath.Join(filepath.Dir(h.transcript), fmt.Sprintf("old%d.jsonl", i))
			h.says(rye)
			if err := os.Chtimes(h.transcript, old, old); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"dream", "--auto", "--memory", h.project, "--engine", "command"}
		program := []string{"--", "/bin/sh", "-c", "echo 'The till.' > memory/till.md; echo '- till.md: shorter' > CHANGES.md"}
		if !asJSON {
			if out := want(t, 0, append(args, program...)...); strings.Count(out, "\n") != 1 || !strings.Contains(out, ", ! destroyer: drops ") {
				t.Errorf("%q", out)
			}
			continue
		}
		got := parsed[autoJSON](t, 0, append(append(args, "--json"), program...)...)
		if !got.Dreamed || got.Gate != nil || got.Run == nil || !got.Run.Destroyer || got.Run.Proposal == "" {
			t.Errorf("%+v, %+v", got, got.Run)
		}
	}
}

// TestCommitOfAPart: what is left of a destroyer after the decisions is what counts in the end.
func TestCommitOfAPart(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop, "--engine", "command", "--", "/bin/sh", "-c",
		"cd memory && rm -f [a-r]*.md && sed -i -e 's/Redis on/Redis server on/' testing.md && : > ../CHANGES.md")
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	var small string
	for _, h := range hunksOf(shown.checkJSON) {
		if h.path == "testing.md" {
			small = h.ID
		}
	}
	want(t, 0, "review", "reject", "--all")
	want(t, 0, "review", "accept", "--id", small)
	if s := want(t, 0, "review", "apply"); strings.Contains(s, "drops") {
		t.Errorf("one word was changed:\n%s", s)
	}
	want(t, 0, "dream", "--memory", w.Shop, "--engine", "command", "--", "/bin/sh", "-c", "cd memory && rm -f [a-r]*.md && : > ../CHANGES.md")
	want(t, 0, "review", "accept", "--all")
	if s := want(t, 0, "review", "apply"); !strings.Contains(s, "! drops ") {
		t.Errorf("nothing says how much goes:\n%s", s)
	}
}

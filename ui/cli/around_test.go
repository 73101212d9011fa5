package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/cli/sample"
)

// TestWhatAHunkReadsAs: what the screen says of a hunk beside its lines, the commands and the spoken review say too:
// the fields and entries that it changes, what belongs to it, and what its words rest on.
func TestWhatAHunkReadsAs(t *testing.T) {
	proposedDream(t)
	text := want(t, 3, "review", "show")
	for _, line := range []string{"      entry old-ci.md is dropped\n", "      entry staging-access.md is new\n", "  found “scripts/deploy-staging.sh”  a3b81c42:7 assistant: "} {
		if !strings.Contains(text, line) {
			t.Errorf("show does not say %q:\n%s", line, text)
		}
	}
	if strings.Contains(text, "      kept ") || strings.Contains(text, "      cited ") {
		t.Errorf("show tells what needs no look:\n%s", text)
	}
	if all := want(t, 3, "review", "show", "--claims"); !strings.Contains(all, "      kept “") || !strings.Contains(all, "      cited “pnpm test”") {
		t.Errorf("--claims leaves some out:\n%s", all)
	}
	var note, line hunkJSON
	supports := map[model.Support]int{}
	for _, f := range parsed[reviewJSON](t, 3, "review", "show", "--json").Files {
		for _, h := range f.Hunks {
			switch {
			case f.Path == "staging-access.md":
				note = h
			case slices.Contains(h.Reads, "entry staging-access.md is new"):
				line = h
			}
			for _, c := range h.Claims {
				supports[c.Support]++
			}
		}
	}
	if !slices.Equal(note.With, []string{line.ID}) || !slices.Equal(line.With, []string{note.ID}) {
		t.Errorf("in JSON the note is with %q, its line with %q", note.With, line.With)
	}
	if supports[model.Found] == 0 || supports[model.Kept] == 0 || supports[model.Unsourced] == 0 {
		t.Errorf("claims in JSON: %v", supports)
	}
	if !strings.Contains(text, "      with  "+line.ID+"  MEMORY.md, ") {
		t.Errorf("show does not say what belongs to a note:\n%s", text)
	}
	out := answers(t, []string{"skip", "skip", "skip", "skip", "skip", "skip", "skip", "q"}, "review", "--accessible").out
	for _, s := range []string{"\nthis reads as: entry old-ci.md is dropped\n", "\nbelongs to it: staging-access.md, new file, undecided\n",
		"\nfound, scripts/deploy-staging.sh: a3b81c42:7 assistant: ", "\nkept from what was said before: "} {
		if !strings.Contains(out, s) {
			t.Errorf("it is not said that %q:\n%s", s, out)
		}
	}
	if out := want(t, 0, "review", "accept", "--id", note.ID); !strings.Contains(out, "1 hunk of MEMORY.md belongs to it: with --together it is accepted as well\n") {
		t.Errorf("accept says nothing of the line:\n%s", out)
	}
	if got := parsed[decidedJSON](t, 0, "review", "reject", "--dry-run", "--json", "--id", note.ID); !slices.Equal(got.With, []string{line.ID}) {
		t.Errorf("reject: %+v", got)
	}
	if out := want(t, 0, "review", "accept", "--together", "--id", note.ID); strings.Contains(out, "belong") {
		t.Errorf("what was taken is offered again:\n%s", out)
	}
}

// proposedDream lays out the sample with the dream that waits for its review.
func proposedDream(t *testing.T) {
	t.Helper()
	bare(t)
	for name := range (sample.World{}).Env() {
		t.Setenv(name, os.Getenv(name)) // so that what the demo sets is undone
	}
	want(t, 0, "demo", "--setup", "--dir", filepath.Join(t.TempDir(), "sample"))
}

// TestArithmeticIsShown: a date that follows from what was said is told with how it does, and a field whose value is a
// credential without it.
func TestArithmeticIsShown(t *testing.T) {
	bare(t)
	base := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "---\nname: a\npassword: correct-horse-1\n---\nThe shop sells bread.\n"})
	proposed := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n",
		"a.md": "---\nname: a\npassword: battery-staple-2\n---\nThe shop sells bread.\nThe oven was mended on 2026-11-26.\n"})
	sessions := write(t, t.TempDir(), map[string]string{"5f0c9d1e.jsonl": `{"type":"user","sessionId":"5f0c9d1e","timestamp":"2026-11-27T10:00:00Z","uuid":"1","message":{"role":"user","content":"the oven was mended yesterday"}}` + "\n"})
	args := []string{"check", "--base", base, "--proposed", proposed, "--transcripts", sessions}
	text := want(t, 3, args...)
	if !strings.Contains(text, "      derived “2026-11-26”  5f0c9d1e:1 user: ") || !strings.Contains(text, "yesterday") {
		t.Errorf("the arithmetic is not shown:\n%s", text)
	}
	if !strings.Contains(text, "      field password: ") || strings.Contains(text, "correct-horse") || strings.Contains(text, "battery-staple") {
		t.Errorf("the field is not told, or all of it:\n%s", text)
	}
	derived := 0
	for _, h := range hunksOf(parsed[checkJSON](t, 3, append(args, "--json")...)) {
		for _, c := range h.Claims {
			if c.Support == model.Derived && c.Token == "2026-11-26" && c.Line == 6 && c.Session == "5f0c9d1e" && c.SourceLine == 1 && c.Reason != "" {
				derived++
			}
		}
	}
	if derived != 1 {
		t.Errorf("%d derived claims in JSON", derived)
	}
}

package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// spoken writes a session of one line, which stands at a place.
func spoken(t *testing.T, name string, line int, text string) transcript.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".jsonl")
	said := strings.Repeat("\n", line-1) + fmt.Sprintf(`{"type":"user","timestamp":"2026-02-01T10:00:00Z","message":{"role":"user","content":%q}}`, text) + "\n"
	if err := os.WriteFile(path, []byte(said), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := transcript.At(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestArchived: kept lines count as what was said, behind what is still there, and are named.
func TestArchived(t *testing.T) {
	const text = "The slicer is called Bertha-7 and stands in hall 12."
	proposed := model.Tree{"slicer.md": {Data: []byte("---\nname: slicer\ndescription: the slicer\ntype: project\n---\n\n" + text + "\n"), Mode: 0o600}}
	run := func(gathered, kept []transcript.File, reasons string) model.Evidence {
		t.Helper()
		changes := hunk.Diff(model.Tree{}, proposed)
		c, _, err := Run(t.Context(), Input{Base: model.Tree{}, Proposed: proposed, Changes: changes, Text: reasons, Origin: model.OriginModel,
			Transcripts: gathered, Archived: kept, Zone: time.UTC, Now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		return c.Hunks[changes[0].Hunks[0].ID]
	}
	kept := spoken(t, "gone", 4, text)
	e := run(nil, []transcript.File{kept}, "- slicer.md: its name [gone:4]\n")
	if slices.ContainsFunc(e.Flags, func(f model.Flag) bool { return f.Kind != "orphan" && f.Kind != "missing-index" }) || len(e.Citations) != 1 || e.Citations[0].Verdict != model.Supported || !strings.Contains(e.Citations[0].Reason, "archive") {
		t.Errorf("cited: %+v", e)
	}
	e = run(nil, []transcript.File{kept}, "")
	for _, c := range e.Claims {
		if c.Support != model.Found || c.Source.Session != "gone" || c.Source.Line != 4 || !strings.Contains(c.Reason, "archive") {
			t.Errorf("found: %+v", c)
		}
	}
	if len(e.Claims) == 0 {
		t.Error("there are no claims")
	}
	for name, gathered := range map[string]transcript.File{"another session": spoken(t, "here", 1, text), "the session itself": spoken(t, "gone", 4, text)} {
		e = run([]transcript.File{gathered}, []transcript.File{kept}, "")
		for _, c := range e.Claims {
			if c.Source.Session != gathered.Session || strings.Contains(c.Reason, "archive") {
				t.Errorf("%s: %+v", name, c)
			}
		}
	}
	if e = run([]transcript.File{spoken(t, "gone", 4, "Nothing of the kind.")}, []transcript.File{kept}, "- slicer.md: its name [gone:4]\n"); len(e.Flags) == 0 {
		t.Errorf("what is kept of a session goes before the session: %+v", e)
	}
}

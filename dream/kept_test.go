package dream

import (
	"os"
	"path/filepath"
	"testing"

	"dreamgate/memory/archive"
	"dreamgate/model"
)

// TestKeptLinesAreEvidence: what is kept of a session that is gone bears out what an engine cites of it.
func TestKeptLinesAreEvidence(t *testing.T) {
	w := newWorld(t)
	w.session("gone", "", `{"type":"user","timestamp":"2026-11-09T09:00:00Z","cwd":"/home/dev/acme","message":{"role":"user","content":"the slicer is called Bertha-7"}}`)
	path := filepath.Join(w.transcripts, "gone.jsonl")
	if err := archive.Keep(t.Context(), w.store.ID, []archive.Kept{{Session: "gone", Path: path, Lines: []int{2}, New: 1}}, noon); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	d := w.dreamer(scribble(map[string]string{
		"memory/tone.md": "---\nname: Tone\ndescription: short\ntype: user\n---\n\nKeep answers to five lines.\n\nThe slicer is called Bertha-7.\n",
		"CHANGES.md":     "- tone.md: the slicer has a name [gone:2]\n"}))
	run, err := d.Start(t.Context(), w.store, "scribble")
	if err == nil {
		run, err = d.Wait(t.Context(), run.ID)
	}
	if err != nil || run.State != model.RunReady {
		t.Fatalf("%+v, %v", run, err)
	}
	r, err := d.opt.Desk.Review(t.Context(), w.store, run.Proposal)
	if err != nil {
		t.Fatal(err)
	}
	cited := 0
	for _, e := range r.Check.Hunks {
		for _, c := range e.Citations {
			cited++
			if c.Verdict != model.Supported {
				t.Errorf("cited: %+v", c)
			}
		}
		for _, f := range e.Flags {
			t.Errorf("flagged: %+v", f)
		}
	}
	if cited == 0 || len(r.Proposal.Sources) != 1 {
		t.Errorf("%d citations, sources %+v", cited, r.Proposal.Sources)
	}
}

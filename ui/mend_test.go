package ui_test

import (
	"testing"

	"dreamgate/model"
)

// TestMergeThatEnded: what stopped the commit is looked at anew by the key that commits and by the one that reads
// again, and the dialog stays.
func TestMergeThatEnded(t *testing.T) {
	busy := "merge"
	f := pending(moved())
	f.breaks = func(_ model.Review, p *model.Preview) { p.Git.Busy = busy }
	s := scenario(t, f).Press("r", "]", "y", "C").Sees("merge is in progress").
		Press("enter").Sees("looked again; refused: merge is in progress").
		Press("R").Sees("looked again; refused: merge is in progress", "1 accepted")
	busy = ""
	s.Press("enter").Sees("nothing stops it any more: commit with enter", "1 accepted").Misses("in progress")
	if len(f.committed) != 0 {
		t.Fatalf("committed what nobody saw: %v", f.committed)
	}
	s.Press("R").Sees("looked again at what would be written").Press("enter").Sees("3f2a1c9")
	if len(f.committed) != 1 {
		t.Errorf("committed: %v", f.committed)
	}
}

// TestMendByKeys: what the selection would break is listed in the dialog, one key decides what ends it, the dialog
// is worked out anew, and another key takes it back.
func TestMendByKeys(t *testing.T) {
	f := pending(moved())
	f.breaks = func(r model.Review, p *model.Preview) {
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				if r.Decisions[h.ID] != model.Accepted && c.Path == "tone.md" {
					p.Findings = []model.Finding{{Rule: "orphan", Severity: model.Warning, Path: c.Path, Message: "nobody names it"}}
					p.New = []bool{true}
					p.Repairs = [][]model.Repair{{{To: model.Accepted, Hunks: []string{h.ID}, Text: "accept the change of tone.md"}}}
					return
				}
			}
		}
	}
	s := scenario(t, f).Press("r", "]", "y").Sees("1/3 decided").
		Press("C").Sees("nobody names it", "a accept the change of tone.md", "1 accepted").
		Press("x").Sees("nothing ends this finding in that way").
		Press("a").Sees("done: accept the change of tone.md; u takes it back", "2 accepted").Misses("nobody names it")
	if saved := f.reviews["p1"].Decisions; len(saved) != 2 {
		t.Errorf("saved: %v", saved)
	}
	s.Press("u").Sees("nobody names it", "1 accepted").Press("a").Misses("nobody names it").
		Press("enter").Sees("3f2a1c9")
	if len(f.committed) != 1 || len(f.committed[0]) != 2 {
		t.Errorf("committed: %v", f.committed)
	}
}

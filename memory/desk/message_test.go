package desk

import (
	"strings"
	"testing"

	"dreamgate/model"
)

// TestSigned: whoever writes the message, the commit says from which review it is, and nobody else says that.
func TestSigned(t *testing.T) {
	p := model.Proposal{ID: "r1", Origin: model.OriginModel, Engine: "claude"}
	ours := "Dreamgate-Review: r1\nDreamgate-Origin: model\nDreamgate-Engine: claude\n"
	for message, want := range map[string]string{
		"Mine":                             "Mine\n\n" + ours,
		"Mine\n\nA body: with a colon.\n":  "Mine\n\nA body: with a colon.\n\n" + ours,
		"Mine\n\nCo-authored-by: A <a@b>":  "Mine\n\nCo-authored-by: A <a@b>\n" + ours,
		"Mine\n\ndreamgate-review: forged": "Mine\n\n" + ours,
		"Mine\n\n" + ours:                  "Mine\n\n" + ours,
		"Key: value":                       "Key: value\n\n" + ours,
	} {
		if got := signed(message, p); got != want {
			t.Errorf("%q:\n%s", message, got)
		}
	}
}

// TestNoteOnAnOldName: what is said of the half of a rename that takes the old file away is in the commit.
func TestNoteOnAnOldName(t *testing.T) {
	s := newScene(t).repo()
	text := note("Tone", "user", "Keep answers to five lines.\nNever apologise.\nWrite plainly.\n")
	s.put("tone.md", text)
	s.git("add", ".")
	s.git("commit", "-qm", "tone")
	r := s.review(s.propose(model.OriginModel, map[string]string{"tone.md": "", "voice.md": text + "More.\n"}), model.Accepted)
	r.Notes = map[string]string{}
	for _, c := range r.Changes {
		if c.Status == model.Deleted {
			r.Notes[c.Hunks[0].ID] = "a better name"
		}
	}
	out := s.commit(r, model.CommitOptions{})
	if log := s.git("log", "-1", "--format=%B", out.Commit); !strings.Contains(log, "- voice.md: renamed from tone.md") ||
		!strings.Contains(log, "note: a better name") || strings.Contains(log, "- tone.md") {
		t.Error(log)
	}
}

// TestManyFlagsOfOneKind: what is said of a file again and again is one line of the message, and of many of one kind
// some are listed and the others counted.
func TestManyFlagsOfOneKind(t *testing.T) {
	check := model.Check{Hunks: map[string]model.Evidence{}}
	var accepted []model.Change
	for i := range 14 {
		id := string(rune('a' + i))
		accepted = append(accepted, model.Change{Path: id + ".md", Hunks: []model.Hunk{{ID: id}, {ID: id + "2"}}})
		f := model.Flag{Kind: "frontmatter", Token: "x", Reason: "there is none", Line: i}
		check.Hunks[id], check.Hunks[id+"2"] = model.Evidence{Flags: []model.Flag{f}}, model.Evidence{Flags: []model.Flag{f}}
	}
	check.Hunks["n"] = model.Evidence{Flags: []model.Flag{{Kind: "orphan", Reason: "nobody names it"}}}
	lines := flagged(accepted, check)
	if len(lines) != 12 || lines[0] != `a.md: frontmatter "x": there is none (2 times)` || lines[10] != "n.md: orphan: nobody names it" || lines[11] != "and 4 more: frontmatter" {
		t.Errorf("%q", lines)
	}
}

package review

import (
	"slices"
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// tidied is a dream that drops a note, and adds one, each with its line of the index.
func tidied() model.Review {
	base := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [Old CI](old-ci.md)\n- [Build](build.md)\n\nMore:\n\n- [Tone](tone.md)\n"),
		"old-ci.md": text("Jenkins.\n"), "tone.md": text("Short.\n"), "topics/build.md": text("make\n"),
	}
	proposed := model.Tree{
		"MEMORY.md":  text("# Memory\n\n- [Build](build.md)\n\nMore:\n\n- [Tone](tone.md)\n- [Deploys](deploys.md)\n"),
		"deploys.md": text("Staging first.\n"), "tone.md": text("Short.\nAnd kind.\n"), "topics/build.md": text("just\n"),
	}
	return review("20261129-1900", base, proposed)
}

// decisionOf is how the hunks of a file stand.
func decisionOf(p *Pane, path string) (out []model.Decision) {
	for _, id := range ids(p.r, path) {
		out = append(out, p.book.now[id])
	}
	return out
}

// TestNoOrphanByOneKey: accepting all that is clean leaves the line of a note whose end is not decided.
func TestNoOrphanByOneKey(t *testing.T) {
	p := opened(tidied(), 120, 30)
	out := press(p, keymap.AcceptClean)
	if !strings.Contains(out.Hint, "1 deletion, 1 index line of theirs left to you") {
		t.Errorf("%+v", out)
	}
	if got := decisionOf(p, "MEMORY.md"); !slices.Equal(got, []model.Decision{model.Undecided, model.Accepted}) {
		t.Errorf("the index: %v", got)
	}
	// Once the end of the note is accepted, so may be its line.
	goTo(t, p, "old-ci.md")
	out = press(p, keymap.Accept)
	if !strings.Contains(out.Hint, "1 hunk of MEMORY.md belongs to it: = accepts it as well") {
		t.Errorf("%+v", out)
	}
	if out = press(p, keymap.Together); !out.Changed || p.book.all.Undecided != 0 {
		t.Errorf("%+v, %+v", out, p.book.all)
	}
	press(p, keymap.Undo)
	if p.book.all.Undecided != 1 {
		t.Error("what belongs to a hunk is no step of its own")
	}
}

func TestTogether(t *testing.T) {
	p := opened(tidied(), 120, 30)
	goTo(t, p, "old-ci.md")
	shows(t, p.Render(), "with  hunk 1 of MEMORY.md, undecided")
	if out := press(p, keymap.Together); out.Changed || !strings.Contains(out.Hint, "decide this hunk first") {
		t.Errorf("%+v", out)
	}
	press(p, keymap.Reject, keymap.NextHunk) // another key takes the offer back
	goTo(t, p, "old-ci.md")
	if out := press(p, keymap.Together); !out.Changed || decisionOf(p, "MEMORY.md")[0] != model.Rejected {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "with  hunk 1 of MEMORY.md, rejected")
	goTo(t, p, "tone.md")
	if out := press(p, keymap.Together); out.Changed || !strings.Contains(out.Hint, "nothing else belongs") {
		t.Errorf("%+v", out)
	}
	r := tidied()
	r.Check.Hunks = map[string]model.Evidence{ids(r, "deploys.md")[0]: {Flags: []model.Flag{{Kind: "unsourced"}}}}
	p = opened(r, 120, 30)
	press(p, keymap.NextHunk, keymap.NextHunk, keymap.Accept)
	if out := press(p, keymap.Together); out.Changed || p.sheet.files[p.file()].path != "deploys.md" {
		t.Errorf("a flagged hunk was accepted unseen: %+v", out)
	}
}

func TestMany(t *testing.T) {
	p := opened(tidied(), 120, 30)
	goTo(t, p, "topics/build.md")
	rules, why := p.Many()
	if why != "" || len(rules) == 0 {
		t.Fatal(why)
	}
	at := map[string]Many{}
	for _, m := range rules {
		at[m.Text] = m
	}
	for text, want := range map[string][3]int{
		"deletions": {1, 1, 0}, "index lines": {1, 2, 1}, "additions": {3, 3, 0}, "everything clean": {4, 6, 2},
		"file topics/build.md": {1, 1, 0}, "folder topics": {1, 1, 0},
	} {
		if m, ok := at[text]; !ok || [3]int{m.Accepts, m.Rejects, m.Leaves} != want {
			t.Errorf("%s: %+v, want %v", text, m, want)
		}
	}
	if out := p.Take(at["deletions"], model.Rejected); !out.Changed || decisionOf(p, "old-ci.md")[0] != model.Rejected || p.book.all.Decided() != 1 {
		t.Errorf("%+v", out)
	}
	if out := p.Take(at["additions"], model.Accepted); !out.Changed || p.book.all.Accepted != 3 {
		t.Errorf("%+v, %+v", out, p.book.all)
	}
	press(p, keymap.Undo)
	if p.book.all.Accepted != 0 || p.book.all.Rejected != 1 {
		t.Error("a rule is not one step")
	}
	p.Take(at["everything clean"], model.Rejected)
	if rules, why = p.Many(); len(rules) != 0 || why == "" {
		t.Errorf("%v, %q", rules, why)
	}
}

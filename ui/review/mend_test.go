package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// broken is a preview with three new findings, two of which a key can end, and an old one.
func broken(r model.Review) model.Preview {
	id := func(path string) string { return ids(r, path)[0] }
	return model.Preview{Accepted: 3, Message: "m", New: []bool{true, false, true, true},
		Findings: []model.Finding{
			{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: 4, Message: "the link names no file"},
			{Rule: "type", Path: "untouched.md", Message: "old"}, {Rule: "reason", Path: "db.md", Message: "no reason"},
			{Rule: "orphan", Severity: model.Warning, Path: "db.md", Message: "nobody names it"},
		},
		Repairs: [][]model.Repair{
			{{To: model.Accepted, Hunks: []string{id("MEMORY.md")}, Text: "accept the line"}, {To: model.Rejected, Hunks: []string{id("old-ci.md")}, Text: "reject the deletion"}},
			nil, nil,
			{{To: model.Accepted, Hunks: []string{id("db.md")}, Text: "accept db.md, which carries a flag", Look: true}},
		},
	}
}

// TestMend: the keys end the finding that is meant, in words that stand under it.
func TestMend(t *testing.T) {
	r := shop()
	c := NewCommit(Options{Styles: looks["none"]})
	c.SetSize(100, 40)
	if out := c.Handle(keymap.Accept); !out.Handled || out.Mend != nil || out.Hint == "" {
		t.Errorf("before there is a preview: %+v", out)
	}
	c.Open(broken(r))
	shows(t, c.Render(), "What the selection would bring: 3 new findings; ] and [ go from one to the next", "▌ a accept the line", "▌ x reject the deletion", "  · accept db.md, which carries a flag")
	if !c.Works(keymap.Accept) || !c.Works(keymap.Reject) {
		t.Error("the line of keys has no repair")
	}
	if out := c.Handle(keymap.Reject); out.Mend == nil || out.Mend.Text != "reject the deletion" || out.Commit {
		t.Errorf("%+v", out)
	}
	c.Handle(keymap.NextHunk)
	shows(t, c.Render(), "  · accept the line", "▌ a accept db.md, which carries a flag")
	if out := c.Handle(keymap.Reject); out.Mend != nil || out.Hint == "" || c.Works(keymap.Reject) {
		t.Errorf("%+v", out)
	}
	c.Handle(keymap.NextHunk)
	shows(t, c.Render(), "▌ a accept the line")
	c.Handle(keymap.PrevHunk)
	shows(t, c.Render(), "▌ a accept db.md")
	if out := c.Handle(keymap.Undo); !out.Undo {
		t.Errorf("%+v", out)
	}
	c.SetSize(40, 12)
	c.Handle(keymap.NextHunk)
	shows(t, c.Render(), "▌ a accept the line")
	c.Handle(keymap.NextHunk)
	shows(t, c.Render(), "▌ a accept db.md")
	c.Open(model.Preview{Message: "m"})
	for _, a := range []keymap.Action{keymap.Accept, keymap.Reject, keymap.NextHunk} {
		if out := c.Handle(a); out.Mend != nil || !out.Handled || out.Hint == "" {
			t.Errorf("nothing is broken: %s %+v", a, out)
		}
	}
}

// TestMendDecides: a repair is one step of the review, and what carries a flag is shown first.
func TestMendDecides(t *testing.T) {
	r := shop()
	p, v := opened(r, 120, 30), broken(r)
	goTo(t, p, "testing.md")
	press(p, keymap.Accept)
	if out := p.Mend(v.Repairs[0][1]); !out.Changed || p.Review().Decisions[v.Repairs[0][1].Hunks[0]] != model.Rejected || !strings.Contains(out.Hint, "u takes it back") {
		t.Errorf("%+v", out)
	}
	press(p, keymap.Undo)
	if d := p.Review().Decisions; len(d) != 1 {
		t.Errorf("undone it is %v", d)
	}
	if out := p.Mend(v.Repairs[3][0]); out.Changed || len(p.Review().Decisions) != 1 {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "db.md", "only a tool's output says it")
	r.State = model.ReviewUncommitted
	if out := opened(r, 120, 30).Mend(v.Repairs[0][0]); out.Changed || out.Hint == "" {
		t.Errorf("%+v", out)
	}
}

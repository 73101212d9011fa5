package review

import (
	"fmt"
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

// TestAlike: of many findings of one kind one stands for all, and a key decides all that ends them, unless each is to be
// looked at.
func TestAlike(t *testing.T) {
	c := NewCommit(Options{})
	c.SetSize(100, 40)
	p := model.Preview{Accepted: 1, Undecided: 190, Index: model.Index{Status: model.StatusCut, Lines: 216, Units: 7613}, Dangling: 190}
	p.Findings = []model.Finding{{Rule: "index-cut", Severity: model.Error, Path: "MEMORY.md", Line: 201, Message: "the index is too long"}}
	p.Repairs = [][]model.Repair{{{To: model.Rejected, Hunks: []string{"i"}, Text: "reject the change of MEMORY.md"}}}
	for i := range 190 {
		p.Findings = append(p.Findings, model.Finding{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: i, Message: fmt.Sprintf("topic%d.md names no file", i)})
		p.Repairs = append(p.Repairs, []model.Repair{{To: model.Accepted, Hunks: []string{fmt.Sprint(i)}, Text: fmt.Sprintf("accept the new file topic%d.md", i)},
			{To: model.Rejected, Hunks: []string{"i"}, Text: "reject the change of MEMORY.md"}})
	}
	for range p.Findings {
		p.New = append(p.New, true)
	}
	c.Open(p)
	c.Handle(keymap.NextHunk)
	shows(t, c.Render(), "the index has 216 of 200 lines, 7,613 of 25,000 characters, cut", "190 links lead nowhere", "topic0.md names no file (and 189 more of this kind)",
		"a accept the new file topic0.md, and 189 more like it", "x reject the change of MEMORY.md")
	if out := c.Handle(keymap.Accept); out.Mend == nil || len(out.Mend.Hunks) != 190 {
		t.Errorf("accepting gives %+v", out)
	}
	if out := c.Handle(keymap.Reject); out.Mend == nil || len(out.Mend.Hunks) != 1 {
		t.Errorf("rejecting gives %+v", out)
	}
	p.Repairs[7][0].Look = true
	c.Open(p)
	if out := c.Handle(keymap.Accept); out.Mend == nil || len(out.Mend.Hunks) != 1 || !out.Mend.Look {
		t.Errorf("what is to be looked at gives %+v", out)
	}
}

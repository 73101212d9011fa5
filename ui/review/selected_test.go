package review

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestSelected: what is accepted is shown for what it would make of the memory, and nothing is where nothing is
// accepted.
func TestSelected(t *testing.T) {
	for _, size := range sizes {
		p := opened(tidied(), size.w, size.h)
		s := &Selected{Index: model.Index{Status: model.StatusNear, Lines: 170, Units: 900},
			Fresh: []model.Finding{{Rule: "orphan", Severity: model.Warning, Path: "old-ci.md", Message: "the index does not name\x1b[2J this note"}}}
		p.SetSelected(s)
		fits(t, "nothing accepted", p.Render(), size.w, size.h)
		if p.broken() != 0 || p.soFar(size.w) != nil {
			t.Error("nothing is accepted, and something would be broken")
		}
		press(p, keymap.NextHunk, keymap.Accept)
		p.SetSelected(s)
		press(p, keymap.NextPane, keymap.Top)
		golden(t, "selected-"+size.name, p.Render())
		fits(t, "accepted", p.Render(), size.w, size.h)
		press(p, keymap.Undo)
		if p.broken() != 0 {
			t.Error("what was taken back would still break something")
		}
	}
}

// TestAudited: among the findings of a proposal those that it brings about are listed, and the others are counted.
func TestAudited(t *testing.T) {
	v := tidied()
	old := model.Finding{Rule: "dangling", Severity: model.Warning, Path: "MEMORY.md", Message: "names a note that is not there"}
	ended := model.Finding{Rule: "orphan", Severity: model.Warning, Path: "a.md", Message: "no line names it"}
	fresh := model.Finding{Rule: "orphan", Severity: model.Warning, Path: "b.md", Message: "the index does not name this one"}
	v.Check.Audit = []model.Finding{old, fresh}
	p := opened(v, 100, 40)
	for _, c := range []struct {
		before []model.Finding
		has    []string
		hasNot string
	}{
		{nil, []string{"audit finds 2\n", old.Message, fresh.Message}, "new"},
		{[]model.Finding{old, ended}, []string{"audit finds 2, 1 of them new; 1 that the notes have would be gone", fresh.Message}, old.Message},
		{[]model.Finding{old, fresh}, []string{"audit finds 2, none of them new\n"}, old.Message},
	} {
		p.SetSelected(&Selected{Before: c.before})
		text := strings.Join(p.audit(100), "\n") + "\n"
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("with %d findings before: %q is missing in\n%s", len(c.before), want, text)
			}
		}
		if strings.Contains(text, c.hasNot) {
			t.Errorf("with %d findings before: %q stands in\n%s", len(c.before), c.hasNot, text)
		}
	}
}

// TestManyAlike: what is said many times is said once, with how often.
func TestManyAlike(t *testing.T) {
	var fresh []model.Finding
	for i := range 190 {
		fresh = append(fresh, model.Finding{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: i, Message: "names no file"})
	}
	fresh = append(fresh, model.Finding{Rule: "index-cut", Severity: model.Error, Path: "MEMORY.md", Message: "the end is not loaded"})
	v := shop()
	for id, ev := range v.Check.Hunks {
		for i := range 90 {
			ev.Flags = append(ev.Flags, model.Flag{Kind: "unsourced", Token: "something"}, model.Flag{Kind: "untrusted", Token: strings.Repeat("x", i%15)})
		}
		v.Check.Hunks[id] = ev
		break
	}
	p := opened(v, 120, 60)
	press(p, keymap.NextHunk, keymap.Accept)
	p.SetSelected(&Selected{Index: model.Index{Status: model.StatusCut, Lines: 216}, Dangling: 190, Fresh: fresh})
	press(p, keymap.NextPane, keymap.Top)
	screen := p.Render()
	shows(t, screen, "unsourced \"something\" (90 times)", "more: untrusted", "names no file (and 189 more of this kind)")
	if strings.Index(screen, "the end is not loaded") > strings.Index(screen, "names no file") {
		t.Errorf("what weighs most does not come first:\n%s", screen)
	}
}

// TestLinksToNowhereAreNoYes: the sign before the figures of the index says that all is well only where all of them are.
func TestLinksToNowhereAreNoYes(t *testing.T) {
	p := opened(tidied(), 100, 40)
	for dangling, mark := range []string{p.ink.Marks.Yes, p.ink.Marks.Finding} {
		rows := p.ink.indexRows(model.Index{Status: model.StatusOK, Lines: 5, Units: 70}, dangling, 100)
		if got := ansi.Strip(rows[0]); !strings.HasPrefix(got, mark) {
			t.Errorf("%d: %q", dangling, got)
		}
	}
}

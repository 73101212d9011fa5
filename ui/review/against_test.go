package review

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestAgainst: the hunks are drawn from what was approved last, with what came since, and from the notes again.
func TestAgainst(t *testing.T) {
	was := "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n"
	now := strings.NewReplacer("two", "agent two", "nine", "agent nine").Replace(was)
	proposed := strings.NewReplacer("agent two", "dream two", "six", "dream six").Replace(now)
	r := review("20261129-2000", model.Tree{"a.md": text(now), "b.md": text("b\n")}, model.Tree{"a.md": text(proposed), "b.md": text("B\n")})
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		p := opened(r, size[0], size[1])
		if p.Knows() {
			t.Fatal("it is known before anybody asked")
		}
		p.SetApproved(model.Approvals{Files: map[string]model.Approval{"a.md": {There: true, File: text(was),
			Revision: model.Revision{ID: strings.Repeat("ab", 20), Kept: model.KeptCommit, Review: "r1", At: noon.AddDate(0, 0, -9)}}}}, nil)
		out := p.SwitchBase()
		if !strings.Contains(out.Hint, "B goes back") {
			t.Errorf("%+v", out)
		}
		all := ""
		for i := range p.sheet.items {
			all += ansi.Strip(strings.Join(p.page(i).window(0, 1000), "\n")) + "\n"
		}
		shows(t, all, "already in the notes, not reviewed", "nothing of this file was ever")
		if size[0] < normalWidth {
			continue
		}
		shows(t, all, "against what was approved in review r1, 20 Nov", "- two", "+ {+agent +}two", "+ {+dream +}two", "- nine", "+ {+agent +}nine", "- six", "+ {+dream +}six")
		if strings.Contains(all, "- agent two") {
			t.Errorf("what was never approved is drawn as the old side:\n%s", all)
		}
		if n := strings.Count(all, "not reviewed"); n != 2 {
			t.Errorf("what came since is told %d times:\n%s", n, all)
		}
		goTo(t, p, "a.md")
		press(p, keymap.Accept)
		if got := decisionOf(p, "a.md"); got[0] != model.Accepted {
			t.Errorf("%v", got)
		}
		press(p, keymap.WholeFile)
		if p.against {
			t.Error("the whole file is drawn from the notes as they are")
		}
	}
}

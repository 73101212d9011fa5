package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// TestElsewhere: a deletion shows what of it stands elsewhere and what nowhere, and that as the hunk stands by
// which it would.
func TestElsewhere(t *testing.T) {
	base := model.Tree{
		"ci.md":    text("Jenkins runs every night.\nThe suite needs Redis.\nAsk Carla.\n"),
		"tests.md": text("The suite needs Redis.\n"),
		"long.md":  text("one is here\ntwo is here\nthree is here\nfour is here\n"),
	}
	proposed := model.Tree{"tests.md": base["tests.md"], "people.md": text("Ask Carla.\n"), "long.md": text("one is here\nfour is here\n")}
	r := review("20261129-1800", base, proposed)
	p := New(Options{Styles: looks["none"]})
	p.SetSize(120, 30)
	p.OpenOver(r, Behind{Real: r, Stands: evidence.Stands(base, proposed, r.Changes), Cover: func(s string) string { return strings.ReplaceAll(s, "tests.md", "[covered]") }})
	goTo(t, p, "ci.md")
	shows(t, p.Render(), "- line 1 stands nowhere else", "✓ line 2 stands also in [covered]:1", "- line 3 would stand in people.md:1, which is undecided")
	goTo(t, p, "people.md")
	press(p, keymap.Reject)
	goTo(t, p, "ci.md")
	shows(t, p.Render(), "- line 3 would stand in people.md:1, which is rejected")
	press(p, keymap.Undo)
	goTo(t, p, "people.md")
	press(p, keymap.Accept)
	goTo(t, p, "ci.md")
	shows(t, p.Render(), "✓ line 3 stands also in people.md:1")
	goTo(t, p, "long.md")
	shows(t, p.Render(), "- lines 2-3 stand nowhere else")
	press(p, keymap.Split)
	shows(t, p.Render(), "- line 2 stands nowhere else", "- line 3 stands nowhere else")
}

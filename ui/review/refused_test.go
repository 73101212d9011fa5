package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// refused is a dream of which one hunk was refused in an earlier review.
func refused() model.Review {
	r := tidied()
	id := ids(r, "topics/build.md")[0]
	r.Check.Hunks = map[string]model.Evidence{id: {Before: model.PastRefusal{
		Review: "20261112-0900", At: noon.AddDate(0, 0, -17), Note: "we build with\x1b[2J make",
	}}}
	r.Decisions = model.Decisions{id: model.Rejected}
	return r
}

// TestRefusedBefore: what was refused before says so in the header, in the summary and on the hunk, is taken by
// no key that means many, and is decided anew by its own.
func TestRefusedBefore(t *testing.T) {
	p := opened(refused(), 120, 30)
	said := "refused on 12 Nov: we build with\u241b[2J make"
	shows(t, p.Render(), "1 refused before", "topics/build.md: "+said, "1 hunk refused before, and rejected on arrival")
	goTo(t, p, "topics/build.md")
	shows(t, p.Render(), said, "line 1 \u00b7 refused before", "rejected")
	press(p, keymap.Cycle) // undecided now
	if out := press(p, keymap.AcceptClean); !strings.Contains(out.Hint, "1 refused before") {
		t.Errorf("%+v", out)
	}
	if got := decisionOf(p, "topics/build.md"); got[0] != model.Undecided {
		t.Errorf("a key that means many made it %s", got[0])
	}
	rules, why := p.Many()
	if why != "" {
		t.Fatal(why)
	}
	for _, m := range rules {
		p.Take(m, model.Accepted)
	}
	if got := decisionOf(p, "topics/build.md"); got[0] != model.Undecided {
		t.Errorf("a rule made it %s", got[0])
	}
	goTo(t, p, "topics/build.md")
	press(p, keymap.Accept)
	if got := decisionOf(p, "topics/build.md"); got[0] != model.Accepted {
		t.Errorf("its own key made it %s", got[0])
	}
}

// TestRefusedOnSmallScreens: it is told in words where there is neither colour nor room.
func TestRefusedOnSmallScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		p := opened(refused(), size[0], size[1])
		shows(t, p.Render(), map[bool]string{true: "1 before", false: "1 refused before"}[size[0] < normalWidth])
		goTo(t, p, "topics/build.md")
		shows(t, p.Render(), "refused on 12 Nov")
	}
}

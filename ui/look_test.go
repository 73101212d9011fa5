package ui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// TestLookIsKept: what keys set of the screen is kept when they set it, and found again at the next start.
func TestLookIsKept(t *testing.T) {
	d := pending(picky()).deps()
	d.NoColor = false
	var kept []model.Look
	d.KeepLook = func(l model.Look) error { kept = append(kept, l); return nil }
	uitest.New(t, d).Press("r", "]", "w", "W", "T").Size(170, 40).Press("|", "]")
	want := []model.Look{{Cut: true}, {Cut: true, Calm: true}, {Cut: true, Calm: true, Theme: "light"}, {Cut: true, Calm: true, Theme: "light", Below: true}}
	if !slices.Equal(kept, want) {
		t.Errorf("kept %+v", kept)
	}
	d.Look, d.NoColor = want[3], true
	kept = nil
	s := uitest.New(t, d).Size(170, 40).Press("r", "]", "w").Sees("long lines are wrapped")
	if len(kept) != 1 || kept[0] != (model.Look{Calm: true, Theme: "light", Below: true}) {
		t.Errorf("kept %+v", kept)
	}
	if strings.Contains(s.Plain(), "[-") {
		t.Error(s.Plain())
	}
	d.KeepLook = func(model.Look) error { return errors.New("keep how the screen is set: no room") }
	d.NoColor = false
	uitest.New(t, d).Press("T").Sees("keep how the screen is set: no room")
}

// TestLooksByKeys: a hunk is seen in each way and decided in the whole file, also where there is least room, and
// what the screen was like is there again after the commit dialog.
func TestLooksByKeys(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		f := pending(picky())
		s := scenario(t, f).Size(size[0], size[1]).Press("r", "]").Sees("hunk 1/1")
		s.Press("z").Sees("folded").Press("z").Sees("unfolded").Press("|").Sees("side by side needs 160")
		s.Press("o").Sees("whole file").Press("s").Sees("hunk 1/4").Press("y").Sees("▌○ hunk 2/4").Press("]").Sees("▌○ hunk 3/4")
		s.Press("n", "[", "[", "n").Sees("hunk 4/4").Press("u", "p").Sees("as it would be").Press("p", "C").Press("esc").Sees("whole file")
		s.Press("o").Misses("whole file")
	}
}

package review

import (
	"testing"

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

package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestFold: a folded hunk is a head that says how much it hides, counts, and can be decided.
func TestFold(t *testing.T) {
	p := opened(long(), 100, 30)
	press(p, keymap.NextHunk)
	out := press(p, keymap.Fold)
	s := p.Render()
	if out.Changed || !strings.Contains(out.Hint, "1 hunk folded") || strings.Contains(s, "line 49") {
		t.Errorf("%+v\n%s", out, s)
	}
	shows(t, s, "▌○ hunk 1/4 · … 2 lines folded · line 50", "46 lines between", "{+LINE+} 100", "0/5")
	if out := press(p, keymap.Accept); !out.Changed || p.at != 1 {
		t.Errorf("%+v", out)
	}
	press(p, keymap.PrevHunk)
	shows(t, p.Render(), "▌● hunk 1/4", "folded", "1/5")
	if out := press(p, keymap.Fold); !strings.Contains(out.Hint, "unfolded") {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "{+LINE+} 50", "43 lines between")
}

// TestFoldMany: from the list a key folds what its row stands for.
func TestFoldMany(t *testing.T) {
	p := opened(long(), 100, 30)
	if out := press(p, keymap.Fold); !strings.Contains(out.Hint, "5 hunks folded") {
		t.Errorf("%+v", out)
	}
	press(p, keymap.NextHunk)
	s := p.Render()
	if strings.Count(s, "folded") != 4 || strings.Contains(s, "between") || strings.Contains(s, "line 49") {
		t.Error(s)
	}
	press(p, keymap.Fold, keymap.NextPane, keymap.Fold)
	if !p.folded(p.sheet.items[0]) {
		t.Error("a file of which a hunk is unfolded is not folded")
	}
	press(p, keymap.Fold)
	if p.folded(p.sheet.items[0]) || !p.folded(p.sheet.items[4]) {
		t.Error("the file is not unfolded, or another is")
	}
	// In the whole file what is folded is a head as well.
	press(p, keymap.NextPane, keymap.WholeFile, keymap.Fold)
	shows(t, p.Render(), "line 49", "folded", "line 51")
	if strings.Contains(p.Render(), "LINE") {
		t.Error(p.Render())
	}
	press(p, keymap.Fold)
	shows(t, p.Render(), "{+LINE+} 50")
}

// TestFoldsOpen: a key that means a word or lines of a hunk shows them.
func TestFoldsOpen(t *testing.T) {
	p := opened(shop(), 120, 30)
	press(p, keymap.Fold, keymap.NextFlag, keymap.NextFlag)
	shows(t, p.Render(), "2026[?!]")
	press(p, keymap.Fold)
	toFile(p, "MEMORY.md")
	press(p, keymap.Select)
	shows(t, p.Render(), "lines selected", "Old CI")
}

// TestContext: keys show more and less of the file around the hunks, down to nothing, and never what is the
// next hunk's.
func TestContext(t *testing.T) {
	p := opened(long(), 100, 60)
	press(p, keymap.NextHunk)
	for _, c := range []struct {
		key  keymap.Action
		hint string
		from string
		not  string
	}{
		{keymap.LessContext, "1 line around each hunk", "line 49", "line 48"},
		{keymap.LessContext, "nothing of the file around", "{+LINE+} 50", "line 49"},
		{keymap.LessContext, "nothing is shown around the hunks already", "49 lines between", "line 49"},
		{keymap.MoreContext, "1 line around each hunk", "line 49", "line 48"},
		{keymap.MoreContext, "3 lines around each hunk", "line 47", "line 46"},
		{keymap.MoreContext, "6 lines around each hunk", "line 44", "line 43"},
	} {
		if out := press(p, c.key); !strings.Contains(out.Hint, c.hint) {
			t.Errorf("hint %q, not %q", out.Hint, c.hint)
		}
		s := p.Render()
		shows(t, s, c.from)
		if strings.Contains(s, c.not+" ") {
			t.Errorf("%s: %q is shown\n%s", c.hint, c.not, s)
		}
	}
	for range len(contexts) {
		press(p, keymap.MoreContext)
	}
	if out := press(p, keymap.MoreContext); !strings.Contains(out.Hint, "o shows the whole file") {
		t.Errorf("%+v", out)
	}
	if s := p.Render(); strings.Contains(s, "between") || strings.Contains(s, "{+LINE+} 100") && !strings.Contains(s, "hunk 2/4") {
		t.Error(s)
	}
	press(p, keymap.WholeFile)
	if out := press(p, keymap.LessContext); out.Hint != "all of the file is shown" {
		t.Errorf("%+v", out)
	}
	empty := opened(model.Review{}, 100, 30)
	if out := press(empty, keymap.Fold); out.Hint == "" {
		t.Error("an empty review folds")
	}
}

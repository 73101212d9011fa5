package review

import (
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestNamed: a key that means many leaves the line of a note that stays, says so, and takes one that moves with its
// new place, but not alone.
func TestNamed(t *testing.T) {
	base := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [A](a.md): one\n- [B](b.md): two\n\n## More\n\n- [C](c.md): three\n"),
		"a.md":      text("A\n"), "b.md": text("B\n"), "c.md": text("C\n"),
	}
	proposed := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [B](b.md): two\n\n## More\n\n- [C](c.md): three, four\n"),
		"a.md":      base["a.md"], "b.md": base["b.md"], "c.md": base["c.md"],
	}
	p := opened(review("20261129-1931", base, proposed), 120, 30)
	if out := press(p, keymap.AcceptClean); out.Hint != "accepted 1 hunk in the review; 1 index line of notes that stay left to you" {
		t.Errorf("%+v", out)
	}
	if got := result(t, p, "MEMORY.md"); got != "# Memory\n\n- [A](a.md): one\n- [B](b.md): two\n\n## More\n\n- [C](c.md): three, four\n" {
		t.Error(got)
	}
	proposed["MEMORY.md"] = text("# Memory\n\n- [B](b.md): two\n\n## More\n\n- [C](c.md): three\n- [A](a.md): one\n")
	p = opened(review("20261129-1932", base, proposed), 120, 30)
	goTo(t, p, "MEMORY.md")
	if out := press(p, keymap.AcceptGroup); out.Changed {
		t.Errorf("the group alone: %+v", out)
	}
	if out := press(p, keymap.AcceptFile); out.Hint != "accepted 2 hunks in MEMORY.md" {
		t.Errorf("both of a move: %+v", out)
	}
}

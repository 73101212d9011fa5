package review

import (
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestTogetherPartsTheIndex: a run of changed lines of the index is one hunk, and of it only the line of the note is
// decided with the note.
func TestTogetherPartsTheIndex(t *testing.T) {
	base := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [Old CI](old-ci.md): Jenkins\n- [Build](build.md): make\n- [Tone](tone.md): short\n"),
		"old-ci.md": text("Jenkins.\n"), "build.md": text("---\nname: Build\ndescription: make\n---\n\nmake\n"), "tone.md": text("Short.\n"),
	}
	proposed := model.Tree{
		"MEMORY.md": text("# Memory\n\n- [Build](build.md): just\n- [Deploys](deploys.md): staging\n- [Tone](tone.md): short\n"),
		"build.md":  text("---\nname: Build\ndescription: just\n---\n\nmake\n"), "deploys.md": text("Staging first.\n"), "tone.md": base["tone.md"],
	}
	for _, c := range []struct {
		path string
		key  keymap.Action
		want string
	}{
		{"deploys.md", keymap.Accept, "# Memory\n\n- [Old CI](old-ci.md): Jenkins\n- [Build](build.md): make\n- [Deploys](deploys.md): staging\n- [Tone](tone.md): short\n"},
		{"old-ci.md", keymap.Accept, "# Memory\n\n- [Build](build.md): make\n- [Tone](tone.md): short\n"},
		{"build.md", keymap.Accept, "# Memory\n\n- [Old CI](old-ci.md): Jenkins\n- [Build](build.md): just\n- [Tone](tone.md): short\n"},
		{"build.md", keymap.Reject, string(base["MEMORY.md"].Data)},
	} {
		r := review("20261129-1930", base, proposed)
		p := opened(r, 120, 30)
		goTo(t, p, c.path)
		if out := press(p, c.key); !strings.Contains(out.Hint, "its line in the index belongs to it: = ") {
			t.Errorf("%s: %+v", c.path, out)
		}
		out := press(p, keymap.Together)
		if got := result(t, p, "MEMORY.md"); !out.Changed || got != c.want || p.book.all.Undecided < 3 {
			t.Errorf("%s: %+v\n%s", c.path, out, got)
		}
		if press(p, keymap.Undo); p.Review().Shape.Shaped() || len(p.Review().Decisions) != 1 {
			t.Errorf("%s: that is not one step", c.path)
		}
		// From the hunk itself it is the same, and what carries a flag is shown first.
		r.Check.Hunks = map[string]model.Evidence{ids(r, "MEMORY.md")[0]: {Flags: []model.Flag{{Kind: "unsourced"}}}}
		p = opened(r, 120, 30)
		goTo(t, p, c.path)
		press(p, c.key, keymap.NextHunk)
		goTo(t, p, c.path)
		out = press(p, keymap.Together)
		if looks := c.key == keymap.Accept; !out.Changed || strings.Contains(out.Hint, "look at it first") != looks || looks && len(p.Review().Decisions) != 1 {
			t.Errorf("%s with a flag: %+v, %v", c.path, out, p.Review().Decisions)
		}
	}
}

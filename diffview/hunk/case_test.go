package hunk

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

func shape(h model.Hunk) string {
	return fmt.Sprintf("%s -%d,%d +%d,%d %d", h.Kind, h.OldStart, len(h.Removed), h.NewStart, len(h.Added), h.Group)
}

func all(changes []model.Change, d model.Decision) model.Decisions {
	out := model.Decisions{}
	for _, c := range changes {
		for _, h := range c.Hunks {
			out[h.ID] = d
		}
	}
	return out
}

// same compares trees by path, content and executable bit.
func same(a, b model.Tree) error {
	if !slices.Equal(a.Paths(), b.Paths()) {
		return fmt.Errorf("files %q and %q", a.Paths(), b.Paths())
	}
	for p, f := range a {
		if g := b[p]; string(f.Data) != string(g.Data) || executable(f.Mode) != executable(g.Mode) {
			return fmt.Errorf("%q: %v %q and %v %q", p, f.Mode, f.Data, g.Mode, g.Data)
		}
	}
	return nil
}

func TestCases(t *testing.T) {
	for _, c := range hunktest.Cases {
		t.Run(c.Name, func(t *testing.T) {
			changes := Diff(c.Base, c.Proposed)
			var got []string
			for _, ch := range changes {
				for _, h := range ch.Hunks {
					got = append(got, shape(h))
				}
			}
			if !slices.Equal(got, c.Want) {
				t.Errorf("hunks\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.Want, "\n"))
			}
			laws(t, c.Base, c.Proposed, changes)
		})
	}
}

// laws checks what holds for every change.
func laws(t *testing.T, base, proposed model.Tree, changes []model.Change) {
	t.Helper()
	if got, err := Apply(base, changes, all(changes, model.Accepted)); err != nil {
		t.Error(err)
	} else if err := same(got, proposed); err != nil {
		t.Errorf("all accepted: %v", err)
	}
	for _, d := range []model.Decision{model.Rejected, model.Undecided} {
		if got, err := Apply(base, changes, all(changes, d)); err != nil {
			t.Error(err)
		} else if err := same(got, base); err != nil {
			t.Errorf("all %v: %v", d, err)
		}
	}
	ids := map[string]bool{}
	for _, c := range changes {
		for i, h := range c.Hunks {
			if ids[h.ID] || len(h.ID) < idLength {
				t.Errorf("id %q of %s is not unique", h.ID, shape(h))
			}
			ids[h.ID] = true
			if h.Kind == model.HunkText {
				lawsOfText(t, base[c.Path], c.Hunks, i)
			}
		}
	}
}

// lawsOfText checks that a run is maximal, as late as it can be, and marks only what differs.
func lawsOfText(t *testing.T, base model.File, hunks []model.Hunk, i int) {
	t.Helper()
	h, lines := hunks[i], Lines(base.Data)
	next := len(lines)
	if i+1 < len(hunks) {
		next = above(hunks[i+1])
	}
	gap := next - below(h)
	if gap == 0 && i+1 < len(hunks) {
		t.Errorf("%s touches the next hunk", shape(h))
	}
	if side := append(slices.Clone(h.Removed), h.Added...); gap > 0 && len(side) > 0 &&
		(len(h.Removed) == 0 || len(h.Added) == 0) && side[0] == lines[below(h)] {
		t.Errorf("%s could sit later: %q is followed by %q", shape(h), side, lines[below(h)])
	}
	for _, line := range h.Removed {
		if slices.Contains(h.Added, line) && len(h.Removed) == 1 {
			t.Errorf("%s marks %q, which stays", shape(h), line)
		}
	}
}

func TestStatus(t *testing.T) {
	text := "---\nname: Deploys\n---\n\nStaging deploys on every merge; production on Tuesdays, by hand.\n"
	base := model.Tree{
		"equal.md": hunktest.Text(text), "moved.md": hunktest.Text(text + "Equal twin.\n"), "empty.md": hunktest.Text(""),
		"like.md": hunktest.Text("# Tests\n\nRun the whole suite with make test before a merge, always.\n"),
		"link.md": {Mode: fs.ModeSymlink, Target: "equal.md"}, "pipe": {Mode: fs.ModeNamedPipe}, "big.md": {Mode: 0o644, Oversize: 1 << 30},
	}
	proposed := model.Tree{
		"equal.md": hunktest.Text(text), "sub/moved.md": hunktest.Text(text + "Equal twin.\n"), "new-empty.md": hunktest.Text(""),
		"tests.md": hunktest.Text("# Tests\n\nRun the whole suite with make\ncheck before a merge, always.\n"),
		"link.md":  hunktest.Text("no link any more\n"), "new-link.md": {Mode: fs.ModeSymlink, Target: "x"},
	}
	var got []string
	for _, c := range Diff(base, proposed) {
		got = append(got, fmt.Sprintf("%s %s %s", c.Path, c.Status, c.RenameOf))
	}
	want := []string{"empty.md deleted ", "like.md deleted ", "moved.md deleted ", "new-empty.md added ",
		"sub/moved.md added moved.md", "tests.md added like.md"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestIDsStay holds ids through a restart, and through lines that another proposal adds above.
func TestIDsStay(t *testing.T) {
	old := "a\nx\nb\nx\nc\n"
	first := Diff(model.Tree{"n.md": hunktest.Text(old)}, model.Tree{"n.md": hunktest.Text("a\nX\nb\nX\nc\n")})
	again := Diff(model.Tree{"n.md": hunktest.Text("top\n" + old)}, model.Tree{"n.md": hunktest.Text("top\na\nX\nb\nX\nc\n")})
	if len(first[0].Hunks) != 2 || len(again[0].Hunks) != 2 {
		t.Fatalf("hunks: %v, %v", first, again)
	}
	for i := range 2 {
		if a, b := first[0].Hunks[i].ID, again[0].Hunks[i].ID; a != b {
			t.Errorf("hunk %d was %s, is %s", i, a, b)
		}
	}
	if first[0].Hunks[0].ID != "da051c2c8a" {
		t.Errorf("the id of a saved decision changed: %s", first[0].Hunks[0].ID)
	}
}

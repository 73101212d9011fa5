package hunk

import (
	"io/fs"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestApplyRefuses holds that no byte is guessed: what does not fit is an error that names the file.
func TestApplyRefuses(t *testing.T) {
	text := hunktest.Text
	base := model.Tree{"a.md": text("a\nb\nc\n"), "dir": text("a file\n"), "gone.md": text("x\n")}
	hunk := func(kind model.HunkKind, path string, at int, removed, added []string) []model.Change {
		return []model.Change{{Path: path, Hunks: []model.Hunk{
			{ID: "1", Path: path, Kind: kind, OldStart: at, Removed: removed, Added: added, NewMode: 0o644}}}}
	}
	twice := append(hunk(model.HunkText, "a.md", 1, []string{"a\n"}, nil), hunk(model.HunkText, "a.md", 2, []string{"b\n"}, nil)...)
	crossed := hunk(model.HunkText, "a.md", 2, []string{"b\n", "c\n"}, nil)
	crossed[0].Hunks = append(crossed[0].Hunks, hunk(model.HunkText, "a.md", 1, []string{"a\n"}, nil)[0].Hunks...)
	folder := hunk(model.HunkAdded, "dir/n.md", 0, nil, []string{"n\n"})
	folder[0].Status = model.Added
	hidden := hunk(model.HunkAdded, "sub", 0, nil, []string{"n\n"})
	hidden[0].Status = model.Added
	for _, c := range []struct {
		name    string
		base    model.Tree
		changes []model.Change
		want    string
	}{
		{"other text", base, hunk(model.HunkText, "a.md", 2, []string{"B\n"}, nil), `"a.md"`},
		{"past the end", base, hunk(model.HunkText, "a.md", 3, []string{"c\n", "d\n"}, nil), "reviewed"},
		{"insertion past the end", base, hunk(model.HunkText, "a.md", 9, nil, []string{"d\n"}), "reviewed"},
		{"before the start", base, hunk(model.HunkText, "a.md", -1, nil, []string{"d\n"}), "reviewed"},
		{"file gone", base, hunk(model.HunkText, "none.md", 0, nil, []string{"d\n"}), "reviewed"},
		{"file there already", base, hunk(model.HunkAdded, "a.md", 0, nil, []string{"d\n"}), "reviewed"},
		{"deleted has moved on", base, hunk(model.HunkDeleted, "gone.md", 1, []string{"y\n"}, nil), "reviewed"},
		{"line without end inside", base, hunk(model.HunkText, "a.md", 1, nil, []string{"d"}), "newline"},
		{"twice", base, twice, "twice"},
		{"crossed", base, crossed, "reviewed"},
		{"folder is a file", base, folder, `"dir" is a file`},
		{"file is a folder", model.Tree{"sub/a.md": text("a\n")}, hidden, "folder"},
		{"link", model.Tree{"a.md": {Mode: fs.ModeSymlink, Target: "b"}}, hunk(model.HunkText, "a.md", 0, nil, nil), "link to b"},
	} {
		d := model.Decisions{"1": model.Accepted}
		got, err := Apply(c.base, c.changes, d)
		if err == nil || got != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, error %v, want one with %q", c.name, got, err, c.want)
		}
		if got, err := Apply(c.base, c.changes, nil); err != nil || same(got, c.base) != nil {
			t.Errorf("%s, nothing accepted: %v, %v", c.name, got, err)
		}
	}
}

// TestApplyLeavesBase holds that the base can be applied to again, and that what nobody changed is
// the same file.
func TestApplyLeavesBase(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("a\nb\n"), "b.md": {Mode: 0o600, Data: []byte("b\n"), Links: 1}}
	proposed := model.Tree{"a.md": hunktest.Text("a\nB\n"), "b.md": hunktest.Text("b\n"), "c.md": hunktest.Script("c")}
	changes := Diff(base, proposed)
	got, err := Apply(base, changes, all(changes, model.Accepted))
	if err != nil {
		t.Fatal(err)
	}
	if len(base) != 2 || string(base["a.md"].Data) != "a\nb\n" {
		t.Errorf("base is now %v", base)
	}
	if b := got["b.md"]; b.Mode != 0o600 || b.Links != 1 {
		t.Errorf("a file that stays is now %v", b)
	}
	if got["c.md"].Mode != 0o755 {
		t.Errorf("new file has mode %v", got["c.md"].Mode)
	}
}

func TestTally(t *testing.T) {
	c := model.Change{Hunks: []model.Hunk{{ID: "a"}, {ID: "b"}}}
	for _, x := range []struct {
		d    model.Decisions
		want State
	}{
		{nil, Open},
		{model.Decisions{"a": model.Undecided, "other": model.Accepted}, Open},
		{model.Decisions{"a": model.Accepted}, Part},
		{model.Decisions{"a": model.Accepted, "b": model.Rejected}, Part},
		{model.Decisions{"a": model.Accepted, "b": model.Accepted}, AllAccepted},
		{model.Decisions{"a": model.Rejected, "b": model.Rejected}, AllRejected},
	} {
		sum, files := Counts([]model.Change{c, {}}, x.d)
		if got := files[0].State(); got != x.want || sum != files[0] || sum.Hunks() != 2 {
			t.Errorf("%v: %v of %+v, want %v", x.d, got, sum, x.want)
		}
	}
	if (Tally{}).State() != Open {
		t.Error("nothing to decide is not open")
	}
	removed, added := Size(model.Change{Hunks: []model.Hunk{{Kind: model.HunkText, Removed: []string{"a\n"}, Added: []string{"b\n", "c\n"}},
		{Kind: model.HunkBinary, Removed: []string{"\x00"}}}})
	if removed != 1 || added != 2 {
		t.Errorf("Size = %d, %d", removed, added)
	}
}

package bulk

import (
	"slices"
	"testing"

	"dreamgate/model"
)

func file(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }

// tidy is a dream that adds a note, drops one, renames one and changes one, each with its line.
func tidy() View {
	h := func(id string, kind model.HunkKind, removed, added string) model.Hunk {
		out := model.Hunk{ID: id, Kind: kind}
		if removed != "" {
			out.Removed = []string{removed}
		}
		if added != "" {
			out.Added = []string{added}
		}
		return out
	}
	return View{Decisions: model.Decisions{}, Check: model.Check{Hunks: map[string]model.Evidence{}}, Changes: []model.Change{
		{Path: "MEMORY.md", Status: model.Modified, Hunks: []model.Hunk{
			h("drop-line", model.HunkText, "- [Old CI](old-ci.md)\n", ""),
			h("new-line", model.HunkText, "", "- [Deploys](deploys.md)\n"),
			h("rename-line", model.HunkText, "- [Tone](tone.md)\n", "- [Voice](voice.md)\n"),
			h("other-line", model.HunkText, "- [Build](build.md): make\n", "- [Build](build.md): just, see old-ci.md\n"),
		}},
		{Path: "build.md", Status: model.Modified, Hunks: []model.Hunk{h("build", model.HunkText, "make\n", "just\n"), h("cut", model.HunkText, "a\n", "")}},
		{Path: "deploys.md", Status: model.Added, Hunks: []model.Hunk{h("new", model.HunkAdded, "", "---\nname: Deploys\ntype: project\n---\n")}},
		{Path: "old-ci.md", Status: model.Deleted, Hunks: []model.Hunk{h("drop", model.HunkDeleted, "Jenkins\n", "")}},
		{Path: "tone.md", Status: model.Deleted, Hunks: []model.Hunk{h("from", model.HunkDeleted, "short\n", "")}},
		{Path: "voice.md", Status: model.Added, RenameOf: "tone.md", Hunks: []model.Hunk{h("to", model.HunkAdded, "", "short\n")}},
	}}
}

func tied() View {
	v := tidy()
	v.Ties = Tie(nil, v.Changes)
	return v
}

func TestTie(t *testing.T) {
	ties := Tie(nil, tidy().Changes)
	for id, want := range map[string][]string{
		"drop-line": {"drop"}, "drop": {"drop-line"}, "new-line": {"new"}, "new": {"new-line"}, "rename-line": {"from", "to"},
		"from": {"rename-line"}, "to": {"rename-line"}, "other-line": nil, "build": nil,
	} {
		if got := ties[id]; !slices.Equal(got, want) {
			t.Errorf("%s belongs to %v, want %v", id, got, want)
		}
	}
	if got := Tie(nil, nil); len(got) != 0 {
		t.Error(got)
	}
}

// TestTieOfWords: the line of a note that changes belongs to what changes its name, description or heading, and to
// nothing else of it.
func TestTieOfWords(t *testing.T) {
	old := "---\nname: Build\ndescription: >-\n  how it\n  is made\ntype: project\n---\n\n# Building\n\nWe use make.\n"
	base := model.Tree{"build.md": file(old), "other.md": file(old)}
	h := func(id string, at int, removed, added string) model.Hunk {
		return model.Hunk{ID: id, Kind: model.HunkText, OldStart: at, Removed: []string{removed}, Added: []string{added}}
	}
	changes := []model.Change{
		{Path: "MEMORY.md", Status: model.Modified, Hunks: []model.Hunk{
			h("line", 3, "- [Build](build.md): how it is made\n", "- [Build](build.md): how all of it is made\n"), h("else", 9, "- [Tone](tone.md)\n", "- [Voice](tone.md)\n"),
			{ID: "gone", Kind: model.HunkText, OldStart: 12, Removed: []string{"see other.md\n"}}}},
		{Path: "build.md", Status: model.Modified, Hunks: []model.Hunk{
			h("folded", 5, "  is made\n", "  all is made\n"), h("kind", 6, "type: project\n", "type: user\n"), h("heading", 9, "# Building\n", "# All\n"), h("body", 11, "We use make.\n", "We use just.\n"),
			{ID: "piece", Of: "x", Kind: model.HunkText, OldStart: 9, Skip: 2, Removed: []string{"Building\n"}, Added: []string{"B\n"}}}},
		{Path: "other.md", Status: model.Modified, Hunks: []model.Hunk{h("name", 2, "name: Build\n", "name: Other\n")}},
	}
	ties := Tie(base, changes)
	for id, want := range map[string][]string{
		"line": {"folded", "heading"}, "folded": {"line"}, "heading": {"line"}, "kind": nil, "body": nil, "piece": nil, "else": nil, "name": nil, "gone": nil,
	} {
		if got := ties[id]; !slices.Equal(got, want) {
			t.Errorf("%s belongs to %v, want %v", id, got, want)
		}
	}
	v := View{Changes: changes, Ties: ties, Decisions: model.Decisions{}, Check: model.Check{Hunks: map[string]model.Evidence{"folded": {Flags: []model.Flag{{Kind: "unsourced"}}}}}}
	if clean := v.Clean(nil); clean["line"] || !clean["heading"] || !clean["else"] {
		t.Errorf("with a flagged description %v is clean", clean)
	}
}

// TestClean: a line of the index goes with what becomes of its note.
// "cut" only takes lines out of a note: that is no deletion, and would be flagged if they were lost.
func TestClean(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(v *View)
		want []string
	}{
		{"at first", func(v *View) {}, []string{"new-line", "other-line", "build", "cut", "new"}},
		{"the deletion is accepted", func(v *View) { v.Decisions["drop"] = model.Accepted }, []string{"drop-line", "new-line", "other-line", "build", "cut", "new"}},
		{"the deletion is rejected", func(v *View) { v.Decisions["drop"] = model.Rejected }, []string{"new-line", "other-line", "build", "cut", "new"}},
		{"the new note is flagged", func(v *View) { v.Check.Hunks["new"] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced"}}} },
			[]string{"other-line", "build", "cut"}},
		{"and accepted", func(v *View) {
			v.Check.Hunks["new"] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced"}}}
			v.Decisions["new"] = model.Accepted
		}, []string{"new-line", "other-line", "build", "cut"}},
		{"a refusal before", func(v *View) { v.Check.Hunks["new"] = model.Evidence{Before: model.PastRefusal{Review: "r"}} }, []string{"other-line", "build", "cut"}},
		{"an edit", func(v *View) { v.Changes[1].Hunks[0].Edited = true }, []string{"new-line", "other-line", "cut", "new"}},
	} {
		v := tied()
		c.do(&v)
		var got []string
		clean := v.Clean(nil)
		for _, ch := range v.Changes {
			for _, h := range ch.Hunks {
				if clean[h.ID] {
					got = append(got, h.ID)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPartedRename: what changes in the text of a renamed note is a hunk like any other, and no matter of its name.
func TestPartedRename(t *testing.T) {
	v := tidy()
	from, to := &v.Changes[4], &v.Changes[5]
	from.Hunks = append(from.Hunks, model.Hunk{ID: "edit", Of: "to", Kind: model.HunkText, Added: []string{"more\n"}})
	to.Hunks[0].ID, to.Hunks[0].Of = "to.name", "to"
	v.Ties = Tie(nil, v.Changes)
	if got := v.Ties["rename-line"]; !slices.Equal(got, []string{"from", "to.name"}) || v.Ties["edit"] != nil {
		t.Errorf("%v", v.Ties)
	}
	if clean := v.Clean(nil); !clean["edit"] || clean["from"] || clean["to.name"] {
		t.Errorf("%v", clean)
	}
	for name, want := range map[string][]string{
		"additions": {"new-line", "new", "edit"}, "file=voice.md": {"from", "edit", "to.name"},
		"file=tone.md": {"from", "edit", "to.name"}, "file=build.md": {"build", "cut"}, "deletions": {"drop"},
	} {
		r, _ := Parse(name, model.Proposal{})
		if got := r.Rejects(v); !slices.Equal(got, want) {
			t.Errorf("%s means %v, want %v", name, got, want)
		}
	}
}

// TestRenameByEitherName: a rule that names a file means its rename by the old name and by the new one: it refuses both
// halves, and says that it leaves them where it accepts, for a rename is never taken without a look.
func TestRenameByEitherName(t *testing.T) {
	for _, name := range []string{"file=tone.md", "file=voice.md"} {
		r, _ := Parse(name, model.Proposal{})
		if ids := r.Rejects(tied()); !slices.Equal(ids, []string{"from", "to"}) {
			t.Errorf("%s rejects %v", name, ids)
		}
		if ids, left := r.Accepts(tied()); len(ids) > 0 || !slices.Equal(left, []string{"from", "to"}) {
			t.Errorf("%s accepts %v and leaves %v", name, ids, left)
		}
	}
}

func TestLoose(t *testing.T) {
	v := tied()
	if got := v.Loose("to", "from"); !slices.Equal(got, []string{"rename-line"}) {
		t.Error(got)
	}
	v.Decisions["drop"] = model.Accepted
	if got := v.Loose("drop-line"); got != nil {
		t.Error(got)
	}
}

func TestRules(t *testing.T) {
	v := tied()
	v.Check.Hunks["build"] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced"}}}
	p := model.Proposal{Base: model.Tree{"build.md": file("---\nname: Build\ntype: project\n---\n")},
		Proposed: model.Tree{"deploys.md": file("---\nname: Deploys\nmetadata:\n  type: project\n---\n"), "voice.md": file("short\n")}}
	for name, want := range map[string]struct {
		accepts []string
		left    int
		rejects []string
	}{
		"deletions":       {[]string{"drop"}, 0, []string{"drop"}},
		"index":           {[]string{"new-line", "other-line"}, 2, []string{"drop-line", "new-line", "rename-line", "other-line"}},
		"additions":       {[]string{"new-line", "new"}, 0, []string{"new-line", "new"}},
		"keeping":         {[]string{"new-line", "other-line", "new"}, 2, []string{"new-line", "rename-line", "other-line", "build", "new"}},
		"type=project":    {[]string{"cut", "new"}, 1, []string{"build", "cut", "new"}},
		"file=build.md":   {[]string{"cut"}, 1, []string{"build", "cut"}},
		"dir=nothing":     {nil, 0, nil},
		"type=feedback":   {nil, 0, nil},
		"file=nothing.md": {nil, 0, nil},
	} {
		r, ok := Parse(name, p)
		if !ok {
			t.Errorf("there is no rule %s", name)
			continue
		}
		accepts, left := r.Accepts(v)
		if rejects := r.Rejects(v); !slices.Equal(accepts, want.accepts) || len(left) != want.left || !slices.Equal(rejects, want.rejects) {
			t.Errorf("%s accepts %v and leaves %d, rejects %v", name, accepts, len(left), rejects)
		}
	}
	for _, name := range []string{"", "nothing", "type", "type=", "index=x", "file"} {
		if _, ok := Parse(name, p); ok {
			t.Errorf("%q is a rule", name)
		}
	}
	for file, n := range map[string]int{"": 5, "build.md": 7, "voice.md": 6, "a/b.md": 7} {
		if got := Rules(p, file); len(got) != n {
			t.Errorf("at %q there are %d rules", file, len(got))
		}
	}
}

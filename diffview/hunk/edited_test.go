package hunk

import (
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestEditedEvidence: what is known of a hunk is known of the words of it that are left.
func TestEditedEvidence(t *testing.T) {
	said := model.Source{Session: "s", Line: 3}
	h := model.Hunk{ID: "h", Kind: model.HunkText, OldStart: 4, NewStart: 4, Removed: []string{"Run npm.\n"},
		Added: []string{"Run pnpm since May.\n", "It is faster.\n"}}
	e := model.Evidence{Why: "moved to pnpm", Citations: []model.Citation{{Source: said, Verdict: model.Supported}},
		Claims: []model.Claim{{Token: "pnpm", Support: model.Cited, Source: said, At: model.Span{Line: 0, Start: 4, End: 8}}},
		Flags: []model.Flag{{Kind: "unsourced", Token: "May", Line: 4, At: model.Span{Line: 0, Start: 15, End: 18}}, {Kind: "missing-citation", Token: "faster"},
			{Kind: "lost", Token: "npm"}}}
	whole, check := []model.Change{{Path: "a.md", Status: model.Modified, Hunks: []model.Hunk{h}}}, model.Check{Hunks: map[string]model.Evidence{"h": e}}
	for _, c := range []struct {
		text, why  string
		cites      int
		flags      []string
		line, from int
	}{
		{"Run pnpm.\n", "moved to pnpm", 1, []string{"lost"}, 0, 4},
		{"Since when?\nIn May.\n", "moved to pnpm", 0, []string{"unsourced", "lost"}, 5, 4},
		{"It is faster.\n", "moved to pnpm", 1, []string{"missing-citation", "lost"}, 0, 4},
		{"", "moved to pnpm", 0, []string{"lost"}, 0, 3},
	} {
		shape := model.Shape{Edits: map[string]string{"h": c.text}}
		changes, got, err := Shaped(whole, check, shape, nil)
		if err != nil {
			t.Fatal(err)
		}
		left, is := got.Hunks["h"], changes[0].Hunks[0]
		var kinds []string
		for _, f := range left.Flags {
			kinds = append(kinds, f.Kind)
		}
		if left.Why != c.why || len(left.Citations) != c.cites || !slices.Equal(kinds, c.flags) || is.NewStart != c.from || is.Remark() == "" {
			t.Errorf("%q leaves %+v at %d", c.text, left, is.NewStart)
		}
		if c.line > 0 && left.Flags[0].Line != c.line {
			t.Errorf("%q: the flag is in line %d", c.text, left.Flags[0].Line)
		}
	}
	// Where nothing speaks of what goes, nothing of what is known is left.
	e.Flags = nil
	check.Hunks["h"] = e
	_, got, _ := Shaped(whole, check, model.Shape{Edits: map[string]string{"h": ""}}, nil)
	if left := got.Hunks["h"]; left.Why != "" || len(left.Claims)+len(left.Citations)+len(left.Flags) > 0 {
		t.Errorf("of an edit to nothing %+v is known", left)
	}
}

// TestEditedPlaces: an edit moves the places of the hunks below it in the new text, and of its own.
func TestEditedPlaces(t *testing.T) {
	base := model.Tree{"a.md": {Mode: 0o644, Data: []byte("1\n2\n3\n4\n5\n6\n7\n8\n9\n")}}
	proposed := model.Tree{"a.md": {Mode: 0o644, Data: []byte("1\ntwo\nzwei\n3\n4\n4a\n5\n6\n7\n9\nten\n")}}
	whole := Diff(base, proposed)
	for at := range whole[0].Hunks {
		for _, text := range []string{"", "one\n", "one\ntwo\nthree\n"} {
			s, ok := Edit(model.Shape{}, whole[0].Hunks[at].ID, text)
			if !ok {
				t.Fatal("not edited")
			}
			changes, err := Reshape(whole, s)
			if err != nil {
				t.Fatal(err)
			}
			all := model.Decisions{}
			for _, h := range changes[0].Hunks {
				all[h.ID] = model.Accepted
			}
			tree, err := Apply(base, changes, all)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(tree["a.md"].Data), "\n")
			old := strings.SplitAfter(string(base["a.md"].Data), "\n")
			for _, h := range changes[0].Hunks {
				if n := len(h.Added); n > 0 && !slices.Equal(lines[h.NewStart-1:h.NewStart-1+n], h.Added) {
					t.Errorf("hunk %d edited to %q: %q is not in line %d of %q", at, text, h.Added, h.NewStart, lines)
				}
				if behind := h.OldStart + len(h.Removed) - 1; len(h.Removed) > 0 && len(h.Added) == 0 && lines[h.NewStart] != old[behind] {
					t.Errorf("hunk %d edited to %q: behind the removal in line %d stands %q", at, text, h.NewStart, lines[h.NewStart])
				}
			}
		}
	}
}

package bulk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestKeepNamed: no rule for many takes the last line of a note that lives on.
func TestKeepNamed(t *testing.T) {
	h := func(id, removed, added string) model.Hunk {
		return model.Hunk{ID: id, Kind: model.HunkText, Removed: strings.SplitAfter(removed, "\n"), Added: strings.SplitAfter(added, "\n")}
	}
	const a, b, c = "- [A](a.md): one\n", "- [B](b.md): two\n", "- [C](c.md): three\n"
	base := model.Tree{"a.md": file("a"), "b.md": file("b"), "c.md": file("---\nname: See\n---\nc"),
		"MEMORY.md": file("# Memory\n" + a + b + c + "Also [[See]] and b.md of old.\n")}
	gone := model.Change{Path: "a.md", Status: model.Deleted, Hunks: []model.Hunk{{ID: "gone", Kind: model.HunkDeleted, Removed: []string{"a"}}}}
	for _, tc := range []struct {
		name    string
		hunks   []model.Hunk
		decided model.Decisions
		also    []model.Change
		want    []string
	}{
		{name: "the line of a note that stays", hunks: []model.Hunk{h("x", a, "")}},
		{name: "one of several lines", hunks: []model.Hunk{h("x", b, "")}, want: []string{"x"}},
		{name: "both of them", hunks: []model.Hunk{h("x", b, ""), h("y", "and b.md of old.\n", "and of old.\n")}, want: []string{"y"}},
		{name: "one is accepted", hunks: []model.Hunk{h("x", b, ""), h("y", "b.md\n", "")}, decided: model.Decisions{"y": model.Accepted}},
		{name: "a wiki link is left", hunks: []model.Hunk{h("x", c, "")}, want: []string{"x"}},
		{name: "the wiki link goes as well", hunks: []model.Hunk{h("x", c, ""), h("y", "[[See]]\n", "-\n")}, want: []string{"y"}},
		{name: "the line is written anew", hunks: []model.Hunk{h("x", a, "- [A](a.md): other\n")}, want: []string{"x"}},
		{name: "it is moved", hunks: []model.Hunk{h("x", a, ""), h("y", "", a)}, want: []string{"x", "y"}},
		{name: "its new place is rejected", hunks: []model.Hunk{h("x", a, ""), h("y", "", a)}, decided: model.Decisions{"y": model.Rejected}},
		{name: "its new place is taken by nobody, for it takes another's line", hunks: []model.Hunk{h("x", a, "- z\n"), h("y", "- [D](d.md)\n"+c+"see [[See]]\n", a)}},
		{name: "two change places", hunks: []model.Hunk{h("x", a, b), h("y", b, a)}, want: []string{"x", "y"}},
		{name: "the note is deleted", hunks: []model.Hunk{h("x", a, "")}, also: []model.Change{gone}, decided: model.Decisions{"gone": model.Accepted}, want: []string{"x"}},
		{name: "the note is not deleted", hunks: []model.Hunk{h("x", a, "")}, also: []model.Change{gone}},
		{name: "a line of no note", hunks: []model.Hunk{h("x", "- [Old](nowhere.md)\n", "")}, want: []string{"x"}},
	} {
		changes := append([]model.Change{{Path: "MEMORY.md", Status: model.Modified, Hunks: tc.hunks}}, tc.also...)
		v := View{Names: NamesOf(base), Changes: changes, Decisions: tc.decided, Ties: Tie(base, changes)}
		if v.Decisions == nil {
			v.Decisions = model.Decisions{}
		}
		rule, _ := Parse(Everything, model.Proposal{Base: base})
		if got, _ := rule.Accepts(v); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v is taken, want %v", tc.name, got, tc.want)
		}
	}
	// A key for a part of the hunks counts on that part alone.
	v := View{Names: NamesOf(base), Decisions: model.Decisions{}, Changes: []model.Change{{Path: "MEMORY.md", Status: model.Modified, Hunks: []model.Hunk{h("x", a, ""), h("y", "", a)}}}}
	clean := v.Clean(func(id string) bool { return id == "x" })
	if maps.DeleteFunc(clean, func(_ string, is bool) bool { return !is }); clean["x"] {
		t.Error("a line is taken whose new place is not")
	}
}

// BenchmarkClean measures what a key that means many asks, of 5,000 hunks in the index of 2,000 notes.
func BenchmarkClean(b *testing.B) {
	base, index := model.Tree{}, strings.Builder{}
	var hunks []model.Hunk
	for i := range 5000 {
		name := fmt.Sprintf("note-%d.md", i%2000)
		base[name] = file("---\nname: Note\ndescription: what it says\n---\n\nIt says this.\n")
		line := fmt.Sprintf("- [Note](%s): what it says of [[%d]]\n", name, i)
		index.WriteString(line)
		hunks = append(hunks, model.Hunk{ID: fmt.Sprint(i), Kind: model.HunkText, Removed: []string{line}})
	}
	base["MEMORY.md"] = file(index.String())
	v := View{Names: NamesOf(base), Decisions: model.Decisions{}, Changes: []model.Change{{Path: "MEMORY.md", Status: model.Modified, Hunks: hunks}}}
	for b.Loop() {
		v.Clean(nil)
	}
}

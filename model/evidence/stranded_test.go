package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/evidence"
)

// TestStranded: half of a move is a loss that no flag of the whole proposal tells of.
func TestStranded(t *testing.T) {
	const fact = "The staging host is stage7.example.org.\n"
	tree := func(files ...string) model.Tree {
		out := model.Tree{}
		for i := 0; i < len(files); i += 2 {
			out[files[i]] = model.File{Mode: 0o644, Data: []byte(files[i+1])}
		}
		return out
	}
	rest := "one\n\ntwo\n\nthree\n\nfour\n"
	for _, c := range []struct {
		name           string
		base, proposed model.Tree
		accepted       func(c model.Change, h model.Hunk) bool
		want           string
	}{
		{"to a new note", tree("a.md", fact+rest), tree("a.md", rest, "n.md", "# N\n- **"+fact),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "a.md" }, "a.md:1 n.md"},
		{"both", tree("a.md", fact+rest), tree("a.md", rest, "n.md", fact), func(model.Change, model.Hunk) bool { return true }, ""},
		{"the other half", tree("a.md", fact+rest), tree("a.md", rest, "n.md", fact),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "n.md" }, ""},
		{"within a note", tree("a.md", fact+rest), tree("a.md", rest+fact),
			func(_ model.Change, h model.Hunk) bool { return len(h.Removed) > 0 }, "a.md:1 the same note"},
		{"a third one has it", tree("a.md", fact+rest, "b.md", fact), tree("a.md", rest, "b.md", fact, "n.md", fact),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "a.md" }, ""},
		{"a rename, half", tree("a.md", fact+rest), tree("b.md", fact+rest),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "a.md" }, "a.md:1 b.md"},
		{"short lines and frontmatter", tree("a.md", "---\nname: a\ntype: project-long-enough\n---\nyes\n"), tree("b.md", "---\nname: a\ntype: project-long-enough\n---\nyes\n"),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "a.md" }, ""},
		{"from a line of the index into its note", tree("MEMORY.md", "- [A](a.md) — "+fact, "a.md", rest), tree("MEMORY.md", "- [A](a.md) — The staging host\n", "a.md", rest+"\n"+fact),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "MEMORY.md" }, "MEMORY.md:1 a.md"},
		{"from a line of the index, both", tree("MEMORY.md", "- [A](a.md) — "+fact, "a.md", rest), tree("MEMORY.md", "- [A](a.md)\n", "a.md", rest+"\n"+fact),
			func(model.Change, model.Hunk) bool { return true }, ""},
		{"a line of the index says another thing", tree("MEMORY.md", "- [A](a.md) — "+fact, "a.md", rest), tree("MEMORY.md", "- [A](a.md)\n", "a.md", rest+"\nfive\n"),
			func(c model.Change, _ model.Hunk) bool { return c.Path == "MEMORY.md" }, ""},
		{"really gone", tree("a.md", fact+rest), tree("a.md", rest), func(model.Change, model.Hunk) bool { return true }, ""},
	} {
		changes := hunk.Diff(c.base, c.proposed)
		ds := model.Decisions{}
		for _, ch := range changes {
			for _, h := range ch.Hunks {
				if c.accepted(ch, h) {
					ds[h.ID] = model.Accepted
				}
			}
		}
		result, err := hunk.Apply(c.base, changes, ds)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range evidence.Stranded(c.base, result, changes, ds) {
			where := f.Message[strings.Index(f.Message, "place in ")+len("place in "):]
			got += fmt.Sprintf("%s:%d %s", f.Path, f.Line, where[:strings.Index(where, " is not")])
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestHalfARename: what changes in the text of a renamed note may be accepted without the name: nothing is moved then, and
// nothing lost.
func TestHalfARename(t *testing.T) {
	body := strings.Repeat("The suite needs a database of its own.\n\nNobody may skip it.\n\n", 4)
	base := model.Tree{"cache-notes.md": {Mode: 0o644, Data: []byte("Keys of the cache live a whole day.\n\n" + body)}}
	proposed := model.Tree{"caching.md": {Mode: 0o644, Data: []byte("Keys of the cache live an hour at most.\n\n" + body)}}
	whole := hunk.Diff(base, proposed)
	id := ""
	for _, c := range whole {
		if c.RenameOf != "" {
			id = c.Hunks[0].ID
		}
	}
	shape, ok := hunk.Split(whole, model.Shape{}, id)
	if !ok {
		t.Fatalf("the rename is not split: %+v", whole)
	}
	changes, _, err := hunk.Shaped(whole, model.Check{}, shape, func(model.Hunk) []model.Flag { return nil })
	if err != nil {
		t.Fatal(err)
	}
	ds, pieces := model.Decisions{}, 0
	for _, c := range changes {
		for _, h := range c.Hunks {
			if c.Path == "cache-notes.md" && h.Kind != model.HunkDeleted {
				ds[h.ID] = model.Accepted
				pieces++
			}
		}
	}
	result, err := hunk.Apply(base, changes, ds)
	if err != nil || pieces == 0 {
		t.Fatalf("%d pieces: %v", pieces, err)
	}
	if found := evidence.Stranded(base, result, changes, ds); len(found) > 0 {
		t.Errorf("of\n%s\nit says %v", result["cache-notes.md"].Data, found)
	}
}

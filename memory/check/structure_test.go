package check

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestOverLimit: an index that is cut before and after is no new fault of a proposal that makes it
// smaller, and one of a proposal that makes it larger.
func TestOverLimit(t *testing.T) {
	index := func(lines int) model.Tree {
		var b strings.Builder
		for i := range lines {
			fmt.Fprintf(&b, "- fact %d\n", i)
		}
		return model.Tree{model.IndexName: {Mode: 0o644, Data: []byte(b.String())}}
	}
	for _, c := range []struct {
		old, now int
		flagged  bool
	}{{300, 250, false}, {300, 310, true}, {190, 210, true}, {300, 190, false}} {
		in := Input{Base: index(c.old), Proposed: index(c.now), Origin: model.OriginPerson}
		in.Changes = hunk.Diff(in.Base, in.Proposed)
		got, _, err := Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		flagged := false
		for _, e := range got.Hunks {
			for _, f := range e.Flags {
				flagged = flagged || f.Kind == flagOverLimit
			}
		}
		if flagged != c.flagged {
			t.Errorf("%d lines to %d: over the limit is %v, want %v", c.old, c.now, flagged, c.flagged)
		}
	}
}

// TestWrongLink: a line of the index that goes by the name of one note and leads to another is flagged, one
// that is called as it likes is not.
func TestWrongLink(t *testing.T) {
	note := func(name string) model.File {
		return model.File{Mode: 0o644, Data: []byte("---\nname: " + name + "\ndescription: about it\ntype: project\n---\n\nText of " + name + ".\n")}
	}
	for _, c := range []struct {
		line string
		want string
	}{
		{"- [Build command](build.md) - how", ""},
		{"- [build](build.md) - how", ""},
		{"- [How we build](build.md) - how", ""},
		{"- [Test suite](tests.md) - how", ""},
		{"- [Build command](tests.md) - how", "tests.md"},
		{"- [BUILD](tests.md) - how", "tests.md"},
		{"- [tests.md](build.md) - how", "build.md"},
		{"- [Build command](gone.md) - how", ""}, // dangling
		{"- build command: see tests.md", ""},
	} {
		base := model.Tree{"build.md": note("Build command"), "tests.md": note("Test suite"), model.IndexName: {Mode: 0o644, Data: []byte("# Index\n\n- [Build command](tests.md) - old\n")}}
		in := Input{Base: base, Proposed: maps.Clone(base), Origin: model.OriginRules}
		in.Proposed[model.IndexName] = model.File{Mode: 0o644, Data: []byte("# Index\n\n- [Build command](tests.md) - old\n" + c.line + "\n")}
		in.Changes = hunk.Diff(in.Base, in.Proposed)
		got, _, err := Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		token := ""
		for _, e := range got.Hunks {
			for _, f := range e.Flags {
				if f.Kind == flagWrongLink {
					token = f.Token
				}
			}
		}
		if token != c.want {
			t.Errorf("%s: flagged is %q, want %q", c.line, token, c.want)
		}
	}
}

package review

import (
	"testing"

	"dreamgate/model"
)

// TestReads: a hunk of a frontmatter reads as fields, one of the index as entries, any other as its lines.
func TestReads(t *testing.T) {
	base := model.Tree{
		"MEMORY.md": text("# M\n\n- [Old CI](old-ci.md): Jenkins\n- [Build](build.md): make\n"),
		"build.md":  text("---\nname: Build\ndescription: how to build\nmetadata:\n  type: user\n---\n\nmake all\n"),
	}
	proposed := model.Tree{
		"MEMORY.md": text("# M\n\n- [Build](build.md): just\n- [Deploys](deploys.md): staging\n"),
		"build.md":  text("---\nname: Build\ndescription: how it is built\nmetadata:\n  type: project\n---\n\njust all\n"),
	}
	p := opened(review("20261129-2000", base, proposed), 120, 30)
	goTo(t, p, "MEMORY.md")
	shows(t, p.Render(), "entry old-ci.md is dropped", "entry build.md has other words", "entry deploys.md is new")
	goTo(t, p, "build.md")
	shows(t, p.Render(), "field description: how to build is now how it is built", "field metadata.type: user is now project")
	if last := len(p.sheet.items) - 1; p.reads(p.sheet.items[last], 80) != nil {
		t.Error("a line of the body reads as a field")
	}
}

package bulk_test

import (
	"slices"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/bulk"
)

func text(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }

// TestTakenOver: what a line of the index said and its note takes over goes together.
func TestTakenOver(t *testing.T) {
	base := model.Tree{"MEMORY.md": text("# Rules\n\n- [A](a.md) — wash it, and dry it by hand\n\nx\n\n- [B](b.md): keep it\n"), "a.md": text("one\n"), "b.md": text("two\n")}
	changes := hunk.Diff(base, model.Tree{"MEMORY.md": text("# Rules\n\n- [A](a.md) — wash it\n\nx\n\n- [B](b.md)\n"), "a.md": text("one\n\nwash it, and dry it by hand\n"), "b.md": text("two\n\nother\n")})
	ties := bulk.Tie(base, changes)
	line, into := changes[0].Hunks[0].ID, changes[1].Hunks[0].ID
	if len(ties) != 2 || !slices.Equal(ties[line], []string{into}) || !slices.Equal(ties[into], []string{line}) {
		t.Errorf("%v", ties)
	}
}

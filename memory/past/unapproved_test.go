package past

import (
	"maps"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestUndoUnapproved: all that came in since a person said yes is taken back, in every note, also one that is gone or that
// nobody ever saw; each of it can be refused, and stays then.
func TestUndoUnapproved(t *testing.T) {
	w := inGit(t)
	w.commit("Write the notes", "a.md", "one\ntwo\n", "b.md", "one\n", "c.md", "one\n", "gone.md", "it was here\n", "let-go.md", "x\n")
	w.review("b.md", "reviewed\n", "let-go.md", "-")
	w.commit("Tidy\n\nCo-Authored-By: Claude <noreply@anthropic.com>", "c.md", "by the agent\n")
	w.put("a.md", "one\ntwo\nby the agent\n")
	w.put("new.md", "by the agent\n")
	w.put("let-go.md", "again\n")
	w.put("gone.md", "-")
	p, err := w.past.Undo(t.Context(), w.st, model.Undo{Unapproved: true})
	must(t, err)
	if p.Origin != model.OriginUndo {
		t.Errorf("%s", p.Origin)
	}
	want := map[string]string{"a.md": "one\ntwo\n", "b.md": "reviewed\n", "c.md": "one\n", "gone.md": "it was here\n"}
	for path, text := range want {
		if got := string(p.Proposed[path].Data); got != text {
			t.Errorf("%s: %q, want %q", path, got, text)
		}
	}
	if len(p.Proposed) != len(want) {
		t.Errorf("%v", p.Proposed.Paths())
	}
	id, err := w.desk.Propose(t.Context(), p)
	must(t, err)
	r, err := w.desk.Review(t.Context(), w.st, id)
	must(t, err)
	was := r.Ruling()
	was.Decisions = maps.Clone(r.Decisions)
	for _, c := range r.Changes {
		d := r.Decisions[c.Hunks[0].ID]
		if open := c.Path == "new.md"; open != (d == model.Undecided) {
			t.Errorf("%s is %s", c.Path, d)
		}
		if c.Path == "c.md" {
			r.Decisions[c.Hunks[0].ID] = model.Rejected
		}
	}
	if n := hunk.Total(r.Changes); n != 5 {
		t.Errorf("%d hunks", n)
	}
	must(t, w.desk.Step(t.Context(), w.st, id, was, r.Ruling(), "keep one"))
	_, err = w.desk.Commit(t.Context(), r, model.CommitOptions{Edits: model.EditsAlong})
	must(t, err)
	live := w.live()
	for path, text := range map[string]string{"a.md": "one\ntwo\n", "c.md": "by the agent\n", "gone.md": "it was here\n", "new.md": "by the agent\n"} {
		if got := string(live[path].Data); got != text {
			t.Errorf("%s holds %q, want %q", path, got, text)
		}
	}
	// Of one note alone, and where there is nothing of it.
	p, err = w.past.Undo(t.Context(), w.st, model.Undo{Unapproved: true, Note: "c.md"})
	must(t, err)
	if len(hunk.Diff(p.Base, p.Proposed)) != 1 {
		t.Errorf("%v", hunk.Diff(p.Base, p.Proposed))
	}
	for note, word := range map[string]string{"a.md": "no such thing", "new.md": "nothing of it was ever approved"} {
		if _, err := w.past.Undo(t.Context(), w.st, model.Undo{Unapproved: true, Note: note}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", note, err)
		}
	}
}

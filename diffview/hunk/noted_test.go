package hunk

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestRebaseKeepsNotes: a note goes to the hunk that takes the place of its own, of several of the same file to that
// one, and every decision that is lost is counted.
func TestRebaseKeepsNotes(t *testing.T) {
	const base, proposed = "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\nB1\nB2\n3\n4\n5\n6\n7\nH\n9\n"
	for _, c := range []struct {
		name, live string
		edit       bool
		open       int
		// first and last are the notes at the two places.
		first, last string
	}{
		{"elsewhere", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", false, 0, "one|two", "last"},
		{"the first", "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n", false, 2, "one\ntwo", "last"},
		{"the last, further down", "0\n00\n000\n0000\n1\n2\n3\n4\n5\n6\n7\nacht\n9\n", false, 1, "one|two", "last"},
		{"both", "1\nzwei\n3\n4\n5\n6\n7\nacht\n9\n", false, 3, "one\ntwo", "last"},
		{"an edited piece", "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n", true, 2, "one\ntwo", "last"},
	} {
		r := reviewOf(one("a.md", base), one("a.md", proposed))
		first, last := r.Whole[0].Hunks[0], r.Whole[0].Hunks[1]
		r.Ruling.Shape.Cuts[first.ID] = []model.Cut{{Old: 2, New: 3}}
		pieces := reshaped(t, r.Whole, r.Ruling.Shape)[0].Hunks
		r.Ruling.Decisions[pieces[0].ID], r.Ruling.Decisions[pieces[1].ID], r.Ruling.Decisions[last.ID] = model.Accepted, model.Rejected, model.Rejected
		r.Ruling.Notes[pieces[0].ID], r.Ruling.Notes[pieces[1].ID], r.Ruling.Notes[last.ID] = "one", "two", "last"
		if c.edit {
			r.Ruling.Shape.Edits[pieces[1].ID] = "mine\n"
		}
		next, moved, err := Rebase(r, one("a.md", c.live))
		if err != nil || moved.Open != c.open {
			t.Errorf("%s: %+v, %v", c.name, moved, err)
		}
		var at [2][]string
		for _, h := range reshaped(t, next.Whole, next.Ruling.Shape)[0].Hunks {
			where := 0
			if strings.Contains(strings.Join(h.Added, ""), "H") {
				where = 1
			}
			if note := next.Ruling.Notes[h.ID]; note != "" {
				at[where] = append(at[where], note)
			}
		}
		if a, b := strings.Join(at[0], "|"), strings.Join(at[1], "|"); a != c.first || b != c.last {
			t.Errorf("%s: %q and %q", c.name, a, b)
		}
	}
}

// TestRebaseKeepsNotesOfARename: of a parted rename that clashes every decision is counted, and the notes stay.
func TestRebaseKeepsNotesOfARename(t *testing.T) {
	base, proposed, changes, id := aRename(t)
	shape, _ := Split(changes, model.Shape{}, id)
	_, text := renameParts(reshaped(t, changes, shape))
	for _, edit := range []bool{false, true} {
		r := reviewOf(base, proposed)
		r.Ruling.Shape = shape
		r.Ruling.Decisions = allOf(reshaped(t, changes, shape), model.Rejected)
		r.Ruling.Notes = map[string]string{text[0]: "one", text[1]: "two"}
		if edit {
			r.Ruling.Shape, _ = Edit(shape, text[0], "The rollback takes a day.\n")
		}
		live := maps.Clone(base)
		live["old.md"] = one("x", strings.Replace(longText, "ten", "two", 1))["x"]
		next, moved, err := Rebase(r, live)
		if err != nil || moved.Open != len(r.Ruling.Decisions) {
			t.Errorf("%v: %+v of %d, %v", edit, moved, len(r.Ruling.Decisions), err)
		}
		if got := slices.Collect(maps.Values(next.Ruling.Notes)); len(got) != 1 || got[0] != "one\ntwo" {
			t.Errorf("%v: %q", edit, next.Ruling.Notes)
		}
	}
}

package hunk

import (
	"fmt"
	"maps"
	"math/rand/v2"
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

// TestRenameRebasedWithWork: a parted rename whose file was changed elsewhere under its old name keeps finer pieces,
// what a person wrote in one, and the notes and decisions of all.
func TestRenameRebasedWithWork(t *testing.T) {
	base := one("old.md", "---\nname: old\nkind: user\n---\n"+longText)
	text := strings.NewReplacer("name: old", "name: new", "kind: user", "kind: team", "ten minutes", "five minutes").Replace(string(base["old.md"].Data))
	r := reviewOf(base, one("new.md", text))
	id := Half(r.Whole, r.Whole[0].Hunks[0].ID)
	shape, ok := Split(r.Whole, model.Shape{}, id)
	_, whole := renameParts(reshaped(t, r.Whole, shape))
	shape, finer := Split(r.Whole, shape, whole[0])
	name, pieces := renameParts(reshaped(t, r.Whole, shape))
	if !ok || !finer || len(pieces) != 3 {
		t.Fatal(ok, finer, pieces)
	}
	r.Ruling.Shape, _ = Edit(shape, pieces[2], "The rollback takes a day.\n")
	for _, id := range append(name, pieces[1:]...) {
		r.Ruling.Decisions[id] = model.Accepted
	}
	r.Ruling.Decisions[pieces[0]], r.Ruling.Notes[pieces[0]], r.Ruling.Notes[pieces[2]] = model.Rejected, "keep the name", "longer"
	for _, with := range []string{"above\n", "- ask Eve first\n"} {
		live := strings.Replace(string(base["old.md"].Data), "# Deploys\n", "# Deploys\n"+with, 1)
		next, moved, err := Rebase(r, one("old.md", live))
		if err != nil || moved.Open+len(moved.Clashes) > 0 || len(next.Ruling.Decisions) != 5 || len(next.Ruling.Shape.Edits) != 1 {
			t.Fatalf("%+v, %+v, %v", next.Ruling, moved, err)
		}
		_, now := renameParts(reshaped(t, next.Whole, next.Ruling.Shape))
		if len(now) != 3 || next.Ruling.Notes[now[0]] != "keep the name" || next.Ruling.Notes[now[2]] != "longer" || len(next.Ruling.Notes) != 2 {
			t.Errorf("%v: %q", now, next.Ruling.Notes)
		}
		want := strings.NewReplacer("kind: user", "kind: team", "ten minutes", "a day").Replace(live)
		if err := same(result(t, next), one("new.md", want)); err != nil {
			t.Error(err)
		}
		if got := string(next.Proposed["new.md"].Data); strings.Contains(got, "a day") {
			t.Errorf("the words of the person became the proposal's: %q", got)
		}
	}
}

// TestRenamesWithWorkRebasedAnyhow holds random pieces, edits and decisions of a rename against random changes of
// others: what comes through gives what a merge of the files gives, and each decision comes through or is counted.
func TestRenamesWithWorkRebasedAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 13))
	vary := func(text string, often int, word string) string {
		var b strings.Builder
		for _, l := range Lines([]byte(text)) {
			switch rng.IntN(often) {
			case 0:
				l = word + " " + l
			case 1:
				l += word + " after " + l
			}
			b.WriteString(l)
		}
		return b.String()
	}
	through := 0
	for round := range 1500 {
		var b strings.Builder
		for i := range 6 + rng.IntN(14) {
			fmt.Fprintf(&b, "line %d says thing %d\n", i, i*i)
		}
		base := one("old.md", b.String())
		r := reviewOf(base, one("new.md", vary(b.String(), 6, "new")))
		shape, ok := Split(r.Whole, model.Shape{}, Half(r.Whole, r.Whole[0].Hunks[0].ID))
		if !ok || len(renames(r.Whole)) == 0 {
			continue // nothing of the text changes, or too much for it to be the same note
		}
		for range rng.IntN(3) {
			_, texts := renameParts(reshaped(t, r.Whole, shape))
			shape, _ = Split(r.Whole, shape, texts[rng.IntN(len(texts))])
		}
		name, texts := renameParts(reshaped(t, r.Whole, shape))
		if rng.IntN(2) == 0 {
			shape, _ = Edit(shape, texts[rng.IntN(len(texts))], "mine\n")
		}
		for _, id := range texts {
			r.Ruling.Decisions[id], r.Ruling.Notes[id] = model.Decision(1+rng.IntN(2)), "on "+id
		}
		for _, id := range name {
			r.Ruling.Decisions[id] = model.Accepted
		}
		r.Ruling.Shape = shape
		live := one("old.md", vary(b.String(), 18, "other"))
		next, moved, err := Rebase(r, live)
		if err != nil {
			t.Fatal(err)
		}
		got := result(t, next)
		if moved.Done == 0 && moved.Open+len(next.Ruling.Decisions) != len(r.Ruling.Decisions) {
			t.Fatalf("round %d: %d decisions, now %v and %+v", round, len(r.Ruling.Decisions), next.Ruling.Decisions, moved)
		}
		notes := strings.Join(slices.Collect(maps.Values(next.Ruling.Notes)), "\n")
		if n := len(strings.Split(notes, "\n")); moved.Done == 0 && n != len(texts) {
			t.Fatalf("round %d: of %d notes there are %q", round, len(texts), next.Ruling.Notes)
		}
		if moved.Open+moved.Done > 0 {
			continue
		}
		through++
		merged, clashes := Merge(base["old.md"].Data, live["old.md"].Data, result(t, r)["new.md"].Data)
		if merged, clashes = besides(merged, clashes); len(clashes) > 0 || sorted(merged) != sorted(got["new.md"].Data) {
			t.Fatalf("round %d: %q, want %q", round, got["new.md"].Data, merged)
		}
	}
	if through < 300 {
		t.Errorf("only %d came through", through)
	}
}

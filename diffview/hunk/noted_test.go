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
		{"the first", "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n", false, 2, "one; two", "last"},
		{"the last, further down", "0\n00\n000\n0000\n1\n2\n3\n4\n5\n6\n7\nacht\n9\n", false, 1, "one|two", "last"},
		{"both", "1\nzwei\n3\n4\n5\n6\n7\nacht\n9\n", false, 3, "one; two", "last"},
		{"an edited piece", "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n", true, 2, "one; two", "last"},
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

// TestRebaseKeepsNotesOfARename: of a parted rename that clashes in one piece that one has both sides, the note, and is to
// be decided anew; the name and the other piece stay as they were decided.
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
		if err != nil || moved.Open != 1 || len(next.Ruling.Decisions) != 3 || len(moved.Clashes) != 1 {
			t.Fatalf("%v: %+v, %v, %v", edit, moved, next.Ruling.Decisions, err)
		}
		changes := reshaped(t, next.Whole, next.Ruling.Shape)
		_, now := renameParts(changes)
		if len(now) != 2 || next.Ruling.Notes[now[0]] != "one" || next.Ruling.Notes[now[1]] != "two" || next.Ruling.Decisions[now[1]] != model.Rejected || moved.Clashes[now[0]] == "" {
			t.Errorf("%v: %v, %+v", edit, now, next.Ruling)
		}
		_, h, _ := find(changes, now[0])
		want := map[bool]string{false: "The rollback takes five minutes.\n", true: "The rollback takes a day.\n"}[edit]
		if strings.Join(h.Removed, "") != "The rollback takes two minutes.\n" || strings.Join(h.Added, "") != want {
			t.Errorf("%v: %q, %q", edit, h.Removed, h.Added)
		}
		judged := Divide(next.Check, next.Whole, next.Ruling.Shape)
		for id, e := range judged.Hunks {
			clash := slices.ContainsFunc(e.Flags, func(f model.Flag) bool { return f.Kind == model.FlagConflict })
			if clash != (id == now[0]) {
				t.Errorf("%v: %s has %+v", edit, id, e.Flags)
			}
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
		if moved.Open+moved.Done+len(next.Ruling.Decisions) != len(r.Ruling.Decisions) {
			t.Fatalf("round %d: %d decisions, now %v and %+v", round, len(r.Ruling.Decisions), next.Ruling.Decisions, moved)
		}
		notes := strings.Join(append(slices.Collect(maps.Values(next.Ruling.Notes)), moved.Said...), noteMark)
		if n := len(strings.Split(notes, noteMark)); n != len(texts) {
			t.Fatalf("round %d: of %d notes there are %q, said %q", round, len(texts), next.Ruling.Notes, moved.Said)
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

// TestRebaseKeepsWordsOfWhatIsDone: what the notes have already leaves the review. A note on it is told, and a text that
// a person wrote in its place is proposed.
func TestRebaseKeepsWordsOfWhatIsDone(t *testing.T) {
	base, proposed := one("a.md", "a\nb\nc\nd\ne\n"), one("a.md", "a\nB\nc\nD\ne\n")
	for _, edit := range []bool{false, true} {
		r := reviewOf(base, proposed)
		id := r.Whole[0].Hunks[0].ID
		r.Ruling.Notes = map[string]string{id: "why\nso"}
		if edit {
			r.Ruling.Shape, _ = Edit(model.Shape{}, id, "mine\n")
			r.Ruling.Decisions[id] = model.Accepted
		}
		next, moved, err := Rebase(r, one("a.md", "a\nB\nc\nd\ne\n"))
		if err != nil {
			t.Fatal(err)
		}
		if !edit {
			if moved.Done != 1 || len(moved.Said) != 1 || moved.Said[0] != "your note on a.md has no hunk any more: why; so" {
				t.Errorf("%+v", moved)
			}
			continue
		}
		h := next.Whole[0].Hunks[0]
		if strings.Join(h.Removed, "") != "B\n" || strings.Join(h.Added, "") != "mine\n" || next.Ruling.Notes[h.ID] != "why\nso" || moved.Clashes[h.ID] == "" || moved.Open != 1 {
			t.Errorf("%+v, %+v, %+v", h, next.Ruling, moved)
		}
	}
}

// TestRenameClashIsParted: also of a rename that nobody parted both sides are seen where they clash, at the piece, with
// the note; none of it is decided.
func TestRenameClashIsParted(t *testing.T) {
	base, proposed, changes, id := aRename(t)
	r := reviewOf(base, proposed)
	r.Ruling.Decisions, r.Ruling.Notes = allOf(changes, model.Accepted), map[string]string{id: "look"}
	live := maps.Clone(base)
	live["old.md"] = one("x", strings.Replace(longText, "ten", "two", 1))["x"]
	next, moved, err := Rebase(r, live)
	if err != nil || len(next.Ruling.Decisions) != 0 || moved.Open != 1 || len(moved.Clashes) != 1 {
		t.Fatalf("%+v, %+v, %v", moved, next.Ruling, err)
	}
	changes = reshaped(t, next.Whole, next.Ruling.Shape)
	for id := range moved.Clashes {
		_, text := renameParts(changes)
		if id != text[0] || next.Ruling.Notes[id] != "look" || len(next.Ruling.Notes) != 1 {
			t.Errorf("%v, %+v", moved, next.Ruling)
		}
	}
}

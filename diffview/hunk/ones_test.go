package hunk

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// moved is a note that gets another name and two other lines, beside one that only gets another name and one that stays.
func moved() (base, proposed model.Tree) {
	body := strings.Repeat("a line of the note, as it was\n", 4)
	text := func(s string) model.File { return model.File{Data: []byte(s), Mode: 0o644} }
	return model.Tree{"a.md": text("x\n"), "old.md": text("one\n" + body + "two\n" + body), "was.md": text(body)},
		model.Tree{"a.md": text("y\n"), "is.md": text(body), "new.md": text("ONE\n" + body + "two\nand\n" + body)}
}

// TestARenameIsOne: in one piece, or apart from what changes in the text, whichever way it is counted.
func TestARenameIsOne(t *testing.T) {
	base, proposed := moved()
	whole := Diff(base, proposed)
	for _, split := range []bool{false, true} {
		changes, all, edits := whole, 3, 0
		if split {
			s, ok := Split(whole, model.Shape{}, Renames(whole)[changeOf(whole, "new.md").Hunks[0].ID])
			if !ok {
				t.Fatal("it does not come apart")
			}
			var err error
			if changes, err = Reshape(whole, s); err != nil {
				t.Fatal(err)
			}
			all, edits = 5, 2
		}
		is, was := changeOf(changes, "new.md"), changeOf(changes, "old.md")
		ids := []string{is.Hunks[0].ID, was.Hunks[0].ID}
		d := model.Decisions{ids[0]: model.Accepted, ids[1]: model.Accepted}
		tally, files := Counts(changes, d)
		at := slices.IndexFunc(changes, func(c model.Change) bool { return c.Path == "new.md" })
		if want := (Tally{1, 0, all - 1}); Total(changes) != all || tally != want || files[at] != (Tally{1, 0, edits}) || Files(changes) != 3 {
			t.Errorf("split %v: %d, %+v, %+v, %d files", split, Total(changes), tally, files[at], Files(changes))
		}
		delete(d, ids[1])
		if tally, _ = Counts(changes, d); tally.Undecided != all {
			t.Errorf("split %v: half of it is counted as decided: %+v", split, tally)
		}
		flags := model.Check{Hunks: map[string]model.Evidence{ids[0]: {Flags: []model.Flag{{Kind: "lost"}}}, ids[1]: {Flags: []model.Flag{{Kind: "lost"}}}}}
		if n := Flagged(changes, flags); n != 1 {
			t.Errorf("split %v: %d are flagged", split, n)
		}
		other := changeOf(changes, "a.md").Hunks[0].ID
		among := func(id string) bool { return slices.Contains(ids, id) }
		if Number(changes, append(ids, other)) != 2 || Number(changes, ids[:1]) != 1 || Doubled(Renames(whole), among) != 1 {
			t.Errorf("split %v: %d and %d, %d doubled", split, Number(changes, append(ids, other)), Number(changes, ids[:1]), Doubled(Renames(whole), among))
		}
		if removed, added := Rewritten(was, is); removed != 1 || added != 2 {
			t.Errorf("split %v: +%d -%d", split, added, removed)
		}
	}
	if removed, added := Rewritten(changeOf(whole, "was.md"), changeOf(whole, "is.md")); removed+added != 0 {
		t.Errorf("the text that stays: +%d -%d", added, removed)
	}
}

func changeOf(changes []model.Change, path string) model.Change {
	return changes[slices.IndexFunc(changes, func(c model.Change) bool { return c.Path == path })]
}

// TestOnesAreAll: each hunk is in one of them, and no hunk in two, whatever is proposed.
func TestOnesAreAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	joined := 0
	for range 2000 {
		base, proposed := model.Tree{}, model.Tree{}
		for _, name := range []string{"a.md", "b.md", "c.md", "d.md"} {
			old, new, _, _ := hunktest.Random(rng)
			switch rng.IntN(4) {
			case 0:
				base[name], proposed[name] = old, new
			case 1:
				base[name] = old
				proposed["x"+name] = new
			case 2:
				base["x"+name] = old
				proposed[name] = new
			}
		}
		changes := Diff(base, proposed)
		seen, hunks := map[string]int{}, 0
		for i, one := range Ones(changes) {
			for _, h := range one {
				seen[h.ID]++
			}
			if joined += len(one) - 1; one[0].Path != changes[i].Path {
				t.Fatalf("%s is told of %s", one[0].Path, changes[i].Path)
			}
		}
		for _, c := range changes {
			for _, h := range c.Hunks {
				if hunks++; seen[h.ID] != 1 {
					t.Fatalf("%s %s: %d times", h.Path, h.Kind, seen[h.ID])
				}
			}
		}
		if len(seen) != hunks || Total(changes) != hunks-len(Renames(changes)) {
			t.Fatalf("%d of %d hunks, %d changes, %d renames", len(seen), hunks, Total(changes), len(Renames(changes)))
		}
	}
	if joined < 100 {
		t.Errorf("%d renames: that is no test", joined)
	}
}

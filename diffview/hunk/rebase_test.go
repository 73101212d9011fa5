package hunk

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

func reviewOf(base, proposed model.Tree) Review {
	r := Review{Base: base, Proposed: proposed, Whole: Diff(base, proposed), Ruling: emptyRuling(), Check: model.Check{Hunks: map[string]model.Evidence{}}}
	for _, c := range r.Whole {
		for _, h := range c.Hunks {
			r.Check.Hunks[h.ID] = model.Evidence{Why: "why " + h.ID}
		}
	}
	return r
}

func one(files ...string) model.Tree {
	t := model.Tree{}
	for i := 0; i+1 < len(files); i += 2 {
		t[files[i]] = hunktest.Text(files[i+1])
	}
	return t
}

// result is what the accepted hunks of a review make.
func result(t *testing.T, r Review) model.Tree {
	t.Helper()
	changes, err := Reshape(r.Whole, r.Ruling.Shape)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Apply(r.Base, changes, r.Ruling.Decisions)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestRebase(t *testing.T) {
	const a, m = "a.md", "MEMORY.md"
	for _, c := range []struct {
		name                 string
		base, proposed, live model.Tree
		// decided is what all hunks were; kept how many of the new ones still are.
		hunks, kept, clashes, open, done int
		want                             model.Tree
	}{
		{"another file moved", one(a, "x\n", m, "i\n"), one(a, "y\n", m, "i\n"), one(a, "x\n", m, "j\n"), 1, 1, 0, 0, 0, one(a, "y\n", m, "j\n")},
		{"elsewhere in the file", one(a, "1\n2\n3\n4\n"), one(a, "1\n2\n3\nfour\n"), one(a, "zero\n1\n2\n3\n4\n"), 1, 1, 0, 0, 0, one(a, "zero\n1\n2\n3\nfour\n")},
		{"both append", one(m, "- a\n"), one(m, "- a\n- b\n"), one(m, "- a\n- c\n"), 1, 1, 0, 0, 0, one(m, "- a\n- c\n- b\n")},
		{"both append without an end", one(m, "- a"), one(m, "- a\n- b"), one(m, "- a\n- c"), 1, 0, 0, 1, 0, one(m, "- a\n- c")},
		{"done already", one(a, "1\n2\n"), one(a, "1\ntwo\n"), one(a, "1\ntwo\n"), 0, 0, 0, 0, 1, one(a, "1\ntwo\n")},
		{"the same line", one(a, "1\n2\n3\n"), one(a, "1\nII\n3\n"), one(a, "1\nzwei\n3\n"), 1, 0, 1, 1, 0, one(a, "1\nzwei\n3\n")},
		{"deleted, changed", one(a, "1\n"), one(), one(a, "2\n"), 1, 0, 1, 1, 0, one(a, "2\n")},
		{"changed, deleted", one(a, "1\n"), one(a, "2\n"), one(), 1, 0, 1, 1, 0, one()},
		{"both deleted", one(a, "1\n"), one(), one(), 0, 0, 0, 0, 1, one()},
		{"both made", one(), one(a, "1\n"), one(a, "2\n"), 1, 0, 1, 1, 0, one(a, "2\n")},
		{"twins of which one is done", one(a, "1\n2\n3\n"), one(a, "1\nx\n2\nx\n3\n"), one(a, "1\nx\n2\n3\n"), 1, 0, 0, 1, 1, one(a, "1\nx\n2\n3\n")},
	} {
		r := reviewOf(c.base, c.proposed)
		for _, ch := range r.Whole {
			for _, h := range ch.Hunks {
				r.Ruling.Decisions[h.ID], r.Ruling.Notes[h.ID] = model.Accepted, "mine"
			}
		}
		next, moved, err := Rebase(r, c.live)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, d := range next.Ruling.Decisions {
			kept += int(d)
		}
		if Total(next.Whole) != c.hunks || kept != c.kept || len(moved.Clashes) != c.clashes || moved.Open != c.open || moved.Done != c.done {
			t.Errorf("%s: %d hunks, %d kept, %+v", c.name, Total(next.Whole), kept, moved)
		}
		if err := same(result(t, next), c.want); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(next.Ruling.Notes) != c.hunks {
			t.Errorf("%s: notes %v", c.name, next.Ruling.Notes)
		}
		for id := range moved.Clashes {
			if f := next.Check.Hunks[id].Flags; len(f) != 1 || f[0].Kind != model.FlagConflict {
				t.Errorf("%s: flags %+v", c.name, f)
			}
		}
	}
}

// TestRebaseKeepsWork: pieces, edits and notes come through; an edit of lines that somebody else changed is
// proposed from now on, in the words of the person.
func TestRebaseKeepsWork(t *testing.T) {
	base := one("a.md", "1\n2\n3\n4\n5\n6\n7\n")
	r := reviewOf(base, one("a.md", "1\nB1\nB2\n3\n4\n5\nF\n7\n"))
	first, last := r.Whole[0].Hunks[0], r.Whole[0].Hunks[1]
	cut := model.Cut{Old: len("2\n"), New: len("B1\n")}
	r.Ruling.Shape.Cuts[first.ID] = []model.Cut{cut}
	pieces, err := Reshape(r.Whole, r.Ruling.Shape)
	if err != nil {
		t.Fatal(err)
	}
	p := pieces[0].Hunks
	r.Ruling.Decisions[p[0].ID], r.Ruling.Notes[p[1].ID] = model.Accepted, "not this"
	r.Ruling.Shape.Edits[p[1].ID] = "mine\n"
	r.Ruling.Decisions[p[1].ID] = model.Accepted
	r.Ruling.Shape.Edits[last.ID] = "my F\n"
	r.Ruling.Decisions[last.ID] = model.Accepted

	next, moved, err := Rebase(r, one("a.md", "0\n1\n2\n3\n4\n5\n6\n7\n"))
	if err != nil || moved.Open != 0 || len(next.Ruling.Shape.Edits) != 2 || len(next.Ruling.Notes) != 1 {
		t.Fatalf("%+v, %+v, %v", next.Ruling, moved, err)
	}
	if err := same(result(t, next), one("a.md", "0\n1\nB1\nmine\n3\n4\n5\nmy F\n7\n")); err != nil {
		t.Error(err)
	}
	next, moved, err = Rebase(r, one("a.md", "1\n2\n3\n4\n5\nsix\n7\n"))
	if err != nil || moved.Open != 1 || len(moved.Clashes) != 1 || len(next.Ruling.Shape.Edits) != 1 {
		t.Fatalf("%+v, %+v, %v", next.Ruling, moved, err)
	}
	if got := string(next.Proposed["a.md"].Data); !strings.Contains(got, "my F\n") || strings.Contains(got, "\nF\n") {
		t.Errorf("the words of the person are gone: %q", got)
	}
	if err := same(result(t, next), one("a.md", "1\nB1\nmine\n3\n4\n5\nsix\n7\n")); err != nil {
		t.Error(err)
	}
}

func sorted(text []byte) string {
	lines := Lines(text)
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// TestRebaseLaws holds random reviews against random changes of others.
func TestRebaseLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	words := []string{"a\n", "b\n", "c\n", "\n", "- x\n", "- y\n", "end"}
	tree := func() model.Tree {
		t := model.Tree{}
		for i := range 3 {
			if rng.IntN(4) > 0 {
				var b strings.Builder
				for range rng.IntN(8) {
					b.WriteString(words[rng.IntN(len(words)-rng.IntN(2))])
				}
				t[fmt.Sprintf("%d.md", i)] = hunktest.Text(b.String())
			}
		}
		return t
	}
	change := func(from model.Tree) model.Tree {
		t := maps.Clone(from)
		other := tree()
		for _, p := range other.Paths() {
			switch lines := Lines(t[p].Data); {
			case rng.IntN(3) == 0:
			case rng.IntN(6) == 0:
				delete(t, p)
			case rng.IntN(5) == 0 || len(lines) == 0:
				t[p] = other[p]
			default:
				i := rng.IntN(len(lines))
				lines = slices.Concat(lines[:i], []string{words[rng.IntN(6)], "new\n"}[:rng.IntN(3)], lines[i+rng.IntN(2):])
				t[p] = hunktest.Text(strings.Join(lines, ""))
			}
		}
		return t
	}
	quiet := 0
	for range 20_000 {
		base := tree()
		proposed, live := change(base), change(base)
		r := reviewOf(base, proposed)
		was := map[string]model.Decision{}
		for _, c := range r.Whole {
			for _, h := range c.Hunks {
				d := model.Decision(rng.IntN(3))
				r.Ruling.Decisions[h.ID] = d
				was[key(h)] |= 1 << d
			}
		}
		still, none, err := Rebase(r, base)
		if err != nil || none.Open+none.Done+len(none.Clashes) > 0 || !slices.EqualFunc(still.Whole, r.Whole, func(a, b model.Change) bool { return a.Path == b.Path }) {
			t.Fatalf("nothing moved: %+v, %v", none, err)
		}
		for id, d := range r.Ruling.Decisions {
			if still.Ruling.Decisions[id] != d {
				t.Fatalf("nothing moved, and %s is %s", id, still.Ruling.Decisions[id])
			}
		}
		next, moved, err := Rebase(r, live)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range next.Whole {
			for _, h := range c.Hunks {
				if d := next.Ruling.Decisions[h.ID]; d != model.Undecided && was[key(h)]&(1<<d) == 0 {
					t.Fatalf("%v of %v became %s, of %v and %v to %v", h.ID, h.Path, d, base, proposed, live)
				}
			}
		}
		// Rejecting all is the live tree, whatever moved; and nothing of the live tree goes by an accepted hunk
		// that did not say so.
		for id := range next.Ruling.Decisions {
			if next.Ruling.Decisions[id] == model.Rejected {
				delete(next.Ruling.Decisions, id)
			}
		}
		got := result(t, next)
		if moved.Open+moved.Done+len(moved.Clashes)+len(moved.Left) > 0 {
			continue
		}
		quiet++
		wanted, err := Apply(base, r.Whole, r.Ruling.Decisions)
		if err != nil {
			t.Fatal(err)
		}
		for p, f := range wanted {
			merged, clashes := Merge(base[p].Data, live[p].Data, f.Data)
			if merged, clashes = besides(merged, clashes); len(clashes) > 0 {
				continue // what was taken of the proposal may, by itself, be aligned with the base in another way
			}
			// Which of two lines that are the same was changed is not to be told: their order may differ.
			if _, there := live[p]; there && sorted(merged) != sorted(got[p].Data) {
				t.Fatalf("%q from %q and %q is %q, not %q", base[p].Data, live[p].Data, f.Data, got[p].Data, merged)
			}
		}
	}
	if quiet < 2000 {
		t.Errorf("only %d of the reviews came through whole", quiet)
	}
}

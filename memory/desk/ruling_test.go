package desk

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// decide puts a ruling on top of whatever is there, for tests of one reviewer.
func (d *Desk) decide(ctx context.Context, st model.Store, id string, ru model.Ruling) error {
	_, err := d.Decide(ctx, st, id, model.Ruling{}, ru)
	return err
}

// TestTwoWindows: of two reviewers of one proposal neither takes back what the other one did, and neither commits
// what he has not seen.
func TestTwoWindows(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": "", "new.md": "one\n"})
	a, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	b, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	first, last := a.Changes[0].Hunks[0].ID, a.Changes[len(a.Changes)-1].Hunks[0].ID
	did := func(r *model.Review, hunk string, to model.Decision, note string) bool {
		t.Helper()
		was := r.Ruling()
		r.Decisions, r.Notes = maps.Clone(was.Decisions), map[string]string{hunk: note}
		r.Decisions[hunk] = to
		others, err := s.desk.Decide(t.Context(), s.st, id, was, r.Ruling())
		must(t, err)
		return others
	}
	if did(&a, first, model.Rejected, "no") {
		t.Error("the first one is told of others")
	}
	if !did(&b, last, model.Accepted, "yes") {
		t.Error("the second one is not told of the first")
	}
	for name, r := range map[string]model.Review{"a": a, "b": b} {
		if _, err := s.desk.Preview(t.Context(), r); !errors.Is(err, errBeside) {
			t.Errorf("%s previews: %v", name, err)
		}
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, errBeside) {
			t.Errorf("%s commits: %v", name, err)
		}
	}
	both, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if both.Decisions[first] != model.Rejected || both.Decisions[last] != model.Accepted || both.Notes[first] != "no" || both.Notes[last] != "yes" {
		t.Errorf("%+v %+v", both.Decisions, both.Notes)
	}
	// What is taken back is taken back, and nothing else.
	if did(&both, first, model.Undecided, "") {
		t.Error("told of others after all is read")
	}
	s.commit(both, model.CommitOptions{})
	if s.text("tone.md") != fourLines["tone.md"] {
		t.Error("it was not written")
	}
}

// TestWindowsSplitAndEdit: what cannot be had together is dropped where it does not fit, and never an error that keeps a
// window from saving.
func TestWindowsSplitAndEdit(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, twoRules)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	h := r.Whole[0].Hunks[0].ID
	split, _ := hunk.SplitBy(r.Whole, r.Shape, h, hunk.SingleLines)
	if _, err := s.desk.Decide(t.Context(), s.st, id, r.Ruling(), model.Ruling{Shape: split}); err != nil {
		t.Fatal(err)
	}
	edit := model.Ruling{Shape: model.Shape{Edits: map[string]string{h: "other\n"}}}
	others, err := s.desk.Decide(t.Context(), s.st, id, r.Ruling(), edit)
	if err != nil || !others {
		t.Fatal(others, err)
	}
	if _, err := s.desk.Review(t.Context(), s.st, id); err != nil {
		t.Error(err)
	}
}

// TestBeside: what two windows did at random is there in the end, the later of two words on one hunk.
func TestBeside(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		some := func() model.Decisions {
			ds := model.Decisions{}
			for _, id := range []string{"a", "b", "c", "d"} {
				ds[id] = model.Decision(rng.IntN(3))
			}
			return ds
		}
		was, mine, theirs := some(), some(), some()
		ru := func(ds model.Decisions) model.Ruling { return model.Ruling{Decisions: ds} }
		got := beside(beside(ru(was), ru(was), ru(theirs)), ru(was), ru(mine)).Decisions
		for id := range was {
			want := mine[id]
			if mine[id] == was[id] {
				want = theirs[id]
			}
			if got[id] != want {
				t.Fatalf("%s: was %v, mine %v, theirs %v: %v", id, was[id], mine[id], theirs[id], got[id])
			}
		}
	}
}

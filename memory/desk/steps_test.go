package desk

import (
	"errors"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestSteps: what commands decided, split and noted is taken back and done again step by step, past a restart;
// what the screen decided in between stays.
func TestSteps(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginRules, map[string]string{"rule.md": twoRules["rule.md"], "new.md": note("New", "feedback", "New.\n")})
	ctx := t.Context()
	open := func() model.Review {
		t.Helper()
		r, err := s.desk.Review(ctx, s.st, id)
		must(t, err)
		return r
	}
	step := func(what string, change func(r model.Review, ru *model.Ruling)) {
		t.Helper()
		r := open()
		was, ru := r.Ruling(), open().Ruling()
		change(r, &ru)
		must(t, s.desk.Step(ctx, s.st, id, was, ru, what))
	}
	if _, err := s.desk.Undo(ctx, s.st, id); !errors.Is(err, errNoStep) {
		t.Error(err)
	}
	a, b := open().Changes[0].Hunks[0].ID, open().Changes[1].Hunks[0].ID
	step("accept", func(_ model.Review, ru *model.Ruling) {
		ru.Decisions = model.Decisions{a: model.Accepted, b: model.Accepted}
	})
	step("note", func(_ model.Review, ru *model.Ruling) { ru.Notes[a] = "so it is" })
	step("split", func(r model.Review, ru *model.Ruling) {
		shape, ok := hunk.SplitBy(r.Whole, r.Shape, b, hunk.SingleLines)
		if !ok {
			t.Fatal("it does not split")
		}
		*ru = hunk.Reruled(r.Whole, *ru, shape)
	})
	split := len(open().Changes[1].Hunks)
	undo := func(want string) {
		t.Helper()
		if what, err := s.desk.Undo(ctx, s.st, id); err != nil || what != want {
			t.Fatalf("%q, %v", what, err)
		}
	}
	undo("split")
	if r := open(); len(r.Changes[1].Hunks) != 1 || r.Decisions[b] != model.Accepted || split < 2 {
		t.Errorf("%+v", r.Decisions)
	}
	// On the screen somebody decides one of them otherwise.
	was, ru := open().Ruling(), open().Ruling()
	ru.Decisions[b] = model.Rejected
	_, err := s.desk.Decide(ctx, s.st, id, was, ru)
	must(t, err)
	undo("note")
	undo("accept")
	if r := open(); r.Decisions[a] != model.Undecided || r.Decisions[b] != model.Rejected || r.Notes[a] != "" {
		t.Errorf("%+v %v", r.Decisions, r.Notes)
	}
	if what, err := s.desk.Redo(ctx, s.st, id); err != nil || what != "accept" || open().Decisions[a] != model.Accepted {
		t.Errorf("%q, %v", what, err)
	}
	step("reject", func(_ model.Review, ru *model.Ruling) { ru.Decisions[a] = model.Rejected })
	if _, err := s.desk.Redo(ctx, s.st, id); !errors.Is(err, errNoRedo) {
		t.Error(err)
	}
	must(t, s.desk.Discard(ctx, s.st, id))
	if names, err := s.desk.openState(s.st, false); err == nil {
		defer names.close()
		if names.has(stepsPath(id)) {
			t.Error("the steps outlive their review")
		}
	}
}

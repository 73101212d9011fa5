package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
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
	if _, err := s.desk.Undo(ctx, s.st, id); !errors.Is(err, ErrNoStep) {
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
		if what, err := s.desk.Undo(ctx, s.st, id); err != nil || what.What != want {
			t.Fatalf("%q, %v", what.What, err)
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
	undo("accept; 1 of it stays as decided since")
	if r := open(); r.Decisions[a] != model.Undecided || r.Decisions[b] != model.Rejected || r.Notes[a] != "" {
		t.Errorf("%+v %v", r.Decisions, r.Notes)
	}
	if what, err := s.desk.Redo(ctx, s.st, id); err != nil || what.What != "accept; 1 of it stays as decided since" || open().Decisions[a] != model.Accepted {
		t.Errorf("%q, %v", what.What, err)
	}
	step("reject", func(_ model.Review, ru *model.Ruling) { ru.Decisions[a] = model.Rejected })
	if _, err := s.desk.Redo(ctx, s.st, id); !errors.Is(err, ErrNoRedo) {
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

// TestStepsOfTheScreen: what the screen did key by key, and saved at once, is undone step by step by a command, after
// a restart, in a review made anew as well; and nothing that somebody decided after that is.
func TestStepsOfTheScreen(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginRules, map[string]string{"rule.md": twoRules["rule.md"], "new.md": note("New", "feedback", "New.\n")})
	ctx := t.Context()
	open := func() model.Review {
		t.Helper()
		r, err := s.desk.Review(ctx, s.st, id)
		must(t, err)
		return r
	}
	r := open()
	a, b := r.Changes[0].Hunks[0].ID, r.Changes[1].Hunks[0].ID
	ru := r.Ruling()
	var turns []model.Turn
	key := func(what, hunkID string, to model.Decision) {
		next := ru
		next.Decisions = maps.Clone(ru.Decisions)
		next.Decisions[hunkID] = to
		made, _ := hunk.Made(ru, next)
		made.ID, made.What, ru = fmt.Sprintf("%s.%d", r.Steps.Sitting, len(turns)), what, next
		turns = append(turns, model.Turn{Step: made})
	}
	key("first", a, model.Accepted)
	key("second", b, model.Accepted)
	key("third", a, model.Rejected)
	_, err := s.desk.Decide(ctx, s.st, id, r.Ruling(), ru, turns...)
	must(t, err)

	s.put("other.md", note("Other", "feedback", "Other.\n"))
	s.put("rule.md", s.text("rule.md")+"\nA line of its own.\n")
	now, _, err := s.desk.Refresh(ctx, s.st, id)
	must(t, err)
	if now == id {
		t.Fatal("nothing has moved on")
	}
	changed := id
	if id = now; len(open().Steps.Done) != 3 {
		t.Fatalf("of %s %d steps came along: %+v", changed, len(open().Steps.Done), open().Steps)
	}
	for _, c := range open().Changes { // their ids are by place
		if h := c.Hunks[0].ID; c.Path == "rule.md" {
			b = h
		} else {
			a = h
		}
	}
	undo := func(want string) {
		t.Helper()
		if step, err := s.desk.Undo(ctx, s.st, id); err != nil || step.What != want {
			t.Fatalf("%q, %v", step.What, err)
		}
	}
	undo("third")
	if open().Decisions[a] != model.Accepted {
		t.Errorf("%v", open().Decisions)
	}
	// Somebody else decides one of them otherwise: that step is passed by, and the decision stays.
	was, other := open().Ruling(), open().Ruling()
	other.Decisions[b] = model.Rejected
	must(t, decideAlone(s, id, was, other))
	undo("first")
	if r := open(); r.Decisions[a] != model.Undecided || r.Decisions[b] != model.Rejected {
		t.Errorf("%v", r.Decisions)
	}
	if _, err := s.desk.Undo(ctx, s.st, id); !errors.Is(err, ErrNoStep) {
		t.Error(err)
	}
	if step, err := s.desk.Redo(ctx, s.st, id); err != nil || step.What != "first" || open().Decisions[a] != model.Accepted {
		t.Errorf("%q, %v", step.What, err)
	}
	// A window that does not know of it takes its own step back: nothing is counted twice.
	_, err = s.desk.Decide(ctx, s.st, id, open().Ruling(), open().Ruling(), model.Turn{Step: turns[2].Step, Undone: true})
	must(t, err)
	if got := open().Steps; len(got.Done) != 1 {
		t.Errorf("%+v", got.Done)
	}
}

func decideAlone(s *scene, id string, was, ru model.Ruling) error {
	_, err := s.desk.Decide(context.Background(), s.st, id, was, ru)
	return err
}

// TestStepsComeOverOnce: the steps of a review are those of the later one that takes its place, each once, wherever the
// program dies in between.
func TestStepsComeOverOnce(t *testing.T) {
	carried := 0
	for n := 1; ; n++ {
		s := quickScene(t, n)
		first := s.propose(model.OriginModel, threeChanges)
		r := s.review(first, model.Undecided)
		ru := r.Ruling()
		ru.Decisions = model.Decisions{r.Changes[0].Hunks[0].ID: model.Accepted}
		must(t, s.desk.Step(t.Context(), s.st, first, r.Ruling(), ru, "accept"))
		proposed := s.tree()
		for path, text := range threeChanges {
			proposed[path] = model.File{Mode: 0o644, Data: []byte(text)}
		}
		proposed["rule.md"] = model.File{Mode: 0o644, Data: []byte("x\n")}
		died := s.dies(n, func() error {
			_, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Origin: model.OriginModel, Base: s.tree(), Proposed: proposed})
			return err
		})
		list := s.listed(t)
		r, err := s.desk.Review(t.Context(), s.st, list[0].ID)
		must(t, err)
		if len(list) != 1 || len(r.Steps.Done) != 1 || r.Steps.Done[0].What != "accept" {
			t.Fatalf("op %d: %d reviews, %+v", n, len(list), r.Steps.Done)
		}
		if list[0].ID != first {
			carried++
		}
		if !died {
			break
		}
	}
	if carried < 2 {
		t.Errorf("carried %d times", carried)
	}
}

// TestStepsThatAreDamaged: what was done before is not taken for nothing, and not lost when more is done.
func TestStepsThatAreDamaged(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n"})
	r := s.review(id, model.Undecided)
	must(t, s.desk.Step(t.Context(), s.st, id, r.Ruling(), model.Ruling{Decisions: model.Decisions{onlyHunk(t, r, "tone.md"): model.Accepted}}, "accept"))
	st, err := s.desk.openKnown(s.st, id)
	must(t, err)
	defer st.close()
	must(t, st.root.Write(stepsPath(id), []byte(`{"done":[{"id":"x"`), 0o600))
	if _, err := s.desk.Undo(t.Context(), s.st, id); err == nil || errors.Is(err, ErrNoStep) || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("undo: %v", err)
	}
	r = s.review(id, model.Undecided)
	was := r.Ruling()
	was.Decisions = model.Decisions{onlyHunk(t, r, "tone.md"): model.Accepted}
	must(t, s.desk.Step(t.Context(), s.st, id, was, model.Ruling{Decisions: model.Decisions{onlyHunk(t, r, "tone.md"): model.Rejected}}, "reject"))
	if names, err := st.root.Names("aside"); err != nil || len(names) != 1 {
		t.Errorf("kept aside: %q, %v", names, err)
	}
	if step, err := s.desk.Undo(t.Context(), s.st, id); err != nil || step.What != "reject" {
		t.Errorf("undo: %v, %v", step.What, err)
	}
}

// TestClosedThatIsDamaged: a record of a closed review that is cut short takes no proposal with it.
func TestClosedThatIsDamaged(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n"})
	st, err := s.desk.openKnown(s.st, id)
	must(t, err)
	defer st.close()
	must(t, st.root.Write(closedPath(id), []byte(`{"id":`), 0o600))
	if _, err := s.desk.Recover(t.Context(), s.st); err != nil {
		t.Error(err)
	}
	if _, err := s.desk.List(t.Context(), s.st); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("the list: %v", err)
	}
	must(t, st.root.Remove(closedPath(id)))
	if infos := s.listed(t); len(infos) != 1 || infos[0].ID != id {
		t.Errorf("%+v", infos)
	}
}

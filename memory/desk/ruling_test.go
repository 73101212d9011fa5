package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// decide puts a ruling on top of whatever is there, for tests of one reviewer.
func (d *Desk) decide(ctx context.Context, st model.Store, id string, ru model.Ruling) error {
	was, _, err := d.Ruling(ctx, st, id)
	if err != nil {
		return err
	}
	want := model.Ruling{Decisions: over(was.Decisions, ru.Decisions), Notes: over(was.Notes, ru.Notes),
		Shape: model.Shape{Cuts: over(was.Shape.Cuts, ru.Shape.Cuts), Edits: over(was.Shape.Edits, ru.Shape.Edits)}}
	_, err = d.Decide(ctx, st, id, was, want)
	return err
}

func over[M ~map[string]V, V any](below, m M) M {
	out := M{}
	maps.Copy(out, below)
	maps.Copy(out, m)
	return out
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
		b, err := s.desk.Decide(t.Context(), s.st, id, was, r.Ruling())
		must(t, err)
		return b.Others
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

// TestNobodyIsOverruledUnseen: what one window decided, split, edited or noted stays, whatever another one does that has
// not seen it; and that one is told. Who has seen it decides it anew.
func TestNobodyIsOverruledUnseen(t *testing.T) {
	split := func(r model.Review, h string) model.Ruling {
		shape, _ := hunk.SplitBy(r.Whole, r.Shape, h, hunk.SingleLines)
		return hunk.Reruled(r.Whole, r.Ruling(), shape)
	}
	edited := func(text string) func(r model.Review, h string) model.Ruling {
		return func(r model.Review, h string) model.Ruling {
			shape, _ := hunk.Edit(r.Shape, h, text)
			return hunk.Reruled(r.Whole, r.Ruling(), shape)
		}
	}
	decided := func(d model.Decision, note string) func(r model.Review, h string) model.Ruling {
		return func(r model.Review, h string) model.Ruling {
			ru := r.Ruling()
			ru.Decisions, ru.Notes = model.Decisions{h: d}, map[string]string{h: note}
			return ru
		}
	}
	for name, c := range map[string]struct {
		first, second func(r model.Review, h string) model.Ruling
		stays, joined bool
	}{
		"rejected, and accepted": {decided(model.Rejected, "wrong"), decided(model.Accepted, "fine"), true, true},
		"rejected, and split":    {decided(model.Rejected, ""), split, true, false},
		"split, and accepted":    {split, decided(model.Accepted, "all of it"), true, true},
		"edited, and accepted":   {edited("mine\n"), decided(model.Accepted, ""), true, false},
		"edited twice":           {edited("mine\n"), edited("yours\n"), true, false},
		"split, and edited":      {split, edited("yours\n"), true, false},
		"split twice":            {split, split, false, false},
		"noted, and split":       {decided(model.Undecided, "why?"), split, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			id := s.propose(model.OriginRules, twoRules)
			r, err := s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			h := r.Whole[0].Hunks[0].ID
			if b, err := s.desk.Decide(t.Context(), s.st, id, r.Ruling(), c.first(r, h)); err != nil || len(b.Kept) > 0 || b.Others {
				t.Fatalf("the first: %+v, %v", b, err)
			}
			first, err := s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			b, err := s.desk.Decide(t.Context(), s.st, id, r.Ruling(), c.second(r, h))
			must(t, err)
			if (len(b.Kept) > 0) != c.stays || c.stays && !b.Others {
				t.Errorf("the second is told: %+v", b)
			}
			now, err := s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			if c.stays && (!maps.Equal(now.Decisions, first.Decisions) || !sameShape(now.Shape, first.Shape)) {
				t.Errorf("it was %v %v, and is %v %v", first.Decisions, first.Shape, now.Decisions, now.Shape)
			}
			words := strings.Join(slices.Collect(maps.Values(now.Notes)), "|")
			for _, r := range []model.Ruling{c.first(r, h), c.second(r, h)} {
				for _, note := range r.Notes {
					if !strings.Contains(words, note) {
						t.Errorf("%q is lost: %q", note, words)
					}
				}
			}
			if c.joined == (words == "" || !strings.Contains(words, "fine") && !strings.Contains(words, "all of it")) {
				t.Errorf("noted: %q", words)
			}
			// Who has seen it has his way.
			again := now.Ruling()
			again.Decisions = model.Decisions{}
			for _, c := range now.Changes {
				for _, h := range c.Hunks {
					again.Decisions[h.ID] = model.Accepted
				}
			}
			b, err = s.desk.Decide(t.Context(), s.st, id, now.Ruling(), again)
			must(t, err)
			if last, err := s.desk.Review(t.Context(), s.st, id); err != nil || len(b.Kept) > 0 || !maps.Equal(last.Decisions, again.Decisions) {
				t.Errorf("decided anew: %+v, %v, %v", last.Decisions, b, err)
			}
		})
	}
}

// TestTakenBackElsewhere: what somebody took back since is not committed by who has not seen that.
func TestTakenBackElsewhere(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "new.md": "one\n"})
	open, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	all := model.Decisions{}
	for _, c := range open.Changes {
		for _, h := range c.Hunks {
			all[h.ID] = model.Accepted
		}
	}
	_, err = s.desk.Decide(t.Context(), s.st, id, open.Ruling(), model.Ruling{Decisions: all})
	must(t, err)
	open.Decisions = all
	seen := open.Ruling()
	open.Seen = &seen
	other, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	less := maps.Clone(all)
	delete(less, open.Changes[0].Hunks[0].ID)
	_, err = s.desk.Decide(t.Context(), s.st, id, other.Ruling(), model.Ruling{Decisions: less})
	must(t, err)
	if _, err := s.desk.Preview(t.Context(), open); !errors.Is(err, errBeside) {
		t.Errorf("previewed: %v", err)
	}
	if _, err := s.desk.Commit(t.Context(), open, model.CommitOptions{}); !errors.Is(err, errBeside) {
		t.Errorf("committed: %v", err)
	}
	open.Decisions = less
	seen = open.Ruling()
	s.commit(open, model.CommitOptions{})
}

// TestCommandIsTold: a command that could not replace what it had not seen saves the rest, and fails.
func TestCommandIsTold(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "new.md": "one\n"})
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	first, last := r.Changes[0].Hunks[0].ID, r.Changes[len(r.Changes)-1].Hunks[0].ID
	must(t, s.desk.Step(t.Context(), s.st, id, r.Ruling(), model.Ruling{Decisions: model.Decisions{first: model.Rejected}}, "rejected"))
	err = s.desk.Step(t.Context(), s.st, id, r.Ruling(), model.Ruling{Decisions: model.Decisions{first: model.Accepted, last: model.Accepted}}, "accepted")
	if !errors.Is(err, errStays) || !strings.Contains(err.Error(), first) || strings.Contains(err.Error(), last) {
		t.Errorf("%v", err)
	}
	now, _, err := s.desk.Ruling(t.Context(), s.st, id)
	if err != nil || now.Decisions[first] != model.Rejected || now.Decisions[last] != model.Accepted {
		t.Errorf("%v, %v", now, err)
	}
}

// TestManyAtOneDesk: of any number of programs that decide in one review at the same time none loses what another one
// decided, because each reads the record and writes it while no other one does.
func TestManyAtOneDesk(t *testing.T) {
	s := newScene(t)
	files := map[string]string{}
	for i := range 24 {
		files[fmt.Sprintf("new%02d.md", i)] = fmt.Sprintf("note %d\n", i)
	}
	id := s.propose(model.OriginModel, files)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	var begin, done sync.WaitGroup
	begin.Add(1)
	for i, c := range r.Changes {
		d := New(func() time.Time { return now })
		// Whoever has read the record is held up before he writes it: others would come in between.
		d.fault = func(string, string) error { time.Sleep(time.Duration(i%3) * 100 * time.Microsecond); return nil }
		done.Go(func() {
			begin.Wait()
			h := c.Hunks[0].ID
			ru := model.Ruling{Decisions: model.Decisions{h: model.Accepted}, Notes: map[string]string{h: c.Path}}
			if _, err := d.Decide(t.Context(), s.st, id, r.Ruling(), ru); err != nil {
				t.Error(err)
			}
		})
	}
	begin.Done()
	done.Wait()
	got, _, err := s.desk.Ruling(t.Context(), s.st, id)
	must(t, err)
	for _, c := range r.Changes {
		if h := c.Hunks[0].ID; got.Decisions[h] != model.Accepted || got.Notes[h] != c.Path {
			t.Errorf("%s is lost: %v, %q", c.Path, got.Decisions[h], got.Notes[h])
		}
	}
}

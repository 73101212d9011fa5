package desk

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// reopened decides a review and opens it again, as after a restart.
func (s *scene) reopened(r model.Review, ru model.Ruling) model.Review {
	s.t.Helper()
	must(s.t, s.desk.decide(s.t.Context(), s.st, r.Proposal.ID, ru))
	back, err := s.desk.Review(s.t.Context(), s.st, r.Proposal.ID)
	must(s.t, err)
	return back
}

var twoRules = map[string]string{"rule.md": note("Rule", "feedback", "Only the build server tags a version.\nAsk Ann first.\n")}

// TestShapeSurvivesARestart: pieces, edits and notes come back, are counted, and are what is written; the
// record of the closed review and the next dream know what was refused and what was said to it.
func TestShapeSurvivesARestart(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginRules, twoRules)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	root := r.Whole[0].Hunks[0].ID
	shape, ok := hunk.SplitBy(r.Whole, r.Shape, root, hunk.SingleLines)
	if !ok {
		t.Fatalf("%q does not split", r.Whole[0].Hunks[0].Added)
	}
	r = s.reopened(r, hunk.Reruled(r.Whole, r.Ruling(), shape))
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || infos[0].Hunks != 2 || !infos[0].Begun || infos[0].Decided != 0 {
		t.Fatalf("%+v, %v", infos, err)
	}
	first, second := r.Changes[0].Hunks[0], r.Changes[0].Hunks[1]
	if first.Of != root || second.Of != root {
		t.Fatalf("%+v", r.Changes)
	}
	if shape, ok = hunk.Edit(r.Shape, second.ID, "Ask Bob first.\n"); !ok {
		t.Fatal("the piece cannot be edited")
	}
	ru := hunk.Reruled(r.Whole, r.Ruling(), shape)
	ru.Decisions = model.Decisions{first.ID: model.Rejected, second.ID: model.Accepted, root: model.Accepted}
	ru.Notes = map[string]string{first.ID: "it is the release manager still", second.ID: ""}
	back := s.reopened(r, ru)
	if back.Changes[0].Hunks[1].Added[0] != "Ask Bob first.\n" || !back.Changes[0].Hunks[1].Edited || len(back.Decisions) != 2 ||
		!reflect.DeepEqual(back.Notes, map[string]string{first.ID: "it is the release manager still"}) {
		t.Fatalf("%+v", back)
	}
	out := s.commit(back, model.CommitOptions{})
	if got := s.text("rule.md"); got != note("Rule", "feedback", "Only the release manager tags a version.\nAsk Bob first.\n") {
		t.Errorf("%q", got)
	}
	if log := s.git("log", "-1", "--format=%B"); out.Commit == "" || !strings.Contains(log, "Accept 1 of 2 memory changes") || !strings.Contains(log, "reviewer's words") {
		t.Errorf("the commit says:\n%s", log)
	}
	closed, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if h := closed.Changes[0].Hunks; len(h) != 2 || h[0].Of != root || !h[1].Edited || closed.Notes[first.ID] == "" || closed.Decisions[second.ID] != model.Accepted {
		t.Errorf("%+v", closed)
	}
	refused, err := s.desk.Refused(t.Context(), s.st, 5)
	must(t, err)
	if len(refused) != 1 || refused[0].Note != "it is the release manager still" || !strings.Contains(refused[0].Added, "build server") {
		t.Errorf("%+v", refused)
	}
}

// TestShapeOfARetry: what is written stays decided as it was, in its pieces, until git takes it.
func TestShapeOfARetry(t *testing.T) {
	s := newScene(t).repo()
	hook := filepath.Join(s.st.Dir, ".git", "hooks", "pre-commit")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte("#!/bin/sh\nexit 1\n"), 0o755))
	id := s.propose(model.OriginRules, twoRules)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	shape, _ := hunk.SplitBy(r.Whole, r.Shape, r.Whole[0].Hunks[0].ID, hunk.SingleLines)
	r = s.reopened(r, model.Ruling{Shape: shape})
	r.Decisions[r.Changes[0].Hunks[1].ID] = model.Accepted
	if out := s.commit(r, model.CommitOptions{}); out.GitError == "" || s.state(id) != model.ReviewUncommitted {
		t.Fatalf("%+v", out)
	}
	must(t, os.Remove(hook))
	back, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if hunk.Total(back.Changes) != 2 || len(back.Decisions) != 1 {
		t.Fatalf("%+v", back.Decisions)
	}
	// Nothing that is done on a screen meanwhile counts.
	back.Shape, back.Decisions = model.Shape{}, nil
	if out := s.commit(back, model.CommitOptions{}); out.Commit == "" {
		t.Fatalf("%+v", out)
	}
	if got := s.git("show", "HEAD:rule.md"); got != note("Rule", "feedback", "Only the release manager tags a version.\nAsk Ann first.\n") {
		t.Errorf("%q", got)
	}
}

// TestRefusedEdit: of an edit that was refused the next dream is told what had been proposed.
func TestRefusedEdit(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": ""})
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	h := r.Changes[1].Hunks[0]
	shape, _ := hunk.Edit(r.Shape, h.ID, "Keep answers to three lines.\n")
	r = s.reopened(r, model.Ruling{Shape: shape, Decisions: model.Decisions{h.ID: model.Rejected, r.Changes[0].Hunks[0].ID: model.Rejected}})
	s.commit(r, model.CommitOptions{})
	refused, err := s.desk.Refused(t.Context(), s.st, 5)
	must(t, err)
	if len(refused) != 2 || !strings.Contains(refused[1].Added, "four lines") {
		t.Errorf("%+v", refused)
	}
}

// TestBegun: whatever a person did to a proposal, nothing takes its place any more.
func TestBegun(t *testing.T) {
	s := newScene(t)
	for name, do := range map[string]func(r model.Review) model.Ruling{
		"a split": func(r model.Review) model.Ruling {
			shape, _ := hunk.Split(r.Whole, r.Shape, r.Whole[0].Hunks[0].ID)
			return model.Ruling{Shape: shape}
		},
		"an edit": func(r model.Review) model.Ruling {
			shape, _ := hunk.Edit(r.Shape, r.Whole[0].Hunks[0].ID, "x\n")
			return model.Ruling{Shape: shape}
		},
		"a note": func(r model.Review) model.Ruling {
			return model.Ruling{Notes: map[string]string{r.Whole[0].Hunks[0].ID: "why?"}}
		},
		"a decision": func(r model.Review) model.Ruling {
			return model.Ruling{Decisions: model.Decisions{r.Whole[0].Hunks[0].ID: model.Accepted}}
		},
	} {
		id := s.propose(model.OriginRules, twoRules)
		r, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		must(t, s.desk.decide(t.Context(), s.st, id, do(r)))
		base := s.tree()
		if _, err := s.desk.Replace(t.Context(), id, model.Proposal{Store: s.st, Origin: model.OriginRules, Base: base, Proposed: model.Tree{}}); err == nil {
			t.Errorf("%s: it was replaced", name)
		}
		if infos, err := s.desk.List(t.Context(), s.st); err != nil || !infos[0].Begun {
			t.Errorf("%s: %+v, %v", name, infos, err)
		}
		must(t, s.desk.Discard(t.Context(), s.st, id))
	}
}

// TestEditsAreLookedThrough: what a person writes is scanned whatever the proposal's check says, and a
// secret in it waits for its own key as any other.
func TestEditsAreLookedThrough(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, fourLines)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	h := r.Changes[0].Hunks[0]
	shape, _ := hunk.Edit(r.Shape, h.ID, "Answer with "+token+" in four\u200b lines.\n")
	r = s.reopened(r, model.Ruling{Shape: shape, Decisions: model.Decisions{}})
	kinds := map[string]int{}
	for _, f := range r.Check.Hunks[h.ID].Flags {
		kinds[f.Kind]++
	}
	if kinds[model.FlagSecret] != 1 || kinds[model.FlagInvisible] != 1 {
		t.Fatalf("%v", kinds)
	}
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || infos[0].Flagged != 1 {
		t.Errorf("%+v, %v", infos, err)
	}
	// A judgement that somebody else hands in counts for nothing.
	r.Check = model.Check{}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil {
		t.Error("nothing is accepted, and it was committed")
	}
	if v, err := s.desk.Preview(t.Context(), r); err != nil || len(v.Secrets) != 1 {
		t.Errorf("%+v, %v", v.Secrets, err)
	}
}

// TestOnlyWhatWasReviewed: hunks that are not those of the desk are not written.
func TestOnlyWhatWasReviewed(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, twoRules)
	before := s.tree()
	for name, change := range map[string]func(r *model.Review){
		"another text":  func(r *model.Review) { r.Changes[0].Hunks[0].Added = []string{"evil\n"} },
		"another place": func(r *model.Review) { r.Changes[0].Hunks[0].OldStart++ },
		"an edit that was not shown": func(r *model.Review) {
			r.Shape, _ = hunk.Edit(r.Shape, r.Changes[0].Hunks[0].ID, "evil\n")
		},
		"a split that was not shown": func(r *model.Review) { r.Shape, _ = hunk.Split(r.Whole, r.Shape, r.Changes[0].Hunks[0].ID) },
		"no hunks":                   func(r *model.Review) { r.Changes = nil },
		"a shape of another": func(r *model.Review) {
			r.Shape = model.Shape{Cuts: map[string][]model.Cut{"0123456789": {{Old: 1, New: 1}}}}
		},
	} {
		r := s.review(id, model.Accepted)
		change(&r)
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil {
			t.Errorf("%s: it was written", name)
		}
		if _, err := s.desk.Preview(t.Context(), r); err == nil {
			t.Errorf("%s: it was shown", name)
		}
	}
	s.unchanged(before)
	if err := s.desk.decide(t.Context(), s.st, id, model.Ruling{Shape: model.Shape{Edits: map[string]string{"0123456789": "x"}}}); err == nil {
		t.Error("a shape of another proposal was saved")
	}
}

// TestShapeOfAnother: a record whose shape is not of its proposal loses the shape and says so, and keeps
// the rest.
func TestShapeOfAnother(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginRules, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": twoRules["rule.md"]})
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	shape, _ := hunk.Split(r.Whole, r.Shape, r.Whole[0].Hunks[0].ID)
	other := r.Whole[1].Hunks[0].ID
	must(t, s.desk.decide(t.Context(), s.st, id, model.Ruling{Shape: shape, Decisions: model.Decisions{other: model.Rejected}}))
	path := filepath.Join(s.base, "state", "dreamgate", s.st.ID, "decisions", id+".json")
	data, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte(strings.Replace(string(data), `"cuts":{`, `"cuts":{"feedfeed00":[{"old":1,"new":1}],`, 1)), 0o600))
	r, err = s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if hunk.Total(r.Changes) != 3 || r.Decisions[other] != model.Rejected || len(r.Proposal.Report) != 1 || !strings.Contains(r.Proposal.Report[0], "1 hunk") {
		t.Errorf("%+v, %q", r.Decisions, r.Proposal.Report)
	}
}

// TestShapedAnyhow: any shape and any decisions, through the desk and back, write what the algebra says.
func TestShapedAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	for round := range 40 {
		s := newScene(t)
		edits := map[string]string{"rule.md": "", "tone.md": note("Tone", "user", prose(rng)), "new.md": prose(rng), "build.md": note("Builds", "project", prose(rng))}
		id := s.propose(model.OriginRules, edits)
		r, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		for range rng.IntN(6) {
			c := r.Changes[rng.IntN(len(r.Changes))]
			h := c.Hunks[rng.IntN(len(c.Hunks))]
			shape, ok := hunk.SplitBy(r.Whole, r.Shape, h.ID, hunk.Grain(rng.IntN(3)))
			if rng.IntN(4) == 0 && hunk.Editable(h) {
				shape, ok = hunk.Edit(r.Shape, h.ID, prose(rng))
			}
			if !ok {
				continue
			}
			ru := hunk.Reruled(r.Whole, r.Ruling(), shape)
			r = s.reopened(r, ru)
			if !sameShape(r.Shape, shape) {
				t.Fatalf("round %d: %+v came back as %+v", round, shape, r.Shape)
			}
		}
		r.Decisions = model.Decisions{}
		accepted := 0
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				r.Decisions[h.ID] = model.Decision(rng.IntN(3))
				if r.Decisions[h.ID] == model.Accepted {
					accepted++
				}
			}
		}
		want, err := hunk.Apply(r.Proposal.Base, r.Changes, r.Decisions)
		if err != nil || accepted == 0 {
			continue
		}
		r = s.reopened(r, r.Ruling())
		s.commit(r, model.CommitOptions{})
		got := s.tree()
		for _, p := range want.Paths() {
			if string(got[p].Data) != string(want[p].Data) {
				t.Fatalf("round %d: %s is %q, want %q", round, p, got[p].Data, want[p].Data)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("round %d: %q, want %q", round, got.Paths(), want.Paths())
		}
	}
}

func prose(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(6) {
		fmt.Fprintf(&b, "%s%s%s", []string{"", "- ", "key: "}[rng.IntN(3)], []string{"Keep answers to five lines. ", "Ask Ann. ", "At %d. "}[rng.IntN(2)],
			[]string{"No.\n", "\n", "Yes!\n\n", "End.\n"}[rng.IntN(4)])
	}
	return b.String()
}

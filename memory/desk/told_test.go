package desk

import (
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestOthersAreTold: what one review refuses is refused in another one that waits with the same change, once the first
// is closed: whatever it is closed by, marked, with its note; also of a rename, in parts. What somebody has touched there stays.
func TestOthersAreTold(t *testing.T) {
	for _, way := range []string{"committed", "discarded", "touched", "closed already"} {
		s := newScene(t)
		s.later()
		s.put("n.md", lines(nil))
		first := s.propose(model.OriginModel, map[string]string{"tone.md": threeChanges["tone.md"], "build.md": threeChanges["build.md"],
			"n.md": "", "numbers.md": lines(map[int]string{7: "SEVEN"})})
		second := s.propose(model.OriginRules, map[string]string{"tone.md": threeChanges["tone.md"], "rule.md": "",
			"n.md": "", "numbers.md": lines(map[int]string{7: "SEVEN"})})
		if got := len(s.listed(t)); got != 2 {
			t.Fatalf("%d wait", got)
		}
		open := s.review(second, model.Undecided)
		toneID := onlyHunk(t, open, "tone.md")
		if way == "touched" {
			must(t, s.desk.decide(t.Context(), s.st, second, model.Ruling{Decisions: model.Decisions{toneID: model.Accepted}}))
		}
		r := s.review(first, model.Undecided)
		shape, ok := hunk.Split(r.Whole, r.Shape, onlyHunk(t, r, "numbers.md"))
		if !ok {
			t.Fatal("it does not come apart")
		}
		r = s.reopened(r, hunk.Reruled(r.Whole, r.Ruling(), shape))
		ru := model.Ruling{Shape: r.Shape, Decisions: model.Decisions{}, Notes: map[string]string{}}
		seven := ""
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				switch {
				case c.Path == "tone.md":
					ru.Decisions[h.ID], ru.Notes[h.ID] = model.Rejected, "five is what we want"
				case h.Of != "" && h.Kind == model.HunkText:
					seven, ru.Decisions[h.ID], ru.Notes[h.ID] = h.ID, model.Rejected, "seven is right"
				case c.Path == "build.md":
					ru.Decisions[h.ID] = model.Accepted
				}
			}
		}
		r = s.reopened(r, ru)
		if d, before := s.standing(second, "tone.md"); before.Known() || way != "touched" && d != model.Undecided {
			t.Errorf("%s: told of a draft: %s, %+v", way, d, before)
		}
		if way == "closed already" {
			must(t, s.desk.Discard(t.Context(), s.st, second))
		}
		if way == "discarded" {
			must(t, s.desk.Discard(t.Context(), s.st, first))
		} else {
			s.commit(r, model.CommitOptions{})
		}
		d, before := s.standing(second, "tone.md")
		switch {
		case way == "closed already":
			if d != model.Undecided || before.Known() {
				t.Errorf("%s: %s, %+v", way, d, before)
			}
			continue
		case way == "touched":
			if d != model.Accepted || before.Known() {
				t.Errorf("%s: %s, %+v", way, d, before)
			}
		case d != model.Rejected || before.Note != "five is what we want" || before.Review != first:
			t.Errorf("%s: %s, %+v", way, d, before)
		}
		back, err := s.desk.Review(t.Context(), s.st, second)
		must(t, err)
		if e := back.Check.Hunks[seven]; back.Decisions[seven] != model.Rejected || e.Before.Note != "seven is right" {
			t.Errorf("%s: the piece is %s, %+v", way, back.Decisions[seven], e)
		}
		if back.Proposal.Store.Dir != s.st.Dir || s.recordOf(second).Dir == "" {
			t.Errorf("%s: the proposal lost its place: %+v", way, back.Proposal.Store)
		}
		info := s.listed(t)[0]
		if info.Begun != (way == "touched") || info.Refused == 0 || info.Hunks != hunk.Total(back.Changes) {
			t.Errorf("%s: %+v", way, info)
		}
		// A screen that has it open is told to read it again, and loses nothing.
		was := open.Ruling()
		was.Decisions = model.Decisions{}
		others, err := s.desk.Decide(t.Context(), s.st, second, was, model.Ruling{Decisions: model.Decisions{onlyHunk(t, open, "rule.md"): model.Accepted}})
		if back, _ = s.desk.Review(t.Context(), s.st, second); err != nil || !others.Others || back.Decisions[seven] != model.Rejected {
			t.Errorf("%s: %v, %v, %v", way, others, err, back.Decisions)
		}
	}
}

// TestTellingCrashesAnywhere: wherever telling the others is cut short, a change is refused there with its mark, or neither.
func TestTellingCrashesAnywhere(t *testing.T) {
	told := 0
	for n := 1; ; n++ {
		s := quickScene(t, n)
		first := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n", "build.md": "b\n"})
		second := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n", "rule.md": ""})
		r := s.review(first, model.Rejected)
		must(t, s.desk.decide(t.Context(), s.st, first, r.Ruling()))
		died := s.dies(n, func() error { return s.desk.Discard(t.Context(), s.st, first) })
		d, before := s.standing(second, "tone.md")
		if d == model.Rejected != before.Known() || !died && !before.Known() {
			t.Errorf("op %d: %s, %+v", n, d, before)
		}
		if before.Known() {
			told++
		}
		if !died {
			t.Logf("%d crashes, %d of them after the telling", n-1, told-1)
			return
		}
	}
}

// onlyHunk is the only hunk of a path.
func onlyHunk(t *testing.T, r model.Review, path string) string {
	t.Helper()
	for _, c := range r.Changes {
		if c.Path == path && len(c.Hunks) == 1 {
			return c.Hunks[0].ID
		}
	}
	t.Fatalf("no hunk of %s", path)
	return ""
}

// TestRefusedWhileProposed: a review is closed just before the same change is laid down once more: neither misses the
// other.
func TestRefusedWhileProposed(t *testing.T) {
	for _, replace := range []bool{false, true} {
		s := newScene(t)
		change := map[string]string{"tone.md": "four\n"}
		first := s.propose(model.OriginModel, change)
		place := s.propose(model.OriginModel, map[string]string{"build.md": "b\n"})
		other := New(s.desk.now)
		s.desk.fault = func(op, path string) error {
			if op == "lock" && path == deskLock && first != "" {
				r, err := other.Review(t.Context(), s.st, first)
				first = ""
				must(t, err)
				r.Decisions = model.Decisions{r.Changes[0].Hunks[0].ID: model.Rejected}
				must(t, other.decide(t.Context(), s.st, r.Proposal.ID, r.Ruling()))
				_, err = other.Commit(t.Context(), r, model.CommitOptions{})
				must(t, err)
			}
			return nil
		}
		p := model.Proposal{Store: s.st, Origin: model.OriginModel, Base: s.tree(), Proposed: s.tree()}
		p.Proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte("four\n")}
		p.Proposed["build.md"] = model.File{Mode: 0o644, Data: []byte("b\n")}
		var id string
		var err error
		if replace {
			id, err = s.desk.Replace(t.Context(), place, p)
		} else {
			id, err = s.desk.Propose(t.Context(), p)
		}
		must(t, err)
		r, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		h := hunkOf(r, "tone.md")
		if first != "" || r.Decisions[h] != model.Rejected || !r.Check.Hunks[h].Before.Known() {
			t.Errorf("replace %v: %v, %+v", replace, r.Decisions[h], r.Check.Hunks[h].Before)
		}
	}
}

// TestReplaceLeavesOut: what is never written is left out of a proposal in the place of another one as of any.
func TestReplaceLeavesOut(t *testing.T) {
	s := newScene(t)
	old := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n"})
	p := model.Proposal{Store: s.st, Origin: model.OriginModel, Base: s.tree(), Proposed: s.tree()}
	p.Proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte("four\n")}
	p.Proposed["sub/.GIT/hooks"] = model.File{Mode: 0o644, Data: []byte("x\n")}
	id, err := s.desk.Replace(t.Context(), old, p)
	must(t, err)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if len(r.Changes) != 1 || r.Changes[0].Path != "tone.md" {
		t.Errorf("%+v", r.Changes)
	}
}

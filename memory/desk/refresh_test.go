package desk

import (
	"errors"
	"os"
	"strings"
	"testing"

	"dreamgate/memory"
	"dreamgate/model"
)

// lines is a note of numbered lines with some of them replaced.
func lines(with map[int]string) string {
	var b strings.Builder
	for i, word := range strings.Fields("zero one two three four five six seven") {
		if text, ok := with[i]; ok {
			word = text
		}
		if word != "" {
			b.WriteString(word + "\n")
		}
	}
	return b.String()
}

// TestAcceptedChangesAreMerged: what others wrote since stays, and the accepted hunks are laid on it, with
// git and without, also when git refuses at first.
func TestAcceptedChangesAreMerged(t *testing.T) {
	for _, c := range []struct{ git, hook bool }{{false, false}, {true, false}, {true, true}} {
		s := newScene(t)
		s.put("n.md", lines(nil))
		if c.git {
			s.repo()
		}
		id := s.propose(model.OriginModel, map[string]string{"n.md": lines(map[int]string{1: "ONE", 6: "SIX"}), "gone.md": "new\n"})
		s.put("n.md", lines(map[int]string{3: "theirs"})+"appended\n")
		r := s.review(id, model.Rejected)
		for _, ch := range r.Changes {
			for _, h := range ch.Hunks {
				if strings.Contains(strings.Join(h.Added, ""), "ONE") {
					r.Decisions[h.ID] = model.Accepted
				}
			}
		}
		v, err := s.desk.Preview(t.Context(), r)
		must(t, err)
		if len(v.Stale) != 0 || !strings.Contains(strings.Join(v.Remarks, ";"), "laid on what stands there now: n.md") {
			t.Errorf("%+v", v)
		}
		if c.hook {
			s.put(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
			must(t, os.Chmod(s.st.Dir+"/.git/hooks/pre-commit", 0o755))
		}
		// Own edits that come first would stop at the hook already.
		out := s.commit(r, model.CommitOptions{Edits: model.EditsAlong})
		want := lines(map[int]string{1: "ONE", 3: "theirs"}) + "appended\n"
		if s.text("n.md") != want {
			t.Errorf("%+v: %q", c, s.text("n.md"))
		}
		if c.hook {
			if out.GitError == "" || s.state(id) != model.ReviewUncommitted {
				t.Fatalf("%+v", out)
			}
			must(t, os.Remove(s.st.Dir+"/.git/hooks/pre-commit"))
			back, err := s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			out = s.commit(back, model.CommitOptions{})
		}
		if s.state(id) != model.ReviewClosed || c.git && (out.Commit == "" || s.git("show", "HEAD:n.md") != want) {
			t.Errorf("%+v: %+v", c, out)
		}
	}
}

// TestRefresh: what clashes is shown with both sides and is undecided, all else keeps what was done to it,
// and the old id says where the review is now.
func TestRefresh(t *testing.T) {
	s := newScene(t).repo()
	s.put("n.md", lines(nil))
	s.put("done.md", "old\n")
	id := s.propose(model.OriginModel, map[string]string{"n.md": lines(map[int]string{1: "ONE", 6: "SIX"}), "done.md": "new\n", "tone.md": "four\n"})
	if same, said, err := s.desk.Refresh(t.Context(), s.st, id); same != id || said != nil || err != nil {
		t.Fatalf("nothing moved: %s, %q, %v", same, said, err)
	}
	r := s.review(id, model.Accepted)
	r.Notes[r.Changes[0].Hunks[0].ID] = "n" // of a file that is done already
	must(t, s.desk.decide(t.Context(), s.st, id, r.Ruling()))
	s.put("n.md", lines(map[int]string{6: "sechs"}))
	s.put("done.md", "new\n")
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, memory.ErrMoved) || !strings.Contains(err.Error(), "refresh") {
		t.Errorf("%v", err)
	}
	before := s.tree()
	now, said, err := s.desk.Refresh(t.Context(), s.st, id)
	must(t, err)
	if got := strings.Join(said, "; "); !strings.Contains(got, "1 change stand") || !strings.Contains(got, "1 hunk clash") || !strings.Contains(got, "1 decided hunk") {
		t.Errorf("%s", got)
	}
	s.unchanged(before)
	infos, err := s.desk.List(t.Context(), s.st)
	must(t, err)
	if len(infos) != 1 || infos[0].ID != now || infos[0].Hunks != 3 || infos[0].Decided != 2 || infos[0].Flagged != 1 || infos[0].Overtaken != nil {
		t.Fatalf("%+v", infos)
	}
	if _, err := s.desk.Decide(t.Context(), s.st, id, r.Ruling(), r.Ruling()); err != nil {
		t.Errorf("what was decided already of the old one: %v", err)
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, errClosed) || !strings.Contains(err.Error(), now) {
		t.Errorf("a commit of the old one: %v", err)
	}
	if again, _, err := s.desk.Refresh(t.Context(), s.st, id); err != nil || again != now {
		t.Errorf("the old one goes on as %s, %v", again, err)
	}
	back, err := s.desk.Review(t.Context(), s.st, now)
	must(t, err)
	open := 0
	for _, c := range back.Changes {
		for _, h := range c.Hunks {
			if back.Decisions[h.ID] == model.Undecided {
				open++
				if strings.Join(h.Removed, "") != "sechs\n" || strings.Join(h.Added, "") != "SIX\n" || back.Check.Hunks[h.ID].Flags[0].Kind != model.FlagConflict {
					t.Errorf("%+v, %+v", h, back.Check.Hunks[h.ID])
				}
				back.Decisions[h.ID] = model.Rejected
			}
		}
	}
	s.commit(back, model.CommitOptions{})
	if open != 1 || s.text("n.md") != lines(map[int]string{1: "ONE", 6: "sechs"}) || s.text("tone.md") != "four\n" {
		t.Errorf("%d open, %q", open, s.text("n.md"))
	}
}

// TestRefreshCrashesAnywhere: there is always one review, with all decisions that are not to be made anew.
func TestRefreshCrashesAnywhere(t *testing.T) {
	for n := 1; ; n++ {
		s := quickScene(t, n)
		id := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n", "rule.md": s.text("rule.md") + "more\n"})
		must(t, s.desk.decide(t.Context(), s.st, id, s.review(id, model.Accepted).Ruling()))
		s.put("tone.md", "theirs\n")
		died := s.dies(n, func() error {
			_, _, err := s.desk.Refresh(t.Context(), s.st, id)
			return err
		})
		infos, err := s.desk.List(t.Context(), s.st)
		must(t, err)
		if len(infos) != 1 {
			t.Fatalf("op %d: on the desk: %+v", n, infos)
		}
		want := 1
		if infos[0].ID == id {
			want = 2
		}
		if infos[0].Decided != want || !died && want != 1 {
			t.Fatalf("op %d: %+v", n, infos[0])
		}
		if again, err := s.desk.List(t.Context(), s.st); err != nil || len(again) != 1 {
			t.Fatalf("op %d: %+v, %v", n, again, err)
		}
		if !died {
			t.Logf("%d crashes", n-1)
			return
		}
	}
}

// TestRefreshNothingLeft: what the notes have already is not reviewed any more.
func TestRefreshNothingLeft(t *testing.T) {
	s := newScene(t)
	want := s.text("tone.md") + "mine\n"
	id := s.propose(model.OriginModel, map[string]string{"tone.md": want})
	s.put("tone.md", want)
	if same, _, err := s.desk.Refresh(t.Context(), s.st, id); err != nil || same != id {
		t.Errorf("as it is wanted is not overtaken: %s, %v", same, err)
	}
	s.put("tone.md", "first\n"+want)
	if _, _, err := s.desk.Refresh(t.Context(), s.st, id); !errors.Is(err, errNothingLeft) {
		t.Errorf("it is all there, and more: %v", err)
	}
}

package desk

import (
	"strings"
	"testing"

	"dreamgate/model"
)

// said keeps a note on a review as a whole, as a screen does that read it as it is.
func (s *scene) said(id, note string) {
	s.t.Helper()
	r := s.review(id, model.Undecided)
	was := r.Ruling()
	was.Notes = map[string]string{model.WholeReview: r.Notes[model.WholeReview]}
	ru := model.Ruling{Decisions: was.Decisions, Shape: was.Shape, Notes: map[string]string{model.WholeReview: note}}
	must(s.t, s.desk.Step(s.t.Context(), s.st, id, was, ru, "note on the review"))
}

func (s *scene) wholeNote(id string) string {
	s.t.Helper()
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	return r.Notes[model.WholeReview]
}

// TestNoteOnTheWhole: what is said of a review as a whole is kept, taken back, carried on where the review goes on as
// another one, and told by the commit, by the record and to the next dream.
func TestNoteOnTheWhole(t *testing.T) {
	s := newScene(t).repo()
	s.later()
	s.put("n.md", lines(nil))
	s.git("add", "-A")
	s.git("commit", "-qm", "n")
	edits := map[string]string{"n.md": lines(map[int]string{1: "ONE"}), "tone.md": threeChanges["tone.md"]}
	id := s.propose(model.OriginModel, edits)
	s.said(id, "too eager")
	if infos := s.listed(t); s.wholeNote(id) != "too eager" || !infos[0].Begun {
		t.Errorf("%q, %+v", s.wholeNote(id), infos)
	}
	step, err := s.desk.Undo(t.Context(), s.st, id)
	must(t, err)
	if got := s.wholeNote(id); got != "" || step.What != "note on the review" {
		t.Errorf("undone: %q, %+v", got, step)
	}
	_, err = s.desk.Redo(t.Context(), s.st, id)
	must(t, err)

	// Somebody who read it before says something as well: both stay.
	none := model.Ruling{Decisions: model.Decisions{}, Notes: map[string]string{}}
	other := model.Ruling{Decisions: model.Decisions{}, Notes: map[string]string{model.WholeReview: "good"}}
	b, err := s.desk.Decide(t.Context(), s.st, id, none, other)
	must(t, err)
	if got := s.wholeNote(id); got != "too eager; good" || !b.Others {
		t.Errorf("beside another: %q, %+v", got, b)
	}

	// The notes move on.
	s.put("n.md", lines(map[int]string{6: "theirs"}))
	fresh, _, err := s.desk.Refresh(t.Context(), s.st, id)
	must(t, err)
	if got := s.wholeNote(fresh); fresh == id || got != "too eager; good" {
		t.Errorf("refreshed: %q", got)
	}
	if step, err := s.desk.Undo(t.Context(), s.st, fresh); err == nil {
		t.Errorf("what others added to is taken back: %+v", step)
	}
	// A screen that has the one before open goes on in it.
	old := s.review(id, model.Undecided)
	ru := model.Ruling{Decisions: old.Decisions, Shape: old.Shape, Notes: map[string]string{model.WholeReview: "too eager; good; late"}}
	_, err = s.desk.Decide(t.Context(), s.st, id, old.Ruling(), ru)
	must(t, err)
	if got := s.wholeNote(fresh); got != "too eager; good; late" {
		t.Errorf("forwarded: %q", got)
	}

	// A dream that has all of it takes its place.
	s.said(fresh, "too eager")
	later := map[string]string{"n.md": lines(map[int]string{1: "ONE", 6: "theirs"}), "tone.md": edits["tone.md"], "rule.md": "x\n"}
	third := s.propose(model.OriginModel, later)
	if got := s.wholeNote(third); got != "too eager" || len(s.listed(t)) != 1 {
		t.Errorf("superseded: %q, %d wait", got, len(s.listed(t)))
	}
	r := s.review(third, model.Accepted)
	s.commit(r, model.CommitOptions{Edits: model.EditsFirst})
	if got := s.wholeNote(third); got != "too eager" {
		t.Errorf("closed: %q", got)
	}
	if log := s.git("log", "-1", "--format=%B"); !strings.Contains(log, "\n\nThe reviewer says: too eager\n\n- ") {
		t.Errorf("%s", log)
	}
	list, err := s.desk.Refused(t.Context(), s.st, 9)
	must(t, err)
	if len(list) != 1 || list[0] != (model.Refusal{Note: "too eager"}) {
		t.Errorf("%+v", list)
	}
}

// TestTypedMessage: what was typed for the commit is kept with the review and goes on with it; taken back, the message is
// made from the reasons again.
func TestTypedMessage(t *testing.T) {
	s := newScene(t).repo()
	s.later()
	s.put("n.md", lines(nil))
	s.git("add", "-A")
	s.git("commit", "-qm", "n")
	edits := map[string]string{"n.md": lines(map[int]string{1: "ONE"}), "tone.md": threeChanges["tone.md"]}
	id := s.propose(model.OriginModel, edits)
	preview := func(id string) model.Preview {
		t.Helper()
		v, err := s.desk.Preview(t.Context(), s.review(id, model.Accepted))
		must(t, err)
		return v
	}
	must(t, s.desk.Message(t.Context(), s.st, id, "Mine"))
	if v := preview(id); v.Message != "Mine" || !strings.HasPrefix(v.Made, "Accept 2 of 2 memory changes") {
		t.Errorf("%q %q", v.Message, v.Made)
	}
	must(t, s.desk.Message(t.Context(), s.st, id, ""))
	if v := preview(id); v.Message != v.Made {
		t.Errorf("%q", v.Message)
	}
	must(t, s.desk.Message(t.Context(), s.st, id, "Mine"))
	s.put("n.md", lines(map[int]string{6: "theirs"}))
	fresh, _, err := s.desk.Refresh(t.Context(), s.st, id)
	must(t, err)
	if v := preview(fresh); v.Message != "Mine" {
		t.Errorf("refreshed: %q", v.Message)
	}
	must(t, s.desk.Message(t.Context(), s.st, id, "Mine, late"))
	later := map[string]string{"n.md": lines(map[int]string{1: "ONE", 6: "theirs"}), "tone.md": edits["tone.md"], "rule.md": "x\n"}
	third := s.propose(model.OriginModel, later)
	if v := preview(third); v.Message != "Mine, late" {
		t.Errorf("superseded: %q", v.Message)
	}
	s.commit(s.review(third, model.Accepted), model.CommitOptions{Edits: model.EditsFirst})
	if log := s.git("log", "-1", "--format=%s"); log != "Mine, late\n" {
		t.Errorf("%q", log)
	}
	must(t, s.desk.Message(t.Context(), s.st, third, "nobody reads it"))
	must(t, s.desk.Message(t.Context(), s.st, "no-such", "nobody reads it"))
}

// TestALongNoteOnTheWhole: however much is said of a review, its commit has a subject, the files and the trailers.
func TestALongNoteOnTheWhole(t *testing.T) {
	s := newScene(t).repo()
	s.later()
	id := s.propose(model.OriginModel, threeChanges)
	s.said(id, "too\n"+strings.Repeat("long ", 20000))
	s.commit(s.review(id, model.Accepted), model.CommitOptions{Edits: model.EditsFirst})
	log := s.git("log", "-1", "--format=%B")
	for _, want := range []string{"Accept 3 of 3 memory changes", "\n\nThe reviewer says: too␊long long ", "…\n\n- ", "- tone.md: ", "\nDreamgate-Review: " + id} {
		if !strings.Contains(log, want) {
			t.Errorf("no %q in %.300q", want, log)
		}
	}
}

// TestAMessageTooLong is refused before anything is written.
func TestAMessageTooLong(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginModel, threeChanges)
	before, r := s.tree(), s.review(id, model.Accepted)
	out, err := s.desk.Commit(t.Context(), r, model.CommitOptions{Message: strings.Repeat("long ", 30000)})
	if err == nil || !strings.HasSuffix(err.Error(), "shorten it; nothing was written") {
		t.Errorf("%+v, %v", out, err)
	}
	s.unchanged(before)
	s.commit(r, model.CommitOptions{Message: "short"})
}

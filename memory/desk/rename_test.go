package desk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/model"
)

// renamed is a review of a note that gets another name and another last line.
func renamed(t *testing.T, s *scene) model.Review {
	t.Helper()
	s.put("n.md", lines(nil))
	s.repo()
	r, err := s.desk.Review(t.Context(), s.st, s.proposeRename())
	must(t, err)
	return r
}

func (s *scene) proposeRename() string {
	return s.propose(model.OriginModel, map[string]string{"n.md": "", "numbers.md": lines(map[int]string{7: "SEVEN"})})
}

// parted is that review with the name and the text apart, opened again.
func parted(t *testing.T, s *scene) (r model.Review, name []string, text string) {
	t.Helper()
	r = renamed(t, s)
	shape, ok := hunk.Split(r.Whole, r.Shape, r.Whole[0].Hunks[0].ID)
	if !ok {
		t.Fatalf("%+v does not come apart", r.Whole)
	}
	r = s.reopened(r, hunk.Reruled(r.Whole, r.Ruling(), shape))
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if h.Kind == model.HunkText {
				text = h.ID
			} else {
				name = append(name, h.ID)
			}
		}
	}
	if len(name) != 2 || text == "" {
		t.Fatalf("%+v", r.Changes)
	}
	return r, name, text
}

// TestRenamePartsAreWritten: of a rename the name, the text, or both, as they were decided; also over what
// others wrote under the old name since, at once and after a refresh.
func TestRenamePartsAreWritten(t *testing.T) {
	seven, three := map[int]string{7: "SEVEN"}, map[int]string{3: "theirs"}
	both := map[int]string{3: "theirs", 7: "SEVEN"}
	for _, c := range []struct {
		name            string
		moves, changes  bool
		meanwhile       bool
		refreshed       bool
		old, new        string
		subject, status string
	}{
		{"name", true, false, false, false, "", lines(nil), "Accept 1 of 2", "renamed from n.md"},
		{"text", false, true, false, false, lines(seven), "", "Accept 1 of 2", "n.md: modified"},
		{"both", true, true, false, false, "", lines(seven), "Accept 2 of 2", "renamed from n.md"},
		{"name meanwhile", true, false, true, false, "", lines(three), "Accept 1 of 2", "renamed from n.md"},
		{"text meanwhile", false, true, true, false, lines(both), "", "Accept 1 of 2", "n.md: modified"},
		{"both meanwhile", true, true, true, true, "", lines(both), "Accept 2 of 2", "renamed from n.md"},
	} {
		s := newScene(t)
		r, name, text := parted(t, s)
		for _, id := range append(name, text) {
			r.Decisions[id] = model.Rejected
		}
		if c.moves {
			r.Decisions[name[0]], r.Decisions[name[1]] = model.Accepted, model.Accepted
		}
		if c.changes {
			r.Decisions[text] = model.Accepted
		}
		if r = s.reopened(r, r.Ruling()); c.meanwhile {
			s.put("n.md", lines(three))
		}
		if c.refreshed {
			id, _, err := s.desk.Refresh(t.Context(), s.st, r.Proposal.ID)
			must(t, err)
			r, err = s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			if !r.Shape.Shaped() || len(r.Decisions) != 3 {
				t.Errorf("%s: after the refresh %+v", c.name, r.Ruling())
			}
		}
		v, err := s.desk.Preview(t.Context(), r)
		must(t, err)
		if len(v.Stale)+v.Deletions != 0 {
			t.Errorf("%s: %+v", c.name, v)
		}
		s.commit(r, model.CommitOptions{Message: v.Message})
		got := s.tree()
		if string(got["n.md"].Data) != c.old || string(got["numbers.md"].Data) != c.new {
			t.Errorf("%s: %q and %q", c.name, got["n.md"].Data, got["numbers.md"].Data)
		}
		if log := s.git("log", "-1", "--format=%B"); !strings.Contains(log, c.subject) || !strings.Contains(log, c.status) {
			t.Errorf("%s: the commit says\n%s", c.name, log)
		}
		if closed, err := s.desk.Review(t.Context(), s.st, r.Proposal.ID); err != nil || hunk.Total(closed.Changes) != 2 || len(closed.Decisions) != 3 {
			t.Errorf("%s: %+v, %v", c.name, closed.Decisions, err)
		}
	}
}

// TestRenameRefreshKeepsWork: what a person wrote in a piece of a rename is still theirs after a refresh, with the note
// and all decisions, and what was rejected is not written.
func TestRenameRefreshKeepsWork(t *testing.T) {
	s := newScene(t)
	r, name, text := parted(t, s)
	shape, ok := hunk.Edit(r.Shape, text, "sieben\n")
	if !ok {
		t.Fatal("the piece cannot be edited")
	}
	ru := r.Ruling()
	ru.Shape, ru.Notes = shape, map[string]string{text: "in my words"}
	ru.Decisions = model.Decisions{name[0]: model.Rejected, name[1]: model.Rejected, text: model.Accepted}
	r = s.reopened(r, ru)
	s.put("n.md", lines(map[int]string{3: "theirs"}))
	now, said, err := s.desk.Refresh(t.Context(), s.st, r.Proposal.ID)
	must(t, err)
	if len(said) != 1 {
		t.Errorf("%q", said)
	}
	back, err := s.desk.Review(t.Context(), s.st, now)
	must(t, err)
	found := false
	for _, c := range back.Changes {
		for _, h := range c.Hunks {
			if h.Kind == model.HunkText {
				found = h.Edited && back.Notes[h.ID] == "in my words" && back.Decisions[h.ID] == model.Accepted
			}
		}
	}
	if !found || len(back.Decisions) != 3 {
		t.Errorf("%+v, %+v", back.Changes, back.Ruling())
	}
	s.commit(back, model.CommitOptions{})
	if got := s.text("n.md"); got != lines(map[int]string{3: "theirs", 7: "sieben"}) {
		t.Errorf("%q", got)
	}
}

// TestRenameOfAMovedFile: where the file that is to go on under another name was changed or deleted meanwhile, the reason
// says so of that file, and a refresh brings what is to be decided. Nothing that was deleted comes back unseen.
func TestRenameOfAMovedFile(t *testing.T) {
	for _, split := range []bool{false, true} {
		for _, c := range []struct{ name, text, says, after string }{
			{"changed", lines(map[int]string{7: "theirs"}), "n.md: what was to be changed there was changed since", "1 hunk clashes"},
			{"deleted", "", "n.md, which was to go on under this name, was deleted since the proposal was made", "1 hunk clashes"},
		} {
			s := newScene(t)
			r := renamed(t, s)
			if split {
				s = newScene(t)
				r, _, _ = parted(t, s)
			}
			id := r.Proposal.ID
			r = s.reopened(r, s.review(id, model.Accepted).Ruling())
			if must(t, os.Remove(filepath.Join(s.st.Dir, "n.md"))); c.text != "" {
				s.put("n.md", c.text)
			}
			v, err := s.desk.Preview(t.Context(), r)
			must(t, err)
			if why := strings.Join(v.Stale, "; "); !strings.Contains(why, c.says) || strings.Contains(why, "numbers.md: it was deleted") {
				t.Errorf("%s, split %v: %q", c.name, split, why)
			}
			before := s.tree()
			if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, memory.ErrMoved) {
				t.Errorf("%s, split %v: %v", c.name, split, err)
			}
			s.unchanged(before)
			now, told, err := s.desk.Refresh(t.Context(), s.st, id)
			must(t, err)
			if text := strings.Join(told, "\n"); now == id || !strings.Contains(text, c.after) {
				t.Errorf("%s, split %v: %q", c.name, split, text)
			}
		}
	}
}

// TestClashesAreCountedOnce: both halves of a rename that clash are one change that does, as everywhere else.
func TestClashesAreCountedOnce(t *testing.T) {
	renames := map[string]string{"come": "gone"}
	for want, clashes := range map[string]map[string]string{
		"1 hunk clashes with ": {"come": "why", "gone": "why"}, "2 hunks clash with ": {"come": "why", "gone": "why", "other": "why"},
	} {
		if said := strings.Join(refreshed(hunk.Moved{Clashes: clashes}, renames), "\n"); !strings.Contains(said, "\n"+want) {
			t.Errorf("%v: %q", clashes, said)
		}
	}
}

// TestRenameIsOneFile: before a commit a renamed file is one file with the name that it had, and of its text only what
// changes counts.
func TestRenameIsOneFile(t *testing.T) {
	s := newScene(t)
	r := s.review(renamed(t, s).Proposal.ID, model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	want := model.PreviewFile{Path: "numbers.md", Status: model.Added, From: "n.md", Added: 1, Removed: 1}
	if len(v.Files) != 1 || v.Files[0] != want || v.Deletions != 0 {
		t.Errorf("%+v, %d deletions", v.Files, v.Deletions)
	}
}

package desk

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestARenameIsCountedOnce: the list, the dialog, the message, the list of closed reviews and the history say the same
// number of it, whole or parted, also where the record was written when its hunks were counted.
func TestARenameIsCountedOnce(t *testing.T) {
	for _, split := range []bool{false, true} {
		for _, old := range []bool{false, true} {
			s := newScene(t)
			var r model.Review
			all, edit := 1, ""
			if r = renamed(t, s); split {
				s = newScene(t)
				r, _, edit = parted(t, s)
				all = 2
			}
			ids := hunk.Halves(r.Changes, r.Changes[0].Hunks[0].ID)
			r.Decisions[ids[0]], r.Decisions[ids[1]] = model.Accepted, model.Accepted
			if edit != "" {
				r.Decisions[edit] = model.Rejected
			}
			r = s.reopened(r, r.Ruling())
			if old {
				st, err := s.desk.openKnown(s.st, r.Proposal.ID)
				must(t, err)
				rec, err := st.record(r.Proposal.ID)
				must(t, err)
				rec.Joined, rec.Hunks = false, rec.Hunks+1
				must(t, st.write(recordPath(rec.ID), rec))
				st.close()
			}
			what := fmt.Sprintf("parted %v, an old record %v", split, old)
			if info := s.listed(t)[0]; info.Hunks != all || info.Decided != all {
				t.Errorf("%s: the list says %+v", what, info)
			}
			v, err := s.desk.Preview(t.Context(), r)
			must(t, err)
			size := fmt.Sprintf("+%d -%d", 2-all, 2-all) // what is rejected of it is not in it
			if v.Accepted != 1 || v.Rejected != all-1 || v.Undecided != 0 || fmt.Sprintf("+%d -%d", v.Files[0].Added, v.Files[0].Removed) != size {
				t.Errorf("%s: the dialog says %+v", what, v)
			}
			for _, want := range []string{fmt.Sprintf("Accept 1 of %d memory change", all), "- numbers.md: renamed from n.md, " + size + "\n"} {
				if !strings.Contains(v.Message, want) {
					t.Errorf("%s: no %q in\n%s", what, want, v.Message)
				}
			}
			if refused := strings.Contains(v.Message, "Refused, 1 of 2:\n- numbers.md, renamed from n.md (1 of 2)\n"); refused != split {
				t.Errorf("%s: the message says\n%s", what, v.Message)
			}
			s.commit(r, model.CommitOptions{Message: v.Message})
			closed, err := s.desk.Closed(t.Context(), s.st)
			must(t, err)
			carried, err := s.desk.Carried(t.Context(), s.st)
			must(t, err)
			if c := closed[0]; c.Hunks != all || c.Accepted != 1 || c.Rejected != all-1 {
				t.Errorf("%s: the list of closed reviews says %+v", what, c)
			}
			if c := carried[0]; c.Hunks != all || c.Accepted != 1 {
				t.Errorf("%s: the history says %+v", what, c)
			}
		}
	}
}

// TestARefusedRenameIsOne: proposed again it is one that was refused before, and nothing is left to be decided.
func TestARefusedRenameIsOne(t *testing.T) {
	s := newScene(t)
	r := renamed(t, s)
	for _, c := range r.Changes {
		r.Decisions[c.Hunks[0].ID] = model.Rejected
	}
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if !strings.Contains(v.Message, "Refused, 1 of 1:\n- numbers.md, renamed from n.md\n") || strings.Contains(v.Message, "- n.md") {
		t.Errorf("the message says\n%s", v.Message)
	}
	s.commit(r, model.CommitOptions{})
	s.proposeRename()
	if info := s.listed(t)[0]; info.Hunks != 1 || info.Refused != 1 || info.Decided != 1 || info.Begun {
		t.Errorf("%+v", info)
	}
}

// TestARefusedPieceSplitAgain: what a person makes of a piece that arrived refused was refused as well, on the screen and
// in the list, and once it is closed the next proposal knows it with what was said the first time.
func TestARefusedPieceSplitAgain(t *testing.T) {
	s := newScene(t)
	s.later()
	s.put("n.md", lines(nil))
	propose := func() model.Review {
		return s.review(s.propose(model.OriginModel, map[string]string{"n.md": lines(map[int]string{3: "THREE", 4: "FOUR", 5: "FIVE"})}), model.Undecided)
	}
	r := propose()
	id := r.Changes[0].Hunks[0].ID
	cuts := model.Shape{Cuts: map[string][]model.Cut{id: {{Old: 6, New: 6}, {Old: 11, New: 11}}}}
	one := model.Shape{Cuts: map[string][]model.Cut{id: cuts.Cuts[id][:1]}}
	changes, err := hunk.Reshape(r.Whole, one)
	must(t, err)
	last := changes[0].Hunks[1].ID
	r = s.reopened(r, model.Ruling{Shape: one, Decisions: model.Decisions{last: model.Rejected}, Notes: map[string]string{last: "they stay"}})
	must(t, s.desk.Discard(t.Context(), s.st, r.Proposal.ID))
	for range 2 {
		r = propose()
		r, err = s.desk.Review(t.Context(), s.st, r.Proposal.ID)
		must(t, err)
		r = s.reopened(r, hunk.Reruled(r.Whole, r.Ruling(), cuts))
		info := s.listed(t)[0]
		if info.Hunks != 3 || info.Refused != 2 || info.Decided != 2 || hunk.Refused(r.Changes, r.Check) != 2 {
			t.Errorf("%+v, %d", info, hunk.Refused(r.Changes, r.Check))
		}
		for i, h := range r.Changes[0].Hunks {
			if e := r.Check.Hunks[h.ID]; (e.Before.Note == "they stay") != (i > 0) {
				t.Errorf("piece %d: %+v", i, e.Before)
			}
		}
		must(t, s.desk.Discard(t.Context(), s.st, r.Proposal.ID))
	}
}

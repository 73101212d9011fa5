package desk

import (
	"maps"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// TestHalvesFollow: by whatever way one half of a rename is decided, in one piece or parted, the other one is decided
// alike: a note is neither lost nor doubled by it.
func TestHalvesFollow(t *testing.T) {
	for _, split := range []bool{false, true} {
		for way, decide := range map[string]func(s *scene, was model.Review, ru model.Ruling) error{
			"on the screen": func(s *scene, was model.Review, ru model.Ruling) error {
				_, err := s.desk.Decide(t.Context(), s.st, was.Proposal.ID, was.Ruling(), ru)
				return err
			},
			"by a command": func(s *scene, was model.Review, ru model.Ruling) error {
				return s.desk.Step(t.Context(), s.st, was.Proposal.ID, was.Ruling(), ru, "decided")
			},
			"at the commit": func(s *scene, was model.Review, ru model.Ruling) error {
				was.Decisions = ru.Decisions
				v, err := s.desk.Preview(t.Context(), was)
				if err == nil && v.Deletions > 0 {
					t.Errorf("%+v", v)
				}
				return err
			},
		} {
			for half := range 2 {
				s := newScene(t)
				var r model.Review
				var halves []string
				var text string
				if split {
					r, halves, text = parted(t, s)
				} else {
					r = renamed(t, s)
					halves = []string{r.Changes[0].Hunks[0].ID, r.Changes[1].Hunks[0].ID}
				}
				ru := r.Ruling()
				for _, to := range []model.Decision{model.Accepted, model.Rejected, model.Accepted} {
					ru.Decisions = maps.Clone(ru.Decisions)
					ru.Decisions[halves[half]] = to
					if text != "" {
						ru.Decisions[text] = model.Accepted
					}
					must(t, decide(s, r, ru))
					if way == "at the commit" {
						break
					}
					was := r
					var err error
					r, err = s.desk.Review(t.Context(), s.st, r.Proposal.ID)
					must(t, err)
					if r.Decisions[halves[0]] != to || r.Decisions[halves[1]] != to {
						t.Errorf("%s, half %d, from %v: %v", way, half, was.Decisions, r.Decisions)
					}
					ru = r.Ruling()
				}
				r.Decisions = ru.Decisions
				s.commit(r, model.CommitOptions{})
				if tree := s.tree(); len(tree["n.md"].Data) > 0 || len(tree["numbers.md"].Data) == 0 {
					t.Errorf("%s, half %d: %q", way, half, tree.Paths())
				}
			}
		}
	}
}

// TestHalvesOfTwoWindows: one window takes a rename as a whole while the other one parts it. What comes of both loses
// nothing.
func TestHalvesOfTwoWindows(t *testing.T) {
	for _, first := range []string{"parts", "accepts"} {
		s := newScene(t)
		r := renamed(t, s)
		shape, ok := hunk.Split(r.Whole, r.Shape, r.Whole[0].Hunks[0].ID)
		if !ok {
			t.Fatal("it does not come apart")
		}
		whole := r
		accepted, cut := whole.Ruling(), hunk.Reruled(whole.Whole, whole.Ruling(), shape)
		accepted.Decisions = model.Decisions{whole.Changes[0].Hunks[0].ID: model.Accepted, whole.Changes[1].Hunks[0].ID: model.Accepted}
		list := []model.Ruling{accepted, cut}
		if first == "parts" {
			list = []model.Ruling{cut, accepted}
		}
		for _, ru := range list {
			_, err := s.desk.Decide(t.Context(), s.st, r.Proposal.ID, whole.Ruling(), ru)
			must(t, err)
		}
		back, err := s.desk.Review(t.Context(), s.st, r.Proposal.ID)
		must(t, err)
		got, err := hunk.Apply(back.Proposal.Base, back.Changes, back.Decisions)
		must(t, err)
		if len(got) != len(back.Proposal.Base) {
			t.Errorf("%s first: %q by %v", first, got.Paths(), back.Decisions)
		}
	}
}

// TestHalvesOfAnOldRecord: one that was written before halves were tied is read as if nothing were decided of them,
// and can be decided and carried out.
func TestHalvesOfAnOldRecord(t *testing.T) {
	s := newScene(t)
	r, halves, text := parted(t, s)
	st, err := s.desk.openKnown(s.st, r.Proposal.ID)
	must(t, err)
	defer st.close()
	rec, err := st.record(r.Proposal.ID)
	must(t, err)
	rec.Renames = nil
	rec.Decisions = map[string]string{halves[1]: "accepted", halves[0]: "rejected", text: "accepted"}
	must(t, st.write(recordPath(rec.ID), rec))
	if r, err = s.desk.Review(t.Context(), s.st, rec.ID); err != nil || len(r.Decisions) != 1 {
		t.Fatalf("%v, %v", r.Decisions, err)
	}
	if v, err := s.desk.Preview(t.Context(), r); err != nil || v.Deletions > 0 {
		t.Errorf("%+v, %v", v, err)
	}
	was := r.Ruling()
	r.Decisions = model.Decisions{halves[0]: model.Accepted, halves[1]: model.Accepted, text: model.Accepted}
	must(t, s.desk.Step(t.Context(), s.st, rec.ID, was, r.Ruling(), "accepted"))
	s.commit(r, model.CommitOptions{})
	if got := s.tree(); len(got["numbers.md"].Data) == 0 {
		t.Errorf("%q", got.Paths())
	}
}

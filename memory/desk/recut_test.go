package desk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// facts are a note of random facts, and the same with some of them said otherwise.
func facts(rng *rand.Rand) (old, changed string) {
	var a, b strings.Builder
	for i := range 5 + rng.IntN(8) {
		said := func(n int) string { return fmt.Sprintf("Host %d of the fleet is machine-%d. ", i, n) }
		other := func(n int) string { return fmt.Sprintf("It was set up in week %d.\n", n) }
		n := rng.IntN(50)
		a.WriteString(said(n) + other(n))
		switch rng.IntN(6) {
		case 0:
			b.WriteString(said(n+50) + other(n+50))
		case 1:
			b.WriteString(said(n) + other(n+50))
		case 2:
			b.WriteString(said(n) + other(n) + fmt.Sprintf("Rack %d stands beside it.\n", i))
		default:
			b.WriteString(said(n) + other(n))
		}
	}
	return a.String(), b.String()
}

// cutAtRandom is a review with its hunks split by chance, and each piece accepted or rejected with a note; the halves
// of a rename alike.
func (s *scene) cutAtRandom(rng *rand.Rand, id string) model.Review {
	s.t.Helper()
	r := s.review(id, model.Undecided)
	shape := r.Shape
	changes := r.Changes
	for range rng.IntN(5) {
		hunks := changes[rng.IntN(len(changes))].Hunks
		next, ok := hunk.SplitBy(r.Whole, shape, hunks[rng.IntN(len(hunks))].ID, hunk.Grain(rng.IntN(3)))
		if !ok {
			continue
		}
		var err error
		shape = next
		changes, err = hunk.Reshape(r.Whole, shape)
		must(s.t, err)
	}
	ru := model.Ruling{Shape: shape, Decisions: model.Decisions{}, Notes: map[string]string{}}
	for _, c := range changes {
		for _, h := range c.Hunks {
			d := model.Decision(1 + rng.IntN(2))
			for _, half := range hunk.Halves(changes, h.ID) {
				ru.Decisions[half] = d
			}
		}
	}
	for id, d := range ru.Decisions {
		if d == model.Rejected {
			ru.Notes[id] = "not " + id
		}
	}
	return s.reopened(r, ru)
}

// over ends a review as it is decided.
func (s *scene) over(r model.Review) {
	s.t.Helper()
	for _, d := range r.Decisions {
		if d == model.Accepted {
			s.commit(r, model.CommitOptions{})
			return
		}
	}
	must(s.t, s.desk.Discard(s.t.Context(), s.st, r.Proposal.ID))
}

// TestRecallAnyhow: however a change was cut when parts of it were refused, also a rename: what is left of it arrives
// refused as a whole, and what is proposed once more from the notes of before arrives in the same cuts, with the same
// pieces refused. All of it has its notes.
func TestRecallAnyhow(t *testing.T) {
	cut, rests := 0, 0
	for seed := range uint64(120) {
		s := quickScene(t, int(seed))
		s.later()
		rng := rand.New(rand.NewPCG(seed, 3))
		old, changed := facts(rng)
		if old == changed {
			continue
		}
		s.put("old.md", old)
		wants := map[string]string{"old.md": changed}
		if rng.IntN(3) > 0 {
			wants = map[string]string{"old.md": "", "new.md": changed}
		}
		r := s.cutAtRandom(rng, s.propose(model.OriginModel, wants))
		notes := map[string]bool{}
		refused := map[string]string{}
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				if notes[r.Notes[h.ID]] = true; r.Decisions[h.ID] == model.Rejected {
					refused[did(h)] = r.Notes[h.ID]
				}
			}
		}
		s.over(r)
		rests += s.leftIsRefused(seed, wants, notes)
		os.Remove(s.st.Dir + "/new.md")
		s.put("old.md", old)
		back := s.review(s.propose(model.OriginModel, wants), model.Undecided)
		back = s.reopened(back, model.Ruling{Shape: back.Shape})
		for _, c := range back.Changes {
			for _, h := range c.Hunks {
				before := back.Check.Hunks[h.ID].Before
				d := s.recordOf(back.Proposal.ID).Decisions[h.ID]
				if note, was := refused[did(h)]; was != (d == model.Rejected.String()) || was != before.Known() || note != "" && !strings.Contains(before.Note, note) {
					if _, whole := refused[did(h)]; !whole && h.Of == "" && d == model.Rejected.String() && before.Known() {
						continue // all its pieces were refused
					}
					t.Fatalf("seed %d: %s %q is %s, %+v; refused were %q", seed, h.ID, did(h), d, before, refused)
				}
				cut += len(h.Of)
			}
		}
	}
	if cut < 300 || rests < 20 {
		t.Errorf("%d pieces came again and %d rests: that is no test", cut, rests)
	}
}

// leftIsRefused proposes again what is left of a change, and counts the hunks.
func (s *scene) leftIsRefused(seed uint64, wants map[string]string, notes map[string]bool) (n int) {
	s.t.Helper()
	p := model.Proposal{Store: s.st, Origin: model.OriginModel, Base: s.tree(), Proposed: s.tree()}
	for path, text := range wants {
		if delete(p.Proposed, path); text != "" {
			p.Proposed[path] = model.File{Mode: 0o644, Data: []byte(text)}
		}
	}
	id, err := s.desk.Propose(s.t.Context(), p)
	if errors.Is(err, errEmpty) {
		return 0
	}
	must(s.t, err)
	r, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			before := r.Check.Hunks[h.ID].Before
			if n++; r.Decisions[h.ID] != model.Rejected || !before.Known() || !strings.HasPrefix(before.Note, "not ") {
				s.t.Fatalf("seed %d: %s of %s is %s, %+v", seed, did(h), h.Path, r.Decisions[h.ID], before)
			}
		}
	}
	must(s.t, s.desk.Discard(s.t.Context(), s.st, id))
	return n
}

// did is what a hunk does.
func did(h model.Hunk) string {
	return h.Path + "\x00" + strings.Join(h.Removed, "") + "\x00" + strings.Join(h.Added, "")
}

// recordOf is what lies on the desk of a review.
func (s *scene) recordOf(id string) *record {
	s.t.Helper()
	st, err := s.desk.openKnown(s.st, id)
	must(s.t, err)
	defer st.close()
	r, err := st.record(id)
	must(s.t, err)
	return r
}

// TestRecutIsNotBegun: that a proposal arrives in pieces is no doing of a person; a refresh keeps the pieces and what
// is remembered of them, and so does a review that is closed as it arrived.
func TestRecutIsNotBegun(t *testing.T) {
	s := newScene(t)
	s.later()
	r, halves, text := parted(t, s)
	first := r.Proposal.ID
	r = s.reopened(r, model.Ruling{Shape: r.Shape, Decisions: model.Decisions{halves[0]: model.Accepted, halves[1]: model.Accepted, text: model.Rejected}, Notes: map[string]string{text: "seven is right"}})
	must(t, s.desk.Discard(t.Context(), s.st, first))
	for _, way := range []string{"at once", "after one that was left as it arrived"} {
		id := s.proposeRename()
		known := func(id string) {
			t.Helper()
			r, err := s.desk.Review(t.Context(), s.st, id)
			must(t, err)
			e := r.Check.Hunks[text]
			if d := r.Decisions[text]; d != model.Rejected || e.Before.Note != "seven is right" || e.Before.Review != first || len(r.Decisions) != 1 || hunk.Total(r.Changes) != 2 {
				t.Errorf("%s: %s, %+v, %v", way, d, e.Before, r.Decisions)
			}
			if info := s.listed(t)[0]; info.Begun || info.Refused != 1 || info.Hunks != 2 || info.Decided != 1 {
				t.Errorf("%s: %+v", way, info)
			}
		}
		known(id)
		must(t, s.desk.Discard(t.Context(), s.st, id))
	}
	id := s.propose(model.OriginModel, map[string]string{"n.md": "", "numbers.md": lines(map[int]string{7: "SEVEN"}), "build.md": "just\n"})
	s.put("build.md", "else\n")
	next, _, err := s.desk.Refresh(t.Context(), s.st, id)
	must(t, err)
	r = s.review(next, model.Undecided)
	if next == id || r.Check.Hunks[text].Before.Note != "seven is right" || s.listed(t)[0].Begun || s.listed(t)[0].Refused != 1 {
		t.Errorf("%+v, %+v", r.Check.Hunks[text], s.listed(t))
	}
}

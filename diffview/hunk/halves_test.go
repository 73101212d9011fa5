package hunk

import (
	"maps"
	"math/rand/v2"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestJoined: whichever half of a rename is decided anew takes the other one along, in one piece or parted; where
// both were, in two ways, nothing is decided.
func TestJoined(t *testing.T) {
	const gone, come, name = "g", "c", "c" + nameSuffix
	a, r, u := model.Accepted, model.Rejected, model.Undecided
	for _, c := range []struct {
		name                   string
		wasGone, wasCome, from model.Decision
		to, want               model.Decision
	}{
		{"only the deletion is accepted", u, u, a, u, a},
		{"only the addition is refused", u, u, u, r, r},
		{"the addition is refused after both were accepted", a, a, a, r, r},
		{"the deletion is taken back", a, a, u, a, u},
		{"both, in two ways", u, u, a, r, u},
		{"an old record", a, u, a, u, u},
		{"alike", r, u, a, a, a},
	} {
		for _, half := range []string{come, name} {
			s := model.Shape{}
			if half == name {
				s.Cuts = map[string][]model.Cut{come: {}}
			}
			before := model.Ruling{Shape: s, Decisions: model.Decisions{gone: c.wasGone, half: c.wasCome}}
			given := model.Decisions{gone: c.from, half: c.to, "other": a}
			kept := maps.Clone(given)
			got := Joined(map[string]string{come: gone}, before, model.Ruling{Shape: s, Decisions: given}).Decisions
			if got[gone] != c.want || got[half] != c.want || got["other"] != a || !maps.Equal(given, kept) {
				t.Errorf("%s: %v, given %v", c.name, got, given)
			}
		}
	}
}

// TestJoinedLosesNothing: whatever is decided of a rename and its pieces, the note stands under one of
// its names afterwards, and not under both.
func TestJoinedLosesNothing(t *testing.T) {
	rng, tried := rand.New(rand.NewPCG(4, 4)), 0
	for n := range 1500 {
		old, new, _, _ := hunktest.Random(rng)
		base := model.Tree{"old.md": old}
		whole := Diff(base, model.Tree{"new.md": new})
		all := Renames(whole)
		if len(all) == 0 {
			continue
		}
		tried++
		var rulings [2]model.Ruling
		for i := range rulings {
			s := model.Shape{}
			if rng.IntN(2) > 0 {
				s, _ = Split(whole, s, whole[0].Hunks[0].ID)
			}
			rulings[i] = model.Ruling{Shape: s, Decisions: model.Decisions{}}
			for _, c := range reshaped(t, whole, s) {
				for _, h := range c.Hunks {
					rulings[i].Decisions[h.ID] = model.Decision(rng.IntN(3))
				}
			}
		}
		ru := Joined(all, rulings[0], rulings[1])
		if result, err := Apply(base, reshaped(t, whole, ru.Shape), ru.Decisions); err != nil || len(result) != 1 {
			t.Fatalf("%d: %v, %v of\n%v\n%v", n, err, result.Paths(), whole, ru)
		}
	}
	if tried < 150 {
		t.Errorf("%d renames are no test", tried)
	}
}

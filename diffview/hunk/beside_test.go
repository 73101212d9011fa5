package hunk

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestBeside: what two people did at random is there in the end, and where both did something to one hunk what was
// done first: the second one has not seen it.
func TestBeside(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		some := func() model.Ruling {
			ru := model.Ruling{Decisions: model.Decisions{}}
			for _, id := range []string{"a", "b", "c", "d"} {
				ru.Decisions[id] = model.Decision(rng.IntN(3))
			}
			return ru
		}
		was, mine, theirs := some(), some(), some()
		first, kept := Beside(nil, was, was, theirs)
		if len(kept) > 0 || !Same(first, theirs) {
			t.Fatalf("alone: %v, %v", first, kept)
		}
		got, kept := Beside(nil, theirs, was, mine)
		for id := range was.Decisions {
			w, m, th := was.Decisions[id], mine.Decisions[id], theirs.Decisions[id]
			want, stays := th, false
			switch {
			case th == w:
				want = m
			case m != w && m != th:
				stays = true
			}
			if got.Decisions[id] != want || slices.Contains(kept, id) != stays {
				t.Fatalf("%s: was %v, mine %v, theirs %v: %v, kept %v", id, w, m, th, got.Decisions[id], kept)
			}
		}
	}
}

// TestBesideShapes: what is split or edited is one thing with what is decided of it, and so are both halves of a rename.
func TestBesideShapes(t *testing.T) {
	cut := model.Shape{Cuts: map[string][]model.Cut{"a": {{Old: 1, New: 1}}}}
	of := func(s model.Shape, ds ...string) model.Ruling {
		ru := model.Ruling{Decisions: model.Decisions{}, Shape: s}
		for _, id := range ds {
			ru.Decisions[id] = model.Accepted
		}
		return ru
	}
	none, edit := model.Shape{}, model.Shape{Edits: map[string]string{"a": "x"}}
	for name, c := range map[string]struct {
		now, was, ru, want model.Ruling
		kept               string
	}{
		"theirs alone":            {of(cut, "a.1"), of(none), of(none, "b"), of(cut, "a.1", "b"), ""},
		"mine alone":              {of(none, "b"), of(none), of(cut, "a.2"), of(cut, "a.2", "b"), ""},
		"both":                    {of(cut, "a.1"), of(none), of(none, "a"), of(cut, "a.1"), "a"},
		"both alike":              {of(cut, "a.1"), of(none), of(cut, "a.1"), of(cut, "a.1"), ""},
		"decided, and edited":     {of(none, "a"), of(none), of(edit), of(none, "a"), "a"},
		"one half, and the other": {of(cut), of(none), of(none, "gone", "a"), of(cut), "a"},
		"joined again":            {of(cut, "a.1"), of(cut, "a.1"), of(none, "a"), of(none, "a"), ""},
	} {
		got, kept := Beside(map[string]string{"a": "gone"}, c.now, c.was, c.ru)
		if !Same(got, c.want) || strings.Join(kept, " ") != c.kept {
			t.Errorf("%s: %+v, kept %v", name, got, kept)
		}
	}
}

// TestBesideNotes: both notes stay; who has seen a word may take it back.
func TestBesideNotes(t *testing.T) {
	for _, c := range [][4]string{ // now, was, mine, what comes of it
		{"a", "", "b", "a; b"}, {"a", "", "a", "a"}, {"a", "a", "", ""}, {"", "a", "b", "b"}, {"b", "a", "", "b"},
		{"a; b", "a", "a; c", "a; b; c"}, {"a; b", "a", "", "b"}, {"not now", "", "no", "not now; no"},
	} {
		if got := BothNotes(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, %q, %q: %q", c[0], c[1], c[2], got)
		}
	}
	whole := []model.Change{{Path: "a.md", Hunks: []model.Hunk{{ID: "a.0", Of: "a"}, {ID: "a.9", Of: "a"}}}}
	ru := Settled(whole, model.Ruling{Notes: map[string]string{"a": "on all", "a.9": "here", "b": "nowhere"}})
	if want := map[string]string{"a.0": "on all", "a.9": "here", "b": "nowhere"}; !maps.Equal(ru.Notes, want) {
		t.Errorf("%v", ru.Notes)
	}
}

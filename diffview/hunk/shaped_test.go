package hunk

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// covering writes over every letter and leaves length and line ends.
func covering(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			b[i] = '.'
		}
	}
	return string(b)
}

func covered(changes []model.Change) []model.Change {
	out := make([]model.Change, len(changes))
	for i, c := range changes {
		hunks := make([]model.Hunk, len(c.Hunks))
		for j, h := range c.Hunks {
			h.Removed, h.Added = Lines([]byte(covering(strings.Join(h.Removed, "")))), Lines([]byte(covering(strings.Join(h.Added, ""))))
			hunks[j] = h
		}
		c.Hunks = hunks
		out[i] = c
	}
	return out
}

// TestReruledAnyhow splits, joins and edits at random. What a ruling gives is the same before and after a
// split; a join gives it back; the mirror shows the same pieces with other letters.
func TestReruledAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	splits := 0
	for round := range 2000 {
		old, new, there, _ := hunktest.Random(rng)
		base, proposed := model.Tree{}, model.Tree{"a.md": {Mode: new.Mode, Data: prose(rng, new.Data)}}
		if there {
			base["a.md"] = model.File{Mode: old.Mode, Data: prose(rng, old.Data)}
		}
		whole := Diff(base, proposed)
		if len(whole) == 0 {
			continue
		}
		ru := model.Ruling{Decisions: model.Decisions{}, Notes: map[string]string{}}
		for _, h := range whole[0].Hunks {
			if d := model.Decision(rng.IntN(3)); d != model.Undecided {
				ru.Decisions[h.ID] = d
			}
			ru.Notes[h.ID] = "of " + h.ID
		}
		want, err := Apply(base, whole, ru.Decisions)
		if err != nil {
			t.Fatal(err)
		}
		split := ru
		changes := whole
		for range 3 {
			h := changes[0].Hunks[rng.IntN(len(changes[0].Hunks))]
			next, ok := SplitBy(whole, split.Shape, h.ID, Grain(rng.IntN(int(grains))))
			if !ok {
				continue
			}
			splits++
			split = Reruled(whole, split, next)
			if changes, _, err = Shaped(whole, model.Check{}, next, nil); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Apply(base, changes, split.Decisions)
		if err != nil || same(got, want) != nil {
			t.Fatalf("round %d: a split changed what is decided: %v", round, err)
		}
		mirror := Mirror(whole, changes, covered(whole), split.Shape, covering)
		if !reflect.DeepEqual(mirror, covered(changes)) {
			t.Fatalf("round %d:\n%+v\n%+v", round, mirror, covered(changes))
		}
		joined := split
		for root := range split.Shape.Cuts {
			next, _ := Join(joined.Shape, root)
			joined = Reruled(whole, joined, next)
		}
		if !maps.Equal(joined.Decisions, ru.Decisions) || !maps.Equal(joined.Notes, ru.Notes) {
			t.Fatalf("round %d: joined %v %q, before %v %q", round, joined.Decisions, joined.Notes, ru.Decisions, ru.Notes)
		}
	}
	if splits < 500 {
		t.Errorf("only %d splits were tried", splits)
	}
}

// TestReruled says what becomes of a decision and of a note.
func TestReruled(t *testing.T) {
	whole := Diff(model.Tree{"a.md": hunktest.Text("x\n")}, model.Tree{"a.md": hunktest.Text("- a\n- b\n- c\nx\n")})
	root := whole[0].Hunks[0].ID
	shape, _ := Split(whole, model.Shape{}, root)
	ru := Reruled(whole, model.Ruling{Decisions: model.Decisions{root: model.Accepted}, Notes: map[string]string{root: "good"}}, shape)
	changes, _, err := Shaped(whole, model.Check{}, shape, nil)
	if err != nil || len(changes[0].Hunks) != 3 {
		t.Fatal(err, changes)
	}
	first, last := changes[0].Hunks[0].ID, changes[0].Hunks[2].ID
	if ru.Decisions[last] != model.Accepted || ru.Notes[first] != "good" || len(ru.Notes) != 1 {
		t.Errorf("%+v", ru)
	}
	edited, _ := Edit(shape, last, "- d\n")
	next := Reruled(whole, ru, edited)
	if next.Decisions[last] != model.Undecided || next.Decisions[first] != model.Accepted {
		t.Errorf("an edit that nobody has seen is accepted: %+v", next)
	}
	if next.Notes[last] = "two"; len(ru.Notes) != 1 {
		t.Error("a ruling shares its notes with the one before")
	}
	joined, ok := Join(next.Shape, first)
	if back := Reruled(whole, next, joined); !ok || back.Decisions[root] != model.Undecided || back.Notes[root] != "good; two" || len(back.Shape.Edits) != 0 {
		t.Errorf("%+v", back)
	}
	if _, lost := Fit(whole, model.Shape{Cuts: map[string][]model.Cut{root: shape.Cuts[root], "other": {{Old: 1}}}}); lost != 1 {
		t.Error("a shape of another proposal fits")
	}
}

// TestEditsAreJudged: a secret in an edited piece is found where only the words before the piece make it
// one, and what was said of the words that are gone counts no more.
func TestEditsAreJudged(t *testing.T) {
	judge := func(h model.Hunk) (flags []model.Flag) {
		for i, l := range h.Added {
			if at := strings.Index(l, "Secret. hunter2"); at >= 0 {
				flags = append(flags, model.Flag{Kind: model.FlagSecret, Token: "[masked]", At: model.Span{Line: i, Start: at, End: at + 15}})
			}
		}
		return flags
	}
	whole := Diff(model.Tree{"a.md": hunktest.Text("The Secret. One here. End.\n")}, model.Tree{"a.md": hunktest.Text("A Secret. One there. End.\n")})
	root := whole[0].Hunks[0].ID
	check := model.Check{Hunks: map[string]model.Evidence{root: {Flags: []model.Flag{
		{Kind: model.FlagSecret, At: model.Span{Start: 0, End: 2}}, {Kind: "unsourced", Token: "there", At: model.Span{Start: 14, End: 19}}}}}}
	shape, ok := SplitBy(whole, model.Shape{}, root, Sentences)
	changes, divided, err := Shaped(whole, check, shape, judge)
	if err != nil || !ok || len(changes[0].Hunks) != 2 {
		t.Fatalf("%v, %+v", err, changes)
	}
	second := changes[0].Hunks[1]
	if f := divided.Hunks[second.ID].Flags; len(f) != 2 {
		t.Errorf("before the edit: %+v", f)
	}
	shape, _ = Edit(shape, second.ID, "hunter2 there. ")
	changes, divided, err = Shaped(whole, check, shape, judge)
	if err != nil {
		t.Fatal(err)
	}
	f := divided.Hunks[second.ID].Flags
	if len(f) != 2 || f[1].Kind != model.FlagSecret || f[1].At != (model.Span{Line: 0, Start: 0, End: 7}) || changes[0].Hunks[1].Added[0] != "hunter2 there. " {
		t.Errorf("%+v in %q", f, changes[0].Hunks[1].Added)
	}
}

package hunk

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

// TestUnits says what the lines of typical hunks are.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"lines that come", "", "a\nb\n", []string{"+a", "+b"}},
		{"a line becomes another", "- one thing\n- two things\n", "- one thing more\n- three birds\n- two things more\n",
			[]string{"-- one thing+- one thing more", "+- three birds", "-- two things+- two things more"}},
		{"a deletion", "a\n", "", nil},
	} {
		base, proposed := model.Tree{"a.md": hunktest.Text(c.old)}, model.Tree{"a.md": hunktest.Text(c.new)}
		if c.old == "" {
			base = nil
		}
		if c.new == "" {
			proposed = nil
		}
		changes := Diff(base, proposed)
		h := changes[0].Hunks[0]
		var got []string
		for _, u := range Units(changes, model.Shape{}, h.ID) {
			text := ""
			for _, l := range h.Removed[u.Removed[0]:u.Removed[1]] {
				text += "-" + l
			}
			for _, l := range h.Added[u.Added[0]:u.Added[1]] {
				text += "+" + l
			}
			got = append(got, strings.ReplaceAll(text, "\n", ""))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCarveAnyhow holds that any run of units can be decided by itself, and is what its lines say.
func TestCarveAnyhow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	carved := 0
	for round := range 2000 {
		old, new, there, _ := hunktest.Random(rng)
		base, proposed := model.Tree{}, model.Tree{"a.md": new}
		if there {
			base["a.md"] = old
		}
		whole := Diff(base, proposed)
		if len(whole) == 0 {
			continue
		}
		shape, changes := model.Shape{}, whole
		for range 3 {
			h := changes[0].Hunks[rng.IntN(len(changes[0].Hunks))]
			units := Units(whole, shape, h.ID)
			if len(units) == 0 {
				break
			}
			i := rng.IntN(len(units))
			j := i + rng.IntN(len(units)-i)
			next, id, ok := Carve(whole, shape, h.ID, units[i].From, units[j].To)
			if !ok {
				continue
			}
			carved++
			var err error
			if changes, _, err = Shaped(whole, model.Check{}, next, nil); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
			at := slices.IndexFunc(changes[0].Hunks, func(p model.Hunk) bool { return p.ID == id })
			if at < 0 {
				t.Fatalf("round %d: there is no %s in %+v", round, id, changes[0].Hunks)
			}
			made := changes[0].Hunks[at]
			if !slices.Equal(made.Removed, h.Removed[units[i].Removed[0]:units[j].Removed[1]]) ||
				!slices.Equal(made.Added, h.Added[units[i].Added[0]:units[j].Added[1]]) {
				t.Fatalf("round %d: %q %q of %q %q", round, made.Removed, made.Added, h.Removed, h.Added)
			}
			shape = next
		}
		if got, err := Apply(base, changes, all(changes, model.Accepted)); err != nil || same(got, proposed) != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
	if carved < 500 {
		t.Errorf("only %d were carved", carved)
	}
}

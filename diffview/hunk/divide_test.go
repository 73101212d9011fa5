package hunk

import (
	"strings"
	"testing"

	"dreamgate/model"
)

// TestRefusedPieceCutAgain: what is made of a piece that was refused before was refused before, and nothing else.
func TestRefusedPieceCutAgain(t *testing.T) {
	old, new := "one\ntwo\nthree\nfour\nfive\nsix\n", "ONE\nTWO\nTHREE\nFOUR\nFIVE\nSIX\n"
	file := func(s string) model.Tree { return model.Tree{"a.md": {Data: []byte(s), Mode: 0o644}} }
	whole := Diff(file(old), file(new))
	id := whole[0].Hunks[0].ID
	at := func(s string) model.Cut { n := strings.Index(old, s); return model.Cut{Old: n, New: n} }
	arrived := model.Shape{Cuts: map[string][]model.Cut{id: {at("three"), at("six")}}}
	changes, err := Reshape(whole, arrived)
	if err != nil {
		t.Fatal(err)
	}
	refusal := model.PastRefusal{Review: "r1", Note: "no"}
	check := model.Check{Hunks: map[string]model.Evidence{changes[0].Hunks[1].ID: {Before: refusal}, id: {Why: "because"}}}
	for _, cuts := range [][]model.Cut{arrived.Cuts[id], {at("three"), at("four"), at("six")}, {at("two"), at("three"), at("four"), at("five"), at("six")}} {
		changes, is, err := Shaped(whole, check, model.Shape{Cuts: map[string][]model.Cut{id: cuts}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		marked := ""
		for _, h := range changes[0].Hunks {
			if e := is.Hunks[h.ID]; e.Before == refusal {
				marked += strings.Join(h.Added, "")
			} else if e.Before.Known() || e.Why != "because" {
				t.Errorf("%q: %+v", h.Added, e)
			}
		}
		if marked != "THREE\nFOUR\nFIVE\n" {
			t.Errorf("cut at %v: marked is %q", cuts, marked)
		}
	}
}

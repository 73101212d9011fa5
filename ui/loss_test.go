package ui_test

import (
	"testing"

	"dreamgate/model"
)

// TestDestroyerIsLoud: a proposal that drops much of the notes is told apart before it is opened.
func TestDestroyerIsLoud(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("d", "enter")
	r := moved()
	r.Proposal.Check.Loss = model.Loss{Lost: 60, Text: 100}
	r.Check = r.Proposal.Check
	s.Do(func() { f.end(model.RunReady, r) }).Until("destroyer: drops 60%").
		Sees("! review ready: destroyer", "3 hunks; destroyer: drops 60% of the notes' text; each hunk is decided by itself")
	s.Press("t").Sees("! destroyer: drops 60%").Press("q")
	s.Press("r").Sees("! destroyer: drops 60%", "0/3 decided").
		Press("A").Sees("each hunk is decided by itself", "0/3 decided").Press("q")
	s.Size(40, 12).Sees("! destroyer").Size(120, 40)
	other := moved()
	other.Proposal.ID = "p2"
	f.reviews["p2"] = other
	s.Press("R").Sees("! 2 reviews ready, 1 destroyer").Press("r").Sees("○! 1 dream (claude)", "destroyer: drops 60% · 3 hunks")
}

package ui_test

import (
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// TestPreselect: a review opens with what is clean accepted, as one step that is undone, and only the first one.
func TestPreselect(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	d.Dir, d.Review, d.Preselect = shop().Store.Dir, "p1", true
	s := uitest.New(t, d).Misses("0/3 decided")
	if len(f.reviews["p1"].Decisions) == 0 {
		t.Fatal("nothing is preselected, or it is not saved")
	}
	s.Press("u").Sees("0/3 decided").Press("q").Sees("Topics 5").Press("r").Sees("0/3 decided")
}

// TestFolderIsLeft: from a review of two folders the way leads out of the program, as there is no memory below.
func TestFolderIsLeft(t *testing.T) {
	r := moved()
	r.Proposal.Store.Kind = model.KindFolder
	f := pending(r)
	d := f.deps()
	d.Dir, d.Review = shop().Store.Dir, "p1"
	uitest.New(t, d).Sees("0/3 decided").Press("]", "y").Misses("index has").Press("q").Quits()
	if len(f.reviews["p1"].Decisions) != 1 {
		t.Error("the decision is lost")
	}
}

// TestChooseAtOnce: started for one of several reviews the program opens at the choice of them.
func TestChooseAtOnce(t *testing.T) {
	other := moved()
	other.Proposal.ID = "p2"
	f := pending(moved(), other)
	d := f.deps()
	d.Dir, d.Choose = shop().Store.Dir, true
	uitest.New(t, d).Sees("Reviews 2", "enter opens").Press("enter").Sees("0/3 decided")
}

// TestUndoAfterLeaving: what was done before the review was left is undone and done again after it.
func TestUndoAfterLeaving(t *testing.T) {
	f := pending(moved())
	scenario(t, f).Press("r", "]", "y", "n").Sees("2/3 decided").Press("q").Sees("Topics 5").
		Press("r", "u").Sees("1/3 decided", "undone: rejected").Press("q").Sees("Topics 5").
		Press("r", "ctrl+r").Sees("2/3 decided", "done again: rejected").Press("u", "u").Sees("0/3 decided").Press("u").Sees("nothing")
}

package review

import (
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// TestToldOfSplits: a hunk that somebody split is told of once, however many pieces it has, and what its pieces took
// over from it was not decided just now.
func TestToldOfSplits(t *testing.T) {
	r := lists()
	id := ids(r, "list.md")[0]
	was := r.Ruling()
	was.Decisions = model.Decisions{id: model.Accepted}
	shape, ok := hunk.Split(r.Changes, was.Shape, id)
	if !ok {
		t.Fatal("it does not split")
	}
	now := hunk.Reruled(r.Changes, was, shape)
	changes, err := hunk.Reshape(r.Changes, shape)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(now model.Ruling) string { return Told(changes, was, now, nil, strings.TrimSpace) }
	if got := tell(now); got != "elsewhere, hunk 1 of list.md: split" {
		t.Error(got)
	}
	at := slices.IndexFunc(changes, func(c model.Change) bool { return c.Path == "list.md" })
	now.Decisions[changes[at].Hunks[1].ID] = model.Rejected
	if got := tell(now); got != "elsewhere, 1 rejected, 1 split" {
		t.Error(got)
	}
}

// TestRejectAllOfOne: the question and its answer name one hunk as one.
func TestRejectAllOfOne(t *testing.T) {
	p := opened(review("one", model.Tree{"a.md": text("a\n")}, model.Tree{"a.md": text("b\n")}), 80, 24)
	if out := press(p, keymap.RejectAll); out.Ask != "Reject the one hunk of this proposal?" || out.Verb != "reject it" {
		t.Errorf("%+v", out)
	}
}

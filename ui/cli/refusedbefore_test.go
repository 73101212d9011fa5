package cli

import (
	"testing"
)

// TestRefusedBefore: what a review refused comes rejected with the next dream, with the note that was given, in
// every face of the commands; and is taken by no word that means many.
func TestRefusedBefore(t *testing.T) {
	w := world(t)
	first := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	var refused string
	for _, h := range hunksOf(parsed[reviewJSON](t, 3, "review", "show", "--json").checkJSON) {
		if h.path == "flaky-tests.md" {
			refused = h.ID
		}
	}
	want(t, 0, "review", "note", refused, "nobody reads it")
	want(t, 0, "review", "reject", first, "--id", refused)
	want(t, 0, "review", "discard", first)

	second := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	list := parsed[struct{ Proposals []proposalJSON }](t, 3, "review", "list", "--json").Proposals
	if len(list) != 1 || list[0].Refused != 1 || list[0].Decided != 1 || list[0].Begun {
		t.Errorf("%+v", list)
	}
	contains(t, want(t, 3, "review", "list"), "1 refused before")
	contains(t, want(t, 3, "review", "show"), "refused on 2 Mar 2026: nobody reads it", "1 refused before")
	var before *refusalJSON
	for _, h := range hunksOf(parsed[reviewJSON](t, 3, "review", "show", "--json").checkJSON) {
		if h.ID == refused {
			if before = h.Refused; h.Decision != "rejected" {
				t.Errorf("it is %s", h.Decision)
			}
		} else if h.Refused != nil {
			t.Errorf("%s was refused before: %+v", h.ID, h.Refused)
		}
	}
	if before == nil || before.Review != first || before.Note != "nobody reads it" || before.At == nil {
		t.Errorf("%+v", before)
	}
	// The line of the index whose text the refused hunk takes over is not clean without it: it is taken by itself.
	r := answers(t, []string{"rest clean", "accept", "back", "quit"}, "review", "--accessible", second)
	contains(t, r.out, "1 hunk of them refused before", "before: refused on 2 Mar 2026: nobody reads it")
	for _, h := range hunksOf(parsed[reviewJSON](t, 0, "review", "show", "--json").checkJSON) {
		if (h.Decision == "rejected") != (h.ID == refused) {
			t.Errorf("%s of %s is %s", h.ID, h.path, h.Decision)
		}
	}
	// By its own name it is decided anew, and the commit says so.
	contains(t, want(t, 0, "review", "accept", second, "--id", refused), refused+" flaky-tests.md refused on 2 Mar 2026")
	want(t, 0, "review", "apply", second)
	contains(t, git(t, w.Shop, "log", "-1", "--format=%B"), "Accepted although refused before:", "flaky-tests.md, in review "+first+": nobody reads it")
}

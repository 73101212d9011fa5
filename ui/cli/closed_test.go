package cli

import (
	"strings"
	"testing"
)

// TestClosedReviews: what was refused, and why, can be looked up after the review is over; it holds nothing up.
func TestClosedReviews(t *testing.T) {
	shop, folder := proposedShop(t)
	r := call(t, false, "review", "list", "--closed")
	if r.code != 0 {
		t.Fatal(r.err)
	}
	contains(t, r.out, "no review is closed yet")
	id := parsed[laidJSON](t, 0, "review", shop, folder, "--lay", "--json").Proposal
	hunks := hunksOf(parsed[reviewJSON](t, 3, "review", "show", id, "--json").checkJSON)
	for _, args := range [][]string{
		{"review", "reject", id, "--all"}, {"review", "accept", id, "--id", hunks[0].ID},
		{"review", "note", hunks[len(hunks)-1].ID, "nobody wanted it"},
		{"review", "note", id, "too", "much"}, {"review", "undo", id}, {"review", "redo", id},
		{"review", "apply", id},
	} {
		if r := call(t, false, args...); r.code != 0 {
			t.Fatalf("%v: exit %d: %s", args, r.code, r.err)
		}
	}
	commit := strings.TrimSpace(git(t, shop, "rev-parse", "HEAD"))
	r = call(t, false, "review", "show", id[:len(id)-1])
	if r.code != 0 {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	contains(t, r.out, id, "closed", "note: too much", "accepted 2026-", "commit "+commit[:10], "nobody wanted it", "rejected")
	shown := parsed[reviewJSON](t, 0, "review", "show", id, "--json")
	if shown.Note != "too much" || shown.State != "closed" || shown.Closed == nil || shown.Closed.How != "accepted" || shown.Closed.Commit != commit {
		t.Errorf("%+v %+v", shown.State, shown.Closed)
	}
	contains(t, git(t, shop, "log", "-1", "--format=%B"), "The reviewer says: too much")
	list := parsed[closedListJSON](t, 0, "review", "list", "--closed", "--json").Closed
	if len(list) != 1 || list[0].ID != id || list[0].Accepted != 1 || list[0].Rejected != len(hunks)-1 {
		t.Errorf("%+v", list)
	}
	r = call(t, false, "review", "list", "--closed")
	contains(t, r.out, id, "1 accepted, ", "commit "+commit[:10])
	if r := call(t, false, "review", "show", id, "--approved"); r.code != 2 {
		t.Errorf("exit %d", r.code)
	}
	if r := call(t, false, "review", "show", "nothing"); r.code != 1 {
		t.Errorf("exit %d", r.code)
	}
}

package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestUnapplyWithoutAName: of all reviews that wait the one is meant that is applied and not committed.
func TestUnapplyWithoutAName(t *testing.T) {
	shop, folder := proposedShop(t)
	for range 2 {
		if r := call(t, false, "review", shop, folder, "--lay"); r.code != 0 {
			t.Fatal(r.err)
		}
		folder = write(t, t.TempDir(), map[string]string{"MEMORY.md": "# Another\n"})
	}
	list := parsed[proposalsJSON](t, 3, "review", "list", "--json").Proposals
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	if r := call(t, false, "review", "unapply"); r.code != 1 {
		t.Errorf("exit %d: %s", r.code, r.err)
	} else {
		contains(t, r.err, "no review is applied and not committed")
	}
	// Both are of one moment, so that either may be the first; the other one touches what is not committed yet.
	small := slices.MinFunc(list, func(a, b proposalJSON) int { return a.Hunks - b.Hunks })
	hook := filepath.Join(shop, ".git", "hooks", "pre-commit")
	if err := os.MkdirAll(filepath.Dir(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hook, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := tree(t, shop)
	call(t, false, "review", "accept", small.ID, "--all")
	if r := call(t, false, "review", "apply", small.ID); r.code != 1 {
		t.Fatalf("exit %d: %s", r.code, r.err)
	}
	if r := call(t, false, "review", "unapply"); r.code != 0 {
		t.Errorf("exit %d: %s", r.code, r.err)
	} else {
		contains(t, r.out, small.ID+" waits with its decisions")
	}
	call(t, false, "review", "apply", small.ID)
	if got := parsed[unappliedJSON](t, 0, "review", "unapply", "--json"); got.Proposal != small.ID || got.Store != list[0].Store {
		t.Errorf("it says %+v", got)
	}
	if after := tree(t, shop); after["MEMORY.md"] != before["MEMORY.md"] {
		t.Error("the notes are not as they were")
	}
}

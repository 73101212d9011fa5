package cli

import (
	"strings"
	"testing"
)

// TestQueue: a later dream takes the place of an earlier one, and the list says so; a folder is a review of its own.
func TestQueue(t *testing.T) {
	w := world(t)
	first := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	want(t, 0, "review", "accept", first, "--clean")
	second := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	list := parsed[struct{ Proposals []proposalJSON }](t, 0, "review", "list", "--json").Proposals
	if len(list) != 1 || list[0].ID != second || list[0].Decided != list[0].Hunks || strings.Join(list[0].Holds, " ") != first || list[0].Place != 1 || list[0].Queue != 1 {
		t.Fatalf("%+v", list)
	}
	contains(t, want(t, 0, "review", "list"), "in the place of "+first)
	r := call(t, false, "review", "apply", first)
	contains(t, r.err, "goes on as "+second)

	folder := write(t, t.TempDir(), tree(t, w.Shop))
	write(t, folder, map[string]string{"build.md": "- Answer in German.\n"})
	call(t, true, "review", w.Shop, folder)
	contains(t, want(t, 3, "review", "list"), ", 1 of 2", ", 2 of 2")
}

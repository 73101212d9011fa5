package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestShowApproved: a review is shown against what was approved last; what came into the notes since is told apart,
// and where nothing was ever approved it is said.
func TestShowApproved(t *testing.T) {
	w := world(t)
	build := read(t, filepath.Join(w.Shop, "build.md"))
	write(t, w.Shop, map[string]string{"build.md": build + "- By the agent.\n", "agent.md": "Made by the agent.\n"})
	folder := write(t, t.TempDir(), tree(t, w.Shop))
	write(t, folder, map[string]string{"build.md": build + "- By a dream.\n", "new.md": "New.\n"})
	call(t, true, "review", w.Shop, folder)
	out := want(t, 3, "review", "show", "--approved")
	contains(t, out, "approved by the commit ", "already in the notes, not reviewed", "+ - By the agent.", "+ - By a dream.",
		"the next hunk changes what is not reviewed", "nothing of this file was ever approved", "agent.md: nobody ever approved it, and no part", "dreamgate undo --unapproved")
	if strings.Contains(out, "- - By the agent.") {
		t.Errorf("what was never approved is shown as the old side:\n%s", out)
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--approved", "--json")
	if shown.Approved == nil || len(shown.Approved.Files) != 2 {
		t.Fatalf("%+v", shown.Approved)
	}
	f := shown.Approved.Files[0]
	if f.Path != "build.md" || f.By != "commit" || len(f.ID) != 40 || !f.There || len(f.Unreviewed) != 1 || len(f.Hunks) != 1 || f.Hunks[0].ID == "" || len(f.Hunks[0].Removed) != 0 {
		t.Errorf("%+v", f)
	}
	if other := shown.Approved.Files[1]; other.By != "" || len(other.Unreviewed) != 0 {
		t.Errorf("%+v", other)
	}
	if plain := parsed[reviewJSON](t, 3, "review", "show", "--json"); plain.Approved != nil {
		t.Errorf("nobody asked for it: %+v", plain.Approved)
	}
}

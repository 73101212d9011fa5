package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMend: what a selection would break is listed with the command that ends it, and that command does.
func TestMend(t *testing.T) {
	shop := world(t).Shop
	next := tree(t, shop)
	next["ports.md"] = "---\nname: Ports\ndescription: which ports are taken\ntype: project\n---\n\nPostgres has 5432.\n\n**Why:** it had it first.\n\n**How to apply:** take another one.\n"
	next["MEMORY.md"] += "- [Ports](ports.md): which are taken since 14 March 2024\n"
	r := call(t, true, "review", shop, write(t, t.TempDir(), next))
	if r.code != 0 || len(r.screens) != 1 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	id := r.screens[0].Review
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json", id)
	if shown.Breaks == nil || len(shown.Breaks) > 0 {
		t.Errorf("nothing is accepted, and it breaks %+v", shown.Breaks)
	}
	var note string
	for _, f := range shown.Files {
		if f.Path == "ports.md" {
			note = f.Hunks[0].ID
		}
	}
	want(t, 0, "review", "accept", "--id", note)
	shown = parsed[reviewJSON](t, 3, "review", "show", "--json", id)
	if len(shown.Breaks) != 1 || shown.Breaks[0].Rule != "orphan" || len(shown.Breaks[0].Repairs) != 2 {
		t.Fatalf("%+v", shown.Breaks)
	}
	accept, reject := shown.Breaks[0].Repairs[0], shown.Breaks[0].Repairs[1]
	if accept.Decision != "accepted" || accept.Text != "accept the change of MEMORY.md, which carries a flag" || reject.Text != "reject the new file ports.md" {
		t.Errorf("%+v", shown.Breaks[0].Repairs)
	}
	contains(t, want(t, 3, "review", "show", id), "with what is accepted the memory would have 1 new finding:", "    accept the change of MEMORY.md, which carries a flag: dreamgate review accept "+id+" --id ")
	spoken := answers(t, []string{"commit", "9", "1", "no", "2", "undo", "quit"}, "--accessible", "review", id)
	contains(t, spoken.out, "repair 1: accept the change of MEMORY.md, which carries a flag", "flag, unsourced", "which carries a flag? yes or no?", "repair 2: reject the new file ports.md", "or the number of a repair to carry it out?",
		"Done: reject the new file ports.md. Still undecided: 1.", "Undone: rejected 1 hunk.")
	want(t, 0, strings.Fields(accept.Command)[1:]...)
	if shown = parsed[reviewJSON](t, 3, "review", "show", "--json", id); len(shown.Breaks) != 0 {
		t.Errorf("%+v", shown.Breaks)
	}
	want(t, 0, "review", "apply", id)
	if got := read(t, filepath.Join(shop, "ports.md")); got != next["ports.md"] {
		t.Errorf("%q", got)
	}
}

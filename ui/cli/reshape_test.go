package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reshaped lays a proposal for the shop on the desk and returns its id, and that of its only hunk in a note.
func reshaped(t *testing.T) (shop, proposal, hunk string) {
	t.Helper()
	w := world(t)
	tree := map[string]string{}
	entries, err := os.ReadDir(w.Shop)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			tree[e.Name()] = read(t, filepath.Join(w.Shop, e.Name()))
		}
	}
	tree["staging-deploy.md"] += "\n- Answer in German.\n- Say what you changed. Name the files.\n- No emoji.\n"
	r := call(t, true, "review", w.Shop, write(t, t.TempDir(), tree))
	if r.code != 0 || len(r.screens) != 1 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json", r.screens[0].Review)
	hunks := hunksOf(shown.checkJSON)
	if len(hunks) != 1 {
		t.Fatalf("%+v", hunks)
	}
	return w.Shop, r.screens[0].Review, hunks[0].ID
}

// TestJoinTakesAnEditBack: as the key does where nothing is split.
func TestJoinTakesAnEditBack(t *testing.T) {
	_, proposal, root := reshaped(t)
	if r := call(t, false, "review", "join", root); r.code != 1 || !strings.Contains(r.err, "neither split nor edited") {
		t.Errorf("exit %d, %q", r.code, r.err)
	}
	before := want(t, 3, "review", "show", proposal)
	text := write(t, t.TempDir(), map[string]string{"x.md": "- Say what you changed.\n"})
	want(t, 0, "review", "edit", root, "--with", filepath.Join(text, "x.md"))
	if want(t, 0, "review", "join", root); want(t, 3, "review", "show", proposal) != before {
		t.Errorf("the edit is still there")
	}
}

// TestReshape: split, edited, noted, part of it joined and written, as a script does.
func TestReshape(t *testing.T) {
	shop, proposal, root := reshaped(t)
	split := parsed[reshapedJSON](t, 0, "review", "split", root, "--json")
	if split.Proposal != proposal || len(split.Hunks) < 3 || split.Hunks[0].Of != root {
		t.Fatalf("%+v", split)
	}
	var german, files, emoji string
	for _, h := range split.Hunks {
		switch text := strings.Join(h.Added, ""); {
		case strings.Contains(text, "German"):
			german = h.ID
		case strings.Contains(text, "Name the files"):
			files = h.ID
		case strings.Contains(text, "emoji"):
			emoji = h.ID
		}
	}
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{2, "not by", []string{"split", root, "--by", "word"}},
		{1, "no parts", []string{"split", german}},
		{2, "no hunk", []string{"split", "0123456789"}},
		{2, "no hunk", []string{"join", "0123456789.abcdef"}},
		{1, "edit one of its pieces", []string{"edit", root, "--with", "-"}},
		{2, "--with FILE", []string{"edit", german}},
		{1, "read the new text", []string{"edit", german, "--with", "nowhere.md"}},
		{1, "not edited", []string{"edit", german, "--undo"}},
		{2, "no hunk", []string{"note", "0123456789", "x", "--proposal", proposal}},
	} {
		if r := call(t, false, append([]string{"review"}, c.args...)...); r.code != c.code || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: exit %d, %q", c.args, r.code, r.err)
		}
	}
	text := write(t, t.TempDir(), map[string]string{"x.md": "- Say what you changed, file by file."})
	if out := want(t, 0, "review", "edit", files, "--with", filepath.Join(text, "x.md")); !strings.Contains(out, "piece  edited  undecided") {
		t.Errorf("edit says\n%s", out)
	}
	want(t, 0, "review", "note", german, "we", "write", "English")
	want(t, 0, "review", "accept", "--id", root)
	want(t, 0, "review", "reject", "--id", german)
	show := want(t, 3, "review", "show", proposal)
	for _, s := range []string{"note  we write English", "file by file.", german + "  after line", "piece  edited  accepted"} {
		if !strings.Contains(show, s) {
			t.Errorf("%q is missing in\n%s", s, show)
		}
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json", proposal)
	for _, h := range hunksOf(shown.checkJSON) {
		if (h.ID == files) != h.Edited || (h.ID == german) != (h.Note == "we write English") || (h.Decision == "rejected") != (h.ID == german) {
			t.Errorf("%+v", h.hunkJSON)
		}
	}
	want(t, 0, "review", "reject", "--id", emoji)
	if out := want(t, 0, "review", "apply"); !strings.Contains(out, "committed ") {
		t.Errorf("apply says\n%s", out)
	}
	if got := read(t, filepath.Join(shop, "staging-deploy.md")); !strings.HasSuffix(got, "\n- Say what you changed, file by file.\n") || strings.Contains(got, "German") || strings.Contains(got, "emoji") {
		t.Errorf("the note is %q", got)
	}
}

// TestRule: many hunks are decided by a rule, and what wants a look is left and counted.
func TestRule(t *testing.T) {
	_, proposal, root := reshaped(t)
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{2, "no rule", []string{"accept", "--rule", "all"}},
		{2, "stands alone", []string{"accept", "--rule", "index", "--all"}},
		{2, "--rule RULE", []string{"reject"}},
		{0, "0 hunks accepted, 1 still undecided\n1 hunk left", []string{"accept", "--rule", "additions"}},
		{0, "0 hunks rejected, 1 still undecided\n", []string{"reject", "--rule", "index,deletions"}},
		{0, "1 hunk would be rejected\n  " + root + "  staging-deploy.md  after line ", []string{"reject", "--rule", "additions", "--dry-run"}},
		{0, "0 hunks would be accepted\n1 hunk left", []string{"accept", "--rule", "additions", "--dry-run"}},
		{0, "1 hunk rejected, 0 still undecided\n", []string{"reject", "--rule", "file=staging-deploy.md,additions"}},
		{0, "0 hunks accepted, 0 still undecided\n", []string{"accept", "--clean"}},
	} {
		if r := call(t, false, append([]string{"review"}, c.args...)...); r.code != c.code || !strings.Contains(r.out+r.err, c.says) {
			t.Errorf("%v: exit %d, %q %q", c.args, r.code, r.out, r.err)
		}
	}
	want(t, 0, "review", "split", root)
	list := parsed[struct{ Proposals []proposalJSON }](t, 0, "review", "list", "--json")
	if p := list.Proposals; len(p) != 1 || p[0].ID != proposal || !p[0].Begun || p[0].Decided != p[0].Hunks {
		t.Errorf("%+v", list)
	}
}

// TestJoin: a join takes back splits and what was written into the pieces.
func TestJoin(t *testing.T) {
	_, _, root := reshaped(t)
	split := parsed[reshapedJSON](t, 0, "review", "split", root, "--by", "line", "--json")
	last := split.Hunks[len(split.Hunks)-1].ID
	// A new line has no sentences of which one could stand alone.
	want(t, 1, "review", "split", root, "--by", "sentence")
	writing = func(file string) error { return os.WriteFile(file, []byte("- Nothing.\n"), 0o600) }
	defer func() { writing = func(string) error { return nil } }()
	if r := call(t, true, "review", "edit", last); r.code != 0 || !strings.Contains(r.out, "- Nothing.") {
		t.Errorf("%+v", r)
	}
	joined := parsed[reshapedJSON](t, 0, "review", "join", last, "--json")
	if len(joined.Hunks) != 1 || joined.Hunks[0].ID != root || joined.Hunks[0].Edited || strings.Contains(strings.Join(joined.Hunks[0].Added, ""), "Nothing") {
		t.Errorf("%+v", joined)
	}
	if r := call(t, false, "review", "join", root); r.code != 1 || !strings.Contains(r.err, "neither split nor edited") {
		t.Errorf("%+v", r)
	}
	t.Setenv("TMPDIR", t.TempDir())
	writing = func(string) error { return exec.Command("sh", "-c", "exit 3").Run() }
	if r := call(t, true, "review", "edit", root); r.code != 1 || !strings.Contains(r.err, "the editor gave up (exit status 3) and changed nothing") {
		t.Errorf("%+v", r)
	}
	writing = func(file string) error {
		_ = os.WriteFile(file, []byte("words\n"), 0o600)
		return errors.New("exit status 1")
	}
	r := call(t, true, "review", "edit", root)
	if r.code != 1 || !strings.Contains(r.err, "your text is kept in ") {
		t.Errorf("%+v", r)
	}
	writing = func(file string) error { return os.WriteFile(file, []byte("a\x00b\n"), 0o600) }
	if r = call(t, true, "review", "edit", root); r.code != 1 || !strings.Contains(r.err, "your text is kept in ") {
		t.Errorf("%+v", r)
	}
	if kept, _ := filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*", "hunk.md")); len(kept) != 2 {
		t.Errorf("kept: %q", kept)
	}
}

// TestSplitRename: by commands too the name of a note and what changes in its text are decided apart.
func TestSplitRename(t *testing.T) {
	shop := world(t).Shop
	old := read(t, filepath.Join(shop, "staging-deploy.md"))
	edited := old + "\nThe rollback takes five minutes.\n"
	next := tree(t, shop)
	delete(next, "staging-deploy.md")
	next["deploys.md"] = edited
	r := call(t, true, "review", shop, write(t, t.TempDir(), next))
	if r.code != 0 || len(r.screens) != 1 {
		t.Fatalf("exit %d\n%s", r.code, r.err)
	}
	proposal := r.screens[0].Review
	by := func(files []fileJSON) map[string]string {
		out := map[string]string{}
		for _, f := range files {
			for _, h := range f.Hunks {
				out[string(h.Kind)] = h.ID
			}
		}
		return out
	}
	whole := by(parsed[reviewJSON](t, 3, "review", "show", "--json", proposal).Files)
	if len(whole) != 2 {
		t.Fatalf("%v", whole)
	}
	split := parsed[reshapedJSON](t, 0, "review", "split", whole["deleted"], "--json")
	if len(split.Hunks) != 3 {
		t.Fatalf("%+v", split)
	}
	parts := by(parsed[reviewJSON](t, 3, "review", "show", "--json", proposal).Files)
	if len(parts) != 3 || parts["deleted"] != whole["deleted"] {
		t.Fatalf("%v", parts)
	}
	if out := want(t, 3, "review", "show", proposal); !strings.Contains(out, "staging-deploy.md -> deploys.md  renamed  +2 -0") || !strings.Contains(out, "2 hunks: 2 undecided") || !strings.Contains(out, "the new name alone") {
		t.Errorf("show says\n%s", out)
	}
	want(t, 0, "review", "join", whole["deleted"])
	want(t, 0, "review", "split", whole["added"])
	// One half is never taken without the other, whichever is named.
	if got := parsed[decidedJSON](t, 0, "review", "accept", "--id", parts["deleted"]+","+parts["text"], "--json"); len(got.Hunks) != 3 || got.Undecided != 0 {
		t.Errorf("%+v", got)
	}
	contains(t, want(t, 0, "review", "reject", "--id", parts["added"]), "1 hunk rejected, 0 still undecided")
	if out := want(t, 0, "review", "apply"); !strings.Contains(out, "staging-deploy.md  modified") || !strings.Contains(out, "committed ") {
		t.Errorf("apply says\n%s", out)
	}
	if got := tree(t, shop); got["staging-deploy.md"] != edited || got["deploys.md"] != "" {
		t.Errorf("%q", got)
	}
}

// TestElsewhere: what a deletion takes is looked for in the other notes.
func TestElsewhere(t *testing.T) {
	shop := world(t).Shop
	write(t, shop, map[string]string{"ci.md": "Jenkins runs every night.\nThe suite needs Redis.\n", "tests.md": "The suite needs Redis.\n"})
	next := tree(t, shop)
	delete(next, "ci.md")
	r := answers(t, []string{"q"}, "--accessible", "review", shop, write(t, t.TempDir(), next))
	contains(t, r.out, "what is removed: line 1 stands nowhere else", "what is removed: line 2 stands also in tests.md:1")
	contains(t, want(t, 3, "review", "show"), "      line 1 stands nowhere else\n      line 2 stands also in tests.md:1\n")
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	if h := hunksOf(shown.checkJSON); len(h) != 1 || len(h[0].Elsewhere) != 2 || h[0].Elsewhere[0] != "line 1 stands nowhere else" {
		t.Errorf("%+v", h)
	}
}

// TestNoteTakenAway: an empty text takes away what was said of a hunk, and of a review.
func TestNoteTakenAway(t *testing.T) {
	_, proposal, hunk := reshaped(t)
	for _, of := range []string{hunk, proposal} {
		want(t, 0, "review", "note", of, "so be it")
		if out := call(t, false, "review", "show", proposal).out; !strings.Contains(out, "so be it") {
			t.Errorf("%s", out)
		}
		want(t, 0, "review", "note", of, "")
		if out := call(t, false, "review", "show", proposal).out; strings.Contains(out, "so be it") {
			t.Errorf("%s", out)
		}
	}
	want(t, 2, "review", "note", "", "x")
	want(t, 2, "review", "note", hunk)
}

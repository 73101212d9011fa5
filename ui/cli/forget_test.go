package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory"
)

// TestForget: a note goes as one review, and is not recalled from the moment on at which that waits.
func TestForget(t *testing.T) {
	bare(t)
	dir := write(t, t.TempDir(), map[string]string{
		"MEMORY.md":   "# Bakery\r\n- [Till](till.md) — closing\r\n- [Ovens](ovens.md), see [till](till.md)",
		"till.md":     "---\nname: till-hours\ndescription: closing\ntype: project\n---\n\nThe till closes at 18:30.\n",
		"ovens.md":    "---\nname: ovens\ndescription: heat\ntype: project\n---\n\nOff when [[till-hours]] says so, as [the till](till.md).",
		"walnuts.md":  "---\nname: walnuts\ndescription: where\ntype: project\n---\n\nIn the cellar.\n",
		"sub/deep.md": "---\nname: deep\ndescription: far\ntype: project\n---\n\n[Till](../till.md)\n",
	})
	ask := func() []string {
		return parsed[recallJSON](t, 0, "recall", "--memory", dir, "--json", "when does the till close").Selected
	}
	if !slices.Contains(ask(), "till.md") {
		t.Fatalf("got %v", ask())
	}
	before := files(t, dir)
	made := parsed[forgetJSON](t, 0, "forget", "till-hours", "--memory", dir, "--json")
	if !slices.Equal(made.Files, []string{"MEMORY.md", "ovens.md", "sub/deep.md", "till.md"}) || len(made.Left) > 0 {
		t.Errorf("%+v", made)
	}
	if now := files(t, dir); now != before {
		t.Errorf("something was written:\n%s", now)
	}
	if slices.Contains(ask(), "till.md") {
		t.Errorf("a note to be forgotten is recalled: %v", ask())
	}
	said := hook(t, `{"session_id":"s","prompt":"when does the till close","cwd":"`+dir+`"}`, "--memory", dir)
	if strings.Contains(said, "18:30") {
		t.Errorf("the hook adds it: %s", said)
	}
	if out := want(t, 0, "context", "--memory", dir); !strings.Contains(out, "till.md is not recalled") {
		t.Errorf("context says nothing of it:\n%s", out)
	}
	if got := parsed[contextJSON](t, 0, "context", "--memory", dir, "--json").Forgotten; !slices.Equal(got, []string{"till.md"}) {
		t.Errorf("context: %v", got)
	}
	if again := parsed[forgetJSON](t, 0, "forget", "till.md", "--memory", dir, "--json"); again.Proposal != made.Proposal {
		t.Errorf("there are two reviews: %+v", again)
	}
	want(t, 0, "review", "apply", made.Proposal, "--memory", dir)
	for name, text := range map[string]string{
		"MEMORY.md":   "# Bakery\r\n- [Ovens](ovens.md), see till",
		"ovens.md":    "---\nname: ovens\ndescription: heat\ntype: project\n---\n\nOff when till-hours says so, as the till.",
		"sub/deep.md": "---\nname: deep\ndescription: far\ntype: project\n---\n\nTill\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "till.md")); err == nil {
		t.Error("till.md is still there")
	}
}

func TestForgetDiscarded(t *testing.T) {
	bare(t)
	dir := bakery(t)
	made := parsed[forgetJSON](t, 0, "forget", "till", "--memory", dir, "--json")
	want(t, 0, "review", "discard", made.Proposal, "--memory", dir)
	if got := parsed[recallJSON](t, 0, "recall", "--memory", dir, "--json", "when does the till close").Selected; !slices.Contains(got, "till.md") {
		t.Errorf("a note that is kept is not recalled: %v", got)
	}
}

func TestForgetRefuses(t *testing.T) {
	bare(t)
	dir := bakery(t)
	if err := os.Symlink("till.md", filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	for word, code := range map[string]int{"nothing": 1, "MEMORY.md": 2, "link.md": 1} {
		if r := call(t, false, "forget", word, "--memory", dir); r.code != code || r.err == "" {
			t.Errorf("%s: exit %d, %q", word, r.code, r.err)
		}
	}
	if r := call(t, false, "forget", "--memory", dir); r.code != 2 {
		t.Errorf("without a note: exit %d", r.code)
	}
}

// files are those of a folder with their text, a paragraph each.
func files(t *testing.T, dir string) string {
	t.Helper()
	tree, err := memory.ReadTree(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range tree.Paths() {
		b.WriteString(p + ": " + string(tree[p].Data) + "\n")
	}
	return b.String()
}

package cli

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/memory/project"
	"dreamgate/model"
)

// bakery is a small memory: one note is old, one long, one holds what must not reach a terminal.
func bakery(t *testing.T) string {
	t.Helper()
	dir := write(t, t.TempDir(), map[string]string{
		"MEMORY.md":  "- [Till](till.md) — closing\n- [Ovens](ovens.md) — heat\n- [Walnuts](walnuts.md) — where\n- [Flour](flour.md) — price\n",
		"till.md":    "---\nname: Till\ndescription: closing\ntype: project\n---\n\nThe till closes at 18:30.\n",
		"ovens.md":   "---\nname: Ovens\ndescription: heat\ntype: project\n---\n\n" + strings.Repeat("Rye goes in at 250.\n", 300),
		"walnuts.md": "---\nname: Walnuts\ndescription: where\ntype: project\n---\n\nThey are in the cellar\x1b[2J.\npassword = \"mT9xQ2vL8pRz4Kd7\"\n",
		"flour.md":   "---\nname: Flour\ndescription: price\ntype: project\n---\n\nFlour costs 40 cents.\n",
	})
	for name, age := range map[string]time.Duration{"till.md": time.Hour, "ovens.md": time.Hour, "walnuts.md": time.Hour, "flour.md": 80 * time.Hour} {
		at := now.Add(-age)
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRecall(t *testing.T) {
	bare(t)
	dir := bakery(t)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"when does the till close", []string{"till.md"}},
		{"wallnuts", []string{"walnuts.md"}},
		{"how do penguins sleep", nil},
		{"...", nil},
	} {
		got := parsed[recallJSON](t, 0, "recall", "--memory", dir, "--json", c.query)
		if !slices.Equal(got.Selected, c.want) {
			t.Errorf("%q: %v, want %v", c.query, got.Selected, c.want)
		}
	}
	if out := want(t, 0, "recall", "--memory", dir, "--json", "penguins"); out != "{\n \"selected\": []\n}\n" {
		t.Errorf("none is an empty list, not %q", out)
	}
	for _, c := range []struct {
		query      string
		says, hide string
	}{
		{"price of flour", "## flour.md (written 3 days ago;", "cut before"},
		{"heat of the ovens", "(cut before line 201; the whole note is ovens.md", "written"},
		{"where are the walnuts", "cellar␛[2J", "mT9xQ2vL8pRz4Kd7"},
	} {
		out := want(t, 0, "recall", "--memory", dir, c.query)
		if !strings.Contains(out, c.says) || strings.Contains(out, c.hide) || strings.Contains(out, "\x1b") {
			t.Errorf("%q: %q and not %q in\n%.600s", c.query, c.says, c.hide, out)
		}
	}
	if r := call(t, false, "recall", "--memory", dir, "penguins"); r.code != 0 || r.out != "" || !strings.Contains(r.err, "no note") {
		t.Errorf("nothing found: %+v", r)
	}
}

// TestRecallRecent: the last words of the session order the notes that the prompt alone leaves open.
func TestRecallRecent(t *testing.T) {
	w := world(t)
	if got := parsed[recallJSON](t, 0, "recall", "--memory", w.Shop, "--recent", "50", "--json", "Redis in the tests"); len(got.Selected) == 0 || got.Selected[0] != "testing.md" {
		t.Errorf("got %v", got.Selected)
	}
	if r := call(t, false, "recall", "--memory", bakery(t), "--recent", "50", "till"); r.code != 1 || !strings.Contains(r.err, "no session") {
		t.Errorf("a memory without sessions: %+v", r)
	}
}

// TestRecallForgets: a note whose removal a person asked for is not recalled while that waits.
func TestRecallForgets(t *testing.T) {
	w := world(t)
	ask := func() []string {
		return parsed[recallJSON](t, 0, "recall", "--memory", w.Shop, "--json", "Redis in the tests").Selected
	}
	if !slices.Contains(ask(), "testing.md") {
		t.Fatalf("got %v", ask())
	}
	d := desk.New(func() time.Time { return now })
	s, err := project.New(project.Config(os.Getenv), func() time.Time { return now }, d).Find(t.Context(), w.Shop)
	if err != nil {
		t.Fatal(err)
	}
	base, err := memory.ReadTree(t.Context(), s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	without := maps.Clone(base)
	delete(without, "testing.md")
	if _, err := d.Propose(t.Context(), model.Proposal{Store: s, Origin: model.OriginPerson, Created: now, Base: base, Proposed: without}); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(ask(), "testing.md") {
		t.Errorf("a note to be forgotten is recalled: %v", ask())
	}
}

// hook calls recall as the agent does, with a text on standard input.
func hook(t *testing.T, input string, args ...string) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "stdin"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(input); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	before := os.Stdin
	defer func() { os.Stdin = before }()
	os.Stdin = f
	r := call(t, false, append([]string{"recall", "--hook"}, args...)...)
	if r.code != 0 || r.err != "" {
		t.Errorf("recall --hook %v: exit %d, said %q", args, r.code, r.err)
	}
	return r.out
}

func TestRecallHook(t *testing.T) {
	bare(t)
	dir := bakery(t)
	input := func(session, prompt string) string {
		data, err := json.Marshal(map[string]string{"session_id": session, "cwd": dir, "prompt": prompt,
			"transcript_path": filepath.Join(dir, "none.jsonl"), "hook_event_name": "UserPromptSubmit"})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if out := hook(t, input("one", "when does the till close?"), "--recent", "20"); !strings.Contains(out, "18:30") {
		t.Errorf("the first prompt gets %q", out)
	}
	if out := hook(t, input("one", "and when does the till close?")); out != "" {
		t.Errorf("the session is given the note again: %q", out)
	}
	if out := hook(t, input("two", "when does the till close?")); !strings.Contains(out, "18:30") {
		t.Errorf("another session gets %q", out)
	}
	if out := hook(t, input("one", "how do penguins sleep")); out != "" {
		t.Errorf("nothing bears on it: %q", out)
	}
	// Trouble of any kind is silence.
	for _, c := range []struct {
		input string
		args  []string
	}{
		{"", nil}, {"not json", nil}, {"[]", nil}, {"{}", nil}, {`{"cwd":"/nowhere/at/all","prompt":"till"}`, nil},
		{input("x", "till"), []string{"--no-such-flag"}}, {input("x", "till"), []string{"--memory", "nowhere"}},
		{input("x", "till"), []string{"--json"}}, {input("x", "till"), []string{"a", "query"}}, {input("x", "till"), []string{"--now", "soon"}},
	} {
		if out := hook(t, c.input, c.args...); out != "" {
			t.Errorf("%q %v: %q", c.input, c.args, out)
		}
	}
}

func TestContext(t *testing.T) {
	bare(t)
	dir := bakery(t)
	if out := want(t, 0, "context", "--memory", dir); !strings.Contains(out, "4 of 200 lines") || !strings.Contains(out, "[Till](till.md)") || strings.Contains(out, "cut before") {
		t.Errorf("whole: %s", out)
	}
	var long strings.Builder
	for i := range 210 {
		long.WriteString("- [Note](n" + string(rune('a'+i%26)) + ".md) — line\n")
	}
	write(t, dir, map[string]string{"MEMORY.md": "<!-- hidden -->\n\n" + long.String() + "- [Last](last.md) — under the cut\n"})
	out := want(t, 0, "context", "--memory", dir)
	if !strings.Contains(out, "cut before line 203") || !strings.Contains(out, "11 entries under the cut") || !strings.Contains(out, "213  - [Last]") || strings.Contains(out, "hidden") {
		t.Errorf("cut: %s", out)
	}
	got := parsed[contextJSON](t, 0, "context", "--memory", dir, "--json")
	if got.Status != model.StatusCut || got.CutAt != 203 || len(got.Left) != 11 || strings.Count(got.Text, "\n") != 200 {
		t.Errorf("JSON: %+v", got)
	}
	if err := os.Remove(filepath.Join(dir, "MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	if out := want(t, 0, "context", "--memory", dir); !strings.Contains(out, "has no MEMORY.md") {
		t.Errorf("no index: %s", out)
	}
}

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/dream"
	"dreamgate/model"
)

// home is a machine with one project whose memory holds one note, below a fake home.
type homeWorld struct {
	t                                *testing.T
	dir, project, memory, transcript string
}

func homeWithMemory(t *testing.T) *homeWorld {
	t.Helper()
	dir := bare(t)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	h := &homeWorld{t: t, dir: dir, project: filepath.Join(dir, "src", "bakery")}
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, h.project)
	sessions := filepath.Join(dir, ".claude", "projects", slug)
	h.memory, h.transcript = filepath.Join(sessions, "memory"), filepath.Join(sessions, "s1.jsonl")
	if err := os.MkdirAll(h.project, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, h.memory, map[string]string{
		"MEMORY.md": "- [Till](till.md) — closing\n",
		"till.md":   "---\nname: till\ndescription: closing\nmetadata:\n  type: project\n---\n\nThe till closes at 18:30.\n",
	})
	return h
}

// says appends what the user says to the session.
func (h *homeWorld) says(texts ...string) {
	h.t.Helper()
	f, err := os.OpenFile(h.transcript, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		h.t.Fatal(err)
	}
	defer f.Close()
	for _, text := range texts {
		fmt.Fprintf(f, `{"type":"user","timestamp":"2026-03-01T09:00:00Z","cwd":%q,"sessionId":"s1","message":{"role":"user","content":%q}}`+"\n", h.project, text)
	}
}

// sent is what the agent sends to the hook of a session end.
func (h *homeWorld) sent() string {
	return fmt.Sprintf(`{"session_id":"s1","transcript_path":%q,"cwd":%q,"hook_event_name":"SessionEnd","reason":"exit"}`, h.transcript, h.project)
}

// feed puts a text on standard input.
func feed(t *testing.T, input string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(path, []byte(input), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = old; f.Close() })
}

const (
	rye  = "Please remember that the rye supplier only delivers on Tuesdays."
	oven = "Remember that the second oven must never be opened before 05:00."
)

func TestExtractCommand(t *testing.T) {
	h := homeWithMemory(t)
	h.says(rye, "thanks")
	before := tree(t, h.memory)
	out := want(t, 0, "extract", "--memory", h.project)
	if !strings.HasPrefix(out, "1 note proposed: dreamgate review show ") || strings.Count(out, "\n") != 1 {
		t.Errorf("%q", out)
	}
	if again := want(t, 0, "extract", "--memory", h.project); again != "nothing was said since the last time\n" {
		t.Errorf("again: %q", again)
	}
	h.says(oven)
	run := parsed[runJSON](t, 0, "extract", "s1", "--memory", h.project, "--json")
	if run.State != model.RunReady || run.Lines != 1 {
		t.Errorf("%+v", run)
	}
	shown := parsed[reviewJSON](t, 3, "review", "show", "--json")
	if len(shown.Files) != 3 || shown.Proposal != run.Proposal {
		t.Errorf("one review takes both: %+v", shown.Files)
	}
	for _, hk := range hunksOf(shown.checkJSON) {
		if hk.path != model.IndexName && (len(hk.Citations) == 0 || hk.Citations[0].Verdict != model.Supported) {
			t.Errorf("%s: %+v", hk.path, hk.Citations)
		}
	}
	if fmt.Sprint(tree(t, h.memory)) != fmt.Sprint(before) {
		t.Error("an extraction wrote the memory")
	}
	booked := parsed[struct{ Sessions []dream.Booked }](t, 0, "gates", "--sessions", "--json", "--memory", h.project)
	if len(booked.Sessions) != 1 || booked.Sessions[0].State != "waiting" || booked.Sessions[0].Lines != 3 {
		t.Errorf("%+v", booked)
	}
	// Another hand goes on meanwhile, and the list says so before the review is opened.
	write(t, h.memory, map[string]string{"MEMORY.md": "- [Till](till.md) — when it closes\n"})
	if out := want(t, 3, "review", "list"); !strings.Contains(out, "overtaken: changed since are MEMORY.md") || !strings.Contains(out, "  extraction, offline  ") {
		t.Errorf("%s", out)
	}
	if out := want(t, 0, "gates", "--memory", h.project); !strings.Contains(out, "1 of them overtaken by the live notes") {
		t.Errorf("%s", out)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"extract", "a", "b"}, 2, "one session"},
		{[]string{"extract", "s1", "--all"}, 2, "--all"},
		{[]string{"extract", "nope", "--memory", h.project}, 1, "no session"},
		{[]string{"extract", "--engine", "magic"}, 2, "magic"},
	} {
		if r := call(t, false, c.args...); r.code != c.code || !strings.Contains(r.err, c.says) {
			t.Errorf("%v: exit %d, %q", c.args, r.code, r.err)
		}
	}
}

// TestExtractHook: one line where something was found, nothing where not, and never another exit.
func TestExtractHook(t *testing.T) {
	h := homeWithMemory(t)
	h.says(rye, oven)
	run := func(input string, args ...string) string {
		t.Helper()
		feed(t, input)
		r := call(t, false, append([]string{"extract", "--hook"}, args...)...)
		if r.code != 0 || r.err != "" {
			t.Errorf("exit %d, said %q", r.code, r.err)
		}
		return r.out
	}
	if out := run(h.sent()); !strings.HasPrefix(out, "2 notes proposed: ") || strings.Count(out, "\n") != 1 {
		t.Errorf("%q", out)
	}
	if out := run(h.sent()); out != "" {
		t.Errorf("again: %q", out)
	}
	for name, c := range map[string]struct {
		input string
		args  []string
	}{
		"no input":        {"", nil},
		"no JSON":         {"{", nil},
		"no session":      {`{"cwd":"` + h.project + `"}`, nil},
		"no such session": {strings.ReplaceAll(h.sent(), "s1.jsonl", "s9.jsonl"), nil},
		"no memory":       {strings.ReplaceAll(h.sent(), `src/bakery"`, `src/none"`), nil},
		"wrong flag":      {h.sent(), []string{"--nonsense"}},
		"wrong engine":    {h.sent(), []string{"--engine", "magic"}},
		"with a session":  {h.sent(), []string{"s1"}},
	} {
		if out := run(c.input, c.args...); out != "" {
			t.Errorf("%s: %q", name, out)
		}
	}
}

// TestDreamAuto: one line, whatever comes of it, and silence on trouble.
func TestDreamAuto(t *testing.T) {
	h := homeWithMemory(t)
	auto := func(code int, args ...string) string {
		t.Helper()
		r := call(t, false, append([]string{"dream", "--auto", "--memory", h.project, "--now", now.Format(time.RFC3339)}, args...)...)
		if r.code != code || r.err != "" || strings.Count(r.out, "\n") > 1 {
			t.Errorf("%v: exit %d, %q, %q", args, r.code, r.out, r.err)
		}
		return r.out
	}
	old := now.Add(-48 * time.Hour)
	for _, name := range []string{"MEMORY.md", "till.md"} {
		_ = os.Chtimes(filepath.Join(h.memory, name), old, old)
	}
	if out := auto(0); !strings.Contains(out, ": 0 sessions and 1 note are new or changed since the last dream (needed: 5 sessions or 10 notes)") {
		t.Errorf("%q", out)
	}
	// The sessions were looked through just now, and are not again.
	if out := auto(0); !strings.Contains(out, "last looked through 0 min ago") {
		t.Errorf("%q", out)
	}
	for i := range 5 {
		path := filepath.Join(filepath.Dir(h.transcript), fmt.Sprintf("old%d.jsonl", i))
		h.transcript = path
		h.says(rye)
		_ = os.Chtimes(path, now.Add(-time.Hour), now.Add(-time.Hour))
	}
	later := now.Add(time.Hour).Format(time.RFC3339)
	gate := parsed[autoJSON](t, 0, "dream", "--auto", "--json", "--memory", h.memory)
	if gate.Dreamed || gate.Gate == nil || gate.Gate.Name != "scan" || gate.Run != nil || gate.Path != h.memory {
		t.Errorf("%+v", gate)
	}
	if out := auto(0, "--now", later); !strings.HasPrefix(out, "review of bakery ready: ") {
		t.Errorf("%q", out)
	}
	if out := auto(0, "--now", now.Add(26*time.Hour).Format(time.RFC3339)); !strings.HasPrefix(out, "no dream of bakery: ") {
		t.Errorf("a proposal waits: %q", out)
	}
	for _, args := range [][]string{{"--out", "x"}, {"--engine", "magic"}, {"--nonsense"}, {"word"}} {
		if out := auto(0, args...); out != "" {
			t.Errorf("%v: %q", args, out)
		}
	}
	// A person who tries it out sees what a timer has nobody to tell.
	var out, errs strings.Builder
	p := program(&result{}, &out, &errs, false)
	p.Progress = true
	if code := p.Run(t.Context(), []string{"dream", "--auto", "--memory", "nowhere"}); code != exitError || out.Len() > 0 || !strings.Contains(errs.String(), "nowhere") {
		t.Errorf("%d %q %q", code, out.String(), errs.String())
	}
	if r := call(t, false, "dream", "--auto", "--memory", "nowhere"); r.code != 0 || r.out+r.err != "" {
		t.Errorf("%+v", r)
	}
}

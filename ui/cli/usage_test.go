package cli

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestExitCodes holds the codes that scripts and hooks rely on.
func TestExitCodes(t *testing.T) {
	w := world(t)
	slug := filepath.Base(filepath.Dir(w.Shop))
	full := write(t, t.TempDir(), map[string]string{"x.md": "x\n"})
	for _, c := range []struct {
		name string
		args []string
		code int
		says string // in the output or the error
	}{
		{"version", []string{"--version"}, 0, "dreamgate test"},
		{"help", []string{"--help"}, 0, "Usage:"},
		{"completion", []string{"completion", "bash"}, 0, "bash completion"},
		{"completion of nothing", []string{"completion"}, 2, "bash, fish"},
		{"completion of no shell", []string{"completion", "tcsh"}, 2, "bash, fish"},
		{"completion of too much", []string{"completion", "bash", "x"}, 2, "completion bash"},
		{"help of a command", []string{"help", "audit"}, 0, "--memory"},
		{"help of nothing", []string{"help", "nope"}, 2, "no command \"nope\""},
		{"an engine of no name", []string{"--engine", "nope"}, 2, "nope"},
		{"a dream with none", []string{"dream", "--engine", "nope", "--memory", slug}, 2, "there is no engine"},
		{"a dream of no sessions", []string{"dream", "--memory", slug, "--transcripts", "nowhere"}, 1, "nowhere"},
		{"projects", []string{"projects"}, 0, "shop"},
		{"no terminal", nil, 0, "shop"},
		{"no terminal, a memory", []string{"src/shop"}, 0, "dangling"},
		{"misspelt command", []string{"audti"}, 2, "audit"},
		{"no such directory", []string{"nowhere/at/all"}, 2, "neither a command nor a memory"},
		{"two directories", []string{"a", "b"}, 2, "one directory"},
		{"unknown flag", []string{"audit", "--nonsense"}, 2, "nonsense"},
		{"split of nothing", []string{"review", "split"}, 2, "dreamgate review split HUNK"},
		{"discard of nothing", []string{"review", "discard"}, 2, "dreamgate review discard PROPOSAL"},
		{"bad clock", []string{"audit", "--now", "soon"}, 2, "--now"},
		{"bad theme", []string{"projects", "--theme", "pink"}, 2, "dark, light, dark-16, light-16, none"},
		{"note of nothing", []string{"review", "note"}, 2, "what it is about is missing"},
		{"note without words", []string{"review", "note", "x"}, 2, "a word is missing"},
		{"too many words", []string{"review", "split", "x", "y"}, 2, "there are too many words"},
		{"too many arguments", []string{"projects", "x"}, 2, "projects --help"},
		{"audit with findings", []string{"audit", "--all"}, 3, "orphan"},
		{"audit of nothing", []string{"audit", "--memory", "nowhere"}, 1, "nowhere"},
		{"audit both", []string{"audit", "--all", "--memory", "x"}, 2, "exclude"},
		{"show", []string{"show", "testing", "--memory", "src/shop"}, 0, "Redis"},
		{"show by the agent's name", []string{"show", "testing.md", "--memory", slug}, 0, "Redis"},
		{"show the index", []string{"show", "MEMORY.md", "--memory", "src/shop"}, 0, "# Shop"},
		{"show nothing", []string{"show", "nothing", "--memory", "src/shop"}, 1, "no note"},
		{"several memories", []string{"show", "testing"}, 2, "--memory"},
		{"search", []string{"search", "Redis"}, 0, "testing.md:13"},
		{"search by other case and spacing", []string{"search", "--memory", "src/shop", "a LOCAL", " redis"}, 0, "testing.md:13"},
		{"search everywhere", []string{"search", "--all", "redis"}, 0, "shop/testing.md:13"},
		{"search both", []string{"search", "--all", "--memory", "src/shop", "x"}, 2, "exclude"},
		{"search in what is not there", []string{"search", "--memory", "nowhere", "x"}, 1, "nowhere"},
		{"search stops", []string{"search", "--all", "--limit", "1", "npm"}, 0, "stopped after 1 place in sessions, older ones are not searched: --limit 0"},
		{"search goes on", []string{"search", "--all", "--limit", "0", "npm"}, 0, ":3: "},
		{"search fewer than none", []string{"search", "--limit", "-1", "x"}, 2, "--limit"},
		{"search nothing", []string{"search", "no such words"}, 0, "looked for as one phrase"},
		{"search one word", []string{"search", "walrus"}, 0, "nothing found\n"},
		{"search without words", []string{"search"}, 2, "search --help"},
		{"recall", []string{"recall", "--memory", "src/shop", "Redis", "in", "tests"}, 0, "## testing.md"},
		{"recall without words", []string{"recall", "--memory", "src/shop"}, 2, "recall --help"},
		{"recall of nothing", []string{"recall", "--memory", "nowhere", "x"}, 1, "nowhere"},
		{"recall of fewer than no words", []string{"recall", "--recent", "-1", "x"}, 2, "--recent"},
		{"context", []string{"context", "--memory", "src/shop"}, 0, "of 25,000 characters"},
		{"context with an argument", []string{"context", "shop"}, 2, "context --help"},
		{"layers", []string{"layers", "--memory", "src/shop"}, 0, "Transcripts"},
		{"layers with an argument", []string{"layers", "shop"}, 2, "layers --help"},
		{"gates", []string{"gates", "--memory", "src/shop"}, 0, "time"},
		{"tasks", []string{"tasks"}, 0, "no dream"},
		{"tasks log of none", []string{"tasks", "log"}, 1, "no dream is on record"},
		{"tasks cancel of none", []string{"tasks", "cancel"}, 1, "no dream is at work"},
		{"tasks log of nobody", []string{"tasks", "log", "2026"}, 1, "no run"},
		{"tasks of too many", []string{"tasks", "log", "a", "b"}, 2, "log --help"},
		{"check without folders", []string{"check"}, 2, "--base"},
		{"check of nothing", []string{"check", "--base", "nowhere", "--proposed", full}, 1, "nowhere"},
		{"cite without line", []string{"cite", "--transcript", "x", "claim"}, 2, "--line"},
		{"cite nothing", []string{"cite", "--transcript", "nowhere.jsonl", "--line", "1", "claim"}, 1, "nowhere"},
		{"dream without program", []string{"dream", "--engine", "command"}, 2, "PROGRAM"},
		{"dream that goes on, and waits", []string{"dream", "--detach", "--out", "new", "--memory", "src/shop"}, 2, "--out"},
		{"what only the program itself calls", []string{"carry-run", "x"}, 2, "carry-run --help"},
		{"dream with a stray program", []string{"dream", "--", "true"}, 2, "--engine command"},
		{"dream with an argument", []string{"dream", "shop"}, 2, "--memory"},
		{"dream of no engine", []string{"dream", "--engine", "magic", "--memory", "src/shop", "--out", "new"}, 2, "offline"},
		{"dream into a full folder", []string{"dream", "--memory", "src/shop", "--out", full}, 2, "not empty"},
		{"review without terminal", []string{"review"}, 2, "review list"},
		{"nothing waits", []string{"review", "list"}, 0, "no proposal"},
		{"nothing to show", []string{"review", "show"}, 1, "no proposal"},
		{"no such proposal", []string{"review", "show", "2001"}, 1, "2001"},
		{"apply with half a pair", []string{"review", "apply", "--base", full}, 2, "--proposed"},
		{"apply a pair to another memory", []string{"review", "apply", "--base", full, "--proposed", full, "--memory", t.TempDir()}, 2, "names another one"},
		{"apply a pair and a proposal", []string{"review", "apply", "x", "--base", full, "--proposed", full}, 2, "exclude"},
		{"demo without terminal", []string{"demo"}, 2, "--setup"},
	} {
		r := call(t, false, c.args...)
		if r.code != c.code || !strings.Contains(r.out+r.err, c.says) {
			t.Errorf("%s: exit %d, want %d, and %q in:\n%s%s", c.name, r.code, c.code, c.says, r.out, r.err)
		}
	}
}

// TestScreens holds where the screen opens.
func TestScreens(t *testing.T) {
	w := world(t)
	for _, c := range []struct {
		args []string
		dir  string
	}{
		{nil, ""},
		{[]string{"src/shop"}, w.Shop},
		{[]string{w.Shop}, w.Shop},
		{[]string{"shop"}, w.Shop},
		{[]string{"src/shop", "--engine", "command", "--", "true", "-x"}, w.Shop},
	} {
		r := call(t, true, c.args...)
		if r.code != 0 || len(r.screens) != 1 || r.screens[0].Dir != c.dir {
			t.Errorf("dreamgate %v: exit %d, screens %v, want %q\n%s", c.args, r.code, r.screens, c.dir, r.err)
		}
	}
}

// TestNoMemory holds what a new user sees.
func TestNoMemory(t *testing.T) {
	bare(t)
	for _, args := range [][]string{nil, {"projects"}, {"audit"}} {
		if out := want(t, 0, args...); !strings.Contains(out, "dreamgate demo") {
			t.Errorf("dreamgate %v does not offer the demo:\n%s", args, out)
		}
	}
	if out := want(t, 0, "audit", "--json"); !strings.Contains(out, `"stores": []`) {
		t.Errorf("audit --json: %s", out)
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestOutputThatIsLost: an answer that did not arrive is no success.
func TestOutputThatIsLost(t *testing.T) {
	for _, args := range [][]string{{"--version"}, {"audit", "--help"}} {
		var errs bytes.Buffer
		code := Program{Version: "test", Stdout: full{}, Stderr: &errs}.Run(t.Context(), args)
		if code != 1 || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%v: exit %d: %s", args, code, errs.String())
		}
	}
}

// TestMemoryFlag: the screen and the list of dreams are told of a memory as every other command is.
func TestMemoryFlag(t *testing.T) {
	w := world(t)
	if r := call(t, true, "--memory", "shop"); len(r.screens) != 1 || r.screens[0].Dir != w.Shop {
		t.Errorf("%+v", r)
	}
	if r := call(t, true, "shop", "--memory", "shop"); r.code != exitUsage || !strings.Contains(r.err, "mean the same") {
		t.Errorf("%+v", r)
	}
	want(t, 0, "dream", "--memory", "shop")
	for memory, runs := range map[string]int{"shop": 1, "kiosk": 0} {
		if v := parsed[runsJSON](t, 0, "tasks", "--memory", memory, "--json"); len(v.Runs) != runs {
			t.Errorf("%s: %+v", memory, v.Runs)
		}
	}
	want(t, 1, "tasks", "--memory", "nowhere")
	contains(t, want(t, 0, "demo", "--help"), "dreamgate demo [--engine command -- PROGRAM ARGS...]", "a program of yours dreams on it")
}

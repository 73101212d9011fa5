package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// began writes a session that begins with a prompt.
func began(entry, cwd, prompt string) string {
	return fmt.Sprintf(`{"type":"queue-operation","operation":"enqueue"}`+"\n"+
		`{"type":"user","isMeta":true,"cwd":%[2]q,"message":{"role":"user","content":"inserted"}}`+"\n"+
		`{"type":"user","entrypoint":%[1]q,"cwd":%[2]q,"message":{"role":"user","content":%[3]q}}`+"\n"+
		`{"type":"assistant","cwd":%[2]q,"message":{"role":"assistant","content":[{"type":"text","text":"done"}]}}`+"\n", entry, cwd, prompt)
}

// TestDreamsAreNoSessions: a run that consolidates a memory is told from a person who speaks of it.
func TestDreamsAreNoSessions(t *testing.T) {
	const dream = "# Dream: memory consolidation\n\nYou perform a dream, a pass over your memory files."
	for _, c := range []struct {
		name, entry, cwd, prompt string
		want                     bool
	}{
		{"ours", "cli", "/tmp/" + ScratchPrefix + "7/x", "hello", true},
		{"headless", "sdk-cli", "/home/dev/app", dream, true},
		{"headless, other words", "sdk-cli", "/tmp/x", "Consolidate the notes in ./memory/ and keep MEMORY.md below 200 lines.", true},
		{"a person", "cli", "/home/dev/app", dream, false},
		{"an unknown start", "", "/home/dev/app", dream, false},
		{"headless, other work", "sdk-cli", "/home/dev/app", "Consolidate the two loggers into one.", false},
		{"headless, about memory", "sdk-cli", "/home/dev/app", "List what MEMORY.md says of tests.", false},
		{"headless, dreams far behind", "sdk-cli", "/home/dev/app", "Fix the test. " + strings.Repeat("x ", 400) + dream, false},
	} {
		f := store(t, "s.jsonl", began(c.entry, c.cwd, c.prompt))
		begun, err := Begin(t.Context(), f)
		if err != nil || begun.Dream != c.want || begun.Cwd != c.cwd {
			t.Errorf("%s: %+v, %v", c.name, begun, err)
		}
		lines := 0
		stats, err := Scan(t.Context(), f, func(Line) error { lines++; return nil })
		if err != nil || stats.Own != c.want || (lines == 0) != c.want {
			t.Errorf("%s: scanned %d lines, %+v, %v", c.name, lines, stats, err)
		}
	}
}

// TestStartBehindALongLine: a session may begin with a picture of megabytes.
func TestStartBehindALongLine(t *testing.T) {
	f := store(t, "s.jsonl", `{"type":"file-history-snapshot","x":"`+strings.Repeat("y", 3<<20)+"\"}\n"+began("cli", "/home/dev/app", "hello"))
	if begun, err := Begin(t.Context(), f); err != nil || begun.Cwd != "/home/dev/app" {
		t.Errorf("%+v, %v", begun, err)
	}
}

// TestCopiesAreReadOnce: a session that lies in two folders is one, the longer; two of one name are two.
func TestCopiesAreReadOnce(t *testing.T) {
	dir := t.TempDir()
	put := func(text string, parts ...string) string {
		path := filepath.Join(append([]string{dir}, parts...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := began("cli", "/home/dev/app", "first "+strings.Repeat("x", 2000))
	put(one, "a", "s1.jsonl")
	longer := put(one+began("cli", "/home/dev/app", "and on"), "b", "s1.jsonl")
	put(began("cli", "/home/dev/other", "second"), "b", "s2.jsonl")
	put(began("cli", "/home/dev/app", "not the same"), "a", "s2.jsonl")
	put(one, "a", "s1", "subagents", "agent-1.jsonl")
	put(one, "b", "s1", "subagents", "agent-1.jsonl")
	put(one, "a", "s3", "subagents", "agent-1.jsonl")
	put(began("cli", "/home/dev/app", "deep"), "a", "s1", "subagents", "agent-1", "subagents", "agent-2.jsonl")
	put("", "a", "empty.jsonl")
	put("", "b", "empty.jsonl")
	files, remarks, err := Files([]string{filepath.Join(dir, "a"), filepath.Join(dir, "b")})
	if err != nil || len(remarks) != 0 {
		t.Fatal(remarks, err)
	}
	count := map[string]int{}
	for _, f := range files {
		count[f.Session]++
		if f.Session == "s1" && f.Path != longer {
			t.Errorf("s1 is read from %s", f.Path)
		}
		if strings.HasPrefix(f.Session, "agent-") != f.Sidechain {
			t.Errorf("%s: sidechain %v", f.Path, f.Sidechain)
		}
	}
	if count["s1"] != 1 || count["s2"] != 2 || count["agent-1"] != 2 || count["agent-2"] != 1 {
		t.Errorf("%v", count)
	}
}

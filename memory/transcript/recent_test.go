package transcript

import (
	"strings"
	"testing"
)

func TestRecent(t *testing.T) {
	result := `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"printed by a tool"}]}}` + "\n"
	text := turn("user", "one two three") + result + "torn {\n" + turn("assistant", "four five") + result
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"all", text, 10, "one two three four five"},
		{"the last", text, 3, "three four five"},
		{"none asked", text, 0, ""},
		{"nothing said", result, 5, ""},
		{"empty", "", 5, ""},
		{"a long session", strings.Repeat(turn("user", strings.Repeat("old ", 200)), 2000) + turn("user", "the end"), 2, "the end"},
	} {
		got, err := Recent(t.Context(), store(t, "s.jsonl", c.text), c.n)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	if _, err := Recent(t.Context(), File{Path: t.TempDir() + "/gone.jsonl"}, 3); err == nil {
		t.Error("a transcript that is not there has no last words")
	}
}

package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dreamgate/memory/transcript"
)

// record is a line of a transcript: "u" is the user, "a" the agent, "t" what a tool printed.
func record(who, text string, at time.Time) string {
	role, content := "user", any(text)
	switch who {
	case "a":
		role = "assistant"
	case "t":
		content = []map[string]string{{"type": "tool_result", "content": text}}
	}
	line, err := json.Marshal(map[string]any{"type": role, "timestamp": at.Format(time.RFC3339), "message": map[string]any{"content": content}})
	if err != nil {
		panic(err) // of nothing but strings
	}
	return string(line) + "\n"
}

// write puts sessions, each with its lines, below a folder and lists them.
func write(t testing.TB, talks map[string]string) []transcript.File {
	t.Helper()
	dir := t.TempDir()
	for session, text := range talks {
		if err := os.WriteFile(filepath.Join(dir, session+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, _, err := transcript.Files([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

package world

import (
	"encoding/json"
	"time"
)

// say adds a line to the session and returns its number. What people say is remembered.
func (w *World) say(who, text string) int {
	w.talk.at = w.talk.at.Add(time.Minute)
	role, content := who, any(text)
	switch who {
	case "assistant":
		content = []map[string]string{{"type": "text", "text": text}}
	case "tool":
		role, content = "user", []map[string]string{{"type": "tool_result", "content": text}}
	default:
		w.hear(text)
	}
	line, err := json.Marshal(map[string]any{
		"type": role, "timestamp": w.talk.at.Format(time.RFC3339), "cwd": w.Repo(),
		"message": map[string]any{"role": role, "content": content},
	})
	if err != nil {
		panic(err) // of nothing but strings
	}
	w.talk.lines = append(w.talk.lines, string(line)+"\n")
	return len(w.talk.lines)
}

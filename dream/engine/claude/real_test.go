//go:build unix

package claude

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"dreamgate/dream/engine"
)

// TestReal runs the real program, the one that DREAMGATE_CLAUDE names, against a service of our own on
// this machine: nothing leaves it, and no login is needed.
func TestReal(t *testing.T) {
	program := os.Getenv("DREAMGATE_CLAUDE")
	if program == "" {
		t.Skip("DREAMGATE_CLAUDE does not name the program")
	}
	s := newStage(t, play{})
	for _, err := range []error{os.Remove(filepath.Join(s.bin, binary)), os.Symlink(program, filepath.Join(s.bin, binary))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.md")
	note, want := filepath.Join(s.job.Dir, engine.MemoryDir, "tests.md"), "run pnpm test\n"
	if err := os.WriteFile(note, []byte("run npm test\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	service := script(t,
		use("Read", "file_path", note),
		use("Edit", "file_path", note, "old_string", "npm", "new_string", "pnpm"),
		use("Write", "file_path", outside, "content", "x"),
		use("Bash", "command", "touch "+outside),
		use("Write", "file_path", engine.ChangesFile, "content", "- tests.md: npm is now pnpm [s:1]\n"),
		`{"type":"text","text":"Done."}`)
	t.Setenv("ANTHROPIC_BASE_URL", service.URL)
	t.Setenv("ANTHROPIC_API_KEY", "none")
	t.Setenv("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
	t.Setenv("CLAUDE_CODE_MAX_RETRIES", "0")
	s.job.Limits = engine.Limits{Turns: 20, Money: 1}
	s.job.Prompt = "/tidy what @memory/tests.md says"
	if err := s.run(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(note); string(got) != want {
		t.Errorf("the note is %q", got)
	}
	if _, err := os.Stat(outside); err == nil {
		t.Error("it wrote outside of the scratch folder")
	}
	if _, remarks := s.heard(); remarks != "claude was denied 1 call: Write "+outside+"\nclaude called 1 tool that it does not have: Bash\n" {
		t.Errorf("remarks\n%s", remarks)
	}
	for _, kept := range []string{"projects", "sessions"} {
		if left, _ := os.ReadDir(filepath.Join(os.Getenv("HOME"), ".claude", kept)); len(left) > 0 {
			t.Errorf("it left %v in %s", left, kept)
		}
	}
	service.Close()
	s.events = nil
	if err := s.run(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "cannot reach the service") {
		t.Errorf("without a service: %v", err)
	}
}

// use is a call of a tool.
func use(name string, pairs ...string) string {
	in := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		in[pairs[i]] = pairs[i+1]
	}
	data, _ := json.Marshal(map[string]any{"type": "tool_use", "name": name, "input": in})
	return string(data)
}

// script is a service that gives one answer after the other, each of one block.
func script(t *testing.T, blocks ...string) *httptest.Server {
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Tools []any }
		if !strings.HasSuffix(r.URL.Path, "/messages") || json.NewDecoder(r.Body).Decode(&q) != nil || len(q.Tools) == 0 {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		n := int(asked.Add(1)) - 1
		var block map[string]any
		if err := json.Unmarshal([]byte(blocks[min(n, len(blocks)-1)]), &block); err != nil {
			t.Error(err)
		}
		answer(w, fmt.Sprint("msg_", n), block)
	}))
	t.Cleanup(s.Close)
	return s
}

// answer streams a message of one block.
func answer(w http.ResponseWriter, id string, block map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(kind string, event map[string]any) {
		event["type"] = kind
		data, _ := json.Marshal(event)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data)
	}
	usage := map[string]any{"input_tokens": 100, "output_tokens": 10}
	send("message_start", map[string]any{"message": map[string]any{"id": id, "type": "message", "role": "assistant", "model": "m", "content": []any{}, "usage": usage}})
	stop, begin, delta := "end_turn", map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": block["text"]}
	if block["type"] == "tool_use" {
		in, _ := json.Marshal(block["input"])
		stop, begin = "tool_use", map[string]any{"type": "tool_use", "id": "toolu_" + id, "name": block["name"], "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(in)}
	}
	send("content_block_start", map[string]any{"index": 0, "content_block": begin})
	send("content_block_delta", map[string]any{"index": 0, "delta": delta})
	send("content_block_stop", map[string]any{"index": 0})
	send("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": usage})
	send("message_stop", map[string]any{})
}

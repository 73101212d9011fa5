package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/dream"
	"dreamgate/dream/engine"
	"dreamgate/dream/engine/talk"
	"dreamgate/dream/engine/talk/talktest"
	"dreamgate/model"
)

// request is what of a request is looked at.
type request struct {
	Model     string
	MaxTokens int `json:"max_tokens"`
	Stream    bool
	System    []block
	Messages  []struct {
		Role    string
		Content []block
	}
	Tools []struct {
		Name        string
		InputSchema struct {
			Type       string
			Properties map[string]any
			Required   []string
		} `json:"input_schema"`
	}
}

type block struct {
	Type, Text, ID, Name string
	Thinking, Signature  string
	ToolUseID            string `json:"tool_use_id"`
	IsError              bool   `json:"is_error"`
	Content              json.RawMessage
	CacheControl         *struct{ Type string } `json:"cache_control"`
}

// stream answers with a message of blocks. Each block is text, "thinks: ..." or "name {json}".
func stream(stop string, blocks ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		events(w, start(), body(blocks...),
			fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null,"stop_details":null},"usage":{"output_tokens":50}}`, stop),
			`{"type":"message_stop"}`)
	}
}

func start() string {
	return `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,
		"stop_sequence":null,"usage":{"input_tokens":100,"cache_creation_input_tokens":2000,"cache_read_input_tokens":30000,"output_tokens":1}}}`
}

// body are the events of blocks, each sent in two pieces.
func body(blocks ...string) string {
	var b strings.Builder
	for i, text := range blocks {
		name, args, isCall := strings.Cut(text, " {")
		isCall = isCall && !strings.Contains(name, " ")
		kind, delta := `{"type":"text","text":""}`, func(s string) string { return fmt.Sprintf(`{"type":"text_delta","text":%q}`, s) }
		switch {
		case isCall:
			kind = fmt.Sprintf(`{"type":"tool_use","id":"call_%d","name":%q,"input":{}}`, i, name)
			text, delta = "{"+args, func(s string) string { return fmt.Sprintf(`{"type":"input_json_delta","partial_json":%q}`, s) }
		case strings.HasPrefix(text, "thinks: "):
			kind = `{"type":"thinking","thinking":"","signature":""}`
			delta = func(s string) string { return fmt.Sprintf(`{"type":"thinking_delta","thinking":%q}`, s) }
		}
		half := len(text) / 2
		fmt.Fprintf(&b, "{\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}\n", i, kind)
		for _, piece := range []string{text[:half], text[half:]} {
			fmt.Fprintf(&b, "{\"type\":\"content_block_delta\",\"index\":%d,\"delta\":%s}\n", i, delta(piece))
		}
		if strings.HasPrefix(text, "thinks: ") {
			fmt.Fprintf(&b, "{\"type\":\"content_block_delta\",\"index\":%d,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"signed\"}}\n", i)
		}
		fmt.Fprintf(&b, "{\"type\":\"content_block_stop\",\"index\":%d}\n", i)
	}
	return strings.TrimSpace(b.String())
}

// events writes events, one a line, with a ping between.
func events(w http.ResponseWriter, list ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, lines := range list {
		lines = strings.ReplaceAll(lines, "\n\t\t", " ")
		for line := range strings.Lines(lines) {
			var e struct{ Type string }
			_ = json.Unmarshal([]byte(line), &e)
			fmt.Fprintf(w, "event: %s\ndata: %s\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n", e.Type, strings.TrimSpace(line))
		}
		w.(http.Flusher).Flush()
	}
}

// fails answers with an error; head are pairs.
func fails(status int, kind, message string, head ...string) http.HandlerFunc {
	return talktest.Fails(status, fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q}}`, kind, message), head...)
}

func serve(t *testing.T, parts ...http.HandlerFunc) *talktest.Server[request] {
	t.Helper()
	return talktest.Serve[request](t, "/v1/messages", parts...)
}

// messages is this service in the tests that hold for each.
var messages = talktest.Service{
	Engine: func(base string) engine.Engine { return New(talk.Config{Key: "key-1", Base: base}) },
	Serve: func(t *testing.T, parts ...http.HandlerFunc) (string, func() int) {
		s := serve(t, parts...)
		return s.URL, func() int { return len(s.Asked()) }
	},
	Work:  []http.HandlerFunc{stream("tool_use", talktest.Change, talktest.Reasons), stream("end_turn", "Done.")},
	Begin: func(w http.ResponseWriter) { events(w, start()) },
	Busy:  fails(429, "rate_limit_error", "slow down", "Retry-After", "50"),
}

func TestRun(t *testing.T) {
	s := serve(t, stream("tool_use", "thinks: what is there", "I look.", `read {"path":"memory/a.md"}`, `search {"pattern":"pnpm"}`),
		messages.Work[0], messages.Work[1])
	dir, last := talktest.Scratch(t), model.Event{}
	err := messages.Engine(s.URL).Run(t.Context(), engine.Job{Dir: dir, Prompt: "the prompt"}, func(e model.Event) {
		if e.Tokens > 0 {
			last = e
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	talktest.Changed(t, dir)
	// Three answers of 100, 2000 to the cache, 30000 from it, 50 out, at 2, 2.5, 0.1 and 10.
	if want := 3 * 0.0087; last.Tokens != 3*32150 || last.Cost < want-1e-9 || last.Cost > want+1e-9 {
		t.Errorf("%d tokens, %v dollars", last.Tokens, last.Cost)
	}
	q := s.Asked()
	if len(q) != 3 || q[0].Model != Model || !q[0].Stream || q[0].MaxTokens != maxTokens || len(q[0].Tools) != 6 {
		t.Fatalf("%d requests, the first %+v", len(q), q[0])
	}
	if h := s.Head(); h.Get("Authorization") != "Bearer key-1" {
		t.Errorf("the head: %v", h)
	}
	read := q[0].Tools[1]
	if read.Name != "read" || read.InputSchema.Type != "object" || len(read.InputSchema.Properties) != 3 || !slices.Equal(read.InputSchema.Required, []string{"path"}) {
		t.Errorf("the tool: %+v", read)
	}
	theConversation(t, q[2])
}

// theConversation looks at what was sent last: thoughts go back signed, results stand behind their
// calls, and three places are marked for the cache.
func theConversation(t *testing.T, q request) {
	t.Helper()
	if len(q.Messages) != 5 || len(q.System) != 1 || q.System[0].Text != "the prompt" {
		t.Fatalf("the conversation: %+v", q)
	}
	first := q.Messages[1].Content
	if first[0].Type != "thinking" || first[0].Signature != "signed" || first[0].Thinking != "thinks: what is there" || first[2].Type != "tool_use" {
		t.Errorf("the first answer: %+v", first)
	}
	results := q.Messages[2].Content
	if len(results) != 2 || results[0].ToolUseID != first[2].ID || results[0].IsError || !strings.Contains(string(results[0].Content), "They use npm.") {
		t.Errorf("the results: %+v", results)
	}
	marked := []string{}
	for _, b := range q.System {
		if b.CacheControl != nil {
			marked = append(marked, "system")
		}
	}
	for i, m := range q.Messages {
		for j, b := range m.Content {
			if b.CacheControl != nil && b.CacheControl.Type == "ephemeral" {
				marked = append(marked, fmt.Sprintf("%d.%d", i, j))
			}
		}
	}
	if got := strings.Join(marked, " "); got != "system 0.0 4.1" {
		t.Errorf("marked for the cache: %s", got)
	}
}

// TestFaults: each has its message, and says what to do.
func TestFaults(t *testing.T) {
	now := []string{"Retry-After-Ms", "1"}
	messages.Faults(t, "key-1", []talktest.Fault{
		talktest.Ends("401", fails(401, "authentication_error", "invalid x-api-key"), "does not know the key in ANTHROPIC_API_KEY: invalid x-api-key; set one", 1),
		talktest.Ends("403", fails(403, "permission_error", "not for you"), "forbids this to the key in ANTHROPIC_API_KEY: not for you", 1),
		talktest.Ends("404", fails(404, "not_found_error", "model: x"), `knows no model "`+Model+`"`, 1),
		talktest.Ends("400", fails(400, "invalid_request_error", "prompt is too long"), "refused the request (400): prompt is too long", 1),
		talktest.Ends("413", fails(413, "request_too_large", ""), "the conversation is too long for the Anthropic API; dream with fewer sessions", 1),
		talktest.Ends("429 for ever", fails(429, "rate_limit_error", "slow down", now...), "a limit of the Anthropic API is reached: slow down; run it again", 3),
		talktest.Ends("429 for an hour", fails(429, "rate_limit_error", "slow down", "Retry-After", "3600"), "slow down; run it again in 1h0m0s, as it asks", 1),
		talktest.Ends("500 for ever", fails(500, "api_error", "oops", now...), "has trouble of its own (500): oops", 3),
		talktest.Ends("529 for ever", fails(529, "overloaded_error", "Overloaded", now...), "has too much to do (529): Overloaded; run it again later", 3),
		talktest.Ends("502 page", talktest.Page(502, "bad gateway", "X-Should-Retry", "false"), "has trouble of its own (502); run it again later", 1),
		talktest.Ends("error in the middle", func(w http.ResponseWriter, _ *http.Request) {
			events(w, start(), `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
		}, "has too much to do (529): Overloaded", 3),
		talktest.Ends("bad request in the middle", func(w http.ResponseWriter, _ *http.Request) {
			events(w, start(), `{"type":"error","error":{"type":"invalid_request_error","message":"no"}}`)
		}, "refused the request (400): no", 1),
		talktest.Ends("no end", func(w http.ResponseWriter, _ *http.Request) { events(w, start(), body("I")) }, "the end of the answer is missing", 3),
		talktest.Ends("nonsense", func(w http.ResponseWriter, _ *http.Request) {
			events(w, start(), `{"type":"content_block_delta","index":7}`)
		}, "broke off in the middle", 3),
		talktest.Ends("refusal", stream("refusal", "I will not."), "the model refused (I will not.)", 1),
		talktest.Ends("full", stream("model_context_window_exceeded"), "longer than the model can hold", 1),
		talktest.Ends("max tokens", stream("max_tokens", "and then"), "does not come to an end", 4),
		talktest.Ends("talk", stream("end_turn", "You could use pnpm."), "ended without a result and said: You could use pnpm.", 3),
		talktest.Ends("empty", stream("end_turn"), "ended without a word", 3),
	})
}

// TestMends: what passes is waited for, and the run goes on.
func TestMends(t *testing.T) {
	now := []string{"Retry-After-Ms", "1"}
	messages.Mends(t, map[string]http.HandlerFunc{
		"429": fails(429, "rate_limit_error", "slow down", now...), "529": fails(529, "overloaded_error", "busy", now...),
		"cut": talktest.Breaks(messages.Begin), "damaged arguments": stream("tool_use", `read {"path":`),
		"unknown tool": stream("tool_use", `bash {"command":"ls"}`),
	})
}

// TestCancel: the end of the context ends the answer at once, in whatever state it is.
func TestCancel(t *testing.T) {
	messages.Cancels(t)
}

// TestSilence: an engine that hears nothing is ended by whoever runs it, and the message says so.
func TestSilence(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		events(w, start()) // a ping comes as well, which is no sign of a model at work
		<-r.Context().Done()
	})
	_, err := dream.Propose(t.Context(), dream.Request{
		Memory: filepath.Join(talktest.Scratch(t), "memory"), Engine: New(talk.Config{Key: "k", Base: s.URL}), Now: time.Now(),
		Caps: dream.Caps{Silence: 400 * time.Millisecond},
	})
	if !errors.Is(err, engine.ErrSilent) || !strings.Contains(err.Error(), "look whether anthropic can be reached") {
		t.Errorf("ended with %v", err)
	}
}

func TestUnreachable(t *testing.T) {
	s := serve(t, stream("end_turn"))
	s.Close()
	err := messages.Engine(s.URL).Run(t.Context(), engine.Job{Dir: talktest.Scratch(t)}, func(model.Event) {})
	if err == nil || !strings.Contains(err.Error(), "cannot be reached at http://127.0.0.1:") || !strings.Contains(err.Error(), "ANTHROPIC_BASE_URL") {
		t.Errorf("ended with %v", err)
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		config talk.Config
		remote bool
		why    string
	}{
		{talk.Config{Key: "k"}, true, ""},
		{talk.Config{}, true, "it needs a key; set ANTHROPIC_API_KEY"},
		{talk.Config{Key: "k", Base: "http://localhost:1"}, false, ""},
		{talk.Config{Key: "k", Base: "http://example.org"}, true, "use https"},
	} {
		about := New(c.config).About()
		if about.Name != Name || about.Remote != c.remote || !strings.Contains(about.Why, c.why) || (about.Why == "") != (c.why == "") || about.Model != Model {
			t.Errorf("%+v: %+v", c.config, about)
		}
	}
}

func TestChoose(t *testing.T) {
	from := []engine.Candidate{{Path: "a.md", Name: "a", Description: "how to test", Type: "feedback", Days: 3}, {Path: "b.md", Name: "b"}}
	for answer, want := range map[string]string{
		"[\"a.md\"]": "[a.md]", "[]": "[]", "Here:\n```json\n[\"b.md\", \"a.md\", \"b.md\", \"c.md\"]\n```": "[b.md a.md]",
		"none of them": "error", "[\"x.md\"]": "error", "[1, 2]": "error",
	} {
		s := serve(t, stream("end_turn", answer))
		got, err := New(talk.Config{Key: "k", Base: s.URL}).Choose(t.Context(), "how do we test?\n# Rules", from)
		if text := fmt.Sprint(got); err == nil && text != want || (err != nil) != (want == "error") {
			t.Errorf("%q: %v, %v", answer, got, err)
		}
		q := s.Asked()[0]
		text := q.Messages[0].Content[0].Text
		if len(q.Tools) != 0 || !strings.Contains(text, "| # Rules\n") || !strings.Contains(text, "| a.md [feedback] (3 days old) a: how to test\n") {
			t.Errorf("asked: %+v", q)
		}
	}
}

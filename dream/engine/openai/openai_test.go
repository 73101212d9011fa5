package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/talk"
	"dreamgate/dream/engine/talk/talktest"
	"dreamgate/model"
)

// request is what of a request is looked at.
type request struct {
	Model         string
	MaxTokens     int `json:"max_tokens"`
	Stream        bool
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Messages []struct {
		Role, Content string
		ToolCallID    string `json:"tool_call_id"`
		ToolCalls     []struct {
			ID       string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
	Tools []struct {
		Function struct {
			Name       string
			Parameters struct {
				Type       string
				Properties map[string]any
				Required   []string
			}
		}
	}
}

// usage is the last chunk of an answer.
const usage = `{"choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050,"prompt_tokens_details":{"cached_tokens":900}}}`

// stream answers in chunks. Each block is text or "name {json}"; a call comes in three pieces.
func stream(stop string, blocks ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		list := []string{`{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`}
		n := 0
		for _, text := range blocks {
			name, args, isCall := strings.Cut(text, " {")
			if !isCall || strings.Contains(name, " ") {
				list = append(list, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":%q},"finish_reason":null}]}`, text))
				continue
			}
			args = "{" + args
			half := len(args) / 2
			list = append(list, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":"call_%d","type":"function","function":{"name":%q,"arguments":""}}]}}]}`, n, n, name))
			for _, piece := range []string{args[:half], args[half:]} {
				list = append(list, fmt.Sprintf(`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%q}}]}}]}`, n, piece))
			}
			n++
		}
		list = append(list, fmt.Sprintf(`{"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, stop), usage, "[DONE]")
		chunks(w, list...)
	}
}

func chunks(w http.ResponseWriter, list ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, c := range list {
		fmt.Fprintf(w, "data: %s\n\n", c)
		w.(http.Flusher).Flush()
	}
}

// fails answers with an error; head are pairs.
func fails(status int, message string, head ...string) http.HandlerFunc {
	return talktest.Fails(status, fmt.Sprintf(`{"error":{"message":%q,"type":"x","code":null}}`, message), head...)
}

func serve(t *testing.T, parts ...http.HandlerFunc) *talktest.Server[request] {
	t.Helper()
	return talktest.Serve[request](t, "/v1/chat/completions", parts...)
}

// completions is this service in the tests that hold for each. What it is sent has to hang together: an
// answer goes back with calls that have ids, and a result belongs to one of them.
var completions = talktest.Service{
	Engine: func(base string) engine.Engine { return New(talk.Config{Base: base + "/v1", Model: "m"}) },
	Serve: func(t *testing.T, parts ...http.HandlerFunc) (string, func() int) {
		s := serve(t, parts...)
		t.Cleanup(func() {
			for _, q := range s.Asked() {
				q.whole(t)
			}
		})
		return s.URL, func() int { return len(s.Asked()) }
	},
	Work:  []http.HandlerFunc{stream("tool_calls", talktest.Change, talktest.Reasons), stream("stop", "Done.")},
	Begin: func(w http.ResponseWriter) { chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`) },
	Busy:  fails(429, "slow down", "Retry-After", "50"),
}

// whole fails the test unless a conversation hangs together.
func (q request) whole(t *testing.T) {
	ids := map[string]bool{}
	for _, m := range q.Messages {
		for _, c := range m.ToolCalls {
			if c.ID == "" || !json.Valid([]byte(c.Function.Arguments)) {
				t.Errorf("sent back: %+v", c)
			}
			ids[c.ID] = true
		}
		if m.Role == "tool" && !ids[m.ToolCallID] {
			t.Errorf("a result of no call: %+v", m)
		}
	}
}

func TestRun(t *testing.T) {
	s := serve(t, stream("tool_calls", "I look.", `read {"path":"memory/a.md"}`, `search {"pattern":"pnpm"}`),
		completions.Work[0], completions.Work[1])
	dir := talktest.Scratch(t)
	tokens, cost, unknown := 0, 0.0, false
	job := engine.Job{Dir: dir, Prompt: "the prompt", Limits: engine.Limits{Money: 1}}
	err := completions.Engine(s.URL).Run(t.Context(), job, func(e model.Event) {
		tokens, cost = max(tokens, e.Tokens), max(cost, e.Cost)
		unknown = unknown || strings.Contains(e.Text, "price of this model is not known")
	})
	if err != nil {
		t.Fatal(err)
	}
	talktest.Changed(t, dir)
	if tokens != 3150 || cost != 0 || !unknown {
		t.Errorf("%d tokens, %v dollars, unknown price told: %v", tokens, cost, unknown)
	}
	q := s.Asked()
	if len(q) != 3 || q[0].Model != "m" || !q[0].Stream || !q[0].StreamOptions.IncludeUsage || q[0].MaxTokens != maxTokens || len(q[0].Tools) != 6 {
		t.Fatalf("%d requests, the first %+v", len(q), q[0])
	}
	if h := s.Head().Get("Authorization"); h != "" {
		t.Errorf("a key is sent where there is none: %s", h)
	}
	if list := q[0].Tools[0].Function; list.Name != "list" || list.Parameters.Type != "object" || list.Parameters.Required == nil {
		t.Errorf("the tool: %+v", list)
	}
	m := q[2].Messages
	var roles []string
	for _, one := range m {
		roles = append(roles, one.Role)
	}
	if got := strings.Join(roles, " "); got != "system user assistant tool tool assistant tool tool" {
		t.Fatalf("the conversation: %s", got)
	}
	if m[0].Content != "the prompt" || len(m[2].ToolCalls) != 2 || m[2].ToolCalls[0].Function.Arguments != `{"path":"memory/a.md"}` ||
		m[3].ToolCallID != m[2].ToolCalls[0].ID || !strings.Contains(m[3].Content, "They use npm.") {
		t.Errorf("the conversation: %+v", m)
	}
}

// TestFaults: each has its message, and says what to do.
func TestFaults(t *testing.T) {
	now := []string{"Retry-After-Ms", "1"}
	completions.Faults(t, "", []talktest.Fault{
		talktest.Ends("401", fails(401, "who are you"), "asks for a key: who are you; set OPENAI_API_KEY", 1),
		talktest.Ends("403", fails(403, "not for you"), "forbids this to the key in OPENAI_API_KEY: not for you", 1),
		talktest.Ends("404", fails(404, "model 'm' not found"), `knows no model "m"`, 1),
		talktest.Ends("400", fails(400, "m does not support tools"), "refused the request (400): m does not support tools", 1),
		talktest.Ends("plain words", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such route", 404) }, "no such route", 1),
		talktest.Ends("429 for ever", fails(429, "slow down", now...), "is reached: slow down; run it again", 3),
		talktest.Ends("429 for an hour", fails(429, "slow down", "Retry-After", "3600"), "slow down; run it again in 1h0m0s, as it asks", 1),
		talktest.Ends("500 for ever", fails(500, "oops", now...), "has trouble of its own (500): oops", 3),
		talktest.Ends("503 page", talktest.Page(503, "loading", "Retry-After", "0"), "has too much to do (503); run it again later", 3),
		talktest.Ends("error in the middle", func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`, `{"error":{"message":"out of memory","type":"x"}}`)
		}, "has trouble of its own (500): out of memory", 3),
		talktest.Ends("no end", func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`, "[DONE]")
		}, "the end of the answer is missing", 3),
		talktest.Ends("nonsense", func(w http.ResponseWriter, _ *http.Request) { chunks(w, `{"choices":[`) }, "what answers there is no such service", 1),
		talktest.Ends("filter", stream("content_filter", ""), "the model refused", 1),
		talktest.Ends("refusal", func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"refusal":"I will not."},"finish_reason":"stop"}]}`, "[DONE]")
		}, "the model refused (I will not.)", 1),
		talktest.Ends("max tokens", stream("length", "and then"), "does not come to an end", 4),
		talktest.Ends("talk", stream("stop", "You could use pnpm."), "ended without a result and said: You could use pnpm.", 3),
		talktest.Ends("empty", stream("stop"), "ended without a word", 3),
	})
}

// TestMends: what passes is waited for, and the run goes on.
func TestMends(t *testing.T) {
	now := []string{"Retry-After-Ms", "1"}
	completions.Mends(t, map[string]http.HandlerFunc{
		"429": fails(429, "slow down", now...), "500": fails(500, "oops", now...), "cut": talktest.Breaks(completions.Begin),
		"damaged arguments": stream("tool_calls", `read {"path":`), "unknown tool": stream("tool_calls", `bash {"command":"ls"}`),
		// Some servers end with "stop" though there are calls.
		"calls by another end": stream("stop", `read {"path":"memory/a.md"}`),
		// Some send whole calls, without an index, and without an id.
		"whole calls": func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"read","arguments":"{\"path\":\"memory/a.md\"}"}},{"function":{"name":"list","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`)
		},
	})
}

// TestCancel: the end of the context ends the answer at once, in whatever state it is.
func TestCancel(t *testing.T) {
	completions.Cancels(t)
}

// TestKey: it is sent where there is one, and shown nowhere.
func TestKey(t *testing.T) {
	s := serve(t, fails(401, "wrong"))
	e := New(talk.Config{Base: s.URL + "/v1", Model: "m", Key: "key-1"})
	err := e.Run(t.Context(), engine.Job{Dir: talktest.Scratch(t)}, func(model.Event) {})
	if err == nil || !strings.Contains(err.Error(), "does not know the key in OPENAI_API_KEY") || strings.Contains(err.Error(), "key-1") {
		t.Errorf("ended with %v", err)
	}
	if h := s.Head().Get("Authorization"); h != "Bearer key-1" {
		t.Errorf("the head: %q", h)
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		config talk.Config
		remote bool
		why    string
	}{
		{talk.Config{Key: "k", Model: "m"}, true, ""},
		{talk.Config{Key: "k"}, true, "it needs the name of a model; give it with --model"},
		{talk.Config{Model: "m"}, true, "it needs a key; set OPENAI_API_KEY, or OPENAI_BASE_URL"},
		{talk.Config{Model: "m", Base: "http://localhost:11434/v1"}, false, ""},
		{talk.Config{Model: "m", Base: "http://user:word@127.0.0.1:1/v1"}, false, ""},
		{talk.Config{Model: "m", Base: "http://192.168.0.5:11434/v1"}, true, ""},
		{talk.Config{Model: "m", Base: "http://8.8.8.8/v1"}, true, "use https"},
		{talk.Config{Model: "m", Base: "ollama"}, true, "is no address"},
	} {
		about := New(c.config).About()
		if about.Name != Name || about.Remote != c.remote || !strings.Contains(about.Why, c.why) || (about.Why == "") != (c.why == "") || about.Model != c.config.Model || strings.Contains(about.About, "word") {
			t.Errorf("%+v: %+v", c.config, about)
		}
	}
}

func TestChoose(t *testing.T) {
	s := serve(t, stream("stop", `["a.md"]`))
	got, err := New(talk.Config{Base: s.URL + "/v1", Model: "m"}).Choose(t.Context(), "how do we test?", []engine.Candidate{{Path: "a.md"}})
	if err != nil || fmt.Sprint(got) != "[a.md]" {
		t.Errorf("%v, %v", got, err)
	}
	if q := s.Asked()[0]; len(q.Tools) != 0 {
		t.Errorf("asked: %+v", q)
	}
}

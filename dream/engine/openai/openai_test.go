package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// server answers each request with the next part of a script; the last part is repeated.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	parts  []http.HandlerFunc
	bodies []request
	heads  []http.Header
}

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

func serve(t *testing.T, parts ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{parts: parts}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var q request
		if err := json.Unmarshal(data, &q); err != nil || r.URL.Path != "/v1/chat/completions" {
			t.Errorf("%s: %v: %.200s", r.URL, err, data)
		}
		s.mu.Lock()
		s.bodies, s.heads = append(s.bodies, q), append(s.heads, r.Header)
		part := s.parts[0]
		if len(s.parts) > 1 {
			s.parts = s.parts[1:]
		}
		s.mu.Unlock()
		part(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// asked are the requests so far.
func (s *server) asked() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
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
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(head); i += 2 {
			w.Header().Set(head[i], head[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":"x","code":null}}`, message)
	}
}

// breaks closes the connection in the midst of an answer.
func breaks(w http.ResponseWriter, _ *http.Request) {
	chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`)
	if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
		c.Close()
	}
}

// scratch is a folder as a run finds it.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for p, text := range map[string]string{
		"memory/MEMORY.md": "- [A](a.md)\n", "memory/a.md": "They use npm.\n", "AUDIT.md": "None.\n",
		"transcripts/s1.txt": "# s1 cwd=/w\n4\tuser\t2026-11-19T10:00:00Z\twe use pnpm now\n",
	} {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run lets the engine dream against a server.
func run(ctx context.Context, t *testing.T, s *server) (dir string, heard []model.Event, err error) {
	t.Helper()
	dir = scratch(t)
	e := New(Config{Base: s.URL + "/v1", Model: "m"})
	err = e.Run(ctx, engine.Job{Dir: dir, Prompt: "the prompt", Limits: engine.Limits{Money: 1}}, func(ev model.Event) { heard = append(heard, ev) })
	return dir, heard, err
}

const (
	change  = `edit {"path":"memory/a.md","old":"npm","new":"pnpm"}`
	reasons = `write {"path":"CHANGES.md","text":"- a.md: pnpm [s1:4]"}`
)

func TestRun(t *testing.T) {
	s := serve(t, stream("tool_calls", "I look.", `read {"path":"memory/a.md"}`, `search {"pattern":"pnpm"}`),
		stream("tool_calls", change, reasons), stream("stop", "Done."))
	dir, heard, err := run(t.Context(), t, s)
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "memory/a.md")); string(data) != "They use pnpm.\n" {
		t.Errorf("the note: %q", data)
	}
	tokens, cost, unknown := 0, 0.0, false
	for _, e := range heard {
		tokens, cost = max(tokens, e.Tokens), max(cost, e.Cost)
		unknown = unknown || strings.Contains(e.Text, "price of this model is not known")
	}
	if tokens != 3150 || cost != 0 || !unknown {
		t.Errorf("%d tokens, %v dollars, unknown price told: %v", tokens, cost, unknown)
	}
	q := s.asked()
	if len(q) != 3 || q[0].Model != "m" || !q[0].Stream || !q[0].StreamOptions.IncludeUsage || q[0].MaxTokens != maxTokens || len(q[0].Tools) != 6 {
		t.Fatalf("%d requests, the first %+v", len(q), q[0])
	}
	if h := s.heads[0].Get("Authorization"); h != "" {
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
	for _, c := range []struct {
		name  string
		parts []http.HandlerFunc
		want  string
		times int
	}{
		{"401", []http.HandlerFunc{fails(401, "who are you")}, "asks for a key: who are you; set OPENAI_API_KEY", 1},
		{"403", []http.HandlerFunc{fails(403, "not for you")}, "forbids this to the key in OPENAI_API_KEY: not for you", 1},
		{"404", []http.HandlerFunc{fails(404, "model 'm' not found")}, `knows no model "m"`, 1},
		{"400", []http.HandlerFunc{fails(400, "m does not support tools")}, "refused the request (400): m does not support tools", 1},
		{"plain words", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such route", 404) }}, "no such route", 1},
		{"429 for ever", []http.HandlerFunc{fails(429, "slow down", now...)}, "is reached: slow down; run it again", 3},
		{"429 for an hour", []http.HandlerFunc{fails(429, "slow down", "Retry-After", "3600")}, "slow down; run it again in 1h0m0s, as it asks", 1},
		{"500 for ever", []http.HandlerFunc{fails(500, "oops", now...)}, "has trouble of its own (500): oops", 3},
		{"503 page", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
			fmt.Fprint(w, "<html>loading</html>")
		}}, "has too much to do (503); run it again later", 3},
		{"error in the middle", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`, `{"error":{"message":"out of memory","type":"x"}}`)
		}}, "has trouble of its own (500): out of memory", 3},
		{"cut for ever", []http.HandlerFunc{breaks}, "broke off in the middle of an answer", 3},
		{"no end", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`, "[DONE]")
		}}, "the end of the answer is missing", 3},
		{"a page", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>hello</html>") }}, "what answers there is no such service", 1},
		{"nonsense", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) { chunks(w, `{"choices":[`) }}, "what answers there is no such service", 1},
		{"filter", []http.HandlerFunc{stream("content_filter", "")}, "the model refused", 1},
		{"refusal", []http.HandlerFunc{func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"refusal":"I will not."},"finish_reason":"stop"}]}`, "[DONE]")
		}}, "the model refused (I will not.)", 1},
		{"max tokens", []http.HandlerFunc{stream("length", "and then")}, "does not come to an end", 4},
		{"talk", []http.HandlerFunc{stream("stop", "You could use pnpm.")}, "ended without a result and said: You could use pnpm.", 3},
		{"empty", []http.HandlerFunc{stream("stop")}, "ended without a word", 3},
		{"elsewhere", []http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://example.org/x?key=1", http.StatusTemporaryRedirect)
		}}, "sends the request on to https://example.org/x, which is not followed", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, c.parts...)
			_, _, err := run(t.Context(), t, s)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("ended with %v, want %q", err, c.want)
			}
			if n := len(s.asked()); n != c.times {
				t.Errorf("asked %d times, want %d", n, c.times)
			}
		})
	}
}

// TestMends: what passes is waited for, and the run goes on.
func TestMends(t *testing.T) {
	now := []string{"Retry-After-Ms", "1"}
	for name, first := range map[string]http.HandlerFunc{
		"429": fails(429, "slow down", now...), "500": fails(500, "oops", now...), "cut": breaks,
		"damaged arguments": stream("tool_calls", `read {"path":`), "unknown tool": stream("tool_calls", `bash {"command":"ls"}`),
		// Some servers end with "stop" though there are calls.
		"calls by another end": stream("stop", `read {"path":"memory/a.md"}`),
		// Some send whole calls, without an index, and without an id.
		"whole calls": func(w http.ResponseWriter, _ *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"read","arguments":"{\"path\":\"memory/a.md\"}"}},{"function":{"name":"list","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, first, stream("tool_calls", change, reasons), stream("stop", "Done."))
			_, heard, err := run(t.Context(), t, s)
			if err != nil {
				t.Fatal(err)
			}
			if name[0] >= '0' && name[0] <= '9' && !slices.ContainsFunc(heard, func(e model.Event) bool { return strings.Contains(e.Text, "answered with "+name) }) {
				t.Errorf("nothing says why it took longer: %+v", heard)
			}
			ids := map[string]bool{}
			for _, m := range s.asked()[len(s.asked())-1].Messages {
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
		})
	}
}

// TestCancel: the end of the context ends the answer at once, in whatever state it is.
func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	for name, part := range map[string]http.HandlerFunc{
		"silent": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"in the middle": func(w http.ResponseWriter, r *http.Request) {
			chunks(w, `{"choices":[{"index":0,"delta":{"content":"I"}}]}`)
			<-r.Context().Done()
		},
		"while it waits": fails(429, "slow down", "Retry-After", "50"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			s := serve(t, part)
			time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
			began := time.Now()
			_, _, err := run(ctx, t, s)
			if err != cause || time.Since(began) > 10*time.Second {
				t.Errorf("ended with %v after %s", err, time.Since(began))
			}
		})
	}
}

// TestKey: it is sent where there is one, and shown nowhere.
func TestKey(t *testing.T) {
	s := serve(t, fails(401, "wrong"))
	e := New(Config{Base: s.URL + "/v1", Model: "m", Key: "key-1"})
	err := e.Run(t.Context(), engine.Job{Dir: scratch(t)}, func(model.Event) {})
	if err == nil || !strings.Contains(err.Error(), "does not know the key in OPENAI_API_KEY") || strings.Contains(err.Error(), "key-1") {
		t.Errorf("ended with %v", err)
	}
	if h := s.heads[0].Get("Authorization"); h != "Bearer key-1" {
		t.Errorf("the head: %q", h)
	}
}

func TestAbout(t *testing.T) {
	for _, c := range []struct {
		config Config
		remote bool
		why    string
	}{
		{Config{Key: "k", Model: "m"}, true, ""},
		{Config{Key: "k"}, true, "it needs the name of a model; give it with --model"},
		{Config{Model: "m"}, true, "it needs a key; set OPENAI_API_KEY, or OPENAI_BASE_URL"},
		{Config{Model: "m", Base: "http://localhost:11434/v1"}, false, ""},
		{Config{Model: "m", Base: "http://user:word@127.0.0.1:1/v1"}, false, ""},
		{Config{Model: "m", Base: "http://192.168.0.5:11434/v1"}, true, ""},
		{Config{Model: "m", Base: "http://8.8.8.8/v1"}, true, "use https"},
		{Config{Model: "m", Base: "ollama"}, true, "is no address"},
	} {
		about := New(c.config).About()
		if about.Name != Name || about.Remote != c.remote || !strings.Contains(about.Why, c.why) || (about.Why == "") != (c.why == "") || about.Model != c.config.Model || strings.Contains(about.About, "word") {
			t.Errorf("%+v: %+v", c.config, about)
		}
	}
}

func TestChoose(t *testing.T) {
	s := serve(t, stream("stop", `["a.md"]`))
	got, err := New(Config{Base: s.URL + "/v1", Model: "m"}).Choose(t.Context(), "how do we test?", []engine.Candidate{{Path: "a.md"}})
	if err != nil || fmt.Sprint(got) != "[a.md]" {
		t.Errorf("%v, %v", got, err)
	}
	if q := s.asked()[0]; len(q.Tools) != 0 {
		t.Errorf("asked: %+v", q)
	}
}

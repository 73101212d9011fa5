package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dreamgate/model"
)

// service is a stand-in for a service of the shape of OpenAI's: it answers each request with the next of
// its answers, the last one for ever, and keeps what it was sent.
type service struct {
	mu      sync.Mutex
	answers []string
	got     []string
}

// serve starts a service and has the program ask it.
func serve(t *testing.T, answers ...string) *service {
	t.Helper()
	s := &service{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body strings.Builder
		_ = r.Write(&body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got = append(s.got, body.String())
		answer := s.answers[0]
		if len(s.answers) > 1 {
			s.answers = s.answers[1:]
		}
		if answer == "" {
			http.Error(w, `{"error":{"message":"out of order"}}`, http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, answer)
	}))
	t.Cleanup(server.Close)
	enter(t, map[string]string{"ANTHROPIC_API_KEY": "", "ANTHROPIC_BASE_URL": server.URL, "OPENAI_API_KEY": "", "OPENAI_BASE_URL": server.URL + "/v1"})
	return s
}

func (s *service) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.got
}

// words is an answer in words; called one with calls, each a name and arguments. They are in the shape
// of OpenAI's.
func words(text string) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", text)
}

func called(list ...string) string {
	var calls []string
	for i := 0; i < len(list); i += 2 {
		calls = append(calls, fmt.Sprintf(`{"index":%d,"id":"c%d","type":"function","function":{"name":%q,"arguments":%q}}`, i/2, i, list[i], list[i+1]))
	}
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[%s]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n", strings.Join(calls, ","))
}

// message is an answer in the shape of Anthropic's: words, or one call.
func message(text, name, args string) string {
	block, delta, stop := `{"type":"text","text":""}`, fmt.Sprintf(`{"type":"text_delta","text":%q}`, text), "end_turn"
	if name != "" {
		block, delta, stop = fmt.Sprintf(`{"type":"tool_use","id":"c1","name":%q,"input":{}}`, name), fmt.Sprintf(`{"type":"input_json_delta","partial_json":%q}`, args), "tool_use"
	}
	var b strings.Builder
	for _, e := range [][2]string{
		{"message_start", `"message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1000,"output_tokens":1}}`},
		{"content_block_start", `"index":0,"content_block":` + block}, {"content_block_delta", `"index":0,"delta":` + delta}, {"content_block_stop", `"index":0`},
		{"message_delta", fmt.Sprintf(`"delta":{"stop_reason":%q},"usage":{"output_tokens":100}`, stop)}, {"message_stop", `"x":0`},
	} {
		fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q,%s}\n\n", e[0], e[0], e[1])
	}
	return b.String()
}

const (
	editArgs  = `{"path":"memory/till.md","old":"18:30","new":"19:00"}`
	whyArgs   = `{"path":"CHANGES.md","text":"- till.md: closes later [s1:2]"}`
	bakeryKey = "mT9xQ2vL8pRz4Kd7"
)

// TestDreamByService: a dream by either service ends in a proposal that review shows, with what it cost.
func TestDreamByService(t *testing.T) {
	for _, c := range []struct {
		engine  string
		answers []string
		tokens  int
	}{
		{"anthropic", []string{message("", "edit", editArgs), message("", "write", whyArgs), message("Done.", "", "")}, 3300},
		{"openai", []string{called("edit", editArgs, "write", whyArgs), words("Done.")}, 0},
	} {
		t.Run(c.engine, func(t *testing.T) {
			bare(t)
			dir := bakery(t)
			s := serve(t, c.answers...)
			enter(t, map[string]string{"ANTHROPIC_API_KEY": "key-1"})
			args := []string{"dream", "--memory", dir, "--engine", c.engine, "--json"}
			if c.engine == "openai" {
				args = append(args, "--model", "qwen3")
			}
			run := parsed[dreamJSON](t, 0, args...)
			if run.State != model.RunReady || run.Proposal == "" || run.Tokens != c.tokens || (run.Cost > 0) != (c.tokens > 0) {
				t.Fatalf("%+v", run.runJSON)
			}
			shown := want(t, 3, "review", "show", "--memory", dir, run.Proposal)
			if !strings.Contains(shown, "+ The till closes at 19:00.") || !strings.Contains(shown, "closes later") {
				t.Errorf("review shows\n%s", shown)
			}
			if n := len(s.asked()); n != len(c.answers) {
				t.Errorf("asked %d times", n)
			}
			if strings.Contains(want(t, 0, "tasks"), "key-1") {
				t.Error("the key is in the report")
			}
		})
	}
}

// TestSecretsOfAnEngine: what leaves the machine holds no secret, unless the user says so.
func TestSecretsOfAnEngine(t *testing.T) {
	bare(t)
	dir := bakery(t)
	seen := filepath.Join(t.TempDir(), "seen") // the folders above the memory are closed to the program
	for _, c := range []struct {
		rule string
		code int
		says string
		sent bool
	}{
		{"stop", 1, "nothing was sent to command, because a program may send the notes anywhere and there is a secret in walnuts.md:8", false},
		{"leave-out", 0, "not sent, because of a secret, and left as they are: walnuts.md:8", false},
		{"send", 0, "nothing to change", true},
	} {
		_ = os.Remove(seen)
		r := call(t, false, "dream", "--memory", dir, "--engine", "command", "--secrets", c.rule, "--",
			"sh", "-c", "cat memory/*.md > "+seen+"; echo nothing > CHANGES.md")
		if r.code != c.code || !strings.Contains(r.out+r.err, c.says) || strings.Contains(r.out+r.err, bakeryKey) {
			t.Errorf("--secrets %s: %+v", c.rule, r)
		}
		data, _ := os.ReadFile(seen)
		if strings.Contains(string(data), bakeryKey) != c.sent || c.code == 0 && !strings.Contains(string(data), "18:30") {
			t.Errorf("--secrets %s: the engine saw %.200s", c.rule, data)
		}
	}
}

// TestDryRun shows all that would be sent, and sends nothing.
func TestDryRun(t *testing.T) {
	bare(t)
	dir := bakery(t)
	for rule, what := range map[string]string{"stop": "would end before anything is sent", "leave-out": "these notes are not sent", "send": "they are sent as they are"} {
		out := want(t, 0, "dream", "--memory", dir, "--engine", "anthropic", "--dry-run", "--secrets", rule)
		if !strings.Contains(out, "! 1 secret in the notes: walnuts.md:8 (") || !strings.Contains(out, what) || strings.Contains(out, bakeryKey) {
			t.Errorf("--secrets %s:\n%s", rule, out)
		}
	}
	if err := os.Remove(filepath.Join(dir, "walnuts.md")); err != nil {
		t.Fatal(err)
	}
	s := serve(t, "")
	enter(t, map[string]string{"ANTHROPIC_BASE_URL": ""})
	out := want(t, 0, "dream", "--memory", dir, "--engine", "anthropic", "--dry-run")
	for _, text := range []string{"by anthropic (claude-sonnet-5-5); nothing was sent", "it cannot be used now: it needs a key; set ANTHROPIC_API_KEY",
		"the prompt", "memory/MEMORY.md", "memory/till.md", "AUDIT.md", "leave this machine", "about $0.", "list prices of 20"} {
		if !strings.Contains(out, text) {
			t.Errorf("it does not say %q:\n%s", text, out)
		}
	}
	sent := parsed[sendingJSON](t, 0, "dream", "--memory", dir, "--engine", "openai", "--model", "qwen3", "--dry-run", "--json")
	if sent.Remote || sent.Cost != nil || sent.Model != "qwen3" || len(sent.Files) != 5 || sent.Tokens < 1000 {
		t.Errorf("%+v", sent)
	}
	if sent.Tools < 300 || sent.Prompt == "" {
		t.Errorf("what the model is told of its tools: %d tokens", sent.Tools)
	}
	// Rules are told nothing.
	if out := want(t, 0, "dream", "--memory", dir, "--dry-run"); !strings.Contains(out, "it stays on this machine") ||
		strings.Contains(out, "the prompt") || strings.Contains(out, "token") {
		t.Errorf("offline:\n%s", out)
	}
	if sent := parsed[sendingJSON](t, 0, "dream", "--memory", dir, "--dry-run", "--json"); sent.Prompt != "" || sent.Tools != 0 {
		t.Errorf("offline: %+v", sent)
	}
	enter(t, map[string]string{"OPENAI_BASE_URL": ""})
	if out := want(t, 0, "dream", "--memory", dir, "--engine", "openai", "--dry-run"); strings.Contains(out, "program") ||
		!strings.Contains(out, "leave this machine") || !strings.Contains(out, "the model is not named") {
		t.Errorf("without a model:\n%s", out)
	}
	if len(s.asked()) > 0 {
		t.Error("something was sent")
	}
	if runs := want(t, 0, "tasks"); strings.Contains(runs, "anthropic") {
		t.Errorf("a dry run is booked: %s", runs)
	}
}

// TestPrintPrompt: the prompt as it is sent, with the user's own words.
func TestPrintPrompt(t *testing.T) {
	home := bare(t)
	dir := bakery(t)
	settings := filepath.Join(home, "config", "dreamgate", "config.yaml")
	write(t, filepath.Dir(settings), map[string]string{"config.yaml": "prompt:\n  \"*\": Notes are in German.\nengines:\n  openai: {model: from-settings}\n"})
	out := want(t, 0, "dream", "--memory", dir, "--engine", "anthropic", "--print-prompt", "--secrets", "leave-out")
	if !strings.Contains(out, "# What memory is for") || !strings.Contains(out, "| Notes are in German.\n") || strings.Contains(out, bakeryKey) {
		t.Errorf("the prompt:\n%s", out)
	}
	got := parsed[promptJSON](t, 0, "dream", "--memory", dir, "--engine", "anthropic", "--print-prompt", "--secrets", "leave-out", "--json")
	if model.Printable(got.Prompt) != out || got.Engine != "anthropic" || got.Store == "" {
		t.Errorf("the prompt in JSON: %+v", got)
	}
	serve(t, "")
	if sent := parsed[sendingJSON](t, 0, "dream", "--memory", dir, "--engine", "openai", "--dry-run", "--json"); sent.Model != "from-settings" {
		t.Errorf("the model of the settings: %+v", sent)
	}
	write(t, filepath.Dir(settings), map[string]string{"config.yaml": "engines: [1\n"})
	if r := call(t, false, "dream", "--memory", dir, "--dry-run"); r.code != 1 || !strings.Contains(r.err, "read the settings in") {
		t.Errorf("broken settings: %+v", r)
	}
	want(t, 0, "projects")
}

// TestRefusedIsTold: what a reviewer refused is part of the next prompt.
func TestRefusedIsTold(t *testing.T) {
	w := world(t)
	id := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	const head = "# What the reviewer refused"
	if out := want(t, 0, "dream", "--memory", w.Shop, "--print-prompt"); strings.Contains(out, head) {
		t.Errorf("nothing was refused yet:\n%s", out)
	}
	want(t, 0, "review", "reject", id, "--all")
	want(t, 0, "review", "apply", id)
	out := want(t, 0, "dream", "--memory", w.Shop, "--print-prompt")
	if !strings.Contains(out, head) || !strings.Contains(out, "| testing.md, to write: ") {
		t.Errorf("the prompt:\n%s", out)
	}
}

// TestEngineUsage: what is called wrongly is said before anything is asked.
func TestEngineUsage(t *testing.T) {
	bare(t)
	dir := bakery(t)
	s := serve(t, "")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"dream", "--engine", "magic"}, "there is no engine"},
		{[]string{"dream", "--engine", "command"}, "PROGRAM"},
		{[]string{"dream", "--engine", "offline", "--model", "x"}, "asks no model"},
		{[]string{"dream", "--engine", "openai", "--model", "x", "--max-turns", "-1"}, "more than nothing"},
		{[]string{"dream", "--engine", "openai", "--model", "x", "--max-time", "1ms"}, "at least a second"},
		{[]string{"dream", "--engine", "openai", "--model", "x", "--secrets", "maybe"}, "one of stop, leave-out, send"},
		{[]string{"recall", "--engine", "offline", "till"}, "chooses no notes"},
		{[]string{"recall", "--engine", "magic", "till"}, "there is no engine"},
	} {
		r := call(t, false, append(c.args, "--memory", dir)...)
		if r.code != 2 || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: exit %d, %s", c.args, r.code, r.err)
		}
	}
	// What an engine lacks here is no wrong call.
	for _, c := range [][]string{{"dream"}, {"dream", "--out", "x"}, {"extract"}} {
		r := call(t, false, append(c, "--memory", dir, "--engine", "openai")...)
		if r.code != 1 || !strings.Contains(r.err, "it needs the name of a model; give it with --model") {
			t.Errorf("%v: exit %d, %s", c, r.code, r.err)
		}
	}
	if len(s.asked()) > 0 {
		t.Error("something was sent")
	}
}

// TestRecallByService: a model chooses, and where it cannot the rules do.
func TestRecallByService(t *testing.T) {
	bare(t)
	dir := bakery(t)
	s := serve(t, words(`["ovens.md", "nothing.md"]`))
	ask := []string{"recall", "--memory", dir, "--engine", "openai", "--model", "m", "--json", "when does the till close"}
	if got := parsed[recallJSON](t, 0, ask...).Selected; len(got) != 1 || got[0] != "ovens.md" {
		t.Errorf("chosen: %v", got)
	}
	sent := strings.Join(s.asked(), "\n")
	if !strings.Contains(sent, "till.md [project] Till: closing") || !strings.Contains(sent, "flour.md [project] (3 days old)") || strings.Contains(sent, bakeryKey) || strings.Contains(sent, "18:30") {
		t.Errorf("sent: %s", sent)
	}
	serve(t, "")
	r := call(t, false, ask...)
	if r.code != 0 || !strings.Contains(r.out, "till.md") || !strings.Contains(r.err, "openai did not choose, so the rules do: ") || !strings.Contains(r.err, "out of order") {
		t.Errorf("a service that fails: %+v", r)
	}
	if r := call(t, false, "recall", "--memory", dir, "--engine", "anthropic", "when does the till close"); r.code != 0 || !strings.Contains(r.err, "set ANTHROPIC_API_KEY") || !strings.Contains(r.out, "## till.md") {
		t.Errorf("no key: %+v", r)
	}
	out := hook(t, fmt.Sprintf(`{"session_id":"s","cwd":%q,"prompt":"when does the till close"}`, dir), "--memory", dir, "--engine", "openai", "--model", "m")
	if !strings.Contains(out, "till.md") || strings.Contains(out, "did not choose") {
		t.Errorf("before a hook: %q", out)
	}
}

//go:build unix

package claude

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// TestDream plays whole runs as two versions gave them.
func TestDream(t *testing.T) {
	for _, name := range []string{"dream", "dream-2.1.319"} {
		s := newStage(t, play{Stream: recorded(t, name)})
		s.job.Limits.Turns = 20
		if err := s.run(t.Context(), ""); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		texts, remarks := s.heard()
		for _, want := range []string{
			"claude 2.1.3", "the model: Reading the notes.\n", "reads memory/tests.md\n", "looks for pnpm\n", "changed memory/tests.md\n",
			"denied: Write transcripts/s.txt\n", "Edit memory/tests.md came to nothing: ", "wrote memory/MEMORY.md\n", "wrote CHANGES.md\n",
		} {
			if !strings.Contains(texts, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, texts)
			}
		}
		if want := "claude was denied 2 calls: Write /tmp/outside.txt; Write transcripts/s.txt\n" +
			"claude called 1 tool that it does not have: Bash\n"; remarks != want {
			t.Errorf("%s: remarks\n%s", name, remarks)
		}
		var files []string
		var end model.Event
		for _, e := range s.events {
			if e.File != "" {
				files = append(files, e.File+" "+string(e.Stage))
			}
			end.Tokens, end.Cost = max(end.Tokens, e.Tokens), max(end.Cost, e.Cost)
		}
		if want := []string{"tests.md ", "MEMORY.md prune"}; !slices.Equal(files, want) {
			t.Errorf("%s: files %q", name, files)
		}
		// Six answers of 1000 tokens read and 50 written.
		if end.Tokens != 6300 || end.Cost <= 0 {
			t.Errorf("%s: %d tokens, $%f", name, end.Tokens, end.Cost)
		}
	}
}

// TestTokensBeforeTheEnd: the account is kept while a run goes on, and counts nothing twice.
func TestTokensBeforeTheEnd(t *testing.T) {
	all := recorded(t, "dream")
	s := newStage(t, play{Stream: all[:strings.LastIndex(strings.TrimSpace(all), "\n")+1]})
	s.job.Limits.Turns = 20
	_ = s.run(t.Context(), "")
	most := 0
	for _, e := range s.events {
		most = max(most, e.Tokens)
	}
	if most < 5000 || most > 6300 {
		t.Errorf("%d tokens", most)
	}
}

// TestRows plays each way to end that the real program has.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		name string
		play play
		want string
	}{
		{"not-logged-in", play{Exit: 1}, "not logged in, or its login is refused (Not logged in · Please run /login); start claude and type /login"},
		{"error-400-prompt-too-long", play{Exit: 1}, "too long for the model (Prompt is too long"},
		{"error-400-credit", play{Exit: 1}, "no credit left (Credit balance is too low); add some"},
		{"error-400-other", play{Exit: 1}, "the service refused the request (400: "},
		{"error-401", play{Exit: 1}, "its login is refused (Invalid API key"},
		{"error-401-retries", play{Exit: 1}, "its login is refused (the service answered with 401); start claude"},
		{"error-403", play{Exit: 1}, "the service denies claude access (403: Failed to authenticate. API Error: 403 nope); look whether"},
		{"error-404-model", play{Exit: 1}, "does not know the model of claude's settings, or this account may not use it (404: There's an issue"},
		{"error-429", play{Exit: 1}, "a limit of the account is reached (API Error: Request rejected (429) · rate limited); run it again later"},
		{"error-500", play{Exit: 1}, "a fault of its own (500: API Error: 500 boom."},
		{"error-529", play{Exit: 1}, "the service is overloaded (529: "},
		{"connection-refused", play{Exit: 1}, "cannot reach the service (API Error: Connection refused"},
		{"refusal", play{Exit: 1}, "the model refused (API Error: Opus 5.5's safeguards flagged"},
		{"max-turns", play{Exit: 1}, "used all of its 2 turns and did not come to an end"},
		{"max-budget", play{Exit: 1}, "reached the limit of $0.5 at $0.0"},
		{"sigint", play{}, "interrupted, and not by this program"},
		{"sigterm", play{Exit: 143}, "ended by a signal (terminated)"},
		{"sigterm", play{Exit: 129}, "ended by a signal (hangup)"},
		{"sigterm", play{Signal: 9}, "ended by a signal (killed)"},
		{"wrong-mode", play{}, `the permission mode "acceptEdits" instead of "dontAsk"`},
		{"default-tools", play{}, "with the tools Bash, "},
		{"dropped-mid-answer", play{}, "ended without a result and said: whole"},
		{"", play{Exit: 1, Stderr: "error: unknown option '--no-such-flag'\n"}, "does not take its options (error: unknown option '--no-such-flag'); update it"},
	} {
		if c.name != "" {
			c.play.Stream = recorded(t, c.name)
		}
		s := newStage(t, c.play)
		err := s.run(t.Context(), "")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: more than one line: %q", c.name, err)
		}
	}
}

// TestLies: neither the code nor the result alone proves anything.
func TestLies(t *testing.T) {
	failed := `{"type":"result","subtype":"success","is_error":true,"duration_api_ms":0,"result":"API Error: Rate limit reached"}` + "\n"
	for _, c := range []struct {
		name string
		play play
		want string
	}{
		{"an error with code 0", play{Stream: failed}, "a limit of the account is reached"},
		{"an error by its subtype", play{Stream: begun + `{"type":"result","subtype":"error_during_execution","is_error":false}`}, "claude: error during execution"},
		{"a result with code 3", play{Stream: begun + done, Exit: 3}, "gave a result and then ended with code 3"},
		{"talk", play{Stream: begun + success}, "it ended without a result and said: done"},
		{"no result", play{Stream: begun}, "ended without a result and said nothing"},
		{"no word", play{}, "ended without a result and said nothing"},
		{"a text and code 0", play{Stream: "API Error: Rate limit reached\n"}, "a limit of the account is reached (API Error: Rate limit reached)"},
		{"a text and code 1", play{Stream: "Invalid API key - Please run /login\n", Exit: 1}, "start claude and type /login"},
		{"a prompt taken for a command", play{Stream: begun + `{"type":"result","subtype":"success","is_error":false,"num_turns":0,"result":"no such command"}`}, "no model was asked"},
		{"odd fields", play{Stream: `{"type":"result","is_error":true,"result":{"a":1},"api_error_status":"x","errors":"y"}`}, "claude: it did not say why"},
		{"half a result", play{Stream: begun + success[:40]}, "ended without a result"},
		{"a result that is not last", play{Stream: begun + done + `{"type":"system","subtype":"new"}` + "\n"}, ""},
		{"two results", play{Stream: begun + done + failed}, "a limit"},
		{"turns beyond its cap", play{Stream: begun + manyAnswers(), Hang: true}, "used all of its 2 turns"},
	} {
		s := newStage(t, c.play)
		err := s.run(t.Context(), "")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		s.gone()
	}
}

func manyAnswers() string {
	var b strings.Builder
	for i := range 20 {
		b.WriteString(`{"type":"assistant","message":{"id":"m` + string(rune('a'+i)) + `","content":[{"type":"text","text":"on"}]}}` + "\n")
	}
	return b.String()
}

// TestDamage: lines that cannot be read are counted, and what is not known is skipped.
func TestDamage(t *testing.T) {
	s := newStage(t, play{Long: 200_000_000, Stream: begun +
		`{"type":"assistant","message":{"content":[{"type":"text","te` + "\n" + "\x00\xff\n" + "[1,2]\n\n" +
		`{"type":"later","subtype":"new","deep":{"type":"result"}}` + "\n" + `{"type":["odd"]}` + "\n" +
		`{"type":"assistant","message":"odd"}` + "\n" + `{"type":"user","message":{"content":"typed"}}` + "\n" +
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"unknown"}]}}` + "\n" + done})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := s.run(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	_, remarks := s.heard()
	for _, want := range []string{"3 lines of the output of claude could not be read", "1 line of the output of claude had more bytes"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("%q is missing in\n%s", want, remarks)
		}
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 64<<20 {
		t.Errorf("%d bytes for a line of 200 MB", got)
	}
}

func TestNoFirstLineIsAWarning(t *testing.T) {
	s := newStage(t, play{Stream: done})
	if err := s.run(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if _, remarks := s.heard(); remarks != "claude did not say which tools it had; what it wrote is checked as always\n" {
		t.Errorf("remarks %q", remarks)
	}
}

// TestWrongStart: a run that is not confined is ended before it has done anything, whatever it does
// against that.
func TestWrongStart(t *testing.T) {
	for name, line := range map[string]string{
		"a tool too many":  strings.Replace(begun, `"Edit"`, `"Bash","Edit"`, 1),
		"a tool too few":   strings.Replace(begun, `"Grep",`, "", 1),
		"a server's tool":  strings.Replace(begun, `"Write"`, `"Write","mcp__x__y"`, 1),
		"no tools":         strings.Replace(begun, `"tools":["Edit","Glob","Grep","Read","Write"],`, "", 1),
		"another mode":     strings.Replace(begun, mode, "bypassPermissions", 1),
		"another folder":   strings.Replace(begun, "SCRATCH", "/", 1),
		"tools of a shape": strings.Replace(begun, `["Edit","Glob","Grep","Read","Write"]`, `"all"`, 1),
	} {
		s := newStage(t, play{Stream: line, Hang: true, Deaf: true, Fork: true})
		began := time.Now()
		err := s.run(t.Context(), "")
		if err == nil || !strings.Contains(err.Error(), "and was ended") {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		s.gone()
	}
}

// TestCancel ends a run in the middle of a stream.
func TestCancel(t *testing.T) {
	for name, p := range map[string]play{
		"listens": {Stream: begun, Hang: true},
		"deaf":    {Stream: begun, Hang: true, Deaf: true, Fork: true},
	} {
		s := newStage(t, p)
		ctx, cancel := context.WithCancelCause(t.Context())
		stop := errors.New("cancelled")
		ended := make(chan error, 1)
		go func() { ended <- s.run(ctx, "") }()
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if texts, _ := s.heard(); strings.Contains(texts, "began") && (!p.Fork || len(s.pids()) == 2) {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("it does not begin")
			}
		}
		began := time.Now()
		cancel(stop)
		if err := <-ended; !errors.Is(err, stop) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		s.gone()
		if left, _ := os.ReadDir(filepath.Join(s.job.Dir, "tmp")); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

// TestGiven: what the program is told, and what of our environment it sees.
func TestGiven(t *testing.T) {
	s := newStage(t, play{Stream: begun + done})
	for _, kv := range []string{"CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ID=x", "CLAUDE_CODE_SSE_PORT=1", "CLAUDE_PROJECT_DIR=/p",
		"GIT_DIR=/g", "EDITOR=vi", "TMUX=x", "CLAUDE_CODE_DISABLE_AUTO_MEMORY=0", "CLAUDE_CODE_TMPDIR=/elsewhere", "TMPDIR=/elsewhere", "SECRET=s", "BASH_ENV=x",
		"ANTHROPIC_API_KEY=key", "CLAUDE_CONFIG_DIR=/c", "HTTPS_PROXY=p", "https_proxy=q", "LC_ALL=C", "ANTHROPIC_BASE_URL=u"} {
		name, value, _ := strings.Cut(kv, "=")
		t.Setenv(name, value)
	}
	s.job.Prompt = strings.Repeat("tidy all of it\n", 20_000) // 300 KB
	if err := s.run(t.Context(), "opus"); err != nil {
		t.Fatal(err)
	}
	g := s.given()
	if g.Stdin != s.job.Prompt || g.Folder != s.job.Dir {
		t.Errorf("%d bytes of stdin, in %s", len(g.Stdin), g.Folder)
	}
	want := "-p --output-format stream-json --verbose --restricted --tools Edit,Glob,Grep,Read,Write --permission-mode dontAsk " +
		"--no-session-persistence --disable-slash-commands --strict-mcp-config --max-turns 2 --max-budget-usd 0.5 --model=opus " +
		"--include-partial-messages --allowedTools Edit(./memory/**) Edit(./CHANGES.md)"
	if got := strings.Join(g.Args, " "); got != want {
		t.Errorf("arguments\n%s\nwant\n%s", got, want)
	}
	env := "\n" + strings.Join(g.Env, "\n") + "\n"
	for _, want := range []string{"ANTHROPIC_API_KEY=key", "CLAUDE_CONFIG_DIR=/c", "HTTPS_PROXY=p", "https_proxy=q", "LC_ALL=C", "ANTHROPIC_BASE_URL=u",
		"CLAUDE_CODE_DISABLE_AUTO_MEMORY=1", "TMPDIR=" + s.job.Dir + "/tmp", "HOME=" + os.Getenv("HOME"), "PATH=" + s.bin} {
		if strings.Count(env, "\n"+want+"\n") != 1 {
			t.Errorf("%s is missing", want)
		}
	}
	for _, no := range []string{"CLAUDECODE", "ENTRYPOINT", "SESSION", "SSE_PORT", "PROJECT_DIR", "GIT_", "EDITOR", "TMUX", "AUTO_MEMORY=0", "elsewhere", "SECRET", "BASH_ENV"} {
		if strings.Contains(env, no) {
			t.Errorf("%s gets through", no)
		}
	}
}

func TestVersion(t *testing.T) {
	for said, want := range map[string]string{
		"2.1.247 (Claude Code)": "version 2.1.247 and cannot be confined to the scratch folder; version 2.1.248 is the first that can: update it",
		"1.9.999":               "cannot be confined",
		"2.0.300":               "cannot be confined",
		"2.1.248 (Claude Code)": "",
		"2.2.0":                 "",
		"v3.0.0-beta":           "",
		"10.0.0":                "",
		"hello":                 "does not say its version (hello)",
		" ":                     "does not say its version (it said nothing)",
	} {
		err := newStage(t, play{Version: said, Stream: begun + done}).run(t.Context(), "")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", said, err)
		}
	}
}

func TestNotInstalled(t *testing.T) {
	s := newStage(t, play{Stream: begun + done})
	about := New("").About()
	if about.Why != "" || !about.Remote || about.Name != Name {
		t.Errorf("about = %+v", about)
	}
	for _, odd := range []string{"--dangerously-skip-permissions", "a b", "x\n"} {
		if New(odd).About().Why == "" {
			t.Errorf("model %q is taken", odd)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if why := New("").About().Why; !strings.Contains(why, "not installed") {
		t.Errorf("why = %q", why)
	}
	if err := s.run(t.Context(), ""); err == nil {
		t.Error("it ran")
	}
	// The place of its own installer.
	home := os.Getenv("HOME")
	if err := os.MkdirAll(filepath.Join(home, ".local"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.bin, filepath.Join(home, ".local/bin")); err != nil {
		t.Fatal(err)
	}
	if why := New("").About().Why; why != "" {
		t.Errorf("why = %q", why)
	}
}

// TestChoose asks one question: without a tool, in a folder that is gone afterwards.
func TestChoose(t *testing.T) {
	from := []engine.Candidate{{Path: "a.md", Description: "how to test"}, {Path: "b.md", Description: "how to deploy"}}
	answer := `{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"These: [\"b.md\", \"c.md\"]"}` + "\n"
	bare := strings.Replace(begun, `"Edit","Glob","Grep","Read","Write"`, "", 1)
	for _, c := range []struct{ name, stream, want, fault string }{
		{"an answer", bare + answer, "b.md", ""},
		{"talk", bare + success, "", "did not answer with a list"},
		{"tools", begun + answer, "", "instead of none"},
		{"a failure", recorded(t, "error-529"), "", "instead of none"},
		{"a limit", bare + strings.Replace(answer, "false", "true", 1), "", "claude: These: "},
		{"cut off", bare + strings.Replace(answer, `"num_turns"`, `"stop_reason":"max_tokens","num_turns"`, 1), "", "cut off"},
	} {
		s := newStage(t, play{Stream: c.stream})
		temp := t.TempDir()
		t.Setenv("TMPDIR", temp)
		got, err := New("haiku").Choose(t.Context(), "where do I deploy @x", from)
		if strings.Join(got, " ") != c.want || c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("%s: left %v", c.name, left)
		}
		g := s.given()
		args := strings.Join(g.Args, " ")
		if !strings.Contains(args, "--restricted --tools  --permission-mode dontAsk --no-session-persistence") || strings.Contains(args, "allowed") ||
			!strings.Contains(args, "--max-turns 1 --max-budget-usd 0.5 --model=haiku --system-prompt=You choose which notes") {
			t.Errorf("%s: arguments %s", c.name, args)
		}
		if !strings.Contains(g.Stdin, `deploy \@x`) || !strings.Contains(g.Stdin, "| b.md") {
			t.Errorf("%s: asked %q", c.name, g.Stdin)
		}
	}
}

// TestExtract: most sessions hold nothing to keep, and few turns are enough to write something down.
func TestExtract(t *testing.T) {
	looked := `{"type":"assistant","message":{"id":"m0","content":[{"type":"tool_use","id":"t0","name":"Grep","input":{"pattern":"x"}}]}}` + "\n"
	turns := `{"type":"result","subtype":"error_max_turns","is_error":true,"terminal_reason":"max_turns"}` + "\n"
	for _, c := range []struct {
		name, stream, want string
		exit               int
	}{
		{"found nothing", begun + looked + success, "", 0},
		{"did not look", begun + success, "ended without a result and said: done", 0},
		{"out of turns", begun + looked + turns, "used all of its 2 turns", 1},
		{"out of turns, but written", begun + looked + strings.Replace(done, success, turns, 1), "", 1},
	} {
		s := newStage(t, play{Stream: c.stream, Exit: c.exit})
		s.job.Extract = true
		err := s.run(t.Context(), "")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

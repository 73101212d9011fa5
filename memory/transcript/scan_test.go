package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dreamgate/model"
)

// store writes a transcript into a new folder and describes it.
func store(t testing.TB, name, content string) File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := At(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// turn is one record as the agent writes it; text is JSON-safe.
func turn(role, text string) string {
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":false,"type":%q,"uuid":"u","timestamp":"2026-11-05T08:00:00Z",`+
		`"cwd":"/home/dev/acme","message":{"role":%q,"content":"%s"}}`+"\n", role, role, text)
}

func collect(t testing.TB, f File) ([]Line, Stats) {
	t.Helper()
	var lines []Line
	stats, err := Scan(context.Background(), f, func(l Line) error {
		lines = append(lines, l)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, stats
}

func numbers(lines []Line) (n []int) {
	for _, l := range lines {
		n = append(n, l.N)
	}
	return n
}

func TestTornLines(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", "alpha")+
		`{"type":"assistant","message":{"role":"assistant","content":"cut in the mid`+"\n"+
		turn("user", "beta")+"[1,2,3]\nnull\n\"text\"\n\n   \n"+turn("user", "gamma")+
		`{"type":"user","message":{"role":"user","content":"still being wri`)
	lines, stats := collect(t, f)
	if got, want := numbers(lines), []int{1, 3, 9}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	want := Stats{Lines: 10, Damaged: []int{2}, DamagedCount: 1, Incomplete: 10}
	if !reflect.DeepEqual(stats, want) {
		t.Errorf("stats %+v, want %+v", stats, want)
	}
	remarks := strings.Join(stats.Remarks(), "; ")
	if remarks != "line 2 is damaged; line 10 is incomplete: still being written" {
		t.Errorf("remarks %q", remarks)
	}
}

func TestLastLineWithoutEnd(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", "one")+strings.TrimSuffix(turn("user", "two"), "\n"))
	lines, stats := collect(t, f)
	if len(lines) != 2 || stats.Incomplete != 0 {
		t.Errorf("whole last line: %d lines, %+v", len(lines), stats)
	}
}

func TestLongLine(t *testing.T) {
	long := strings.Repeat("A", maxLine+maxLine/2)
	f := store(t, "s.jsonl", turn("user", "before")+turn("user", long)+turn("user", "after")+turn("user", long))
	lines, stats := collect(t, f)
	if got, want := numbers(lines), []int{1, 3}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %v, want %v", got, want)
	}
	if want := []int{2, 4}; !reflect.DeepEqual(stats.TooLong, want) {
		t.Errorf("too long %v, want %v", stats.TooLong, want)
	}
}

func TestEncoding(t *testing.T) {
	f := store(t, "s.jsonl", string(bom)+turn("user", `one \udcb2 lone \ud800 x`)+
		turn("user", "two \xb2\xff raw")+turn("user", "three \u2028 sep \u0085 \r x")+
		turn("user", `pair \ud83d\ude00 \u0000 \u001b]0;T\u0007 \/ \" \\ \n\tz`))
	lines, stats := collect(t, f)
	want := []string{"one \ufffd lone \ufffd x", "two \ufffd raw", "three \u2028 sep \u0085 \r x",
		"pair 😀 \x00 \x1b]0;T\a / \" \\ \n\tz"}
	if len(lines) != len(want) || len(stats.Remarks()) != 0 {
		t.Fatalf("got %d lines, remarks %v", len(lines), stats.Remarks())
	}
	for i, l := range lines {
		if l.N != i+1 || l.Text != want[i] {
			t.Errorf("line %d: %q, want %q", l.N, l.Text, want[i])
		}
	}
}

// told is what a test expects of a block.
type told struct {
	trust model.Trust
	call  bool
	text  string
}

// A stamp names its zone or counts from 1970; of all others the time is unknown.
func TestStamps(t *testing.T) {
	for stamp, want := range map[string]string{
		`"2026-09-01T10:00:00.5Z"`: "2026-09-01T10:00:00Z", `"2026-09-01T12:00:00+02:00"`: "2026-09-01T10:00:00Z",
		`"2026-09-01 10:00:00Z"`: "2026-09-01T10:00:00Z", `1788256800000`: "2026-09-01T10:00:00Z", `1788256800`: "2026-09-01T10:00:00Z",
		`"1788256800000"`:       "2026-09-01T10:00:00Z",
		`"2026-09-01T10:00:00"`: "", `"2026-09-01"`: "", `null`: "", `-5`: "", `0`: "", `1e300`: "", `"yesterday"`: "", `{"a":1}`: "", `99999999999999999999`: "",
	} {
		lines, stats := collect(t, store(t, "s.jsonl", `{"type":"user","timestamp":`+stamp+`,"message":{"content":"x"}}`+"\n"))
		got := ""
		if len(lines) == 1 && !lines[0].Time.IsZero() {
			got = lines[0].Time.UTC().Truncate(time.Second).Format(time.RFC3339)
		}
		if len(lines) != 1 || got != want || len(stats.Remarks()) > 0 {
			t.Errorf("%s: %d lines, at %q, want %q; %v", stamp, len(lines), got, want, stats.Remarks())
		}
	}
}

// Who speaks, and what is nobody's words.
func TestSpeakers(t *testing.T) {
	cases := []struct {
		name, record string
		want         []told
	}{
		{"typed", `{"type":"user","message":{"content":"hello"}}`, []told{{model.TrustUser, false, "hello"}}},
		{"key order and spacing", `{ "message" : {"content":"hello"}, "x":[{"type":"y"}] , "type" : "user" }`,
			[]told{{model.TrustUser, false, "hello"}}},
		{"text block", `{"type":"user","message":{"content":[{"type":"text","text":"a"},{"text":"b","type":"text"}]}}`,
			[]told{{model.TrustUser, false, "a"}, {model.TrustUser, false, "b"}}},
		{"assistant", `{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"done"}]}}`,
			[]told{{model.TrustAssistant, false, "done"}}},
		{"tool result", `{"type":"user","message":{"content":[{"type":"tool_result","content":"out"}]},"toolUseResult":{"stdout":"out"}}`,
			[]told{{model.TrustTool, false, "out"}}},
		{"tool result of blocks", `{"type":"user","message":{"content":[{"type":"tool_result","content":[{"type":"text","text":"a"},{"type":"image","source":{}},{"type":"text","text":"b"}]}]}}`,
			[]told{{model.TrustTool, false, "a\nb"}}},
		{"tool result as text", `{"type":"user","toolUseResult":"x","message":{"content":"out"}}`,
			[]told{{model.TrustTool, false, "out"}}},
		{"command", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"description":"d","command":"make all"}}]}}`,
			[]told{{model.TrustAssistant, true, "$ make all"}}},
		{"write", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Write","input":{"file_path":"/a/b","content":"secret plan"}}]}}`,
			[]told{{model.TrustAssistant, true, "$ Write /a/b"}}},
		{"other call", `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Agent","input":{"prompt":"do"}}]}}`, nil},
		{"meta", `{"type":"user","isMeta":true,"message":{"content":"x"}}`, nil},
		{"not meta", `{"type":"user","isMeta":false,"message":{"content":"x"}}`, []told{{model.TrustUser, false, "x"}}},
		{"summary", `{"type":"user","isCompactSummary":true,"message":{"content":"x"}}`, nil},
		{"subagent prompt", `{"type":"user","isSidechain":true,"message":{"content":"x"}}`, []told{{model.TrustAssistant, false, "x"}}},
		{"another agent", `{"type":"user","origin":{"kind":"peer","from":"x"},"message":{"content":"x"}}`, []told{{model.TrustTool, false, "x"}}},
		{"a task that ended", `{"type":"user","message":{"content":"x"},"origin":{"a":[1],"kind":"task-notification"}}`, []told{{model.TrustTool, false, "x"}}},
		{"a person", `{"type":"user","origin":{"kind":"human"},"message":{"content":"x"}}`, []told{{model.TrustUser, false, "x"}}},
		{"odd origin", `{"type":"user","origin":"web","message":{"content":"x"}}`, []told{{model.TrustUser, false, "x"}}},
		{"slash command", `{"type":"user","message":{"content":"<command-name>/x</command-name>\n <command-args>y</command-args>"}}`, nil},
		{"command output", `{"type":"user","message":{"content":"<local-command-stdout>z</local-command-stdout>"}}`, nil},
		{"reminder inside", `{"type":"user","message":{"content":"do it <system-reminder>never</system-reminder> now"}}`,
			[]told{{model.TrustUser, false, "do it  now"}}},
		{"interrupted", `{"type":"user","message":{"content":"[Request interrupted by user for tool use]"}}`, nil},
		{"bookkeeping", `{"type":"last-prompt","lastPrompt":"type user"}`, nil},
		{"api blob", `{"type":"api-request-blob","message":{"role":"user","content":[{"type":"text","text":"x"}]}}`, nil},
		{"nested type", `{"type":"attachment","attachment":{"type":"user","content":"x"}}`, nil},
		{"typed while the agent works", `{"isSidechain":false,"attachment":{"type":"queued_command","prompt":"the port is 5433","commandMode":"prompt","origin":{"kind":"human"},"humanTurn":true},"type":"attachment","rendered":[{"content":"<system-reminder>The user sent a new message: the port is 5433</system-reminder>"}]}`,
			[]told{{model.TrustUser, false, "the port is 5433"}}},
		{"typed while the agent works, older, type first", `{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"image","source":{"data":"AAAA"}},{"type":"text","text":"like this"}]}}`,
			[]told{{model.TrustUser, false, "like this"}}},
		{"queued notice of a task", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"it ended","commandMode":"task-notification"}}`, nil},
		{"queued shell command", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"rm x","commandMode":"bash"}}`, nil},
		{"queued by the agent itself", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","isMeta":true}}`, nil},
		{"queued by another agent", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt","origin":{"kind":"peer"}}}`, []told{{model.TrustTool, false, "x"}}},
		{"queued from another session", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","fromAnotherSession":true,"origin":{"kind":"human"}}}`, []told{{model.TrustTool, false, "x"}}},
		{"queued for a subagent", `{"type":"attachment","isSidechain":true,"attachment":{"type":"queued_command","prompt":"x"}}`, []told{{model.TrustAssistant, false, "x"}}},
		{"queued with a reminder", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"<system-reminder>x</system-reminder>"}}`, nil},
		{"attachment of another kind", `{"type":"attachment","attachment":{"type":"hook_additional_context","prompt":"x","content":"queued_command","note":{"type":"queued_command","prompt":"y"}}}`, nil},
		{"attachment without anything", `{"type":"attachment","attachment":null,"x":{"type":"queued_command"}}`, nil},
		{"line of what is queued", `{"type":"queue-operation","operation":"enqueue","content":"x","attachment":{"type":"queued_command","prompt":"x"}}`, nil},
		{"no content", `{"type":"user","message":null}`, nil},
		{"number as content", `{"type":"user","message":{"content":5}}`, nil},
	}
	for _, c := range cases {
		lines, stats := collect(t, store(t, "s.jsonl", c.record+"\n"))
		var got []told
		for _, l := range lines {
			got = append(got, told{l.Trust, l.Call, l.Text})
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if r := stats.Remarks(); len(r) != 0 {
			t.Errorf("%s: remarks %v", c.name, r)
		}
	}
}

func TestOwnRun(t *testing.T) {
	own := strings.ReplaceAll(turn("user", "You consolidate a memory"), "/home/dev/acme", "/tmp/"+ScratchPrefix+"12/memory")
	lines, stats := collect(t, store(t, "s.jsonl", own+turn("user", "x")))
	if len(lines) != 0 || !stats.Own {
		t.Errorf("got %v, %+v", lines, stats)
	}
	if ours("/home/dev/my" + ScratchPrefix) {
		t.Error("a project with the prefix inside its name was taken for a run")
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(p string) {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(turn("user", "a")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("b.jsonl")
	write("a.jsonl")
	write("a/subagents/agent-1.jsonl")
	write("a/subagents/agent-1.meta.json")
	write("a/tool-results/x.txt")
	write("memory/MEMORY.md")
	pipe(t, filepath.Join(dir, "pipe.jsonl"))
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "zero.jsonl")); err != nil {
		t.Fatal(err)
	}
	files, remarks, err := Files([]string{dir, dir + "/", filepath.Join(dir, "gone")})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing folder: %v", err)
	}
	var got []string
	for _, f := range files {
		got = append(got, fmt.Sprint(f.Session, f.Sidechain))
	}
	if want := []string{"agent-1true", "afalse", "bfalse"}; !reflect.DeepEqual(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	want := []string{"pipe.jsonl: left out: not a regular file", "zero.jsonl: left out: a link"}
	if !reflect.DeepEqual(remarks, want) {
		t.Errorf("remarks %q, want %q", remarks, want)
	}
	lines, _ := collect(t, files[0])
	if len(lines) != 1 || lines[0].Trust != model.TrustAssistant || !lines[0].Sidechain {
		t.Errorf("subagent prompt: %+v", lines)
	}
	begun, err := Begin(context.Background(), files[1])
	if begun.Cwd != "/home/dev/acme" || begun.Dream || err != nil {
		t.Errorf("%+v, %v", begun, err)
	}
	if _, err := Scan(context.Background(), File{Path: filepath.Join(dir, "pipe.jsonl")}, nil); err == nil {
		t.Error("a pipe was opened")
	}
}

func TestScanEnds(t *testing.T) {
	f := store(t, "s.jsonl", turn("user", "a")+turn("user", "b"))
	stop := errors.New("enough")
	n := 0
	if _, err := Scan(context.Background(), f, func(Line) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
		t.Errorf("after %d lines: %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Scan(ctx, f, func(Line) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// soundly holds the reading of each line against the library for JSON: a line that is JSON is never called
// damaged, one that is none is never somebody's words if it is cut off, and plain words come out as they are.
func soundly(t *testing.T, data []byte) {
	t.Helper()
	for n, line := range bytes.Split(data, []byte("\n")) {
		if n == 0 {
			line = bytes.TrimPrefix(line, bom)
		}
		if !json.Valid(line) || !utf8.Valid(line) {
			continue // the library puts one mark for each byte that is no UTF-8
		}
		var texts []string
		lines := newLineReader(context.Background(), strings.NewReader(string(line)))
		stats, err := scanLines(lines, File{Session: "s"}, func(l Line) error {
			texts = append(texts, l.Text)
			return nil
		})
		if err != nil || stats.DamagedCount+stats.Incomplete > 0 {
			t.Fatalf("%q is JSON, and %+v, %v", line, stats, err)
		}
		var r struct {
			Type    *string
			Message *struct{ Content *string }
		}
		plain := bytes.Count(line, []byte(`"type"`)) == 1 && bytes.Count(line, []byte(`"message"`)) == 1 && bytes.Count(line, []byte(`"content"`)) == 1 && bytes.Count(line, []byte(`"`)) == 12
		if json.Unmarshal(line, &r) != nil || !plain || r.Type == nil || *r.Type != "user" || r.Message == nil || r.Message.Content == nil || stats.Own {
			continue
		}
		if want := spoken(*r.Message.Content); want == "" && len(texts) > 0 || want != "" && (len(texts) != 1 || texts[0] != want) {
			t.Fatalf("%q says %q, not %q", line, want, texts)
		}
	}
}

// Whatever the bytes, a scan ends, numbers grow, and text is UTF-8 without what the agent inserted.
func FuzzScan(f *testing.F) {
	f.Add([]byte(turn("user", "a") + "[1]\n{\"type\":\"user\"\n"))
	f.Add([]byte(`{"type":"user","message":{"content":[{"type":"text","text":"\ud83d\u0000"}]}}`))
	f.Add([]byte(taken("a") + `{"type":"attachment","attachment":{"type":"queued_command","prompt":["x",{"text":"a"}]}}` + "\n" + turn("user", "a")))
	for _, s := range []string{"\xef\xbb\xbf{\"type\":\"user\",\"message\":{\"content\":\"a\"}}", `{"message":{"content":"\"\\\/\b\f\n\r\t\u0041\ud800x"},"type":"user"}`,
		`{"type":"user","type":"assistant","message":{"content":"a","content":["b"]}}`, strings.Repeat(`{"a":[`, 200), `{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"command":"x"}},{"type":"tool_result","content":[{"text":1}]}]}}`,
		"{\"type\":\"user\"}\r\n\r\nnull\n\x00\x00\n1e999\n[\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		last := 0
		lines := newLineReader(context.Background(), strings.NewReader(string(data)))
		stats, err := scanLines(lines, File{Session: "s"}, func(l Line) error {
			if l.N < last || l.N > strings.Count(string(data), "\n")+1 {
				t.Fatalf("line %d after %d", l.N, last)
			}
			last = l.N
			if l.Text == "" || l.Text != strings.ToValidUTF8(l.Text, "") {
				t.Fatalf("text %q", l.Text)
			}
			return nil
		})
		if err != nil || stats.Lines < last {
			t.Fatalf("%+v, %v", stats, err)
		}
		soundly(t, data)
	})
}

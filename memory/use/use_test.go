package use

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dreamgate/memory/transcript"
)

// world is a folder of transcripts of a memory in /m, and a count of how often one is opened.
type world struct {
	t      *testing.T
	dir    string
	opened atomic.Int32
}

func newWorld(t *testing.T) *world {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	return &world{t: t, dir: t.TempDir()}
}

func (w *world) write(name string, lines ...string) {
	w.t.Helper()
	w.raw(name, strings.Join(lines, "\n")+"\n")
}

func (w *world) raw(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name+".jsonl"), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) memory() Memory {
	return Memory{ID: "m-1", Key: "k", Upkeep: func(cwd string) bool { return cwd == "/m" },
		Note: func(path string) (string, bool) {
			note, ok := strings.CutPrefix(path, "/m/")
			return note, ok && note != "MEMORY.md"
		}}
}

// count counts through the seam and returns "a.md 2, b.md 1".
func (w *world) count() Log {
	w.t.Helper()
	files, _, err := transcript.Files([]string{w.dir})
	if err != nil {
		w.t.Fatal(err)
	}
	log, err := counter{w.memory(), func(f transcript.File) (stream, error) {
		w.opened.Add(1)
		return openFile(f)
	}}.count(w.t.Context(), files)
	if err != nil {
		w.t.Fatal(err)
	}
	return log
}

func (w *world) want(want string) {
	w.t.Helper()
	log := w.count()
	var parts []string
	for _, n := range []string{"a.md", "b.md", "c/d.md", "MEMORY.md"} {
		if r, ok := log.Notes[n]; ok {
			parts = append(parts, fmt.Sprintf("%s %d", n, r.Count))
		}
	}
	if got := strings.Join(parts, ", "); got != want {
		w.t.Errorf("counted %q, want %q", got, want)
	}
}

func call(id, path string) string {
	return fmt.Sprintf(`{"type":"assistant","cwd":"/p","timestamp":"2026-11-02T10:00:00.500Z","sessionId":"s","message":{"role":"assistant",`+
		`"content":[{"type":"tool_use","id":%q,"name":"Read","input":{"file_path":%q}}]}}`, id, path)
}

func attached(uuid, session string, paths ...string) string {
	var list []string
	for _, p := range paths {
		list = append(list, fmt.Sprintf(`{"path":%q,"content":"text of a note"}`, p))
	}
	return fmt.Sprintf(`{"type":"attachment","uuid":%q,"sessionId":%q,"cwd":"/p","timestamp":"2026-11-03T10:00:00Z",`+
		`"attachment":{"type":"relevant_memories","memories":[%s]}}`, uuid, session, strings.Join(list, ","))
}

const start = `{"type":"user","cwd":"/p","timestamp":"2026-11-01T10:00:00Z","message":{"role":"user","content":"hi"}}`

func TestWhatIsARead(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"calls":             {[]string{start, call("1", "/m/a.md"), call("2", "/m/a.md"), call("3", "/m/c/d.md")}, "a.md 2, c/d.md 1"},
		"the same call":     {[]string{start, call("1", "/m/a.md"), call("1", "/m/a.md")}, "a.md 1"},
		"elsewhere":         {[]string{start, call("1", "/p/a.md"), call("2", "/m/MEMORY.md")}, ""},
		"relative":          {[]string{start, call("1", "../m/a.md")}, "a.md 1"},
		"recalled":          {[]string{start, attached("u1", "s", "/m/a.md", "/m/b.md"), attached("u2", "s", "/m/a.md"), attached("u3", "t", "/m/a.md")}, "a.md 2, b.md 1"},
		"recalled as paths": {[]string{start, strings.ReplaceAll(attached("u", "s"), "[]", `["/m/a.md", 7]`)}, "a.md 1"},
		"instructions": {[]string{start, `{"type":"attachment","cwd":"/p","attachment":{"type":"instructions","files":[{"type":"AutoMem","path":"/m/a.md"}]}}`},
			""},
		"a list of tools": {[]string{start, `{"type":"api-request-shape","shape":{"tools":[{"type":"tool_use","name":"Read","input":{"file_path":"/m/a.md"}}]},"x":"assistant"}`}, ""},
		"another tool":    {[]string{start, strings.ReplaceAll(call("1", "/m/a.md"), `"Read"`, `"Edit"`), strings.ReplaceAll(call("2", "/m/b.md"), `"Read"`, `"Grep","x":"Read"`)}, ""},
		"spaces":          {[]string{start, strings.ReplaceAll(strings.ReplaceAll(call("1", "/m/a.md"), ":", ": "), ",", " , ")}, "a.md 1"},
		"other shapes": {[]string{start, `{"type":"assistant","message":"\"Read\" \"file_path\" a.md"}`, `{"type":"assistant","message":{"content":[3,{"type":"tool_use","name":"Read","input":["file_path","a.md"]}]}}`,
			`["assistant","Read","file_path",".md"]`, call("1", "/m/a.md")}, "a.md 1"},
		"a dream of ours":     {[]string{strings.ReplaceAll(start, `"/p"`, `"/tmp/dreamgate-scratch-1"`), call("1", "/m/a.md")}, ""},
		"a dream of another":  {[]string{strings.ReplaceAll(start, `"/p"`, `"/m"`), call("1", "/m/a.md")}, ""},
		"damaged lines":       {[]string{"\x00\x00", `{"type":"assistant`, call("1", "/m/a.md")[:200], call("2", "/m/b\xff.md"), start, "\xff\xfe", call("3", "/m/a.md")}, "a.md 1"},
		"torn by another one": {[]string{start, call("1", "/m/a.md")[:150] + call("2", "/m/b.md"), call("3", "/m/a.md")}, "a.md 1"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.write("s", c.lines...)
			w.want(c.want)
			w.want(c.want)
		})
	}
}

func TestTimes(t *testing.T) {
	w := newWorld(t)
	w.write("s", start, call("1", "/m/a.md"), attached("u", "s", "/m/b.md"))
	for range 2 { // from the transcript, and then from the cache
		log := w.count()
		if at := log.Notes["a.md"].Last; !at.Equal(time.Date(2026, 11, 2, 10, 0, 0, 5e8, time.UTC)) {
			t.Errorf("last read %v", at)
		}
		if at := log.Starts["s"]; !at.Equal(time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)) {
			t.Errorf("started %v", at)
		}
	}
}

func TestCopiesCountOnce(t *testing.T) {
	w := newWorld(t)
	w.write("s", start, call("1", "/m/a.md"), attached("u", "s", "/m/b.md"))
	w.write("fork", start, call("1", "/m/a.md"), strings.ReplaceAll(attached("u", "fork", "/m/b.md"), "x", "y"), call("2", "/m/a.md"))
	w.want("a.md 2, b.md 1")
}

func TestASecondStartReadsNothing(t *testing.T) {
	w := newWorld(t)
	for i := range 5 {
		w.write(fmt.Sprint("s", i), start, call(fmt.Sprint(i), "/m/a.md"))
	}
	w.want("a.md 5")
	if n := w.opened.Swap(0); n != 5 {
		t.Errorf("%d transcripts opened, want 5", n)
	}
	w.want("a.md 5")
	if n := w.opened.Load(); n != 0 {
		t.Errorf("%d transcripts opened again", n)
	}
	if err := os.Remove(filepath.Join(w.dir, "s0.jsonl")); err != nil {
		t.Fatal(err)
	}
	w.want("a.md 4")
	if n := w.opened.Load(); n != 0 {
		t.Errorf("%d transcripts opened because one has gone", n)
	}
}

func TestGrowing(t *testing.T) {
	w := newWorld(t)
	text := start + "\n" + call("1", "/m/a.md") + "\n"
	last := call("2", "/m/b.md")
	w.raw("s", text+last[:100])
	w.want("a.md 1")
	w.raw("s", text+last) // whole, and its end is not written yet
	w.want("a.md 1, b.md 1")
	w.raw("s", text+last+"\n"+call("3", "/m/a.md")+"\n")
	w.want("a.md 2, b.md 1")
	log := loadCache("m-1", "k").Files[filepath.Join(w.dir, "s.jsonl")]
	if log == nil || log.Seen != log.Size {
		t.Fatalf("%+v", log)
	}
	// Another file of the same name, longer than the first.
	w.raw("s", strings.Replace(text, "2026-11-01", "2025-11-01", 1)+strings.Repeat(call("9", "/m/b.md")+"\n", 9))
	w.want("a.md 1, b.md 1")
	// Shorter than before.
	w.raw("s", text)
	w.want("a.md 1")
	// What stood before the place where it was left was written over.
	w.raw("s", text+strings.Repeat("{}\n", 3000)+last+"\n")
	w.want("a.md 1, b.md 1")
	w.raw("s", text+strings.Repeat("{}\n", 3000)+strings.Replace(last, "b.md", "a.md", 1)+"\n{}\n")
	w.want("a.md 2")
}

// TestGrowingIsContinued reads only what is new: what lies before it is damaged without a trace in what
// is compared.
func TestGrowingIsContinued(t *testing.T) {
	w := newWorld(t)
	filler := strings.Repeat("{}\n", 5000)
	w.raw("s", start+"\n"+filler+call("1", "/m/a.md")+"\n"+filler)
	w.want("a.md 1")
	w.raw("s", start+"\n"+filler+call("1", "/m/b.md")+"\n"+filler+call("2", "/m/a.md")+"\n")
	w.want("a.md 2")
}

func TestDamagedCache(t *testing.T) {
	w := newWorld(t)
	w.write("s", start, call("1", "/m/a.md"))
	w.want("a.md 1")
	path := filepath.Join(os.Getenv("XDG_CACHE_HOME"), "dreamgate", "use", "m-1.json")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(whole); strings.Contains(text, "hi") || strings.Contains(text, "text of") || strings.Contains(text, "/p\"") {
		t.Errorf("the cache holds words of the transcript: %s", text)
	}
	for _, bad := range []string{"", "{", "[]", "null", string(whole[:len(whole)/2]), strings.Replace(string(whole), `"n":0`, `"n":7`, 1),
		strings.Replace(string(whole), `"version":1`, `"version":99`, 1), `{"version":1,"key":"k","files":{"x":null}}`, "\x00\xff"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		w.want("a.md 1")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil { // it cannot be written
		t.Fatal(err)
	}
	w.want("a.md 1")
}

func TestTwoAtOnce(t *testing.T) {
	w := newWorld(t)
	for i := range 20 {
		w.write(fmt.Sprint("s", i), start, call(fmt.Sprint(i), "/m/a.md"))
	}
	files, _, err := transcript.Files([]string{w.dir})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	for range 8 {
		go func() {
			log, err := Count(context.Background(), w.memory(), files)
			if err == nil && log.Notes["a.md"].Count != 20 {
				err = fmt.Errorf("%+v", log.Notes)
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestLongLines(t *testing.T) {
	w := newWorld(t)
	long := strings.Replace(call("1", "/m/a.md"), `"role"`, `"pad":"`+strings.Repeat("x", 2*bufSize)+`","role"`, 1)
	huge := strings.Replace(call("2", "/m/a.md"), `"role"`, `"pad":"`+strings.Repeat("x", maxLine)+`","role"`, 1)
	w.raw("s", start+"\n"+huge+"\n"+long+"\n"+call("3", "/m/b.md")+"\n"+huge)
	w.want("a.md 1, b.md 1")
}

func TestUnread(t *testing.T) {
	w := newWorld(t)
	w.write("s", start, call("1", "/m/a.md"))
	files := []transcript.File{{Path: filepath.Join(w.dir, "s.jsonl"), Session: "s", Size: 9}, {Path: filepath.Join(w.dir, "gone.jsonl"), Session: "gone"}}
	log, err := Count(t.Context(), w.memory(), files)
	if err != nil || len(log.Unread) != 1 || filepath.Base(log.Unread[0]) != "gone.jsonl" {
		t.Errorf("%+v, %v", log, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Count(ctx, w.memory(), files); !errors.Is(err, context.Canceled) {
		t.Errorf("a count that was ended: %v", err)
	}
}

// BenchmarkCount goes through 100 MB in lines of 8 KB, of which one in twenty is a call.
func BenchmarkCount(b *testing.B) {
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	w := &world{dir: b.TempDir()}
	pad := strings.Replace(`{"type":"attachment","attachment":{"type":"prompt_snapshot","tools":[{"name":"Read","x":"notes.md","file_path":1,"y":"assistant"}],"pad":"`, "assistant", "agent", 1) + strings.Repeat("word ", 1600) + `"}}`
	var text strings.Builder
	for i := 0; text.Len() < 10<<20; i++ {
		if i%20 == 0 {
			text.WriteString(call(fmt.Sprint(i), "/m/a.md") + "\n")
		}
		text.WriteString(pad + "\n")
	}
	for i := range 10 {
		if err := os.WriteFile(filepath.Join(w.dir, fmt.Sprint(i, ".jsonl")), []byte(text.String()), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	files, _, err := transcript.Files([]string{w.dir})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(10 * text.Len()))
	m := w.memory()
	for i := 0; b.Loop(); i++ {
		m.Key = fmt.Sprint(i)
		if _, err := Count(b.Context(), m, files); err != nil {
			b.Fatal(err)
		}
	}
}

package transcript

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

func digestOf(t *testing.T, opt DigestOptions, files ...File) (DigestReport, map[string][]DigestLine) {
	t.Helper()
	dir := t.TempDir()
	root, err := memory.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	report, err := Digest(context.Background(), files, opt, root)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]DigestLine{}
	total := int64(0)
	for _, p := range report.Files {
		data, err := os.ReadFile(filepath.Join(dir, p))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if len(line) >= 500 {
				t.Errorf("%s: a line of %d bytes", p, len(line))
			}
		}
		if out[p], err = ReadDigest(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		total += int64(len(data))
	}
	if total != report.Bytes || len(report.Files) != report.Sessions {
		t.Errorf("report %+v, on disk %d bytes", report, total)
	}
	return report, out
}

func TestDigest(t *testing.T) {
	key := "glpat-" + "xQ7rT2mN9kL4wZ8yB5vC"
	f := store(t, "s-1.jsonl", turn("user", `first\nsecond\tx`)+`{"type":"mode"}`+"\n"+
		turn("assistant", strings.Repeat("word ", 200)+key)+
		`{"type":"user","message":{"content":[{"type":"tool_result","content":"a\nb"}]}}`+"\n")
	report, got := digestOf(t, DigestOptions{}, f)
	lines := got["transcripts/s-1.txt"]
	if report.Sessions != 1 || len(lines) != 6 || report.Lines != 6 {
		t.Fatalf("report %+v, lines %+v", report, lines)
	}
	first := lines[0]
	want := Line{Session: "s-1", N: 1, Trust: model.TrustUser, Text: "first", Cwd: "/home/dev/acme",
		Time: time.Date(2026, 11, 5, 8, 0, 0, 0, time.UTC)}
	if first.Line != want || first.Piece != 1 {
		t.Errorf("first line %+v, want %+v", first, want)
	}
	if lines[1].Text != "second x" || lines[2].N != 3 || lines[2].Piece != 1 {
		t.Errorf("pieces %+v", lines[1:3])
	}
	if lines[4].Text != "glpat-[masked]" && !strings.HasSuffix(lines[4].Text, "glpat-[masked]") {
		t.Errorf("secret in %q", lines[4].Text)
	}
	if last := lines[5]; last.Text != "a / b" || last.Trust != model.TrustTool || !last.Time.IsZero() || last.Piece != 0 {
		t.Errorf("tool line %+v", last)
	}
}

func TestDigestBound(t *testing.T) {
	tool := `{"type":"user","message":{"content":[{"type":"tool_result","content":"` + strings.Repeat("x", 300) + `"}]}}` + "\n"
	session := func(name string, age time.Duration) File {
		var b strings.Builder
		for i := range 40 {
			b.WriteString(turn("user", fmt.Sprintf("plain talk %d", i)))
			b.WriteString(turn("assistant", "about the gearbox, indeed"))
			b.WriteString(tool)
		}
		f := store(t, name, b.String())
		f.ModTime = time.Date(2026, 11, 5, 8, 0, 0, 0, time.UTC).Add(-age)
		return f
	}
	old, fresh := session("old.jsonl", time.Hour), session("new.jsonl", 0)
	report, got := digestOf(t, DigestOptions{Max: 7500, Words: []string{"The Gearbox."}}, old, fresh)
	if report.Bytes > 7700 || report.LeftOut == 0 || report.Files[0] != "transcripts/new.txt" {
		t.Errorf("report %+v", report)
	}
	count := map[string]int{}
	for p, lines := range got {
		for _, l := range lines {
			count[p+" "+string(l.Trust)]++
		}
	}
	if count["transcripts/new.txt tool"] != 0 || count["transcripts/old.txt assistant"] != 40 {
		t.Errorf("kept %v", count)
	}
	if a, b := count["transcripts/new.txt user"], count["transcripts/old.txt user"]; a < b {
		t.Errorf("kept %d new and %d old lines of the user", a, b)
	}
	if len(report.Remarks) != 2 || !strings.Contains(report.Remarks[1], "old: over the size bound: left out 40 tool") {
		t.Errorf("remarks %q", report.Remarks)
	}
}

// TestDigestOfAPaste: what a person asks for is not pushed out by what he pastes beside it, before it or after.
func TestDigestOfAPaste(t *testing.T) {
	ask := "please remember that we always use pnpm"
	paste := strings.Repeat(`12:00:01 worker-7 took the job\n`, 3000)
	f := store(t, "s-1.jsonl", turn("user", ask+" here")+turn("user", ask+` first\n`+paste+ask+" last")+turn("user", ask+" too"))
	report, got := digestOf(t, DigestOptions{Max: 32 << 10, Words: []string{"worker jobs"}}, f)
	said := ""
	for _, l := range got["transcripts/s-1.txt"] {
		said += l.Text + "\n"
	}
	for _, word := range []string{"here", "first", "last", "too"} {
		if !strings.Contains(said, ask+" "+word) {
			t.Errorf("%q is left out", ask+" "+word)
		}
	}
	if report.Read[0].LeftUser != 0 || report.LeftOut < 2000 || !strings.Contains(strings.Join(report.Remarks, ";"), "in the midst of long messages") {
		t.Errorf("%+v", report)
	}
}

func TestDigestNames(t *testing.T) {
	a := store(t, "x y.jsonl", turn("user", "a"))
	b := store(t, "x y.jsonl", turn("user", "b"))
	gone := File{Path: a.Path + "gone", Session: "gone"}
	report, got := digestOf(t, DigestOptions{}, a, b, gone)
	if len(got["transcripts/x_y.txt"]) != 1 || len(got["transcripts/x_y~2.txt"]) != 1 {
		t.Errorf("files %v", report.Files)
	}
	if len(report.Remarks) != 1 || !strings.HasPrefix(report.Remarks[0], "gone: ") {
		t.Errorf("remarks %q", report.Remarks)
	}
	report, _ = digestOf(t, DigestOptions{Since: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}, a)
	if report.Sessions != 0 {
		t.Errorf("old messages were kept: %+v", report)
	}
}

func TestReadDigestRefuses(t *testing.T) {
	for _, s := range []string{"no head\n", "# s cwd=\nx\n", "# s cwd=\n0\tuser\t-\tx\n",
		"# s cwd=\n1\tboss\t-\tx\n", "# s cwd=\n1.0\tuser\t-\tx\n", "# s cwd=\n1\tuser\tnow\tx\n"} {
		if got, err := ReadDigest(strings.NewReader(s)); err == nil {
			t.Errorf("%q was read as %+v", s, got)
		}
	}
}

// TestDigestFrom: lines that were read before are left out, and what was read is told for each file.
func TestDigestFrom(t *testing.T) {
	dir := t.TempDir()
	say := func(text string) string {
		return `{"type":"user","timestamp":"2026-11-10T09:00:00Z","cwd":"/p","message":{"role":"user","content":"` + text + `"}}` + "\n"
	}
	path := filepath.Join(dir, "one.jsonl")
	if err := os.WriteFile(path, []byte(say("first")+say("second")+`{"type":"user","mess`), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := At(path)
	if err != nil {
		t.Fatal(err)
	}
	root, err := memory.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	gone := File{Path: filepath.Join(dir, "gone.jsonl"), Session: "gone"}
	got, err := Digest(t.Context(), []File{f, gone}, DigestOptions{From: map[string]int{path: 1}}, root)
	if err != nil || got.Lines != 1 || len(got.Read) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if r := got.Read[0]; r.File.Path != path || r.Lines != 2 || r.Kept != 1 || r.Err != nil {
		t.Errorf("a torn last line is read when it is whole: %+v", r)
	}
	if got.Read[1].Err == nil {
		t.Errorf("%+v", got.Read[1])
	}
	text, err := root.ReadFile(got.Files[0])
	if err != nil || strings.Contains(string(text.Data), "first") || !strings.Contains(string(text.Data), "2\tuser\t2026-11-10T09:00:00Z\tsecond") {
		t.Errorf("%s, %v", text.Data, err)
	}
}

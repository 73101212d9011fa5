package talk

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/memory"
)

// atBench is a bench over a folder.
func atBench(t *testing.T, dir string) *bench {
	t.Helper()
	root, err := memory.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return &bench{ctx: t.Context(), root: root.Volatile(), tools: tools(), touch: func(string, string) {}}
}

// call carries out "name {json}".
func (b *bench) call(t *testing.T, c string) Result {
	t.Helper()
	name, args, _ := strings.Cut(c, " ")
	return b.do(Call{ID: "1", Name: name, Args: json.RawMessage(args)})
}

// TestNothingGetsOut: no argument reaches a file that is not the model's to see or to write.
func TestNothingGetsOut(t *testing.T) {
	dir := scratch(t, "memory/a.md", "the note\n", "memory/MEMORY.md", "index\n", "transcripts/s.txt", "said\n", "AUDIT.md", "found\n", "tmp/x", "temp\n", "other.md", "other\n")
	outside := filepath.Join(t.TempDir(), "secret.md")
	if err := os.WriteFile(outside, []byte("secret words\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"memory/link.md": outside, "memory/dir": filepath.Dir(outside), "transcripts/l.txt": outside}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here")
		}
	}
	before := snapshot(t, dir)
	b := atBench(t, dir)
	paths := []string{outside, "/etc/passwd", "../secret.md", "memory/../other.md", "memory/../../x", "~/x", `memory\a.md`, `C:\x`,
		"memory/a\x00.md", "memory/a\n.md", "", ".", "/", "tmp/x", "other.md", "a.md", "memory", "memory/", "memory//a.md", "./../x",
		"memory/link.md", "memory/dir/secret.md", "transcripts/l.txt", "memory/.git/config", "memory/.hidden.md", "memory/sub/.x.md",
		"memory/x.sh", "memory/x", "MEMORY.md", "memory/\u202ea.md", "memory/a\x1b.md", strings.Repeat("a/", 5000) + "x.md"}
	for _, p := range paths {
		quoted, _ := json.Marshal(p)
		for _, c := range []string{"read {\"path\":%s}", "edit {\"path\":%s,\"old\":\"e\",\"new\":\"f\"}", "write {\"path\":%s,\"text\":\"x\"}", "delete {\"path\":%s}"} {
			r := b.call(t, fmt.Sprintf(c, quoted))
			if !r.Failed || strings.Contains(r.Text, "secret words") || strings.Contains(r.Text, dir) || len(r.Text) > 1500 {
				t.Errorf("%s of %q: %.300s", c[:6], cut(p, 60), r.Text)
			}
		}
	}
	for _, p := range []string{"transcripts/s.txt", "AUDIT.md"} {
		for _, c := range []string{"edit {\"path\":%q,\"old\":\"a\",\"new\":\"b\"}", "write {\"path\":%q,\"text\":\"x\"}", "delete {\"path\":%q}"} {
			if r := b.call(t, fmt.Sprintf(c, p)); !r.Failed || !strings.Contains(r.Text, "for reading") {
				t.Errorf("%s of %s: %s", c[:6], p, r.Text)
			}
		}
	}
	for _, c := range []string{`list {}`, `list {"under":"../"}`, `list {"under":"/etc"}`, `search {"pattern":"secret|temp|other"}`, `search {"pattern":"root","under":"/etc/passwd"}`} {
		if r := b.call(t, c); strings.Contains(r.Text, "secret") || strings.Contains(r.Text, "tmp/") || strings.Contains(r.Text, "other.md") || strings.Contains(r.Text, "link.md") {
			t.Errorf("%s shows %s", c, r.Text)
		}
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	if got := content(t, filepath.Dir(outside), "secret.md"); got != "secret words\n" {
		t.Errorf("outside is now %q", got)
	}
}

// snapshot is all that lies in a folder, as one text.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, _ := os.ReadFile(p)
			fmt.Fprintf(&b, "%s %q\n", p[len(dir):], data)
		} else {
			fmt.Fprintf(&b, "%s %v\n", p[len(dir):], d.Type())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestArguments: whatever a model sends, it is told what is wrong with it.
func TestArguments(t *testing.T) {
	b := atBench(t, scratch(t, "memory/a.md", "one\ntwo\nthree\n"))
	for c, want := range map[string]string{
		`read`:                                    `"path" is missing`,
		`read {"path":`:                           "no JSON object",
		`read ["memory/a.md"]`:                    "no JSON object",
		`read null`:                               `"path" is missing`,
		`read {"path":7}`:                         `"path" must be of type string`,
		`read {"path":null}`:                      `"path" is missing`,
		`read {"path":"memory/a.md","from":1.5}`:  `"from" must be of type integer`,
		`read {"path":"memory/a.md","from":-1}`:   `"from" must be of type integer`,
		`read {"path":"memory/a.md","from":1e99}`: `"from" must be of type integer`,
		`read {"path":"memory/a.md","from":9}`:    "has 3 lines only",
		`read {"path":"memory/gone.md"}`:          "there is no file memory/gone.md; list shows",
		`edit {"path":"memory/a.md","old":"one","new":"1","all":"maybe"}`:              `"all" must be of type boolean`,
		`edit {"path":"memory/a.md","old":"","new":"x"}`:                               "the old text is empty",
		`edit {"path":"memory/a.md","old":"x","new":"x"}`:                              "are the same",
		`edit {"path":"memory/a.md","old":"four","new":"x"}`:                           "does not stand in",
		`edit {"path":"memory/a.md","old":"e","new":"x"}`:                              "stands 3 times",
		`edit {"path":"memory/new.md","old":"e","new":"x"}`:                            "write makes a new one",
		`write {"path":"memory/a.md","text":" \n"}`:                                    "use delete",
		`delete {"path":"memory/MEMORY.md"}`:                                           "memory/MEMORY.md stays",
		`delete {"path":"CHANGES.md"}`:                                                 "CHANGES.md stays",
		`delete {"path":"memory/gone.md"}`:                                             "there is no file",
		`search {"pattern":" "}`:                                                       "the pattern is empty",
		`search {"pattern":"` + strings.Repeat("x", 501) + `"}`:                        "more than 500 bytes",
		`search {"pattern":"x","under":"notes/"}`:                                      "no path begins with",
		`shell {"command":"rm -rf /"}`:                                                 `there is no tool "shell"; there are list, read, search, edit, write, delete`,
		` {}`:                                                                          "names no tool",
		`write {"path":"memory/b.md","text":"` + strings.Repeat("x", maxNote+1) + `"}`: "keep one fact a note",
		`write {"path":"memory/b.md","text":"` + strings.Repeat("x", maxArgs) + `"}`:   "write less at once",
	} {
		if r := b.call(t, c); !r.Failed || !strings.Contains(r.Text, want) || !strings.HasPrefix(r.Text, "error: ") {
			t.Errorf("%.80s: %.300s, want %q", c, r.Text, want)
		}
	}
	for c, want := range map[string]string{
		`read {"path":"./memory/a.md","from":"2","lines":1}`: "memory/a.md, lines 2 to 2 of 3; go on with from = 3\n\ntwo\n",
		`read {"path":"memory/a.md","from":null,"odd":1}`:    "memory/a.md, lines 1 to 3 of 3\n\none\ntwo\nthree\n",
		`search {"pattern":"T[wh]"}`:                         "memory/a.md:2: two\nmemory/a.md:3: three\n",
		`search {"pattern":"two("}`:                          "nothing found",
		`list {"under":"transcripts/"}`:                      "error: no path begins with \"transcripts/\"; memory/ and transcripts/ do",
	} {
		if r := b.call(t, c); r.Text != want {
			t.Errorf("%s: %q, want %q", c, r.Text, want)
		}
	}
}

// TestEditsKeepBytes: line ends and what is no UTF-8 stay as they are.
func TestEditsKeepBytes(t *testing.T) {
	dir := scratch(t, "memory/w.md", "one\r\ntwo\r\nthree", "memory/l.md", "caf\xe9 one\n", "memory/m.md", "x x\n")
	b := atBench(t, dir)
	for _, c := range []string{
		`edit {"path":"memory/w.md","old":"one\ntwo","new":"1\n2\n3"}`,
		`edit {"path":"memory/l.md","old":"one","new":"two"}`,
		`edit {"path":"memory/m.md","old":"x","new":"y","all":true}`,
	} {
		if r := b.call(t, c); r.Failed {
			t.Errorf("%s: %s", c, r.Text)
		}
	}
	for path, want := range map[string]string{"memory/w.md": "1\r\n2\r\n3\r\nthree", "memory/l.md": "caf\xe9 two\n", "memory/m.md": "y y\n"} {
		if got := content(t, dir, path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	if r := b.call(t, `write {"path":"memory/l.md","text":"new"}`); !r.Failed || !strings.Contains(r.Text, "is no UTF-8") {
		t.Errorf("a note in another encoding is overwritten: %s", r.Text)
	}
	if r := b.call(t, `write {"path":"memory/w.md","text":"a\nb"}`); r.Failed || content(t, dir, "memory/w.md") != "a\r\nb\r\n" {
		t.Errorf("%s: %q", r.Text, content(t, dir, "memory/w.md"))
	}
	if r := b.call(t, `read {"path":"memory/l.md"}`); !strings.Contains(r.Text, "no UTF-8") || !strings.Contains(r.Text, "caf\ufffd two") {
		t.Errorf("read: %q", r.Text)
	}
}

// TestBounds: no result is longer than it may be, and each says how to go on.
func TestBounds(t *testing.T) {
	pairs := []string{"memory/long.md", strings.Repeat("x", 3*maxLine) + "\nshort\n", "transcripts/s.txt", strings.Repeat("7\tuser\t2026-11-19T10:00:00Z\t"+strings.Repeat("needle hay ", 30)+"\n", 3000)}
	for i := range 700 {
		pairs = append(pairs, fmt.Sprintf("memory/n%03d.md", i), "---\ndescription: "+strings.Repeat("d", 400)+"\n---\n")
	}
	b := atBench(t, scratch(t, pairs...))
	for _, c := range []string{`list {}`, `read {"path":"transcripts/s.txt"}`, `read {"path":"memory/long.md"}`, `search {"pattern":"needle"}`, `search {"pattern":"x"}`} {
		r := b.call(t, c)
		if r.Failed || len(r.Text) > maxResult+1000 {
			t.Errorf("%s: %v, %d bytes", c, r.Failed, len(r.Text))
		}
		if !strings.Contains(r.Text, "go on with") && !strings.Contains(r.Text, " more") && !strings.Contains(r.Text, "…") {
			t.Errorf("%s does not say that it was cut: %.200s", c, r.Text)
		}
	}
	seen := 0
	for after := ""; ; {
		r := b.call(t, fmt.Sprintf(`list {"under":"memory/","after":%q}`, after))
		lines := strings.Split(strings.TrimSpace(r.Text), "\n")
		last := lines[len(lines)-1]
		if !strings.Contains(last, "files more") {
			seen += len(lines)
			break
		}
		seen += len(lines) - 1
		after, _, _ = strings.Cut(lines[len(lines)-2], "  ")
	}
	if seen != 701 {
		t.Errorf("%d of 701 files listed", seen)
	}
}

// TestHitKeepsItsHead: who said a line and when stays with a hit far behind in it.
func TestHitKeepsItsHead(t *testing.T) {
	b := atBench(t, scratch(t, "transcripts/s.txt", "7.2\tuser\t2026-11-19T10:00:00Z\t"+strings.Repeat("word ", 70)+"needle"+strings.Repeat(" hay", 20)+"\n"))
	r := b.call(t, `search {"pattern":"needle"}`)
	if !strings.HasPrefix(r.Text, "transcripts/s.txt:1: 7.2\tuser\t2026-11-19T10:00:00Z\t…") || !strings.Contains(r.Text, "needle") {
		t.Errorf("%q", r.Text)
	}
}

func TestLocal(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://127.0.0.1:1": true, "http://127.9.9.9": true, "http://[::1]:8080/v1": true, "HTTP://LOCALHOST": true, "http://[::ffff:127.0.0.1]": true,
		"https://api.openai.com/v1": false, "http://localhost.example.org": false, "http://0.0.0.0": false, "http://10.0.0.1": false, "http://127.0.0.1.example.org": false,
		"http://127.0.0.1@example.org": false, "": false, "::": false, "http://example.org/127.0.0.1": false,
	} {
		if got := Local(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	for address, ok := range map[string]bool{"https://x.example/v1": true, "http://localhost:1": true, "http://10.1.2.3:11434": true, "http://gpu:8080/v1": true, "http://gpu.lan": true, "http://8.8.8.8": false, "http://x.example": false, "x.example": false, "ftp://x.example": false, "": false, "https://": false} {
		if got := Address("X_URL", address); (got == "") != ok {
			t.Errorf("%q: %q", address, got)
		}
	}
}

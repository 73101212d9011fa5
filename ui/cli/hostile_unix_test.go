//go:build unix

package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// evil drives a terminal, turns the direction, hides, and ends lines in every way, if it is let.
const evil = "\x1b[2J\x1b]0;owned\x07\x1b]8;;http://x\x1b\\l\x1b]8;;\x1b\\\x1b]52;c;eA==\x07\x1bPq\x1b\\\x1b_x\x1b\\" +
	"\u009b31m\u0090q\u009c\x9b31m\x90 \u202eright\u2066a\u2069\u200e z\u200bw\u2060\ufeff \U000e0041\U000e007f \r\v\f\x7f\b \u2028\u2029\u0085 \xff\xc0\xaf"

// evilLine is evil without what no name of a file or line of a patch can hold.
var evilLine = strings.NewReplacer("\r", "", "\v", "", "\f", "").Replace(evil)

// hostileMemory is a memory in which all that a stranger may have written is evil: names, index, notes,
// sessions, settings, commits.
func hostileMemory(t *testing.T) *homeWorld {
	t.Helper()
	h := homeWithMemory(t)
	name := strings.ReplaceAll(evilLine, "/", "_")[:60]
	write(t, h.memory, map[string]string{
		"MEMORY.md":                     "- [Till](till.md) — " + evil + "\n- [" + evil + "](gone" + evilLine + ".md)\n# " + evil + "\n- [[" + evil + "]]\n- [T](till.md)\n",
		"till.md":                       "---\nname: \"till" + evil + "\"\ndescription: " + evil + "\nmetadata:\n  type: " + evil + "\n  originSessionId: " + evil + "\n---\n\nThe till closes at 18:30. " + evil + "\n",
		name + ".md":                    "---\nname: x\n---\n[a](../../outside.md) [b](/etc/passwd) [c](" + evil + ")\n```sh\n" + evil + "\n```\n",
		"broken.md":                     "---\n" + evil + ": [" + evil + "\n---\n" + evil + "\n",
		"sub/a" + evilLine[:20] + ".md": "x\n", "-rf.md": "x\n", "--help.md": "x\n", "new\nline.md": "x\n", "a'b\"c.md": "x\n", "caf\xe9.md": "x\n", "$(id).md": "x\n", "nul.md": "a\x00b\n",
	})
	for _, err := range []error{
		os.WriteFile(filepath.Join(h.dir, "outside.md"), []byte("outside, not yours\n"), 0o600),
		os.Symlink(filepath.Join(h.dir, "outside.md"), filepath.Join(h.memory, "link"+name+".md")),
		os.Symlink("/dev/zero", filepath.Join(h.memory, "zero.md")), os.Symlink("..", filepath.Join(h.memory, "up")),
		syscall.Mkfifo(filepath.Join(h.memory, "pipe.md"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	h.says("The till closes at 19:00 now. " + evil)
	f, err := os.OpenFile(h.transcript, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	deep := strings.Repeat("[", 200_000)
	for _, line := range []string{"{" + evil, `{"type":"user","message":{"content":` + deep + strings.ReplaceAll(deep, "[", "]") + `}}`, strings.Repeat(`{"a":`, 100_000),
		`{"type":"user","type":"assistant","message":{"content":"till"},"message":{"content":"\ud800till\u001b[31m\u009b\u202e"}}`,
		`{"type":["user"],"message":7,"timestamp":{},"cwd":[1],"sessionId":null}`, `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Read\u001b[2J","input":{"file_path":"../../../outside.md\u001b[2J"}}]}}`, "null", "", "\x00\x00"} {
		fmt.Fprintln(f, line)
	}
	write(t, filepath.Join(h.dir, ".claude"), map[string]string{"settings.json": `{"cleanupPeriodDays":"\u001b[2J","hooks":{"Stop":[{"hooks":[{"type":"command","command":"\u001b[2J\u202e"}]}]},"env":{"X":"\u009b"}}`})
	git(t, h.memory, "init", "-q", "-b", "main")
	git(t, h.memory, "add", "-A")
	git(t, h.memory, "-c", "user.name=Eve\x1b[2J\u202e\u009b", "-c", "user.email=e\x1b]0;x\x07@x", "commit", "-q", "-m", "say "+strings.ReplaceAll(evil, "\x00", "")+"\n\nDreamgate-Engine: "+evilLine+"\nDreamgate-Origin: model")
	return h
}

// TestHostileText: whatever strangers wrote, no command lets it drive the terminal, follows it out of the
// memory, or waits for a pipe.
func TestHostileText(t *testing.T) {
	h := hostileMemory(t)
	proposed := filepath.Join(h.dir, "proposed")
	write(t, proposed, map[string]string{"MEMORY.md": "- [Till](till.md) — " + evilLine + "\n", "till.md": "The till closes at 20:15. " + evil + "\n", "n" + evilLine[:20] + ".md": evil + "\n"})
	changes := filepath.Join(write(t, h.dir, map[string]string{"CHANGES.md": "- till.md: " + evil + " [s1:1]\n- " + evil + ": x [" + evil + ":2]\n- ../outside.md: x\n- /etc/passwd: x\n"}), "CHANGES.md")
	m := []string{"--memory", h.memory}
	for _, args := range [][]string{
		{"projects"}, {"audit", "--all"}, append([]string{"audit"}, m...), append([]string{"audit", "--json"}, m...),
		append([]string{"show"}, m...), append([]string{"show", "till.md"}, m...), append([]string{"show", "broken.md"}, m...), append([]string{"show", "pipe.md"}, m...),
		append([]string{"show", "zero.md"}, m...), append([]string{"show", "--json"}, m...), append([]string{"show", evilLine}, m...), append([]string{"search", "till"}, m...),
		append([]string{"search", "--json", "right"}, m...), append([]string{"search", evilLine}, m...), append([]string{"recall", "till closes"}, m...), append([]string{"recall", "--json", evil}, m...),
		append([]string{"context"}, m...), append([]string{"gates"}, m...), append([]string{"history"}, m...), append([]string{"history", "till.md"}, m...),
		append([]string{"history", "--json"}, m...), append([]string{"blame", "till.md"}, m...), append([]string{"blame", evilLine}, m...), append([]string{"history", evilLine}, m...), {"doctor"}, {"config"}, {"tasks"}, {"hook"},
		{"check", "--base", h.memory, "--proposed", proposed, "--changes", changes, "--transcripts", filepath.Dir(h.transcript)},
		{"check", "--json", "--base", h.memory, "--proposed", proposed, "--changes", changes},
		{"cite", "--transcript", h.transcript, "--line", "1", evil}, {"cite", "--transcript", filepath.Join(h.memory, "pipe.md"), "--line", "1", "x"},
		append([]string{"dream", "--engine", "offline"}, m...), append([]string{"forget", evilLine}, m...), append([]string{"audit", "--fix"}, m...),
		{"review", "list"}, {"review", "list", "--json"}, {"review", evilLine}, {evilLine}, {"--memory", evilLine},
	} {
		harmless(t, args, call(t, false, args...))
	}
	list := parsed[struct {
		Proposals []struct{ ID string }
	}](t, 3, "review", "list", "--json")
	for _, p := range list.Proposals {
		harmless(t, []string{"review", "show"}, call(t, false, "review", "show", p.ID))
		harmless(t, []string{"review", "--accessible"}, answering(t.Context(), t, strings.NewReader("?\nquit\n"), "review", p.ID, "--accessible"))
		harmless(t, []string{"review", "apply"}, call(t, false, "review", "apply", p.ID, "--accept-all"))
	}
	if len(list.Proposals) == 0 {
		t.Error("nothing was proposed: no test of reviews")
	}
	if got := read(t, filepath.Join(h.dir, "outside.md")); got != "outside, not yours\n" {
		t.Errorf("what lies outside is %q", got)
	}
}

// harmless holds that an output drives no terminal and tells nothing of what lies outside.
func harmless(t *testing.T, args []string, r result) {
	t.Helper()
	for _, text := range []string{r.out, r.err} {
		if !utf8.ValidString(text) {
			t.Errorf("%.60q: not UTF-8", args)
		}
		for i, c := range text {
			if c != '\n' && c != '\t' && unicode.IsControl(c) || model.Invisible(c) || unicode.Is(unicode.Bidi_Control, c) {
				t.Errorf("%.60q: U+%04X in %q", args, c, text[max(0, i-40):min(len(text), i+40)])
				break
			}
		}
		if strings.Contains(text, "not yours") && !strings.HasPrefix(args[0], "show") {
			t.Errorf("%.60q: what lies outside is shown", args)
		}
	}
}

// TestHostilePaths: a name that leads out of a memory, in any spelling and wherever a name comes in, is
// refused or a name like any other; nothing outside is read, written or told of.
func TestHostilePaths(t *testing.T) {
	h := homeWithMemory(t)
	out := filepath.Join(h.dir, "outside.md")
	write(t, h.dir, map[string]string{"outside.md": "outside, not yours\n"})
	h.says("We keep it: the till closes at 18:30.")
	around := func() string {
		var b strings.Builder
		files := tree(t, h.dir)
		for _, p := range slices.Sorted(maps.Keys(files)) {
			if !strings.Contains(p, "state") && !strings.Contains(p, "cache") && !strings.Contains(p, "try/") && !strings.HasSuffix(p, "x.patch") {
				b.WriteString(fmt.Sprintf("%q %d\n", p, len(files[p])))
			}
		}
		return b.String()
	}
	before := around()
	for i, p := range []string{
		"../../../../outside.md", "../outside.md", "a/../../outside.md", "./../outside.md", "sub/../../outside.md", out, "/" + out, "//etc/passwd", "/etc/passwd", "~/outside.md", "..", ".", "",
		"%2e%2e%2foutside.md", "%2e%2e/outside.md", "..%2foutside.md", "．．／outside.md", "\xc0\xae\xc0\xae/outside.md", "..\\outside.md", "C:\\x.md", "C:x.md", "\\\\host\\share\\x.md", "//host/share/x.md", "\\\\?\\C:\\x.md", "file:///etc/passwd",
		".git/hooks/post-commit", ".GIT/config", ".g\u200dit/config", "git~1/config", ".git\u2024/x", "a\x00b.md", "con.md", "nul", "a:stream.md", "a.md ", "a.md.", "new\nline.md", "-rf.md", "--accept-all", "'q\".md", "$(id).md", "`id`.md",
		".consolidate-lock", ".dreamgate-x", "\u202emd.a", strings.Repeat("x", 300) + ".md", strings.Repeat("a/", 300) + "b.md", "/dev/stdin", "/proc/self/environ", "TILL.md", "tıll.md", "till.md/x.md",
	} {
		lines := strings.ReplaceAll(p, "\n", "\\n")
		patch := filepath.Join(write(t, filepath.Join(h.dir, "try"), map[string]string{"x.patch": "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/" + lines + "\n@@ -0,0 +1 @@\n+not mine\n",
			"changes": "- " + lines + ": taken from there [s1:1]\n", "index/MEMORY.md": "- [T](" + lines + ") and [[" + lines + "]]\n- `" + lines + "`\n"}), "x.patch")
		try := filepath.Dir(patch)
		for _, args := range [][]string{
			{"show", "--memory", h.memory, "--", p}, {"blame", "--memory", h.memory, "--", p}, {"history", "--memory", h.memory, "--", p}, {"forget", "--memory", h.memory, "--", p},
			{"review", "--from", patch, "--memory", h.memory}, {"check", "--base", h.memory, "--proposed", h.memory, "--changes", filepath.Join(try, "changes")},
			{"audit", "--memory", filepath.Join(try, "index")}, {"audit", "--fix", "--memory", filepath.Join(try, "index")}, {"recall", "--memory", filepath.Join(try, "index"), "T"}, {"review", "show", "--", p}, {"review", "apply", "--accept-all", "--", p},
			{"undo", "--memory", h.memory, "--", p},
		} {
			r := call(t, false, args...)
			harmless(t, args, r)
			if strings.Contains(r.out+r.err, "root:") {
				t.Errorf("%.80q tells of the system", args)
			}
		}
		if after := around(); after != before {
			t.Fatalf("%d, %q: files came or went around the memory:\n%s\n%s", i, p, before, after)
		}
		if got := read(t, out); got != "outside, not yours\n" {
			t.Fatalf("%q: what lies outside is %q", p, got)
		}
	}
	// What was proposed under such names stays in the memory, also when all of it is taken.
	list := parsed[struct {
		Proposals []struct{ ID string }
	}](t, 3, "review", "list", "--json")
	for _, p := range list.Proposals {
		call(t, false, "review", "apply", p.ID, "--accept-all")
	}
	if got := read(t, out); got != "outside, not yours\n" {
		t.Errorf("what lies outside is %q", got)
	}
	for p := range tree(t, h.dir) {
		if strings.HasPrefix(p, "etc") || strings.Contains(p, "/.git/hooks/post-commit") {
			t.Errorf("%q was written", p)
		}
	}
}

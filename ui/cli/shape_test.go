package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestShapes compares all JSON and the text for people with goldens: fields may be added there, and
// none may go.
func TestShapes(t *testing.T) {
	w := world(t)
	sessions := filepath.Dir(w.Shop)
	out := filepath.Join(w.Dir, "out")
	id := parsed[dreamJSON](t, 0, "dream", "--memory", w.Shop, "--json").Proposal
	for _, c := range []struct {
		name string
		code int
		args []string
	}{
		{"projects.json", 0, []string{"projects", "--json"}},
		{"projects.txt", 0, []string{"projects"}},
		{"audit.json", 3, []string{"audit", "--json", "--memory", "api"}},
		{"audit.txt", 3, []string{"audit", "--memory", w.Shop}},
		{"show.json", 0, []string{"show", "--json", "--memory", w.Shop, "code-style"}},
		{"show.txt", 0, []string{"show", "--memory", w.Shop, "vendors"}},
		{"notes.txt", 0, []string{"show", "--memory", w.Shop}},
		{"search.json", 0, []string{"search", "--json", "--memory", w.Shop, "Redis"}},
		{"search.txt", 0, []string{"search", "pnpm test"}},
		{"gates.json", 0, []string{"gates", "--json", "--memory", "api"}},
		{"gates.txt", 0, []string{"gates", "--memory", w.Shop}},
		{"list.json", 3, []string{"review", "list", "--json"}},
		{"list.txt", 3, []string{"review", "list"}},
		{"review.json", 3, []string{"review", "show", "--json", id}},
		{"review.txt", 3, []string{"review", "show", id[:15]}},
		{"tasks.json", 0, []string{"tasks", "--json"}},
		{"tasks.txt", 0, []string{"tasks"}},
		{"cite.json", 0, []string{"cite", "--json", "--line", "3", "--transcript",
			filepath.Join(sessions, "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5.jsonl"), "we moved from npm to pnpm"}},
		{"cite-missing.json", 0, []string{"cite", "--json", "--line", "99", "--transcript",
			filepath.Join(sessions, "5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5.jsonl"), "anything"}},
		{"dream.json", 0, []string{"dream", "--json", "--memory", w.Shop, "--out", out}},
		{"apply.txt", 2, []string{"review", "apply"}},
		{"accept.txt", 0, []string{"review", "accept", "--clean"}},
		{"apply.json", 0, []string{"review", "apply", "--json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := call(t, false, c.args...)
			if r.code != c.code {
				t.Errorf("exit %d, want %d", r.code, c.code)
			}
			golden(t, c.name, r.out+r.err, w.Dir)
		})
	}
	left := tree(t, out)
	for _, name := range []string{"MEMORY.md", "memory.diff", "CHANGES.md", "run.log"} {
		if _, ok := left[name]; !ok {
			t.Errorf("dream --out left no %s", name)
		}
	}
}

// TestTerminalCodes holds that no output drives the terminal, whatever a note holds.
func TestTerminalCodes(t *testing.T) {
	bare(t)
	evil := "\x1b]0;title\x07 \x1b[2J \u009b31m \u202e \U000e0041 MARK\r\n"
	live := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) " + evil, "a.md": "---\nname: \"a\x1b[31m\"\ntype: user\n---\n" + evil,
		"we\x1b[31mird.md": "MARK\n"})
	proposed := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) changed " + evil, "a.md": evil + evil})
	for _, args := range [][]string{
		{"show", "--memory", live}, {"show", "a.md", "--memory", live}, {"audit", "--memory", live}, {"search", "MARK", "--memory", live},
		{"check", "--base", live, "--proposed", proposed}, {"check", "--base", live, "--proposed", proposed, "--json"},
		{"show", "--json", "a.md", "--memory", live},
		{"review", "apply", "--base", live, "--proposed", proposed, "--out", filepath.Join(t.TempDir(), "out"), "--accept-all"},
		{"show", "evil\x1b[2J", "--memory", live},
	} {
		r := call(t, false, args...)
		if at := strings.IndexFunc(r.out+r.err, func(c rune) bool {
			return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c <= 0x9f || model.Invisible(c)
		}); at >= 0 {
			t.Errorf("dreamgate %q prints %q", args, (r.out + r.err)[at:min(at+20, len(r.out+r.err))])
		}
	}
}

// TestSecrets holds that a secret is masked for people, and comes whole for programs.
func TestSecrets(t *testing.T) {
	bare(t)
	key := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	live := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "token " + key + "\n"})
	proposed := write(t, t.TempDir(), map[string]string{"MEMORY.md": "- [A](a.md) x\n", "a.md": "token " + key + " old\n"})
	for _, args := range [][]string{
		{"show", "a.md", "--memory", live}, {"search", "token", "--memory", live}, {"check", "--base", live, "--proposed", proposed},
	} {
		if r := call(t, false, args...); strings.Contains(r.out+r.err, key) || !strings.Contains(r.out, "[masked]") {
			t.Errorf("dreamgate %v:\n%s%s", args, r.out, r.err)
		}
	}
	if out := want(t, 0, "show", "a.md", "--json", "--memory", live); !strings.Contains(out, key) {
		t.Errorf("the JSON is not verbatim:\n%s", out)
	}
}

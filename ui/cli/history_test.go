package cli

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dreamgate/model"
)

// ledger is a memory with a past: a value that changed, a note that got another name, one that is gone, and
// names and messages that no one means well with.
func ledger(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(bare(t), "notes")
	enter(t, map[string]string{"GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.invalid",
		"GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.invalid", "GIT_AUTHOR_DATE": "2026-02-01T10:00:00Z", "GIT_COMMITTER_DATE": "2026-02-01T10:00:00Z"})
	text := "---\nname: db\ndescription: the database\n---\n\nWe use MySQL 5.7.\n\nBackups run at night, and are kept for a month.\n"
	write(t, dir, map[string]string{"MEMORY.md": "# Notes\n\n- [Database](db.md)\n", "db.md": text, "old.md": "# Old\n\nAn old rule.\n"})
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "start")
	enter(t, map[string]string{"GIT_AUTHOR_DATE": "2026-02-10T10:00:00Z", "GIT_COMMITTER_DATE": "2026-02-10T10:00:00Z"})
	git(t, dir, "mv", "db.md", "data.md")
	write(t, dir, map[string]string{"MEMORY.md": "# Notes\n\n- [Database](data.md)\n", "data.md": strings.Replace(text, "MySQL 5.7", "Postgres 15", 1)})
	git(t, dir, "rm", "-q", "old.md")
	git(t, dir, "commit", "-q", "-a", "-m", "move on\n\nDreamgate-Review: 20260210-100000-000-abcdef\nDreamgate-Origin: model\nDreamgate-Engine: claude")
	enter(t, map[string]string{"GIT_AUTHOR_DATE": "2026-02-20T10:00:00Z", "GIT_COMMITTER_DATE": "2026-02-20T10:00:00Z"})
	write(t, dir, map[string]string{"-a\nb\u202e\"'.md": "odd\n"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "odd \x1b[2J\x1b]0;x\x07 \u202e message")
	return dir
}

func TestHistoryCommand(t *testing.T) {
	dir := ledger(t)
	out := want(t, 0, "history", "--memory", dir)
	for _, text := range []string{"2026-02-20 10:00  Ann  odd", "dream, claude  move on", "data.md, which was db.md +1 -1", "old.md deleted +0 -3", "db.md added +8 -0"} {
		if !strings.Contains(out, text) {
			t.Errorf("%q is not in\n%s", text, out)
		}
	}
	if i := strings.IndexFunc(strings.ReplaceAll(out, "\n", ""), func(r rune) bool { return r < ' ' || model.Invisible(r) }); i >= 0 {
		t.Errorf("a control character is printed: %q", out)
	}
	if strings.Count(out, "\n") != 10 {
		t.Errorf("a name of two lines makes two lines:\n%s", out)
	}
	out = want(t, 0, "history", "data", "--memory", dir, "--diff")
	for _, text := range []string{"- We use MySQL 5.7.", "+ We use Postgres 15.", "start"} {
		if !strings.Contains(out, text) {
			t.Errorf("%q is not in\n%s", text, out)
		}
	}
	if strings.Contains(out, "odd") {
		t.Errorf("another note's past:\n%s", out)
	}
	out = want(t, 0, "history", "data", "--memory", dir, "--grep", "use mysql")
	if !strings.Contains(out, "data.md: We use MySQL 5.7.\n    from 2026-02-01 10:00 (Ann, ") || !strings.Contains(out, "until 2026-02-10 10:00 (dream, claude, ") ||
		!strings.Contains(out, "instead came: We use Postgres 15.") {
		t.Errorf("what it said before:\n%s", out)
	}
	if out = want(t, 0, "history", "--memory", dir, "--deleted"); !strings.HasPrefix(out, "old.md  taken away 2026-02-10 10:00 by dream, claude, ") {
		t.Errorf("%s", out)
	}
	// A note that is gone has a past, and a folder can be named as it is elsewhere.
	if out = want(t, 0, "history", "old", "--memory", dir); !strings.Contains(out, "old.md deleted") || !strings.Contains(out, "old.md added") {
		t.Errorf("%s", out)
	}
	if out = want(t, 0, "history", dir, "--limit", "1"); !strings.Contains(out, "odd") || !strings.Contains(out, "--limit 0 prints all") {
		t.Errorf("%s", out)
	}
	got := parsed[historyJSON](t, 0, "history", "data", "--memory", dir, "--json", "--grep", "mysql")
	if len(got.Revisions) != 2 || got.Revisions[0].By != model.DoerDream || got.Revisions[0].Review == "" || len(got.Revisions[0].Files[0].Hunks) != 1 ||
		len(got.Values) != 1 || got.Values[0].Until.ID != got.Revisions[0].ID || got.Values[0].From.ID != got.Revisions[1].ID {
		t.Errorf("%+v", got)
	}
	for _, c := range [][]string{{"history", "nothing", "--memory", dir}} {
		if r := call(t, false, c...); r.code != 1 || !strings.Contains(r.err, "nothing tells of one") {
			t.Errorf("%q: %d %s", c, r.code, r.err)
		}
	}
	for _, c := range [][]string{{"--limit", "-1"}, {"--grep", " "}, {"--deleted", "--grep", "x"}, {"data", "--deleted"}} {
		if r := call(t, false, append([]string{"history", "--memory", dir}, c...)...); r.code != 2 {
			t.Errorf("%q: %d %s", c, r.code, r.err)
		}
	}
}

// TestHistoryRemote: how far the repository is from its remote is known without asking that.
func TestHistoryRemote(t *testing.T) {
	dir := ledger(t)
	clone := filepath.Join(filepath.Dir(dir), "clone")
	git(t, dir, "clone", "-q", "file://"+dir, clone)
	write(t, clone, map[string]string{"new.md": "# New\n"})
	git(t, clone, "add", "-A")
	git(t, clone, "commit", "-q", "-m", "ours")
	git(t, clone, "remote", "set-url", "origin", "ext::touch "+filepath.Join(dir, "touched"))
	for _, c := range [][]string{{"history", "--limit", "1"}, {"show"}, {"show", "new"}} {
		if out := want(t, 0, append(c, "--memory", clone)...); !strings.Contains(out, "the repository is 1 ahead of origin/main") {
			t.Errorf("%q:\n%s", c, out)
		}
	}
	if got := parsed[historyJSON](t, 0, "history", "--memory", clone, "--json"); got.Remote == nil || got.Remote.Branch != "origin/main" || got.Remote.Ahead != 1 {
		t.Errorf("%+v", got.Remote)
	}
	if _, err := os.Stat(filepath.Join(dir, "touched")); err == nil {
		t.Error("the remote was asked")
	}
}

func TestBlameCommand(t *testing.T) {
	dir := ledger(t)
	write(t, dir, map[string]string{"data.md": read(t, filepath.Join(dir, "data.md")) + "A new line.\n"})
	out := want(t, 0, "blame", "data", "--memory", dir)
	rows := strings.Split(out, "\n")
	for i, text := range map[int]string{5: "2026-02-10  dream, claude", 7: "2026-02-01  Ann", 8: "not committed"} {
		if !strings.Contains(rows[i], text) {
			t.Errorf("%q is not in line %d of\n%s", text, i+1, out)
		}
	}
	if out = want(t, 0, "blame", "data.md:6", "--memory", dir); !strings.HasPrefix(out, "We use Postgres 15.\n    written 2026-02-10 10:00 by dream, claude, ") ||
		!strings.Contains(out, "review 20260210-100000-000-abcdef") || !strings.Contains(out, "nothing tells which line") {
		t.Errorf("%s", out)
	}
	got := parsed[blameJSON](t, 0, "blame", "data", "--memory", dir, "--json")
	if len(got.Lines) != 9 || !got.Lines[8].Pending || got.Lines[5].Revision.Engine != "claude" {
		t.Errorf("%+v", got.Lines)
	}
	write(t, dir, map[string]string{"born.md": "---\nname: born\noriginSessionId: 5f0c9d1e-0000-4000-8000-000000000000\n---\nx\n"})
	if out = want(t, 0, "blame", "born:5", "--memory", dir); !strings.Contains(out, "not committed yet") || !strings.Contains(out, "came from session 5f0c9d1e: the session is gone") {
		t.Errorf("%s", out)
	}
	write(t, dir, map[string]string{"odd.md": "caf\xe9\n"})
	if l := parsed[blameJSON](t, 0, "blame", "odd", "--memory", dir, "--json").Lines[0]; l.Encoding != isBase64 || l.Text != "Y2Fm6Q==" {
		t.Errorf("%+v", l)
	}
	if got = parsed[blameJSON](t, 0, "blame", "born", "--memory", dir, "--json"); got.Origin == nil || got.Origin.State != model.SessionGone {
		t.Errorf("%+v", got.Origin)
	}
	for _, c := range []struct {
		word string
		code int
	}{{"data:0", 2}, {"data:x", 2}, {"data:99", 1}, {"nothing", 1}} {
		if r := call(t, false, "blame", c.word, "--memory", dir); r.code != c.code {
			t.Errorf("%s: %d %s", c.word, r.code, r.err)
		}
	}
}

// TestBlameOfADream goes from a line that a dream wrote to the words of the session.
func TestBlameOfADream(t *testing.T) {
	w := world(t)
	want(t, 0, "dream", "--memory", w.Shop)
	want(t, 0, "review", "apply", "--accept-all", "--memory", w.Shop)
	got := parsed[blameJSON](t, 0, "blame", "testing", "--memory", w.Shop, "--json")
	for _, l := range got.Lines {
		if len(l.Sources) == 0 {
			continue
		}
		out := want(t, 0, "blame", "testing:"+strconv.Itoa(l.Line), "--memory", w.Shop)
		for _, text := range []string{"by dream, offline", "the session is here", "    why   "} {
			if !strings.Contains(out, text) {
				t.Errorf("%q is not in\n%s", text, out)
			}
		}
		return
	}
	t.Errorf("no line of the note cites anything: %+v", got.Lines)
}

// TestPastShapes holds the JSON of the commands about the past, and their text for people.
func TestPastShapes(t *testing.T) {
	dir := ledger(t)
	for _, c := range []struct {
		name string
		args []string
	}{
		{"history.json", []string{"history", "data", "--json", "--diff"}},
		{"history.txt", []string{"history", "--diff"}},
		{"history-grep.json", []string{"history", "--json", "--grep", "mysql"}},
		{"history-grep.txt", []string{"history", "--grep", "mysql"}},
		{"blame.json", []string{"blame", "data:6", "--json"}},
		{"blame.txt", []string{"blame", "data"}},
		{"undo.json", []string{"undo", "--file", "old", "--json"}},
	} {
		golden(t, c.name, want(t, 0, append(c.args, "--memory", dir)...), dir)
	}
}

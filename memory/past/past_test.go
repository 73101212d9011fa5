package past

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// world is a memory on disk, with a home and a desk of its own.
type world struct {
	t    *testing.T
	base string
	st   model.Store
	desk *desk.Desk
	past *Past
	// days is the clock: each commit and each review is a day later.
	days int
}

var start = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

func (w *world) now() time.Time { return start.AddDate(0, 0, w.days) }

func newWorld(t testing.TB) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{base: base, st: model.Store{ID: "shop-1", Name: "shop", Dir: filepath.Join(base, "memory")}}
	w.desk = desk.New(w.now)
	w.past = New(w.desk, w.now)
	for _, dir := range []string{"home", "memory"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "home", ".gitconfig"), []byte("[user]\n\tname = dev\n\temail = dev@example.invalid\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "GIT_CONFIG_GLOBAL": "home/.gitconfig"} {
		t.Setenv(name, filepath.Join(base, value))
	}
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", base)
	return w
}

// inGit is a world whose memory is a repository.
func inGit(t *testing.T) *world {
	w := newWorld(t)
	w.t = t
	w.git("init", "-q", "-b", "main")
	return w
}

func (w *world) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", w.st.Dir}, args...)...)
	at := w.now().Format(time.RFC3339)
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// put writes a note, or removes it where the text is "-".
func (w *world) put(name, text string) {
	w.t.Helper()
	p := filepath.Join(w.st.Dir, name)
	if text == "-" {
		must(w.t, os.Remove(p))
		return
	}
	must(w.t, os.MkdirAll(filepath.Dir(p), 0o755))
	must(w.t, os.WriteFile(p, []byte(text), 0o644))
}

// commit writes notes and commits all of them, and returns the hash.
func (w *world) commit(message string, files ...string) string {
	w.t.Helper()
	for i := 0; i < len(files); i += 2 {
		w.put(files[i], files[i+1])
	}
	w.days++
	w.git("add", "-A")
	w.git("commit", "-q", "-m", message)
	return w.git("rev-parse", "HEAD")
}

// review lays a change of notes on the desk as a dream would, accepts all of it, and returns its id.
func (w *world) review(files ...string) string {
	w.t.Helper()
	w.days++
	base := w.live()
	proposed := model.Tree{}
	for p, f := range base {
		proposed[p] = f
	}
	for i := 0; i < len(files); i += 2 {
		if files[i+1] == "-" {
			delete(proposed, files[i])
			continue
		}
		proposed[files[i]] = model.File{Mode: 0o644, Data: []byte(files[i+1])}
	}
	check := model.Check{Hunks: map[string]model.Evidence{}}
	for _, c := range hunk.Diff(base, proposed) {
		for _, h := range c.Hunks {
			check.Hunks[h.ID] = model.Evidence{Why: "it was said", Citations: []model.Citation{{Verdict: model.Supported,
				Source: model.Source{Session: "5f0c9d1e-2a4b", Line: 3, Trust: model.TrustUser}}}}
		}
	}
	id, err := w.desk.Propose(w.t.Context(), model.Proposal{Store: w.st, Origin: model.OriginModel, Engine: "claude",
		Base: base, Proposed: proposed, Check: check})
	must(w.t, err)
	w.accept(id)
	return id
}

// accept accepts all of a proposal and carries it out.
func (w *world) accept(id string) model.Outcome {
	w.t.Helper()
	r, err := w.desk.Review(w.t.Context(), w.st, id)
	must(w.t, err)
	r.Decisions = model.Decisions{}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			r.Decisions[h.ID] = model.Accepted
		}
	}
	out, err := w.desk.Commit(w.t.Context(), r, model.CommitOptions{})
	must(w.t, err)
	return out
}

func (w *world) live() model.Tree {
	w.t.Helper()
	root, err := memory.OpenRoot(w.st.Dir)
	must(w.t, err)
	defer root.Close()
	tree, err := root.ReadTree(w.t.Context())
	must(w.t, err)
	for p := range tree {
		if strings.HasPrefix(p, ".git/") {
			delete(tree, p)
		}
	}
	return tree
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// told are revisions in few words.
func told(h model.History) string {
	var b strings.Builder
	for _, r := range h.Revisions {
		fmt.Fprintf(&b, "%s %s:", r.Kept, r.Who())
		for _, f := range r.Files {
			fmt.Fprintf(&b, " %s", f.Path)
			if f.From != "" {
				fmt.Fprintf(&b, "<%s", f.From)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

const body = "some text that is long enough to be known again\nand a second line of it\nand a third one\n"

func TestHistory(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", body, "b.md", "b\n")
	w.git("mv", "a.md", "c.md")
	w.commit("two", "c.md", body+"more\n")
	id := w.review("c.md", body+"more\nby a dream\n")
	w.commit("gone\n\nCo-Authored-By: Some Model <noreply@anthropic.com>", "b.md", "-")
	w.put("c.md", "not committed\n")

	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	want := "commit the agent, for dev: b.md\ncommit dream, claude: c.md\ncommit dev: c.md<a.md\ncommit dev: a.md b.md\n"
	if told(h) != want || !h.Git || h.More || len(h.Remarks) > 0 || strings.Join(h.Pending, " ") != "c.md" {
		t.Errorf("%s%+v", told(h), h)
	}
	if h.Revisions[1].Review != id {
		t.Errorf("review %q", h.Revisions[1].Review)
	}
	for name, c := range map[string]struct {
		q    model.HistoryQuery
		want string
		more bool
	}{
		"a note under its earlier name": {model.HistoryQuery{Note: "c.md"}, "commit dream, claude: c.md\ncommit dev: c.md<a.md\ncommit dev: a.md\n", false},
		"a note that is gone":           {model.HistoryQuery{Note: "b.md"}, "commit the agent, for dev: b.md\ncommit dev: b.md\n", false},
		"notes that are gone":           {model.HistoryQuery{Deleted: true}, "commit the agent, for dev: b.md\n", false},
		"the newest":                    {model.HistoryQuery{Limit: 1}, "commit the agent, for dev: b.md\n", true},
		"all, just":                     {model.HistoryQuery{Limit: 4}, want, false},
		"a note that never was":         {model.HistoryQuery{Note: "x.md"}, "", false},
	} {
		h, err := w.past.History(t.Context(), w.st, c.q)
		must(t, err)
		if told(h) != c.want || h.More != c.more {
			t.Errorf("%s: more %v\n%s", name, h.More, told(h))
		}
	}
	h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{Note: "c.md", Diff: true})
	must(t, err)
	if c := h.Revisions[1].Changes; len(c) != 1 || len(c[0].Hunks) != 1 || c[0].Hunks[0].Added[0] != "more\n" {
		t.Errorf("a note that got another name is not compared with itself: %+v", c)
	}
}

// TestHistoryWithoutGit: reviews are known by their backups, and what else happened is not.
func TestHistoryWithoutGit(t *testing.T) {
	w := newWorld(t)
	w.t = t
	w.put("a.md", body)
	first := w.review("a.md", body+"by a dream\n", "b.md", "new\n")
	second := w.review("a.md", "-", "c.md", body+"by a dream\n")
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Diff: true})
	must(t, err)
	if told(h) != "backup dream, claude: c.md<a.md\nbackup dream, claude: a.md b.md\n" || h.Git {
		t.Errorf("%s", told(h))
	}
	if h.Revisions[0].ID != second || h.Revisions[1].ID != first || h.Revisions[1].Subject != "Accept 2 of 2 memory changes" {
		t.Errorf("%+v", h.Revisions)
	}
	if len(h.Remarks) != 1 || !strings.Contains(h.Remarks[0], "no git history") {
		t.Errorf("%q", h.Remarks)
	}
	// The repository comes later: both are told.
	w.git("init", "-q", "-b", "main")
	w.commit("memory before dreamgate")
	w.review("b.md", "newer\n")
	h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{Note: "b.md"})
	must(t, err)
	if told(h) != "commit dream, claude: b.md\ncommit the agent or an editor: b.md\nbackup dream, claude: b.md\n" || len(h.Remarks) > 0 {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
}

func TestWords(t *testing.T) {
	w := inGit(t)
	w.commit("one", "db.md", "# Database\n\nWe use MySQL 5.7.\n\nBackups run at night.\n")
	w.commit("two", "db.md", "# Database\n\nWe use MySQL 5.7.\n\nBackups run at noon.\n")
	w.git("mv", "db.md", "data.md")
	w.commit("three")
	w.review("data.md", "# Database\n\nWe use Postgres 15.\n\nBackups run at noon.\n")
	w.commit("four", "data.md", "# Database\n\nWe use Postgres 15.\nThe old server ran mysql.\n\nBackups run at noon.\n")
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Words: "MYSQL"})
	must(t, err)
	if told(h) != "commit dev: data.md\ncommit dream, claude: data.md\ncommit dev: db.md\n" {
		t.Errorf("%s", told(h))
	}
	want := []model.PastValue{
		{Path: "data.md", Text: "The old server ran mysql.", From: 0, Until: -1},
		{Path: "data.md", Text: "We use MySQL 5.7.", From: 2, Until: 1, Instead: []string{"We use Postgres 15."}},
	}
	if fmt.Sprint(h.Values) != fmt.Sprint(want) {
		t.Errorf("%+v", h.Values)
	}
	h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{Words: "mysql postgres"})
	must(t, err)
	if len(h.Values)+len(h.Revisions) > 0 {
		t.Errorf("no line holds both: %+v", h)
	}
}

// TestDamaged: what cannot be read is said, and the rest is told.
func TestDamaged(t *testing.T) {
	w := inGit(t)
	first := w.commit("one", "a.md", "a\n", "b.md", "b\n")
	w.commit("two", "a.md", "A\n")
	blob := w.git("rev-parse", first+":a.md")
	must(t, os.Remove(filepath.Join(w.st.Dir, ".git/objects", blob[:2], blob[2:])))
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Diff: true})
	must(t, err)
	if told(h) != "commit dev: a.md\ncommit dev: a.md b.md\n" || len(h.Revisions[1].Changes) != 1 ||
		!strings.Contains(strings.Join(h.Remarks, "\n"), "a.md held around") {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
	must(t, os.Remove(filepath.Join(w.st.Dir, ".git/objects", first[:2], first[2:])))
	h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	if !strings.Contains(strings.Join(h.Remarks, "\n"), "damaged") {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
	t.Setenv("PATH", t.TempDir())
	h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	if len(h.Revisions) > 0 || len(h.Remarks) != 1 || !strings.Contains(h.Remarks[0], "not installed") {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
}

// TestRepositoryOfOthers: a repository that lies around a memory and holds none of it tells nothing of it.
func TestRepositoryOfOthers(t *testing.T) {
	w := inGit(t)
	w.commit("one", "x", "x")
	w.st.Dir = filepath.Join(w.st.Dir, "notes")
	w.put("a.md", body)
	w.review("a.md", body+"more\n")
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	if told(h) != "backup dream, claude: a.md\n" || len(h.Remarks) != 1 || !strings.Contains(h.Remarks[0], "holds none") {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
	_, r := w.undo(model.Undo{})
	w.carry(r)
	if got := texts(w.live())["a.md"]; got != body {
		t.Errorf("%q", got)
	}
}

// TestShallow: of a clone that is cut off it is said that it is, and what is there is told.
func TestShallow(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n")
	w.commit("two", "a.md", "1\nTWO\n")
	last := w.commit("three", "a.md", "1\nTWO\n3\n")
	clone := filepath.Join(w.base, "clone")
	w.git("clone", "-q", "--depth=1", "file://"+w.st.Dir, clone)
	w.st.Dir = clone
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	if told(h) != "commit dev: a.md\n" || len(h.Remarks) != 1 || !strings.Contains(h.Remarks[0], "shallow") {
		t.Errorf("%s%q", told(h), h.Remarks)
	}
	b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
	must(t, err)
	if b.Lines[0].Revision.ID != last || !b.Lines[0].Revision.Cut || len(b.Remarks) != 1 {
		t.Errorf("%+v", b)
	}
	if _, err := w.past.Undo(t.Context(), w.st, model.Undo{Note: "a.md"}); err == nil || !strings.Contains(err.Error(), "the history begins with") {
		t.Errorf("a note is taken away because the clone begins with it: %v", err)
	}
	// A branch of its own is no matter, nor is none.
	w.git("checkout", "-q", "--detach")
	if h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{}); err != nil || len(h.Revisions) != 1 {
		t.Errorf("detached: %v, %s", err, told(h))
	}
}

// TestForgedTrailers: what a commit says of itself opens no file and breaks nothing.
func TestForgedTrailers(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", body)
	for _, id := range []string{"../../../etc/passwd", ".", "x\x1b[2J", strings.Repeat("a", 5000)} {
		w.commit("forged\n\nDreamgate-Review: "+id+"\nDreamgate-Origin: model", "a.md", body+id+"\n")
		b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
		must(t, err)
		if l := b.Lines[3]; l.Revision.Review != id || l.Sources != nil || len(b.Remarks) > 0 {
			t.Errorf("%+v, %q", l, b.Remarks)
		}
	}
}

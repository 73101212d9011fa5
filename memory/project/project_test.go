package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

var today = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// world is a home directory with the agent's folder and projects.
type world struct {
	t    *testing.T
	home string
	desk fakeDesk
}

func newWorld(t *testing.T) *world {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", home)
	return &world{t: t, home: home, desk: fakeDesk{}}
}

func (w *world) library() *Library {
	return New(Config(os.Getenv), func() time.Time { return today }, w.desk)
}

// path joins below the home directory.
func (w *world) path(parts ...string) string {
	return filepath.Join(append([]string{w.home}, parts...)...)
}

func (w *world) write(path, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) mkdir(path string) {
	w.t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		w.t.Fatal(err)
	}
}

// kept makes a store with an index of one note, which came from session, and returns its folder.
func (w *world) kept(slug, session string) string {
	dir := w.path(".claude", "projects", slug, "memory")
	w.write(filepath.Join(dir, "MEMORY.md"), "- [A](a.md)\n")
	w.write(filepath.Join(dir, "a.md"), "---\nname: a\ndescription: the first\ntype: user\noriginSessionId: "+session+"\n---\nbody\n")
	return dir
}

// session writes a transcript that was started in cwd, age days ago.
func (w *world) session(slug, name, cwd string, age int) {
	path := w.path(".claude", "projects", slug, name+".jsonl")
	w.write(path, fmt.Sprintf("{\"type\":\"mode\"}\n{\"type\":\"user\",\"cwd\":%q,\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n", cwd))
	at := today.AddDate(0, 0, -age)
	if err := os.Chtimes(path, at, at); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) git(dir string, args ...string) {
	w.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.org",
		"-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir = dir
	// A hook that runs the tests has GIT_DIR and its like set.
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_") && !strings.HasPrefix(v, "GIT_CEIL")
	})
	cmd.Env = append(env, "GIT_COMMITTER_DATE=2026-10-01T00:00:00Z", "GIT_AUTHOR_DATE=2026-10-01T00:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// fakeDesk holds proposals by the store's directory.
type fakeDesk map[string][]model.ProposalInfo

var errDesk = errors.New("read the proposal p9: it is damaged; discard it")

func (d fakeDesk) List(_ context.Context, s model.Store) ([]model.ProposalInfo, error) {
	if infos, ok := d[s.Dir]; ok && len(infos) == 0 {
		return nil, errDesk
	}
	return d[s.Dir], nil
}

func names(stores []model.Store) string {
	var s []string
	for _, st := range stores {
		s = append(s, st.Name)
	}
	return strings.Join(s, " ")
}

func TestConfig(t *testing.T) {
	for _, c := range []struct{ env, want string }{
		{"CLAUDE_CONFIG_DIR=/alt HOME=/home/u", "/alt"},
		{"CLAUDE_CONFIG_DIR= HOME=/home/u", "/home/u/.claude"},
		{"HOME=/home/u", "/home/u/.claude"},
		{"", ""},
	} {
		got := Config(func(name string) string {
			for _, kv := range strings.Fields(c.env) {
				if v, ok := strings.CutPrefix(kv, name+"="); ok {
					return v
				}
			}
			return ""
		})
		if filepath.ToSlash(got) != c.want {
			t.Errorf("%q: %q, want %q", c.env, got, c.want)
		}
	}
}

func TestSlug(t *testing.T) {
	long := "/w/" + strings.Repeat("deep/", 50)
	for path, want := range map[string]string{
		"/w/a.b.c":                     "-w-a-b-c",
		"/w/with space":                "-w-with-space",
		"/w/under_score":               "-w-under-score",
		"/w/ünïcode-日本":                "-w--n-code---",
		"/w/emoji-😀x":                  "-w-emoji---x",
		"/w/repo/.claude/worktrees/b":  "-w-repo--claude-worktrees-b",
		"/" + strings.Repeat("a", 199): "-" + strings.Repeat("a", 199),
		// h = h*31 + c over 201 letters, written out by hand for one path.
		"/" + strings.Repeat("a", 200): "-" + strings.Repeat("a", 199) + "-" + plainHash("/"+strings.Repeat("a", 200)),
		long:                           "-w-" + strings.Repeat("deep-", 39) + "de-" + plainHash(long),
	} {
		if got := Slug(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// plainHash is the hash of the agent in arithmetic without wrapping: reduced at every step.
func plainHash(s string) string {
	h := int64(0)
	for _, c := range s {
		h = (h*31 + int64(c)) % (1 << 32)
	}
	if h >= 1<<31 {
		h = 1<<32 - h
	}
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	out := ""
	for ; h > 0; h /= 36 {
		out = string(digits[h%36]) + out
	}
	return out
}

// TestSharedSlug: two projects whose paths give one slug are both named, and no path is made of it.
func TestSharedSlug(t *testing.T) {
	w := newWorld(t)
	w.kept("-home-dev-my-app", "s1")
	w.session("-home-dev-my-app", "s1", "/home/dev/my-app", 1)
	w.session("-home-dev-my-app", "s2", "/home/dev/my_app", 2)
	w.kept("-home-dev-silent-one", "s1")
	stores, err := w.library().Stores(t.Context())
	if err != nil || len(stores) != 2 {
		t.Fatalf("%v, %v", names(stores), err)
	}
	for _, s := range stores {
		switch s.Slug {
		case "-home-dev-my-app":
			if !slices.Equal(s.Projects, []string{"/home/dev/my-app", "/home/dev/my_app"}) || s.Summary.Sessions != 2 {
				t.Errorf("projects %q, %d sessions", s.Projects, s.Summary.Sessions)
			}
		default:
			if len(s.Projects) != 0 || s.Name != s.Slug {
				t.Errorf("a store without transcripts is %q of %q", s.Name, s.Projects)
			}
		}
	}
}

func TestStoresWorstFirst(t *testing.T) {
	w := newWorld(t)
	for name, index := range map[string]string{
		"near": strings.Repeat("x\n", 170), "cut": strings.Repeat("x\n", 300), "dangling": "- [x](gone.md)\n", "fine": "- x\n",
	} {
		w.write(w.path(".claude", "projects", "-"+name, "memory", "MEMORY.md"), index)
	}
	w.write(w.path(".claude", "projects", "-unindexed", "memory", "a.md"), "text\n")
	w.mkdir(w.path(".claude", "projects", "-empty", "memory"))
	w.mkdir(w.path(".claude", "projects", "-bare"))
	w.write(w.path(".claude", "projects", "stray.txt"), "")
	dots := w.path("dotfiles", "mem")
	w.write(filepath.Join(dots, "MEMORY.md"), "- y\n")
	w.mkdir(w.path(".claude", "projects", "-linked"))
	if err := os.Symlink(dots, w.path(".claude", "projects", "-linked", "memory")); err != nil {
		t.Fatal(err)
	}
	w.desk[w.path(".claude", "projects", "-fine", "memory")] = []model.ProposalInfo{{ID: "p"}}
	stores, err := w.library().Stores(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := names(stores); got != "-cut -unindexed -near -dangling -fine -linked" {
		t.Errorf("order: %s", got)
	}
	for _, s := range stores {
		if s.Name == "-fine" && (s.Summary.Pending != 1 || s.Summary.Index.Lines != 1) {
			t.Errorf("%+v", s.Summary)
		}
		if s.Name == "-dangling" && s.Summary.Findings[model.Error] != 1 {
			t.Errorf("%+v", s.Summary)
		}
	}
	for _, empty := range []*Library{New("", time.Now, nil), New(w.path("nowhere"), time.Now, nil)} {
		if stores, err := empty.Stores(t.Context()); err != nil || len(stores) != 0 {
			t.Errorf("no agent: %v, %v", stores, err)
		}
	}
}

func TestUnreadableStoreIsListed(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	w := newWorld(t)
	dir := w.kept("-p", "s")
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	stores, err := w.library().Stores(t.Context())
	if err != nil || len(stores) != 1 || stores[0].Summary.Problem == "" {
		t.Errorf("%+v, %v", stores, err)
	}
}

// TestSessionsOfAMemory: subdirectories and worktrees of a repository use its memory; nested
// repositories and neighbours do not.
func TestSessionsOfAMemory(t *testing.T) {
	w := newWorld(t)
	repo, other, nested := w.path("w", "repo"), w.path("w", "repo2"), w.path("w", "repo", "nested")
	tree, inside := w.path("w", "wt1"), w.path("w", "repo", ".claude", "worktrees", "wt2")
	for _, d := range []string{repo, other, nested, filepath.Join(repo, "sub", "deep")} {
		w.mkdir(d)
	}
	for _, d := range []string{repo, other, nested} {
		w.git(d, "init", "-q")
	}
	w.write(filepath.Join(repo, "x"), "x")
	w.git(repo, "add", "x")
	w.git(repo, "commit", "-qm", "x")
	w.git(repo, "worktree", "add", "-q", tree)
	w.git(repo, "worktree", "add", "-q", inside)
	w.mkdir(filepath.Join(tree, "sub"))
	gone := w.path("w", "repo", "gone")
	want := []string{}
	for i, dir := range []string{repo, filepath.Join(repo, "sub", "deep"), tree, filepath.Join(tree, "sub"), inside, gone} {
		w.session(Slug(dir), fmt.Sprintf("s%d", i), dir, i)
		want = append(want, w.path(".claude", "projects", Slug(dir)))
	}
	w.session(Slug(nested), "n", nested, 1)
	w.session(Slug(other), "o", other, 1)
	w.kept(Slug(repo), "s1")
	w.kept(Slug(nested), "n")
	own := w.path("w", "repo", "own-and-gone") // was a repository of its own: it has a memory folder
	w.session(Slug(own), "g", own, 1)
	w.mkdir(w.path(".claude", "projects", Slug(own), "memory"))

	lib := w.library()
	for _, from := range []string{repo, filepath.Join(repo, "sub"), tree, inside} {
		s, err := lib.Find(t.Context(), from)
		if err != nil {
			t.Fatalf("%s: %v", from, err)
		}
		if s.Slug != Slug(repo) || !slices.Equal(s.Projects, []string{repo}) || s.Name != "repo" {
			t.Errorf("%s: %s of %q, named %s", from, s.Slug, s.Projects, s.Name)
		}
		if s.Transcripts[0] != want[0] {
			t.Errorf("%s: its own folder is not the first of %q", from, s.Transcripts)
		}
		got := slices.Sorted(slices.Values(s.Transcripts))
		if !slices.Equal(got, slices.Sorted(slices.Values(want))) || s.Summary.Sessions != 6 {
			t.Errorf("%s: %d sessions in\n%s", from, s.Summary.Sessions, strings.Join(got, "\n"))
		}
	}
	if s, err := lib.Find(t.Context(), nested); err != nil || s.Slug != Slug(nested) || len(s.Transcripts) != 1 {
		t.Errorf("nested: %+v, %v", s, err)
	}
}

func TestFind(t *testing.T) {
	w := newWorld(t)
	kept := w.kept(Slug(w.path("src", "app")), "s")
	slugDir := filepath.Dir(kept)
	w.mkdir(w.path("src", "app", "sub"))
	w.git(w.path("src", "app"), "init", "-q")
	w.write(w.path("plain", "MEMORY.md"), "")
	w.write(w.path("inrepo", ".memory", "MEMORY.md"), "- x\n")
	w.session(Slug(w.path("inrepo")), "s1", w.path("inrepo"), 1)
	w.write(w.path("noindex", "memory", "a.md"), "text")
	w.write(w.path("notes", "b.md"), "---\nname: b\ntype: user\n---\n")
	w.write(w.path("shared", "team", "MEMORY.md"), "")
	w.write(w.path("app2", "memory", "MEMORY.md"), "")
	w.write(w.path("docs", "README.md"), "# Hello\n")
	w.write(w.path("docs", "file"), "")
	if err := os.Symlink(w.path("plain"), w.path("link")); err != nil {
		t.Fatal(err)
	}
	lib := w.library()
	for dir, want := range map[string]string{
		w.path("src", "app"): kept, w.path("src", "app", "sub"): kept, kept: kept, slugDir: kept,
		w.path("plain"): w.path("plain"), w.path("link"): w.path("link"), w.path("notes"): w.path("notes"),
		w.path("shared"): w.path("shared"), w.path("app2"): w.path("app2", "memory"),
		w.path("inrepo"): w.path("inrepo", ".memory"), w.path("noindex", "memory"): w.path("noindex", "memory"),
	} {
		s, err := lib.Find(t.Context(), dir)
		if err != nil || s.Dir != want {
			t.Errorf("%s: %s, %v; want %s", dir, s.Dir, err, want)
		}
	}
	for dir, says := range map[string]string{
		w.path("docs"): "name the folder that holds MEMORY.md", w.path("nowhere"): "there is no folder",
		w.path("docs", "file"): "is a file",
	} {
		if _, err := lib.Find(t.Context(), dir); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", dir, err, says)
		}
	}
	s, _ := lib.Find(t.Context(), w.path("inrepo"))
	if s.Name != "inrepo" || len(s.Transcripts) != 1 || !slices.Equal(s.Projects, []string{w.path("inrepo")}) {
		t.Errorf("a memory in its project: %+v", s)
	}
	a, _ := lib.Find(t.Context(), w.path("plain"))
	b, _ := lib.Find(t.Context(), w.path("link"))
	if a.ID != b.ID || a.ID == s.ID || strings.ContainsAny(a.ID, "/\\ ") || !strings.HasPrefix(a.ID, "plain-") {
		t.Errorf("ids %q, %q, %q", a.ID, b.ID, s.ID)
	}
}

package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// repo is a repository with settings of its own, and nothing of the machine's.
type repo struct {
	t    *testing.T
	dir  string
	home string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	r := bare(t)
	r.git("init", "-q", "-b", "main")
	r.put("tone.md", "five lines\n")
	r.put("rule.md", "old rule\n")
	r.put("build.md", "make\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "start")
	return r
}

// bare is a directory and a home with an identity.
func bare(t *testing.T) *repo {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	r := &repo{t, filepath.Join(base, "memory"), filepath.Join(base, "home")}
	must(t, os.MkdirAll(r.dir, 0o755))
	must(t, os.MkdirAll(r.home, 0o755))
	r.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n")
	t.Setenv("HOME", r.home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(r.home, "xdg"))
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(r.home, ".gitconfig"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", base)
	return r
}

func (r *repo) config(text string) {
	r.t.Helper()
	must(r.t, os.WriteFile(filepath.Join(r.home, ".gitconfig"), []byte(text), 0o644))
}

func (r *repo) put(name, text string) {
	r.t.Helper()
	p := filepath.Join(r.dir, name)
	must(r.t, os.MkdirAll(filepath.Dir(p), 0o755))
	must(r.t, os.WriteFile(p, []byte(text), 0o644))
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.dir}, args...)...)
	cmd.Env = environment(os.Environ())
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// files are the paths that the last commit holds.
func (r *repo) files() []string {
	r.t.Helper()
	out := r.git("diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-only", "--no-renames", "HEAD")
	names := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	slices.Sort(names)
	return names
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestCommitOnlyItsPaths is the report of a commit that swept up staged, changed and untracked work.
func TestCommitOnlyItsPaths(t *testing.T) {
	r := newRepo(t)
	r.put("rule.md", "staged\n")
	r.git("add", "rule.md")
	r.put("rule.md", "staged, then changed\n")
	r.put("build.md", "changed\n")
	r.put("draft.txt", "untracked\n")
	r.put("staged-new.md", "x")
	r.git("add", "staged-new.md")
	before := r.git("ls-files", "-s", "rule.md", "staged-new.md")
	r.put("tone.md", "four lines\n")
	r.put("sub/new.md", "new\n")

	hash, err := Commit(t.Context(), r.dir, []string{"tone.md", "sub/new.md"}, "Accept\n\n# kept: not a comment")
	must(t, err)
	if got := strings.TrimSpace(r.git("rev-parse", "HEAD")); got != hash {
		t.Errorf("hash %q, HEAD %q", hash, got)
	}
	if got := r.files(); !reflect.DeepEqual(got, []string{"sub/new.md", "tone.md"}) {
		t.Errorf("the commit holds %q", got)
	}
	if got := r.git("ls-files", "-s", "rule.md", "staged-new.md"); got != before {
		t.Errorf("the index moved: %s", got)
	}
	want := "A  staged-new.md\n M build.md\nMM rule.md\n?? draft.txt\n"
	if got := sorted(r.git("status", "--porcelain")); got != sorted(want) {
		t.Errorf("status:\n%s", got)
	}
	if got := r.git("log", "-1", "--format=%B"); !strings.Contains(got, "# kept: not a comment") {
		t.Errorf("message %q", got)
	}
}

func sorted(lines string) string {
	l := strings.Split(lines, "\n")
	slices.Sort(l)
	return strings.Join(l, "\n")
}

func TestCommitDeletionsAndModes(t *testing.T) {
	r := newRepo(t)
	must(t, os.Remove(filepath.Join(r.dir, "rule.md")))
	must(t, os.Chmod(filepath.Join(r.dir, "tone.md"), 0o755))
	// A note that git never knew, and that is gone again, is nothing to commit.
	paths := []string{"rule.md", "tone.md", "never-tracked.md"}
	_, err := Commit(t.Context(), r.dir, paths, "x")
	must(t, err)
	if got := r.files(); !reflect.DeepEqual(got, []string{"rule.md", "tone.md"}) {
		t.Errorf("%q", got)
	}
	if _, err := Commit(t.Context(), r.dir, paths, "x"); !errors.Is(err, ErrNothing) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := Commit(t.Context(), r.dir, []string{"never-tracked.md"}, "x"); !errors.Is(err, ErrNothing) {
		t.Errorf("%v", err)
	}
}

// hostile are names that are options, patterns or commands to a program that is not careful.
var hostile = []string{"-rf.md", "--all.md", "a b.md", "say \"hi\".md", "new\nline.md", "\nfirst.md", "$(touch pwned).md",
	"`touch pwned`.md", "*.md", ":(top)tone.md", "semi;touch pwned;.md", "it's.md", "\xff\xfe.md", "ünï.md", "tab\t.md"}

func TestCommitHostileNames(t *testing.T) {
	for _, tracked := range []bool{true, false} {
		r := newRepo(t)
		for _, name := range hostile {
			r.put(name, "old\n")
		}
		if tracked {
			r.git("add", "-A")
			r.git("commit", "-q", "-m", "names")
		}
		for _, name := range hostile {
			r.put(name, "new\n")
		}
		r.put("rule.md", "not for the commit\n")
		dirty, err := Dirty(t.Context(), r.dir, hostile)
		must(t, err)
		if len(dirty) != len(hostile) {
			t.Errorf("dirty: %q", dirty)
		}
		_, err = Commit(t.Context(), r.dir, hostile, "x")
		must(t, err)
		want := slices.Sorted(slices.Values(hostile))
		if got := r.files(); !reflect.DeepEqual(got, want) {
			t.Errorf("tracked %v: %q", tracked, got)
		}
		if got := r.git("status", "--porcelain"); got != " M rule.md\n" {
			t.Errorf("tracked %v: %s", tracked, got)
		}
		last, err := LastCommits(t.Context(), r.dir)
		must(t, err)
		head := strings.TrimSpace(r.git("rev-parse", "HEAD"))
		for _, name := range hostile {
			if last[name].Hash != head {
				t.Errorf("%q: %+v", name, last[name])
			}
		}
		if len(last) != len(hostile)+3 || last["tone.md"].Hash == head || last["tone.md"].At.IsZero() {
			t.Errorf("%d: %+v", len(last), last["tone.md"])
		}
	}
}

func TestCommitHundredsOfPaths(t *testing.T) {
	r := newRepo(t)
	var paths []string
	for i := range 700 {
		paths = append(paths, fmt.Sprintf("%s/note-%03d.md", strings.Repeat("long-folder-name-", 10), i))
		r.put(paths[i], "x")
	}
	_, err := Commit(t.Context(), r.dir, paths, strings.Repeat("a long message\n", 4000))
	must(t, err)
	if got := len(r.files()); got != 700 {
		t.Errorf("%d files", got)
	}
	if _, err := Commit(t.Context(), r.dir, paths, strings.Repeat("x", maxMessage+1)); err == nil {
		t.Error("a message of any length is taken")
	}
}

// TestNoIdentity is the report of a commit that failed in silence, or invented an author.
func TestNoIdentity(t *testing.T) {
	r := newRepo(t)
	r.config("[user]\n\tuseConfigOnly = true\n")
	r.put("tone.md", "four lines\n")
	r.put("new.md", "new\n")
	paths := []string{"tone.md", "new.md"}
	_, err := Commit(t.Context(), r.dir, paths, "x")
	if err == nil || !strings.Contains(err.Error(), "tell me who you are") && !strings.Contains(err.Error(), "no email was given") {
		t.Fatalf("git's words are missing: %v", err)
	}
	if got := r.git("diff", "--cached", "--name-only"); got != "" {
		t.Errorf("left staged: %s", got)
	}
	if got := r.git("status", "--porcelain"); got != " M tone.md\n?? new.md\n" {
		t.Errorf("status:\n%s", got)
	}
	r.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n")
	_, err = Commit(t.Context(), r.dir, paths, "x")
	must(t, err)
	if got := r.git("rev-list", "--count", "HEAD"); got != "2\n" {
		t.Errorf("%s commits", got)
	}
}

// TestSigningWantsAPassphrase has a signing program that prompts on the terminal, else sleeps, and
// that does not end when it is asked to.
func TestSigningWantsAPassphrase(t *testing.T) {
	r := newRepo(t)
	script := filepath.Join(r.home, "fakegpg")
	must(t, os.WriteFile(script, []byte("#!/bin/sh\ntrap '' TERM\necho $$ >> "+r.home+"/pids\n"+
		"if ( : > /dev/tty ) 2>/dev/null; then echo terminal >> "+r.home+"/got; fi\n"+
		"while :; do sleep 1; done\n"), 0o755))
	r.git("config", "commit.gpgsign", "true")
	r.git("config", "gpg.program", script)
	r.put("tone.md", "four lines\n")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	start := time.Now()
	_, err := Commit(ctx, r.dir, []string{"tone.md"}, "x")
	if err == nil || !strings.Contains(err.Error(), "passphrase") || time.Since(start) > 20*time.Second {
		t.Fatalf("after %v: %v", time.Since(start), err)
	}
	if got := r.git("rev-list", "--count", "HEAD"); got != "1\n" {
		t.Errorf("%s commits", got)
	}
	if _, err := os.Stat(filepath.Join(r.home, "got")); err == nil {
		t.Error("it found a terminal to prompt on")
	}
	pids, err := os.ReadFile(filepath.Join(r.home, "pids"))
	must(t, err)
	for pid := range strings.FieldsSeq(string(pids)) {
		for until := time.Now().Add(5 * time.Second); alive(pid); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("process %s is left", pid)
			}
		}
	}
	must(t, Ready(t.Context(), r.dir))
	if got := r.git("status", "--porcelain"); got != " M tone.md\n" {
		t.Errorf("status:\n%s", got)
	}
}

// TestSigningFails: git's own words do not say that it is the terminal that the key lacks.
func TestSigningFails(t *testing.T) {
	r := newRepo(t)
	script := filepath.Join(r.home, "fakegpg")
	must(t, os.WriteFile(script, []byte("#!/bin/sh\nread answer < /dev/tty || exit 2\n"), 0o755))
	r.git("config", "commit.gpgsign", "true")
	r.git("config", "gpg.program", script)
	r.put("tone.md", "four lines\n")
	_, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "x")
	if err == nil || !strings.Contains(err.Error(), "failed to sign") || !strings.Contains(err.Error(), "unlock it in another shell") {
		t.Error(err)
	}
}

// alive reports whether a process runs; a zombie does not.
func alive(pid string) bool {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && !strings.Contains(string(data), ") Z ")
}

// TestLeakedEnvironment is what a hook of another repository hands on.
func TestLeakedEnvironment(t *testing.T) {
	r := newRepo(t)
	decoy := filepath.Join(filepath.Dir(r.dir), "decoy")
	must(t, os.MkdirAll(decoy, 0o755))
	must(t, os.WriteFile(filepath.Join(decoy, "tone.md"), []byte("decoy"), 0o644))
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "decoy"}} {
		r.git(append([]string{"-C", decoy}, args...)...)
	}
	before := r.git("-C", decoy, "rev-parse", "HEAD") + r.git("-C", decoy, "ls-files", "-s")
	t.Setenv("GIT_DIR", filepath.Join(decoy, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(decoy, ".git/index"))
	t.Setenv("GIT_WORK_TREE", decoy)
	t.Setenv("GIT_COMMON_DIR", filepath.Join(decoy, ".git"))
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(decoy, ".git/objects"))
	t.Setenv("GIT_NAMESPACE", "other")
	t.Setenv("GIT_PREFIX", "sub/")
	t.Setenv("GIT_CONFIG_PARAMETERS", "'core.worktree'='/tmp'")
	t.Setenv("GIT_LITERAL_PATHSPECS", "0")
	t.Setenv("GIT_TRACE", "1")

	if s := State(t.Context(), r.dir); s.Root != r.dir || !s.AtRoot {
		t.Errorf("%+v", s)
	}
	r.put("tone.md", "four lines\n")
	_, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "x")
	must(t, err)
	if got := r.git("rev-list", "--count", "HEAD"); got != "2\n" {
		t.Errorf("%s commits", got)
	}
	if after := r.git("-C", decoy, "rev-parse", "HEAD") + r.git("-C", decoy, "ls-files", "-s"); after != before {
		t.Error("the decoy moved")
	}
}

func TestEnvironmentKeepsTheUsersSettings(t *testing.T) {
	got := environment([]string{"GIT_AUTHOR_NAME=a", "GIT_COMMITTER_DATE=d", "GIT_CONFIG_GLOBAL=g", "GIT_SSH_COMMAND=s",
		"GIT_DIR=x", "GIT_INDEX_FILE=x", "GIT_QUARANTINE_PATH=x", "GPG_TTY=/dev/pts/1", "PATH=p", "LC_MESSAGES=fr_FR", "LC_ALL=de_DE.UTF-8"})
	want := []string{"GIT_AUTHOR_NAME=a", "GIT_COMMITTER_DATE=d", "GIT_CONFIG_GLOBAL=g", "GIT_SSH_COMMAND=s", "PATH=p",
		"LC_CTYPE=de_DE.UTF-8", "LC_MESSAGES=C", "LANGUAGE=C", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=:", "GIT_PAGER=cat"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestFailingHook(t *testing.T) {
	r := newRepo(t)
	hook := filepath.Join(r.dir, ".git/hooks/pre-commit")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte("#!/bin/sh\necho 'no notes on a Friday' >&2\nexit 1\n"), 0o755))
	r.put("new.md", "new\n")
	if _, err := Commit(t.Context(), r.dir, []string{"new.md"}, "x"); err == nil || !strings.Contains(err.Error(), "no notes on a Friday") {
		t.Errorf("%v", err)
	}
	if got := r.git("status", "--porcelain"); got != "?? new.md\n" {
		t.Errorf("status:\n%s", got)
	}
	// A hook that fails when the commit is made does not unmake it.
	must(t, os.Rename(hook, filepath.Join(filepath.Dir(hook), "post-commit")))
	hash, err := Commit(t.Context(), r.dir, []string{"new.md"}, "x")
	if err != nil || hash == "" {
		t.Errorf("%q, %v", hash, err)
	}
}

func TestRefusals(t *testing.T) {
	for file, want := range map[string]string{"MERGE_HEAD": "merge", "CHERRY_PICK_HEAD": "cherry-pick",
		"REVERT_HEAD": "revert", "rebase-merge": "rebase", "index.lock": "index.lock"} {
		r := newRepo(t)
		must(t, os.WriteFile(filepath.Join(r.dir, ".git", file), []byte(r.git("rev-parse", "HEAD")), 0o644))
		r.put("tone.md", "four lines\n")
		if err := Ready(t.Context(), r.dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
		if s := State(t.Context(), r.dir); file != "index.lock" && s.Busy != want {
			t.Errorf("%s: %+v", file, s)
		}
	}
	r := bare(t)
	if _, err := Commit(t.Context(), r.dir, []string{"a.md"}, "x"); !errors.Is(err, errNoRepository) {
		t.Errorf("%v", err)
	}
	must(t, Ready(t.Context(), r.dir))
}

// TestEncodingOfMessages: in a repository that keeps its messages in another encoding, ours are what they say
// they are, theirs are read as they were meant, and what is asked of all messages finds its lines.
func TestEncodingOfMessages(t *testing.T) {
	r := newRepo(t)
	r.git("config", "i18n.commitEncoding", "ISO-8859-1")
	r.git("config", "i18n.logOutputEncoding", "UTF-16")
	r.put("rule.md", "new rule\n")
	r.git("commit", "-q", "-a", "-m", "Caf\xe9")
	r.put("tone.md", "four lines\n")
	_, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "Grüße – an alle\n\n"+OriginTrailer+"model")
	must(t, err)
	if raw := r.git("cat-file", "commit", "HEAD"); strings.Contains(raw, "\nencoding ") || !strings.Contains(raw, "Grüße – an alle") {
		t.Errorf("the commit is %q", raw)
	}
	var said []string
	_, err = Walk(t.Context(), r.dir, func(rev model.Revision) bool {
		said = append(said, rev.Subject)
		return true
	})
	if err != nil || !slices.Equal(said, []string{"Grüße – an alle", "Café", "start"}) {
		t.Errorf("%q, %v", said, err)
	}
	times, err := LastCommits(t.Context(), r.dir)
	if err != nil || len(times) != 3 || times["tone.md"].At.IsZero() {
		t.Errorf("%v, %v", times, err)
	}
	if n, err := Rewrites(t.Context(), r.dir); err != nil || n["tone.md"].Count != 1 || n["rule.md"].Count != 0 {
		t.Errorf("%v, %v", n, err)
	}
}

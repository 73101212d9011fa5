package history

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOverlooked: a file that git was told to overlook is not passed off as one that has not changed.
func TestOverlooked(t *testing.T) {
	for _, how := range []string{"--assume-unchanged", "--skip-worktree"} {
		r := newRepo(t)
		r.git("update-index", how, "tone.md")
		r.put("tone.md", "Keep it to four lines.\n") // of another length: an index bit keeps git from a second look
		r.put("new.md", "new\n")
		if _, err := Commit(t.Context(), r.dir, []string{"new.md", "tone.md"}, "x"); err == nil || !strings.Contains(err.Error(), "not to look at tone.md") {
			t.Errorf("%s: %v", how, err)
		}
		if got := r.git("status", "--porcelain"); got != "?? new.md\n" {
			t.Errorf("%s: status:\n%s", how, got)
		}
		if _, err := Commit(t.Context(), r.dir, []string{"new.md"}, "x"); err != nil {
			t.Errorf("%s: the other file: %v", how, err)
		}
		r.git("update-index", "--no"+how[1:], "tone.md")
		if _, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "x"); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
}

// TestIgnored: of the new files those that rules of any level ignore; a tracked one is git's whatever they say.
func TestIgnored(t *testing.T) {
	r := newRepo(t)
	r.put(".gitignore", "*.local.md\ntone.md\n")
	must(t, os.MkdirAll(filepath.Join(r.dir, ".git", "info"), 0o755))
	must(t, os.WriteFile(filepath.Join(r.dir, ".git", "info", "exclude"), []byte("/sub/\n"), 0o644))
	paths := []string{"a.md", "b.local.md", "not there.local.md", "sub/c d.md", "tone.md", "[x].md"}
	for _, p := range paths {
		if !strings.HasPrefix(p, "not") {
			r.put(p, "x\n")
		}
	}
	got, err := Ignored(t.Context(), r.dir, paths)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, []string{"b.local.md", "not there.local.md", "sub/c d.md"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Ignored(t.Context(), r.dir, []string{"a.md"}); len(got) != 0 || err != nil {
		t.Errorf("none: %q, %v", got, err)
	}
	if got, err := Ignored(t.Context(), t.TempDir(), paths); len(got) != 0 || err != nil {
		t.Errorf("no repository: %q, %v", got, err)
	}
}

// TestHooksOwnPatterns: a hook runs as it does for a commit by hand, with the patterns and the encoding that it is
// used to.
func TestHooksOwnPatterns(t *testing.T) {
	r := newRepo(t)
	t.Setenv("LC_ALL", "C.UTF-8")
	hook := filepath.Join(r.dir, ".git/hooks/pre-commit")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte("#!/bin/sh\ngit diff --cached --name-only -- '*.md' >&2\necho \"$LC_CTYPE\" >&2\nexit 1\n"), 0o755))
	r.put("tone.md", "four lines\n")
	if _, err := Commit(t.Context(), r.dir, []string{"tone.md"}, "x"); err == nil || !strings.Contains(err.Error(), "tone.md") || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("%v", err)
	}
}

// TestBeyond: what a hook adds to a commit is told from what was to be in it, below a folder as at the top.
func TestBeyond(t *testing.T) {
	r := newRepo(t)
	hook := filepath.Join(r.dir, ".git/hooks/pre-commit")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte("#!/bin/sh\necho x > \"$(git rev-parse --show-toplevel)/added.md\"\ngit add -- :/added.md\n"), 0o755))
	r.put("notes/a.md", "x\n")
	hash, err := Commit(t.Context(), filepath.Join(r.dir, "notes"), []string{"a.md"}, "x")
	must(t, err)
	if got, err := Beyond(t.Context(), filepath.Join(r.dir, "notes"), hash, []string{"a.md"}); err != nil || !slices.Equal(got, []string{"added.md"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Beyond(t.Context(), r.dir, hash, []string{"notes/a.md", "added.md"}); err != nil || len(got) != 0 {
		t.Errorf("%q, %v", got, err)
	}
}

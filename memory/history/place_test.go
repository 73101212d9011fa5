package history

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestPlaces commits a note of a memory that lies in every kind of place.
func TestPlaces(t *testing.T) {
	for name, place := range map[string]func(t *testing.T, r *repo) (dir, root string){
		"root": func(t *testing.T, r *repo) (string, string) { return r.dir, r.dir },
		"subfolder": func(t *testing.T, r *repo) (string, string) {
			return filepath.Join(r.dir, "docs", ".memory"), r.dir
		},
		"folder with a hostile name": func(t *testing.T, r *repo) (string, string) {
			return filepath.Join(r.dir, "-a\nb*", "memory"), r.dir
		},
		"linked worktree": func(t *testing.T, r *repo) (string, string) {
			tree := filepath.Join(filepath.Dir(r.dir), "tree")
			r.git("worktree", "add", "-q", tree)
			return filepath.Join(tree, "memory"), tree
		},
		"submodule": func(t *testing.T, r *repo) (string, string) {
			super := filepath.Join(filepath.Dir(r.dir), "super")
			must(t, os.MkdirAll(super, 0o755))
			r.git("-C", super, "init", "-q")
			r.git("-C", super, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", r.dir, "mem")
			return filepath.Join(super, "mem"), filepath.Join(super, "mem")
		},
		"link to the folder": func(t *testing.T, r *repo) (string, string) {
			link := filepath.Join(filepath.Dir(r.dir), "link")
			must(t, os.Symlink(filepath.Join(r.dir, "notes"), link))
			must(t, os.MkdirAll(filepath.Join(r.dir, "notes"), 0o755))
			return link, r.dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			dir, root := place(t, r)
			must(t, os.MkdirAll(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, "MEMORY.md"), []byte("index"), 0o644))
			must(t, os.WriteFile(filepath.Join(dir, "other.md"), []byte("other"), 0o644))
			s := State(t.Context(), dir)
			if s.Root != root || s.AtRoot != (dir == root) || s.Err != "" || s.Ignored {
				t.Errorf("%+v, want root %s", s, root)
			}
			if dirty, err := Dirty(t.Context(), dir, []string{"MEMORY.md", "tone.md"}); err != nil ||
				!reflect.DeepEqual(dirty, []string{"MEMORY.md"}) {
				t.Errorf("dirty %q, %v", dirty, err)
			}
			hash, err := Commit(t.Context(), dir, []string{"MEMORY.md"}, "x")
			must(t, err)
			last, err := LastCommits(t.Context(), dir)
			must(t, err)
			if last["MEMORY.md"].Hash != hash || last["other.md"].Hash != "" {
				t.Errorf("%q: %+v", hash, last)
			}
			if s := State(t.Context(), dir); !s.Tracked {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestState(t *testing.T) {
	r := bare(t)
	if s := State(t.Context(), r.dir); !reflect.ValueOf(s).IsZero() {
		t.Errorf("no repository: %+v", s)
	}
	r.git("init", "-q", "-b", "main")
	if s := State(t.Context(), r.dir); s.Root != r.dir || s.Branch != "main" || s.Tracked || s.Err != "" {
		t.Errorf("unborn: %+v", s)
	}
	r.put(".gitignore", "ignored/\n")
	r.put("ignored/MEMORY.md", "x")
	r.put("untracked/MEMORY.md", "x")
	r.git("add", ".gitignore")
	r.git("commit", "-q", "-m", "x")
	if s := State(t.Context(), filepath.Join(r.dir, "ignored")); !s.Ignored || s.Tracked {
		t.Errorf("ignored: %+v", s)
	}
	if s := State(t.Context(), filepath.Join(r.dir, "untracked")); s.Ignored || s.Tracked {
		t.Errorf("untracked: %+v", s)
	}
	if _, err := Commit(t.Context(), filepath.Join(r.dir, "ignored"), []string{"MEMORY.md"}, "x"); err == nil ||
		!strings.Contains(err.Error(), "ignored") {
		t.Errorf("%v", err)
	}
	if got := r.git("status", "--porcelain"); got != "?? untracked/\n" {
		t.Errorf("status:\n%s", got)
	}
	r.git("checkout", "-q", "--detach")
	if s := State(t.Context(), r.dir); s.Branch != "" || s.Busy != "" {
		t.Errorf("detached: %+v", s)
	}
	if s := State(t.Context(), filepath.Join(r.dir, ".git")); s.Root != "" {
		t.Errorf("inside .git: %+v", s)
	}
	t.Setenv("PATH", t.TempDir())
	if s := State(t.Context(), r.dir); s.Err != "git is not installed" {
		t.Errorf("no git: %+v", s)
	}
	if s := State(t.Context(), t.TempDir()); s.Err != "" {
		t.Errorf("no git, no repository: %+v", s)
	}
}

// TestUnborn commits to a repository without a commit.
func TestUnborn(t *testing.T) {
	r := bare(t)
	r.git("init", "-q")
	r.put("a.md", "a")
	r.put("b.md", "b")
	if last, err := LastCommits(t.Context(), r.dir); err != nil || len(last) != 0 {
		t.Error(last, err)
	}
	r.config("[user]\n\tuseConfigOnly = true\n")
	if _, err := Commit(t.Context(), r.dir, []string{"a.md"}, "x"); err == nil {
		t.Error("committed without an identity")
	}
	if got := r.git("status", "--porcelain"); got != "?? a.md\n?? b.md\n" {
		t.Errorf("status:\n%s", got)
	}
	r.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n")
	_, err := Commit(t.Context(), r.dir, []string{"a.md"}, "x")
	must(t, err)
	if got := r.files(); !reflect.DeepEqual(got, []string{"a.md"}) {
		t.Errorf("%q", got)
	}
}

func TestStaged(t *testing.T) {
	r := newRepo(t)
	r.put("tone.md", "staged only\n")
	r.put("rule.md", "staged\n")
	r.put("new.md", "staged\n")
	r.git("add", "-A")
	r.git("rm", "-q", "--cached", "build.md")
	r.put("rule.md", "changed again\n")
	must(t, os.Remove(filepath.Join(r.dir, "new.md")))
	got, err := Staged(t.Context(), r.dir, []string{"tone.md", "rule.md", "new.md", "build.md", "nothing.md"})
	must(t, err)
	if want := []string{"build.md", "new.md", "rule.md"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestInit(t *testing.T) {
	r := bare(t)
	r.put("MEMORY.md", "index")
	r.put("sub/a.md", "a")
	r.put(".consolidate-lock", "123")
	must(t, Init(t.Context(), r.dir))
	if got := r.files(); !reflect.DeepEqual(got, []string{"MEMORY.md", "sub/a.md"}) {
		t.Errorf("%q", got)
	}
	if got := r.git("log", "--format=%s"); got != firstMessage+"\n" {
		t.Errorf("%q", got)
	}
	if got := r.git("status", "--porcelain"); got != "" {
		t.Errorf("status:\n%s", got)
	}
	if err := Init(t.Context(), r.dir); err == nil {
		t.Error("twice")
	}
	if got := r.git("rev-list", "--count", "HEAD"); got != "1\n" {
		t.Errorf("%s commits", got)
	}
	empty := bare(t)
	must(t, Init(t.Context(), empty.dir))
	if s := State(t.Context(), empty.dir); !s.AtRoot {
		t.Errorf("%+v", s)
	}
	nobody := bare(t)
	nobody.config("[user]\n\tuseConfigOnly = true\n")
	nobody.put("MEMORY.md", "index")
	if err := Init(t.Context(), nobody.dir); err == nil || !strings.Contains(err.Error(), "tell me who you are") &&
		!strings.Contains(err.Error(), "no email was given") {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(filepath.Join(nobody.dir, ".git")); err == nil {
		t.Error("a repository without its first commit is left")
	}
}

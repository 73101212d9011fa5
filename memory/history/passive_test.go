package history

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// canary writes a program that leaves a mark when it runs, and returns it with the mark's path.
func canary(t *testing.T) (program, mark string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	program, mark = filepath.Join(dir, "canary"), filepath.Join(dir, "mark")
	must(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\n"), 0o755))
	return program, mark
}

// TestLookingFetchesNothing: what a partial clone lacks is asked for over the network, by a program that
// the repository names itself. Older gits know no variable that says not to.
func TestLookingFetchesNothing(t *testing.T) {
	r := newRepo(t)
	program, mark := canary(t)
	r.put("MEMORY.md", "- one\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "index")
	r.put("MEMORY.md", "- two\n")
	r.git("commit", "-q", "-a", "-m", "next")
	for _, name := range []string{"HEAD~1:MEMORY.md", "HEAD~1^{tree}"} {
		hash := strings.TrimSpace(r.git("rev-parse", name))
		must(t, os.Remove(filepath.Join(r.dir, ".git", "objects", hash[:2], hash[2:])))
	}
	for _, kv := range [][2]string{
		{"core.repositoryformatversion", "1"}, {"extensions.partialClone", "origin"}, {"remote.origin.promisor", "true"},
		{"remote.origin.url", "ssh://example.invalid/x"}, {"core.sshCommand", program}, {"protocol.allow", "always"},
	} {
		r.git("config", kv[0], kv[1])
	}
	t.Setenv("GIT_ALLOW_PROTOCOL", "ssh")
	ctx := context.Background()
	_, _ = LastCommits(ctx, r.dir)
	_, _ = Rewrites(ctx, r.dir)
	_, _ = Recent(ctx, r.dir, 9)
	_, _ = Versions(ctx, r.dir, "MEMORY.md", 9)
	_ = Holds(ctx, r.dir, []string{strings.Repeat("ab", 20)})
	_, _ = Dirty(ctx, r.dir, []string{"MEMORY.md"})
	_ = Tracked(ctx, filepath.Join(r.dir, "MEMORY.md"))
	_ = State(ctx, r.dir)
	lookBack(t, r.dir)
	_, _ = Stream(ctx, r.dir, time.Minute, '\n', func(string) bool { return true }, "log", "-p", "--format=%H")
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("a look ran %s", ran)
	}
	looks := strings.Join(looking(command(ctx, r.dir, []string{"log"})).Env, "\n")
	for _, want := range []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"} {
		if strings.LastIndex(looks, want) <= strings.LastIndex(looks, "GIT_ALLOW_PROTOCOL=ssh") {
			t.Errorf("%s does not hold: %s", want, looks)
		}
	}
}

// lookBack asks all that there is to ask of the past.
func lookBack(t *testing.T, dir string) {
	t.Helper()
	o := NewObjects(t.Context(), dir)
	defer o.Close()
	_, _ = Walk(t.Context(), dir, func(r model.Revision) bool {
		for _, f := range r.Files {
			_, _ = o.Read(f.Old)
			_, _ = o.Read(f.New)
		}
		return true
	})
	_ = Remote(t.Context(), dir)
	_, _ = Pending(t.Context(), dir)
	_, _ = Commits(t.Context(), dir)
	_, _ = Recent(t.Context(), dir, 9)
	_ = Shallow(t.Context(), dir)
	_, _ = Versions(t.Context(), dir, "a.md", 9)
}

// TestLookingBackRunsNothing: the settings of a repository name programs for many things that a log, a diff
// or a blame may do.
func TestLookingBackRunsNothing(t *testing.T) {
	r := newRepo(t)
	program, mark := canary(t)
	r.put("a.md", "a\n")
	r.put(".gitattributes", "*.md diff=d filter=d merge=d\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "one")
	r.put("a.md", "b\n")
	r.git("commit", "-q", "-a", "-m", "two")
	// A signature that the settings want checked.
	signed := strings.Replace(r.git("cat-file", "commit", "HEAD"), "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n", 1)
	must(t, os.WriteFile(filepath.Join(r.home, "signed"), []byte(signed), 0o644))
	r.git("update-ref", "HEAD", strings.TrimSpace(r.git("hash-object", "-t", "commit", "-w", filepath.Join(r.home, "signed"))))
	r.put("a.md", "c\n")
	for _, key := range []string{"diff.external", "diff.d.command", "diff.d.textconv", "filter.d.clean", "filter.d.smudge", "filter.d.process", "merge.d.driver",
		"core.fsmonitor", "core.pager", "pager.log", "core.editor", "core.sshCommand", "core.askPass", "gpg.program", "alias.log", "alias.cat-file",
		"credential.helper", "core.alternateRefsCommand", "uploadpack.packObjectsHook", "trailer.x.command", "diff.tool", "difftool.d.cmd"} {
		r.git("config", key, program)
	}
	hooks := filepath.Join(r.home, "hooks")
	must(t, os.MkdirAll(hooks, 0o755))
	for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"} {
		must(t, os.Symlink(program, filepath.Join(hooks, hook)))
	}
	r.git("config", "core.hooksPath", hooks)
	r.git("config", "log.showSignature", "true")
	r.git("config", "remote.origin.url", "ext::"+program)
	r.git("config", "branch.main.remote", "origin")
	r.git("config", "branch.main.merge", "refs/heads/main")
	_ = os.Remove(mark) // what setting it up has run
	lookBack(t, r.dir)
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("a look ran %s", ran)
	}
}

// TestLookingRunsNoFilter asks what differs in repositories whose settings name programs for the
// attributes of their files: in the settings, in a file those include, in those of a work tree alone.
func TestLookingRunsNoFilter(t *testing.T) {
	for name, set := range map[string]func(r *repo, program string){
		"clean":   func(r *repo, program string) { r.git("config", "filter.d.clean", program) },
		"process": func(r *repo, program string) { r.git("config", "filter.d.process", program) },
		"required": func(r *repo, program string) {
			r.git("config", "filter.d.clean", program)
			r.git("config", "filter.d.required", "true")
		},
		"included": func(r *repo, program string) {
			must(t, os.WriteFile(filepath.Join(r.dir, ".git", "more"), []byte("[filter \"d\"]\n\tclean = "+program+"\n"), 0o644))
			r.git("config", "include.path", "more")
		},
		"work tree": func(r *repo, program string) {
			r.git("config", "extensions.worktreeConfig", "true")
			r.git("config", "--worktree", "filter.d.clean", program)
		},
		"odd name": func(r *repo, program string) { r.git("config", "filter.d=e.clean", program) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			program, mark := canary(t)
			r.put("MEMORY.md", "- one\n")
			r.put("a.md", "a\n")
			r.git("add", "-A")
			r.git("commit", "-q", "-m", "index")
			attribute := "*.md filter=d\n"
			if name == "odd name" {
				attribute = "*.md filter=d=e\n"
			}
			r.put(".gitattributes", attribute)
			set(r, program)
			r.put("MEMORY.md", "- two\n")
			later := time.Now().Add(time.Hour)
			must(t, os.Chtimes(filepath.Join(r.dir, "a.md"), later, later))
			dirty, err := Dirty(t.Context(), r.dir, []string{"MEMORY.md", "a.md"})
			if ran, rerr := os.ReadFile(mark); rerr == nil {
				t.Errorf("a look ran %s", ran)
			}
			if name == "odd name" {
				if err == nil || !strings.Contains(err.Error(), "filter") {
					t.Errorf("no word about it: %v", err)
				}
				return
			}
			if err != nil || len(dirty) != 1 || dirty[0] != "MEMORY.md" {
				t.Errorf("%q, %v", dirty, err)
			}
		})
	}
}

// TestUsersFilterRuns: a filter that the user set up for all repositories says what differs, also where
// the repository names another program under its name.
func TestUsersFilterRuns(t *testing.T) {
	for _, also := range []bool{false, true} {
		r := newRepo(t)
		program, mark := canary(t)
		r.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n[filter \"upper\"]\n\tclean = tr a-z A-Z\n\trequired = true\n")
		r.put(".gitattributes", "*.md filter=upper\n")
		r.put("a.md", "word\n")
		r.git("add", "-A")
		r.git("commit", "-q", "-m", "one")
		if also {
			r.git("config", "filter.upper.clean", program)
		}
		r.put("a.md", "WOrd\n")
		dirty, err := Dirty(t.Context(), r.dir, []string{"a.md"})
		if err != nil || len(dirty) != 0 {
			t.Errorf("%q, %v", dirty, err)
		}
		if ran, err := os.ReadFile(mark); err == nil {
			t.Errorf("a look ran %s", ran)
		}
	}
}

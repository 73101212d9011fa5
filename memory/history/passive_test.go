package history

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
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
	_, _ = Versions(ctx, r.dir, "MEMORY.md", 9)
	_ = Holds(ctx, r.dir, []string{strings.Repeat("ab", 20)})
	_, _ = Dirty(ctx, r.dir, []string{"MEMORY.md"})
	_ = Tracked(ctx, filepath.Join(r.dir, "MEMORY.md"))
	_ = State(ctx, r.dir)
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

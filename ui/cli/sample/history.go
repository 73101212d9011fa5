package sample

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// commits are the history of the shop's memory, oldest first. What is in none of them has only its
// file's time.
var commits = []commit{
	{90, "Start to remember", []string{"user-role.md", "commit-messages.md", "glossary.md"}},
	{47, "Remember tests and builds", []string{"testing.md", "build.md", "payments.md", "legacy-import.md", "search.md"}},
	{27, "Remember the code style", []string{"code-style.md", "house-rules.md"}},
	{12, "Remember staging", []string{"staging-deploy.md", "release-freeze.md", "ideas.md"}},
	{4, "Tidy the index", []string{"flaky-tests.md", "MEMORY.md"}},
}

type commit struct {
	days    int
	subject string
	paths   []string
}

// here leaves out what this system could not lay out, such as the link.
func (c commit) here(dir string) (out []string) {
	for _, p := range c.paths {
		if _, err := os.Lstat(filepath.Join(dir, p)); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// Record makes a git repository of the shop's memory, with an identity of its own and commits of
// different ages. The dates are why it does not go through the history room, which only ever
// commits now.
func (w World) Record(ctx context.Context) error {
	config := "[user]\n\tname = Sample User\n\temail = user@example.com\n[init]\n\tdefaultBranch = main\n"
	if err := os.WriteFile(filepath.Join(w.Dir, "gitconfig"), []byte(config), 0o600); err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	steps := [][]string{
		{"init", "--quiet"},
		{"config", "user.name", "Sample User"},
		{"config", "user.email", "user@example.com"},
	}
	for _, args := range steps {
		if err := w.git(ctx, w.now, args...); err != nil {
			return err
		}
	}
	for _, c := range commits {
		if err := w.git(ctx, w.ago(c.days), append([]string{"add", "--"}, c.here(w.Shop)...)...); err != nil {
			return err
		}
		if err := w.git(ctx, w.ago(c.days), "commit", "--quiet", "--message", c.subject); err != nil {
			return err
		}
	}
	return nil
}

// git runs the user's git inside the world.
func (w World) git(ctx context.Context, at time.Time, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = w.Shop
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	for name, value := range w.Env() {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	date := at.UTC().Format(time.RFC3339)
	cmd.Env = append(cmd.Env, "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_TERMINAL_PROMPT=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("record the sample: git %s: %w: %s", args[0], err, strings.TrimSpace(string(out)))
	}
	return nil
}

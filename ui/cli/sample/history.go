package sample

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/model"
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

// Record makes git repositories of the shop's memory, with commits of different ages, and of the API's,
// whose index grows from one to the next, and of the shop itself. They have an identity of their own. The dates are why it does not go
// through the history room, which only ever commits now.
func (w World) Record(ctx context.Context) error {
	config := "[user]\n\tname = Sample User\n\temail = user@example.com\n[init]\n\tdefaultBranch = main\n"
	if err := os.WriteFile(filepath.Join(w.Dir, "gitconfig"), []byte(config), 0o600); err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	if err := w.init(ctx, w.Shop); err != nil {
		return err
	}
	if err := w.earlier(ctx); err != nil {
		return err
	}
	for _, c := range commits {
		if err := w.commit(ctx, w.Shop, c.days, c.subject, c.here(w.Shop)...); err != nil {
			return err
		}
	}
	if err := w.recordProject(ctx); err != nil {
		return err
	}
	return w.grow(ctx, filepath.Join(w.Dir, "claude", "projects", w.slug("api"), "memory"))
}

// once is a line of a note as it was before it became what it is: what a value was is looked for in the history.
var once = struct{ path, now, was string }{"testing.md",
	"a local Redis on port 6379, because the sessions live there", "a local MySQL on port 3306, because the sessions live there"}

// earlier commits that note as it was, before all others.
func (w World) earlier(ctx context.Context) error {
	file := filepath.Join(w.Shop, once.path)
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	was := bytes.Replace(text, []byte(once.now), []byte(once.was), 1)
	if bytes.Equal(was, text) {
		return fmt.Errorf("record the sample: %s does not say %q", once.path, once.now)
	}
	if err := os.WriteFile(file, was, info.Mode()); err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	if err := w.commit(ctx, w.Shop, earliest, "Remember what the tests need", once.path); err != nil {
		return err
	}
	if err := os.WriteFile(file, text, info.Mode()); err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	return os.Chtimes(file, info.ModTime(), info.ModTime())
}

// earliest is how many days ago the history of the shop's memory begins.
const earliest = 110

// grow commits an index in four steps, each with a part of its lines more.
func (w World) grow(ctx context.Context, dir string) error {
	if err := w.init(ctx, dir); err != nil {
		return err
	}
	path := filepath.Join(dir, model.IndexName)
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("record the sample: %w", err)
	}
	lines := bytes.SplitAfter(whole, []byte{'\n'})
	for i, days := range []int{60, 40, 20, 6} {
		part := bytes.Join(lines[:len(lines)*(7+i)/10], nil)
		if err := os.WriteFile(path, part, info.Mode()); err != nil {
			return fmt.Errorf("record the sample: %w", err)
		}
		if err := w.commit(ctx, dir, days, "More routes", model.IndexName); err != nil {
			return err
		}
	}
	return os.Chtimes(path, info.ModTime(), info.ModTime())
}

// init makes a repository.
func (w World) init(ctx context.Context, dir string) error {
	for _, args := range [][]string{
		{"init", "--quiet"}, {"config", "user.name", "Sample User"}, {"config", "user.email", "user@example.com"},
	} {
		if err := w.git(ctx, dir, w.now, args...); err != nil {
			return err
		}
	}
	return nil
}

func (w World) commit(ctx context.Context, dir string, days int, subject string, paths ...string) error {
	if err := w.git(ctx, dir, w.ago(days), append([]string{"add", "--"}, paths...)...); err != nil {
		return err
	}
	return w.git(ctx, dir, w.ago(days), "commit", "--quiet", "--message", subject)
}

// git runs the user's git in a folder of the world.
func (w World) git(ctx context.Context, dir string, at time.Time, args ...string) error {
	return w.feed(ctx, dir, at, nil, args...)
}

// feed is git with a standard input.
func (w World) feed(ctx context.Context, dir string, at time.Time, in io.Reader, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Stdin = dir, in
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

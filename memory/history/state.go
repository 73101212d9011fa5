package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"dreamgate/model"
)

// State asks git about the repository around a directory. Where there is none, or git is not
// installed, all fields are zero; Err is set where there is one that git refuses to look at.
func State(ctx context.Context, dir string) model.GitState {
	own, atRoot, err := locate(ctx, dir)
	if own == "" {
		return model.GitState{Err: refusal(dir, err)}
	}
	s := model.GitState{AtRoot: atRoot, Busy: busy(own)}
	root, err := read(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return model.GitState{Err: err.Error()}
	}
	s.Root = strings.TrimSuffix(root, "\n")
	// HEAD that is no symbolic ref is a detached one: no branch.
	branch, _ := read(ctx, dir, "symbolic-ref", "--quiet", "--short", "HEAD")
	s.Branch = strings.TrimSuffix(branch, "\n")
	files, err := read(ctx, dir, "ls-files", "-z", "--", ".")
	s.Tracked = err == nil && files != ""
	if !s.Tracked {
		// The index stands for the notes: where the folder or all notes are ignored, so is it.
		_, err = read(ctx, dir, "check-ignore", "--quiet", "--", model.IndexName)
		s.Ignored = err == nil
	}
	return s
}

// locate finds the repository's own folder (of the linked worktree or submodule, if it is one), and
// whether dir is the top of the work tree. "" means that there is none, or with an error, which
// refusal reads, that git cannot say.
func locate(ctx context.Context, dir string) (own string, atRoot bool, err error) {
	out, err := read(ctx, dir, "rev-parse", "--is-inside-work-tree", "--show-cdup", "--absolute-git-dir")
	if err != nil {
		return "", false, err
	}
	// The folder comes last, because its name may hold anything.
	parts := strings.SplitN(out, "\n", 3)
	if len(parts) < 3 || parts[0] != "true" {
		return "", false, nil
	}
	return strings.TrimSuffix(parts[2], "\n"), parts[1] == "", nil
}

// NotInstalled is the Err of a state where there is a repository and no git program.
const NotInstalled = "git is not installed"

// refusal tells "no repository here" from a repository that git does not want to look at (owned by
// someone else, of a newer format).
func refusal(dir string, err error) string {
	if err == nil {
		return ""
	}
	if errors.Is(err, exec.ErrNotFound) {
		if underGit(dir) {
			return NotInstalled
		}
		return ""
	}
	if strings.Contains(err.Error(), "not a git repository") ||
		strings.Contains(err.Error(), "must be run in a work tree") {
		return ""
	}
	return err.Error()
}

// underGit looks for a repository where git cannot be asked.
func underGit(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	for {
		if _, err := os.Lstat(filepath.Join(real, ".git")); err == nil {
			return true
		}
		up := filepath.Dir(real)
		if up == real {
			return false
		}
		real = up
	}
}

// busy names the operation that a repository is in the middle of, by the files that git keeps of
// it (gitrepository-layout(5), and wt-status.c for the rebases).
func busy(own string) string {
	for _, op := range []struct{ file, name string }{
		{"MERGE_HEAD", "merge"}, {"rebase-merge", "rebase"}, {"rebase-apply", "rebase"},
		{"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"}, {"BISECT_LOG", "bisect"},
	} {
		if _, err := os.Lstat(filepath.Join(own, op.file)); err == nil {
			return op.name
		}
	}
	return ""
}

// lockPatience is how long a commit waits for another git process (a prompt's status) to finish.
const lockPatience = time.Second

// Ready reports why a commit cannot be made just now: an operation in progress, or another git
// process that holds the index. Nil where it can, and where there is no repository.
func Ready(ctx context.Context, dir string) error {
	own, _, _ := locate(ctx, dir)
	if own == "" {
		return nil
	}
	return ready(ctx, own)
}

// ready is Ready for a located repository.
func ready(ctx context.Context, own string) error {
	if op := busy(own); op != "" {
		return fmt.Errorf("the git repository is in the middle of a %s: finish or abort it first", op)
	}
	lock := filepath.Join(own, "index.lock")
	for until := time.Now().Add(lockPatience); ; {
		if _, err := os.Lstat(lock); err != nil {
			return nil
		}
		if time.Now().After(until) {
			return fmt.Errorf("another git process is at work in the repository; if there is none, remove %s", lock)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

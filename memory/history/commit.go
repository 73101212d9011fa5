package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/memory"
)

var (
	// ErrNothing says that git sees no change in the files it was asked to commit.
	ErrNothing = errors.New("git has nothing to commit in these files")
	// errNoRepository says that no repository is there to commit to.
	errNoRepository = errors.New("there is no git repository")
)

// maxMessage keeps a message below the length of one argument that Linux takes (128 KiB).
const maxMessage = 96 << 10

// Commit commits the paths (slash-separated, relative to dir), and only those, as they are on disk:
// changed, new and deleted ones. It returns the commit's hash. Whatever else is staged, changed or
// untracked stays as it was. Where the commit fails nothing is left staged and the error holds
// git's words. Ask Staged first: a staged version of one of the paths is replaced.
func Commit(ctx context.Context, dir string, paths []string, message string) (string, error) {
	hash, err := commit(ctx, dir, paths, message)
	if err != nil {
		return hash, fmt.Errorf("commit the changes: %w", err)
	}
	return hash, nil
}

// Sayable says why a message cannot be that of a commit, for who has something to write before.
func Sayable(message string) error {
	if len(message) > maxMessage || strings.Contains(message, "\x00") {
		return fmt.Errorf("the message is longer than %d KiB or holds a NUL: shorten it", maxMessage>>10)
	}
	return nil
}

// commit is Commit without its words.
func commit(ctx context.Context, dir string, paths []string, message string) (string, error) {
	if err := Sayable(message); err != nil {
		return "", err
	}
	own, _, err := locate(ctx, dir)
	if own == "" && refusal(dir, err) == "" {
		return "", errNoRepository
	}
	if err != nil {
		return "", err
	}
	if err := ready(ctx, own); err != nil {
		return "", err
	}
	dirty, err := Dirty(ctx, dir, paths)
	if err != nil {
		return "", err
	}
	paths, fresh, err := known(ctx, dir, paths, dirty)
	if err != nil {
		return "", err
	}
	if err := Overlooked(ctx, dir, paths); err != nil {
		return "", err
	}
	if len(dirty) == 0 && len(fresh) == 0 {
		return "", ErrNothing
	}
	limit, cancel := context.WithTimeout(ctx, commitLimit)
	defer cancel()
	before := head(ctx, dir)
	// A commit of given paths takes new files only if the index has heard of them.
	if len(fresh) > 0 {
		if _, err = write(limit, dir, fresh, "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul"); err != nil {
			fresh = nil // it writes the index whole, or not at all
		}
	}
	if err == nil {
		_, err = write(limit, dir, paths, "commit", "--quiet", "--only", "--cleanup=whitespace",
			"--message="+message, "--pathspec-from-file=-", "--pathspec-file-nul")
	}
	after := head(ctx, dir)
	if err == nil || after != before && madeOn(ctx, dir, after, before) {
		// A hook that fails after the commit, or hangs, does not unmake it.
		return after, nil
	}
	return "", errors.Join(explain(ctx, err), forget(ctx, dir, fresh))
}

// unseen says that a commit would leave files out, which looks like a commit of them all.
func unseen(hidden []string) error {
	if len(hidden) == 0 {
		return nil
	}
	return fmt.Errorf("git is told not to look at %s, so that no commit takes it: "+
		"git update-index --no-assume-unchanged --no-skip-worktree FILE lets it look again", strings.Join(hidden, ", "))
}

// known sorts paths by what git knows of them: all that can be committed, and those of them that
// are new to it. Files that were never tracked and are gone again are nothing to git; those whose deletion is
// staged are gone from disk and index alike, and still dirty.
func known(ctx context.Context, dir string, paths, dirty []string) (all, fresh []string, err error) {
	has, err := tracked(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range paths {
		if !has[p] {
			_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(p)))
			switch {
			case err == nil:
				fresh = append(fresh, p)
			case !slices.Contains(dirty, p):
				continue
			}
		}
		all = append(all, p)
	}
	return all, fresh, nil
}

// tracked are the paths below dir that the index has.
func tracked(ctx context.Context, dir string) (map[string]bool, error) {
	out, err := read(ctx, dir, "ls-files", "-z", "--", ".")
	has := map[string]bool{}
	for p := range strings.SplitSeq(out, "\x00") {
		has[p] = true
	}
	return has, err
}

// head is the hash of the present commit, "" if there is none yet.
func head(ctx context.Context, dir string) string {
	ctx, cancel := afterwards(ctx)
	defer cancel()
	out, _ := read(ctx, dir, "rev-parse", "--verify", "--quiet", "HEAD")
	return strings.TrimSpace(out)
}

// madeOn reports whether a commit stands directly on another one, or on none.
func madeOn(ctx context.Context, dir, commit, parent string) bool {
	ctx, cancel := afterwards(ctx)
	defer cancel()
	out, err := read(ctx, dir, "rev-list", "--parents", "--max-count=1", commit)
	return err == nil && strings.TrimSpace(out) == strings.TrimSpace(commit+" "+parent)
}

// forget takes back what Commit told the index of new files. The index entries of everything else
// are not touched.
func forget(ctx context.Context, dir string, fresh []string) error {
	if len(fresh) == 0 {
		return nil
	}
	ctx, cancel := afterwards(ctx)
	defer cancel()
	if _, err := write(ctx, dir, fresh, "update-index", "-z", "--force-remove", "--stdin"); err != nil {
		return fmt.Errorf("new files stay marked in the index (`git reset` forgets them): %w", err)
	}
	return nil
}

// afterwards is a context for what has to be done although the time is up or the user cancelled.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}

// explain puts words to a commit that had to be stopped.
func explain(ctx context.Context, err error) error {
	var git *gitError
	if errors.As(err, &git) && git.words == "" && git.command == "commit" && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("git refused without a word, as a hook may do: %w", err)
	}
	if errors.As(err, &git) && (strings.Contains(git.words, "failed to sign") || strings.Contains(git.words, "failed to write commit object")) {
		return fmt.Errorf("%w\nthe commit was to be signed: a key that asks for its passphrase gets no terminal here; unlock it in another shell "+
			"(gpg-agent, ssh-add) and try again", err)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("git did not finish in time and was stopped: a hook, or a signing program that waits for "+
		"a passphrase, gets no terminal here; unlock the key in another shell and retry, or commit by hand: %w", err)
}

// firstMessage is the message of the commit that Init makes.
const firstMessage = "memory before dreamgate"

// Init makes a repository of dir and commits what is in it, so that the first accepted change can
// be told from it. If that fails, no repository is left behind.
func Init(ctx context.Context, dir string) error {
	own := filepath.Join(dir, ".git")
	if _, err := os.Lstat(own); err == nil {
		return fmt.Errorf("make a git repository in %s: it already is one", dir)
	}
	if err := initialise(ctx, dir, own); err != nil {
		return errors.Join(fmt.Errorf("make a git repository in %s: %w", dir, err), os.RemoveAll(own))
	}
	return nil
}

// initialise makes the repository and its first commit. A memory without a file has none.
func initialise(ctx context.Context, dir, own string) error {
	ctx, cancel := context.WithTimeout(ctx, commitLimit)
	defer cancel()
	if _, err := write(ctx, dir, nil, "init", "--quiet"); err != nil {
		return err
	}
	if err := exclude(own); err != nil {
		return err
	}
	if _, err := write(ctx, dir, nil, "add", "--all", "--", "."); err != nil {
		return err
	}
	if out, err := read(ctx, dir, "ls-files", "-z"); err != nil || out == "" {
		return err
	}
	_, err := write(ctx, dir, nil, "commit", "--quiet", "--message="+firstMessage)
	return explain(ctx, err)
}

// exclude keeps what is no note out of the repository, by a file that is not part of it.
func exclude(own string) error {
	info := filepath.Join(own, "info")
	if err := os.MkdirAll(info, 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(info, "exclude"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(memory.AgentLock + "\n" + memory.TempPrefix + "*\n")
	return errors.Join(err, file.Close())
}

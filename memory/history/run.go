package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Limits of one git process. A commit may run hooks and a signing program; one that asks for a
// passphrase gets none, because it has no terminal here, and must not hold the screen for long.
const (
	readLimit   = 10 * time.Second
	commitLimit = 25 * time.Second
	// endDelay is how long a process that was told to end may take until it is killed.
	endDelay = 2 * time.Second
	// maxOutput bounds what is held of an answer.
	maxOutput = 64 << 20
)

// gitError is a git command that failed, with git's own words.
type gitError struct {
	// command is the subcommand, words what it wrote to its standard error.
	command, words string
	err            error
}

func (e *gitError) Error() string {
	if e.words == "" {
		return fmt.Sprintf("git %s: %v", e.command, e.err)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.words)
}

func (e *gitError) Unwrap() error { return e.err }

// read runs a command that changes nothing, not even the index's cached times.
func read(ctx context.Context, dir string, args ...string) (string, error) {
	return readWith(ctx, dir, nil, args...)
}

// readWith is read with settings ("key=value") that go before those of the repository.
func readWith(ctx context.Context, dir string, settings []string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	return run(ctx, looking(command(ctx, dir, args, settings...)), args[0])
}

// looking makes a command one that changes nothing and asks nobody: a partial clone fetches what it does
// not have, by a program that the repository's own settings name. Gits that do not know the variable
// which forbids that are still allowed no protocol to do it by.
func looking(cmd *exec.Cmd) *exec.Cmd {
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	return cmd
}

// write runs a command that changes the repository, with paths as its standard input: there they
// cost no arguments, of which a process takes only so many.
func write(ctx context.Context, dir string, paths []string, args ...string) (string, error) {
	var stdin bytes.Buffer
	for _, p := range paths {
		if args[0] == "commit" {
			stdin.WriteString(":(literal)")
		}
		stdin.WriteString(p)
		stdin.WriteByte(0)
	}
	cmd := command(ctx, dir, args)
	cmd.Stdin = &stdin
	return run(ctx, cmd, args[0])
}

// command is one git command in dir. What every command has in common: no colours, no pager, no
// quoting of names, messages are UTF-8 on their way in and out whatever a repository says of its own, paths are
// names and no patterns, no background process is left behind, and no second git looks into a submodule, where
// it would take programs from settings of that.
func command(ctx context.Context, dir string, args []string, settings ...string) *exec.Cmd {
	common := []string{"-C", dir, "--no-pager", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false",
		"-c", "color.ui=false", "-c", "diff.submodule=short", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
		"-c", "i18n.commitEncoding=UTF-8", "-c", "i18n.logOutputEncoding=UTF-8"}
	for _, kv := range settings {
		common = append(common, "-c", kv)
	}
	switch args[0] {
	case "check-ignore": // takes names, never patterns, and refuses the word
	case "commit": // its hooks would inherit the word, and find nothing by their own patterns
	default:
		common = append(common, "--literal-pathspecs")
	}
	cmd := exec.CommandContext(ctx, "git", append(common, args...)...)
	cmd.Env = environment(os.Environ())
	return cmd
}

// run runs a command to its end, or to that of the context: then git and all that it started are
// asked to end, so that git removes its lock files, and after a while killed.
func run(ctx context.Context, cmd *exec.Cmd, name string) (string, error) {
	out, words := limited{max: maxOutput}, limited{max: 8 << 10}
	cmd.Stdout, cmd.Stderr = &out, &words
	ownSession(cmd)
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	cmd.WaitDelay = endDelay
	err := cmd.Run()
	if ctx.Err() != nil && cmd.Process != nil {
		killGroup(cmd.Process)
	}
	// A hook may leave a process behind that holds our pipes; git itself is done.
	if errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState.Success() {
		err = nil
	}
	switch {
	case ctx.Err() != nil:
		return "", &gitError{command: name, err: ctx.Err()}
	case out.full:
		return "", &gitError{command: name, err: errors.New("the answer is too long")}
	case err != nil:
		text := strings.TrimSpace(words.String())
		if text == "" {
			// "nothing to commit" and its like go to the standard output.
			text = strings.TrimSpace(out.String())
		}
		return out.String(), &gitError{name, text, err}
	}
	return out.String(), nil
}

// limited keeps the first bytes of a stream and takes the rest as read: a writer that is refused
// would fail for the wrong reason.
type limited struct {
	bytes.Buffer
	max  int
	full bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := l.max - l.Len()
	if len(p) > room {
		l.full = true
		l.Buffer.Write(p[:room])
		return len(p), nil
	}
	return l.Buffer.Write(p)
}

// kept are the variables of git that say who the user is and how git is set up. All others, which
// a hook or an alias hands to its children, point to another repository (GIT_DIR, GIT_INDEX_FILE,
// see `git rev-parse --local-env-vars`) or write into our pipes (GIT_TRACE).
var kept = []string{"GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=",
	"GIT_CONFIG_NOSYSTEM=", "GIT_CONFIG_COUNT=", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_",
	"GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM=", "GIT_EXEC_PATH=",
	"GIT_TEMPLATE_DIR=", "GIT_SSH=", "GIT_SSH_COMMAND=", "GIT_ALLOW_PROTOCOL="}

// environment is what git gets of ours: without GPG_TTY, by which a passphrase prompt would find
// the terminal that the screen is drawn on, and in English, but not in another encoding: hooks read notes.
func environment(ours []string) []string {
	env := make([]string, 0, len(ours)+4)
	for _, v := range ours {
		if strings.HasPrefix(v, "GIT_") && !hasAnyPrefix(v, kept) || strings.HasPrefix(v, "GPG_TTY=") ||
			hasAnyPrefix(v, []string{"LC_MESSAGES=", "LANGUAGE="}) {
			continue
		}
		if all, ok := strings.CutPrefix(v, "LC_ALL="); ok && all != "" {
			v = "LC_CTYPE=" + all // the last one of a name counts
		}
		env = append(env, v)
	}
	// git reads an editor from many places; a commit message is never asked for here.
	return append(env, "LC_MESSAGES=C", "LANGUAGE=C", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=:", "GIT_PAGER=cat")
}

// hasAnyPrefix reports whether a string begins with one of the prefixes.
func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

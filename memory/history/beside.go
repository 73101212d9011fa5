package history

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Ignored returns those of the paths (slash-separated, relative to dir) that are new to git and that it is told
// to ignore: whoever wrote that rule does not want them in the repository. They need not be there. Without a
// repository there are none.
func Ignored(ctx context.Context, dir string, paths []string) ([]string, error) {
	has, err := tracked(ctx, dir)
	if err != nil && refusal(dir, err) == "" {
		return nil, nil
	}
	fresh := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return has[p] })
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	// Exit status 1 says that none is.
	out, err := write(ctx, dir, fresh, "check-ignore", "-z", "--stdin")
	var none *exec.ExitError
	if err != nil && (!errors.As(err, &none) || none.ExitCode() != 1) {
		return nil, fmt.Errorf("ask git what it ignores: %w", err)
	}
	return split(out), nil
}

// Beyond returns what a commit holds beside the paths (relative to dir) that were to be in it: a hook may have
// added to it. They are relative to the top of the work tree.
func Beyond(ctx context.Context, dir, hash string, paths []string) ([]string, error) {
	prefix, err := read(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	prefix = strings.TrimSuffix(prefix, "\n")
	out, err := read(ctx, dir, "diff-tree", "--no-commit-id", "--name-only", "--no-renames", "--root", "-r", "-z", hash)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(split(out), func(p string) bool {
		own, below := strings.CutPrefix(p, prefix)
		return below && slices.Contains(paths, own)
	}), nil
}

// Overlooked is an error where git was told not to look whether some of the paths change: a commit would leave
// them out, and look like one of all.
func Overlooked(ctx context.Context, dir string, paths []string) error {
	hidden, err := overlooked(ctx, dir, paths)
	return errors.Join(err, unseen(hidden))
}

// overlooked are the paths of which git was told not to look whether they change.
func overlooked(ctx context.Context, dir string, paths []string) ([]string, error) {
	out, err := read(ctx, dir, "ls-files", "-v", "-z", "--", ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, line := range split(out) {
		// A small letter is "assume unchanged", an S "skip the work tree"; what a sparse checkout skips and is
		// there all the same loses its S by itself.
		if tag, p, ok := strings.Cut(line, " "); ok && (tag == "S" || tag == strings.ToLower(tag)) && slices.Contains(paths, p) {
			names = append(names, p)
		}
	}
	return names, nil
}

// split takes a list apart in which each name ends with a NUL.
func split(out string) []string {
	return slices.DeleteFunc(strings.Split(out, "\x00"), func(s string) bool { return s == "" })
}

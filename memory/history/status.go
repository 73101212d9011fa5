package history

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/model"
)

// entry is one line of git's status: the states in the index and in the work tree ("M", "A", "D",
// "?", " "; see git-status(1)), and the path relative to the directory asked about.
type entry struct {
	index, tree byte
	path        string
}

// status lists what differs below dir. It is a look: no program of the repository's settings is run.
func status(ctx context.Context, dir string) ([]entry, error) {
	prefix, err := read(ctx, dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	prefix = strings.TrimSuffix(prefix, "\n")
	settings, err := unfiltered(ctx, dir)
	if err != nil {
		return nil, err
	}
	out, err := readWith(ctx, dir, settings, "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames",
		"--ignore-submodules=all", "--", ".")
	if err != nil {
		return nil, err
	}
	var entries []entry
	for record := range strings.SplitSeq(out, "\x00") {
		if len(record) < 4 {
			continue
		}
		// Paths in this format are relative to the top of the work tree.
		if p, ok := strings.CutPrefix(record[3:], prefix); ok {
			entries = append(entries, entry{record[0], record[1], p})
		}
	}
	return entries, nil
}

// unmerged reports whether two sides of a merge wait to be put together (git-status(1)).
func (e entry) unmerged() bool {
	return e.index == 'U' || e.tree == 'U' || e.index == e.tree && (e.index == 'A' || e.index == 'D')
}

// Dirty returns those of the paths (slash-separated, relative to dir) that differ from the last
// commit in the index or on disk, untracked ones too, sorted. Without a repository there are none.
func Dirty(ctx context.Context, dir string, paths []string) ([]string, error) {
	return pick(ctx, dir, paths, func([]entry) bool { return true })
}

// Staged returns those of the paths whose staged version is neither that of the last commit nor the
// file's, sorted. A commit of the file would lose it.
func Staged(ctx context.Context, dir string, paths []string) ([]string, error) {
	return pick(ctx, dir, paths, func(lines []entry) bool {
		if lines[0].unmerged() {
			return false // nobody staged it: Unmerged has it
		}
		staged := lines[0].index != ' ' && lines[0].index != '?'
		// A staged deletion of a file that is there has a second line, as an untracked file.
		return staged && (lines[0].tree != ' ' || len(lines) > 1)
	})
}

// Unmerged returns those of the paths in which two sides of a merge wait to be put together, sorted. There are such
// also where no merge is in progress, as after a stash that did not fit.
func Unmerged(ctx context.Context, dir string, paths []string) ([]string, error) {
	return pick(ctx, dir, paths, func(lines []entry) bool { return lines[0].unmerged() })
}

// pick returns those of the paths whose lines of the status are wanted. The status of the whole
// memory is asked for, because the command takes no paths but as arguments.
func pick(ctx context.Context, dir string, paths []string, want func([]entry) bool) ([]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	entries, err := status(ctx, dir)
	if err != nil && refusal(dir, err) == "" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ask git what differs in %s: %w", dir, err)
	}
	lines := map[string][]entry{}
	for _, e := range entries {
		lines[e.path] = append(lines[e.path], e)
	}
	var picked []string
	for _, p := range paths {
		if l := lines[p]; len(l) > 0 && want(l) {
			picked = append(picked, p)
		}
	}
	slices.Sort(picked)
	return slices.Compact(picked), nil
}

// Unrecorded returns what the last commit of the repository around dir holds and is gone from disk, with its
// text, and the paths of what is on disk and in no commit.
func Unrecorded(ctx context.Context, dir string) (gone model.Tree, fresh []string, err error) {
	if head(ctx, dir) == "" {
		return nil, nil, nil
	}
	entries, err := status(ctx, dir)
	if err != nil {
		return nil, nil, fmt.Errorf("ask git what was moved in %s: %w", dir, err)
	}
	held, err := Held(ctx, dir, "HEAD")
	if err != nil {
		return nil, nil, err
	}
	gone = model.Tree{}
	objects := NewObjects(ctx, dir)
	defer objects.Close()
	for _, e := range entries {
		blob, was := held[e.path]
		_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(e.path)))
		switch {
		case !was && err == nil:
			fresh = append(fresh, e.path)
		case was && errors.Is(err, fs.ErrNotExist):
			// What cannot be read was no note, and is not seen to go on under another name.
			if data, err := objects.Read(blob); err == nil {
				gone[e.path] = model.File{Mode: 0o644, Data: data}
			}
		}
	}
	return gone, fresh, nil
}

// Package history speaks with the user's git about a memory directory.
package history

import (
	"context"
	"errors"

	"dreamgate/model"
	"dreamgate/model/note"
)

// ErrNothing says that git sees no change in the files it was asked to commit.
var ErrNothing = errors.New("git has nothing to commit in these files")

// State asks git about the repository around a directory.
func State(ctx context.Context, dir string) model.GitState { return model.GitState{} }

// Ready reports why a commit cannot be made just now, nil if it can.
func Ready(ctx context.Context, dir string) error { return nil }

// Dirty returns those of the paths (relative to dir) that differ from the last commit.
func Dirty(ctx context.Context, dir string, paths []string) ([]string, error) { return nil, nil }

// Staged returns those of the paths whose staged version is neither the last commit's nor the file's.
func Staged(ctx context.Context, dir string, paths []string) ([]string, error) { return nil, nil }

// Init makes a repository of dir and commits what is in it.
func Init(ctx context.Context, dir string) error { return nil }

// Commit commits the paths (relative to dir), and only those, and returns the commit's hash.
func Commit(ctx context.Context, dir string, paths []string, message string) (string, error) {
	return "", nil
}

// LastCommits returns the last commit of each file below dir, by its path relative to dir.
func LastCommits(ctx context.Context, dir string) (map[string]note.CommitTime, error) {
	return nil, nil
}

package history

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"dreamgate/model"
	"dreamgate/model/note"
)

// maxCommits bounds how far back the last change of a note is looked for.
const maxCommits = "5000"

// LastCommits returns the last commit of each file below dir, by its slash-separated path relative
// to dir. Without a repository, or without a commit, there are none. Merges count for nothing: they
// change what a commit on one of their sides has changed before.
func LastCommits(ctx context.Context, dir string) (map[string]note.CommitTime, error) {
	if !inRepository(dir) || head(ctx, dir) == "" {
		return nil, nil
	}
	out, err := changes(ctx, dir, "%x00%H %ct")
	if err != nil {
		return nil, fmt.Errorf("ask git when the notes of %s last changed: %w", dir, err)
	}
	return parseLog(out), nil
}

// changes lists the commits below dir, newest first, each with its head in a format and its paths.
func changes(ctx context.Context, dir, format string, args ...string) (string, error) {
	args = append([]string{"log", "-z", "--name-only", "--no-renames", "--relative", "--max-count=" + maxCommits,
		"--no-show-signature", "--format=" + format}, args...)
	return read(ctx, dir, append(args, "--", ".")...)
}

// OriginTrailer starts the line of a commit message that says where the committed proposal came from.
const OriginTrailer = "Dreamgate-Origin: "

// Rewrites counts for each file below dir, by its slash-separated path relative to dir, the commits
// by which a dream, or rules of ours, changed it. It is nil without a repository or without a commit, and
// Known is set in all that it holds.
func Rewrites(ctx context.Context, dir string) (map[string]model.Rewrites, error) {
	if !inRepository(dir) || head(ctx, dir) == "" {
		return nil, nil
	}
	out, err := changes(ctx, dir, "%x00%H %ct", "--extended-regexp",
		"--grep=^"+OriginTrailer+"("+string(model.OriginModel)+"|"+string(model.OriginRules)+")$")
	if err != nil {
		return nil, fmt.Errorf("ask git how often the notes of %s were rewritten: %w", dir, err)
	}
	count := map[string]model.Rewrites{}
	for head, path := range logged(out) {
		r, at := count[path], parseCommit(head).At
		r.Known, r.Count = true, r.Count+1
		if at.After(r.Last) {
			r.Last = at
		}
		count[path] = r
	}
	return count, nil
}

// parseLog takes the first commit that names a file for its last one.
func parseLog(out string) map[string]note.CommitTime {
	last := map[string]note.CommitTime{}
	for head, path := range logged(out) {
		if _, seen := last[path]; !seen {
			last[path] = parseCommit(head)
		}
	}
	return last
}

// logged goes through records "", "head of a commit", "\nfirst path", "next path", ... and gives each
// path with the head of its commit. Because no path is empty, none can be taken for the start of a commit.
func logged(out string) iter.Seq2[string, string] {
	return func(yield func(head, path string) bool) {
		head := ""
		records := strings.Split(out, "\x00")
		for i := 0; i < len(records); i++ {
			if records[i] == "" {
				if i++; i < len(records) {
					head = records[i]
					if i+1 < len(records) {
						records[i+1] = strings.TrimPrefix(records[i+1], "\n")
					}
				}
				continue
			}
			if !yield(head, records[i]) {
				return
			}
		}
	}
}

// parseCommit reads "hash seconds".
func parseCommit(record string) note.CommitTime {
	hash, seconds, _ := strings.Cut(record, " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return note.CommitTime{Hash: hash}
	}
	return note.CommitTime{At: time.Unix(n, 0).UTC(), Hash: hash}
}

package history

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dreamgate/model/note"
)

// maxCommits bounds how far back the last change of a note is looked for.
const maxCommits = "5000"

// LastCommits returns the last commit of each file below dir, by its slash-separated path relative
// to dir. Without a repository, or without a commit, there are none. Merges count for nothing: they
// change what a commit on one of their sides has changed before.
func LastCommits(ctx context.Context, dir string) (map[string]note.CommitTime, error) {
	if head(ctx, dir) == "" {
		return nil, nil
	}
	out, err := read(ctx, dir, "log", "-z", "--name-only", "--no-renames", "--relative", "--max-count="+maxCommits,
		"--no-show-signature", "--format=%x00%H %ct", "--", ".")
	if err != nil {
		return nil, fmt.Errorf("ask git when the notes of %s last changed: %w", dir, err)
	}
	return parseLog(out), nil
}

// parseLog reads records "", "hash time", "\nfirst path", "next path", ... Because no path is empty,
// none can be taken for the start of a commit.
func parseLog(out string) map[string]note.CommitTime {
	last := map[string]note.CommitTime{}
	var commit note.CommitTime
	records := strings.Split(out, "\x00")
	for i := 0; i < len(records); i++ {
		if records[i] == "" {
			if i++; i < len(records) {
				commit = parseCommit(records[i])
				if i+1 < len(records) {
					records[i+1] = strings.TrimPrefix(records[i+1], "\n")
				}
			}
			continue
		}
		if _, seen := last[records[i]]; !seen {
			last[records[i]] = commit
		}
	}
	return last
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

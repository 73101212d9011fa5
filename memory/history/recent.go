package history

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Headline is a commit in one line.
type Headline struct {
	// Hash is as short as git thinks it may be, Subject as the commit has it, by whomever.
	Hash    string
	At      time.Time
	Subject string
}

// Recent lists the commits that last changed something below dir, the newest first and at most so many. Merges are
// left out, which say that something came and not what. Without a repository, or without a commit, there are none.
func Recent(ctx context.Context, dir string, most int) ([]Headline, error) {
	if !inRepository(dir) || head(ctx, dir) == "" {
		return nil, nil
	}
	args := []string{"log", "-z", "-s", "--no-merges", "--no-show-signature", "--max-count=" + strconv.Itoa(most), "--format=%h %ct %s"}
	// At the top all commits are of the folder. Not to look which files they changed is also what a clone
	// without those can answer.
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		args = append(args, "--", ".")
	}
	out, err := read(ctx, dir, args...)
	if err != nil {
		return nil, fmt.Errorf("ask git for the last commits of %s: %w", dir, err)
	}
	var list []Headline
	for record := range strings.SplitSeq(out, "\x00") {
		hash, rest, ok := strings.Cut(record, " ")
		seconds, subject, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseInt(seconds, 10, 64)
		if ok && err == nil {
			list = append(list, Headline{hash, time.Unix(n, 0).UTC(), subject})
		}
	}
	return list, nil
}

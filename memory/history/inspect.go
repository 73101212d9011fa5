package history

import (
	"context"
	"fmt"
	"strings"
)

// Held names the contents of all files that a commit holds below a directory, by their paths relative to it.
func Held(ctx context.Context, dir, commit string) (map[string]string, error) {
	// Paths come relative to the directory, and only those below it.
	out, err := read(ctx, dir, "ls-tree", "-r", "-z", commit)
	if err != nil {
		return nil, fmt.Errorf("look at commit %s: %w", commit, err)
	}
	held := map[string]string{}
	for _, record := range split(out) {
		head, path, ok := strings.Cut(record, "\t")
		if fields := strings.Fields(head); ok && len(fields) == 3 && fields[1] == "blob" {
			held[path] = fields[2]
		}
	}
	return held, nil
}

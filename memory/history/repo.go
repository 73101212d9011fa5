package history

import (
	"context"
	"path/filepath"
	"strings"
)

// Tracked reports whether a file is one of its repository's, so that it comes with every clone. Where
// git cannot be asked it is not.
func Tracked(ctx context.Context, file string) bool {
	out, err := read(ctx, filepath.Dir(file), "ls-files", "-z", "--", filepath.Base(file))
	return err == nil && out != ""
}

// Holds returns the first of some commits, given by their (perhaps shortened) hashes, that the
// repository around dir holds; "" if it holds none, or is none.
func Holds(ctx context.Context, dir string, hashes []string) string {
	for _, h := range hashes {
		if ctx.Err() != nil {
			return ""
		}
		// A hash is hexadecimal, so it can be no option.
		if out, err := read(ctx, dir, "rev-parse", "--verify", "--quiet", h+"^{commit}"); err == nil && strings.TrimSpace(out) != "" {
			return h
		}
	}
	return ""
}

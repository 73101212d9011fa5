package history

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dreamgate/model"
)

// Remote tells from the refs alone how the branch around dir stands to the one it follows: nothing is
// fetched, so it is as true as the last fetch.
func Remote(ctx context.Context, dir string) (r model.Remote) {
	if !inRepository(dir) {
		return r
	}
	names, err := read(ctx, dir, "remote")
	if err != nil || strings.TrimSpace(names) == "" {
		return r
	}
	r.Others = true
	branch, err := read(ctx, dir, "symbolic-ref", "--quiet", "HEAD")
	if err != nil {
		return r // no branch, so none that it follows
	}
	out, err := read(ctx, dir, "for-each-ref", "--format=%(upstream:short)%00%(upstream:track,nobracket)", "--", strings.TrimSpace(branch))
	if err != nil {
		return r
	}
	name, track, _ := strings.Cut(strings.TrimSuffix(out, "\n"), "\x00")
	r.Name, r.Gone = name, track == "gone"
	for part := range strings.SplitSeq(track, ", ") {
		word, n, _ := strings.Cut(part, " ")
		count, _ := strconv.Atoi(n)
		switch word {
		case "ahead":
			r.Ahead = count
		case "behind":
			r.Behind = count
		}
	}
	if own, err := read(ctx, dir, "rev-parse", "--path-format=absolute", "--git-common-dir"); err == nil {
		if info, err := os.Lstat(filepath.Join(strings.TrimSuffix(own, "\n"), "FETCH_HEAD")); err == nil {
			r.Fetched = info.ModTime()
		}
	}
	return r
}

package reality

import (
	"context"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Bounds of a walk through a project without git: it may as well be somebody's home.
const (
	mostWalked = 50_000
	walkLimit  = 3 * time.Second
	deepest    = 12
)

// heavy are folders of what programs put there.
var heavy = map[string]bool{"node_modules": true, "vendor": true, "target": true, "dist": true, "build": true, "out": true,
	"__pycache__": true, "venv": true, "site-packages": true, "Library": true, "coverage": true}

// walk lists the files of a folder, links not followed, and reports whether these are all.
func walk(ctx context.Context, root *os.Root, add func(string)) bool {
	ctx, cancel := context.WithTimeout(ctx, walkLimit)
	defer cancel()
	n := 0
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil || n >= mostWalked:
			return fs.SkipAll
		case err != nil:
			return nil
		case d.IsDir():
			hidden := strings.HasPrefix(d.Name(), ".") && name != "." && d.Name() != ".github"
			if heavy[d.Name()] || hidden || strings.Count(name, "/") >= deepest {
				return fs.SkipDir
			}
		default:
			n++
			add(name)
		}
		return nil
	})
	return err == nil && ctx.Err() == nil && n < mostWalked
}

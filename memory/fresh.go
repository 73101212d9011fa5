package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"dreamgate/model"
)

// Vacant reports whether a directory for a result is new or empty.
func Vacant(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("use %s for the result: %w", dir, err)
	}
	return len(entries) == 0, nil
}

// LeftOut says, a line each, what of a tree is missing where WriteFresh writes it.
func LeftOut(tree model.Tree) []string {
	_, refused := Allowed(nil, tree)
	return append(tree.LeftOut(), refused...)
}

// WriteFresh leaves the regular files of a tree in a directory that is new or empty, and returns their
// paths. A new directory is the user's alone, as a memory is. Links and pipes are no files of a
// proposal and are left out, as are files of a name that is never written (LeftOut). Where the disk takes two names for one, the first is written and the
// error names the other. The disk is not waited for: what lies there can be made again.
func WriteFresh(dir string, tree model.Tree) (written []string, err error) {
	switch ok, err := Vacant(dir); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%s is not empty; name a new or an empty folder", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("write the result: %w", err)
	}
	root, err := OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("write the result: %w", err)
	}
	defer root.Close()
	quick := root.Volatile()
	var twins []string
	for _, path := range tree.Paths() {
		f := tree[path]
		if !f.Regular() || Reserved(path) != "" {
			continue
		}
		// The folder was empty: what is there under the name is another one of the tree, on a disk that takes both for one.
		if _, err := quick.ReadFile(path); !errors.Is(err, fs.ErrNotExist) {
			twins = append(twins, path)
			continue
		}
		if err := quick.Write(path, f.Data, f.Mode.Perm()); err != nil {
			return nil, fmt.Errorf("write the result: %w", err)
		}
		written = append(written, path)
	}
	if len(twins) > 0 {
		return written, fmt.Errorf("not written: %s: this disk takes the name for that of another file of the result, and all others are there; "+
			"name a folder on another disk", strings.Join(twins, ", "))
	}
	return written, nil
}

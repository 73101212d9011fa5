package kept

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"dreamgate/memory"
)

// Odd is what is in the place of a file or folder of ours, or cannot be read there.
type Odd struct {
	// Store is the id of the store whose state it is in, "" outside of those.
	Store string
	// Path is absolute, What says what is there.
	Path, What string
}

// Odds looks for what is not as this program leaves it: links, pipes and folders under the names of files, files under the
// names of folders, what nobody may read, and records that are cut short. It reads the ends of files alone.
func Odds() (list []Odd) {
	state, err := memory.StateDir()
	if err == nil {
		list = odds(state, true)
	}
	if cache, err := memory.CacheDir(); err == nil {
		list = append(list, odds(cache, false)...)
	}
	ids := memory.States()
	for i, o := range list {
		rel, err := filepath.Rel(state, o.Path)
		if err != nil {
			continue
		}
		first, _, below := strings.Cut(filepath.ToSlash(rel), "/")
		for _, id := range ids {
			if below && id == first {
				list[i].Store = id
			}
		}
	}
	return list
}

// odds are those below a folder; records says that files named .json are ours.
func odds(dir string, records bool) (list []Odd) {
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return nil // said by who looks whether it is there at all
	}
	defer root.Close()
	_ = filepath.WalkDir(root.Real(), func(p string, d fs.DirEntry, err error) error {
		rel, bad := filepath.Rel(root.Real(), p)
		if bad != nil || rel == "." || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		rel = filepath.ToSlash(rel)
		what := ""
		switch {
		case err != nil:
			what = "it cannot be read"
		case strings.HasPrefix(d.Name(), memory.TempPrefix):
			return nil
		case d.IsDir():
			if fileName(rel) {
				what = "a folder, in the place of a file"
			}
		default:
			what = oddFile(root, rel, records)
		}
		if what != "" {
			list = append(list, Odd{Path: p, What: what})
		}
		if what != "" && d != nil && d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return list
}

// oddFile says what is wrong with what is no folder, "" if nothing is.
func oddFile(root *memory.Root, rel string, records bool) string {
	file, err := root.Open(rel)
	var special *memory.SpecialError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case errors.As(err, &special):
		return special.What
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read"
	case err != nil:
		return "it cannot be read"
	}
	defer file.Close()
	if !records {
		return ""
	}
	if folderName(rel) {
		return "a file, in the place of a folder"
	}
	// What is kept of others is as they left it.
	if k := storeKind(second(rel)); path.Ext(rel) == ".json" && k != Aside && k != Settings && !whole(file) {
		return "damaged: the end is missing, or it is no record"
	}
	return ""
}

// second is the part of a path that names its kind in the state of a store.
func second(rel string) string {
	parts := strings.SplitN(rel, "/", 3)
	if len(parts) < 2 {
		return ""
	}
	return parts[1]
}

// fileName and folderName say of a path below our state folder what has to be there, as far as that is known.
func fileName(rel string) bool {
	switch path.Ext(rel) {
	case ".json", ".lock", ".guard":
		return true
	}
	return false
}

func folderName(rel string) bool {
	switch k := kindOf[path.Base(rel)]; strings.Count(rel, "/") {
	case 0:
		k = ownKind(rel)
		return k == Scratch || k == Running
	case 1:
		return k != "" && !fileName(rel)
	}
	return false
}

// whole reports whether a record has its two ends.
func whole(file *os.File) bool {
	info, err := file.Stat()
	if err != nil {
		return false
	}
	ends := map[byte]byte{'{': '}', '[': ']', '"': '"', 'n': 'l'}
	head, tail := make([]byte, 1), make([]byte, min(info.Size(), 16))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	if _, err := file.ReadAt(tail, info.Size()-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	tail = bytes.TrimSpace(tail)
	return len(tail) > 0 && ends[head[0]] == tail[len(tail)-1]
}

// String is the line of it, with what to do.
func (o Odd) String() string {
	return fmt.Sprintf("%s: %s; move it away", o.Path, o.What)
}

package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// TwinError says that a new file cannot be made, because the disk takes its name for that of another one: most disks
// of a Mac and of Windows tell no case apart, and some no composed letter from one with its accent behind it.
type TwinError struct{ Path, Other string }

func (e *TwinError) Error() string {
	return fmt.Sprintf("%s: this disk takes that name for %s, which is there; a name that differs in case or accents alone is changed by hand "+
		"(git mv %s NEW, and git mv NEW %s)", e.Path, e.Other, e.Other, e.Path)
}

// Twin is the path under which a file is there whose name the disk takes for the one of p, "" if there is none, or one
// that is spelled just so.
func (r *Root) Twin(p string) string {
	if checkPath(p) != nil {
		return ""
	}
	f, err := r.parent(p)
	if err != nil {
		return ""
	}
	defer f.close()
	if name := f.spelled(path.Base(p)); name != path.Base(p) {
		return f.join(name)
	}
	return ""
}

// spelled is a name as the folder has it; one that is not there is as it is.
func (f folder) spelled(name string) string {
	info, err := f.lstat(name)
	if err != nil {
		return name
	}
	if other := flipped(name); ascii(name) {
		// The folder is not listed for every file: where the disk knows case, the other spelling is not there.
		if _, err := f.lstat(other); other == name || err != nil {
			return name
		}
	}
	names, err := f.names()
	if err != nil || slices.Contains(names, name) {
		return name
	}
	for _, n := range names {
		// Some systems give each spelling a number of its own.
		if same, err := f.lstat(n); err == nil && (strings.EqualFold(n, name) || os.SameFile(info, same)) {
			return n
		}
	}
	return name
}

// exact is an error where what is there under the name of a write is spelled in another way: the write is of a file
// that is not there.
func (f folder) exact(e *entry, name string) error {
	other := f.spelled(name)
	switch {
	case other == name:
		return nil
	case e.Old == nil && e.New != nil:
		return &TwinError{string(e.Path), f.join(other)}
	}
	return fs.ErrNotExist
}

// twins are two new files whose names a disk may take for one; whether this one does is seen when the second is made.
func twins(err error, writes []entry) error {
	var moved *MovedError
	if !errors.As(err, &moved) || len(moved.Paths) != 1 {
		return err
	}
	for _, e := range writes {
		if p := string(e.Path); e.Old == nil && e.New != nil && p != moved.Paths[0] && strings.EqualFold(p, moved.Paths[0]) {
			return errors.Join(err, fmt.Errorf("it differs from %s in case alone, which this disk may not tell apart: accept one of the two", p))
		}
	}
	return err
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// flipped is a name with each ASCII letter in the other case.
func flipped(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

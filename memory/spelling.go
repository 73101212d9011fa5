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
type TwinError struct {
	Path, Other string
	// New says that the other one is made by the same apply.
	New bool
}

func (e *TwinError) Error() string {
	if e.New {
		return fmt.Sprintf("%s: this disk takes that name for %s, which is new as well: accept one of the two", e.Path, e.Other)
	}
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
		return &TwinError{Path: string(e.Path), Other: f.join(other)}
	}
	return fs.ErrNotExist
}

// takenError is an errMoved of a new file: the disk takes its name for that of another one, as it is spelled there.
type takenError struct{ other string }

func (e *takenError) Error() string { return "the disk takes its name for " + e.other }
func (e *takenError) Unwrap() error { return errMoved }

// twin is the error of an entry whose name was taken; one that the same apply made is none of another program's.
func (j *journal) twin(e entry, f folder, err error) *TwinError {
	var taken *takenError
	if !errors.As(err, &taken) {
		return nil
	}
	other := f.join(taken.other)
	return &TwinError{string(e.Path), other, j.makes(e, other)}
}

// makes reports whether another entry than this one is of a new file at a path, however it is spelled.
func (j *journal) makes(e entry, p string) bool {
	return slices.ContainsFunc(j.Files, func(o entry) bool {
		return o.Old == nil && o.New != nil && o.Path != e.Path && strings.EqualFold(string(o.Path), p)
	})
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

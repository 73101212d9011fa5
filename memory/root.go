package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// Root is an open directory of files that are read and written safely. It may be used from several
// goroutines.
type Root struct {
	root      *os.Root
	dir, real string
	// fault is called before every operation; nil outside of tests.
	fault func(op, path string) error
	// flushed hears of each file and folder that the disk was waited for; nil outside of tests.
	flushed func(path string)
	// volatile leaves out the waits for the disk.
	volatile bool
}

// SpecialError says that a path is not a plain file, and is therefore neither opened nor written.
type SpecialError struct {
	// Path is the path as asked for, What the thing that stands there ("link to /x/y").
	Path, What string
}

func (e *SpecialError) Error() string {
	return fmt.Sprintf("%s: %s; only plain files are read and written", e.Path, e.What)
}

// OpenRoot opens a directory, which may itself be a link. Close it after use.
func OpenRoot(dir string) (*Root, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, reason(err))
	}
	// A directory that is swapped for another one between the look and the opening would be opened
	// unseen; so it is looked at again from the inside.
	before, err := os.Lstat(real)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, reason(err))
	}
	if !before.IsDir() {
		return nil, fmt.Errorf("open %s: it is not a directory", dir)
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, reason(err))
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return nil, fmt.Errorf("open %s: it was replaced while it was opened; try again", dir)
	}
	r := &Root{root: root, dir: abs, real: real}
	if f := everywhere.Load(); f != nil {
		r.fault = *f
	}
	return r, nil
}

// everywhere is the seam of every root that is opened; nil outside of tests.
var everywhere atomic.Pointer[func(op, path string) error]

// FaultEverywhere puts a seam (WithFault) into every root that is opened from now on, for tests of what opens
// its roots itself: that a process dies at one operation of many.
func FaultEverywhere(fault func(op, path string) error) { everywhere.Store(&fault) }

// Close lets go of the directory, for all roots that WithFault and Volatile made of it as well.
func (r *Root) Close() error { return r.root.Close() }

// Dir is the absolute path that the root was opened by; links in it are not resolved.
func (r *Root) Dir() string { return r.dir }

// Real is Dir with all links resolved.
func (r *Root) Real() string { return r.real }

// WithFault returns the same root with a seam before every operation on the disk: an error that
// the function returns is the operation's, and a panic in it is a crash. Nil leaves the seam that there is.
// For tests.
func (r *Root) WithFault(fault func(op, path string) error) *Root {
	if fault == nil {
		return r
	}
	seamed := *r
	seamed.fault = fault
	return &seamed
}

// Volatile returns the same root without waiting for the disk after writes: for folders that need
// not survive a crash, such as a scratch copy.
func (r *Root) Volatile() *Root {
	quick := *r
	quick.volatile = true
	return &quick
}

// top is the root's own folder.
func (r *Root) top() folder { return folder{r: r, root: r.root} }

// folder opens the folder of a slash-separated path ("." is the root). No part of the way may be a
// link: os.Root would follow one that stays inside. With create, missing folders are made and
// their paths returned.
func (r *Root) folder(dir string, create bool) (f folder, made []string, err error) {
	f = r.top()
	if dir == "." {
		return f, nil, nil
	}
	for name := range strings.SplitSeq(dir, "/") {
		next, err := f.enter(name)
		if create && errors.Is(err, fs.ErrNotExist) {
			if err = f.mkdir(name); err == nil {
				made = append(made, f.join(name))
				next, err = f.enter(name)
			}
		}
		f.close()
		if err != nil {
			return folder{}, made, err
		}
		f = next
	}
	return f, made, nil
}

// parent opens the folder that a file lies in. Close it after use.
func (r *Root) parent(p string) (folder, error) {
	f, _, err := r.folder(path.Dir(p), false)
	return f, err
}

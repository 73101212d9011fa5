package memory

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// oneTime begins the temporary names of single writes; those of an apply name their journal.
const oneTime = TempPrefix + "tmp-"

// isTemp also knows the names of an apply: both are hidden from lists.
func isTemp(name string) bool { return strings.HasPrefix(name, TempPrefix) }

// Write replaces or creates a file in one step: a reader, or the next start after a crash, sees the
// old or the new bytes. Missing folders are made, with the permissions of the folder above. A mode
// of 0 keeps the mode that the file has, 0644 if it is new. A link or another special file is never
// written (*SpecialError); other hard links of the file keep the old bytes.
//
// Notes of a memory are written by Apply, which compares first.
func (r *Root) Write(p string, data []byte, mode fs.FileMode) error {
	if err := r.write(p, data, mode); err != nil {
		return advise(fmt.Errorf("write %s: %w", p, err))
	}
	return nil
}

// write lays the bytes beside the file and renames: a rename replaces a name, so it never writes
// through a second hard link.
func (r *Root) write(p string, data []byte, mode fs.FileMode) error {
	if err := checkWritable(p); err != nil {
		return err
	}
	f, _, err := r.folder(path.Dir(p), true)
	if err != nil {
		return err
	}
	defer f.close()
	name := path.Base(p)
	if mode, err = f.wantedMode(name, mode); err != nil {
		return err
	}
	temp := oneTime + rand.Text()
	if err := f.create(temp, data, mode, nil); err != nil {
		return errors.Join(err, f.remove(temp))
	}
	if err := f.rename(temp, name); err != nil {
		return errors.Join(err, f.remove(temp))
	}
	return f.sync()
}

// Writable asks whether a file could be made or replaced at a path, without touching anything: the error says
// what the system holds against it. dir is the absolute path of the folder that was asked about, the nearest one
// above the file that there is.
func (r *Root) Writable(p string) (dir string, err error) {
	f := r.top()
	for name := range strings.SplitSeq(path.Dir(p), "/") {
		next, err := f.enter(name)
		if err != nil {
			break // it is made, or is told of as what it is when the file is written
		}
		f.close()
		f = next
	}
	defer f.close()
	file, err := f.root.Open(".")
	if err != nil {
		return "", reason(err)
	}
	defer file.Close()
	return filepath.Join(r.dir, filepath.FromSlash(f.path)), mayWrite(file)
}

// wantedMode looks at what is to be replaced, and says which mode the new file gets.
func (f folder) wantedMode(name string, mode fs.FileMode) (fs.FileMode, error) {
	info, err := f.lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if mode == 0 {
			mode = 0o644
		}
		return mode, nil
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, &SpecialError{f.join(name), f.describe(name, info).Special()}
	case mode == 0:
		mode = info.Mode()
	}
	return mode, nil
}

// Remove removes a plain file and waits until it is gone from disk. One that does not exist is no
// error; a link or another special file stays (*SpecialError).
func (r *Root) Remove(p string) error {
	if err := r.removeFile(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove %s: %w", p, err)
	}
	return nil
}

func (r *Root) removeFile(p string) error {
	if err := checkWritable(p); err != nil {
		return err
	}
	f, err := r.parent(p)
	if err != nil {
		return err
	}
	defer f.close()
	name := path.Base(p)
	info, err := f.lstat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &SpecialError{p, f.describe(name, info).Special()}
	}
	if err := f.remove(name); err != nil {
		return err
	}
	return f.sync()
}

// RemoveAll takes away what has a name at the top of the root, with all that is in it: of a link the link, and not what it
// leads to. What is not there is no error; what cannot be removed stays, and the rest goes all the same. It is for what
// is kept of ours: nothing of a memory is ever removed so.
func (r *Root) RemoveAll(name string) error {
	err := r.top().removeAll(name)
	return errors.Join(err, r.top().sync())
}

// Prune takes a folder at the top of the root away if nothing is in it.
func (r *Root) Prune(name string) error {
	f, err := r.top().enter(name)
	if err != nil {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	names, err := f.names()
	f.close()
	if err != nil || len(names) > 0 {
		return err
	}
	return r.top().remove(name)
}

// removeAll is RemoveAll for one folder.
func (f folder) removeAll(name string) error {
	info, err := f.lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.IsDir() {
		var sub folder
		if sub, err = f.enter(name); err == nil {
			defer sub.close()
			names, unread := sub.names()
			for _, n := range names {
				err = errors.Join(err, sub.removeAll(n))
			}
			if err != nil {
				return err // each says what it is about
			}
			err = unread
		}
	}
	if err == nil {
		err = f.remove(name)
	}
	if err != nil {
		return fmt.Errorf("remove %s: %w", filepath.Join(f.r.dir, filepath.FromSlash(f.join(name))), reason(err))
	}
	return nil
}

// Vacate takes away what stands at a path if it is no plain file: a link and not what it leads to, a pipe, an empty
// folder. A folder that holds something is nobody's leavings, and an error. It is for files of our own, where
// nothing else is ever meant to stand.
func (r *Root) Vacate(p string) error {
	if err := r.vacate(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("make room for %s: %w; move what stands there away", filepath.Join(r.dir, filepath.FromSlash(p)), reason(err))
	}
	return nil
}

func (r *Root) vacate(p string) error {
	if err := checkWritable(p); err != nil {
		return err
	}
	f, err := r.parent(p)
	if err != nil {
		return err
	}
	defer f.close()
	info, err := f.lstat(path.Base(p))
	if err != nil || info.Mode().IsRegular() {
		return err
	}
	return f.remove(path.Base(p))
}

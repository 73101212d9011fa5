package memory

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"

	"dreamgate/model"
)

// maxFile bounds what is held of one file. No note comes near it; the transcripts, which do, are
// streamed.
const maxFile = 32 << 20

// folder is one open folder below a root. Its methods take single names and are the only code that
// touches the disk for a Root; each passes the fault seam first.
type folder struct {
	r    *Root
	root *os.Root
	// path is the slash-separated path below the root, "" for the root itself.
	path string
}

// close lets go of the folder; the root's own stays open.
func (f folder) close() {
	if f.root != nil && f.root != f.r.root {
		f.root.Close()
	}
}

// join is the path, below the root, of a name in the folder.
func (f folder) join(name string) string { return path.Join(f.path, name) }

// seam lets a test fail or end an operation before it happens.
func (f folder) seam(op, name string) error {
	if f.r.fault == nil {
		return nil
	}
	return f.r.fault(op, f.join(name))
}

// lstat looks at an entry without following it.
func (f folder) lstat(name string) (fs.FileInfo, error) {
	if err := f.seam("lstat", name); err != nil {
		return nil, err
	}
	return f.root.Lstat(name)
}

// enter opens a folder in this one, which must be a real folder and no link to one.
func (f folder) enter(name string) (folder, error) {
	before, err := f.lstat(name)
	if err != nil {
		return folder{}, err
	}
	if !before.IsDir() {
		if special := f.describe(name, before).Special(); special != "" {
			return folder{}, &SpecialError{f.join(name), special}
		}
		return folder{}, fmt.Errorf("%s %w", f.join(name), ErrNoFolder)
	}
	root, err := f.root.OpenRoot(name)
	if err != nil {
		return folder{}, err
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return folder{}, fmt.Errorf("%s was replaced while it was opened; try again", f.join(name))
	}
	return folder{f.r, root, f.join(name)}, nil
}

// ErrNoFolder says that a file stands where a folder was to be.
var ErrNoFolder = errors.New("is a file, not a folder")

// displaced reports whether a folder could not be entered because it is gone, or something else is in its place:
// then none of what was in it is there any more.
func displaced(err error) bool {
	var special *SpecialError
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNoFolder) || errors.As(err, &special)
}

// names lists the folder in byte order.
func (f folder) names() ([]string, error) {
	if err := f.seam("readdir", "."); err != nil {
		return nil, err
	}
	dir, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// describe says what an entry is, without opening it.
func (f folder) describe(name string, info fs.FileInfo) model.File {
	file := model.File{Mode: info.Mode(), Links: links(info), ModTime: info.ModTime()}
	if info.Mode()&fs.ModeSymlink != 0 {
		// A link that vanishes in between is still a link, to nowhere we know.
		file.Target, _ = f.root.Readlink(name)
	}
	return file
}

// open opens a regular file for reading and returns it with what it is. It never blocks on a pipe
// and never follows a link: what stands there is looked at before and compared after.
func (f folder) open(name string, before fs.FileInfo) (*os.File, error) {
	if err := f.seam("open", name); err != nil {
		return nil, err
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	// The number of a file that is gone may be that of the next one at once, a pipe as well.
	if after, err := file.Stat(); err != nil || !os.SameFile(before, after) || after.Mode().Type() != before.Mode().Type() {
		file.Close()
		return nil, errChanging
	}
	return file, nil
}

// errChanging says that a file was written or replaced while it was read.
var errChanging = errors.New("it keeps changing while it is read")

// looks is how often a file is looked at that others replace at this very moment.
const looks = 5

// read reads one file whole, or describes what it is. A file that another program writes at this
// very moment is read again, so that no half of it passes for a note.
func (f folder) read(name string) (model.File, error) {
	var err error
	for range looks {
		var info fs.FileInfo
		if info, err = f.lstat(name); err != nil {
			return model.File{}, err
		}
		file := f.describe(name, info)
		if !info.Mode().IsRegular() {
			return file, nil
		}
		if info.Size() > maxFile {
			file.Oversize = info.Size()
			return file, nil
		}
		if file.Data, err = f.content(name, info); err == nil {
			return file, nil
		}
		// A name that is gone now may be back at the next look: editors replace files by renaming.
		if !errors.Is(err, errChanging) && !errors.Is(err, fs.ErrNotExist) {
			return model.File{}, err
		}
	}
	return model.File{}, err
}

// content reads what is in a regular file, if it stayed the same all the while.
func (f folder) content(name string, before fs.FileInfo) ([]byte, error) {
	file, err := f.open(name, before)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := f.seam("read", name); err != nil {
		return nil, err
	}
	// Just as many bytes as there are: a tree of many small files would else hold as much room as text.
	data := make([]byte, before.Size())
	switch _, err := io.ReadFull(file, data); {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errChanging
	case err != nil:
		return nil, err
	}
	if n, err := file.Read(make([]byte, 1)); n > 0 {
		return nil, errChanging
	} else if err != nil && err != io.EOF {
		return nil, err
	}
	after, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime()) {
		return nil, errChanging
	}
	return data, nil
}

// create makes a file that does not exist yet, with its final mode, and waits until it is on disk. Like is the
// file that it will take the place of, nil if there is none.
func (f folder) create(name string, data []byte, mode fs.FileMode, like *os.File) error {
	if err := f.seam("create", name); err != nil {
		return err
	}
	// Nobody else can read it before it has its content and its own mode.
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = f.fill(file, name, data, mode, like)
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	return err
}

// fill writes a new file.
func (f folder) fill(file *os.File, name string, data []byte, mode fs.FileMode, like *os.File) error {
	if err := f.seam("write", name); err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return err
	}
	if like != nil { // before the mode, which may forbid it
		resemble(file, like)
	}
	// Not by the mode of the open call, from which the umask takes bits that the old file had.
	if mode.Perm() != 0o600 {
		if err := f.seam("chmod", name); err != nil {
			return err
		}
		if err := file.Chmod(mode.Perm()); err != nil {
			return err
		}
	}
	if err := f.seam("fsync", name); err != nil || f.r.volatile {
		return err
	}
	return f.flush(name, file, (*os.File).Sync)
}

// flush waits for the disk.
func (f folder) flush(name string, file *os.File, wait func(*os.File) error) error {
	err := wait(file)
	if err == nil && f.r.flushed != nil {
		f.r.flushed(f.join(name))
	}
	return err
}

// rename moves one name onto another in this folder, over what may stand there.
func (f folder) rename(from, to string) error {
	if err := f.seam("rename", to); err != nil {
		return err
	}
	return f.root.Rename(from, to)
}

// renameNew moves a file to a name that nothing has yet.
func (f folder) renameNew(from, to string) error {
	if err := f.seam("rename", to); err != nil {
		return err
	}
	err := renameAt(f.root, from, to, noReplace)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if _, err := f.root.Lstat(to); err == nil {
		return &fs.PathError{Op: "rename", Path: f.join(to), Err: fs.ErrExist}
	}
	return f.root.Rename(from, to)
}

// exchange swaps two names in one step; errors.ErrUnsupported where the file system cannot.
func (f folder) exchange(a, b string) error {
	if err := f.seam("exchange", b); err != nil {
		return err
	}
	return renameAt(f.root, a, b, exchange)
}

// remove takes a name away; one that is not there is no error.
func (f folder) remove(name string) error {
	if err := f.seam("remove", name); err != nil {
		return err
	}
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// mkdir makes a folder with the permissions of this one.
func (f folder) mkdir(name string) error {
	if err := f.seam("mkdir", name); err != nil {
		return err
	}
	info, err := f.root.Stat(".")
	if err != nil {
		return err
	}
	if err := f.root.Mkdir(name, info.Mode().Perm()|0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.sync()
}

// sync waits until the names in the folder are on disk.
func (f folder) sync() error {
	if err := f.seam("syncdir", "."); err != nil || f.r.volatile {
		return err
	}
	dir, err := f.root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	return f.flush(".", dir, syncDir)
}

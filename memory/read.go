package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/model"
)

// Bounds of a directory that is read as a memory. They stop a slip of the hand (a home directory
// given as a memory), not a real one: the largest known has a few hundred notes.
const (
	maxFiles = 50_000
	maxTotal = 512 << 20
	maxDepth = 32
)

// ReadTree reads all files below the root. Links, pipes, devices and too large files are listed as
// what they are and not opened; git's folder, the agent's lock and our temporary files are no part
// of the tree. A file that vanishes meanwhile is left out, one that cannot be read has a Fault.
func (r *Root) ReadTree(ctx context.Context) (model.Tree, error) {
	w := walk{ctx: ctx, tree: model.Tree{}}
	if err := w.folder(r.top(), 0); err != nil {
		return nil, fmt.Errorf("read %s: %w", r.dir, err)
	}
	return w.tree, nil
}

// ReadTree is Root.ReadTree of a directory with which nothing else is done.
func ReadTree(ctx context.Context, dir string) (model.Tree, error) {
	root, err := OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.ReadTree(ctx)
}

// walk is one reading of a tree.
type walk struct {
	ctx  context.Context
	tree model.Tree
	// total is the number of bytes held.
	total int
}

// folder reads a folder and those in it. What vanishes between the listing and the look was deleted
// by someone, and is no error.
func (w *walk) folder(f folder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s lies more than %d folders deep: this is no memory directory", f.path, maxDepth)
	}
	names, err := f.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if hidden(name) {
			continue
		}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if err := w.entry(f, name, depth); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// entry reads one entry. That it cannot be read is told of it alone, so that one note without
// permission does not close the whole memory.
func (w *walk) entry(f folder, name string, depth int) error {
	file, err := f.read(name)
	for n := 1; errors.Is(err, fs.ErrNotExist) && n < looks; n++ {
		// What is not there at one look may be there at the next: others delete notes and make them anew.
		if _, lerr := f.lstat(name); lerr != nil {
			return lerr
		}
		file, err = f.read(name)
	}
	if err != nil {
		info, lerr := f.lstat(name)
		if lerr != nil {
			return lerr
		}
		file = f.describe(name, info)
		file.Fault = reason(err).Error()
	}
	if file.Mode.IsDir() {
		sub, err := f.enter(name)
		if err != nil {
			return w.closed(f, name, err)
		}
		defer sub.close()
		return w.folder(sub, depth+1)
	}
	w.tree[f.join(name)] = file
	w.total += len(file.Data)
	if len(w.tree) > maxFiles || w.total > maxTotal {
		return fmt.Errorf("it holds more than %d files or %d MiB (the largest: %s): move what is no note out of it, or name another folder",
			maxFiles, maxTotal>>20, w.largest())
	}
	return nil
}

// largest names the three largest files that were read.
func (w *walk) largest() string {
	paths := slices.SortedFunc(maps.Keys(w.tree), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(w.tree[b].Data), len(w.tree[a].Data)), cmp.Compare(a, b))
	})
	words := make([]string, 0, 3)
	for _, p := range paths[:min(3, len(paths))] {
		words = append(words, fmt.Sprintf("%s with %d KiB", model.PrintableLine(p), len(w.tree[p].Data)>>10))
	}
	return strings.Join(words, ", ")
}

// closed lists a folder that may not be entered as one thing that cannot be read, so that the rest
// of the memory can.
func (w *walk) closed(f folder, name string, err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	w.tree[f.join(name)] = model.File{Mode: fs.ModeDir, Fault: reason(err).Error()}
	return nil
}

// reason is an error without the operation and path that the os package puts around it.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// ReadFile reads one file. A link or another special file is described, not opened; a file that
// does not exist is fs.ErrNotExist.
func (r *Root) ReadFile(p string) (model.File, error) {
	if err := checkPath(p); err != nil {
		return model.File{}, fmt.Errorf("read: %w", err)
	}
	f, err := r.parent(p)
	if err != nil {
		return model.File{}, fmt.Errorf("read %s: %w", p, err)
	}
	defer f.close()
	file, err := f.read(path.Base(p))
	if err != nil {
		return model.File{}, fmt.Errorf("read %s: %w", p, err)
	}
	return file, nil
}

// Open opens a regular file for reading, for what is too long to be held whole. The error is a
// *SpecialError for anything that is not a plain file.
func (r *Root) Open(p string) (*os.File, error) {
	tries := 0
	if err := checkPath(p); err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	f, err := r.parent(p)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", p, err)
	}
	defer f.close()
	for name := path.Base(p); ; {
		info, err := f.lstat(name)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", p, err)
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("open: %w", &SpecialError{p, f.describe(name, info).Special()})
		}
		file, err := f.open(name, info)
		if err == nil {
			return file, nil
		}
		// Another program may have replaced the file between the two looks.
		if tries++; tries == looks || !errors.Is(err, errChanging) && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open %s: %w", p, err)
		}
	}
}

// ReadPlain reads a file of at most so many bytes by its path, on which links are followed: for what a person
// may keep elsewhere, as settings are kept in a folder of dotfiles. A pipe, which would be waited for, and a
// device, which may have no end, are refused unread with a *SpecialError.
func ReadPlain(file string, most int64) ([]byte, error) {
	f, err := OpenPlain(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// One more than may be: the size is not asked for, because the file may grow meanwhile.
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, reason(err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("it is longer than %d KiB", most>>10)
	}
	return data, nil
}

// OpenPlain is ReadPlain for what is too long to be held whole.
func OpenPlain(file string) (*os.File, error) {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, reason(err)
	}
	root, err := OpenRoot(filepath.Dir(real))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Open(filepath.Base(real))
}

// Names lists the entries of a folder below the root in byte order ("." is the root itself). Our
// temporary files are left out; a folder that does not exist has none.
func (r *Root) Names(dir string) ([]string, error) {
	if dir != "." {
		if err := checkPath(dir); err != nil {
			return nil, fmt.Errorf("list: %w", err)
		}
	}
	f, _, err := r.folder(dir, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	defer f.close()
	names, err := f.names()
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	kept := names[:0]
	for _, name := range names {
		if !isTemp(name) {
			kept = append(kept, name)
		}
	}
	return kept, nil
}

package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// FolderID tells a folder from every other one that is there, a copy of it as well, and stays when it is moved within
// its disk or renamed. It is "" where the system tells none, or where no folder is.
func FolderID(dir string) string {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return ""
	}
	return identity(info)
}

// DiskAway reports whether the disk that a folder was on, by its FolderID, is not there now: the nearest folder that
// is left on the way to it is on another one, as a mount point is when nothing is mounted. It may come back.
func DiskAway(dir, folder string) bool {
	disk, _, known := strings.Cut(folder, "-")
	for known {
		if now, _, ok := strings.Cut(FolderID(dir), "-"); ok {
			return now != disk
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return false
}

// Beside are the folders right beside the place that a folder is at or was at, and those of its name in the folders
// beside the one around it: where an agent keeps the memories of other projects, and where people put copies.
func Beside(dir string) (dirs []string) {
	around, name := filepath.Split(filepath.Clean(dir))
	up := filepath.Dir(filepath.Clean(around))
	for folder, rest := range map[string]string{filepath.Clean(around): "", up: name} {
		entries, _ := os.ReadDir(folder) // what is gone has nothing in it
		for _, e := range entries {
			other := filepath.Join(folder, e.Name(), rest)
			if info, err := os.Stat(other); err == nil && info.IsDir() {
				dirs = append(dirs, other)
			}
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// followed are the folders of a state folder that go with a memory that was moved: what waits, what was decided and
// refused, the records of what was written or is cut short, and the lines kept of sessions. Proposals come last: where one
// is, its record and its steps are.
var followed = []string{asideDir, journalDir, appliedDir, "archive", "closed", "steps", "decisions", "proposals"}

// Follow brings what is kept of a store to another one, which is the same memory at another place. A store of which
// nothing is kept yet gets all of it, any other one what it has not itself. A crash leaves what the next call brings.
func Follow(ctx context.Context, from, to string) error {
	if err := follow(ctx, from, to); err != nil {
		return fmt.Errorf("bring what is kept of a memory that was moved: %w", err)
	}
	return nil
}

func follow(ctx context.Context, from, to string) error {
	if err := errors.Join(checkID(from), checkID(to)); err != nil {
		return err
	}
	dir, err := StateDir()
	if err != nil {
		return err
	}
	base, err := OpenRoot(dir)
	if err != nil {
		return err
	}
	defer base.Close()
	old, err := FindState(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another program has brought it
	}
	if err != nil {
		return err
	}
	defer old.Close()
	// Nobody may be at work with it, neither now nor a moment later in the folder that it was. Who brought it meanwhile
	// has left nothing to be brought.
	unlock, err := old.lock(ctx, patience)
	if err != nil {
		return err
	}
	defer unlock()
	switch _, err := base.top().lstat(to); {
	case errors.Is(err, fs.ErrNotExist):
		_, err = base.move(from, to)
		return err
	case err != nil:
		return err
	}
	for _, sub := range followed {
		names, err := old.Names(sub)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := base.bring(path.Join(from, sub, name), path.Join(to, sub, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// bring moves one entry to a place where nothing is yet.
func (r *Root) bring(from, to string) error {
	f, err := r.parent(to)
	if err == nil {
		_, err = f.lstat(path.Base(to))
		f.close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err // it is there, and stays
	}
	_, err = r.move(from, to)
	return err
}

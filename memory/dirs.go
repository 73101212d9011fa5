package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// appName is our folder below the directories of the XDG base directory specification.
const appName = "dreamgate"

// StateDir is where this program keeps proposals, decisions, books and records
// ($XDG_STATE_HOME/dreamgate). It is made if it is missing, readable to its owner only.
func StateDir() (string, error) {
	dir, err := stateDir()
	if err != nil {
		return "", err
	}
	return dir, private(dir)
}

// ConfigDir is where the settings are ($XDG_CONFIG_HOME/dreamgate); it need not exist.
func ConfigDir() (string, error) { return xdg("XDG_CONFIG_HOME", ".config") }

// CacheDir is where this program keeps what can be made again ($XDG_CACHE_HOME/dreamgate). It is made if
// it is missing, readable to its owner only.
func CacheDir() (string, error) {
	dir, err := xdg("XDG_CACHE_HOME", ".cache")
	if err != nil {
		return "", err
	}
	return dir, private(dir)
}

// StoreState opens the state folder of the store with an id, and makes it if it is missing.
func StoreState(id string) (*Root, error) {
	if err := checkID(id); err != nil {
		return nil, fmt.Errorf("open the state of a store: %w", err)
	}
	base, err := StateDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(base, id)
	if err := private(dir); err != nil {
		return nil, err
	}
	return OpenRoot(dir)
}

// FindState opens the state folder of a store if there is one; else the error is fs.ErrNotExist, also where
// nobody says where such folders are. For those who only look: nothing is made.
func FindState(id string) (*Root, error) {
	if err := checkID(id); err != nil {
		return nil, fmt.Errorf("open the state of a store: %w", err)
	}
	base, err := stateDir()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return OpenRoot(filepath.Join(base, id))
}

// States are the ids of the stores that have a state folder, none if there is no such folder yet.
func States() []string {
	base, err := stateDir()
	if err != nil {
		return nil
	}
	entries, err := os.ReadDir(base)
	if err != nil {
		return nil
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && checkID(e.Name()) == nil {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// StatesWith are those of States of which something lies in a folder of the state folder.
func StatesWith(folder string) (ids []string) {
	base, err := stateDir()
	if err != nil {
		return nil
	}
	for _, id := range States() {
		at := filepath.Join(base, id, folder)
		if info, err := os.Stat(at); err != nil || !info.IsDir() {
			continue // to open a pipe waits for its other end
		}
		dir, err := os.Open(at)
		if err != nil {
			continue
		}
		if names, _ := dir.Readdirnames(1); len(names) > 0 {
			ids = append(ids, id)
		}
		dir.Close()
	}
	return ids
}

// Unfinished are the stores with the record of an apply that is under way, or was cut short.
func Unfinished() []string { return StatesWith(journalDir) }

// checkID refuses ids that are no plain file name.
func checkID(id string) error {
	if id == "" || strings.HasPrefix(id, ".") || strings.ContainsAny(id, `/\`) || checkPath(id) != nil {
		return fmt.Errorf("%q is no usable id", id)
	}
	return nil
}

// stateDir is StateDir without making it.
func stateDir() (string, error) { return xdg("XDG_STATE_HOME", ".local/state") }

// xdg finds our folder in a base directory. The specification tells to ignore a relative one.
func xdg(env, below string) (string, error) {
	if base := os.Getenv(env); filepath.IsAbs(base) {
		return filepath.Join(base, appName), nil
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = errors.New("it is not an absolute path")
	}
	if err != nil {
		return "", fmt.Errorf("find the home directory (set HOME or %s): %w", env, err)
	}
	return filepath.Join(home, filepath.FromSlash(below), appName), nil
}

// InTheWay is an error about a file of ours with what to do, where something else is in its place or it is damaged.
// Nothing of ours is lost so: neither is replaced.
func (r *Root) InTheWay(p string, err error) error {
	var special *SpecialError
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &special) {
		p = special.Path // it may be a folder on the way
	} else if errors.Is(err, ErrNoFolder) {
		p = path.Dir(p)
	}
	at := filepath.Join(r.dir, filepath.FromSlash(p))
	switch {
	case special != nil || errors.Is(err, ErrNoFolder):
		return fmt.Errorf("%w; it is in the place of what dreamgate keeps: move it away (%s)", err, at)
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.As(err, &syntax) || errors.As(err, &kind):
		return fmt.Errorf("%s is damaged (%w); move it away to go on without it", at, err)
	}
	return err
}

// private makes a folder that only its owner can look into. One that was made wider, by a copy or
// a restore, is narrowed: it holds lines of conversations.
func private(dir string) error {
	const attempt = "make the folder for our own files (XDG_STATE_HOME and XDG_CACHE_HOME say where else it may be): %w"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf(attempt, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf(attempt, err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(dir, 0o700); err != nil {
			return fmt.Errorf("keep others out of our own files: %w", err)
		}
	}
	return nil
}

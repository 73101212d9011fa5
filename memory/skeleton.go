package memory

import (
	"context"
	"io/fs"
	"os"

	"dreamgate/model"
)

// Root is an open directory of files that are read and written safely. It may be used from several
// goroutines.
type Root struct{}

// OpenRoot opens a directory, which may itself be a link. Close it after use.
func OpenRoot(dir string) (*Root, error) { return &Root{}, nil }

// Close lets go of the directory.
func (r *Root) Close() error { return nil }

// Dir is the absolute path that the root was opened by; links in it are not resolved.
func (r *Root) Dir() string { return "" }

// Real is Dir with all links resolved.
func (r *Root) Real() string { return "" }

// WithFault returns the same root with a seam before every operation on the disk: an error that
// the function returns is the operation's, and a panic in it is a crash. For tests.
func (r *Root) WithFault(fault func(op, path string) error) *Root { return r }

// Volatile returns the same root without waiting for the disk after writes: for folders that need
// not survive a crash, such as a scratch copy.
func (r *Root) Volatile() *Root { return r }

// ReadTree reads all files below the root.
func (r *Root) ReadTree(ctx context.Context) (model.Tree, error) { return nil, nil }

// ReadFile reads one file. A link or another special file is described, not opened.
func (r *Root) ReadFile(path string) (model.File, error) { return model.File{}, nil }

// Open opens a regular file for reading, for streams that ReadFile would hold whole.
func (r *Root) Open(path string) (*os.File, error) { return nil, nil }

// Names lists the entries of a folder below the root in byte order ("." is the root itself); a
// folder that does not exist has none.
func (r *Root) Names(dir string) ([]string, error) { return nil, nil }

// Write replaces or creates a file in one step: its readers see the old or the new bytes. Missing
// folders are made.
func (r *Root) Write(path string, data []byte, mode fs.FileMode) error { return nil }

// Create is Write for a file that must not exist yet; else the error is fs.ErrExist.
func (r *Root) Create(path string, data []byte, mode fs.FileMode) error { return nil }

// Remove removes a file. One that does not exist is no error.
func (r *Root) Remove(path string) error { return nil }

// Write is one file of an apply; nil means that the file is absent.
type Write struct {
	Path     string
	Old, New *model.File
}

// Apply writes all of the files or none.
func Apply(ctx context.Context, root, state *Root, id string, writes []Write) error { return nil }

// Recover finishes or undoes what a crash left of an apply, and returns lines that say so.
func Recover(ctx context.Context, root, state *Root) ([]string, error) { return nil, nil }

// StateDir is where this program keeps its own files.
func StateDir() (string, error) { return "", nil }

// ConfigDir is where the settings of this program are; it need not exist.
func ConfigDir() (string, error) { return "", nil }

// CacheDir is where this program keeps what can be made again.
func CacheDir() (string, error) { return "", nil }

// StoreState opens the state folder of one store.
func StoreState(id string) (*Root, error) { return &Root{}, nil }

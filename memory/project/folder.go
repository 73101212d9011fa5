package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dreamgate/model"
)

// Folder takes a directory for what lies in it: a memory if it is one itself, else a folder that is none,
// also where it is that of a project which the agent keeps a memory for. From then on Find means
// the same by it, so that all parts of the program speak of one thing.
func (l *Library) Folder(ctx context.Context, dir string) (model.Store, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return model.Store{}, fmt.Errorf("find the folder %s: %w", dir, err)
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return model.Store{}, fmt.Errorf("there is no folder %s", abs)
	case err != nil:
		return model.Store{}, fmt.Errorf("find the folder %s: %w", abs, err)
	case !info.IsDir():
		return model.Store{}, fmt.Errorf("%s is a file; name a folder", abs)
	}
	if s, err := l.Find(ctx, abs); err == nil && s.Dir == abs {
		return s, nil
	}
	l.plain.Store(abs, true)
	return Plain(abs), nil
}

// Plain is a folder, by its absolute path, as one that is no memory, whatever lies in it.
func Plain(dir string) model.Store {
	return model.Store{ID: model.FolderPrefix + storeID(realPath(dir)), Dir: dir, Name: filepath.Base(dir), Kind: model.KindFolder}
}

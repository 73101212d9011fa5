package project

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"dreamgate/model"
)

// settleTime is how long a memory must be quiet before its change is told: a program that writes ten
// notes has changed it once. mostSettle bounds that for one that never stops.
const (
	settleTime = 150 * time.Millisecond
	mostSettle = time.Second
)

// backTime is how often a memory that went away is looked for again.
const backTime = time.Second

// mostWatched bounds the folders that are watched: the system gives out watches sparingly.
const mostWatched = 256

// Watch tells when the files of a store change, until ctx ends; then it closes the channel. Changes that
// nobody took yet are one. Where the system does not let us watch, it is told nothing.
func (l *Library) Watch(ctx context.Context, s model.Store) (<-chan struct{}, error) {
	if err := Refusal(s); err != nil {
		return nil, err
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	if err := watchBelow(w, realPath(s.Dir)); err != nil {
		w.Close()
		return nil, err
	}
	told := make(chan struct{}, 1)
	go func() {
		defer close(told)
		defer w.Close()
		follow(ctx, w, s, told)
	}()
	return told, nil
}

// watchBelow watches a folder and those in it, but for git's and other hidden ones.
func watchBelow(w *fsnotify.Watcher, dir string) error {
	n := 0
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil || !d.IsDir():
			return nil
		case path != dir && d.Name()[0] == '.', n >= mostWatched:
			return filepath.SkipDir
		}
		n++
		if err := w.Add(path); err != nil && path == dir {
			return err
		}
		return nil
	})
}

// follow waits for changes and for the quiet after them. The system watches folders, not paths: of one
// that is removed or renamed nothing more is heard, so its path is looked at until a folder is there again.
func follow(ctx context.Context, w *fsnotify.Watcher, s model.Store, told chan<- struct{}) {
	quiet, back := time.NewTimer(time.Hour), time.NewTimer(time.Hour)
	quiet.Stop()
	back.Stop()
	root := realPath(s.Dir)
	var since time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-w.Events:
			if !ok {
				return
			}
			if e.Name == root && (e.Op.Has(fsnotify.Remove) || e.Op.Has(fsnotify.Rename)) {
				back.Reset(backTime)
			} else if !matters(e) {
				continue
			}
			if e.Op.Has(fsnotify.Create) {
				// A folder that is new is watched as well; of what else this fails.
				_ = watchBelow(w, e.Name)
			}
			if since.IsZero() {
				since = time.Now()
			}
			quiet.Reset(max(0, min(settleTime, mostSettle-time.Since(since))))
		case _, ok := <-w.Errors:
			if !ok {
				return
			}
			// Events were lost: that is a change as well.
			quiet.Reset(settleTime)
		case <-back.C:
			root = realPath(s.Dir)
			if Refusal(s) != nil || watchBelow(w, root) != nil {
				back.Reset(backTime)
				continue
			}
			quiet.Reset(settleTime)
		case <-quiet.C:
			since = time.Time{}
			select {
			case told <- struct{}{}:
			default:
			}
		}
	}
}

// matters reports whether an event may be one of a note. What is hidden is none: git's files, the
// agent's lock, the temp files of editors and our own.
func matters(e fsnotify.Event) bool {
	name := filepath.Base(e.Name)
	return e.Op != fsnotify.Chmod && name[0] != '.' && name[len(name)-1] != '~'
}

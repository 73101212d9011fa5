package project

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"dreamgate/memory"
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

// deskDirs are the folders of a store's state folder in which reviews lie: what waits, what is decided of it, and what
// has ended.
var deskDirs = []string{"proposals", "decisions", "closed"}

// Watch tells when the files of a store change, or its reviews, until ctx ends; then it closes the channel. Changes
// that nobody took yet are one. Where the system does not let us watch, it is told nothing.
func (l *Library) Watch(ctx context.Context, s model.Store) (<-chan model.Stir, error) {
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
	told := make(chan model.Stir, 1)
	f := &follower{w: w, s: s, told: told, root: realPath(s.Dir)}
	f.seekDesk() // before anybody reads what it is to be compared with
	go func() {
		defer close(told)
		defer w.Close()
		f.follow(ctx)
	}()
	return told, nil
}

// follower follows what happens to one store. Desk is its state folder, "" while there is none that is watched.
type follower struct {
	w          *fsnotify.Watcher
	s          model.Store
	told       chan model.Stir
	root, desk string
}

// seekDesk begins to watch the reviews of the store, if it has a state folder by now. Nothing is made by a look.
func (f *follower) seekDesk() bool {
	root, err := memory.FindState(f.s.ID)
	if err != nil {
		return false
	}
	defer root.Close()
	if f.w.Add(root.Dir()) != nil {
		return false
	}
	f.desk = root.Dir()
	for _, name := range deskDirs {
		_ = f.w.Add(filepath.Join(f.desk, name)) // one that is missing is watched when it comes
	}
	return true
}

// onDesk says of an event of the state folder whether reviews changed by it; in is false for any other event.
func (f *follower) onDesk(e fsnotify.Event) (in, changed bool) {
	dir := filepath.Dir(e.Name)
	switch {
	case f.desk == "" || e.Name != f.desk && dir != f.desk && filepath.Dir(dir) != f.desk:
		return false, false
	case e.Name == f.desk:
		if e.Op.Has(fsnotify.Remove) || e.Op.Has(fsnotify.Rename) {
			f.desk = ""
		}
		return true, f.desk == ""
	case dir == f.desk:
		mine := slices.Contains(deskDirs, filepath.Base(e.Name)) && e.Op.Has(fsnotify.Create)
		return true, mine && f.w.Add(e.Name) == nil
	}
	return true, matters(e)
}

// tell hands out what changed, with what nobody took yet.
func (f *follower) tell(s model.Stir) {
	for {
		select {
		case f.told <- s:
			return
		case old := <-f.told:
			s = s.With(old)
		}
	}
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
func (f *follower) follow(ctx context.Context) {
	quiet, back, desk := time.NewTimer(time.Hour), time.NewTimer(time.Hour), time.NewTimer(backTime)
	quiet.Stop()
	back.Stop()
	var since time.Time
	var stir model.Stir
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-f.w.Events:
			if !ok {
				return
			}
			more, gone := f.heard(e)
			if gone {
				back.Reset(backTime)
			}
			if more == (model.Stir{}) {
				continue
			}
			stir = stir.With(more)
			if since.IsZero() {
				since = time.Now()
			}
			quiet.Reset(max(0, min(settleTime, mostSettle-time.Since(since))))
		case _, ok := <-f.w.Errors:
			if !ok {
				return
			}
			// Events were lost: that is a change as well.
			stir = model.Stir{Notes: true, Desk: true}
			quiet.Reset(settleTime)
		case <-desk.C:
			// A state folder comes with the first thing that is kept of a store.
			if f.desk == "" && f.seekDesk() {
				stir.Desk = true
				quiet.Reset(settleTime)
			}
			desk.Reset(backTime)
		case <-back.C:
			f.root = realPath(f.s.Dir)
			if Refusal(f.s) != nil || watchBelow(f.w, f.root) != nil {
				back.Reset(backTime)
				continue
			}
			stir.Notes = true
			quiet.Reset(settleTime)
		case <-quiet.C:
			since = time.Time{}
			f.tell(stir)
			stir = model.Stir{}
		}
	}
}

// heard says what changed by an event, and whether the memory itself is gone.
func (f *follower) heard(e fsnotify.Event) (stir model.Stir, gone bool) {
	if in, changed := f.onDesk(e); in {
		return model.Stir{Desk: changed}, false
	}
	gone = e.Name == f.root && (e.Op.Has(fsnotify.Remove) || e.Op.Has(fsnotify.Rename))
	if !gone && !matters(e) {
		return stir, false
	}
	if e.Op.Has(fsnotify.Create) {
		// A folder that is new is watched as well; of what else this fails.
		_ = watchBelow(f.w, e.Name)
	}
	return model.Stir{Notes: true}, gone
}

// matters reports whether an event may be one of a note. What is hidden is none: git's files, the
// agent's lock, the temp files of editors and our own.
func matters(e fsnotify.Event) bool {
	name := filepath.Base(e.Name)
	return e.Op != fsnotify.Chmod && name[0] != '.' && name[len(name)-1] != '~'
}

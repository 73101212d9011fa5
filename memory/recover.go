package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
)

// Recover finishes or undoes what a crash left of an apply: before the first file was swapped it is
// dropped, after that it is finished; but if another program has meanwhile changed one of the files
// it is undone, and that program's bytes stay. The lines say what was done, for people. An apply
// that another program of ours has under way is left alone.
func Recover(ctx context.Context, root, state *Root) ([]string, error) {
	sweep(state, time.Now().Add(-sweepAge))
	names, err := state.Names(journalDir)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	unlock, err := state.lock(ctx, 0)
	if errors.Is(err, errBusy) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer unlock()
	return recoverAll(root, state)
}

// recoverAll is Recover with the lock held.
func recoverAll(root, state *Root) ([]string, error) {
	names, err := state.Names(journalDir)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, name := range names {
		id, s, ok := journalName(name)
		if !ok {
			continue
		}
		j, err := state.readJournal(path.Join(journalDir, name))
		if err != nil {
			return lines, err
		}
		// The name is what the next rename goes by, so it is the name that counts.
		j.ID = id
		a := &application{root: root, state: state, journal: j, status: s}
		more, err := a.resume()
		lines = append(lines, more...)
		if err != nil {
			return lines, fmt.Errorf("finish or undo an apply that was cut short: %w", err)
		}
	}
	return lines, nil
}

// resume takes an apply on from where it stopped.
func (a *application) resume() ([]string, error) {
	if a.status != applying {
		lines, err := a.undo()
		return append(lines, "an apply that was cut short was undone: the notes are as before it"), err
	}
	moved := false
	err := a.each(false, func(e entry, s swap) error {
		if err := s.settle(); err != nil {
			return err
		}
		stands, err := s.live()
		moved = moved || stands == Moved
		return err
	})
	if err != nil && !displaced(err) {
		return nil, err
	}
	// A folder that is gone (err), or no folder any more, is a change of someone as well.
	if moved || err != nil {
		lines, err := a.undo()
		return append(lines, "an apply that was cut short was undone, because notes were changed since"), err
	}
	err = a.each(false, func(e entry, s swap) error {
		if stands, err := s.live(); stands == Done || err != nil {
			return err
		}
		if err := s.stage(); err != nil {
			return err
		}
		return s.do()
	})
	if errors.Is(err, ErrMoved) {
		lines, err := a.undo()
		return append(lines, "an apply that was cut short was undone, because notes were changed since"), err
	}
	if err != nil {
		return nil, err
	}
	return append(a.kept, "an apply that was cut short was finished: "+model.Count(len(a.journal.Files), "file")), a.finish()
}

// undo takes everything back. Files that another program changed since stay as they are, with a
// line that names them.
func (a *application) undo() ([]string, error) {
	if a.status == applying {
		if err := a.enter(a.undoing()); err != nil {
			return nil, err
		}
	}
	var lines []string
	for i, e := range slices.Backward(a.journal.Files) {
		if undoing.without(i) == a.status {
			continue // it is not ours to bring back
		}
		line, err := a.undoFile(e)
		if err != nil {
			return lines, fmt.Errorf("%s: %w", e.Path, err)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	a.unmake()
	lines = append(lines, a.kept...)
	if err := a.syncFolders(); err != nil {
		return lines, err
	}
	return lines, a.state.Remove(journalPath(a.journal.ID, a.status))
}

// undoFile takes one file back. First both temporary names are cleared, which may bring another
// program's bytes back to their place; then the file is swapped if it still is what we made it.
func (a *application) undoFile(e entry) (line string, err error) {
	f, err := a.root.parent(string(e.Path))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if displaced(err) {
		return fmt.Sprintf("what was to be undone of %s is left: %v", e.Path, err), nil
	}
	if err != nil {
		return "", err
	}
	defer f.close()
	there, back := a.aside(e, e.forward(f)), a.aside(e, e.backward(f))
	if a.status == prepared {
		return "", f.remove(there.temp)
	}
	if err := errors.Join(there.settle(), back.settle()); err != nil {
		return "", err
	}
	if other := f.spelled(back.name); e.Old == nil && other != back.name && a.journal.makes(e, f.join(other)) {
		return "", nil // what the disk has under that name is the other one, with an entry of its own
	}
	stands, err := back.live()
	if err != nil || stands == Done {
		return "", err
	}
	if stands == Unmoved {
		if err := back.stage(); err != nil {
			return "", errors.Join(err, f.remove(back.temp))
		}
		err = back.do()
	}
	if stands == Moved || errors.Is(err, errMoved) {
		return fmt.Sprintf("%s was changed by another program and stays as it is", e.Path), nil
	}
	return "", err
}

// unmake removes the folders that the apply made, inner ones first, as far as they are empty.
func (a *application) unmake() {
	for _, dir := range slices.Backward(a.journal.Made) {
		if f, err := a.root.parent(string(dir)); err == nil {
			// Someone may have put a file there: then it stays.
			_ = f.remove(path.Base(string(dir)))
			f.close()
		}
	}
}

// sweepAge is how old a temporary file of ours must be to count as left over: no write takes that
// long.
const sweepAge = 10 * time.Minute

// SweepTemps removes the temporary files that writes of crashed programs left in a folder of ours and in those
// right below it.
func SweepTemps(state *Root) { sweep(state, time.Now().Add(-sweepAge)) }

// sweep removes the temporary files that writes of earlier, crashed programs left in a state
// folder. What cannot be removed is tried again at the next start.
func sweep(state *Root, before time.Time) {
	top := state.top()
	sweepFolder(top, before)
	names, _ := top.names()
	for _, name := range names {
		if f, err := top.enter(name); err == nil {
			sweepFolder(f, before)
			f.close()
		}
	}
}

// sweepFolder is sweep for one folder.
func sweepFolder(f folder, before time.Time) {
	names, _ := f.names()
	for _, name := range names {
		if !strings.HasPrefix(name, oneTime) {
			continue
		}
		if info, err := f.lstat(name); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			_ = f.remove(name)
		}
	}
}

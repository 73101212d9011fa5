package memory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"dreamgate/model"
)

// Write is one file of an apply: what it must be, and what it shall be. Nil means absent.
type Write struct {
	// Path is slash-separated and relative to the memory directory.
	Path string
	// Old is what the change was made from. Its mode counts only where New has another one.
	Old, New *model.File
	// Goes says that what the file held goes on under another name. That it is gone already is not what was wanted
	// then: somebody deleted it, and it would come back under that name.
	Goes bool
}

// Standing is how a file stands to a change that is to be made of it.
type Standing int

// The standings: the file is what the change was made from, it already is what it shall be, or it
// is something else.
const (
	Unmoved Standing = iota
	Done
	Moved
)

// Standing compares a file with a change of it. Only what can be read as a note is compared; a link
// or a pipe has always moved.
func (w Write) Standing(live model.File, exists bool) Standing {
	s := swap{from: contentOf(w.Old), to: contentOf(w.New)}
	var err error
	if !exists {
		err = fs.ErrNotExist
	}
	return s.standing(live, err)
}

var (
	// ErrMoved says that files are no longer what the changes were made from.
	ErrMoved = errors.New("the memory has changed since")
	// ErrApplied says that an apply of this id was done before.
	ErrApplied = errors.New("these changes were already written")
)

// MovedError names the files for which ErrMoved holds.
type MovedError struct{ Paths []string }

func (e *MovedError) Error() string {
	return fmt.Sprintf("%v: %s; nothing was written", ErrMoved, strings.Join(e.Paths, ", "))
}

// Is makes the error an ErrMoved.
func (e *MovedError) Is(target error) bool { return target == ErrMoved }

// patience is how long an apply waits for another one of the same store.
const patience = 10 * time.Second

// Apply writes all of the files or none. Each is compared at the last moment: where another program
// changed one, nothing is written at all and the error is a *MovedError. A file that already is
// what it shall be is passed by. Links, special files and reserved names are refused
// (*SpecialError). New folders are made; the mode of a file stays unless Old and New differ in it.
//
// The record in the state folder, named by id, lets Recover finish or undo what a crash leaves, and
// is the backup afterwards (RecordPath, Applied). An id is applied once.
func Apply(ctx context.Context, root, state *Root, id string, writes []Write) error {
	if err := apply(ctx, root, state, id, writes); err != nil {
		return advise(fmt.Errorf("apply the changes: %w", err))
	}
	return nil
}

// advised is an error of the disk with what to do about it behind it.
type advised struct {
	err    error
	advice string
}

func (e *advised) Error() string { return e.err.Error() + e.advice }
func (e *advised) Unwrap() error { return e.err }

// advise puts what to do behind an error of the disk, once.
func advise(err error) error {
	var has *advised
	if a := advice(err); a != "" && !errors.As(err, &has) {
		return &advised{err, a}
	}
	return err
}

// advice says what a person can do about what the disk answered, "" where the answer says it.
func advice(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "; the disk is full: make room and try again"
	case errors.Is(err, syscall.EDQUOT):
		return "; your quota on this disk is used up: make room and try again"
	case errors.Is(err, syscall.EROFS):
		return "; the disk is mounted read-only"
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EACCES):
		return "; the file or its folder belongs to somebody else, or is protected against changes (ls -ld, lsattr)"
	}
	return ""
}

func apply(ctx context.Context, root, state *Root, id string, writes []Write) error {
	if err := checkApply(id, writes); err != nil {
		return err
	}
	unlock, err := state.lock(ctx, patience)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := recoverAll(root, state); err != nil {
		return fmt.Errorf("an earlier apply was cut short: %w", err)
	}
	switch _, err := Applied(state, id); {
	case err == nil:
		return ErrApplied
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w; nothing was written", err)
	}
	a := &application{root: root, state: state, status: prepared}
	if a.journal, err = prepare(root, id, writes); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.run(); err != nil {
		if a.twin != nil {
			err = a.twin // it is the disk, and no other program
		}
		return a.giveUp(err)
	}
	return nil
}

// checkApply refuses an apply by its words alone, before anything is looked at.
func checkApply(id string, writes []Write) error {
	if err := checkID(id); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, w := range writes {
		if err := checkWritable(w.Path); err != nil {
			return err
		}
		if seen[w.Path] {
			return fmt.Errorf("%s is to be written twice", w.Path)
		}
		seen[w.Path] = true
		for _, f := range []*model.File{w.Old, w.New} {
			if f != nil && !f.Regular() {
				return &SpecialError{w.Path, f.Special()}
			}
		}
	}
	return nil
}

// prepare compares every file and lays down what is to be done. Notes come before the index and
// deletions last, so that at no moment the index names a note that is not there.
func prepare(root *Root, id string, writes []Write) (*journal, error) {
	writes = slices.Clone(writes)
	slices.SortFunc(writes, func(a, b Write) int {
		return strings.Compare(turn(a)+a.Path, turn(b)+b.Path)
	})
	j := &journal{ID: id, Dir: Text(root.real), Folder: FolderID(root.real)}
	var moved MovedError
	for _, w := range writes {
		e := entry{Path: Text(w.Path), Old: contentOf(w.Old), New: contentOf(w.New)}
		e.goes = w.Goes
		e.Temp = fmt.Sprintf("%s%s-%d", TempPrefix, id, len(j.Files))
		stands, err := j.look(root, &e)
		switch {
		case err != nil:
			return nil, err
		case stands == Unmoved:
			j.Files = append(j.Files, e)
		case stands == Moved:
			moved.Paths = append(moved.Paths, w.Path)
		}
	}
	if moved.Paths != nil {
		return nil, &moved
	}
	return j, nil
}

// turn is the place of a write in the order of an apply.
func turn(w Write) string {
	switch {
	case w.New == nil:
		return "3"
	case path.Base(w.Path) == model.IndexName:
		return "2"
	}
	return "1"
}

// look compares one file with what it must be, fixes the modes of its entry, and notes the folders
// that have to be made for it.
func (j *journal) look(root *Root, e *entry) (Standing, error) {
	if e.Old == nil && e.New != nil && e.New.Mode == 0 {
		e.New.Mode = 0o644
	}
	f, err := root.parent(string(e.Path))
	if errors.Is(err, fs.ErrNotExist) {
		stands := e.forward(f).standing(model.File{}, err)
		if stands == Unmoved {
			return stands, j.missing(root, path.Dir(string(e.Path)))
		}
		return stands, nil
	}
	if err != nil {
		return Moved, err
	}
	defer f.close()
	s := e.forward(f)
	file, err := f.read(s.name)
	if err == nil {
		err = f.exact(e, s.name)
	}
	var twin *TwinError
	if errors.As(err, &twin) {
		return Moved, err
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Moved, fmt.Errorf("read %s: %w", e.Path, err)
	}
	if special := file.Special(); err == nil && special != "" {
		return Moved, &SpecialError{string(e.Path), special}
	}
	stands := s.standing(file, err)
	// Someone's chmod is kept, unless the permissions are what is to be changed.
	if stands == Unmoved && e.Old != nil {
		if e.New != nil && !s.modal() {
			e.New.Mode = mode(file.Mode.Perm())
		}
		e.Old.Mode = mode(file.Mode.Perm())
	}
	return stands, nil
}

// missing notes the folders on the way to dir that do not exist, outer ones first.
func (j *journal) missing(root *Root, dir string) error {
	for i := range len(dir) + 1 {
		if i < len(dir) && dir[i] != '/' {
			continue
		}
		f, _, err := root.folder(dir[:i], false)
		switch {
		case err == nil:
			f.close()
		case !errors.Is(err, fs.ErrNotExist):
			return err
		case !slices.Contains(j.Made, Text(dir[:i])):
			j.Made = append(j.Made, Text(dir[:i]))
		}
	}
	return nil
}

// application is an apply under way, fresh or found after a crash.
type application struct {
	root, state *Root
	journal     *journal
	status      status
	// kept are the lines about what was kept aside.
	kept []string
	// gone is a file that was to go on under another name and that somebody else has deleted, "" if there is none.
	gone Text
	// twin says of a new file whose name the disk took for another one.
	twin *TwinError
}

// undoing is the status in which what was done is taken back.
func (a *application) undoing() status {
	for i, e := range a.journal.Files {
		if e.Path == a.gone {
			return undoing.without(i)
		}
	}
	return undoing
}

// enter takes the record to the next status.
func (a *application) enter(s status) error {
	moved, err := a.state.move(journalPath(a.journal.ID, a.status), journalPath(a.journal.ID, s))
	if moved {
		a.status = s
	}
	return err
}

// run stages all new bytes, then swaps file by file.
func (a *application) run() error {
	if err := a.state.writeJournal(a.journal, journalPath(a.journal.ID, prepared)); err != nil {
		return err
	}
	if err := a.each(true, func(_ entry, s swap) error { return s.stage() }); err != nil {
		return err
	}
	// From here on a crash is finished, not dropped: all bytes are on disk twice.
	if err := a.enter(applying); err != nil {
		return err
	}
	if err := a.each(false, func(_ entry, s swap) error { return s.do() }); err != nil {
		return err
	}
	return a.finish()
}

// each calls do for the forward swap of every file. Errors name the file; errMoved becomes a
// *MovedError.
func (a *application) each(create bool, do func(entry, swap) error) error {
	for _, e := range a.journal.Files {
		f, _, err := a.root.folder(path.Dir(string(e.Path)), create && e.New != nil)
		if err == nil {
			err = do(e, a.aside(e, e.forward(f)))
			a.twin = cmp.Or(a.twin, a.journal.twin(e, f, err))
			f.close()
		}
		if errors.Is(err, errGone) {
			a.gone = e.Path
		}
		if errors.Is(err, errMoved) {
			return &MovedError{[]string{string(e.Path)}}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.Path, err)
		}
	}
	return nil
}

// aside makes a swap of an entry keep what has no place any more in our state folder, where nothing
// takes it away.
func (a *application) aside(e entry, s swap) swap {
	s.aside = func(f model.File) error {
		if !f.Regular() {
			return a.beside(s, f)
		}
		kept, err := a.state.setAside(a.journal.ID, s.name, f.Data)
		if err != nil {
			return fmt.Errorf("keep what another program wrote: %w", err)
		}
		a.kept = append(a.kept, fmt.Sprintf("what another program wrote to %s at the same moment is kept in %s", e.Path, kept))
		return nil
	}
	return s
}

// setAside keeps in a state folder what has no place any more, and returns the file. The sum of the bytes is part of
// its name: what is kept is never replaced by something else.
func (r *Root) setAside(of, name string, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	of += "-" + hex.EncodeToString(sum[:4]) + "-"
	p := path.Join(asideDir, of+name[max(0, len(of)+len(name)-maxName):]) // of a long name the end, with its ending
	if err := r.Write(p, data, 0o600); err != nil {
		return "", err
	}
	return filepath.Join(r.dir, filepath.FromSlash(p)), nil
}

// SetAside moves a file of ours that is damaged out of the way of the next one; it is kept with what else has no place.
func (r *Root) SetAside(p string) error {
	f, err := r.ReadFile(p)
	if err != nil {
		return err
	}
	if !f.Regular() {
		return &SpecialError{p, f.Special()}
	}
	if _, err := r.setAside(path.Base(path.Dir(p)), path.Base(p), f.Data); err != nil {
		return err
	}
	return r.Remove(p)
}

// beside gives what is no file a name next to the place that it had: it cannot be kept anywhere else.
func (a *application) beside(s swap, f model.File) error {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.other-%d", s.name, n)
		err := s.f.renameNew(s.temp, name)
		switch {
		case errors.Is(err, fs.ErrExist) && n < 100:
			continue
		case err != nil:
			return fmt.Errorf("keep what another program put there: %w", err)
		}
		a.kept = append(a.kept, fmt.Sprintf("what another program put in the place of %s at the same moment (%s) is %s now",
			s.f.join(s.name), f.Special(), s.f.join(name)))
		return nil
	}
}

// finish waits for the disk and turns the record into the backup.
func (a *application) finish() error {
	if err := a.syncFolders(); err != nil {
		return err
	}
	moved, err := a.state.move(journalPath(a.journal.ID, a.status), appliedPath(a.journal.ID))
	if moved {
		// Should the disk forget this rename, Recover finds everything in place and repeats it.
		return nil
	}
	return err
}

// syncFolders waits for the renames, each folder once.
func (a *application) syncFolders() error {
	done := map[string]bool{}
	for _, e := range a.journal.Files {
		dir := path.Dir(string(e.Path))
		if done[dir] {
			continue
		}
		done[dir] = true
		f, _, err := a.root.folder(dir, false)
		if displaced(err) {
			continue
		}
		if err == nil {
			err = f.sync()
			f.close()
		}
		if err != nil {
			return fmt.Errorf("wait for the disk: %w", err)
		}
	}
	return nil
}

// giveUp takes back what an apply did before it failed. What cannot be taken back now is left to
// Recover, and the error says so.
func (a *application) giveUp(cause error) error {
	lines, err := a.undo()
	if err != nil {
		return fmt.Errorf("%w; it is cut short and will be finished or undone at the next start (%v)", cause, err)
	}
	if len(lines) > 0 {
		return fmt.Errorf("%w; %s", cause, strings.Join(lines, "; "))
	}
	if errors.Is(cause, ErrMoved) {
		return cause // it says so
	}
	return fmt.Errorf("%w; nothing was written", cause)
}

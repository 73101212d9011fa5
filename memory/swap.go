package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"dreamgate/model"
)

// swap is the compare-and-swap of one file: what must stand there, and what shall. A nil content
// means that the file is absent.
type swap struct {
	f          folder
	name, temp string
	from, to   *content
	// goes says that the file must be there to be taken away.
	goes bool
	// aside keeps bytes of another program for which there is no place any more.
	aside func(model.File) error
}

// errMoved says that something else stood there. Nothing was changed by the swap.
var errMoved = errors.New("changed by another program")

// errGone is an errMoved: somebody deleted what was to go on under another name.
var errGone = fmt.Errorf("%w, which deleted it", errMoved)

// forward and backward are the two swaps of an entry. They have temporary names of their own, so
// that what lies under one can be told from what lies under the other.
func (e entry) forward(f folder) swap {
	return swap{f: f, name: path.Base(string(e.Path)), temp: e.Temp, from: e.Old, to: e.New, goes: e.goes}
}

func (e entry) backward(f folder) swap {
	return swap{f: f, name: path.Base(string(e.Path)), temp: e.Temp + "-undo", from: e.New, to: e.Old}
}

// modal reports whether the permissions are part of what is swapped. Where they are not, a chmod of
// someone else is no conflict.
func (s swap) modal() bool { return s.from != nil && s.to != nil && s.from.Mode != s.to.Mode }

// fits reports whether a file, as it lies on disk, is the wanted content.
func (s swap) fits(file model.File, err error, want *content) bool {
	if want == nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && file.Regular() && string(file.Data) == string(want.Data) &&
		(!s.modal() || mode(file.Mode.Perm()) == want.Mode)
}

// standing says how a file, as it was read, stands to the swap.
func (s swap) standing(file model.File, err error) Standing {
	switch {
	case s.goes && errors.Is(err, fs.ErrNotExist):
		return Moved
	case s.fits(file, err, s.to):
		return Done
	case s.fits(file, err, s.from):
		return Unmoved
	}
	return Moved
}

// live says how the file stands now.
func (s swap) live() (Standing, error) {
	file, err := s.f.read(s.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Moved, err
	}
	return s.standing(file, err), nil
}

// stage lays the new bytes beside the file.
func (s swap) stage() error {
	if s.to == nil {
		return nil
	}
	var like *os.File
	if s.from != nil {
		// Should it be gone, or something else by now, the swap will say so.
		if info, err := s.f.lstat(s.name); err == nil && info.Mode().IsRegular() {
			if like, err = s.f.open(s.name, info); err == nil {
				defer like.Close()
			}
		}
	}
	return s.f.create(s.temp, []byte(s.to.Data), fs.FileMode(s.to.Mode), like)
}

// do swaps, with the new bytes staged. What stood there is looked at after the swap, when nobody
// can change it any more under its name; if it is not what was expected it is put back, and the
// error is errMoved. So a change that another program makes at the last moment is not lost.
func (s swap) do() error {
	switch {
	case s.to == nil:
		return s.takeAway()
	case s.from == nil:
		return s.put()
	}
	err := s.f.exchange(s.temp, s.name)
	if errors.Is(err, errors.ErrUnsupported) {
		return s.replace()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return s.drop(errMoved)
	}
	if err != nil {
		return err
	}
	// An error of this reading is treated as a change: the exchange is taken back either way.
	out, err := s.f.read(s.temp)
	if s.fits(out, err, s.from) {
		return s.drop(nil)
	}
	return unread(err, s.putBack())
}

// unread is the error of a swap that was taken back: that of the reading, if it was the disk and nobody else
// that made what stood there unreadable.
func unread(read, back error) error {
	if read == nil || errors.Is(read, fs.ErrNotExist) || errors.Is(read, errChanging) || !errors.Is(back, errMoved) {
		return back
	}
	return read
}

// drop removes what lies under the temporary name, and passes an error on.
func (s swap) drop(err error) error {
	return errors.Join(err, s.f.remove(s.temp))
}

// putBack undoes an exchange that took out another program's bytes. If that program has written
// once more in between, on top of ours, its later bytes stay, and the earlier ones are kept aside; if it has
// deleted ours, so are those.
func (s swap) putBack() error {
	err := s.f.exchange(s.temp, s.name)
	if err == nil {
		if back, err := s.f.read(s.temp); s.fits(back, err, s.to) {
			return s.drop(errMoved)
		}
		err = s.f.exchange(s.temp, s.name)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := s.keep(); err != nil {
		return err
	}
	return s.drop(errMoved)
}

// keep keeps what lies under the temporary name, if it is neither what was there nor what was to be.
func (s swap) keep() error {
	out, err := s.f.read(s.temp)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || s.aside == nil || s.fits(out, nil, s.from) || s.fits(out, nil, s.to) {
		return nil
	}
	return s.aside(out)
}

// put makes a file that must not be there yet.
func (s swap) put() error {
	err := s.f.renameNew(s.temp, s.name)
	if errors.Is(err, fs.ErrExist) {
		if other := s.f.spelled(s.name); other != s.name {
			return s.drop(&takenError{other})
		}
		if stands, lerr := s.live(); lerr == nil && stands == Done {
			return s.drop(nil)
		}
		return s.drop(errMoved)
	}
	return err
}

// takeAway removes a file: it is moved aside, looked at, and only then removed.
func (s swap) takeAway() error {
	err := s.f.renameNew(s.name, s.temp)
	if errors.Is(err, fs.ErrNotExist) {
		if s.goes {
			return errGone
		}
		return nil
	}
	if err != nil {
		return err
	}
	out, err := s.f.read(s.temp)
	if s.fits(out, err, s.from) {
		return s.drop(nil)
	}
	return unread(err, s.bringBack())
}

// bringBack undoes the moving aside of a file that is another one than it was to be. Where somebody has made
// a new one in its place since, that stays, and the other is kept aside.
func (s swap) bringBack() error {
	err := s.f.renameNew(s.temp, s.name)
	if err == nil {
		return errMoved
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := s.keep(); err != nil {
		return err
	}
	return s.drop(errMoved)
}

// replace is the swap on a file system that cannot exchange names: compare, then rename, with the
// least time in between.
func (s swap) replace() error {
	stands, err := s.live()
	if err != nil {
		return err
	}
	if stands != Unmoved {
		return s.drop(errMoved)
	}
	return s.f.rename(s.temp, s.name)
}

// settle clears the temporary name after a crash or a failure. Bytes of another program that an
// exchange took out, and that nobody had looked at yet, go back to their place, or are kept aside if that is
// taken.
func (s swap) settle() error {
	out, err := s.f.read(s.temp)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	stands, err := s.live()
	if err != nil {
		return err
	}
	if stands == Done && !s.fits(out, nil, s.from) && !s.fits(out, nil, s.to) {
		if s.to == nil {
			if err := s.f.renameNew(s.temp, s.name); !errors.Is(err, fs.ErrExist) {
				return err
			}
		} else if err := s.f.exchange(s.temp, s.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := s.keep(); err != nil {
		return err
	}
	return s.f.remove(s.temp)
}

package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// applyTemp is the shape of the temporary names of an apply: its id, the number of the file, and which way.
var applyTemp = regexp.MustCompile(`^` + regexp.QuoteMeta(TempPrefix) + `(.+)-\d+(-undo)?$`)

// Strays takes care of the temporary files in a memory whose own records know nothing of them: it was moved while it
// was written, and the record of that apply lies in the state folder of the old place, or is lost. With the
// record the apply is finished or undone where the memory is now. Without one a file that nobody can be using any more
// is taken out of the memory and kept in our state folder, which keep opens: it may hold the only copy of a note.
// Unfinished are the stores that may hold the record. The lines say what was done.
func Strays(ctx context.Context, root *Root, unfinished []string, keep func() (*Root, error)) ([]string, error) {
	temps := root.temps(root.top(), 0)
	var lines []string
	// The records of what is under way: of here, which Recover sees to, and of elsewhere.
	own := map[string]bool{}
	for _, id := range unfinished {
		state, err := FindState(id)
		if err != nil {
			continue
		}
		said, err := adopt(ctx, root, state, temps, own)
		state.Close()
		if lines = append(lines, said...); err != nil {
			return lines, err
		}
	}
	// All are judged first: to take one out changes its folder, and the next one there would look as if somebody were at it.
	temps = slices.DeleteFunc(temps, func(p string) bool {
		return own[applyOf(p)] || !root.abandoned(p, time.Now().Add(-sweepAge))
	})
	for _, p := range temps {
		line, err := root.takeOut(p, keep)
		switch {
		case err != nil: // it is tried again, and keeps nobody from the notes
			lines = append(lines, fmt.Sprintf("%s, left by a write that was cut short, stays where it is: %v", p, err))
		case line != "":
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// temps lists the temporary files below a folder. A folder that may not be listed or entered is told of by who reads
// the notes.
func (r *Root) temps(f folder, depth int) (found []string) {
	names, err := f.names()
	if err != nil || depth > maxDepth {
		return nil
	}
	for _, name := range names {
		info, err := f.lstat(name)
		switch {
		case err != nil:
		case isTemp(name) && info.Mode().IsRegular():
			found = append(found, f.join(name))
		case info.IsDir() && !hidden(name):
			if sub, err := f.enter(name); err == nil {
				found = append(found, r.temps(sub, depth+1)...)
				sub.close()
			}
		}
	}
	return found
}

// applyOf is the id of the apply that a temporary file belongs to, "" for a single write.
func applyOf(p string) string {
	if m := applyTemp.FindStringSubmatch(path.Base(p)); m != nil {
		return m[1]
	}
	return ""
}

// adopt finishes or undoes the applies of another state folder that were begun in this memory when it was
// elsewhere, and notes in own those whose temporary files here are not to be touched.
func adopt(ctx context.Context, root, state *Root, temps []string, own map[string]bool) (lines []string, err error) {
	names, err := state.Names(journalDir)
	if err != nil || len(names) == 0 {
		return nil, nil // what cannot be read here is the matter of its own memory
	}
	unlock, err := state.lock(ctx, 0)
	if errors.Is(err, errBusy) {
		// Some program is at work, maybe still in this very folder.
		for _, name := range names {
			id, _, _ := journalName(name)
			own[id] = true
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer unlock()
	for _, name := range names {
		id, s, ok := journalName(name)
		if !ok {
			continue
		}
		j, err := state.readJournal(path.Join(journalDir, name))
		if err != nil {
			continue
		}
		j.ID = id
		if string(j.Dir) == root.real {
			own[id] = true
			continue
		}
		a := &application{root: root, state: state, journal: j, status: s}
		if !a.began(temps) || a.elsewhere() {
			continue
		}
		more, err := a.resume()
		for _, l := range more {
			lines = append(lines, l+" (the memory has moved here from "+string(j.Dir)+")")
		}
		if err != nil {
			return lines, fmt.Errorf("finish or undo an apply that was cut short when the memory was at %s: %w", string(j.Dir), err)
		}
	}
	return lines, nil
}

// began reports whether an apply was begun in a memory: temporary files of it lie there, or every note of it is
// what it was or what it was to be. From the first swap on each that is not swapped yet has a temporary file, but for
// those that are to be deleted: where there is none, a note that is as it was is another memory's that looks the same.
func (a *application) began(temps []string) bool {
	if slices.ContainsFunc(temps, func(p string) bool { return applyOf(p) == a.journal.ID }) {
		return true
	}
	there := 0
	for _, e := range a.journal.Files {
		file, err := a.root.ReadFile(string(e.Path))
		s := swap{from: e.Old, to: e.New}
		stands := s.standing(file, err)
		if stands == Moved || stands == Unmoved && e.New != nil && a.status == applying {
			return false
		}
		if err == nil {
			there++
		}
	}
	return there > 0
}

// elsewhere reports whether the memory of an apply is still where it was, or its disk is away and may come back: then
// what lies here is a copy of it.
func (a *application) elsewhere() bool {
	root, err := OpenRoot(string(a.journal.Dir))
	if err != nil {
		return DiskAway(string(a.journal.Dir), a.journal.Folder)
	}
	defer root.Close()
	was := &application{root: root, journal: a.journal, status: a.status}
	return was.began(root.temps(root.top(), 0))
}

// abandoned reports whether nobody can be at work with a temporary file: neither it nor its folder has changed for
// longer than a write takes. Its own time is not enough, for an exchange puts an old note under such a name.
func (r *Root) abandoned(p string, before time.Time) bool {
	f, err := r.parent(p)
	if err != nil {
		return false
	}
	defer f.close()
	file, err := f.lstat(path.Base(p))
	if err != nil || !file.ModTime().Before(before) {
		return false
	}
	dir, err := f.root.Stat(".")
	return err == nil && dir.ModTime().Before(before)
}

// takeOut moves a file out of the memory into our state folder, and says so; nothing where another program was faster.
// What is empty is not kept.
func (r *Root) takeOut(p string, keep func() (*Root, error)) (string, error) {
	f, err := r.parent(p)
	if err != nil {
		return "", err
	}
	defer f.close()
	file, err := f.read(path.Base(p))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if file.Oversize > 0 {
		return p + " is left by a write that was cut short, and too large to be kept: look at it and delete it", nil
	}
	line := p + ", left by a write that was cut short, was deleted"
	if len(file.Data) > 0 {
		state, err := keep()
		if err != nil {
			return "", err
		}
		defer state.Close()
		kept, err := state.setAside("stray", strings.TrimPrefix(path.Base(p), TempPrefix), file.Data)
		if err != nil {
			return "", err
		}
		line = p + ", left by a write that was cut short, was taken out of the memory; it is kept in " + kept
	}
	if err := f.remove(path.Base(p)); err != nil {
		return "", err
	}
	return line, f.sync()
}

package dream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
)

// inspection is what of an engine's work can be proposed, and what was wrong with the rest.
type inspection struct {
	tree    model.Tree
	changes string
	// faults are sentences for the report.
	faults []string
}

func (in *inspection) fault(format string, args ...any) {
	in.faults = append(in.faults, fmt.Sprintf(format, args...))
}

// maxChanges bounds CHANGES.md in bytes.
const maxChanges = 4 << 20

// inspect reads the scratch folder back. It trusts nothing in it: whatever is no plain note is
// named and left out, and then the file as it was is what is proposed.
func (s *scratch) inspect(ctx context.Context, base model.Tree, caps Caps) (inspection, error) {
	in := inspection{tree: model.Tree{}}
	dir := filepath.Join(s.dir, engine.MemoryDir)
	// OpenRoot follows a link that is named to it, and the engine may have put one here.
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return in, errors.New("the engine took the folder of the notes away; nothing can be proposed")
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return in, fmt.Errorf("read what the engine left: %w", err)
	}
	defer root.Close()
	left, err := root.ReadTree(ctx)
	if err != nil {
		return in, fmt.Errorf("read what the engine left: %w", err)
	}
	if err := withinCaps(left, base, caps); err != nil {
		return in, err
	}
	s.outside(&in)
	in.changes = s.readChanges(&in)
	in.known(base, left, s.instead, caps)
	in.added(base, left, caps)
	in.deletedByWord(base, s.instead)
	// One note may well be the one to go. That all of several should go is no judgement of any of
	// them, and a review of it would only ask the reader to notice.
	if n := countNotes(base); n > 1 && countNotes(in.tree) == 0 {
		return in, fmt.Errorf("the engine deleted all %d notes; nothing is proposed", n)
	}
	return in, nil
}

// withinCaps refuses what a runaway leaves. What there was before counts for nothing: a memory may be as large as
// one that can be read.
func withinCaps(left, given model.Tree, caps Caps) error {
	total, before := int64(0), int64(0)
	// A sparse file costs nothing on disk and all the memory there is once it is read: sizes
	// count that are only claimed.
	for _, f := range left {
		total += int64(len(f.Data)) + f.Oversize
	}
	for _, f := range given {
		before += int64(len(f.Data))
	}
	if len(left)-len(given) > caps.Files || total-before > caps.TotalBytes {
		return fmt.Errorf("the engine left %d files of %d bytes, more than the %d files and %d bytes that it may add to the %d of %d it was given; nothing is proposed",
			len(left), total, caps.Files, caps.TotalBytes, len(given), before)
	}
	return nil
}

// known takes over what became of the files that were there before.
func (in *inspection) known(base, left model.Tree, instead map[string][]byte, caps Caps) {
	modes, folders := 0, foldersOf(left)
	for _, p := range base.Paths() {
		old := base[p]
		got, ok := left[p]
		if text, stood := instead[p]; stood || !old.Regular() {
			in.tree[p] = old
			if ok != stood || !bytes.Equal(got.Data, text) {
				why := "it was not sent"
				if !old.Regular() {
					why = "in the memory: " + old.Special()
				}
				in.fault("%s stays as it is (%s): what the engine did to its copy is left out", p, why)
			}
			continue
		}
		if !ok {
			if over := coveredBy(left, p); over != "" {
				in.fault("%s was replaced by a %s: the notes below it stay as they are", over, cmp.Or(left[over].Special(), "file"))
				in.tree[p] = old
			} else if folders[p] {
				in.fault("%s was replaced by a folder: the note stays as it is, and what the folder holds is left out", p)
				in.tree[p] = old
			}
			continue // deleted
		}
		most := caps.NoteBytes
		if n := int64(len(old.Data)); n >= most {
			most += n
		}
		if why := unfit(got, most); why != "" {
			in.fault("%s: %s; the note stays as it is", p, why)
			in.tree[p] = old
			continue
		}
		// Editors that replace a file give it a new mode without meaning to; a person would
		// have to refuse each of these by hand.
		if got.Mode.Perm() != old.Mode.Perm()|0o600 {
			modes++
		}
		if bytes.Equal(got.Data, old.Data) {
			in.tree[p] = old
			continue
		}
		in.tree[p] = model.File{Mode: old.Mode, Data: got.Data}
	}
	if modes > 0 {
		in.fault("the engine changed the permissions of %s; the old ones stay", model.Count(modes, "file"))
	}
	// One folder that was replaced is one fault, however many notes it held.
	slices.Sort(in.faults)
	in.faults = slices.Compact(in.faults)
}

// coveredBy returns the folder above a file in whose place something else now stands, "" if none.
func coveredBy(left model.Tree, p string) string {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if _, ok := left[dir]; ok {
			return dir
		}
	}
	return ""
}

// foldersOf are the folders that hold the files of a tree.
func foldersOf(t model.Tree) map[string]bool {
	folders := map[string]bool{}
	for p := range t {
		for dir := path.Dir(p); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	return folders
}

// unfit says why a file of the scratch is not taken over, "" if it is.
func unfit(f model.File, most int64) string {
	switch {
	case f.Special() != "":
		return "the engine left a " + f.Special()
	case f.Links > 1:
		// The bytes may be those of any file of the user, which must not end up in a memory.
		return "it is a hard link, whose other end is outside of what is known"
	case int64(len(f.Data)) > most:
		return fmt.Sprintf("it has grown to %d bytes, more than the %d allowed", len(f.Data), most)
	}
	return ""
}

// added takes over new notes. Other new files are no memory: a script, settings, a repository.
func (in *inspection) added(base, left model.Tree, caps Caps) {
	mode, folders := commonMode(base), foldersOf(base)
	for _, p := range left.Paths() {
		f := left[p]
		if _, ok := base[p]; ok {
			continue
		}
		why, over := unfit(f, caps.NoteBytes), coveredBy(base, p)
		switch {
		case why != "":
		case folders[p] || over != "" && base[over].Regular():
			continue // told of above: a file and a folder cannot change places
		case over != "":
			why = over + " is " + model.SpecialWord(base[over].Special())
		case memory.Reserved(p) != "":
			why = memory.Reserved(p)
		case !strings.HasSuffix(p, ".md") || strings.HasPrefix(p, ".") || strings.Contains(p, "/."):
			why = "it is no note"
		}
		if why != "" {
			in.fault("new file %s is left out: %s", p, why)
			continue
		}
		in.tree[p] = model.File{Mode: mode, Data: f.Data}
	}
}

// commonMode is the mode that most notes have, for new ones.
func commonMode(base model.Tree) fs.FileMode {
	votes := map[fs.FileMode]int{}
	for p, f := range base {
		if f.Regular() && strings.HasSuffix(p, ".md") {
			votes[f.Mode.Perm()]++
		}
	}
	best := fs.FileMode(0o600)
	// In the order of the modes, so that a tie is always decided alike.
	for _, m := range slices.Sorted(maps.Keys(votes)) {
		if votes[m] > votes[best] {
			best = m
		}
	}
	return best
}

// readChanges reads the engine's reasons, "" where there are none that can be read.
func (s *scratch) readChanges(in *inspection) string {
	f, err := s.root.ReadFile(engine.ChangesFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ""
	case err != nil:
		in.fault("%s cannot be read: %v", engine.ChangesFile, err)
	case unfit(f, maxChanges) != "":
		in.fault("%s is left out: %s", engine.ChangesFile, unfit(f, maxChanges))
	default:
		return string(f.Data)
	}
	return ""
}

package desk

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// follow brings reviews to a memory whose folder was moved or renamed: it is the folder itself that they were laid for
// at another place, where nothing is any more, with the notes that they were made from. A copy is another folder, and
// never takes them; nor does what is found while the disk of that place is away, which may be a copy of the whole disk.
// It returns lines that say so.
func (d *Desk) follow(ctx context.Context, st model.Store) (lines []string, err error) {
	err = d.strayed(st, func(id string, at place, old *store) error {
		if !at.is(st.Dir) || at.away() {
			return nil
		}
		live, err := memory.ReadTree(ctx, st.Dir)
		if err != nil || !sameNotes(old.base(), live) {
			return nil // who reads the notes says what is wrong with them
		}
		if err := d.bring(ctx, id, st); err != nil {
			return err
		}
		lines = append(lines, broughtLine(at))
		return nil
	})
	return lines, err
}

func broughtLine(at place) string {
	return fmt.Sprintf("this memory was at %s, where nothing is now: the reviews that wait for it, and what is kept of it, were brought here", at.Dir)
}

// unclear are lines about reviews that may be of a memory, or of another one with the same notes: where a folder was
// copied to another disk, or a copy was left and the folder is gone, only people know which of them goes on.
func (d *Desk) unclear(ctx context.Context, st model.Store) (lines []string) {
	var live model.Tree
	_ = d.strayed(st, func(_ string, at place, old *store) (err error) {
		if live == nil {
			if live, err = memory.ReadTree(ctx, st.Dir); err != nil {
				return err // who reads the notes says so
			}
		}
		base := old.base()
		if !at.is(st.Dir) && !sameNotes(base, live) {
			return nil
		}
		fit := []string{st.Dir}
		for _, dir := range memory.Beside(string(at.Dir)) {
			if at.is(dir) {
				return nil // that is it
			}
			if tree, err := memory.ReadTree(ctx, dir); err == nil && sameNotes(base, tree) && !slices.Contains(fit, dir) {
				fit = append(fit, dir)
			}
		}
		slices.Sort(fit)
		where, what := "where nothing is now", "which may be copies"
		if at.away() {
			where, what = "on a disk that is not there now and may come back", "which may be copies; mount the disk to go on with that memory"
		}
		lines = append(lines, fmt.Sprintf("reviews wait for the memory that was at %s, %s; its notes are in %s, %s: dreamgate doctor --memory %s --bring %s brings the reviews there",
			at.Dir, where, strings.Join(fit, " and in "), what, model.ShellWord(st.Dir), model.ShellWord(string(at.Dir))))
		return nil
	})
	return lines
}

// Bring brings to a memory what waits and is kept for one at another place, where nothing is any more: somebody says
// that they are the same.
func (d *Desk) Bring(ctx context.Context, st model.Store, from string) (lines []string, err error) {
	abs, err := filepath.Abs(from)
	if err != nil {
		return nil, fmt.Errorf("bring the reviews of %s: %w", from, err)
	}
	err = d.strayed(st, func(id string, at place, _ *store) error {
		if string(at.Dir) != abs {
			return nil
		}
		if err := d.bring(ctx, id, st); err != nil {
			return err
		}
		lines = append(lines, broughtLine(at))
		return nil
	})
	switch {
	case err != nil:
		return lines, err
	case len(lines) > 0:
		return lines, nil
	case !gone(abs):
		return nil, fmt.Errorf("bring the reviews of %s: it is there, and they are its own", from)
	}
	return nil, fmt.Errorf("bring the reviews of %s: none waits for a memory that was there", from)
}

// strayed calls do with each memory that is not where it was, while reviews wait for it.
func (d *Desk) strayed(st model.Store, do func(id string, at place, old *store) error) error {
	own := stateID(st)
	if st.Kind == model.KindFolder || st.Untrusted {
		return nil
	}
	_, waiting := d.unsettled()
	for _, id := range slices.Sorted(maps.Keys(waiting)) {
		if id == own || !gone(waiting[id]) {
			continue
		}
		old, err := d.openState(model.Store{ID: id}, false)
		if err != nil {
			continue
		}
		at, ok := old.left()
		if ok {
			err = do(id, at, old)
		}
		old.close()
		if err != nil {
			return err
		}
	}
	return nil
}

// bring brings what is kept under an id to a memory, whose place is theirs from now on.
func (d *Desk) bring(ctx context.Context, id string, st model.Store) error {
	own := stateID(st)
	if err := memory.Follow(ctx, id, own); err != nil {
		return err
	}
	s, err := d.openState(st, false)
	if err != nil {
		return err
	}
	defer s.close()
	s.settle(st)
	return nil
}

// mostlySame is the share of the notes of a review that must be in a memory, byte for byte, for it to be the same.
const mostlySame = 0.5

// sameNotes reports whether a memory is the one that a review was made from: all of its notes but a few are there, and
// most are as they were. One note alone may be anybody's.
func sameNotes(base, live model.Tree) bool {
	all, there, equal := 0, 0, 0
	for p, f := range base {
		if !f.Regular() {
			continue
		}
		all++
		now, ok := live[p]
		if !ok {
			continue
		}
		there++
		if bytes.Equal(now.Data, f.Data) {
			equal++
		}
	}
	return equal >= 2 && float64(equal) >= mostlySame*float64(all) && 10*there >= 9*all
}

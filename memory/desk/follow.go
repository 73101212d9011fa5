package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// follow brings reviews to a memory whose folder was moved or renamed: they were laid for the old place, where
// nothing is any more, and were made from these very notes. It returns lines that say so.
func (d *Desk) follow(ctx context.Context, st model.Store) (lines []string, err error) {
	if st.Kind == model.KindFolder {
		return nil, nil
	}
	own := st.ID
	if own == "" {
		own = idOf(st.Dir)
	}
	var live model.Tree
	_, waiting := d.unsettled()
	for _, id := range waiting {
		if id == own {
			continue
		}
		old, err := d.openState(model.Store{ID: id}, false)
		if err != nil {
			continue
		}
		from, base := old.left()
		old.close()
		if from == "" {
			continue
		}
		if live == nil {
			if live, err = treeOf(ctx, st.Dir); err != nil {
				return lines, nil // who reads the notes says so
			}
		}
		if !sameNotes(base, live) {
			continue
		}
		if err := memory.Follow(ctx, id, own); err != nil {
			return lines, err
		}
		lines = append(lines, fmt.Sprintf("this memory was at %s, where nothing is now: the reviews that wait for it, and what is kept of it, were brought here", from))
	}
	return lines, nil
}

// left is the place that a store was at if nothing is there any more but reviews that wait, with what one of them
// was made from.
func (s *store) left() (dir string, base model.Tree) {
	if dir = s.place(); dir != "" && !gone(dir) {
		return "", nil // without a look into a proposal, which may be large
	}
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return "", nil
	}
	for _, name := range names {
		id, ok := strings.CutSuffix(name, ".json")
		var w wireProposal
		// The record may have gone ahead, where a bringing was cut short.
		if !ok || s.closed(id) || s.read(proposalPath(id), &w) != nil || w.Dir == "" || !gone(string(w.Dir)) {
			continue
		}
		return string(w.Dir), wireToTree(w.Base, nil)
	}
	return "", nil
}

// gone reports whether nothing is at a place.
func gone(dir string) bool {
	_, err := os.Lstat(dir)
	return errors.Is(err, fs.ErrNotExist)
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

// treeOf reads a memory.
func treeOf(ctx context.Context, dir string) (model.Tree, error) {
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.ReadTree(ctx)
}

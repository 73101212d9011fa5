package desk

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// placePath is the file in the state folder of a memory that says where that is.
const placePath = "place.json"

// place is where a memory is, and which folder was there at the last look: a copy is another one, whatever is in it.
type place struct {
	Dir    memory.Text `json:"dir"`
	Folder string      `json:"folder,omitempty"`
}

// is reports whether the folder of a place is at another one now. Where the system tells no folder from another, none is.
func (p place) is(dir string) bool { return p.Folder != "" && p.Folder == memory.FolderID(dir) }

// away reports whether a place is on a disk that is not there now: nothing says that the memory was moved.
func (p place) away() bool { return memory.DiskAway(string(p.Dir), p.Folder) }

// settle notes where a memory is. Where that cannot be written, its reviews are only not found by themselves after
// the next move: no reason not to go on.
func (s *store) settle(st model.Store) {
	now := place{memory.Text(st.Dir), memory.FolderID(st.Dir)}
	var was place
	if st.Kind == model.KindFolder || now.Dir == "" || now.Folder == "" || s.read(placePath, &was) == nil && was == now {
		return
	}
	_ = s.write(placePath, now)
}

// at is the place that a memory was at when it was last looked at, with no Dir if nobody noted it.
func (s *store) at() (at place) {
	if s.read(placePath, &at) != nil || at.Dir == "" {
		at = place{Dir: memory.Text(s.place())} // before places were noted, the reviews alone knew
	}
	return at
}

// left is the place that a memory was at if nothing is there any more, while reviews wait for it.
func (s *store) left() (at place, ok bool) {
	at = s.at()
	return at, at.Dir != "" && gone(string(at.Dir)) && s.lastWaiting() != ""
}

// lastWaiting is the last proposal that waits, "" if none does.
func (s *store) lastWaiting() string {
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return ""
	}
	for _, name := range slices.Backward(names) {
		if id, ok := strings.CutSuffix(name, ".json"); ok && !s.closed(id) {
			return id
		}
	}
	return ""
}

// base is what the last proposal that waits was made from.
func (s *store) base() model.Tree {
	var w wireProposal
	if id := s.lastWaiting(); id == "" || s.read(proposalPath(id), &w) != nil {
		return nil
	}
	return wireToTree(w.Base, nil)
}

// gone reports whether nothing is at a place.
func gone(dir string) bool {
	_, err := os.Lstat(dir)
	return errors.Is(err, fs.ErrNotExist)
}

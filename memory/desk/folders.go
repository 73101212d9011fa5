package desk

import (
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
)

// Knows reports whether anything was ever reviewed of a store: only then there is something to go on with or
// to take back.
func (d *Desk) Knows(st model.Store) bool {
	s, err := d.openState(st, false)
	if err != nil {
		return false
	}
	s.close()
	return true
}

// Folders are the places of folders that are no memory and for which a review waits. Memories are found where
// the agent keeps them; of these only their reviews know.
func (d *Desk) Folders() (dirs []string) {
	for _, id := range memory.States() {
		if !strings.HasPrefix(id, model.FolderPrefix) {
			continue
		}
		s, err := d.openState(model.Store{ID: id}, false)
		if err != nil {
			continue
		}
		if dir := s.place(); dir != "" {
			dirs = append(dirs, dir)
		}
		s.close()
	}
	return dirs
}

// place is where the proposals of a folder are applied, "" if none waits.
func (s *store) place() string {
	names, err := s.root.Names(decisionsDir)
	if err != nil {
		return ""
	}
	for _, name := range names {
		id, ok := strings.CutSuffix(name, ".json")
		if !ok {
			continue
		}
		if r, err := s.record(id); err == nil && r.Dir != "" {
			return string(r.Dir)
		}
	}
	return ""
}

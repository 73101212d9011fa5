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

// Places are where proposals wait to be applied, by the id of their store. The memories of projects are found
// where the agent keeps them; of other folders only their reviews know.
func (d *Desk) Places() map[string]string {
	places := map[string]string{}
	for _, id := range memory.States() {
		s, err := d.openState(model.Store{ID: id}, false)
		if err != nil {
			continue
		}
		if dir := s.place(); dir != "" {
			places[id] = dir
		}
		s.close()
	}
	return places
}

// place is where the proposals of a store are applied, "" if none waits.
func (s *store) place() string {
	names, err := s.root.Names(proposalsDir)
	if err != nil {
		return ""
	}
	for _, name := range names {
		id, ok := strings.CutSuffix(name, ".json")
		if !ok || s.closed(id) {
			continue
		}
		if r, err := s.record(id); err == nil && r.Dir != "" {
			return string(r.Dir)
		}
	}
	return ""
}

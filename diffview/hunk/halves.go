package hunk

import (
	"crypto/sha256"
	"maps"
	"slices"

	"dreamgate/model"
)

// Halves are the two hunks by which a file gets another name, if a hunk is one of them; else that hunk alone. One
// accepted without the other would lose the note, or double it, and no word that a person said asks for either. Changes
// are as they are decided, in any shape.
func Halves(changes []model.Change, id string) []string {
	for _, c := range changes {
		if c.RenameOf == "" || len(c.Hunks) == 0 {
			continue
		}
		for _, from := range changes {
			if from.Path != c.RenameOf || len(from.Hunks) == 0 || !from.Hunks[0].Removes() {
				continue
			}
			if halves := []string{from.Hunks[0].ID, c.Hunks[0].ID}; slices.Contains(halves, id) {
				return halves
			}
		}
	}
	return []string{id}
}

// WithHalves are hunks with the other halves of renames, in the order given, each once.
func WithHalves(changes []model.Change, ids []string) []string {
	if !slices.ContainsFunc(changes, func(c model.Change) bool { return c.RenameOf != "" }) {
		return ids
	}
	var out []string
	for _, id := range ids {
		for _, half := range Halves(changes, id) {
			if !slices.Contains(out, half) {
				out = append(out, half)
			}
		}
	}
	return out
}

// Renames are the ids of the deletions of the renames of a proposal, by those of their additions. Changes are
// unshaped.
func Renames(changes []model.Change) map[string]string {
	out := map[string]string{}
	for _, r := range renames(changes) {
		out[r.come.ID] = r.gone.ID
	}
	return out
}

// Contents are the sums of what hunks do (Content), by their ids. That of the addition of a rename is one of both
// halves: what its pieces change is in either of them. Changes are unshaped.
func Contents(changes []model.Change) map[string][sha256.Size]byte {
	out, all := map[string][sha256.Size]byte{}, renames(changes)
	for _, c := range changes {
		for _, h := range c.Hunks {
			sum := Content(h)
			if r, ok := all[h.ID]; ok && h.ID == r.come.ID {
				gone := Content(r.gone)
				sum = sha256.Sum256(append(sum[:], gone[:]...))
			}
			out[h.ID] = sum
		}
	}
	return out
}

// Joined returns a ruling in which both halves of each rename are decided alike. The one that follows is the one that
// stands as it did in the ruling before; where that does not tell, nothing is decided of either. Renames are those of
// the proposal (Renames).
func Joined(renames map[string]string, was, ru model.Ruling) model.Ruling {
	copied := false
	for come, gone := range renames {
		from, to := ru.Decisions[gone], ru.Decisions[NewName(come, ru.Shape)]
		if from == to {
			continue
		}
		if !copied {
			ru.Decisions, copied = maps.Clone(ru.Decisions), true
		}
		d := model.Undecided
		switch left, came := was.Decisions[gone] != from, was.Decisions[NewName(come, was.Shape)] != to; {
		case left && !came:
			d = from
		case came && !left:
			d = to
		}
		for _, half := range []string{gone, NewName(come, ru.Shape)} {
			if ru.Decisions[half] = d; d == model.Undecided {
				delete(ru.Decisions, half)
			}
		}
	}
	return ru
}

// NewName is the id of the hunk that brings the new name in a shape: that of the addition, or of a part of it.
func NewName(come string, s model.Shape) string {
	if _, parted := s.Cuts[come]; parted {
		return come + nameSuffix
	}
	return come
}

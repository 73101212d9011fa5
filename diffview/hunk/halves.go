package hunk

import (
	"crypto/sha256"
	"iter"
	"maps"
	"slices"

	"dreamgate/model"
)

// What follows keeps the two hunks by which a file gets another name together. One accepted without the other would
// lose the note, or double it, and no word that a person said asks for either. So they are one change, decided and
// counted as one.

// goesOn are the places of the deletions of renames among changes, by those of the additions; nil where there is no
// rename. Changes are as they are decided, in any shape.
func goesOn(changes []model.Change) (from map[int]int) {
	var gone map[string]int
	for i, c := range changes {
		if c.RenameOf == "" || len(c.Hunks) == 0 {
			continue
		}
		if gone == nil {
			gone, from = map[string]int{}, map[int]int{}
			for i, c := range changes {
				if len(c.Hunks) > 0 && c.Hunks[0].Removes() {
					gone[c.Path] = i
				}
			}
		}
		if at, ok := gone[c.RenameOf]; ok && at != i {
			from[i] = at
		}
	}
	return from
}

// Ones yields the changes that are decided apart, each with the place of the file that it is told of: a hunk, or the two
// by which a file gets another name, that of the new name first. Of a rename all is told of the file that it makes.
// Whatever counts hunks counts these.
func Ones(changes []model.Change) iter.Seq2[int, []model.Hunk] {
	return func(yield func(int, []model.Hunk) bool) {
		from, gone := goesOn(changes), map[int]bool{}
		for _, at := range from {
			gone[at] = true
		}
		for i, c := range changes {
			at, renamed := from[i]
			if gone[i] && !renamed {
				continue // it is told with the new name
			}
			rest := c.Hunks
			if renamed {
				if !yield(i, []model.Hunk{c.Hunks[0], changes[at].Hunks[0]}) {
					return
				}
				rest = slices.Concat(c.Hunks[1:], changes[at].Hunks[1:])
			}
			for j := range rest {
				if !yield(i, rest[j:j+1]) {
					return
				}
			}
		}
	}
}

// Decided is what is decided of one of Ones: nothing, where its halves are decided in two ways.
func Decided(d model.Decisions, one []model.Hunk) model.Decision {
	is := d[one[0].ID]
	for _, h := range one[1:] {
		if d[h.ID] != is {
			return model.Undecided
		}
	}
	return is
}

// Number is how many changes hunks are, each named once: both halves of a rename are one.
func Number(changes []model.Change, ids []string) int {
	n, from := len(ids), goesOn(changes)
	if len(from) == 0 {
		return n
	}
	in := make(map[string]bool, len(ids))
	for _, id := range ids {
		in[id] = true
	}
	for to, at := range from {
		if in[changes[to].Hunks[0].ID] && in[changes[at].Hunks[0].ID] {
			n--
		}
	}
	return n
}

// Doubled is the number of renames of which both halves are among some hunks: by so much these are more than the changes
// that they are. It is Number for who has no changes at hand: renames are those of the proposal (Renames), the hunks may
// be in any shape.
func Doubled(renames map[string]string, among func(id string) bool) (n int) {
	for come, gone := range renames {
		if among(gone) && (among(come) || among(come+nameSuffix)) {
			n++
		}
	}
	return n
}

// Halves are the two hunks by which a file gets another name, if a hunk is one of them; else that hunk alone. One
// accepted without the other would lose the note, or double it, and no word that a person said asks for either. Changes
// are as they are decided, in any shape.
func Halves(changes []model.Change, id string) []string {
	for to, at := range goesOn(changes) {
		if halves := []string{changes[at].Hunks[0].ID, changes[to].Hunks[0].ID}; slices.Contains(halves, id) {
			return halves
		}
	}
	return []string{id}
}

// WithHalves are hunks with the other halves of renames, in the order given, each once.
func WithHalves(changes []model.Change, ids []string) []string {
	from := goesOn(changes)
	if len(from) == 0 {
		return ids
	}
	other := map[string][]string{}
	for to, at := range from {
		gone, come := changes[at].Hunks[0].ID, changes[to].Hunks[0].ID
		other[gone], other[come] = []string{gone, come}, []string{gone, come}
	}
	var out []string
	in := map[string]bool{}
	for _, id := range ids {
		halves, ok := other[id]
		if !ok {
			halves = []string{id}
		}
		for _, half := range halves {
			if !in[half] {
				out, in[half] = append(out, half), true
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

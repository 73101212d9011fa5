package hunk

import (
	"strings"

	"dreamgate/model"
)

// Unit is the least that a selection of lines takes: a line that goes, a line that comes, or one line
// that becomes another.
type Unit struct {
	// From and To are the places around it in its hunk.
	From, To model.Cut
	// Removed and Added are its lines, as ranges of the lines of the hunk or piece that was asked for.
	Removed, Added [2]int
}

// Units are the lines of a hunk or a piece, in order, as they can be selected; none of what is taken or
// left as a whole. Changes are those of the proposal, unshaped.
func Units(changes []model.Change, s model.Shape, id string) []Unit {
	c, root, ok := find(parted(changes, s), model.RootOf(id))
	if _, edited := s.Edits[id]; !ok || edited || !splittable(root) || c.RenameOf != "" {
		return nil
	}
	old, new := strings.Join(root.Removed, ""), strings.Join(root.Added, "")
	from, to, ok := bounds(root, old, new, s.Cuts[root.ID], id)
	if !ok {
		return nil
	}
	var units []Unit
	last := Unit{From: from}
	end := func(at model.Cut) {
		if at == last.From || at != to && !fits(old, new, at) {
			return
		}
		u := last
		u.To = at
		u.Removed[1] = u.Removed[0] + len(Lines([]byte(old[u.From.Old:at.Old])))
		u.Added[1] = u.Added[0] + len(Lines([]byte(new[u.From.New:at.New])))
		units = append(units, u)
		last = Unit{From: at, Removed: [2]int{u.Removed[1]}, Added: [2]int{u.Added[1]}}
	}
	for _, at := range parts(old[from.Old:to.Old], new[from.New:to.New], SingleLines) {
		end(model.Cut{Old: from.Old + at.Old, New: from.New + at.New})
	}
	end(to)
	return units
}

// Carve makes a piece of what lies between two places of a hunk or a piece, such as the first and the
// last of some units, and returns its id. It is not ok where nothing changes between them.
func Carve(changes []model.Change, s model.Shape, id string, from, to model.Cut) (shape model.Shape, made string, ok bool) {
	c, root, ok := find(parted(changes, s), model.RootOf(id))
	if !ok || !splittable(root) || c.RenameOf != "" {
		return s, "", false
	}
	old, new := strings.Join(root.Removed, ""), strings.Join(root.Added, "")
	first, last, ok := bounds(root, old, new, s.Cuts[root.ID], id)
	if !ok || from.Old > to.Old || from.New > to.New || to.Old > last.Old || to.New > last.New ||
		old[from.Old:to.Old] == new[from.New:to.New] {
		return s, "", false
	}
	if from == first && to == last {
		return s, id, true
	}
	shape, ok = cutMore(s, root, first, last, []model.Cut{from, to})
	return shape, piece(root, old, new, from, to).ID, ok
}

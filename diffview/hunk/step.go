package hunk

import (
	"maps"
	"slices"

	"dreamgate/model"
)

// Made is the step that leads from one ruling to another; false if they say the same. Of a hunk that is split or edited
// it has the whole shape, and all that is said of its pieces.
func Made(was, is model.Ruling) (model.Step, bool) {
	s := model.Step{Was: emptyRuling(), Is: emptyRuling()}
	shaped := map[string]bool{}
	reshapedIn(was.Shape, is.Shape, model.RootOf, shaped)
	if len(shaped) > 0 {
		for _, side := range []struct{ from, to model.Shape }{{was.Shape, s.Was.Shape}, {is.Shape, s.Is.Shape}} {
			of := func(id string) bool { return shaped[model.RootOf(id)] }
			swap(side.to.Cuts, side.from.Cuts, of)
			swap(side.to.Edits, side.from.Edits, of)
		}
	}
	said(was.Decisions, is.Decisions, s.Was.Decisions, s.Is.Decisions, shaped)
	said(was.Notes, is.Notes, s.Was.Notes, s.Is.Notes, shaped)
	return s, len(s.Was.Decisions)+len(s.Was.Notes) > 0 || s.Reshapes()
}

// reshapedIn marks the hunks that are split or edited otherwise in two shapes, by what root calls them.
func reshapedIn(a, b model.Shape, root func(id string) string, on map[string]bool) {
	differing(a.Cuts, b.Cuts, slices.Equal, root, on)
	differing(a.Edits, b.Edits, func(x, y string) bool { return x == y }, root, on)
}

func differing[V any](a, b map[string]V, same func(V, V) bool, root func(id string) string, on map[string]bool) {
	for id := range keys(a, b) {
		x, had := a[id]
		y, has := b[id]
		if had != has || !same(x, y) {
			on[root(id)] = true
		}
	}
}

// said copies what differs of what was said of hunks.
func said[M ~map[string]V, V comparable](a, b, was, is M, roots map[string]bool) {
	for id := range keys(a, b) {
		if a[id] != b[id] || roots[model.RootOf(id)] {
			was[id], is[id] = a[id], b[id]
		}
	}
}

// Turned does a step in a ruling, or takes it back: only what is still as the step found it, or left it. What is split
// or edited is one thing with all that was done to its pieces, and so are both halves of a rename: renames are those of
// the proposal (Renames). It writes to the maps of decisions and notes, and returns how much came of it and how much
// stays as it was decided otherwise.
func Turned(renames map[string]string, ru *model.Ruling, t model.Turn) (done, stays int) {
	from, to := t.Step.Was, t.Step.Is
	if t.Undone {
		from, to = to, from
	}
	other := map[string]bool{} // the hunks that are split or edited, and whether they are otherwise than they were left
	if t.Step.Reshapes() {
		other = unlike(*ru, from, to)
		ru.Shape = clone(ru.Shape)
		for root, o := range other {
			if o {
				stays++
				continue
			}
			done++
			inRoot := func(id string) bool { return model.RootOf(id) == root }
			swap(ru.Shape.Cuts, to.Shape.Cuts, inRoot)
			swap(ru.Shape.Edits, to.Shape.Edits, inRoot)
		}
	}
	halves := map[string]bool{} // those of renames that are decided otherwise
	for come, gone := range renames {
		o, shaped := other[come]
		if !shaped && elsewhere(*ru, from, to, come, gone) {
			o, shaped = true, true
			stays++
		}
		for _, id := range halvesOf(come, gone) {
			if shaped {
				halves[id] = o
			}
		}
	}
	skips := func(id string) (skip, shaped bool) {
		if skip, shaped = halves[id]; !shaped {
			skip, shaped = other[model.RootOf(id)]
		}
		return skip, shaped
	}
	d, s := turned(ru.Decisions, from.Decisions, to.Decisions, skips, ru.Shape)
	dn, sn := turned(ru.Notes, from.Notes, to.Notes, skips, ru.Shape)
	return done + d + dn, stays + s + sn
}

// halvesOf are the ids that the halves of a rename may have.
func halvesOf(come, gone string) [3]string { return [3]string{gone, come, come + nameSuffix} }

// elsewhere reports whether one of the halves that a step decides is not as it expects it.
func elsewhere(now, from, to model.Ruling, come, gone string) bool {
	for _, id := range halvesOf(come, gone) {
		if from.Decisions[id] != to.Decisions[id] && (now.Decisions[id] != from.Decisions[id] || !standing(now.Shape, id)) {
			return true
		}
	}
	return false
}

// standing reports whether there may be a hunk of an id in a shape: one that is split is none any more, and the pieces
// of one that is joined are none.
func standing(s model.Shape, id string) bool {
	root := model.RootOf(id)
	_, cut := s.Cuts[root]
	return cut == (root != id)
}

// unlike are the hunks of which a step changes the shape; true where they, or what is said of their pieces, are not as
// it expects them: that would be lost with the cut.
func unlike(now, from, to model.Ruling) map[string]bool {
	roots, other := map[string]bool{}, map[string]bool{}
	for _, side := range []model.Shape{from.Shape, to.Shape} {
		for id := range side.Cuts {
			roots[model.RootOf(id)] = true
		}
		for id := range side.Edits {
			roots[model.RootOf(id)] = true
		}
	}
	reshapedIn(now.Shape, from.Shape, model.RootOf, other)
	for id := range keys(now.Decisions, from.Decisions) {
		other[model.RootOf(id)] = other[model.RootOf(id)] || now.Decisions[id] != from.Decisions[id]
	}
	for id := range keys(now.Notes, from.Notes) {
		other[model.RootOf(id)] = other[model.RootOf(id)] || now.Notes[id] != from.Notes[id]
	}
	for root := range roots {
		roots[root] = other[root]
	}
	return roots
}

// swap puts what a step has of some hunks in the place of what is there.
func swap[V any](now, to map[string]V, of func(id string) bool) {
	maps.DeleteFunc(now, func(id string, _ V) bool { return of(id) })
	for id, v := range to {
		if of(id) {
			now[id] = v
		}
	}
}

// turned does so for decisions or notes.
func turned[M ~map[string]V, V comparable](now, from, to M, skips func(id string) (skip, shaped bool), s model.Shape) (done, stays int) {
	var none V
	for id := range keys(from, to) {
		skip, shaped := skips(id)
		switch {
		case skip:
		case !shaped && (now[id] != from[id] || !standing(s, id)):
			stays++
		case to[id] == none:
			delete(now, id)
			done++
		default:
			now[id] = to[id]
			done++
		}
	}
	return done, stays
}

package hunk

import (
	"cmp"
	"slices"
	"strings"

	"dreamgate/model"
)

// carrier carries parted renames over, whose file was changed under its old name since. The new name is the one that
// was decided, and so are the pieces that change the text as they did, in the cuts and the words of the person. Where
// both sides changed the same lines the piece has both, and is to be decided.
type carrier struct {
	r       Review
	next    *Review
	clashes map[string]clashed
	lost    *model.Shape
	moved   *Moved
}

// again carries all renames over that are not as they were, and returns the ids of the hunks that it saw to.
func (c carrier) again() map[string]bool {
	seen := map[string]bool{}
	now := map[[2]string]rename{}
	for _, n := range renames(c.next.Whole) {
		now[[2]string{n.gone.Path, n.come.Path}] = n
	}
	for id, w := range renames(c.r.Whole) {
		n, ok := now[[2]string{w.gone.Path, w.come.Path}]
		how := c.clashes[w.come.Path]
		if !ok || id != w.come.ID || how.whole != "" || how.left != "" || key(w.gone) == key(n.gone) && key(w.come) == key(n.come) {
			continue
		}
		cuts, cut := c.r.Ruling.Shape.Cuts[id]
		if !cut && len(how.places) == 0 {
			continue
		}
		shape, parted := n.part(c.next.Ruling.Shape)
		c.next.Ruling.Shape = shape
		if !cut {
			continue // it is parted now, so that both sides are seen, and decided anew
		}
		seen[w.gone.ID], seen[w.come.ID] = true, true
		t := retext{was: w, is: n}
		t.match()
		if parted {
			c.next.Ruling.Shape = t.finer(cuts, shape)
		}
		c.carry(w, n, t)
	}
	return seen
}

// carry gives the parts of a rename what was done to those that they were, and counts what has no place.
func (c carrier) carry(w, n rename, t retext) {
	name := NewName(n.come.ID, c.next.Ruling.Shape)
	c.give(w.gone.ID, n.gone.ID)
	c.give(w.name().ID, name)
	var fresh []part
	if name != n.come.ID {
		fresh = changing(partsOf(n.text(), model.Shape{Cuts: c.next.Ruling.Shape.Cuts}))
	}
	cuts := model.Shape{Cuts: map[string][]model.Cut{w.come.ID: c.r.Ruling.Shape.Cuts[w.come.ID]}}
	old := w.text()
	removed, added := strings.Join(old.Removed, ""), strings.Join(old.Added, "")
	edits := 0
	for _, p := range changing(partsOf(old, cuts)) {
		if f, ok := t.now(p, fresh); ok {
			c.give(p.id, f.id)
			continue
		}
		if note := c.r.Ruling.Notes[p.id]; note != "" {
			to := name
			if f, ok := t.nearest(p, fresh); ok {
				to = f.id
			}
			c.next.Ruling.Notes[to] = BothNotes(c.next.Ruling.Notes[to], "", note)
		}
		_, edited := c.r.Ruling.Shape.Edits[p.id]
		if change := (model.Change{Path: old.Path, Status: model.Modified}); !edited && done(c.r.Base, c.next.Base, change, piece(old, removed, added, p.from, p.to)) {
			c.moved.Done++
			continue
		}
		missPart(c.r.Ruling, old, p, c.lost, c.moved)
		if edited {
			edits++
		}
	}
	for _, p := range changing(partsOf(old, cuts)) {
		if text, ok := c.r.Ruling.Shape.Edits[p.id]; ok && edits > 0 {
			c.lost.Edits[p.id] = text // one takes the others along: they are proposed together
		}
	}
}

// give gives a part what was done to another one, and what is known of it alone.
func (c carrier) give(was, is string) {
	to := &c.next.Ruling
	if d := c.r.Ruling.Decisions[was]; d != model.Undecided {
		to.Decisions[is] = d
	}
	if note := c.r.Ruling.Notes[was]; note != "" {
		to.Notes[is] = BothNotes(to.Notes[is], "", note)
	}
	if text, ok := c.r.Ruling.Shape.Edits[was]; ok {
		to.Shape.Edits[is] = text
	}
	if e, ok := c.r.Check.Hunks[was]; ok && strings.Contains(was, ".") {
		c.next.Check.Hunks[is] = e
	}
}

// retext is what a rename changed in a text, and what it changes there now.
type retext struct {
	was, is rename
	// same are the runs of both that do the same.
	same [][2]span
}

// span is a run in bytes.
type span struct{ from, to model.Cut }

func (s span) holds(c model.Cut) bool {
	return s.from.Old <= c.Old && c.Old <= s.to.Old && s.from.New <= c.New && c.New <= s.to.New
}

// match finds the runs that do the same: those of one text, if there are as many of them as there were.
func (t *retext) match() {
	old, fresh := spansOf(t.was), spansOf(t.is)
	by := func(r rename, spans []span) (keys []string, of map[string][]span) {
		removed, added := strings.Join(r.gone.Removed, ""), strings.Join(r.come.Added, "")
		of = map[string][]span{}
		for _, s := range spans {
			k := removed[s.from.Old:s.to.Old] + "\x00" + added[s.from.New:s.to.New]
			keys, of[k] = append(keys, k), append(of[k], s)
		}
		return keys, of
	}
	_, is := by(t.is, fresh)
	keys, was := by(t.was, old)
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		if len(was[k]) != len(is[k]) {
			continue
		}
		for i, s := range was[k] {
			t.same = append(t.same, [2]span{s, is[k][i]})
		}
	}
}

// spansOf are the runs of changed lines from the old text of a rename to the new.
func spansOf(r rename) (out []span) {
	from, to := lineStarts(strings.Join(r.gone.Removed, "")), lineStarts(strings.Join(r.come.Added, ""))
	for _, run := range runs(r.gone.Removed, r.come.Added) {
		out = append(out, span{model.Cut{Old: from[run.a0], New: to[run.b0]}, model.Cut{Old: from[run.a1], New: to[run.b1]}})
	}
	return out
}

// shifted is a place of a run at its place now.
func shifted(c model.Cut, of [2]span) model.Cut {
	return model.Cut{Old: c.Old - of[0].from.Old + of[1].from.Old, New: c.New - of[0].from.New + of[1].from.New}
}

// finer is a shape with the cuts that a person made in the runs that are still the same.
func (t retext) finer(cuts []model.Cut, s model.Shape) model.Shape {
	text := t.is.text()
	end := model.Cut{Old: len(strings.Join(text.Removed, "")), New: len(strings.Join(text.Added, ""))}
	all := slices.Clone(s.Cuts[text.ID])
	for _, of := range t.same {
		for _, c := range cuts {
			if of[0].holds(c) {
				all = append(all, shifted(c, of))
			}
		}
	}
	slices.SortFunc(all, func(a, b model.Cut) int { return cmp.Or(a.Old-b.Old, a.New-b.New) })
	all = slices.DeleteFunc(slices.Compact(all), func(c model.Cut) bool { return c == model.Cut{} || c == end })
	if _, err := cutUp(text, all); err != nil {
		return s
	}
	out := clone(s)
	out.Cuts[text.ID] = all
	return out
}

// now is the part that another one is by now.
func (t retext) now(p part, fresh []part) (part, bool) {
	for _, of := range t.same {
		if !of[0].holds(p.from) || !of[0].holds(p.to) {
			continue
		}
		for _, f := range fresh {
			if f.from == shifted(p.from, of) && f.to == shifted(p.to, of) {
				return f, true
			}
		}
	}
	return part{}, false
}

// nearest is the part that lies where another one lay in the new text, or next to it: the new texts differ least.
func (t retext) nearest(p part, fresh []part) (best part, ok bool) {
	far := 0
	for _, f := range fresh {
		d := max(0, f.from.New-p.to.New, p.from.New-f.to.New)
		if !ok || d < far {
			best, far, ok = f, d, true
		}
	}
	return best, ok
}

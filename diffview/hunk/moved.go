package hunk

import (
	"bytes"
	"strings"

	"dreamgate/model"
)

// What follows carries renames over to a base that has moved on. Their halves only mean something together:
// they keep what was decided of them together, or are decided anew.

// follows reports whether a file that was to get another name has been changed under its old one since: then
// what was written there is to go along.
func follows(r Review, w rename, live model.Tree) bool {
	base, now := side(r.Base, w.gone.Path), side(live, w.gone.Path)
	return now.there && now.Regular() && !bytes.Equal(base.Data, now.Data) && !side(live, w.come.Path).there
}

// carriedOver is what is proposed for the file of a change now.
func carriedOver(r Review, c model.Change, was map[string]rename, live model.Tree) (f model.File, keep bool, how clashed) {
	w, ok := was[c.Hunks[0].ID]
	switch {
	case !ok || !follows(r, w, live):
		return carried(side(r.Base, c.Path), side(r.Proposed, c.Path), side(live, c.Path))
	case c.Status == model.Deleted:
		return f, false, how
	}
	return carried(side(r.Base, w.gone.Path), side(r.Proposed, c.Path), side(live, w.gone.Path))
}

// together makes of the pairs that are halves of renames what is carried over of them: nothing where one of the
// halves is another than it was and was not carried out meanwhile; and of one that is parted its parts.
func together(ps []pair, r Review, live model.Tree, next []model.Change) []pair {
	was, now := renames(r.Whole), renames(next)
	if len(was) == 0 {
		return ps
	}
	from := map[string]string{}
	for _, p := range ps {
		if p.old != nil {
			from[p.hunk.ID] = p.old.ID
		}
	}
	out := make([]pair, 0, len(ps))
	for _, p := range ps {
		if p.old == nil {
			out = append(out, p)
			continue
		}
		w, half := was[p.old.ID]
		if !half {
			out = append(out, p)
			continue
		}
		_, cut := r.Ruling.Shape.Cuts[w.come.ID]
		n, still := now[p.hunk.ID]
		switch {
		case still && from[n.gone.ID] == w.gone.ID && from[n.come.ID] == w.come.ID:
			if cut && p.old.ID == w.come.ID {
				text, name := w.text(), w.name()
				out = append(out, pair{n.text(), &text}, pair{n.name(), &name})
				continue
			}
		case cut || !done(r.Base, live, model.Change{Path: w.other(p.old.ID).Path}, w.other(p.old.ID)):
			p.old = nil
		}
		out = append(out, p)
	}
	return out
}

// other is the other half.
func (r rename) other(id string) model.Hunk {
	if id == r.gone.ID {
		return r.come
	}
	return r.gone
}

// parts are what a rename's half is made of in a shape: of an addition that is parted what changes in its text,
// and the name.
func (r rename) parts(h model.Hunk, s model.Shape) []model.Hunk {
	if _, cut := s.Cuts[r.come.ID]; cut && h.ID == r.come.ID {
		return []model.Hunk{r.text(), r.name()}
	}
	return []model.Hunk{h}
}

// again carries over a parted rename whose file was changed under its old name since. The new name is the one that
// was decided, and so are the pieces that change the text as they did. What a person wrote is not among them. It
// returns the ids of the hunks that came through whole.
func again(r Review, next []model.Change, to *model.Ruling, clashes map[string]clashed) map[string]bool {
	found := map[string]bool{}
	now := map[[2]string]rename{}
	for _, n := range renames(next) {
		now[[2]string{n.gone.Path, n.come.Path}] = n
	}
	for id, w := range renames(r.Whole) {
		n, ok := now[[2]string{w.gone.Path, w.come.Path}]
		cuts, cut := r.Ruling.Shape.Cuts[id]
		how := clashes[w.come.Path]
		if !ok || !cut || how.whole != "" || how.left != "" || len(how.places) > 0 {
			continue
		}
		shape, ok := n.part(to.Shape)
		if !ok {
			continue
		}
		old, fresh := partsOf(w.text(), model.Shape{Cuts: map[string][]model.Cut{id: cuts}}), partsOf(n.text(), shape)
		if !sameParts(old, fresh) || edits(r.Ruling.Shape, old) {
			continue
		}
		to.Shape = shape
		found[w.gone.ID], found[w.come.ID] = true, true
		keep := func(was, is string) {
			if d := r.Ruling.Decisions[was]; d != model.Undecided {
				to.Decisions[is] = d
			}
			if text := r.Ruling.Notes[was]; text != "" {
				to.Notes[is] = text
			}
		}
		keep(w.gone.ID, n.gone.ID)
		keep(w.name().ID, n.name().ID)
		for i, p := range changing(old) {
			keep(p.id, changing(fresh)[i].id)
		}
	}
	return found
}

// changing are the parts in which a text changes.
func changing(ps []part) (out []part) {
	for _, p := range ps {
		if p.id != "" {
			out = append(out, p)
		}
	}
	return out
}

// sameParts reports whether two texts change in the same way, part by part.
func sameParts(a, b []part) bool {
	a, b = changing(a), changing(b)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].old != b[i].old || a[i].added != b[i].added {
			return false
		}
	}
	return true
}

// edits reports whether a person wrote in one of the parts.
func edits(s model.Shape, ps []part) bool {
	for id := range s.Edits {
		for _, p := range ps {
			if p.id == id && strings.Contains(id, ".") {
				return true
			}
		}
	}
	return false
}

package hunk

import (
	"bytes"
	"slices"
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
	case ok && c.Status == model.Added && !side(live, w.gone.Path).there && !side(live, c.Path).there:
		return r.Proposed[c.Path], true, clashed{whole: wouldComeBack}
	case !ok || !follows(r, w, live):
		return carried(side(r.Base, c.Path), side(r.Proposed, c.Path), side(live, c.Path))
	case c.Status == model.Deleted:
		return f, false, how
	}
	return carried(side(r.Base, w.gone.Path), side(r.Proposed, c.Path), side(live, w.gone.Path))
}

// together makes of the pairs that are halves of renames what is carried over of them: nothing where one of the
// halves is another than it was and was not carried out meanwhile; and of one that is parted its parts. An addition
// alone is none that was decided: the note was deleted meanwhile, and would come back.
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
		case cut || p.old.ID == w.come.ID || !done(r.Base, live, model.Change{Path: w.other(p.old.ID).Path}, w.other(p.old.ID)):
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
// was decided, and so are the pieces that change the text as they did, in the cuts and the words of the person. It
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
		old := partsOf(w.text(), model.Shape{Cuts: map[string][]model.Cut{id: cuts}})
		shape, ok := recut(old, w, n, to.Shape)
		if !ok {
			continue
		}
		fresh := partsOf(n.text(), shape)
		to.Shape = shape
		found[w.gone.ID], found[w.come.ID] = true, true
		keep := func(was, is string) {
			if d := r.Ruling.Decisions[was]; d != model.Undecided {
				to.Decisions[is] = d
			}
			if text := r.Ruling.Notes[was]; text != "" {
				to.Notes[is] = text
			}
			if text, ok := r.Ruling.Shape.Edits[was]; ok {
				to.Shape.Edits[is] = text
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

// recut cuts the text of a rename so that its pieces are those that the rename before it had: each at the place that
// its lines have in the file now. It is not ok where they do not make the text that is proposed, for then what others
// wrote has become part of one.
func recut(parts []part, w, n rename, s model.Shape) (model.Shape, bool) {
	text := n.text()
	old, new := strings.Join(text.Removed, ""), strings.Join(text.Added, "")
	place := placesIn(w.gone.Removed, n.gone.Removed)
	cuts, grown := []model.Cut{}, 0
	last, end := model.Cut{}, model.Cut{Old: len(old), New: len(new)}
	add := func(c model.Cut) {
		if c != last && c != end {
			cuts = append(cuts, c)
		}
		last = c
	}
	for _, p := range changing(parts) {
		from, ok := place(p.from.Old)
		if !ok || from < last.Old || !strings.HasPrefix(old[from:], p.old) {
			return s, false
		}
		at := from + grown
		if at > len(new) || !strings.HasPrefix(new[at:], p.added) || old[last.Old:from] != new[last.New:at] {
			return s, false
		}
		add(model.Cut{Old: from, New: at})
		add(model.Cut{Old: from + len(p.old), New: at + len(p.added)})
		grown += len(p.added) - len(p.old)
	}
	if _, err := cutUp(text, cuts); err != nil || old[last.Old:] != new[last.New:] {
		return s, false
	}
	out := clone(s)
	out.Cuts[n.come.ID] = cuts
	return out, sameParts(parts, partsOf(text, out))
}

// placesIn finds bytes of a text in what became of it: the same byte of the same line. It is not ok for a byte of a
// line that was changed. What was put in before a line stays before it.
func placesIn(was, is []string) func(at int) (int, bool) {
	rs := runs(was, is)
	from, to := lineStarts(strings.Join(was, "")), lineStarts(strings.Join(is, ""))
	return func(at int) (int, bool) {
		line, start := slices.BinarySearch(from, at)
		if !start {
			line-- // the line that it lies in
		}
		moved := 0
		for _, r := range rs {
			if r.a0 <= line && line < r.a1 && (!start || line > r.a0) {
				return 0, false
			}
			if r.a1 <= line {
				moved = r.b1 - r.a1
			}
		}
		if line+moved >= len(to) {
			return 0, false
		}
		return to[line+moved] + at - from[line], true
	}
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

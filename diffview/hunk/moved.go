package hunk

import (
	"bytes"

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

// changing are the parts in which a text changes.
func changing(ps []part) (out []part) {
	for _, p := range ps {
		if p.id != "" {
			out = append(out, p)
		}
	}
	return out
}

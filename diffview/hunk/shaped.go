package hunk

import (
	"maps"
	"slices"
	"strings"

	"dreamgate/model"
)

// Shaped makes of the hunks of a proposal and of their judgement what a shape makes of them, as Reshape
// and Divide do. The words of a person were no part of the proposal: judge looks through them anew, and
// what it says counts instead of what the proposal's check said of secrets and invisible characters
// there. It is given whole lines, with those that may come to stand beside them.
func Shaped(whole []model.Change, check model.Check, s model.Shape, judge func(model.Hunk) []model.Flag) ([]model.Change, model.Check, error) {
	changes, err := Reshape(whole, s)
	if err != nil || !s.Shaped() {
		return changes, check, err
	}
	check = Divide(check, whole, s)
	roots := rootsOf(model.Shape{Edits: s.Edits})
	for _, c := range parted(whole, s) {
		for _, h := range c.Hunks {
			if !roots[h.ID] {
				continue
			}
			parts := partsOf(h, s)
			for _, p := range parts {
				if _, ok := s.Edits[p.id]; ok && judge != nil {
					check.Hunks[p.id] = rejudged(check.Hunks[p.id], h, parts, p, judge)
				}
			}
		}
	}
	return changes, check, nil
}

// part is a piece of a hunk, or what is the same on both sides between two of them (without an id).
type part struct {
	id         string
	from, to   model.Cut
	old, added string
}

// partsOf are the parts of a hunk in order; of one that is not split it is the only one.
func partsOf(h model.Hunk, s model.Shape) []part {
	old, new := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
	cuts, split := s.Cuts[h.ID]
	if !split {
		p := part{id: h.ID, to: model.Cut{Old: len(old), New: len(new)}, old: old, added: new}
		if text, ok := s.Edits[h.ID]; ok {
			p.added = strings.Join(edited(h, text).Added, "")
		}
		return []part{p}
	}
	var parts []part
	from, at := model.Cut{}, knifeFor(h, old, new)
	for _, to := range append(slices.Clone(cuts), model.Cut{Old: len(old), New: len(new)}) {
		p := part{from: from, to: to, old: old[from.Old:to.Old], added: new[from.New:to.New]}
		if p.old != p.added {
			whole := at.piece(from, to)
			p.id = whole.ID
			if text, ok := s.Edits[p.id]; ok {
				p.added = strings.Join(edited(whole, text).Added, "")
			}
		}
		parts, from = append(parts, p), to
	}
	return parts
}

// rejudged replaces what a check says of secrets and hidden characters in what a person wrote. A piece
// may lie inside a line, and a word of it be a secret only by what stands before it: it is looked at
// once with all that is proposed around it, and once with nothing of that.
func rejudged(e model.Evidence, h model.Hunk, parts []part, of part, judge func(model.Hunk) []model.Flag) model.Evidence {
	surface := func(f model.Flag) bool { return f.Kind == model.FlagSecret || f.Kind == model.FlagInvisible }
	e.Flags = slices.DeleteFunc(slices.Clone(e.Flags), surface)
	for _, accepted := range []bool{true, false} {
		var text strings.Builder
		from, to := 0, 0
		for _, p := range parts {
			side := p.old
			if accepted || p == of {
				side = p.added
			}
			if p == of {
				from, to = text.Len(), text.Len()+len(side)
			}
			text.WriteString(side)
		}
		around := h
		around.Added = Lines([]byte(text.String()))
		found := within(model.Evidence{Flags: judge(around)}, around, from, to)
		for _, f := range found.Flags {
			if f.At.End > 0 && !slices.ContainsFunc(e.Flags, func(g model.Flag) bool { return g.Kind == f.Kind && g.At == f.At }) {
				e.Flags = append(e.Flags, f)
			}
		}
	}
	return e
}

// Mirror reshapes what a screen shows in the place of hunks, as shaped is made of whole. Their texts are as long as the real ones
// and end their lines where those do, so that pieces of them can be shown in the place of the real
// pieces, under the same ids. Cover makes what a person wrote fit to be shown.
func Mirror(whole, shaped, shown []model.Change, s model.Shape, cover func(string) string) []model.Change {
	whole, shown = parted(whole, s), parted(shown, s)
	out, touched := slices.Clone(shown), rootsOf(s)
	for i := range out {
		if !touches(whole[i], touched) {
			continue
		}
		out[i].Hunks = slices.Clone(shaped[i].Hunks)
		hunks := out[i].Hunks
		for j, h := range whole[i].Hunks {
			if !touched[h.ID] {
				hunks[0], hunks = shown[i].Hunks[j], hunks[1:]
				continue
			}
			for _, p := range partsOf(h, s) {
				if p.id != "" {
					mirrored(&hunks[0], shown[i].Hunks[j], p, cover)
					hunks = hunks[1:]
				}
			}
		}
	}
	return out
}

// mirrored gives a piece the text that is shown of its hunk.
func mirrored(h *model.Hunk, root model.Hunk, p part, cover func(string) string) {
	h.Path = root.Path
	if h.Of == "" && !h.Edited {
		h.Removed, h.Added = root.Removed, root.Added
		return
	}
	show := func(side []string, from, to int, real []string) []string {
		if text := strings.Join(side, ""); to <= len(text) {
			return Lines([]byte(text[from:to]))
		}
		return Lines([]byte(cover(strings.Join(real, ""))))
	}
	h.Removed = show(root.Removed, p.from.Old, p.to.Old, h.Removed)
	if h.Edited {
		h.Added = Lines([]byte(cover(strings.Join(h.Added, ""))))
		return
	}
	h.Added = show(root.Added, p.from.New, p.to.New, h.Added)
}

// Fit is the part of a shape that a proposal can have, and how many hunks lose theirs: none of a shape
// that was made of it.
func Fit(whole []model.Change, s model.Shape) (fits model.Shape, lost int) {
	if _, err := Reshape(whole, s); err == nil {
		return s, 0
	}
	fits = clone(model.Shape{})
	for root := range rootsOf(s) {
		next := clone(fits)
		if cuts, ok := s.Cuts[root]; ok {
			next.Cuts[root] = cuts
		}
		for id, text := range s.Edits {
			if model.RootOf(id) == root {
				next.Edits[id] = text
			}
		}
		if _, err := Reshape(whole, next); err != nil {
			lost++
			continue
		}
		fits = next
	}
	return fits, lost
}

// Reruled carries a ruling over to another shape. A piece is decided as what it was made of, if that was
// decided in one way; and what a person has written anew is undecided. Notes go to the first piece of
// what they were made on.
func Reruled(whole []model.Change, r model.Ruling, next model.Shape) model.Ruling {
	out := model.Ruling{Decisions: maps.Clone(r.Decisions), Shape: next, Notes: maps.Clone(r.Notes)}
	if out.Decisions == nil {
		out.Decisions = model.Decisions{}
	}
	if out.Notes == nil {
		out.Notes = map[string]string{}
	}
	all := renames(whole)
	for _, c := range whole {
		for _, h := range c.Hunks {
			old, was := r.Shape.Cuts[h.ID]
			cuts, is := next.Cuts[h.ID]
			if was == is && slices.Equal(old, cuts) {
				continue
			}
			ren, isRename := all[h.ID]
			if isRename {
				h = ren.text()
			}
			carry(out, r, partsOf(h, r.Shape), partsOf(h, next))
			if isRename && was != is {
				named(out, r, ren, is)
			}
		}
	}
	for _, edits := range []map[string]string{next.Edits, r.Shape.Edits} {
		for id := range edits {
			was, before := r.Shape.Edits[id]
			is, now := next.Edits[id]
			if was != is || before != now {
				delete(out.Decisions, id)
			}
		}
	}
	return out
}

// named decides the new name as the rename that is parted, and a rename that is joined as its parts if those
// were decided in one way; else none of it: half a rename that stayed would be a note lost or doubled.
func named(out, r model.Ruling, ren rename, parted bool) {
	gone, come, name := ren.gone.ID, ren.come.ID, ren.name().ID
	if parted {
		if d := r.Decisions[come]; d != model.Undecided {
			out.Decisions[name] = d
		}
		return
	}
	d, text := r.Decisions[name], r.Notes[name]
	delete(out.Decisions, name)
	delete(out.Notes, name)
	if text != "" {
		out.Notes[come] = strings.TrimSuffix(text+"; "+out.Notes[come], "; ")
	}
	if out.Decisions[come] != d || r.Decisions[gone] != d {
		delete(out.Decisions, come)
		delete(out.Decisions, gone)
	}
}

// carry moves decisions and notes from the old parts of a hunk to the new ones.
func carry(out, r model.Ruling, old, fresh []part) {
	for _, p := range old {
		delete(out.Decisions, p.id)
		delete(out.Notes, p.id)
	}
	noted := map[string]bool{}
	for _, p := range fresh {
		if p.id == "" {
			continue
		}
		first, one, d := true, true, model.Undecided
		for _, was := range old {
			// Both lists of places ascend on both sides, so that their sums put them in one order.
			apart := was.to.Old+was.to.New <= p.from.Old+p.from.New || p.to.Old+p.to.New <= was.from.Old+was.from.New
			if was.id == "" || apart {
				continue
			}
			one = one && (first || r.Decisions[was.id] == d)
			first, d = false, r.Decisions[was.id]
			if text := r.Notes[was.id]; text != "" && !noted[was.id] {
				noted[was.id] = true
				out.Notes[p.id] = strings.TrimPrefix(out.Notes[p.id]+"; "+text, "; ")
			}
		}
		if one && d != model.Undecided {
			out.Decisions[p.id] = d
		}
	}
}

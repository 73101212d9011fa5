package hunk

import (
	"bytes"
	"slices"
	"strings"

	"dreamgate/model"
)

// A rename is a deletion and an addition, and both hold a whole text. A shape that has cuts for the addition
// parts it: into the new name (the old text there, and gone from here), and into what the text itself
// changes, as pieces of one hunk from the old text to the new. Those lie in the old file, and go along if its
// text goes to the new name. So both are decided apart, and a piece is split and edited like any other.

// nameSuffix makes of the id of the addition that of the new name alone.
const nameSuffix = ".name"

// rename is a deletion with the addition that goes on with its text.
type rename struct{ gone, come model.Hunk }

// text is what changes in the text, as one hunk of the old file under the id of the addition.
func (r rename) text() model.Hunk {
	h := r.come
	h.Path, h.Kind, h.Removed, h.OldStart = r.gone.Path, model.HunkText, r.gone.Removed, r.gone.OldStart
	h.OldMode, h.NewMode = r.gone.OldMode, r.gone.OldMode
	return h
}

// name is the addition without what changes in the text.
func (r rename) name() model.Hunk {
	h := r.come
	h.ID, h.Of = r.come.ID+nameSuffix, r.come.ID
	h.Added, h.NewStart = r.gone.Removed, min(1, len(r.gone.Removed))
	return h
}

// renames are the renames of a proposal by the ids of both their halves.
func renames(changes []model.Change) map[string]rename {
	out := map[string]rename{}
	var at map[string]int
	for _, c := range changes {
		if c.RenameOf == "" || len(c.Hunks) != 1 {
			continue
		}
		if at == nil {
			at = make(map[string]int, len(changes))
			for i, c := range changes {
				at[c.Path] = i
			}
		}
		i, ok := at[c.RenameOf]
		if !ok || changes[i].Status != model.Deleted || len(changes[i].Hunks) != 1 {
			continue
		}
		r := rename{gone: changes[i].Hunks[0], come: c.Hunks[0]}
		out[r.gone.ID], out[r.come.ID] = r, r
	}
	return out
}

// Half returns, for a hunk that is one half of a rename, the addition of it, whose pieces its parts are. Any other
// id it gives back. Changes are those of the proposal, unshaped.
func Half(changes []model.Change, id string) string {
	if r, ok := renames(changes)[id]; ok {
		return r.come.ID
	}
	return id
}

// parted returns changes with the renames that a shape parts as what its pieces are made of.
func parted(changes []model.Change, s model.Shape) []model.Change {
	if len(s.Cuts) == 0 {
		return changes
	}
	all := renames(changes)
	if len(all) == 0 {
		return changes
	}
	out := slices.Clone(changes)
	for i, c := range out {
		if len(c.Hunks) != 1 {
			continue
		}
		r, ok := all[c.Hunks[0].ID]
		if _, cut := s.Cuts[r.come.ID]; !ok || !cut {
			continue
		}
		if c.Status == model.Deleted {
			out[i].Hunks = []model.Hunk{r.gone, r.text()}
		} else {
			out[i].Hunks = []model.Hunk{r.name()}
		}
	}
	return out
}

// part parts a rename where its text changes. It is not ok where only the name does.
func (r rename) part(s model.Shape) (model.Shape, bool) {
	old, new := strings.Join(r.gone.Removed, ""), strings.Join(r.come.Added, "")
	if _, is := s.Cuts[r.come.ID]; is || old == new || IsBinary(r.gone) || IsBinary(r.come) {
		return s, false
	}
	cuts := []model.Cut{}
	add := func(c model.Cut) {
		end := model.Cut{Old: len(old), New: len(new)}
		if c != (model.Cut{}) && c != end && !slices.Contains(cuts, c) && fits(old, new, c) {
			cuts = append(cuts, c)
		}
	}
	from, to := lineStarts(old), lineStarts(new)
	for _, run := range runs(r.gone.Removed, r.come.Added) {
		add(model.Cut{Old: from[run.a0], New: to[run.b0]})
		add(model.Cut{Old: from[run.a1], New: to[run.b1]})
	}
	out := clone(s)
	out.Cuts[r.come.ID] = cuts
	return out, true
}

// regrouped gives the pieces of a text the groups that hunks of it would have: those with only blank lines
// between them share one. The first group is that of the file's going.
func regrouped(pieces []model.Hunk, old []string) {
	last, group := 0, 2
	for i := range pieces {
		p := &pieces[i]
		at := above(*p)
		if p.Skip > 0 {
			at = p.OldStart - 1
		}
		if i > 0 && at > last && slices.ContainsFunc(old[last:min(at, len(old))], notBlank) {
			group++
		}
		p.Group = group
		last = max(last, at+len(p.Removed))
	}
}

// carries reports whether a change brings the text of another file to a new name, as that is with what is
// accepted of its pieces.
func carries(c model.Change) bool {
	return c.RenameOf != "" && len(c.Hunks) > 0 && IsName(c.Hunks[0])
}

// IsName reports whether a hunk is the new name of a file alone, with the text as that is.
func IsName(h model.Hunk) bool {
	return h.Kind == model.HunkAdded && h.Of != "" && h.ID == h.Of+nameSuffix
}

// settled gives each accepted piece of a parted rename to the file that it is carried out in: the new one if the
// text goes there, else the old one. The text of a file that goes without a new name takes them along.
func settled(picked []model.Change) []model.Change {
	pieces := func(c model.Change) bool {
		return c.Status == model.Deleted && c.Hunks[len(c.Hunks)-1].Kind == model.HunkText
	}
	if !slices.ContainsFunc(picked, pieces) {
		return picked
	}
	to := map[string]int{}
	for i, c := range picked {
		if carries(c) {
			to[c.RenameOf] = i
		}
	}
	for i := range picked {
		c := &picked[i]
		switch n, moved := to[c.Path]; {
		case !pieces(*c):
		case !c.Hunks[0].Removes():
			c.Status = model.Modified
		case moved:
			picked[n].Hunks = append(picked[n].Hunks, c.Hunks[1:]...)
			c.Hunks = c.Hunks[:1:1]
		default:
			c.Hunks = c.Hunks[:1:1]
		}
	}
	return picked
}

// carriedOn is the file that a parted rename makes of the one that it carries on.
func carriedOn(f, from entry, hunks []model.Hunk) (entry, error) {
	name := hunks[0]
	if f.there || !from.there || !from.Regular() || string(from.Data) != strings.Join(name.Added, "") {
		return f, errStale
	}
	f = content(entry{there: true}, string(from.Data))
	f.Mode = name.NewMode
	return applied(f, hunks[1:])
}

// renamed gives the judgement of a rename's halves to its parts. What is flagged in lines that stay goes with the
// name. What is missed of the old text is missed where the text changes: a file that goes on under
// another name loses nothing.
func renamed(check model.Check, r rename, pieces []model.Hunk, s model.Shape) {
	text, e := r.text(), check.Hunks[r.come.ID]
	name := text.ID + nameSuffix
	check.Hunks[name] = known(staying(e, r, s), check.Hunks[name])
	gone, judged := check.Hunks[r.gone.ID]
	if !judged {
		return
	}
	var kept, missed []model.Flag
	for _, f := range gone.Flags {
		if f.At.End > 0 || f.Kind == model.FlagConflict || f.Kind == model.FlagSecret || f.Kind == model.FlagInvisible {
			kept = append(kept, f)
		} else {
			missed = append(missed, f)
		}
	}
	given := false
	for _, p := range pieces {
		if len(p.Removed) > 0 && len(missed) > 0 {
			e := check.Hunks[p.ID]
			e.Flags, given = append(slices.Clip(e.Flags), missed...), true
			check.Hunks[p.ID] = e
		}
	}
	if given {
		gone.Flags = kept
		check.Hunks[r.gone.ID] = gone
	}
}

// staying is what evidence of an addition says of the lines that it has from the old file, at their places there.
func staying(e model.Evidence, r rename, s model.Shape) model.Evidence {
	starts := lineStarts(strings.Join(r.come.Added, ""))
	old := []byte(strings.Join(r.gone.Removed, ""))
	parts := partsOf(r.text(), s)
	return selected(e, func(at model.Span) (model.Span, bool) {
		if at.End == 0 || at.Line < 0 || at.Line >= len(r.come.Added) {
			return at, true
		}
		from := starts[at.Line] + at.Start
		for _, p := range parts {
			if p.id != "" || from < p.from.New || starts[at.Line]+at.End > p.to.New {
				continue
			}
			from += p.from.Old - p.from.New
			start := from - 1 - bytes.LastIndexByte(old[:from], '\n')
			return model.Span{Line: bytes.Count(old[:from], []byte("\n")), Start: start, End: start + at.End - at.Start}, true
		}
		return model.Span{}, false
	})
}

// StandsOf are those of what is known of the lines that hunks take away, by the whole hunks, that speak of a hunk or
// a piece, and the number of its first line. There are none of one that brings something as well, or that begins
// inside a line.
func StandsOf(stands map[string][]model.Stand, whole []model.Change, h model.Hunk) ([]model.Stand, int) {
	id := model.RootOf(h.ID)
	all, ok := stands[id]
	if !ok || len(h.Added) > 0 || h.Skip > 0 {
		return nil, 0
	}
	_, root, _ := find(whole, id)
	from := h.OldStart - max(1, root.OldStart) // an addition that is half of a rename has the whole old text
	if from < 0 || from+len(h.Removed) > len(all) {
		return nil, 0
	}
	return all[from : from+len(h.Removed)], h.OldStart
}

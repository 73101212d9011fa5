package ui

import (
	"maps"
	"slices"
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// review covers all that the review pane shows. Hunks are cut out of the covered files by their
// place: a key of many lines is known by its first one, which need not stand in the hunk. Ids,
// places and lengths stay, and with them decisions, groups and the marks of flags.
func (v *veil) review(r model.Review) model.Review {
	if v.find == nil {
		return r
	}
	p := &r.Proposal
	trees := v.trees(p.Base, p.Proposed)
	names := v.names(r)
	old := side{v, p.Base, trees[0], map[string][2][]string{}}
	fresh := side{v, p.Proposed, trees[1], map[string][2][]string{}}
	// What was made of hunks is made of the covered ones again, by the pane: of a closed review alone there
	// is nothing but that.
	changes := &r.Changes
	if r.Whole != nil {
		changes, r.Changes = &r.Whole, nil
	}
	*changes = slices.Clone(*changes)
	for i := range *changes {
		c := &(*changes)[i]
		c.Hunks = slices.Clone(c.Hunks)
		for j := range c.Hunks {
			h := &c.Hunks[j]
			h.Removed, h.Added = old.lines(*h, h.Removed, h.OldStart), fresh.lines(*h, h.Added, h.NewStart)
			h.Path = names(h.Path)
		}
		v.joined(c.Hunks)
		c.Path, c.RenameOf = names(c.Path), names(c.RenameOf)
	}
	p.Base, p.Proposed = renamed(trees[0], names), renamed(trees[1], names)
	p.Changes, p.Report = v.text(p.Changes), v.texts(p.Report)
	r.Check, p.Check = v.check(r.Check, names), v.check(p.Check, names)
	return r
}

// check covers a judgement.
func (v *veil) check(c model.Check, names func(string) string) model.Check {
	c.Audit = v.findings(c.Audit) // a copy, so that it can be written to
	for i := range c.Audit {
		c.Audit[i].Path = names(c.Audit[i].Path)
	}
	c.Hunks = maps.Clone(c.Hunks)
	for id, e := range c.Hunks {
		c.Hunks[id] = v.evidence(e)
	}
	return c
}

// joined covers the pieces of a hunk as one text: half a secret is not known for one.
func (v *veil) joined(hunks []model.Hunk) {
	for from := 0; from < len(hunks); from++ {
		to := from + 1
		for ; to < len(hunks) && hunks[from].Of != "" && hunks[to].Of == hunks[from].Of; to++ {
		}
		if hunks[from].Of == "" {
			continue
		}
		for _, side := range []func(*model.Hunk) *[]string{
			func(h *model.Hunk) *[]string { return &h.Removed }, func(h *model.Hunk) *[]string { return &h.Added },
		} {
			var all strings.Builder
			for i := from; i < to; i++ {
				all.WriteString(strings.Join(*side(&hunks[i]), ""))
			}
			text := v.text(all.String())
			for i := from; i < to; i++ {
				n := len(strings.Join(*side(&hunks[i]), ""))
				*side(&hunks[i]), text = hunk.Lines([]byte(text[:n])), text[n:]
			}
		}
		from = to - 1
	}
}

// names covers the paths of a review, each always in the same way. Two that come out alike stay as
// they are: a change that cannot be seen is worse than a name that can.
func (v *veil) names(r model.Review) func(string) string {
	to, taken := map[string]string{"": ""}, map[string]bool{}
	add := func(p string) {
		if _, ok := to[p]; ok {
			return
		}
		to[p] = p
		if n := v.name(p); !taken[n] {
			to[p], taken[n] = n, true
		}
	}
	for _, t := range []model.Tree{r.Proposal.Base, r.Proposal.Proposed} {
		for _, p := range slices.Sorted(maps.Keys(t)) {
			add(p)
		}
	}
	return func(p string) string {
		add(p)
		return to[p]
	}
}

func renamed(t model.Tree, names func(string) string) model.Tree {
	out := make(model.Tree, len(t))
	for p, f := range t {
		out[names(p)] = f
	}
	return out
}

// side is one side of a proposal as it is and as it is shown, by lines.
type side struct {
	v           *veil
	real, shown model.Tree
	rows        map[string][2][]string
}

// lines are those of one side of a hunk, from the covered file; of a hunk that does not lie there as
// it says, its own text is covered.
func (s *side) lines(h model.Hunk, own []string, start int) []string {
	if len(own) == 0 || h.Kind == model.HunkBinary {
		return own
	}
	rows, ok := s.rows[h.Path]
	if !ok {
		rows = [2][]string{hunk.Lines(s.real[h.Path].Data), hunk.Lines(s.shown[h.Path].Data)}
		s.rows[h.Path] = rows
	}
	from := max(0, start-1)
	if to := from + len(own); to <= len(rows[0]) && len(rows[0]) == len(rows[1]) && slices.Equal(rows[0][from:to], own) {
		return rows[1][from:to:to]
	}
	text := s.v.text(strings.Join(own, ""))
	out := make([]string, len(own))
	for i, l := range own {
		out[i], text = text[:len(l)], text[len(l):]
	}
	return out
}

// evidence covers what stands under a hunk.
func (v *veil) evidence(e model.Evidence) model.Evidence {
	e.Why, e.Before.Note = v.text(e.Why), v.text(e.Before.Note)
	e.Claims, e.Citations, e.Flags = slices.Clone(e.Claims), slices.Clone(e.Citations), slices.Clone(e.Flags)
	for i := range e.Claims {
		c := &e.Claims[i]
		c.Token, c.Reason, c.Source.Path = v.text(c.Token), v.text(c.Reason), v.name(c.Source.Path)
	}
	for i := range e.Citations {
		c := &e.Citations[i]
		c.Source.Text, c.Reason, c.Source.Path = v.text(c.Source.Text), v.text(c.Reason), v.name(c.Source.Path)
	}
	for i := range e.Flags {
		f := &e.Flags[i]
		f.Token, f.Reason = v.text(f.Token), v.text(f.Reason)
	}
	return e
}

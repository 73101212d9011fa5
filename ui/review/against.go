package review

import (
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// approved is what a person said yes to last of the files of a review.
type approved struct {
	model.Approvals
	// since is what was changed after that, by path.
	since map[string]model.Change
}

// Knows reports whether it is known what was approved last.
func (p *Pane) Knows() bool { return p.approved != nil }

// SetApproved tells what was approved last, as it may be shown.
func (p *Pane) SetApproved(a model.Approvals) {
	p.approved = &approved{a, map[string]model.Change{}}
	for _, c := range hunk.Since(a, p.r.Proposal.Base) {
		p.approved.since[c.Path] = c
	}
}

// SwitchBase changes between hunks against the notes as they are and against what was approved last.
func (p *Pane) SwitchBase() Outcome {
	if p.approved == nil {
		return Outcome{}
	}
	p.against = !p.against
	p.whole, p.result, p.selection, p.top = false, false, nil, 0
	p.pages.clear()
	out := Outcome{Handled: true, Hint: "against the notes as they are"}
	key := p.o.key(keymap.Review, keymap.Base)
	switch {
	case p.against && len(p.approved.Files) == 0:
		out.Hint = "nothing of these files was ever approved; " + key + " goes back"
	case p.against:
		out.Hint = "against what was approved last; " + key + " goes back to the notes as they are"
	}
	p.settle(out)
	return out
}

// compared is a hunk as it is drawn: against what was approved last, where that was asked for and where what it
// changes was changed since.
func (p *Pane) compared(d drawing) drawing {
	h := d.change.Hunks[d.at]
	if !p.against {
		return d
	}
	shown, mixed := hunk.Against(h, d.base, p.approved.since[d.change.Path])
	if !mixed {
		return d
	}
	moved := h.NewStart - shown.NewStart
	if len(h.Added) == 0 {
		moved++ // a removal names the line before it
	}
	d.flags = slices.Clone(d.flags)
	for i := range d.flags {
		if d.flags[i].At.End > 0 {
			d.flags[i].At.Line += moved
		}
	}
	d.base = p.approved.Files[d.change.Path].File.Data
	d.change.Hunks = []model.Hunk{shown}
	d.at = 0
	return d
}

// unreviewed draws what was approved of the file of an item, and before it or behind it what was changed since: there
// is nothing to decide about that here.
func (p *Pane) unreviewed(g *page, it item, k pageKey, behind bool) {
	if !p.against {
		return
	}
	c := p.r.Changes[it.change]
	if !behind {
		g.rows(p.quiet(p.ink.Marks.Dot, p.approvalWords(c.Path), k.w))
	}
	f, since := p.sheet.files[it.file], p.approved.since[c.Path]
	from, to := p.reach(it, f)
	for i, u := range since.Hunks {
		if at := u.NewStart; at < from || at >= to || behind != (at > c.Hunks[it.at].OldStart) {
			continue
		}
		g.rows(p.quiet(p.ink.Marks.Dot, "already in the notes, not reviewed", k.w))
		var s spot
		s.flagRow = -1
		plain := k
		plain.find = ""
		in := p.input(drawing{p.approved.Files[c.Path].File.Data, since, i, nil}, plain)
		p.draw(g, &s, in, summary-1, func() bool { return true })
		g.rows([]string{""})
	}
}

// reach are the lines of the notes at which what was changed since is told with an item: up to the next one.
func (p *Pane) reach(it item, f file) (from, to int) {
	const end = 1 << 30
	from, to = 0, end
	here := p.r.Changes[it.change].Hunks[it.at]
	for _, other := range p.sheet.items[f.from:f.to] {
		if other.change != it.change {
			continue
		}
		switch h := p.r.Changes[other.change].Hunks[other.at]; {
		case other.at < it.at:
			from = max(from, here.OldStart-(here.OldStart-h.OldStart)/2)
		case other.at > it.at:
			to = min(to, h.OldStart-(h.OldStart-here.OldStart)/2)
		}
	}
	return from, to
}

// approvalWords say which version of a file was approved.
func (p *Pane) approvalWords(path string) string {
	a, ok := p.approved.Files[path]
	if !ok {
		return "nothing of this file was ever approved: against the notes as they are"
	}
	words := map[string]string{
		"review": "against what was approved in review " + a.Revision.Review, "backup": "against what was approved in review " + a.Revision.ID,
		"commit": "against what was committed as " + a.Revision.Short() + " by " + a.Revision.Author,
	}[a.Kind()]
	if !a.There {
		words += ", which let the file go"
	}
	return model.PrintableLine(words) + ", " + p.day(a.Revision.At, p.r.Proposal.Created)
}

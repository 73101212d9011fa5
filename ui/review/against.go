package review

import (
	"fmt"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// approved is what a person said yes to last of the files of a review.
type approved struct {
	model.Approvals
	// since is what was changed after that, by path; elsewhere are the files of it that are no part of the review.
	since     map[string]model.Change
	elsewhere []Unapproved
}

// Unapproved is a file that was changed since a person said yes to it, or, without a status, one to which nobody ever did.
type Unapproved struct {
	Path           string
	Status         model.ChangeStatus
	Added, Removed int
}

// UnapprovedIn are the files of a memory of which something was never approved, and which a review does not change.
func UnapprovedIn(live model.Tree, a model.Approvals, changes []model.Change) (list []Unapproved) {
	since := hunk.Since(a, live)
	by := map[string]model.Change{}
	for _, c := range since {
		by[c.Path] = c
	}
	for _, path := range hunk.Elsewhere(a, live, since, changes) {
		c := by[path]
		removed, added := hunk.Size(c)
		list = append(list, Unapproved{path, c.Status, added, removed})
	}
	return list
}

// Knows reports whether it is known what was approved last.
func (p *Pane) Knows() bool { return p.approved != nil }

// SetApproved tells what was approved last, and what else of the memory was not, as it may be shown.
func (p *Pane) SetApproved(a model.Approvals, elsewhere []Unapproved) {
	p.approved = &approved{a, map[string]model.Change{}, elsewhere}
	for _, c := range hunk.Since(a, p.r.Proposal.Base) {
		p.approved.since[c.Path] = c
	}
}

// unapproved reports whether anything stands in the notes that nobody approved, as far as anything was approved.
func (p *Pane) unapproved() bool {
	return len(p.approved.Files) > 0 && len(p.approved.since)+len(p.approved.elsewhere) > 0
}

// beyond lists, on the summary, the files that were changed since they were approved and are no part of the review,
// and says how they are decided.
func (p *Pane) beyond(w int) (rows []string) {
	if !p.against || !p.unapproved() {
		return nil
	}
	if n := len(p.approved.elsewhere); n > 0 {
		rows = p.title(model.Count(n, "more file")+" not reviewed, and no part of this review", w)
	} else {
		rows = p.title("What is not reviewed stands in the files of this review", w)
	}
	for i, u := range p.approved.elsewhere {
		if i == maxListed {
			rows = append(rows, p.para(inset, fmt.Sprintf("and %d more", len(p.approved.elsewhere)-i), w)...)
			break
		}
		text := line(u.Path) + ": nobody ever approved it"
		if u.Status != "" {
			text = fmt.Sprintf("%s: %s, %s%d %s%d", line(u.Path), u.Status, p.ink.Marks.Plus, u.Added, p.ink.Marks.Minus, u.Removed)
		}
		rows = append(rows, p.para(bullet(p.ink.Marks.Dot, p.ink.Warn), text, w)...)
	}
	return append(rows, p.para(style.Lead{}, p.o.key(keymap.Review, keymap.Open)+" here makes a review of its own of all that: y in it puts back what was approved, n keeps what came since.", w)...)
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
		out.Hint = "nothing of the notes was ever approved; " + key + " goes back"
	case p.against && len(p.approved.elsewhere) > 0 && p.at != summary:
		out.Hint = fmt.Sprintf("against what was approved last; %s not reviewed: see the summary; %s goes back",
			model.Counted(len(p.approved.elsewhere), "more file", "is", "are"), key)
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

package review

import (
	"fmt"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// here is the page at the cursor.
func (p *Pane) here() *page {
	switch {
	case p.at == summary:
	case p.result:
		return p.resultPage()
	case p.whole:
		return p.wholePage()
	}
	return p.page(p.at)
}

// page is the page of an item, or the summary.
func (p *Pane) page(at int) *page {
	w, h := p.rightSize()
	if at == summary {
		return p.pages.get(pageKey{at: summary, w: w}, func() *page { return p.summaryPage(w) })
	}
	it := p.sheet.items[at]
	d, part := p.book.of(it)
	k := pageKey{at: at, w: w, room: h - 1, left: p.left, wrap: p.wrap, sides: p.abreast(), calm: !p.words, around: p.contextLines(), folded: p.folded(it), dim: d == model.Rejected && !part, tied: p.tells(it)}
	k.find, k.here = p.sought.words(), p.sought.on(at, at+1)
	return p.pages.get(k, func() *page { return p.itemPage(it, k) })
}

// itemPage lays out a hunk and what is known of it.
func (p *Pane) itemPage(it item, k pageKey) *page {
	g := newPage()
	if k.folded {
		return g
	}
	f := p.sheet.files[it.file]
	p.standsOnDisk(g, f, k.w)
	if len(it.ids) > 1 {
		p.rename(g, f, it, k)
	} else {
		p.unreviewed(g, it, k, false)
		p.draw(g, &g.own, p.input(p.drawings(it)[0], k), k.at, func() bool { return k.dim })
		p.unreviewed(g, it, k, true)
	}
	p.known(g, it, k)
	return g
}

// known adds what is known of a hunk below it. Where not all of that is in sight when one comes to the hunk, its flags
// are first; where not even they would be, it stands above the hunk. There it takes half of the room at most, so that
// both are seen: of more the beginning is above, and all of it below.
func (p *Pane) known(g *page, it item, k pageKey) {
	rows := p.evidence(it, k.w, true)
	if len(rows) == 0 {
		return
	}
	if g.n+1+len(rows) > k.room {
		flags := p.flagRows(it, k.w)
		rows = append(flags, p.evidence(it, k.w, false)...)
		if g.n+1+max(1, len(flags)) > k.room {
			half := max(2, k.room/2)
			if len(rows) <= half {
				g.lead(append(rows, ""))
				return
			}
			more := fmt.Sprintf("%s %s below the text", p.ink.Marks.Ellipsis, model.Count(len(rows)-half+1, "more row"))
			g.lead(append(rows[:half-1:half-1], p.ink.Muted.Render(p.ink.Short(more, k.w)), ""))
		}
	}
	g.rows([]string{""})
	g.rows(rows)
}

// standsOnDisk says what of a file on disk a commit would meet.
func (p *Pane) standsOnDisk(g *page, f file, w int) {
	if f.locked != "" {
		why := "not writable: " + model.PrintableLine(f.locked) + "; a commit refuses this file"
		g.rows(p.para(bullet(p.ink.Marks.No, p.ink.Error), why, w))
	}
	if f.links > 1 {
		why := fmt.Sprintf("this file has %d names (hard links): the others keep the old text", f.links)
		g.rows(p.para(bullet(p.ink.Marks.Finding, p.ink.Warn), why, w))
	}
}

// drawing is one hunk to be drawn.
type drawing struct {
	base   []byte
	change model.Change
	at     int
	flags  []model.Flag
}

// input is a hunk as the diff is asked for it, with the lines around it unless the whole file is shown.
func (p *Pane) input(d drawing, k pageKey) diffview.Input {
	in := p.lookOf(k)
	in.Hunk, in.Flags = d.change.Hunks[d.at], d.flags
	if !k.whole {
		in.Before, in.After = diffview.Context(d.base, d.change, d.at, k.around)
	}
	in.Lead, in.Tail = diffview.Inside(d.base, in.Hunk)
	return in
}

// lookOf is how everything on a page is drawn.
func (p *Pane) lookOf(k pageKey) diffview.Input {
	return diffview.Input{Width: k.w, Wrap: k.wrap, Left: k.left, Sides: k.sides, Calm: k.calm, Styles: p.ink.diff, Find: k.find, Here: -1}
}

// laid is a hunk that is laid out when it is first asked for.
type laid struct {
	in diffview.Input
	l  *diffview.Layout
}

func (d *laid) out() *diffview.Layout {
	if d.l == nil {
		d.l = diffview.New(d.in)
	}
	return d.l
}

// draw adds the diff of one hunk, which is at an item. dim is asked whenever it is drawn. Where its rows can be
// counted without, it is laid out when it comes into view: a whole file may have thousands.
func (p *Pane) draw(g *page, s *spot, in diffview.Input, at int, dim func() bool) {
	in.Here = p.sought.here(at) - len(s.hits)
	d := &laid{in: in}
	var dimmed *diffview.Layout
	above := g.n
	rows, known := diffview.Height(in)
	if !known {
		rows = d.out().Len()
		for _, row := range d.out().FlagRows() {
			if row >= 0 && (s.flagRow < 0 || above+row < s.flagRow) {
				s.flagRow = above + row
			}
		}
		for _, hit := range d.out().Hits() {
			hit.Row += above
			s.hits = append(s.hits, hit)
		}
	}
	s.rowOf = func(come bool, at int) int {
		if row := d.out().RowOf(come, at); row >= 0 {
			return above + row
		}
		return -1
	}
	g.add(rows, func(from, n int) []string {
		now := d.out()
		if dim() {
			if dimmed == nil {
				dimmed = now.In(p.ink.dim)
			}
			now = dimmed
		}
		if p.selection == nil || p.at != at {
			return now.Window(from, n)
		}
		gone, come := p.selection.lines()
		return now.Chosen(from, n, gone, come)
	})
}

// drawings are the hunks that an item is drawn as: of a renamed file those of its text, of a new name alone none.
func (p *Pane) drawings(it item) []drawing {
	f := p.sheet.files[it.file]
	if p.parted(it) {
		return nil
	}
	if len(it.ids) == 1 {
		c := p.r.Changes[it.change]
		return []drawing{p.compared(drawing{p.r.Proposal.Base[c.Path].Data, c, it.at, it.flags})}
	}
	base, proposed := p.r.Proposal.Base[f.old], p.r.Proposal.Proposed[f.path]
	var list []drawing
	for _, c := range hunk.Diff(model.Tree{f.path: base}, model.Tree{f.path: proposed}) {
		for i, h := range c.Hunks {
			list = append(list, drawing{base.Data, c, i, within(it.flags, h)})
		}
	}
	return list
}

// parted reports whether an item is a new name alone.
func (p *Pane) parted(it item) bool {
	return len(it.ids) > 1 && p.r.Changes[it.change].Hunks[it.at].Of != ""
}

// rename shows a renamed file as what changed in its text. The two hunks it is made of hold the
// whole text each, which nobody can compare.
func (p *Pane) rename(g *page, f file, it item, k pageKey) {
	g.rows(p.para(bullet(p.ink.Marks.Renamed, p.ink.Info), "renamed from "+model.PrintableLine(f.old), k.w))
	if p.parted(it) {
		g.rows(p.para(style.Lead{}, "this is the name alone; what changes in the text is decided by itself", k.w))
		return
	}
	list := p.drawings(it)
	if len(list) == 0 {
		g.rows([]string{p.ink.Muted.Render(style.Cut("its text is unchanged", k.w))})
	}
	for _, d := range list {
		g.rows([]string{""})
		p.draw(g, &g.own, p.input(d, k), k.at, func() bool { return k.dim })
	}
}

// within moves flags of a whole new file to the lines of one of its hunks.
func within(flags []model.Flag, h model.Hunk) []model.Flag {
	var out []model.Flag
	for _, f := range flags {
		if f.At.Line -= h.NewStart - 1; f.At.End > 0 && f.At.Line >= 0 && f.At.Line < len(h.Added) {
			out = append(out, f)
		}
	}
	return out
}

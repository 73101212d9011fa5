package review

import (
	"fmt"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// contextLines are shown around a hunk.
const contextLines = 3

// here is the page at the cursor.
func (p *Pane) here() *page {
	if p.result && p.at != summary {
		return p.resultPage()
	}
	return p.page(p.at)
}

// page is the page of an item, or the summary.
func (p *Pane) page(at int) *page {
	w, _ := p.rightSize()
	if at == summary {
		return p.pages.get(pageKey{at: summary, w: w}, func() *page { return p.summaryPage(w) })
	}
	it := p.sheet.items[at]
	d, part := p.book.of(it)
	k := pageKey{at: at, w: w, left: p.left, wrap: p.wrap, sides: p.abreast(), dim: d == model.Rejected && !part, tied: p.tied(it)}
	return p.pages.get(k, func() *page { return p.itemPage(it, k) })
}

// itemPage lays out a hunk and what is known of it.
func (p *Pane) itemPage(it item, k pageKey) *page {
	g := &page{flagRow: -1}
	f := p.sheet.files[it.file]
	if f.locked != "" {
		why := "not writable: " + model.PrintableLine(f.locked) + "; a commit refuses this file"
		g.rows(p.para(bullet(p.ink.Marks.No, p.ink.Error), why, k.w))
	}
	if f.links > 1 {
		why := fmt.Sprintf("this file has %d names (hard links): the others keep the old text", f.links)
		g.rows(p.para(bullet(p.ink.Marks.Finding, p.ink.Warn), why, k.w))
	}
	if f.old != "" {
		p.rename(g, f, it, k)
	} else {
		c := p.r.Changes[it.change]
		p.draw(g, drawing{p.r.Proposal.Base[c.Path].Data, c, it.at, it.flags}, k)
	}
	if rows := p.evidence(it, k.w); len(rows) > 0 {
		g.rows([]string{""})
		g.rows(rows)
	}
	return g
}

// drawing is one hunk to be drawn.
type drawing struct {
	base   []byte
	change model.Change
	at     int
	flags  []model.Flag
}

// draw adds the diff of one hunk.
func (p *Pane) draw(g *page, d drawing, k pageKey) {
	in := diffview.Input{
		Hunk: d.change.Hunks[d.at], Flags: d.flags, Width: k.w, Wrap: k.wrap, Left: k.left, Sides: k.sides, Styles: p.ink.diff,
	}
	if k.dim {
		in.Styles = p.ink.dim
	}
	in.Before, in.After = diffview.Context(d.base, d.change, d.at, contextLines)
	in.Lead, in.Tail = diffview.Inside(d.base, in.Hunk)
	l := diffview.New(in)
	for _, row := range l.FlagRows() {
		if row >= 0 && (g.flagRow < 0 || g.n+row < g.flagRow) {
			g.flagRow = g.n + row
		}
	}
	above := g.n
	g.rowOf = func(come bool, at int) int {
		if row := l.RowOf(come, at); row >= 0 {
			return above + row
		}
		return -1
	}
	g.add(l.Len(), func(from, n int) []string {
		if p.selection == nil || p.at != k.at {
			return l.Window(from, n)
		}
		gone, come := p.selection.lines()
		return l.Chosen(from, n, gone, come)
	})
}

// rename shows a renamed file as what changed in its text. The two hunks it is made of hold the
// whole text each, which nobody can compare.
func (p *Pane) rename(g *page, f file, it item, k pageKey) {
	g.rows(p.para(bullet(p.ink.Marks.Renamed, p.ink.Info), "renamed from "+model.PrintableLine(f.old), k.w))
	base, proposed := p.r.Proposal.Base[f.old], p.r.Proposal.Proposed[f.path]
	changes := hunk.Diff(model.Tree{f.path: base}, model.Tree{f.path: proposed})
	if len(changes) == 0 {
		g.rows([]string{p.ink.Muted.Render(style.Cut("its text is unchanged", k.w))})
		return
	}
	for i, h := range changes[0].Hunks {
		g.rows([]string{""})
		p.draw(g, drawing{base.Data, changes[0], i, within(it.flags, h)}, k)
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

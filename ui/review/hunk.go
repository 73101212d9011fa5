package review

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

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
	k := pageKey{at: at, w: w, left: p.left, wrap: p.wrap, dim: d == model.Rejected && !part}
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
		Hunk: d.change.Hunks[d.at], Flags: d.flags, Width: k.w, Wrap: k.wrap, Left: k.left, Styles: p.ink.diff,
	}
	if k.dim {
		in.Styles = p.ink.dim
	}
	in.Before, in.After = diffview.Context(d.base, d.change, d.at, contextLines)
	l := diffview.New(in)
	for _, row := range l.FlagRows() {
		if row >= 0 && (g.flagRow < 0 || g.n+row < g.flagRow) {
			g.flagRow = g.n + row
		}
	}
	g.add(l.Len(), l.Window)
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

// resultPage is the file of the cursor with what is accepted so far, made by the one function that
// a commit uses as well.
func (p *Pane) resultPage() *page {
	w, _ := p.rightSize()
	f := p.sheet.files[p.file()]
	k := pageKey{at: p.sheet.items[p.at].file, w: w, left: p.left, wrap: p.wrap, result: true}
	return p.pages.get(k, func() *page { return p.fileResult(f, k) })
}

func (p *Pane) fileResult(f file, k pageKey) *page {
	g := &page{flagRow: -1}
	say := func(s string) *page {
		g.rows(p.para(style.Lead{}, s, k.w))
		return g
	}
	changes, base := []model.Change{p.r.Changes[f.change]}, model.Tree{}
	if f.other >= 0 {
		changes = append(changes, p.r.Changes[f.other])
	}
	for _, c := range changes {
		if old, ok := p.r.Proposal.Base[c.Path]; ok {
			base[c.Path] = old
		}
	}
	tree, err := hunk.Apply(base, changes, p.book.now)
	if err != nil {
		return say(model.PrintableLine(err.Error()))
	}
	got, ok := tree[f.path]
	switch {
	case !ok && f.old != "" && tree[f.old].Mode != 0:
		return say("the file would stay " + model.PrintableLine(f.old))
	case !ok:
		return say("the file would not be there")
	case len(got.Data) == 0:
		return say("the file would be empty")
	case strings.IndexByte(string(got.Data), 0) >= 0:
		return say(fmt.Sprintf("binary, %d bytes", len(got.Data)))
	}
	g.rows(p.numbered(string(got.Data), k))
	return g
}

// numbered draws a text with the numbers of its lines.
func (p *Pane) numbered(text string, k pageKey) []string {
	lines := hunk.Lines([]byte(text))
	digits := len(fmt.Sprint(len(lines)))
	room := max(1, k.w-digits-1)
	rows := make([]string, 0, len(lines))
	for i, line := range lines {
		number := p.ink.Muted.Render(style.PadLeft(fmt.Sprint(i+1), digits)) + " "
		line = style.Tabs(model.Printable(strings.TrimSuffix(line, "\n")))
		if !k.wrap {
			rows = append(rows, number+p.ink.Text.Render(ansi.Cut(line, k.left, k.left+room)))
			continue
		}
		for _, part := range fold(line, room) {
			rows = append(rows, number+p.ink.Text.Render(part))
			number = style.Repeat(" ", digits+1)
		}
	}
	return rows
}

// fold wraps a line; one that fits needs no look at its letters.
func fold(line string, w int) []string {
	if len(line) <= w {
		return []string{line}
	}
	return style.Wrap(line, w)
}

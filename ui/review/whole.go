package review

import (
	"bytes"
	"fmt"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// showWhole changes between the whole file with its hunks and each hunk alone.
func (p *Pane) showWhole() Outcome {
	if p.at == summary {
		return Outcome{Hint: "choose a file first"}
	}
	if p.against {
		p.SwitchBase()
	}
	p.whole = !p.whole || p.result
	p.result, p.top, p.fresh = false, 0, true
	if p.narrow() {
		p.onList = false
	}
	if !p.whole {
		return Outcome{}
	}
	return Outcome{Hint: "the whole file as it is; " + p.o.key(keymap.Review, keymap.WholeFile) + " shows its hunks alone"}
}

// wholePage is the file of the cursor as it is, with its hunks at their places. It does not depend on what
// is decided: heads and inks are asked for when they are drawn.
func (p *Pane) wholePage() *page {
	w, h := p.rightSize()
	k := pageKey{at: p.file(), w: w, room: h - 1, left: p.left, wrap: p.wrap, sides: p.abreast(), calm: !p.words, whole: true}
	k.find, k.here = p.sought.words(), p.sought.on(p.sheet.files[k.at].from, p.sheet.files[k.at].to)
	return p.pages.get(k, func() *page { return p.fileWhole(p.sheet.files[k.at], k) })
}

// wholeOf is a file laid out as a whole: the change that is shown in base, of which the first hunk is the
// item from.
type wholeOf struct {
	base   model.File
	change model.Change
	from   int
	// joined says that the item from is all of them.
	joined bool
}

// wholeOf finds what of a file is shown. Of a rename that is what changes in its text, decided with the name or,
// where that is parted, by itself.
func (p *Pane) wholeOf(f file) wholeOf {
	whole := wholeOf{p.r.Proposal.Base[f.path], p.r.Changes[f.change], f.from, false}
	switch {
	case f.old == "":
		return whole
	case f.to-f.from > 1:
		whole.change, whole.from = p.r.Changes[f.other], f.from+1
		whole.change.Hunks = whole.change.Hunks[1:]
	default:
		whole.joined, whole.change = true, model.Change{}
		trees := [2]model.Tree{{f.path: p.r.Proposal.Base[f.old]}, {f.path: p.r.Proposal.Proposed[f.path]}}
		if d := hunk.Diff(trees[0], trees[1]); len(d) > 0 {
			whole.change = d[0]
		}
	}
	whole.base = p.r.Proposal.Base[f.old]
	return whole
}

// fileWhole lays a file out.
func (p *Pane) fileWhole(f file, k pageKey) *page {
	g := newPage()
	g.spots = make(map[int]*spot, f.to-f.from)
	p.standsOnDisk(g, f, k.w)
	whole := p.wholeOf(f)
	if f.old != "" {
		p.headed(g, f.from, k.w)
		g.rows(p.para(bullet(p.ink.Marks.Renamed, p.ink.Info), "renamed from "+model.PrintableLine(f.old), k.w))
		if whole.joined {
			for _, id := range p.sheet.items[f.from].ids {
				g.rows(p.warned(id, k.w)) // they are of all of it, which is decided as one
			}
		}
		g.spots[f.from].to = g.n
	}
	var lines []string
	if whole.base.Regular() && bytes.IndexByte(whole.base.Data, 0) < 0 {
		lines = hunk.Lines(whole.base.Data)
	}
	look := p.lookOf(k)
	look.Digits = len(fmt.Sprint(max(len(lines), len(lines)+f.added-f.removed)))
	for i := 0; i <= len(whole.change.Hunks); i++ {
		if run := diffview.Run(lines, whole.change, i); len(run.Before) > 0 {
			in := look
			in.Hunk, in.Before = run.Hunk, run.Before
			d := &laid{in: in}
			rows, known := diffview.Height(in)
			if !known {
				rows = d.out().Len()
			}
			g.add(rows, func(from, n int) []string { return d.out().Window(from, n) })
		}
		if i < len(whole.change.Hunks) {
			p.inPlace(g, whole, i, look.Digits, k)
		}
	}
	return g
}

// inPlace adds a hunk with its head, and what warns of it. Reasons and cited lines stand with the hunk
// alone: here it is the file that is read.
func (p *Pane) inPlace(g *page, whole wholeOf, i, digits int, k pageKey) {
	at := whole.from
	if !whole.joined {
		at += i
		p.headed(g, at, k.w)
	}
	it := p.sheet.items[at]
	if p.folded(it) {
		g.spots[at].to = g.n
		return
	}
	d := drawing{whole.base.Data, whole.change, i, it.flags}
	if whole.joined {
		d.flags = within(it.flags, whole.change.Hunks[i])
	}
	in := p.input(d, k)
	in.Digits = digits
	// The end of a hunk with more lines than are seen is out of sight: what warns of it comes first then.
	tall := !whole.joined && max(len(in.Hunk.Removed), len(in.Hunk.Added)) >= k.room
	if tall {
		g.rows(p.warned(it.ids[0], k.w))
	}
	p.draw(g, g.spots[at], in, at, func() bool {
		decided, part := p.book.of(it)
		return decided == model.Rejected && !part
	})
	if !tall && !whole.joined {
		for _, id := range it.ids {
			g.rows(p.warned(id, k.w))
		}
	}
	g.spots[at].to = g.n
}

// headed adds the head of an item, which says how it is decided.
func (p *Pane) headed(g *page, at, w int) {
	g.spots[at] = &spot{from: g.n, to: g.n, flagRow: -1}
	if it := p.sheet.items[at]; p.grouped(at) && at == it.groupFrom {
		g.add(1, func(int, int) []string { return []string{p.groupHead(it, w)} })
	}
	g.add(1, func(int, int) []string { return []string{p.itemHead(at, w)} })
}

// warned are the note on a hunk and its flags.
func (p *Pane) warned(id string, w int) (rows []string) {
	if note := p.book.notes[id]; note != "" {
		rows = p.para(style.Lead{Mark: "note", Ink: p.ink.Accent, Indent: labelled}, line(p.behind.Cover(note)), w)
	}
	for _, f := range p.r.Check.Hunks[id].Flags {
		rows = append(rows, p.flag(f, w)...)
	}
	return rows
}

// inWhole says that hunks are seen in their file.
func (p *Pane) inWhole() bool { return p.whole && !p.result && p.at != summary }

// reflowed says that the rows of a page are others than before: in a whole file the hunk of the cursor may have
// gone out of view.
func (p *Pane) reflowed() { p.fresh = p.fresh || p.inWhole() }

// inView reports whether a part of an item is on the screen.
func (p *Pane) inView(at int) bool {
	_, h := p.room()
	s := p.here().spot(at)
	return s.from < p.top+h && s.to > p.top
}

// bring scrolls to the hunk that the cursor came to, with some of the file above it.
func (p *Pane) bring() {
	if p.fresh = p.fresh && p.inWhole(); !p.fresh {
		return
	}
	p.fresh = false
	if f := p.file(); f != p.read {
		p.top, p.read = 0, f
	}
	_, h := p.room()
	if s := p.here().spot(p.at); s.from < p.top || s.to > p.top+h {
		p.top = s.from - h/4
	}
}

// follows takes the cursor along when the hunk it is on is scrolled away and another is in view.
func (p *Pane) follows() {
	if !p.inWhole() || p.inView(p.at) {
		return
	}
	f := p.sheet.files[p.file()]
	for i := f.from; i < f.to; i++ {
		if p.passes(i) && p.inView(i) {
			p.at = i
			return
		}
	}
}

// readOn goes from the end of what is read to what follows it: to the next hunk, or in a whole file to the
// next file.
func (p *Pane) readOn(dir int) Outcome {
	if p.inWhole() {
		f := p.sheet.files[p.file()]
		edge := f.to - 1
		if dir < 0 {
			edge = f.from
		}
		if _, more := p.seek(edge, dir, anyItem); !more && dir > 0 {
			return Outcome{Hint: "this is the end of the last file"}
		}
		p.at = edge
	}
	return p.step(dir)
}

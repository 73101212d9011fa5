package review

import (
	"fmt"

	"dreamgate/diffview"
	"dreamgate/keymap"
	"dreamgate/model"
)

// contexts are the numbers of lines that can be shown around a hunk; usualContext is the place of that which
// a review begins with.
var contexts = [...]int{0, 1, 3, 6, 12, 25, 50, 100}

const usualContext = 2

// contextLines are shown around a hunk, as far as there are any before the next.
func (p *Pane) contextLines() int { return contexts[p.contextAt] }

// context shows more or less of the file around the hunks.
func (p *Pane) context(by int) Outcome {
	whole := "; " + p.o.key(keymap.Review, keymap.WholeFile)
	switch to := p.contextAt + by; {
	case p.result || p.whole:
		return Outcome{Hint: "all of the file is shown"}
	case to < 0:
		return Outcome{Hint: "nothing is shown around the hunks already"}
	case to >= len(contexts):
		return Outcome{Hint: fmt.Sprintf("%d lines around each hunk are the most%s shows the whole file", p.contextLines(), whole)}
	default:
		p.contextAt = to
	}
	switch n := p.contextLines(); n {
	case 0:
		return Outcome{Hint: "nothing of the file around the hunks"}
	default:
		return Outcome{Hint: model.Count(n, "line") + " around each hunk"}
	}
}

// folded reports whether only the head of an item is shown.
func (p *Pane) folded(it item) bool { return p.folds[it.ids[0]] }

// unfold shows an item again, if it is folded.
func (p *Pane) unfold(it item) {
	if p.folded(it) {
		delete(p.folds, it.ids[0])
		p.pages.refolded()
	}
}

// fold folds the hunk at the cursor or unfolds it. From the list it does so with all that its row stands for: if
// anything of it is unfolded, all is folded.
func (p *Pane) fold() Outcome {
	from, to := p.at, p.at+1
	switch {
	case len(p.sheet.items) == 0:
		return Outcome{Hint: "there is nothing to fold"}
	case p.at == summary:
		from, to = 0, len(p.sheet.items)
	case p.onList:
		f := p.sheet.files[p.file()]
		from, to = f.from, f.to
	case p.result:
		return Outcome{Hint: "the file as it would be has no hunks to fold"}
	}
	items, open := p.sheet.items[from:to], false
	for _, it := range items {
		open = open || !p.folded(it)
	}
	for _, it := range items {
		if open {
			p.folds[it.ids[0]] = true
		} else {
			delete(p.folds, it.ids[0])
		}
	}
	p.pages.refolded()
	if p.fresh = true; !p.whole {
		p.top = 0
	}
	what := model.Count(len(items), "hunk")
	if !open {
		return Outcome{Hint: what + " unfolded"}
	}
	return Outcome{Hint: fmt.Sprintf("%s folded, and still to be decided; %s unfolds", what, p.o.key(keymap.Review, keymap.Fold))}
}

// hidden says how much of an item is folded away.
func (p *Pane) hidden(it item) string {
	h := p.r.Changes[it.change].Hunks[it.at]
	return p.ink.Marks.Ellipsis + " " + model.Count(max(len(h.Removed)+len(h.Added), 1), "line") + " folded"
}

// parting is what stands between an item and the one shown above it: how much of the file lies between
// what is shown of both. Between two heads there is nothing.
func (p *Pane) parting(above, at int) []string {
	a, b := p.sheet.items[above], p.sheet.items[at]
	if p.folded(a) && p.folded(b) {
		return nil
	}
	hidden := 0
	if above+1 == at && a.change == b.change {
		hidden = diffview.Between(p.r.Changes[b.change], b.at)
	}
	for _, it := range []item{a, b} {
		if !p.folded(it) {
			hidden -= p.contextLines()
		}
	}
	if hidden <= 0 {
		return []string{""}
	}
	return []string{p.ink.Muted.Render(fmt.Sprintf(" %s %s between", p.ink.Marks.Ellipsis, model.Count(hidden, "line")))}
}

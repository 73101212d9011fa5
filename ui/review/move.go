package review

import (
	"cmp"

	"dreamgate/keymap"
	"dreamgate/model"
)

// sideStep is how far an unwrapped diff moves sideways, in cells.
const sideStep = 16

// seek looks for an item beyond from in one direction, among those that are shown.
func (p *Pane) seek(from, dir int, want func(item) bool) (int, bool) {
	for i := from + dir; i >= 0 && i < len(p.sheet.items); i += dir {
		if it := p.sheet.items[i]; p.passes(i) && want(it) {
			return i, true
		}
	}
	return 0, false
}

// around looks forward, and from the beginning again up to where it started.
func (p *Pane) around(want func(item) bool) (int, bool) {
	if i, ok := p.seek(p.at, 1, want); ok {
		return i, true
	}
	i, ok := p.seek(summary, 1, want)
	return i, ok && i < p.at
}

// passes reports whether an item is shown; the one at the cursor always is.
func (p *Pane) passes(i int) bool {
	return !p.only || i == p.at || p.book.open(p.sheet.items[i])
}

// rows are the files that the list shows.
func (p *Pane) rows() []int {
	rows := make([]int, 0, len(p.sheet.files))
	for i := range p.sheet.files {
		if !p.only || p.book.files[i].Undecided > 0 || i == p.file() {
			rows = append(rows, i)
		}
	}
	return rows
}

// anyItem is the condition of a plain step.
func anyItem(item) bool { return true }

// to puts the cursor on an item, at its beginning.
func (p *Pane) to(i int) {
	p.at, p.left, p.result, p.fresh = i, 0, false, true
	if !p.whole {
		p.top = 0
	}
}

// toHunk is to for keys that mean a hunk: what comes next is reading it.
func (p *Pane) toHunk(i int) {
	p.to(i)
	p.onList = false
}

// step goes to a neighbouring hunk.
func (p *Pane) step(dir int) Outcome {
	i, ok := p.seek(p.at, dir, anyItem)
	if ok {
		p.toHunk(i)
		return Outcome{}
	}
	if len(p.sheet.items) == 0 {
		return Outcome{Hint: "the proposal changes nothing"}
	}
	if dir < 0 {
		// Before the first hunk lies the summary, as in the list.
		if p.at == summary {
			return Outcome{Hint: "this is the beginning"}
		}
		p.toList(summary)
		return Outcome{}
	}
	return Outcome{Hint: "this is the last hunk"}
}

// toList puts the cursor on a row of the list and gives the list the focus.
func (p *Pane) toList(at int) {
	p.to(at)
	p.onList = true
}

// stepFile goes to a neighbouring row of the list.
func (p *Pane) stepFile(dir int) Outcome {
	rows, here := p.rows(), -1
	for i, f := range rows {
		if f == p.file() {
			here = i
		}
	}
	switch next := here + dir; {
	case next >= len(rows) && len(rows) == 0:
		return Outcome{Hint: "no file is undecided"}
	case next >= len(rows):
		return Outcome{Hint: "this is the last file"}
	case next < -1:
		return Outcome{Hint: "this is the beginning"}
	case next < 0:
		p.to(summary)
	default:
		p.toFile(rows[next])
	}
	return Outcome{}
}

// toFile goes to what is left of a file, or to its first hunk.
func (p *Pane) toFile(f int) {
	from, to := p.sheet.files[f].from, p.sheet.files[f].to
	for i := from; i < to; i++ {
		if p.book.open(p.sheet.items[i]) {
			p.to(i)
			return
		}
	}
	p.to(from)
}

// nextFlag goes to the next hunk with a flag and brings the flagged word up.
func (p *Pane) nextFlag() Outcome {
	flagged := func(it item) bool { return len(it.flags) > 0 }
	i, ok := p.around(flagged)
	switch {
	case !ok && p.at != summary && flagged(p.sheet.items[p.at]):
		p.toHunk(p.at)
		return Outcome{Hint: cmp.Or(p.reveal(), "this is the only flagged hunk")}
	case !ok:
		return Outcome{Hint: "no hunk is flagged"}
	}
	again := i < p.at
	p.toHunk(i)
	if flag := p.reveal(); flag != "" {
		return Outcome{Hint: flag}
	}
	if again {
		return Outcome{Hint: "from the beginning again"}
	}
	return Outcome{}
}

// reveal scrolls to the first flagged word of the hunk, if it is not on the first rows, and returns what is wrong with
// it: that may be out of sight then.
func (p *Pane) reveal() string {
	p.unfold(p.sheet.items[p.at])
	p.clamp() // in the whole file, first to the hunk
	row := p.here().spot(p.at).flagRow
	_, h := p.room()
	if row < p.top+h {
		return ""
	}
	p.top = row - h/3
	p.clamp()
	var first model.Flag
	for _, f := range p.sheet.items[p.at].flags {
		if f.At.End > 0 && (first.At.End == 0 || f.At.Line < first.At.Line) {
			first = f
		}
	}
	return p.flagText(first)
}

// scroll moves the right side by rows. Beyond the end of a hunk lies the next one, so that one key
// reads the whole proposal.
func (p *Pane) scroll(n int) Outcome {
	limit := p.limit()
	switch {
	case n > 0 && p.top >= limit && p.readsOn():
		return p.readOn(1)
	case n < 0 && p.top == 0 && p.readsOn():
		return p.readOn(-1)
	}
	p.top = max(0, min(p.top+n, limit))
	p.follows()
	return Outcome{}
}

// readsOn reports whether scrolling passes from hunk to hunk.
func (p *Pane) readsOn() bool { return !p.result && p.at != summary }

// limit is the last row that can stand at the top.
func (p *Pane) limit() int {
	_, h := p.room()
	return max(0, p.here().n-h)
}

// clamp keeps the scroll in bounds after anything changed.
func (p *Pane) clamp() {
	p.bring()
	p.top = max(0, min(p.top, p.limit()))
	p.keepListed()
}

// move does the movement actions; false if it is none.
func (p *Pane) move(a keymap.Action) (Outcome, bool) {
	_, h := p.room()
	if p.onList {
		if out, ok := p.moveList(a, h); ok {
			return out, true
		}
	}
	// Half a page and a whole one are the same here: two rows stay, so that the eye finds its place.
	switch a {
	case keymap.Down:
		return p.scroll(1), true
	case keymap.Up:
		return p.scroll(-1), true
	case keymap.PageDown, keymap.ScrollDown:
		return p.scroll(max(1, h-2)), true
	case keymap.PageUp, keymap.ScrollUp:
		return p.scroll(-max(1, h-2)), true
	case keymap.Top:
		p.top = 0
		p.follows()
	case keymap.Bottom:
		p.top = p.limit()
		p.follows()
	case keymap.Right:
		return p.sideways(1), true
	case keymap.Left:
		return p.sideways(-1), true
	default:
		return Outcome{}, false
	}
	return Outcome{}, true
}

// moveList does the movement actions that mean rows of the list.
func (p *Pane) moveList(a keymap.Action, page int) (Outcome, bool) {
	rows := p.rows()
	switch a {
	case keymap.Down:
		return p.stepFile(1), true
	case keymap.Up:
		return p.stepFile(-1), true
	case keymap.PageDown, keymap.PageUp:
		dir := 1
		if a == keymap.PageUp {
			dir = -1
		}
		for range max(1, page-2) {
			if out := p.stepFile(dir); out.Hint != "" {
				break
			}
		}
	case keymap.Top:
		p.to(summary)
	case keymap.Bottom:
		if len(rows) > 0 {
			p.toFile(rows[len(rows)-1])
		}
	case keymap.Right, keymap.Open:
		p.onList = false
	default:
		return Outcome{}, false
	}
	return Outcome{}, true
}

// sideways moves an unwrapped diff; at its left edge, or wrapped, it goes to the list.
func (p *Pane) sideways(dir int) Outcome {
	switch {
	case dir < 0 && (p.wrap || p.left == 0 || p.result):
		p.onList = true
	case p.wrap || p.result:
		return Outcome{Hint: "lines are wrapped; " + p.o.key(keymap.Review, keymap.Wrap) + " cuts them to move sideways"}
	default:
		p.left = max(0, p.left+dir*sideStep)
	}
	return Outcome{}
}

// showOnly hides what is decided, or shows all again.
func (p *Pane) showOnly() Outcome {
	p.only = !p.only
	p.listTop = 0
	if !p.only {
		return Outcome{Hint: "all hunks"}
	}
	if p.at != summary && !p.book.open(p.sheet.items[p.at]) {
		if i, ok := p.around(p.book.open); ok {
			p.to(i)
		} else {
			p.to(summary)
		}
	}
	return Outcome{Hint: "undecided hunks only"}
}

package review

import (
	"fmt"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// selection is a run of lines of the hunk at the cursor. It grows from where it began to the line at
// which the cursor is.
type selection struct {
	units    []hunk.Unit
	from, to int
}

// span is the run, its first unit and its last.
func (s *selection) span() (hunk.Unit, hunk.Unit) {
	return s.units[min(s.from, s.to)], s.units[max(s.from, s.to)]
}

// lines are the removed and the added lines that it takes.
func (s *selection) lines() (gone, come [2]int) {
	a, b := s.span()
	return [2]int{a.Removed[0], b.Removed[1]}, [2]int{a.Added[0], b.Added[1]}
}

// choosing begins to select lines.
func (p *Pane) choosing() Outcome {
	it, h := p.sheet.items[p.at], p.actual()
	if p.against {
		p.SwitchBase() // lines are selected of the hunk as it is
	}
	units := hunk.Units(p.behind.Real.Whole, p.book.shape, h.ID)
	if len(units) < 2 {
		return Outcome{Hint: p.unsplit(it, h)}
	}
	p.unfold(it)
	p.selection = &selection{units: units}
	p.onList = false
	return Outcome{}
}

// counted says how much is selected.
func (p *Pane) counted() string {
	gone, come := p.selection.lines()
	return fmt.Sprintf("%s%d %s%d lines selected", p.ink.Marks.Plus, come[1]-come[0], p.ink.Marks.Minus, gone[1]-gone[0])
}

// selecting does an action while lines are selected; false if it is none of those.
func (p *Pane) selecting(a keymap.Action) (Outcome, bool) {
	s := p.selection
	last := len(s.units) - 1
	switch a {
	case keymap.Down:
		s.to = min(s.to+1, last)
	case keymap.Up:
		s.to = max(s.to-1, 0)
	case keymap.Top:
		s.to = 0
	case keymap.Bottom:
		s.to = last
	case keymap.PageDown, keymap.PageUp:
		_, h := p.room()
		if a == keymap.PageUp {
			h = -h
		}
		s.to = max(0, min(s.to+h/2, last))
	case keymap.Select:
		if s.from != s.to { // the selection begins anew where the cursor is
			s.from = s.to
			break
		}
		p.selection = nil
		return Outcome{}, true
	case keymap.Back:
		p.selection = nil
		return Outcome{}, true
	case keymap.Accept:
		return p.carve(model.Accepted, true), true
	case keymap.Reject:
		return p.carve(model.Rejected, true), true
	case keymap.Split:
		return p.carve(model.Undecided, false), true
	case keymap.EditHunk:
		out := p.carve(model.Undecided, false)
		if !out.Changed && out.Hint != "" {
			return out, true
		}
		edit := p.edit()
		edit.Changed = out.Changed
		return edit, true
	default:
		return Outcome{}, false
	}
	p.follow()
	return Outcome{}, true
}

// carve makes a hunk of its own of what is selected, and decides it. All of it is one step.
func (p *Pane) carve(d model.Decision, decide bool) Outcome {
	first, last := p.selection.span()
	gone, come := p.selection.lines()
	p.selection = nil
	it, h := p.sheet.items[p.at], p.actual()
	shape, id, ok := hunk.Carve(p.behind.Real.Whole, p.book.shape, h.ID, first.From, last.To)
	if !ok {
		return Outcome{Hint: "these lines are the same before and after"}
	}
	next := hunk.Reruled(p.behind.Real.Whole, p.book.ruling(), shape)
	what := fmt.Sprintf("%s%d %s%d lines of %s", p.ink.Marks.Plus, come[1]-come[0], p.ink.Marks.Minus, gone[1]-gone[0], p.name(it))
	if !decide {
		if id == h.ID {
			return Outcome{Hint: "these lines are a hunk of their own already"}
		}
		return p.remake(next, id, "split off "+what)
	}
	next.Decisions[id] = d
	out := p.remake(next, id, d.String()+" "+what)
	if out.Changed {
		out.Hint = d.String() + " " + what
	}
	p.onward(&out)
	return out
}

// follow scrolls to the line at which the selection ends.
func (p *Pane) follow() {
	u := p.selection.units[p.selection.to]
	rowOf := p.here().spot(p.at).rowOf
	if rowOf == nil {
		return
	}
	row := -1
	if u.Added[1] > u.Added[0] {
		row = rowOf(true, u.Added[0])
	} else {
		row = rowOf(false, u.Removed[0])
	}
	_, h := p.room()
	if row >= 0 && (row < p.top || row >= p.top+h) {
		p.top = max(0, row-h/2)
	}
}

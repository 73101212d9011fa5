package review

import (
	"fmt"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// grouped reports whether an item has company in its group.
func (p *Pane) grouped(at int) bool {
	it := p.sheet.items[at]
	return it.groupTo-it.groupFrom > 1
}

// itemHeads are the rows above a hunk: of its group, if it is the first of it or has the cursor,
// and its own.
func (p *Pane) itemHeads(at, w int) []string {
	it := p.sheet.items[at]
	var rows []string
	if p.grouped(at) && (at == p.at || at == it.groupFrom) {
		rows = append(rows, p.groupHead(it, w))
	}
	rows = append(rows, p.itemHead(at, w))
	if p.noting != nil && at == p.at {
		rows = append(rows, p.noteRow(w))
	}
	return rows
}

func (p *Pane) groupHead(it item, w int) string {
	decided := 0
	for _, m := range p.sheet.items[it.groupFrom:it.groupTo] {
		if !p.book.open(m) {
			decided++
		}
	}
	n := it.groupTo - it.groupFrom
	text := fmt.Sprintf(" group of %d, %d decided", n, decided)
	if p.sealed() == "" {
		text += fmt.Sprintf("; %s accepts, %s rejects it", p.o.key(keymap.Review, keymap.AcceptGroup), p.o.key(keymap.Review, keymap.RejectGroup))
	}
	return p.ink.Muted.Render(p.ink.ShortPad(text, w))
}

// itemHead is the row above a hunk: its state, which one it is, where, and its flags.
func (p *Pane) itemHead(at, w int) string {
	it, here := p.sheet.items[at], at == p.at
	roles, m := p.ink.Row(here), p.ink.Marks
	f := p.sheet.files[it.file]
	bar := " "
	if here {
		bar = m.Bar
	}
	mark, ink, word := p.itemState(it, here)
	left := fmt.Sprintf(" hunk %d/%d", at-f.from+1, f.to-f.from)
	if p.folded(it) {
		left += " " + m.Dot + " " + p.hidden(it)
	}
	if s := p.lines(it); s != "" {
		left += " " + m.Dot + " " + s
	}
	if here && p.selection != nil {
		left += " " + m.Dot + " " + p.counted()
	}
	flags := " "
	if n := len(it.flags); n > 0 {
		flags += m.Finding + " " + model.Count(n, "flag") + " " + m.Dot + " "
	}
	room := w - 2 - style.Width(flags) - style.Width(word) - 1
	return style.Pad(roles.Accent.Render(bar)+ink.Render(mark)+roles.Strong.Render(p.ink.ShortPad(left, room))+
		roles.Error.Render(flags)+ink.Render(word)+roles.Text.Render(" "), w)
}

// itemState is the mark of a decision and its word.
func (p *Pane) itemState(it item, selected bool) (string, style.Ink, string) {
	roles, m := p.ink.Row(selected), p.ink.Marks
	d, part := p.book.of(it)
	switch {
	case part:
		return m.Part, roles.Warn, "in part"
	case d == model.Accepted:
		return m.Accepted, roles.OK, d.String()
	case d == model.Rejected:
		return m.Rejected, roles.Error, d.String()
	}
	return m.Undecided, roles.Info, d.String()
}

// lines says where a hunk stands, what it is, and what was made of it.
func (p *Pane) lines(it item) string {
	h := p.r.Changes[it.change].Hunks[it.at]
	s, dot := p.standing(it, h), " "+p.ink.Marks.Dot+" "
	if h.Of != "" && len(it.ids) == 1 {
		s += dot + "piece"
	}
	if h.Edited {
		s += dot + "edited"
	}
	if it.before.Known() {
		s += dot + "refused before"
	}
	return s
}

// standing says where a hunk stands and what it is.
func (p *Pane) standing(it item, h model.Hunk) string {
	switch {
	case len(it.ids) > 1 && h.Of != "":
		return "rename alone, the deletion of the old file included"
	case len(it.ids) > 1:
		return "rename, the deletion of the old file included"
	case h.Kind == model.HunkMode:
		return "mode"
	case h.Kind == model.HunkAdded:
		return "new file"
	case h.Kind == model.HunkDeleted:
		return "deletes the file"
	case h.Kind == model.HunkEmptied:
		return "empties the file"
	case h.Kind == model.HunkBinary:
		return "binary"
	}
	at, n := h.OldStart, len(h.Removed)
	if h.Skip > 0 {
		return fmt.Sprintf("in line %d", at)
	}
	if n == 0 {
		return fmt.Sprintf("after line %d", at)
	}
	if n == 1 {
		return fmt.Sprintf("line %d", at)
	}
	return fmt.Sprintf("lines %d-%d", at, at+n-1)
}

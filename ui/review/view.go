package review

import (
	"fmt"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// The widths at which the screen changes its shape: below normalWidth list and hunks take turns
// and have no frames.
const (
	normalWidth, wideWidth = 80, 120
	listWidth, wideList    = 26, 34
	widest, widestList     = 160, 44
)

// listOuter is the width of the list with its frame, beside the hunks.
func (p *Pane) listOuter() int {
	switch {
	case p.w >= widest:
		return widestList
	case p.w >= wideWidth:
		return wideList
	}
	return listWidth
}

// listSize is the room of the list.
func (p *Pane) listSize() (w, h int) {
	if p.narrow() {
		return p.w, max(0, p.h-2)
	}
	return p.listOuter() - 2, max(0, p.h-3)
}

// rightSize is the room of the right side, its heads included.
func (p *Pane) rightSize() (w, h int) {
	if p.narrow() {
		return p.w, max(0, p.h-2)
	}
	return p.w - p.listOuter() - 2, max(0, p.h-3)
}

// room is what rightSize leaves to the page below the heads that do not scroll.
func (p *Pane) room() (w, h int) {
	w, h = p.rightSize()
	return w, max(1, h-p.heads())
}

// heads is the number of rows above the page at the cursor.
func (p *Pane) heads() int {
	switch {
	case p.at == summary:
		return p.noteRows()
	case p.result:
		return 1
	case p.whole:
		return p.noteRows()
	}
	n := 1 + p.noteRows()
	if p.grouped(p.at) {
		n++
	}
	return n
}

// noteRows is 1 while a note is written.
func (p *Pane) noteRows() int {
	if p.noting != nil {
		return 1
	}
	return 0
}

// Render draws exactly h rows of w cells. A frame is drawn after every message, also those that
// have nothing to do with the review: until something is touched it is the last one again.
func (p *Pane) Render() string {
	if !p.drawn {
		p.keepListed()
		p.frame, p.drawn = p.paint(), true
	}
	return p.frame
}

// paint draws all of it. Every row is cut and filled to the width here, whatever its parts made of
// the room they were given: one row too wide breaks the whole frame.
func (p *Pane) paint() string {
	if p.w <= 0 || p.h <= 0 {
		return style.Fit("", p.w, p.h)
	}
	if p.narrow() {
		w, h := p.rightSize()
		rows := []string{p.header(), p.crumb()}
		if p.onList {
			rows = append(rows, p.list(w, h)...)
		} else {
			rows = append(rows, p.right(w, h)...)
		}
		return style.Rows(rows, p.w, p.h)
	}
	lw, h := p.listSize()
	left := p.ink.Frame(style.Box{
		Title: fmt.Sprintf("Files %d", len(p.sheet.files)), Right: p.listNote(), Focus: p.onList,
	}, strings.Join(p.list(lw, h), "\n"), lw+2, h+2)
	rw, h := p.rightSize()
	right := p.ink.Frame(style.Box{
		Title: p.subject(), Right: p.kind(), Foot: p.place(), Focus: !p.onList,
	}, strings.Join(p.right(rw, h), "\n"), rw+2, h+2)
	return style.Rows(append([]string{p.header()}, joined(left, right)...), p.w, p.h)
}

// joined puts two boxes of the same height beside each other, row by row.
func joined(left, right string) []string {
	l, r := strings.Split(left, "\n"), strings.Split(right, "\n")
	for i := range l {
		if i < len(r) {
			l[i] += r[i]
		}
	}
	return l
}

func (p *Pane) listNote() string {
	if p.only {
		return "undecided"
	}
	return ""
}

// crumb is the second row where list and hunks take turns: where the cursor is.
func (p *Pane) crumb() string {
	arrow := " " + p.ink.Marks.Arrow + " "
	text := "Files"
	if !p.onList {
		text += arrow + p.subject()
		if kind := p.kind(); kind != "" {
			text += arrow + kind
		}
	} else if note := p.listNote(); note != "" {
		text += " (" + note + " only)"
	}
	if place := p.place(); place != "" && !p.onList {
		room := p.w - style.Width(place) - 1
		return p.ink.Muted.Render(p.ink.ShortPad(text, room) + " " + place)
	}
	return p.ink.Muted.Render(p.ink.ShortPad(text, p.w))
}

// subject is what the right side shows.
func (p *Pane) subject() string {
	if p.at == summary {
		return "Summary"
	}
	f := p.sheet.files[p.file()]
	name := model.PrintableLine(f.path)
	switch {
	case p.result:
		return "as it would be: " + name
	case p.whole:
		return "whole file: " + name
	}
	return name
}

// kind says what happens to the file of the cursor.
func (p *Pane) kind() string {
	if p.at == summary {
		return ""
	}
	f := p.sheet.files[p.file()]
	s := f.label()
	if f.old != "" {
		s += " from " + model.PrintableLine(f.old)
	}
	if f.locked != "" {
		s += ", " + model.PrintableLine(f.locked) + ", not writable"
	}
	return strings.TrimPrefix(s, ", ")
}

// place says which rows are seen of a page that does not fit.
func (p *Pane) place() string {
	_, h := p.room()
	n := p.here().n
	return p.ink.Place(p.top, min(n, p.top+h), n)
}

// right draws the page of the cursor and, below the end of a hunk, the hunks that follow in its
// file.
func (p *Pane) right(w, h int) []string {
	rows := make([]string, 0, h)
	if p.at == summary {
		if p.noting != nil {
			rows = append(rows, p.noteRow(w))
		}
		return append(rows, p.here().window(p.top, h-len(rows))...)
	}
	if p.result {
		t := p.book.files[p.file()]
		head := fmt.Sprintf("with what is accepted (%d of %d); %s shows the hunks", t.Accepted, t.Hunks(), p.o.key(keymap.Review, keymap.Result))
		rows = append(rows, p.ink.Muted.Render(p.ink.ShortPad(head, w)))
		return append(rows, p.here().window(p.top, h-1)...)
	}
	if p.whole {
		if p.noting != nil {
			rows = append(rows, p.noteRow(w))
		}
		return append(rows, p.here().window(p.top, h-len(rows))...)
	}
	rows = append(rows, p.itemHeads(p.at, w)...)
	rows = append(rows, p.here().window(p.top, h-len(rows))...)
	// What follows is read on the way to it; only the hunk at the top takes the keys.
	above := p.at
	for i := p.at + 1; i < p.sheet.files[p.file()].to && len(rows) < h; i++ {
		if !p.passes(i) {
			continue
		}
		rows = append(rows, p.parting(above, i)...)
		rows = append(rows, p.itemHeads(i, w)...)
		rows = append(rows, p.page(i).window(0, h-len(rows))...)
		above = i
	}
	return rows[:min(len(rows), h)]
}

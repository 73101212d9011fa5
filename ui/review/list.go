package review

import (
	"fmt"
	"path"
	"slices"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// listHeads is the number of rows above the files: the whole review, and what it deletes.
func (p *Pane) listHeads() int {
	if p.sheet.sum.losses() != "" {
		return 2
	}
	return 1
}

// list draws the files in w by h cells.
func (p *Pane) list(w, h int) []string {
	rows := make([]string, 0, h)
	rows = append(rows, p.wholeRow(w))
	if s := p.sheet.sum.losses(); s != "" {
		text := "  " + p.ink.Marks.Deleted + " " + s
		rows = append(rows, p.ink.Error.Render(p.ink.ShortPad(text, w)))
	}
	files := p.rows()
	for i := p.listTop; i < len(files) && len(rows) < h; i++ {
		rows = append(rows, p.fileRow(files[i], w))
	}
	if len(files) == 0 && len(rows) < h {
		rows = append(rows, p.ink.Muted.Render(p.ink.ShortPad("  nothing undecided", w)))
	}
	return rows
}

// keepListed scrolls the list so that the row of the cursor is seen.
func (p *Pane) keepListed() {
	_, h := p.listSize()
	h = max(1, h-p.listHeads())
	files, here := p.rows(), 0
	for i, f := range files {
		if f == p.file() {
			here = i
		}
	}
	p.listTop = max(0, min(p.listTop, len(files)-h))
	p.listTop = max(here-h+1, min(p.listTop, here))
}

// wholeRow is the row of the whole review.
func (p *Pane) wholeRow(w int) string {
	right := model.Number(p.book.all.Decided()) + "/" + model.Number(p.book.all.Hunks())
	return p.listRow(listRow{
		here: p.at == summary, state: p.book.all.State(), name: "Summary",
		flags: p.sheet.sum.flagged, right: right,
	}, w)
}

// listRow is what a row of the list shows.
type listRow struct {
	here                     bool
	state                    hunk.State
	label, name, size, right string
	flags                    int
}

func (p *Pane) fileRow(i, w int) string {
	f, t, m := p.sheet.files[i], p.book.files[i], p.ink.Marks
	row := listRow{
		here: i == p.file(), state: t.State(), name: model.PrintableLine(f.path), flags: f.flags,
		right: model.Number(t.Decided()) + "/" + model.Number(t.Hunks()),
		size:  fmt.Sprintf("%s%d %s%d", m.Plus, f.added, m.Minus, f.removed),
	}
	switch {
	case f.old != "":
		row.label = m.Renamed
		row.name += " (" + model.PrintableLine(path.Base(f.old)) + ")"
	case f.status == model.Added:
		row.label, row.size = m.Added, fmt.Sprintf("%s%d", m.Plus, f.added)
	case f.status == model.Deleted:
		row.label, row.size = m.Deleted, fmt.Sprintf("%s%d", m.Minus, f.removed)
	case f.status == model.Emptied:
		row.label, row.size = m.Emptied, fmt.Sprintf("%s%d", m.Minus, f.removed)
	case f.status == model.Binary:
		row.size, row.right = "", "bin "+row.right
	case f.status == model.ModeOnly:
		row.size, row.right = "", "mode "+row.right
	}
	if p.movedOn(f) {
		row.right = "changed " + row.right
	}
	if f.locked != "" {
		row.size, row.right = "", "link "+row.right
	}
	return p.listRow(row, w)
}

// movedOn reports whether somebody changed a file, or the one that it is renamed from, since the proposal was made.
func (p *Pane) movedOn(f file) bool {
	return slices.ContainsFunc([]int{f.change, f.other}, func(i int) bool {
		return i >= 0 && slices.Contains(p.movedFiles, p.real[i].Path)
	})
}

// listRow draws one row: bar, state, label, name, size, flags, decided.
func (p *Pane) listRow(r listRow, w int) string {
	roles, m := p.ink.Row(r.here), p.ink.Marks
	bar, name := " ", roles.Text
	if r.here {
		bar = m.Bar
	}
	if r.state == hunk.AllRejected {
		name = roles.Muted
	}
	flags := ""
	if r.flags > 0 {
		flags = " " + m.Finding + model.Number(r.flags)
	}
	label := style.Pad(r.label, 1)
	// The name gives way last but one: first the size of the change, which the hunks tell as well. Names that begin
	// alike are told apart by their ends.
	room := w - 5 - style.Width(flags) - 1 - style.Width(r.right)
	size := ""
	if r.size != "" && room-1-style.Width(r.size) >= style.Width(r.name) {
		size = " " + r.size
		room -= style.Width(size)
	}
	shown := p.ink.Middle(r.name, room)
	if r.label == m.Renamed {
		shown = p.ink.Short(r.name, room) // the name of before stands behind it
	}
	state, ink := p.state(r.state, r.here)
	return style.Cut(roles.Accent.Render(bar)+ink.Render(state)+name.Render(" "+label+" ")+
		name.Render(style.Pad(shown, room))+roles.Muted.Render(size)+roles.Error.Render(flags)+
		roles.Muted.Render(" "+r.right), w)
}

// state is the mark of hunks taken together.
func (p *Pane) state(s hunk.State, selected bool) (string, style.Ink) {
	roles, m := p.ink.Row(selected), p.ink.Marks
	switch s {
	case hunk.AllAccepted:
		return m.Accepted, roles.OK
	case hunk.AllRejected:
		return m.Rejected, roles.Error
	case hunk.Part:
		return m.Part, roles.Warn
	}
	return m.Undecided, roles.Info
}

package history

import (
	"strconv"
	"strings"

	"dreamgate/diffview"
	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// mostRows bounds what is laid out of one change: the import of a whole memory is no diff to read.
const mostRows = 4000

// change is a revision with its hunks, laid out as far as it was looked at.
type change struct {
	open bool
	rows []string
	// heads are the rows of the heads of hunks; ids are those of all hunks, also of those that are not laid
	// out yet.
	heads []int
	ids   []string
	// left are the parts that are not laid out yet, of these files and what was changed in them.
	left    []part
	files   []model.RevisionFile
	changes map[string]model.Change
	// at is the selected hunk, top the first row that is shown, h how many are.
	at, top, h int
}

// part is the head of a file, or one of its hunks: an index into the files of the revision, and one into the
// hunks, -1 for the head.
type part struct{ file, hunk int }

// lay lays the change out anew for the size of the pane.
func (c *change) lay(p *Pane) {
	r, ok := p.selected()
	if !c.open || !ok {
		c.open = false
		return
	}
	c.rows, c.heads, c.ids, c.left, c.h = nil, nil, nil, nil, p.inside()
	if p.inner() <= 0 {
		return
	}
	c.about(p, r, p.inner())
	c.files, c.changes = r.Files, map[string]model.Change{}
	for _, ch := range r.Changes {
		c.changes[ch.Path] = ch
	}
	for i, f := range r.Files {
		c.left = append(c.left, part{i, -1})
		for j, h := range c.changes[f.Path].Hunks {
			c.left = append(c.left, part{i, j})
			c.ids = append(c.ids, h.ID)
		}
	}
	c.at = max(0, min(c.at, len(c.ids)-1))
	c.to(p, c.top)
}

// fill lays parts out until there are so many rows, and the head of the selected hunk is among them.
func (c *change) fill(p *Pane, rows int) {
	for len(c.left) > 0 && (len(c.rows) < rows || len(c.heads) <= c.at) {
		if len(c.rows) > mostRows && len(c.heads) > c.at {
			return
		}
		next := c.left[0]
		c.left = c.left[1:]
		f := c.files[next.file]
		if ch := c.changes[f.Path]; next.hunk < 0 {
			c.file(p, f, ch, p.inner())
		} else {
			c.hunk(p, ch.Hunks[next.hunk], p.inner())
		}
	}
}

// about says who made the change, when, and what was said of it.
func (c *change) about(p *Pane, r model.Revision, w int) {
	st := p.o.Styles
	line := func(ink style.Ink, text string) {
		c.rows = append(c.rows, style.Hang(style.Lead{Indent: 1}, ink, model.PrintableLine(text), w)...)
	}
	sep := " " + st.Marks.Dot + " "
	head := p.when(r.At, "2 Jan 2006 15:04") + sep + r.Who() + sep + string(r.Kept) + " " + r.Short()
	if r.Review != "" && r.Review != r.ID {
		head += sep + "review " + r.Review
	}
	line(st.Muted, head)
	if r.Subject != "" {
		line(st.Strong, r.Subject)
	}
	if r.Cut {
		line(st.Warn, "The history begins here: what was there before is not known.")
	}
	if r.Body != "" {
		for l := range strings.SplitSeq(r.Body, "\n") {
			line(st.Text, l)
		}
	}
}

// file lays the head of a file out.
func (c *change) file(p *Pane, f model.RevisionFile, ch model.Change, w int) {
	st := p.o.Styles
	name := model.PrintableLine(f.Path)
	switch {
	case f.From != "":
		name += ", which was " + model.PrintableLine(f.From)
	case f.Status != model.Modified:
		name += " " + string(f.Status)
	}
	if f.Special != "" {
		name += ", a " + model.PrintableLine(f.Special)
	}
	removed, added := hunk.Size(ch)
	size := st.Marks.Plus + strconv.Itoa(added) + " " + st.Marks.Minus + strconv.Itoa(removed)
	c.rows = append(c.rows, "", " "+st.Accent.Render(st.Short(name, max(0, w-3-style.Width(size))))+" "+st.Muted.Render(size))
	if len(ch.Hunks) == 0 && f.Special == "" && f.Old != f.New {
		c.rows = append(c.rows, " "+st.Muted.Render(style.Cut("what it held is not kept here", w-1)))
	}
}

// hunk lays one hunk out.
func (c *change) hunk(p *Pane, h model.Hunk, w int) {
	c.heads = append(c.heads, len(c.rows))
	c.rows = append(c.rows, "hunk "+model.Number(len(c.heads)))
	l := diffview.New(diffview.Input{Hunk: h, Width: max(0, w-1), Wrap: true, Styles: inks(p.o.Styles)})
	for _, row := range l.Window(0, mostRows) {
		c.rows = append(c.rows, " "+row)
	}
	if l.Len() > mostRows {
		c.rows = append(c.rows, " "+p.o.Styles.Muted.Render(p.o.Styles.Marks.Ellipsis))
	}
}

// inks are the styles of the diff.
func inks(st *style.Styles) *diffview.Styles {
	return &diffview.Styles{
		Add: st.AddLine.Style, Del: st.DelLine.Style, AddWord: st.AddWord.Style, DelWord: st.DelWord.Style,
		Context: st.Text.Style, Gutter: st.Muted.Style, Muted: st.Muted.Style, Mark: st.Warn.Style,
		Flag: st.Error.Style, Plain: st.Plain, ASCII: st.Marks.ASCII,
	}
}

// to scrolls to a row, as far as there are rows.
func (c *change) to(p *Pane, i int) {
	c.fill(p, i+2*c.h)
	c.top = max(0, min(i, len(c.rows)-c.h))
}

// inChange does an action while the hunks are shown.
func (p *Pane) inChange(a keymap.Action) Outcome {
	c := &p.change
	switch a {
	case keymap.Back, keymap.Open:
		if p.subject.Range {
			return Outcome{Handled: true, Leave: true}
		}
		c.open = false
	case keymap.NextHunk:
		return p.toHunk(c.at + 1)
	case keymap.PrevHunk:
		return p.toHunk(c.at - 1)
	case keymap.UndoChange:
		if len(c.ids) == 0 {
			return p.undo("")
		}
		if from, to := c.span(c.at); to <= c.top || from >= c.top+c.h {
			// Nobody takes back what he does not see.
			p.toHunk(c.at)
			return Outcome{Handled: true, Hint: "this is the hunk: the same key again takes it back"}
		}
		return p.undo(c.ids[c.at])
	case keymap.UndoWhole:
		return p.undo("")
	default:
		return Outcome{Handled: c.move(p, a)}
	}
	return Outcome{Handled: true}
}

// toHunk selects a hunk and shows it.
func (p *Pane) toHunk(i int) Outcome {
	c := &p.change
	if i < 0 || i >= len(c.ids) {
		return Outcome{Handled: true, Hint: "there is no further hunk in this change"}
	}
	c.at = i
	c.fill(p, 0)
	if at := c.heads[i]; at < c.top || at >= c.top+max(1, c.h-2) {
		c.to(p, at-c.h/4)
	}
	return Outcome{Handled: true}
}

// move scrolls; a selected hunk that is no longer seen gives way to the next one that is.
func (c *change) move(p *Pane, a keymap.Action) bool {
	switch a {
	case keymap.Down:
		c.to(p, c.top+1)
	case keymap.Up:
		c.to(p, c.top-1)
	case keymap.PageDown:
		c.to(p, c.top+max(1, c.h-1))
	case keymap.PageUp:
		c.to(p, c.top-max(1, c.h-1))
	case keymap.ScrollDown:
		c.to(p, c.top+max(1, c.h/2))
	case keymap.ScrollUp:
		c.to(p, c.top-max(1, c.h/2))
	case keymap.Top:
		c.to(p, 0)
	case keymap.Bottom:
		c.to(p, mostRows)
	default:
		return false
	}
	for i := range c.heads {
		// The selected one comes first: while it is seen it stays.
		i = (c.at + i) % len(c.heads)
		if from, to := c.span(i); from < c.top+c.h && to > c.top {
			c.at = i
			break
		}
	}
	return true
}

// span are the rows of a hunk, its head among them.
func (c *change) span(i int) (from, to int) {
	if i >= len(c.heads) {
		return len(c.rows), len(c.rows)
	}
	if to = len(c.rows); i+1 < len(c.heads) {
		to = c.heads[i+1]
	}
	return c.heads[i], to
}

// title names the change.
func (c *change) title(p *Pane) string {
	r, _ := p.selected()
	text := "Change " + model.PrintableLine(r.Short())
	if p.subject.Note != "" {
		text += " of " + model.PrintableLine(p.subject.Note)
	}
	return text
}

// place is how far the change is scrolled, and which hunk is selected.
func (c *change) place(p *Pane) string {
	var words []string
	if len(c.ids) > 0 {
		words = append(words, "hunk "+model.Number(c.at+1)+"/"+model.Number(len(c.ids)))
	}
	switch {
	case c.h <= 0 || len(c.rows) <= c.h:
	case len(c.left) > 0 && len(c.rows) > mostRows:
		words = append(words, "more by history --diff")
	case len(c.left) > 0:
		words = append(words, "more below")
	default:
		words = append(words, strconv.Itoa(100*min(len(c.rows), c.top+c.h)/len(c.rows))+"%")
	}
	return strings.Join(words, " "+p.o.Styles.Marks.Dot+" ")
}

// window is the rows that are seen, the head of the selected hunk with its bar.
func (c *change) window(p *Pane) []string {
	c.h = p.inside()
	c.to(p, c.top)
	rows := append([]string(nil), c.rows[c.top:min(len(c.rows), c.top+c.h)]...)
	st := p.o.Styles
	for i, at := range c.heads {
		if y := at - c.top; y >= 0 && y < len(rows) {
			text := style.Cut(c.rows[at], max(0, p.inner()-1))
			if i == c.at {
				rows[y] = st.Accent.Render(st.Marks.Bar + text)
			} else {
				rows[y] = " " + st.Muted.Render(text)
			}
		}
	}
	return rows
}

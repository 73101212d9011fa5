package layers

import (
	"strings"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// framed is the width from which the pane has a frame, wide that from which a row holds all of an item.
const (
	framed = 80
	wide   = 76
)

// Widths of the columns of a wide row. The label takes a share of the width within bounds.
const (
	labelShare, labelLeast, labelMost = 32, 22, 44
	gaugeWidth, gaugeNarrow           = 20, 16
	figureWidth                       = 15
)

// item is a row of a layer. Its texts are printable.
type item struct {
	label string
	// bar is a gauge or a share, drawn for a width; nil for none.
	bar func(w int) string
	// figure stands beside the bar, more behind it in ink.
	figure, more string
	ink          style.Ink
}

// room is the number of rows inside the frame, or below the title where there is no frame.
func (p *Pane) room() int {
	if p.w < framed {
		return max(0, p.h-1)
	}
	return max(0, p.h-2)
}

// Render draws exactly h rows of w cells.
func (p *Pane) Render() string {
	if p.drawn {
		return p.frame
	}
	w := p.w
	if w >= framed {
		w -= 2
	}
	rows := p.rows(w)
	h := p.room()
	p.last = max(0, len(rows)-h)
	p.top = max(0, min(p.top, p.last))
	foot := p.o.Styles.Place(p.top, min(len(rows), p.top+h), len(rows))
	p.frame, p.drawn = p.box(foot, rows[p.top:min(len(rows), p.top+h)]), true
	return p.frame
}

func (p *Pane) box(foot string, rows []string) string {
	st, title := p.o.Styles, "Layers of "+model.PrintableLine(p.name)
	if p.w < framed {
		head := st.Accent.Render(st.ShortPad(title, max(0, p.w-style.Width(foot)))) + st.Muted.Render(foot)
		return style.Rows(append([]string{head}, rows...), p.w, p.h)
	}
	return st.Frame(style.Box{Title: title, Foot: foot, Focus: true}, strings.Join(rows, "\n"), p.w, p.h)
}

// rows are all rows, from what every session is given down to what stands behind it.
func (p *Pane) rows(w int) []string {
	st := p.o.Styles
	switch {
	case p.trouble != "":
		return style.Hang(style.Lead{Indent: 1}, st.Error, p.trouble, w)
	case p.layers == nil:
		return []string{" " + st.Muted.Render("looking at instruction files, notes, pages and transcripts"+st.Marks.Ellipsis)}
	}
	var rows []string
	for i, s := range []section{p.injected(), p.notes(), p.pages(), p.transcripts()} {
		if i > 0 {
			rows = append(rows, "")
		}
		rows = append(rows, p.section(s, w)...)
	}
	for i, r := range p.layers.Remarks {
		if i == 0 {
			rows = append(rows, "")
		}
		rows = append(rows, style.Hang(style.Lead{Indent: 1}, st.Muted, model.PrintableLine(r), w)...)
	}
	return rows
}

// Text is all that the pane shows, as rows of w cells at most without a frame, for those who print it.
func (p *Pane) Text(w int) []string {
	rows := p.rows(w)
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return rows
}

// section is a layer: its name, what is said of it all, its rows, and what is wrong with it.
type section struct {
	name, about string
	items       []item
	faults      []string
}

// nameWidth is the column at which what is said of a layer begins.
const nameWidth = 13

func (p *Pane) section(s section, w int) []string {
	st := p.o.Styles
	rows := style.Hang(style.Lead{Mark: " " + s.name, Ink: st.Accent, Indent: nameWidth}, st.Text, s.about, w)
	if w < wide {
		rows = append([]string{" " + st.Accent.Render(s.name)}, style.Hang(style.Lead{Indent: 1}, st.Text, s.about, w)...)
	}
	for _, it := range s.items {
		rows = append(rows, p.item(it, w)...)
	}
	for _, f := range s.faults {
		rows = append(rows, style.Hang(style.Lead{Mark: " " + st.Marks.Finding, Ink: st.Warn, Indent: 3}, st.Warn, f, w)...)
	}
	return rows
}

// item draws an item: one row, on a narrow screen one for its figure, one for its bar, and more for its
// words. What has no room behind the figure hangs below.
func (p *Pane) item(it item, w int) []string {
	st := p.o.Styles
	if w < wide {
		return p.tall(it, w)
	}
	label, gauge := max(labelLeast, min(w*labelShare/100, labelMost)), gaugeWidth
	if w < 100 {
		gauge = gaugeNarrow
	}
	bar := style.Repeat(" ", gauge)
	if it.bar != nil {
		bar = it.bar(gauge)
	}
	used := 1 + label + 1 + gauge + 1 + figureWidth + 1
	head := " " + st.Text.Render(p.end(it.label, label)) + " " + bar + " " + st.Text.Render(style.Pad(it.figure, figureWidth)) + " "
	more := style.Wrap(it.more, w-used)
	if len(more) > 0 {
		head += it.ink.Render(more[0])
	}
	rows := []string{head}
	for _, m := range more[min(1, len(more)):] {
		rows = append(rows, style.Repeat(" ", used)+it.ink.Render(m))
	}
	return rows
}

func (p *Pane) tall(it item, w int) []string {
	st := p.o.Styles
	room := max(0, w-3-style.Width(it.figure))
	rows := []string{" " + st.Text.Render(p.end(it.label, room)) + " " + st.Text.Render(it.figure)}
	if it.bar != nil {
		rows = append(rows, "  "+it.bar(max(0, w-3)))
	}
	if it.more != "" {
		rows = append(rows, style.Hang(style.Lead{Indent: 3}, it.ink, it.more, w)...)
	}
	return rows
}

// end fills a label to w cells; of one that is too long the end is shown, which tells more of a path.
func (p *Pane) end(label string, w int) string {
	width, tail := style.Width(label), p.o.Styles.Marks.Ellipsis
	if width <= w || w <= style.Width(tail) {
		return style.Pad(label, w)
	}
	return style.Pad(tail+style.Skip(label, width-w+style.Width(tail)), w)
}

package tasks

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// framed is the width from which the panel has a frame.
const framed = 80

// room is the number of rows inside the frame, or below the title where there is no frame.
func (p *Panel) room() int {
	if p.w < framed {
		return max(0, p.h-1)
	}
	return max(0, p.h-2)
}

// Render draws exactly h rows of w cells as of now.
func (p *Panel) Render(now time.Time) string {
	now = now.Truncate(time.Second)
	if p.drawn && now.Equal(p.drawnFor) {
		return p.frame
	}
	w := p.w
	if w >= framed {
		w -= 2
	}
	title, rows, from := p.list(w, now)
	if p.log != "" {
		title, rows, from = p.steps(w)
	}
	h := p.room()
	foot := p.o.Styles.Place(from, min(len(rows), from+h), len(rows))
	p.frame = p.box(title, foot, rows[min(from, len(rows)):min(len(rows), from+h)])
	p.drawn, p.drawnFor = true, now
	return p.frame
}

func (p *Panel) box(title, foot string, rows []string) string {
	st := p.o.Styles
	if p.w < framed {
		head := st.Accent.Render(st.ShortPad(title, max(0, p.w-style.Width(foot)))) + st.Muted.Render(foot)
		return style.Rows(append([]string{head}, rows...), p.w, p.h)
	}
	return st.Frame(style.Box{Title: title, Foot: foot, Focus: true}, strings.Join(rows, "\n"), p.w, p.h)
}

// list draws all runs and finds the first row to show so that the selected one is seen.
func (p *Panel) list(w int, now time.Time) (title string, rows []string, from int) {
	st := p.o.Styles
	if len(p.runs) == 0 {
		text := "No dream has run yet; " + p.o.Keys.Key(keymap.Browse, keymap.Dream) + " on the browse screen starts one."
		return "Tasks", style.Hang(style.Lead{Indent: 1}, st.Muted, text, w), 0
	}
	p.rows = p.rows[:0]
	begin, end, c := 0, 0, p.columns()
	for _, r := range p.runs {
		if len(rows) > 0 && (p.detailed[r.ID] || !r.State.Done()) {
			rows = append(rows, "")
			p.rows = append(p.rows, "")
		}
		b := p.block(r, c, w, now)
		if r.ID == p.selected {
			begin, end = len(rows), len(rows)+len(b)
		}
		rows = append(rows, b...)
		p.rows = append(p.rows, slices.Repeat([]string{r.ID}, len(b))...)
	}
	h := p.room()
	p.top = max(min(p.top, begin), end-h)
	p.top = max(0, min(p.top, begin, len(rows)-h))
	return fmt.Sprintf("Tasks %d", len(p.runs)), rows, p.top
}

// closing ends the log of a run: what is to be said of it, and how it came out. Who reads the steps of a failed run
// looks for why it failed.
func (p *Panel) closing(r model.Run, w int) (rows []string) {
	if len(r.Report) > 0 {
		rows = p.report(r, w)
	}
	mark, ink := p.mark(r.State, &p.o.Styles.Roles)
	return append(rows, style.Hang(style.Lead{Mark: mark, Ink: ink, Indent: 2}, p.voice(r.State), p.result(r), w)...)
}

// steps draws the log of a run.
func (p *Panel) steps(w int) (title string, rows []string, from int) {
	r, _ := p.run(p.log)
	for _, s := range r.Log {
		rows = append(rows, style.Hang(style.Lead{Mark: p.o.Styles.Marks.Dot, Ink: p.o.Styles.Muted, Indent: 2}, p.o.Styles.Text, model.PrintableLine(s), w)...)
	}
	switch {
	case r.State.Done():
		rows = append(rows, p.closing(r, w)...)
	case len(rows) == 0 && r.State == model.RunWaiting:
		rows = style.Hang(style.Lead{Indent: 1}, p.o.Styles.Muted, p.result(r), w)
	case len(rows) == 0:
		rows = style.Hang(style.Lead{Indent: 1}, p.o.Styles.Muted, "no steps yet", w)
	}
	last := max(0, len(rows)-p.room())
	if p.follow {
		p.logTop = last
	}
	p.logTop = max(0, min(p.logTop, last))
	p.follow = p.logTop == last
	return "Log of dream " + model.PrintableLine(r.Store.Name) + " " + model.PrintableLine(r.Engine), rows, p.logTop
}

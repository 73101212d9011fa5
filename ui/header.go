package ui

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/ui/style"
)

// part is a piece of the header: its drawing and its width.
type part struct {
	text string
	w    int
}

func (a *App) part(ink style.Ink, text string) part { return part{ink.Render(text), style.Width(text)} }

// gaugeWidth is the width of a gauge in the header.
const gaugeWidth = 14

// header draws the first row: the program, the store, how full its index is, and what is ready.
func (a *App) header() string {
	w := a.layout.w
	left := a.headLeft()
	var right []part
	if badge := a.badge(); badge.w > 0 {
		right = append(right, badge)
	}
	var middle []part
	if a.screen == screenBrowse && a.browse.loaded {
		middle = a.meters()
	}
	used := 1
	for _, p := range right {
		used += p.w + 3
	}
	// The store's name gives way before the badge does, and before what says that there is more.
	seen := a.rows()
	if seen != "" {
		seen = " " + seen
		used += style.Width(seen)
	}
	name := a.st.Short(left, w-used-1)
	used += style.Width(name)
	row := " " + a.st.Accent.Render(name) + a.st.Muted.Render(seen)
	for _, p := range slices.Concat(a.place(), middle, a.ways()) {
		if used+p.w+2 > w {
			break
		}
		row += "  " + p.text
		used += p.w + 2
	}
	row += style.Repeat(" ", w-used)
	for _, p := range right {
		row += "  " + p.text + " "
	}
	return style.Cut(row, w)
}

// headLeft is the program and the store; on small screens a path of where the focus is.
func (a *App) headLeft() string {
	store := model.PrintableLine(a.store.Name)
	if a.screen == screenPicker || store == "" {
		return "dreamgate"
	}
	if a.layout.class != narrow {
		return "dreamgate  " + store
	}
	sep := " " + a.st.Marks.Arrow + " "
	switch b := &a.browse; {
	case !b.loaded:
		return store
	case b.view.focus == paneIndex:
		return store + sep + "index"
	case b.view.focus == panePreview && b.preview.shown:
		return store + sep + b.preview.title()
	case b.topics.place() != "" && b.topics.filter == "":
		return store + sep + "Topics" // how many there are is said with the rows that are seen
	default:
		return store + sep + b.topics.title()
	}
}

// place is where the store belongs, if there is room for it.
func (a *App) place() []part {
	if a.screen != screenBrowse {
		return nil
	}
	around := a.around()
	if a.layout.class == narrow || len(a.store.Projects) == 0 {
		return around
	}
	text := tilde(a.store.Projects[0], a.home)
	if n := len(a.store.Projects); n > 1 {
		text += " and " + strconv.Itoa(n-1) + " more"
	}
	most := a.layout.w / 4
	if style.Width(text) > most && a.layout.class == normal {
		return around
	}
	return append([]part{a.part(a.st.Muted, a.st.Middle(text, most))}, around...)
}

// rows says on a small screen, where panes have no frame, which rows of the one that is shown are seen.
func (a *App) rows() string {
	b := &a.browse
	switch {
	case a.layout.class != narrow:
		return ""
	case a.screen == screenPicker:
		return a.picker.place()
	case !b.loaded:
		return ""
	}
	return [panes]string{b.index.place(), b.topics.place(), b.preview.place()}[b.view.focus]
}

// ways says there which keys lead to the other panes.
func (a *App) ways() []part {
	if a.layout.class != narrow || a.screen != screenBrowse || !a.browse.loaded {
		return nil
	}
	return []part{a.part(a.st.Muted, a.sides(a.browse.view.focus))}
}

// around says what is unusual around the store: sessions that run now, a project that is gone.
func (a *App) around() []part {
	var parts []part
	if n := len(a.store.Open); n > 0 {
		word := model.Count(n, "session") + " open"
		if a.layout.class == narrow {
			word = model.Number(n) + " open"
		}
		parts = append(parts, a.part(a.st.Info, word))
	}
	if n := len(a.store.Gone); n > 0 && n == len(a.store.Projects) {
		parts = append(parts, a.part(a.st.Warn, "folder gone"))
	}
	return parts
}

// meters show the index against its limits, with gauges where there is room.
func (a *App) meters() []part {
	ix := a.browse.memory.Index
	word, ink := indexWord(&a.st.Roles, a.store.Kind, ix.Status)
	if a.layout.class == narrow {
		if ix.Status == model.StatusOK {
			return nil
		}
		return []part{a.part(ink, "index "+word)}
	}
	if ix.Status == model.StatusMissing {
		return []part{a.part(ink, "no "+model.IndexName)}
	}
	lines := a.meter("lines "+strconv.Itoa(ix.Lines)+"/"+strconv.Itoa(note.MaxLines), ix.Lines, note.MaxLines)
	size := a.meter("size "+thousandsOf(ix.Units, note.MaxUnits), ix.Units, note.MaxUnits)
	return []part{lines, size}
}

func (a *App) meter(word string, n, most int) part {
	ink := a.st.Level(float64(n) / float64(most))
	p := a.part(ink, word)
	if a.layout.class == wide {
		p.text += " " + a.st.Gauge(float64(n), float64(most), gaugeWidth)
		p.w += 1 + gaugeWidth
	}
	return p
}

// thousandsOf writes "10.1/25.0k".
func thousandsOf(n, most int) string {
	s := thousands(n)
	return s[:len(s)-1] + "/" + thousands(most)
}

// badge says what is at work or waits, with few words.
func (a *App) badge() part {
	if r, ok := a.runningHere(); ok {
		word := "dreaming"
		if r.State == model.RunCancelling {
			word = "cancelling"
		}
		if d := a.now.Sub(r.Started); d > 0 && !a.now.IsZero() {
			word += " " + clock(d)
		}
		return a.part(a.st.Info, a.st.Marks.Running+" "+word)
	}
	if a.screen != screenBrowse {
		return part{}
	}
	pending := a.browse.memory.Pending
	overtaken, destroyers := 0, 0
	for _, p := range pending {
		if p.Loss.Destroys() {
			destroyers++
		}
		if len(p.Overtaken) > 0 {
			overtaken++
		}
	}
	switch {
	case len(pending) == 0:
		return part{}
	case destroyers > 0:
		return a.part(a.st.Error, a.destroyers(len(pending), destroyers))
	case len(pending) > 1 && overtaken > 0 && a.layout.class != narrow:
		return a.part(a.st.Warn, strconv.Itoa(len(pending))+" reviews ready, "+strconv.Itoa(overtaken)+" overtaken")
	case len(pending) > 1:
		return a.part(a.st.Accent, strconv.Itoa(len(pending))+" reviews ready")
	case overtaken > 0:
		return a.part(a.st.Warn, "review overtaken")
	case pending[0].State == model.ReviewUncommitted:
		return a.part(a.st.Warn, "a commit is missing")
	case a.layout.class == narrow:
		return a.part(a.st.Accent, "review ready")
	}
	if p := pending[0]; p.Decided > p.Refused && p.Decided < p.Hunks { // somebody has begun
		return a.part(a.st.Accent, fmt.Sprintf("review: %s of %s left", model.Number(p.Hunks-p.Decided), model.Count(p.Hunks, "hunk")))
	}
	return a.part(a.st.Accent, "review ready: "+model.Count(pending[0].Hunks, "hunk"))
}

// destroyers says how many of the reviews that wait are destroyers: louder than anything else about them.
func (a *App) destroyers(reviews, n int) string {
	switch {
	case a.layout.class == narrow:
		return a.st.Marks.Finding + " destroyer"
	case reviews == 1:
		return a.st.Marks.Finding + " review ready: destroyer"
	}
	return a.st.Marks.Finding + " " + strconv.Itoa(reviews) + " reviews ready, " + model.Count(n, "destroyer")
}

// clock writes a duration as minutes and seconds, or hours and minutes from one hour on.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return two(s/3600) + "h" + two(s/60%60)
	}
	return two(s/60) + ":" + two(s%60)
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// sorting is an order of topics.
type sorting int

// The orders, as `s` goes through them.
const (
	byFindings sorting = iota
	byName
	byAge
	byType
	byReality
	byUse
	sortings
)

// String is the word in the pane's title.
func (s sorting) String() string {
	return [...]string{"by findings", "by name", "oldest first", "by type", "gone first", "most read"}[s]
}

// topic is a note as a row: its texts ready for the screen and for the filter.
type topic struct {
	note   model.Note
	badges model.Badges
	title  string
	// words is what the filter looks in: name, description, type and path in small letters.
	words string
}

// topicsPane lists the notes of a store.
type topicsPane struct {
	st    *style.Styles
	now   time.Time
	all   []topic
	shown []int
	list  list
	order sorting
	// filter is the text as typed; rows must hold each of its words.
	filter string
	w, h   int
	framed bool
	rev    int
	memo   memo
}

// setMemory takes the notes of a store. The note that was selected stays so if it is still there.
func (p *topicsPane) setMemory(m model.Memory, now time.Time) {
	at := p.selectedPath()
	p.now = now
	p.all = make([]topic, 0, len(m.Notes))
	// Notes of the same name are told apart by their files.
	shared := map[string]int{}
	for _, n := range m.Notes {
		shared[strings.ToLower(n.Title())]++
	}
	for _, n := range m.Notes {
		title := model.PrintableLine(n.Title())
		if shared[strings.ToLower(n.Title())] > 1 {
			title = model.PrintableLine(n.Path) + ": " + title
		}
		p.all = append(p.all, topic{
			note: n, badges: m.Badges[n.Path], title: title,
			words: strings.ToLower(n.Name + "\n" + n.Description + "\n" + n.Type + "\n" + n.Path),
		})
	}
	p.refresh(at)
}

// setSize gives the pane its room.
func (p *topicsPane) setSize(w, h int, framed bool) {
	p.w, p.h, p.framed = w, h, framed
	p.list.set(len(p.shown), p.inner())
}

func (p *topicsPane) inner() int {
	if p.framed {
		return p.h - 2
	}
	return p.h
}

// setFilter filters the rows.
func (p *topicsPane) setFilter(text string) {
	at := p.selectedPath()
	p.filter = text
	p.refresh(at)
}

// nextOrder changes to the next order.
func (p *topicsPane) nextOrder() {
	at := p.selectedPath()
	p.order = (p.order + 1) % sortings
	p.refresh(at)
}

// refresh filters and sorts anew, and keeps the cursor on a path.
func (p *topicsPane) refresh(at string) {
	p.rev++
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	for i := range p.all {
		if holdsAll(p.all[i].words, words) {
			p.shown = append(p.shown, i)
		}
	}
	slices.SortFunc(p.shown, func(a, b int) int { return p.compare(&p.all[a], &p.all[b]) })
	p.list.set(len(p.shown), p.inner())
	p.choose(at)
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// compare orders two topics; what is equal in the order is ordered by title and path.
func (p *topicsPane) compare(a, b *topic) int {
	c := 0
	switch p.order {
	case byFindings:
		c = cmp.Or(cmp.Compare(severityOf(b), severityOf(a)), cmp.Compare(b.badges.Findings, a.badges.Findings))
	case byAge:
		c = a.badges.Age.At.Compare(b.badges.Age.At)
		if a.badges.Age.At.IsZero() != b.badges.Age.At.IsZero() {
			c = -c
		}
	case byType:
		c = cmp.Compare(typeRank(a.note.Type), typeRank(b.note.Type))
	case byReality:
		c = cmp.Or(cmp.Compare(b.badges.Reality.Count(model.RealityGone), a.badges.Reality.Count(model.RealityGone)),
			cmp.Compare(b.badges.Reality.Count(model.RealityUnknown), a.badges.Reality.Count(model.RealityUnknown)))
	case byUse:
		c = cmp.Compare(b.badges.Use.Reads, a.badges.Use.Reads)
	}
	return cmp.Or(c, cmp.Compare(strings.ToLower(a.title), strings.ToLower(b.title)), cmp.Compare(a.note.Path, b.note.Path))
}

// severityOf ranks a topic: without findings it is below the mildest.
func severityOf(t *topic) int {
	if t.badges.Findings == 0 {
		return -1
	}
	return int(t.badges.Worst)
}

// typeRank orders types as they are listed, unknown ones and none after them.
func typeRank(name string) int {
	if i := slices.Index(model.Types, name); i >= 0 {
		return i
	}
	return len(model.Types)
}

// selected is the note under the cursor.
func (p *topicsPane) selected() (model.Note, bool) {
	if p.list.cursor >= len(p.shown) {
		return model.Note{}, false
	}
	return p.all[p.shown[p.list.cursor]].note, true
}

func (p *topicsPane) selectedPath() string {
	n, _ := p.selected()
	return n.Path
}

// choose moves the cursor to a path, and reports whether it is shown.
func (p *topicsPane) choose(path string) bool {
	i := slices.IndexFunc(p.shown, func(i int) bool { return p.all[i].note.Path == path })
	if i < 0 {
		return false
	}
	p.list.to(i)
	p.rev++
	return true
}

// move does a movement action, and reports whether it was one.
func (p *topicsPane) move(a keymap.Action) bool {
	if !p.list.move(a) {
		return false
	}
	p.rev++
	return true
}

// click moves the cursor to a row of the pane.
func (p *topicsPane) click(y int) {
	if p.framed {
		y--
	}
	if y >= 0 && y < p.inner() && p.list.offset+y < p.list.n {
		p.list.to(p.list.offset + y)
		p.rev++
	}
}

// render draws the pane, with a foot that says where the panes beside it are.
func (p *topicsPane) render(focus bool, foot string) string {
	return p.memo.draw(memoKey{p.rev, p.w, p.h, focus, foot}, func() string {
		w := p.w
		if p.framed {
			w -= 2
		}
		body := style.Rows(p.rows(w, focus), w, p.inner())
		if !p.framed {
			return body
		}
		return p.st.Frame(style.Box{Title: p.title(), Right: besides(p.st, p.filter, p.order.String()), Foot: foot, Place: p.place(), Focus: focus}, body, p.w, p.h)
	})
}

// place says which topics are seen.
func (p *topicsPane) place() string {
	from, to := p.list.window()
	return p.st.Place(from, to, p.list.n)
}

// title counts the topics, and those the filter lets through.
func (p *topicsPane) title() string {
	if p.filter != "" {
		return "Topics " + model.Number(len(p.shown)) + " of " + model.Number(len(p.all))
	}
	return "Topics " + model.Number(len(p.all))
}

func (p *topicsPane) rows(w int, focus bool) []string {
	if len(p.shown) == 0 {
		word := "no notes"
		if p.filter != "" {
			word = "nothing matches " + model.PrintableLine(p.filter)
		}
		return []string{"", p.st.Muted.Render(p.st.Short("  "+word, w))}
	}
	from, to := p.list.window()
	rows := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		rows = append(rows, p.row(&p.all[p.shown[i]], w, i == p.list.cursor, focus))
	}
	return rows
}

// Columns of a topic's row; the title has what is left.
const (
	typeWide, typeShort = 9, 4
	ageCol, findCol     = 6, 3
	realityCol, useCol  = 2, 3
	// typeFrom is the width from which the type is written out.
	typeFrom = 44
	// leastTitle is what the title keeps: the columns of use and reality are left out where it would have
	// less, in this order, and reality does without its number before.
	leastTitle = 12
)

// columns are the widths of a row's cells, 0 for one that is left out.
type columns struct{ title, typ, evidence, reality, use int }

// columnsOf shares out the cells of a row. It goes by the width alone: what is not known yet keeps its
// place, so that nothing moves when it is.
func columnsOf(w int) columns {
	c := columns{typ: typeShort, evidence: 1}
	if w >= typeFrom {
		c.typ, c.evidence = typeWide, 3
	}
	c.title = w - 1 - (1 + c.typ) - ageCol - (1 + c.evidence) - (1 + findCol)
	take := func(cell *int, n int) {
		if *cell == 0 && c.title-1-n >= leastTitle {
			*cell = n
			c.title -= 1 + n
		}
	}
	take(&c.reality, realityCol)
	take(&c.reality, 1)
	take(&c.use, useCol)
	return c
}

// row draws one topic: title, type, age, evidence, reality, findings, use.
func (p *topicsPane) row(t *topic, w int, selected, focus bool) string {
	st, m := p.st, p.st.Marks
	r, c := st.Row(selected), columnsOf(w)
	bar := r.Text.Render(" ")
	if selected {
		bar = r.Muted.Render(m.Bar)
		if focus {
			bar = r.Accent.Render(m.Bar)
		}
	}
	name := r.Text
	if selected {
		name = r.Strong
	}
	if t.note.Special != "" {
		why := st.ShortPad(model.PrintableLine(t.note.Special), w-2-c.title)
		return bar + name.Render(st.ShortPad(t.title, c.title)+" ") + r.Warn.Render(why)
	}
	return bar + name.Render(st.ShortPad(t.title, c.title)+" ") +
		p.typeCell(t, r, c.typ) +
		r.Muted.Render(style.PadLeft(ageWord(t.badges.Age, p.now), ageCol)+" ") +
		p.evidenceCell(t, r, c.evidence) + p.realityCell(t, r, c.reality) + r.Text.Render(" ") + p.findingsCell(t, r) +
		p.useCell(t, r, c.use)
}

// realityCell shows whether what the note names is still there.
func (p *topicsPane) realityCell(t *topic, r *style.Roles, w int) string {
	if w == 0 {
		return ""
	}
	word := realityWord(t.badges.Reality, p.st.Marks)
	return realityInk(r, t.badges.Reality).Render(style.Pad(" "+style.Cut(word, w), 1+w))
}

// useCell shows how often sessions read the note.
func (p *topicsPane) useCell(t *topic, r *style.Roles, w int) string {
	if w == 0 {
		return ""
	}
	return r.Muted.Render(" " + style.PadLeft(useWord(t.badges.Use, p.st.Marks), w))
}

func (p *topicsPane) typeCell(t *topic, r *style.Roles, w int) string {
	word := model.PrintableLine(t.note.Type)
	switch {
	case word == "":
		word = p.st.Marks.None
	case word == "reference" && w == typeShort:
		word = "ref"
	}
	return r.Type(t.note.Type).Render(style.Pad(word, w))
}

// evidenceCell shows whether the session that the note came from can still be read.
func (p *topicsPane) evidenceCell(t *topic, r *style.Roles, w int) string {
	m, e := p.st.Marks, t.badges.Evidence
	switch e.State {
	case model.EvidenceHere:
		return r.OK.Render(style.Pad(m.Here, w))
	case model.EvidenceGoing:
		return r.Warn.Render(style.Pad(m.Going+strconv.Itoa(e.Days)+"d", w))
	case model.EvidenceGone:
		return r.Muted.Render(style.Pad(m.Gone, w))
	}
	return r.Muted.Render(style.Pad(m.Unknown, w))
}

func (p *topicsPane) findingsCell(t *topic, r *style.Roles) string {
	if t.badges.Findings == 0 {
		return r.Text.Render(style.Pad("", findCol))
	}
	word := p.st.Marks.Finding + strconv.Itoa(t.badges.Findings)
	return severityInk(r, t.badges.Worst).Render(style.Pad(word, findCol))
}

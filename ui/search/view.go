package search

import (
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// framed is the width from which the panel has a frame.
const framed = 80

// room is the number of rows for hits: below the line of words and the rule under it.
func (p *Panel) room() int { return max(0, p.inside()-2) }

// inside is the number of rows in the frame, or below the title where there is no frame.
func (p *Panel) inside() int {
	if p.w < framed {
		return max(0, p.h-1)
	}
	return max(0, p.h-2)
}

// inner is the width in the frame.
func (p *Panel) inner() int {
	if p.w < framed {
		return p.w
	}
	return p.w - 2
}

// Render draws exactly h rows of w cells.
func (p *Panel) Render() string {
	if p.drawn {
		return p.frame
	}
	p.drawn = true
	title, right, foot, rows := "Search", p.where(), p.place(), p.list()
	if p.passage.open {
		title, right, foot, rows = p.passage.title(p), p.passage.mode(), p.passage.place(p), p.passage.window(p)
	}
	st := p.o.Styles
	if p.w < framed {
		tail := right
		if p.passage.open {
			tail = foot
		}
		tail = st.Short(tail, p.w*2/3)
		head := st.Accent.Render(st.ShortPad(title, max(0, p.w-style.Width(tail)-1))) + " " + st.Muted.Render(tail)
		p.frame = style.Rows(append([]string{head}, rows...), p.w, p.h)
		return p.frame
	}
	p.frame = st.Frame(style.Box{Title: title, Right: right, Foot: foot, Focus: true}, strings.Join(rows, "\n"), p.w, p.h)
	return p.frame
}

// where says what is searched, and how far that is.
func (p *Panel) where() string {
	scope := model.PrintableLine(p.store)
	if p.all {
		scope = "all memories"
	}
	words := []string{scope}
	found := model.Count(len(p.hits), "hit")
	switch p.state {
	case searching:
		words = append(words, found+", searching"+p.o.Styles.Marks.Ellipsis)
	case done, failed:
		words = append(words, found)
	case idle:
		if p.words != "" {
			words = append(words, found+", stopped")
		}
	case full:
		words = append(words, "the first "+found)
	}
	return strings.Join(words, " "+p.o.Styles.Marks.Dot+" ")
}

// place is where the cursor is among the hits.
func (p *Panel) place() string {
	if len(p.hits) == 0 || p.typing {
		return ""
	}
	if p.cursor >= len(p.hits) {
		return "not searched"
	}
	return model.Number(p.cursor+1) + "/" + model.Number(len(p.hits))
}

// list is the line of words, and the hits that fit below it.
func (p *Panel) list() []string {
	st, w := p.o.Styles, p.inner()
	rows := []string{p.line(w), st.Rule(w)}
	if text, ink := p.notice(); text != "" {
		for _, l := range style.Wrap(text, w-2) {
			rows = append(rows, " "+ink.Render(l))
		}
	}
	p.above = len(rows)
	room := p.inside() - len(rows)
	if p.count() == 0 || room <= 0 {
		return rows
	}
	all := p.layout()
	at := 0
	for i, r := range all {
		if r.hit == p.cursor {
			at = i
		}
	}
	// A heading is seen with the first hit below it.
	first := at
	if at > 0 && all[at-1].hit < 0 {
		first = at - 1
	}
	p.top = max(0, min(p.top, first, len(all)-1))
	p.top = max(p.top, at-room+1)
	p.top = max(0, min(p.top, len(all)-room))
	for _, r := range all[p.top:min(len(all), p.top+room)] {
		rows = append(rows, p.draw(r, w))
	}
	return rows
}

// row is a row of the list: a heading, or the hit or remark of that index.
type row struct {
	head string
	hit  int
}

// layout lists the rows of all that was found.
func (p *Panel) layout() []row {
	var rows []row
	part := func(name string, from, to int) {
		if from == to {
			return
		}
		if p.h >= framedHeight {
			if len(rows) > 0 {
				rows = append(rows, row{hit: -1})
			}
			rows = append(rows, row{name + " " + model.Number(to-from), -1})
		}
		for i := from; i < to; i++ {
			rows = append(rows, row{hit: i})
		}
	}
	part("Notes", 0, p.notes)
	part("Sessions", p.notes, len(p.hits))
	part("Not searched", len(p.hits), p.count())
	return rows
}

// framedHeight is the height from which parts of the list have headings.
const framedHeight = 16

// notice is what is to be said above the hits, or in their place.
func (p *Panel) notice() (string, style.Ink) {
	st := p.o.Styles
	switch {
	case p.state == full:
		return "Stopped after " + model.Count(len(p.hits), "hit") + ", the newest first: " + p.goesOn() + " for older ones.", st.Warn
	case p.fault != "":
		return st.Marks.Finding + " Not everything could be searched: " + model.PrintableLine(p.fault), st.Error
	case p.count() > 0:
		return "", st.Muted
	case p.state == searching:
		return "searching" + st.Marks.Ellipsis, st.Muted
	case p.state == done:
		return "Nothing is found. Several words are looked for as one phrase.", st.Muted
	}
	return "Type words: they are looked for as one phrase, whatever their case, in the notes and in the sessions.", st.Muted
}

// goesOn names the keys that make a search go on.
func (p *Panel) goesOn() string {
	more := keymap.Spell(p.o.Keys.Key(keymap.Hits, keymap.MoreHits))
	if p.typing {
		return keymap.Spell(p.o.Keys.Key(keymap.Words, keymap.Done)) + ", then " + more + ", searches on"
	}
	return more + " searches on"
}

// line shows the words with the cursor in them. The component's own drawing measures text differently.
func (p *Panel) line(w int) string {
	st := p.o.Styles
	runes := []rune(p.input.Value())
	at := min(p.input.Position(), len(runes))
	before, after := model.PrintableLine(string(runes[:at])), model.PrintableLine(string(runes[at:]))
	room := max(0, w-4)
	if !p.typing {
		return style.Pad(" "+st.Muted.Render("/ ")+st.Text.Render(st.Short(before+after, room)), w)
	}
	before = style.Skip(before, style.Width(before)-room+1)
	return style.Pad(" "+st.Accent.Render("/ ")+st.Text.Render(before)+st.Accent.Render("_")+
		st.Text.Render(style.Cut(after, room-1-style.Width(before))), w)
}

// draw draws one row of the list.
func (p *Panel) draw(r row, w int) string {
	st := p.o.Styles
	if r.hit < 0 {
		return style.Pad(" "+st.Strong.Render(st.Short(r.head, w-2)), w)
	}
	here := r.hit == p.cursor
	roles, bar := st.Row(here), " "
	if here {
		bar = st.Marks.Bar
	}
	lead := roles.Accent.Render(bar)
	if r.hit >= len(p.hits) {
		h := p.remarks[r.hit-len(p.hits)]
		place := h.Path
		if place == "" {
			place = model.Source{Session: h.Session}.Place()
		}
		text := p.owner(h) + model.PrintableLine(place) + "  " + model.PrintableLine(h.Remark)
		return lead + roles.Muted.Render(st.ShortPad(text, w-1))
	}
	h := p.hits[r.hit]
	head := p.head(h, w)
	return lead + roles.Muted.Render(head) + p.text(h, roles, w-1-style.Width(head))
}

// owner is the memory of a hit, where several are searched.
func (p *Panel) owner(h model.Hit) string {
	if !p.all {
		return ""
	}
	return p.o.Styles.ShortPad(model.PrintableLine(h.Store.Name), 10) + " "
}

// head says where a hit stands: of a note its place, of a session when and who.
func (p *Panel) head(h model.Hit, w int) string {
	st := p.o.Styles
	place := model.PrintableLine(model.Source{Path: h.Path, Session: h.Session, Line: h.Line}.Place())
	owner := ""
	if w >= framed {
		owner = p.owner(h)
	}
	switch {
	case h.Path != "" && w < framed:
		return st.ShortPad(place, w/3) + " "
	case h.Path != "":
		return owner + st.ShortPad(place, max(24, w/4)) + "  "
	case w < framed:
		return style.Pad(p.when(h.Time, "2 Jan"), 6) + " " + style.Pad(who(h.Trust, h.Call), 5) + " "
	}
	if w >= roomy {
		owner += st.ShortPad(place, 13) + "  "
	}
	return owner + style.Pad(p.when(h.Time, "2 Jan 2006 15:04"), 17) + " " + style.Pad(who(h.Trust, h.Call), 5) + "  "
}

// roomy is the width from which the line of a session has a column.
const roomy = 110

func (p *Panel) when(t time.Time, layout string) string {
	if t.IsZero() {
		return "no time"
	}
	return t.In(p.o.Zone).Format(layout)
}

// who is a speaker in one short word.
func who(t model.Trust, call bool) string {
	switch {
	case call:
		return "call"
	case t == model.TrustAssistant:
		return "agent"
	case t == "": // a line that nobody reads for its length
		return "skipped"
	}
	return string(t)
}

// text shows the text of a hit so that the place in it is seen.
func (p *Panel) text(h model.Hit, roles *style.Roles, w int) string {
	st := p.o.Styles
	from, to := max(0, min(h.Mark[0], len(h.Text))), max(0, min(h.Mark[1], len(h.Text)))
	to = max(from, to)
	before, place, after := model.PrintableLine(h.Text[:from]), model.PrintableLine(h.Text[from:to]), model.PrintableLine(h.Text[to:])
	if over := style.Width(before) + style.Width(place) + style.Width(after) - w; over > 0 {
		// What stands before the place takes no more than a third of the row, or what is left of it.
		most := max(w/3, w-style.Width(place)-style.Width(after))
		if skip := style.Width(before) - most; skip > 0 {
			before = st.Marks.Ellipsis + style.Skip(before, skip+style.Width(st.Marks.Ellipsis))
		}
	}
	before = style.Cut(before, w)
	place = style.Cut(place, w-style.Width(before))
	after = st.Short(after, w-style.Width(before)-style.Width(place))
	rest := w - style.Width(before) - style.Width(place) - style.Width(after)
	return roles.Text.Render(before) + roles.Accent.Render(place) + roles.Text.Render(after+style.Repeat(" ", rest))
}

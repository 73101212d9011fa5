package history

import (
	"strconv"
	"strings"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// framed is the width from which the pane has a frame, wide that from which a row has all its columns.
const (
	framed = 80
	wide   = 110
)

// inner is the width in the frame, inside its height.
func (p *Pane) inner() int {
	if p.w < framed {
		return p.w
	}
	return max(0, p.w-2)
}

func (p *Pane) inside() int {
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
	p.drawn = true
	title, right, foot, rows := p.title(), p.remote(), p.place(), p.list()
	if p.change.open {
		title, right, foot, rows = p.change.title(p), "", p.change.place(p), p.change.window(p)
	}
	st := p.o.Styles
	if p.w < framed {
		head := st.Accent.Render(st.ShortPad(title, max(0, p.w-style.Width(foot)-1))) + " " + st.Muted.Render(foot)
		p.frame = style.Rows(append([]string{head}, rows...), p.w, p.h)
		return p.frame
	}
	p.frame = st.Frame(style.Box{Title: title, Right: right, Foot: foot, Focus: true}, strings.Join(rows, "\n"), p.w, p.h)
	return p.frame
}

// title says whose history it is.
func (p *Pane) title() string {
	switch s := p.subject; {
	case s.Gone:
		return "Notes gone from " + model.PrintableLine(s.Store)
	case s.Note != "":
		return "History of " + model.PrintableLine(s.Note)
	default:
		return "History of " + model.PrintableLine(s.Store)
	}
}

// remote says how far the repository is from its remote.
func (p *Pane) remote() string {
	if p.history == nil {
		return ""
	}
	return model.PrintableLine(p.history.Remote.String())
}

func (p *Pane) place() string {
	if p.count() == 0 {
		return ""
	}
	text := model.Number(p.cursor+1) + "/" + model.Number(p.count())
	if p.history.More {
		text += "+"
	}
	return text
}

// notices are the rows above the list: what is not committed.
func (p *Pane) notices() []string {
	if p.history == nil || len(p.history.Pending) == 0 || p.subject.Gone || p.inside() < 8 {
		return nil
	}
	st := p.o.Styles
	names := make([]string, len(p.history.Pending))
	for i, n := range p.history.Pending {
		names[i] = model.PrintableLine(n)
	}
	return []string{" " + st.Warn.Render(st.Short("not committed yet: "+strings.Join(names, ", "), p.inner()-2))}
}

func (p *Pane) above() int { return len(p.notices()) }

// remarks are the rows below the list.
func (p *Pane) remarks() (rows []string) {
	if p.history == nil {
		return nil
	}
	st, w := p.o.Styles, p.inner()
	var texts []string
	if p.history.More {
		texts = append(texts, keymap.Spell(p.o.Keys.Key(keymap.History, keymap.Older))+" lists older changes")
	}
	for _, r := range p.history.Remarks {
		texts = append(texts, model.PrintableLine(r))
	}
	for _, t := range texts {
		rows = append(rows, style.Hang(style.Lead{Indent: 1}, st.Muted, t, w)...)
	}
	// They never take more than half of the room.
	return rows[:min(len(rows), p.inside()/2)]
}

// room is the number of rows for revisions.
func (p *Pane) room() int { return max(1, p.inside()-p.above()-len(p.remarks())) }

// list is what is above the revisions, those that fit, and what is below.
func (p *Pane) list() []string {
	st, w := p.o.Styles, p.inner()
	switch {
	case p.trouble != "":
		return style.Hang(style.Lead{Indent: 1}, st.Error, p.trouble, w)
	case p.history == nil:
		return []string{" " + st.Muted.Render(style.Cut("looking at what became of it"+st.Marks.Ellipsis, w-1))}
	}
	rows := p.notices()
	if p.count() == 0 {
		rows = append(rows, style.Hang(style.Lead{Indent: 1}, st.Muted, p.nothing(), w)...)
	}
	room := p.room()
	p.top = max(0, min(p.top, p.cursor), p.cursor-room+1)
	p.top = max(0, min(p.top, p.count()-room))
	for i := p.top; i < min(p.count(), p.top+room); i++ {
		rows = append(rows, p.row(i, w))
	}
	return append(rows, p.remarks()...)
}

// nothing says that there is nothing.
func (p *Pane) nothing() string {
	switch {
	case p.subject.Gone:
		return "No note is gone, as far as is kept."
	case p.subject.Note != "":
		return "Nothing is kept of what became of this note."
	}
	return "Nothing is kept of what became of this memory."
}

// row draws a revision: when, who, how much, and what of it.
func (p *Pane) row(i, w int) string {
	st := p.o.Styles
	r := p.history.Revisions[i]
	roles, bar := st.Row(i == p.cursor), " "
	if i == p.cursor {
		bar = st.Marks.Bar
	}
	when, who, gap := "2006-01-02 15:04", 24, "  "
	switch {
	case w < framed-2:
		when, who, gap = "2 Jan", 12, " "
		if !p.now.IsZero() && p.now.Sub(r.At) > 300*24*time.Hour {
			when = "Jan06"
		}
	case w < wide:
		when, who = "2006-01-02", 20
	}
	stamp := p.when(r.At, when)
	if w < framed-2 {
		stamp = style.Pad(stamp, 6)
	}
	head := roles.Accent.Render(bar) + roles.Muted.Render(stamp+gap) + p.doer(r, roles).Render(st.ShortPad(model.PrintableLine(r.Who()), who)) + roles.Muted.Render(gap)
	rest := max(0, w-style.Width(head))
	if w >= framed-2 {
		size := style.PadLeft(p.size(r), 10) + gap
		head += roles.Muted.Render(size)
		rest = max(0, rest-style.Width(size))
	}
	what := p.files(r)
	if w < wide || p.subject.Gone {
		return head + roles.Text.Render(st.ShortPad(what, rest))
	}
	files := rest * 45 / 100
	return head + roles.Text.Render(st.ShortPad(what, files)) + roles.Muted.Render(gap+st.ShortPad(model.PrintableLine(r.Subject), max(0, rest-files-len(gap))))
}

// doer is the ink of who made a change: what was dreamt is told from what people did, also by its word.
func (p *Pane) doer(r model.Revision, roles *style.Roles) style.Ink {
	switch r.By {
	case model.DoerDream, model.DoerRules:
		return roles.Info
	case model.DoerAgent, model.DoerOthers:
		return roles.Warn
	}
	return roles.Text
}

// size is how many lines came and went.
func (p *Pane) size(r model.Revision) string {
	var added, removed int
	for _, c := range r.Changes {
		gone, come := hunk.Size(c)
		added, removed = added+come, removed+gone
	}
	m := p.o.Styles.Marks
	return m.Plus + strconv.Itoa(added) + " " + m.Minus + strconv.Itoa(removed)
}

// files names what was changed, each with its mark.
func (p *Pane) files(r model.Revision) string {
	var names []string
	for _, f := range r.Files {
		names = append(names, p.file(f))
	}
	return strings.Join(names, ", ")
}

// file is one file with what became of it.
func (p *Pane) file(f model.RevisionFile) string {
	m, name := p.o.Styles.Marks, model.PrintableLine(f.Path)
	switch {
	case f.From != "":
		return m.Renamed + " " + name
	case f.Status == model.Added:
		return m.Added + " " + name
	case f.Status == model.Deleted:
		return m.Deleted + " " + name
	}
	return name
}

func (p *Pane) when(t time.Time, layout string) string {
	if t.IsZero() {
		return style.Pad("no time", len(layout))
	}
	return t.In(p.o.Zone).Format(layout)
}

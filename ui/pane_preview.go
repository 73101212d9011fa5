package ui

import (
	"strconv"
	"strings"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// previewPane shows one note: its frontmatter and badges as a header, its body rendered or raw.
type previewPane struct {
	st       *style.Styles
	now      time.Time
	note     model.Note
	name     string
	file     model.File
	badges   model.Badges
	findings []model.Finding
	related  []related
	// shown says that there is a note.
	shown bool
	raw   bool
	// job is what body is or will be made of; ready says that it was.
	job   renderJob
	ready bool
	head  []string
	body  []string
	pos   scroll
	// sought is a search for words in the note.
	sought noteFind
	cache  renderCache
	w, h   int
	// framed says that the pane has a border.
	framed bool
	rev    int
	memo   memo
}

// previewOf is what the pane is to show.
type previewOf struct {
	note model.Note
	// name is the note's path for the title.
	name     string
	file     model.File
	badges   model.Badges
	findings []model.Finding
	related  []related
	now      time.Time
}

// show changes the note. A note that is shown already, with the same bytes, stays where it was
// scrolled to.
func (p *previewPane) show(o previewOf) {
	moved := !p.shown || p.note.Path != o.note.Path
	p.note, p.name, p.file = o.note, o.name, o.file
	p.badges, p.findings, p.related, p.now = o.badges, o.findings, o.related, o.now
	p.shown = true
	p.refresh()
	if moved {
		p.endFind()
		p.pos.to(0)
	}
}

// clear shows no note.
func (p *previewPane) clear() {
	if p.shown {
		p.shown, p.note, p.file = false, model.Note{}, model.File{}
		p.refresh()
	}
}

func (p *previewPane) setSize(w, h int, framed bool) {
	if w == p.w && h == p.h && framed == p.framed {
		return
	}
	p.w, p.h, p.framed = w, h, framed
	p.refresh()
}

// toggleRaw changes between the rendered note and the file.
func (p *previewPane) toggleRaw() {
	p.raw = !p.raw
	p.refresh()
	p.pos.to(0)
}

// room is what is left for text: inside the frame, and a blank at each side.
func (p *previewPane) room() (w, h int) {
	if p.framed {
		return max(0, p.w-4), p.h - 2
	}
	return max(0, p.w-2), p.h
}

// refresh takes the body from the cache, or shows a plain beginning of it until it is rendered.
func (p *previewPane) refresh() {
	p.rev++
	w, h := p.room()
	p.head, p.body, p.ready = nil, nil, true
	if p.shown && w > 0 {
		p.head = p.header(w)
		// Of a link there is the text of its target, where that is a plain file.
		if p.file.Regular() || p.file.Data != nil {
			p.job = newRenderJob(p.file.Data, p.note.BodyAt, w, p.raw, p.st)
			p.body, p.ready = p.cache.get(p.job.key)
			if !p.ready {
				p.body = p.beginning(w, h)
			}
		}
	}
	p.pos.set(len(p.head)+len(p.body), h)
	p.find()
}

// beginning is as much plain text as can be seen, cut out of the file without reading all of it.
func (p *previewPane) beginning(w, h int) []string {
	data := p.file.Data
	if !p.raw {
		data = data[p.job.body:]
	}
	return plainRows(string(data[:min(len(data), 4*w*max(1, h))]), w)
}

// wanted is the rendering that the pane waits for.
func (p *previewPane) wanted() (renderJob, bool) { return p.job, !p.ready }

// rendered takes rows that were asked for. Rows of a note that is no longer shown are only kept.
func (p *previewPane) rendered(k renderKey, rows []string) {
	p.cache.put(k, rows)
	if !p.ready && p.job.key == k {
		p.body, p.ready = rows, true
		p.rev++
		_, h := p.room()
		p.pos.set(len(p.head)+len(p.body), h)
		p.find()
	}
}

// move does a movement action, and reports whether it was one.
func (p *previewPane) move(a keymap.Action) bool {
	if !p.pos.move(a) {
		return false
	}
	p.rev++
	return true
}

// header is what is known of the note besides its text.
func (p *previewPane) header(w int) []string {
	st, n := p.st, p.note
	var rows []string
	add := func(ink style.Ink, text string, most int) {
		lines := style.Wrap(text, w)
		for i, l := range lines[:min(len(lines), most)] {
			if i == most-1 && len(lines) > most {
				l = style.Cut(l, w-style.Width(st.Marks.Ellipsis)) + st.Marks.Ellipsis
			}
			rows = append(rows, ink.Render(l))
		}
	}
	add(st.Strong, model.PrintableLine(clip(n.Title())), 2)
	if n.Special != "" {
		what := "it is not read, and never written"
		if p.file.Data != nil {
			what = "what it points to is shown, and never written"
		}
		add(st.Warn, "This is a "+model.PrintableLine(n.Special)+": "+what+".", 4)
	}
	if n.Description != "" {
		add(st.Muted, model.PrintableLine(clip(n.Description)), 3)
	}
	rows = append(rows, p.badgeLine(w))
	if e := p.badges.Evidence; e.Reason != "" {
		add(st.Muted, p.evidenceMark()+" "+model.PrintableLine(e.Reason), 2)
	}
	rows = append(rows, p.badgeRows(w)...)
	rows = append(rows, p.fieldRows(w)...)
	told := false
	for _, f := range p.findings {
		add(severityInk(&st.Roles, f.Severity), st.Marks.Finding+" "+st.Marks.Quoted(findingWord(f)), 3)
		told = told || f.Rule == "frontmatter"
	}
	if word := frontWord(n); word != "" && !told {
		add(st.Warn, st.Marks.Finding+" "+word, 3)
	}
	return append(rows, st.Rule(w))
}

// badgeLine is the type in its colour, the age and how it is known.
func (p *previewPane) badgeLine(w int) string {
	typ, ink := model.PrintableLine(p.note.Type), p.st.Type(p.note.Type)
	if typ == "" {
		typ = "no type"
	}
	typ = p.st.Short(typ, w)
	age := p.st.Short(" "+p.st.Marks.Dot+" "+ageSentence(p.badges.Age, p.now), w-style.Width(typ))
	return ink.Render(typ) + p.st.Muted.Render(age)
}

func (p *previewPane) evidenceMark() string {
	switch p.badges.Evidence.State {
	case model.EvidenceHere:
		return p.st.Marks.Here
	case model.EvidenceGoing:
		return p.st.Marks.Going
	case model.EvidenceGone:
		return p.st.Marks.Gone
	}
	return p.st.Marks.Unknown
}

// mostFields bounds the fields of a header; the raw view has all.
const mostFields = 6

// fieldRows lists the fields that no other row tells.
func (p *previewPane) fieldRows(w int) []string {
	var rows []string
	left := 0
	for _, f := range p.note.Fields {
		switch f.Key {
		case "name", "description", "type", "metadata.type", "modified", "metadata.modified":
			continue
		}
		if len(rows) == mostFields {
			left++
			continue
		}
		rows = append(rows, p.st.Muted.Render(p.st.Short(model.PrintableLine(clip(f.Key+": "+f.Value)), w)))
	}
	if left > 0 {
		rows = append(rows, p.st.Muted.Render(p.st.Short("and "+model.Count(left, "field")+" more", w)))
	}
	return rows
}

// frontWord says what is wrong with a frontmatter.
func frontWord(n model.Note) string {
	switch n.Front {
	case model.FrontBroken, model.FrontUnterminated, model.FrontEmpty:
	default:
		return ""
	}
	word := "frontmatter is " + string(n.Front)
	if n.FrontLine > 0 {
		word += ", line " + strconv.Itoa(n.FrontLine)
	}
	if n.FrontError != "" {
		word += ": " + model.PrintableLine(n.FrontError)
	}
	return word
}

// findingWord is a finding in a row of its own.
func findingWord(f model.Finding) string {
	word := model.PrintableLine(f.Message)
	if f.Line > 0 {
		word = "line " + strconv.Itoa(f.Line) + ": " + word
	}
	return word
}

// render draws the pane, with a foot that says where the panes beside it are.
func (p *previewPane) render(focus bool, foot string) string {
	return p.memo.draw(memoKey{p.rev, p.w, p.h, focus, foot}, func() string {
		w, h := p.room()
		from, to := p.pos.window()
		rows := make([]string, 0, to-from)
		for i := from; i < to; i++ {
			before, row := " ", ""
			if i < len(p.head) {
				row = p.head[i]
			} else {
				before, row = p.marked(i - len(p.head))
			}
			rows = append(rows, before+style.Cut(row, w))
		}
		if !p.shown {
			rows = []string{"", " " + p.st.Muted.Render(style.Cut("no note is selected", w))}
		}
		if !p.framed {
			return style.Rows(rows, p.w, h)
		}
		box := style.Box{Title: p.title(), Right: p.mode(), Foot: foot, Place: p.place(), Focus: focus}
		return p.st.Frame(box, style.Rows(rows, p.w-2, h), p.w, p.h)
	})
}

func (p *previewPane) title() string {
	if !p.shown {
		return "Preview"
	}
	return model.PrintableLine(p.name)
}

// mode says which view this is, where it is not the usual one.
func (p *previewPane) mode() string {
	switch {
	case p.raw:
		return "raw"
	case !p.ready:
		return "rendering"
	}
	return ""
}

// place tells how far the text is scrolled, when it is longer than the pane.
func (p *previewPane) place() string {
	if p.pos.n <= p.pos.h {
		return ""
	}
	_, to := p.pos.window()
	return strings.TrimSpace(strconv.Itoa(100*to/p.pos.n) + "%")
}

package review

import (
	"fmt"
	"strings"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/ui/style"
)

// headPart is a part of the header in all its forms, the longest first.
type headPart struct {
	ink   style.Ink
	forms []string
}

// The parts of the header, as they stand in it.
const (
	headReview = iota
	headOrigin
	headLoss
	headFigures
	headRefused
	headFlags
	headBroken
	headState
	headMeter
	headParts
)

// header is the first row: whose proposal it is, how far the review has come, and what the index would be. Where there
// is no room for all in full, one part after the other takes a shorter form; figures go last.
func (p *Pane) header() string {
	parts := p.headParts()
	width := 1
	for _, part := range parts {
		width += style.Width(part.forms[0])
	}
	shorten := func(at int) {
		if f := parts[at].forms; len(f) > 1 && width > p.w {
			width += style.Width(f[1]) - style.Width(f[0])
			parts[at].forms = f[1:]
		}
	}
	for _, at := range []int{headMeter, headMeter, headOrigin, headBroken, headFlags, headState, headOrigin, headRefused,
		headReview, headRefused, headMeter, headFigures, headState, headReview, headState, headBroken} {
		shorten(at)
	}
	var left strings.Builder
	for _, part := range parts[:headMeter] {
		left.WriteString(part.ink.Render(part.forms[0]))
	}
	meter := parts[headMeter]
	if meter.forms[0] == "" || width > p.w {
		return p.ink.ShortPad(left.String(), p.w)
	}
	return style.Pad(left.String(), max(0, p.w-style.Width(meter.forms[0])-1)) + meter.ink.Render(meter.forms[0]) + " "
}

// headParts are the parts of the header, with all that they could say.
func (p *Pane) headParts() [headParts]headPart {
	t, m, st := p.book.all, p.ink.Marks, p.ink
	dot := " " + m.Dot + " "
	none := headPart{st.Text, []string{""}}
	parts := [headParts]headPart{}
	for i := range parts {
		parts[i] = none
	}
	parts[headReview] = headPart{st.Accent, []string{" Review  ", "Review ", ""}}
	if p.queue > 1 && p.nth > 0 {
		parts[headReview].forms = []string{fmt.Sprintf(" Review %d of %d  ", p.nth, p.queue), fmt.Sprintf("%d of %d: ", p.nth, p.queue)}
	}
	who, by, _ := strings.Cut(p.origin(), " (")
	parts[headOrigin] = headPart{st.Text, []string{p.origin() + "      ", who + "   ", ""}}
	if by == "" {
		parts[headOrigin].forms = parts[headOrigin].forms[1:]
	}
	if l := p.r.Check.Loss; l.Destroys() {
		// It is read first; who proposed it stands in the summary as well.
		parts[headLoss] = headPart{st.Error, []string{fmt.Sprintf("%s destroyer: drops %d%%%s", m.Finding, l.Percent(), dot)}}
	}
	taken := fmt.Sprintf("%s %s %s %s", model.Number(t.Accepted), m.Accepted, model.Number(t.Rejected), m.Rejected)
	parts[headFigures] = headPart{st.Strong, []string{fmt.Sprintf("%s/%s decided%s%s", model.Number(t.Decided()), model.Number(t.Hunks()), dot, taken),
		fmt.Sprintf("%s/%s%s%s", model.Number(t.Decided()), model.Number(t.Hunks()), dot, taken)}}
	if n := p.sheet.sum.refused; n > 0 {
		parts[headRefused] = headPart{st.Strong, []string{fmt.Sprintf("%s%d refused before", dot, n), fmt.Sprintf(", %d before", n), ""}}
	}
	if n := p.sheet.sum.flagged; n > 0 {
		parts[headFlags] = headPart{st.Error, []string{dot + m.Finding + model.Number(n) + " flagged", dot + m.Finding + model.Number(n)}}
	}
	if n := p.broken(); n > 0 {
		parts[headBroken] = headPart{st.Warn, []string{dot + model.Count(n, "new finding"), fmt.Sprintf("%s%s%d new", dot, m.Finding, n), ""}}
	}
	if p.r.State == model.ReviewUncommitted {
		parts[headState] = headPart{st.Warn, []string{dot + "applied, not committed", dot + "not committed"}}
	}
	if p.moved {
		parts[headState] = headPart{st.Warn, p.movedForms(dot)}
	}
	parts[headMeter] = p.meter()
	return parts
}

// movedForms say that notes were changed under the review, how many, and what to do about it.
func (p *Pane) movedForms(dot string) []string {
	what, key := "the notes moved on", p.o.key(keymap.Global, keymap.Reload)
	short := "moved on"
	if n := len(p.movedFiles); n > 0 {
		what, short = model.Count(n, "note")+" changed", fmt.Sprintf("%d changed", n)
	}
	return []string{dot + what + ": " + key + " refreshes", dot + what + ": " + key, dot + short + ": " + key, dot + key}
}

// meter says how large the index would be, against what a session loads of it, and how many of its lines would lead
// nowhere. A sign says what the colour does.
func (p *Pane) meter() headPart {
	s := p.selected
	if s == nil || p.sealed() != "" {
		return headPart{p.ink.Text, []string{""}}
	}
	ix := s.Index
	word, ink := p.indexWord(ix)
	if ix.Status == model.StatusMissing {
		if word == "" {
			return headPart{p.ink.Text, []string{""}}
		}
		return headPart{ink, []string{"   " + word, "   " + p.ink.Marks.Finding + "no index"}}
	}
	lines := fmt.Sprintf("%d/%d", ix.Lines, note.MaxLines)
	size := fmt.Sprintf("%.1f/%.1fk", float64(ix.Units)/1000, float64(note.MaxUnits)/1000)
	mark, near, dot, dangling := "", "", " "+p.ink.Marks.Dot+" ", fmt.Sprintf("%d dangling", s.Dangling)
	switch {
	case ix.Status == model.StatusCut:
		mark = p.ink.Marks.Finding
	case ix.Status == model.StatusNear:
		near = ", near"
	}
	if s.Dangling > 0 {
		dangling = p.ink.Marks.Finding + dangling
	}
	short := lines
	if ix.Lines <= note.MaxLines && ix.Units > note.MaxUnits {
		short = size // what is too large of it is said to the last
	}
	forms := []string{
		"   " + mark + "index " + lines + " lines" + near + dot + size + dot + dangling,
		"   " + mark + "index " + lines + " lines" + near + dot + size,
		"   " + mark + "index " + short + near, "",
	}
	if mark != "" {
		forms[3] = "  " + mark + short
	}
	return headPart{ink, forms}
}

// indexWord says in words how an index stands, "" where there is nothing to say, and in which ink.
func (p *Pane) indexWord(ix model.Index) (string, style.Ink) {
	_, had := p.r.Proposal.Base[model.IndexName]
	switch {
	case ix.Status == model.StatusMissing && had:
		return p.ink.Marks.Finding + " " + model.IndexName + " would be gone", p.ink.Error
	case ix.Status == model.StatusMissing:
		return "", p.ink.Muted
	case ix.Status == model.StatusCut:
		return "cut: a session does not see the end of it", p.ink.Error
	case ix.Status == model.StatusNear:
		return "near the limit", p.ink.Warn
	}
	return "", p.ink.Muted
}

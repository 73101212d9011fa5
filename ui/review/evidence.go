package review

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// evidence draws what is known of an item: why, the lines it cites, what is wrong with it, and what
// its claims rest on. The flags are left out where they are told apart.
func (p *Pane) evidence(it item, w int, flags bool) []string {
	var rows []string
	told := ""
	rows = append(rows, p.reads(it, w)...)
	if s := p.r.Changes[it.change].Hunks[it.at].Remark(); s != "" {
		rows = append(rows, p.quiet(p.ink.Marks.Dot, s, w)...)
	}
	rows = append(rows, p.elsewhere(it, w)...)
	said := ""
	for _, id := range it.ids {
		if note := p.book.notes[id]; note != said {
			rows = append(rows, p.para(style.Lead{Mark: "note", Ink: p.ink.Accent, Indent: labelled}, line(p.behind.Cover(note)), w)...)
			said = note
		}
		ev := p.r.Check.Hunks[id]
		if ev.Before.Known() && id == it.ids[0] {
			rows = append(rows, style.Hang(bullet(p.ink.Marks.No, p.ink.Error), p.ink.Error, p.refusedBefore(ev.Before), w)...)
		}
		if ev.Why == told {
			// The two hunks of a rename mostly share their reason.
			ev.Why = ""
		}
		told = ev.Why
		rows = append(rows, p.why(ev, w)...)
		for _, c := range ev.Citations {
			rows = append(rows, p.cited(c, w)...)
		}
		for _, f := range ev.Flags {
			if flags {
				rows = append(rows, p.flag(f, w)...)
			}
		}
		rows = append(rows, p.claims(ev, w)...)
	}
	rows = append(rows, p.belongs(it, w)...)
	if told == "" && !it.edited && p.unreasoned(it) {
		rows = append(p.para(style.Lead{Mark: "why", Ink: p.ink.Muted, Indent: labelled}, "no reason was given", w), rows...)
	}
	return rows
}

// refusedBefore says when the same change was refused, and what was said of it.
func (p *Pane) refusedBefore(r model.PastRefusal) string {
	s := "refused before"
	if !r.At.IsZero() {
		s = "refused on " + p.day(r.At, p.r.Proposal.Created)
	}
	if note := line(r.Note); note != "" {
		s += ": " + note
	}
	return s
}

// belongs names what is to be decided with an item, and how it stands.
func (p *Pane) belongs(it item, w int) (rows []string) {
	if !p.tied(it) {
		return nil
	}
	for _, other := range p.sheet.items {
		if !slices.ContainsFunc(it.ids, func(id string) bool { return len(intersect(p.ties[id], other.ids)) > 0 }) {
			continue
		}
		if len(rows) == maxTied {
			return append(rows, p.para(style.Lead{Indent: labelled}, "and more", w)...)
		}
		d, _ := p.book.of(other)
		rows = append(rows, p.para(style.Lead{Mark: "with", Ink: p.ink.Muted, Indent: labelled}, p.name(other)+", "+d.String(), w)...)
	}
	return rows
}

// tells reports whether the page of an item says how other hunks are decided.
func (p *Pane) tells(it item) bool {
	stands, _ := p.stands(it)
	return p.tied(it) || slices.ContainsFunc(stands, func(s model.Stand) bool { return s.Hunk != "" })
}

// tied reports whether anything belongs to an item.
func (p *Pane) tied(it item) bool {
	return slices.ContainsFunc(it.ids, func(id string) bool { return len(p.ties[id]) > 0 })
}

// maxTied bounds what is listed of the hunks that belong to one.
const maxTied = 8

// unreasoned reports whether an item of an engine or a stranger comes with neither reason nor
// citation. Of a person's own change and of an undo nobody asks for one.
func (p *Pane) unreasoned(it item) bool {
	for _, id := range it.ids {
		if ev := p.r.Check.Hunks[id]; ev.Why != "" || len(ev.Citations) > 0 {
			return false
		}
	}
	return p.r.Proposal.Origin.NeedsEvidence() && p.r.Proposal.Store.Kind != model.KindFolder
}

// labelled is the column of texts behind a word.
const labelled = 6

func (p *Pane) why(ev model.Evidence, w int) []string {
	if ev.Why == "" {
		return nil
	}
	return p.para(style.Lead{Mark: "why", Ink: p.ink.Muted, Indent: labelled}, line(ev.Why), w)
}

// cited draws a citation: where it points and what that is worth, and the words that stand there.
func (p *Pane) cited(c model.Citation, w int) []string {
	m, mark, ink := p.ink.Marks, p.ink.Marks.Yes, p.ink.OK
	switch c.Verdict {
	case model.Unsupported:
		mark, ink = m.No, p.ink.Error
	case model.Missing:
		mark, ink = m.Unknown, p.ink.Warn
	}
	words := []string{model.PrintableLine(c.Source.Place()), mark + " " + string(c.Verdict)}
	if c.Source.Trust != "" {
		words = append(words, string(c.Source.Trust))
	}
	if at := p.stamp(c.Source.Time, p.r.Proposal.Created); at != "" {
		words = append(words, at)
	}
	head := strings.Join(words, " "+m.Dot+" ")
	if c.Verdict != model.Supported && c.Reason != "" {
		head += ": " + p.ink.Marks.Quoted(line(c.Reason))
	}
	rows := style.Hang(style.Lead{Mark: "cites", Ink: p.ink.Muted, Indent: labelled}, ink, head, w)
	if text := line(c.Source.Text); text != "" {
		rows = append(rows, p.para(style.Lead{Indent: labelled + 2}, text, w)...)
	}
	return rows
}

// flagRows draws the flags of an item.
func (p *Pane) flagRows(it item, w int) (rows []string) {
	for _, f := range it.flags {
		rows = append(rows, p.flag(f, w)...)
	}
	return rows
}

func (p *Pane) flag(f model.Flag, w int) []string {
	if p.small() {
		// Of a narrow screen a path or an address takes rows that the reason needs, and it is marked in the text.
		f.Token = p.ink.Short(line(f.Token), max(leastToken, w-2-style.Width(f.Kind)-len(` "":`)))
	}
	return style.Hang(bullet(p.ink.Marks.Finding, p.ink.Error), p.ink.Error, p.flagText(f), w)
}

// leastToken is what is shown of a long word, in cells, however narrow the screen is.
const leastToken = 12

// flagText says what a flag is about.
func (p *Pane) flagText(f model.Flag) string {
	head := line(f.Kind)
	if f.Token != "" {
		head += ` "` + line(f.Token) + `"`
	}
	if f.Reason != "" {
		head += ": " + p.ink.Marks.Quoted(line(f.Reason))
	}
	return head
}

// claims draws what supports the claims. Those kept from the old text need no look and share a
// paragraph. A new file may make thousands: what is listed is bounded, and says so.
func (p *Pane) claims(ev model.Evidence, w int) []string {
	told, same, more := ev.Telling(maxListed)
	var rows, kept []string
	for _, c := range told {
		rows = append(rows, p.claim(c, w)...)
	}
	for _, c := range same {
		kept = append(kept, `"`+line(c.Token)+`"`)
	}
	if len(kept) > 0 {
		rows = append(rows, p.quiet(p.ink.Marks.Yes, "kept "+strings.Join(kept, ", "), w)...)
	}
	if more > 0 {
		rows = append(rows, p.quiet(p.ink.Marks.Dot, "and "+model.Count(more, "more claim"), w)...)
	}
	return rows
}

// quiet draws a line that nobody needs to look at.
func (p *Pane) quiet(mark, text string, w int) []string {
	return style.Hang(bullet(mark, p.ink.Muted), p.ink.Muted, text, w)
}

func (p *Pane) claim(c model.Claim, w int) []string {
	mark, ink := p.ink.Marks.Yes, p.ink.OK
	if c.Support == model.Unsourced {
		mark, ink = p.ink.Marks.Unknown, p.ink.Warn
	}
	text := fmt.Sprintf(`%s "%s"`, c.Support, line(c.Token))
	if at := model.PrintableLine(c.Source.Place()); at != "" {
		text += " " + at
	}
	if c.Source.Trust != "" {
		text += " " + string(c.Source.Trust)
	}
	if c.Reason != "" {
		text += ": " + p.ink.Marks.Quoted(line(c.Reason))
	}
	return style.Hang(bullet(mark, ink), p.ink.Muted, text, w)
}

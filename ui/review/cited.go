package review

import (
	"strings"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// Place is a line of a session that a hunk rests on, and what in it is meant; Words may be empty, or not stand
// in the line as they are.
type Place struct {
	Source model.Source
	Words  string
}

// places are the lines of sessions that an item rests on: the cited ones in their order, then those where a
// check found a claim of it. Each is there once, however much rests on it.
func (p *Pane) places(it item) (list []Place) {
	type line struct {
		session string
		n       int
	}
	at := map[line]int{}
	add := func(s model.Source, words string) {
		if s.Session == "" || s.Line < 1 {
			return
		}
		l := line{s.Session, s.Line}
		i, known := at[l]
		if !known {
			i = len(list)
			at[l] = i
			list = append(list, Place{Source: s})
		}
		if list[i].Words == "" {
			list[i].Words = words
		}
	}
	for _, id := range it.ids {
		for _, c := range p.r.Check.Hunks[id].Citations {
			add(c.Source, "")
		}
	}
	for _, id := range it.ids {
		for _, c := range p.r.Check.Hunks[id].Claims {
			add(c.Source, c.Token)
		}
	}
	return list
}

// openCited asks for the lines that the hunk at the cursor rests on.
func (p *Pane) openCited() Outcome {
	switch {
	case p.at == summary && p.against && p.unapproved():
		return Outcome{PutBack: true}
	case p.at == summary:
		return Outcome{Hint: "choose a file first"}
	case p.result:
		return Outcome{Hint: "this is the file as it would be; " + p.o.key(keymap.Review, keymap.Result) + " shows the hunk and what it rests on"}
	}
	if list := p.places(p.sheet.items[p.at]); len(list) > 0 {
		return Outcome{Cited: list}
	}
	return Outcome{Hint: "no line of a session is cited or found for this hunk"}
}

// Path is that of the file at the cursor as the memory has it now, "" on the summary.
func (p *Pane) Path() string {
	if p.at == summary {
		return ""
	}
	f := p.sheet.files[p.file()]
	if f.other >= 0 {
		return p.real[f.other].Path
	}
	return p.real[f.change].Path
}

// Line is the first line of the hunk at the cursor in the note as it was proposed for, from 1, with its text; of a hunk
// that only adds it is the line before. It is 0 where a whole file is the hunk.
func (p *Pane) Line() (line int, text string) {
	if p.at == summary {
		return 0, ""
	}
	h := p.actual()
	if h.Kind != model.HunkText {
		return 0, ""
	}
	line = max(1, h.OldStart)
	if lines := hunk.Lines(p.behind.Real.Proposal.Base[p.Path()].Data); line <= len(lines) {
		text = strings.TrimRight(lines[line-1], "\r\n")
	}
	return line, text
}

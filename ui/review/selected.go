package review

import (
	"fmt"
	"slices"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/model/note"
	"dreamgate/ui/style"
)

// Selected is what the memory would be with what is accepted so far.
type Selected struct {
	Index model.Index
	// Dangling counts the links of the index that would lead nowhere.
	Dangling int
	// Fresh are the findings that the notes do not have as they are, Before those that they have.
	Fresh, Before []model.Finding
}

// SetSelected shows what the memory would be, nil if nobody knows at the moment.
func (p *Pane) SetSelected(s *Selected) {
	p.selected = s
	if s != nil {
		p.before = s.Before
	}
	p.pages.summary()
	p.touch()
}

// broken is the number of findings that what is accepted would bring about.
func (p *Pane) broken() int {
	if p.selected == nil || p.book.all.Accepted == 0 {
		return 0
	}
	return len(p.selected.Fresh)
}

// indexRows say in full how large an index would be against what a session loads of it.
func (o inks) indexRows(ix model.Index, dangling, w int) []string {
	if ix.Status == model.StatusMissing {
		return nil
	}
	text := fmt.Sprintf("the index has %s of %d lines, %s of %s characters", model.Number(ix.Lines), note.MaxLines, model.Number(ix.Units), model.Number(note.MaxUnits))
	mark, ink := o.Marks.Yes, o.OK
	switch ix.Status {
	case model.StatusNear:
		mark, ink, text = o.Marks.Finding, o.Warn, text+", near"
	case model.StatusCut:
		mark, ink, text = o.Marks.Finding, o.Error, text+", cut: a session does not see its end"
	}
	if dangling > 0 {
		text += "; " + model.Counted(dangling, "link", "leads", "lead") + " nowhere"
		if ix.Status == model.StatusOK {
			mark, ink = o.Marks.Finding, o.Warn
		}
	}
	return style.Hang(bullet(mark, ink), o.Text, text, w)
}

// soFar tells what the memory would be with what is accepted.
func (p *Pane) soFar(w int) []string {
	s := p.selected
	if s == nil || p.book.all.Accepted == 0 || p.sealed() != "" {
		return nil
	}
	rows := p.title("With what is accepted so far", w)
	rows = append(rows, p.ink.indexRows(s.Index, s.Dangling, w)...)
	if len(s.Fresh) == 0 {
		return append(rows, p.para(bullet(p.ink.Marks.Yes, p.ink.OK), "the audit finds nothing new", w)...)
	}
	rows = append(rows, p.ink.findings(s.Fresh, w)...)
	if len(p.ties) > 0 && slices.ContainsFunc(s.Fresh, func(f model.Finding) bool { return f.Rule == "orphan" || f.Rule == "dangling" }) {
		text := p.o.key(keymap.Review, keymap.Together) + " on a hunk decides the note of its line, or the line of its note, in the same way"
		rows = append(rows, p.quiet(p.ink.Marks.Dot, text, w)...)
	}
	return rows
}

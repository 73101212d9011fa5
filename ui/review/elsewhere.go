package review

import (
	"fmt"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/model/evidence"
	"dreamgate/ui/style"
)

// elsewhere says of a hunk that only takes text away what of it stands elsewhere, and what nowhere.
func (p *Pane) elsewhere(it item, w int) (rows []string) {
	stands, first := p.stands(it)
	if len(stands) == 0 {
		return nil
	}
	list := evidence.Standing(stands, first, hunk.Roots(p.real, p.book.now))
	for i, s := range list {
		if i == maxTied {
			return append(rows, p.para(inset, fmt.Sprintf("and %d more", len(list)-i), w)...)
		}
		text := line(p.behind.Cover(s.Text))
		if s.Kept {
			rows = append(rows, p.quiet(p.ink.Marks.Yes, text, w)...)
			continue
		}
		rows = append(rows, style.Hang(bullet(p.ink.Marks.Deleted, p.ink.Warn), p.ink.Warn, text, w)...)
	}
	return rows
}

// stands are those of the lines that a hunk takes away, and the number of the first; none of what brings
// something or is no whole lines.
func (p *Pane) stands(it item) ([]model.Stand, int) {
	h := p.real[it.change].Hunks[it.at]
	if len(it.ids) > 1 {
		return nil, 0
	}
	return hunk.StandsOf(p.behind.Stands, p.behind.Real.Whole, h)
}

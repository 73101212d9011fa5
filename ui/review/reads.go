package review

import (
	"fmt"

	"dreamgate/diffview"
	"dreamgate/ui/style"
)

// mostRead bounds what is told of one hunk as fields or entries.
const mostRead = 8

// reads tells what a hunk of a frontmatter does to its fields, and one of the index to its entries: what a line
// of YAML or of a list means is more than that it is another line.
func (p *Pane) reads(it item, w int) []string {
	if len(it.ids) > 1 {
		return nil
	}
	c := p.r.Changes[it.change]
	word, lines := diffview.Reads(p.r.Proposal.Base, c, c.Hunks[it.at])
	var rows []string
	for i, l := range lines {
		if i == mostRead {
			return append(rows, p.para(style.Lead{Indent: labelled}, fmt.Sprintf("and %d more", len(lines)-i), w)...)
		}
		rows = append(rows, p.para(style.Lead{Mark: word, Ink: p.ink.Muted, Indent: labelled}, line(l), w)...)
	}
	return rows
}

package review

import (
	"fmt"
)

// abreast says that what was stands beside what is.
func (p *Pane) abreast() bool { return p.sides && p.w >= widest }

// beside changes between two columns and one.
func (p *Pane) beside() Outcome {
	if p.w < widest {
		return Outcome{Hint: fmt.Sprintf("side by side needs %d columns; there are %d", widest, p.w)}
	}
	p.sides = !p.sides
	if p.sides {
		return Outcome{Hint: "what was stands beside what is"}
	}
	return Outcome{Hint: "what was stands above what is"}
}

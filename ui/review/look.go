package review

import (
	"fmt"

	"dreamgate/model"
)

// Look is how keys have set what is shown of hunks.
func (p *Pane) Look() model.Look { return model.Look{Cut: !p.wrap, Below: !p.sides, Calm: !p.words} }

// SetLook sets it so.
func (p *Pane) SetLook(l model.Look) {
	p.wrap, p.sides, p.words, p.left = !l.Cut, !l.Below, !l.Calm, 0
	p.clamp()
	p.touch()
}

// abreast says that what was stands beside what is.
func (p *Pane) abreast() bool { return p.sides && p.w >= widest }

// beside changes between two columns and one.
func (p *Pane) beside() Outcome {
	if p.w < widest {
		return Outcome{Hint: fmt.Sprintf("side by side needs %d columns; there are %d", widest, p.w)}
	}
	p.sides = !p.sides
	p.reflowed()
	if p.sides {
		return Outcome{Hint: "side by side: what was, and what is"}
	}
	return Outcome{Hint: "in one column: what was above what is"}
}

// markWords marks the words that changed in a line, or the lines alone.
func (p *Pane) markWords() Outcome {
	p.words = !p.words
	if p.words {
		return Outcome{Hint: "changed words are marked"}
	}
	return Outcome{Hint: "changed lines are marked, not the words in them"}
}

// maximise gives the whole screen to what has the focus, or takes it back.
func (p *Pane) maximise() Outcome {
	if p.small() {
		return Outcome{Hint: "list and hunks have the whole screen in turn already"}
	}
	p.alone = !p.alone
	p.reflowed()
	return Outcome{}
}

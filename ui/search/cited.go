package search

import "dreamgate/model"

// Cite shows lines of sessions that something rests on, the first of them to be read, and leaves with
// them: there is neither a line of words nor a list. It asks for what stands around the first.
func (p *Panel) Cite(lines []model.Hit) Outcome {
	p.clear()
	p.typing, p.cited, p.hits, p.state = false, true, lines, done
	p.awaits()
	return p.read()
}

// awaits shows that a cited line is on its way. The keys are those of a passage from now on: what is
// pressed meanwhile must not mean something else.
func (p *Panel) awaits() {
	if p.cited && p.cursor < len(p.hits) {
		p.tell(p.hits[p.cursor], "reading the session"+p.o.Styles.Marks.Ellipsis, false)
	}
}

// Fail says in the place of a cited line why it cannot be shown, and what was kept of it elsewhere; there
// may be others to go to. The reason is printable.
func (p *Panel) Fail(h model.Hit, reason string) { p.tell(h, reason, true) }

// tell opens a passage that is a sentence.
func (p *Panel) tell(h model.Hit, text string, failed bool) {
	p.passage = passage{open: true, hit: h, said: text, failed: failed}
	p.passage.lay(p)
	p.drawn = false
}

// unit is what the passages are of.
func (p *Panel) unit() string {
	if p.cited {
		return "line"
	}
	return "hit"
}

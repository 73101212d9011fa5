package evidence

import (
	"slices"

	"dreamgate/model"
)

// Line is the line of the passage on which the statement begins, from 0.
func (s *Statement) Line() int {
	return s.span(s.text.items[s.from].start, s.text.items[s.from].end).Line
}

// Span is the place of the statement in the passage.
func (s *Statement) Span() model.Span {
	return s.span(s.text.items[s.from].start, s.text.items[s.to-1].end)
}

// Empty reports whether a statement says nothing that could be looked for.
func (s *Statement) Empty() bool { return len(s.content) == 0 }

// Share is how much of the statement the best sentence of a text holds, from 0 to 1; less than the least
// share that is asked for may be given as 0.
func (s *Statement) Share(t *Text, least float64) (best float64) {
	s.shares(t, least, func(_ int, share float64) { best = max(best, share) })
	return best
}

// Touching tells of a statement whether one of some texts holds a word of it.
func Touching(texts []*Text) func(*Statement) bool {
	keys := map[string]bool{}
	for _, t := range texts {
		for _, it := range t.items {
			keys[it.key] = true
		}
	}
	return func(s *Statement) bool {
		return slices.ContainsFunc(s.content, func(it item) bool { return keys[it.key] })
	}
}

// shares calls each with every sentence of a text that holds at least the given share of the statement, and
// with its share by weight. Some that hold less may be among them.
func (s *Statement) shares(t *Text, least float64, each func(n int, share float64)) {
	all := 0.0
	for _, it := range s.content {
		all += it.weight()
	}
	t.weigh(s.content, least*all, func(n int, weight float64) { each(n, weight/all) })
}

// Copies are the texts of a pass in which one sentence holds at least the given share of
// statement n.
func (p *Pass) Copies(n int, least float64) []*Text {
	var out []*Text
	for _, t := range p.texts(p.said[n]) {
		if p.m.statements[n].Share(t, least) >= least {
			out = append(out, t)
		}
	}
	return out
}

// Retired looks for a line that says that what statement n holds is no longer so, or should go. A
// cited line need only be about it: it was named as the reason.
func (p *Pass) Retired(n int, cited []*Text) (model.Source, bool) {
	s := p.m.statements[n]
	for _, t := range cited {
		if t.Source.Trust != model.TrustTool && p.meets(s, t, false) {
			return t.Source, true
		}
	}
	for _, t := range p.texts(p.said[n]) {
		if p.meets(s, t, true) {
			return t.Source, true
		}
	}
	return model.Source{}, false
}

// meets reports whether a clause of a text is about the statement: it shares two of its words, or
// one that is a name by its shape; of a line that is named as the reason words of the same root will do. With ending, the clause must say that something ends, and hold
// half of the statement.
func (p *Pass) meets(s *Statement, t *Text, ending bool) bool {
	items := s.content
	all := 0.0
	for _, it := range items {
		all += it.weight() * p.rarity(it.key)
	}
	for _, o := range t.sentences {
		for _, c := range o.clauses {
			if o.mood&asked != 0 || ending && !c.not && !c.gone {
				continue
			}
			shared, rare := 0.0, 0.0
			for _, it := range items {
				if t.find(sentence{from: c.from, to: c.to}, it.key) >= 0 || !ending && slices.ContainsFunc(t.items[c.from:c.to], func(o item) bool { return akin(o, it) }) {
					shared += it.weight()
					rare += it.weight() * p.rarity(it.key)
				}
			}
			if (shared >= 1.9 || shared > 0 && len(items) == 1) && (!ending || 2*rare >= all) {
				return true
			}
		}
	}
	return false
}

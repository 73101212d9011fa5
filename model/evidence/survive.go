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

// Held is how much of the statement a text holds, wherever it stands, from 0 to 1.
func (s *Statement) Held(t *Text) float64 {
	held, all := 0.0, 0.0
	for _, it := range s.content {
		all += it.weight()
		if t.has(it.key) {
			held += it.weight()
		}
	}
	if all == 0 {
		return 0
	}
	return held / all
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

// meets reports whether a sentence of a text is about the statement: a clause shares two of its words, or one and a
// number, or one that is a name by its shape; of a line that is named as the reason words of the same root will
// do. With ending, its clauses must say that something ends, and hold half of the statement together.
func (p *Pass) meets(s *Statement, t *Text, ending bool) bool {
	all := 0.0
	for _, it := range s.content {
		all += it.weight() * p.rarity(it.key)
	}
	for _, o := range t.sentences {
		if o.mood&asked != 0 {
			continue
		}
		met := map[string]bool{}
		for i, c := range o.clauses {
			if ending && !c.not && !c.gone && !(i+1 < len(o.clauses) && t.dismisses(o.clauses[i+1])) {
				continue
			}
			if !ending {
				clear(met)
			}
			shared, rare := 0.0, 0.0
			for _, it := range s.content {
				if t.find(sentence{from: c.from, to: c.to}, it.key) >= 0 || !ending && slices.ContainsFunc(t.items[c.from:c.to], func(o item) bool { return akin(o, it) }) {
					met[it.key] = true
				}
				if met[it.key] {
					shared += it.weight()
					rare += it.weight() * p.rarity(it.key)
				}
			}
			if (shared >= 1.7 || shared > 0 && len(s.content) == 1) && (!ending || 2*rare >= all) {
				return true
			}
		}
	}
	return false
}

// dismisses reports whether a clause says of what stands before it that it is to go, and nothing else: "drop it".
func (t *Text) dismisses(c clause) bool {
	forget := false
	for _, it := range t.items[c.from:c.to] {
		if it.kind == kindWord && it.entry.class&(classForget|classGone) != 0 {
			forget = true
		} else if it.solid() && it.entry.class&classMere == 0 {
			return false
		}
	}
	return forget && !c.not
}

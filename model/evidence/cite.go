package evidence

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// Cite judges whether one line bears a claim out by its text alone: it must have all words of the
// claim, its values in the same places, and deny what the claim denies and nothing else. Order,
// white space, Markdown, quotes, case and the forms of a word do not count. The reason is one
// sentence. A line that does not exist is for the caller to tell; an empty one holds nobody's words.
func Cite(claim string, line model.Source) (model.Verdict, string) {
	rest, found := refs(claim)
	if len(found) > 0 && strings.TrimSpace(rest) == "" {
		return model.Unsupported, "a locator alone claims nothing"
	}
	if strings.TrimSpace(line.Text) == "" {
		return model.Missing, "the line holds nobody's words"
	}
	c := citation{claim: Read(model.Source{Text: claim}), line: Read(line)}
	if reason := c.against(); reason != "" {
		return model.Unsupported, reason
	}
	return model.Supported, "the line holds all of it"
}

// citation is a claim beside the line that is cited for it.
type citation struct{ claim, line *Text }

// against is the first reason not to accept the citation, "" if there is none.
func (c citation) against() string {
	words := 0
	for _, s := range c.claim.sentences {
		for i := s.from; i < s.to; i++ {
			it := c.claim.items[i]
			if it.stop || it.part {
				continue
			}
			words++
			if !c.line.has(it.key) {
				return fmt.Sprintf("the line has no “%s”", c.claim.Source.Text[it.start:it.end])
			}
		}
	}
	if words == 0 {
		return "the claim says nothing that could be looked for"
	}
	for _, cl := range c.claim.claims(c.claim.language()) {
		if cl.weak() && !c.value(cl) {
			return fmt.Sprintf("the line gives “%s” in another unit, or denies it", c.claim.Source.Text[cl.start:cl.end])
		}
	}
	for _, s := range c.claim.sentences {
		for _, o := range s.clauses {
			if reason := c.clause(o); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// value reports whether some sentence of the line gives a value of the claim as it is claimed.
func (c citation) value(cl claim) bool {
	for _, s := range c.line.sentences {
		if c.line.valueIn(s, cl, false) {
			return true
		}
	}
	return false
}

// pair is a clause of the line beside one of the claim. whole says that the latter has all of its words.
type pair struct {
	o     clause
	whole bool
}

// layout is a clause of the claim beside all clauses of the line: those that have most of it, in order,
// and its words that the line has, but only beside words that the clause has not.
type layout struct {
	best  []pair
	loose []item
}

// lay lays a clause of the claim beside the line. What the line repeats a thousand times is looked at once:
// clauses are counted by the words that they share, not compared one by one.
func (c citation) lay(o clause) layout {
	x, l := c.line.index(), c.line.ledger()
	items := c.claim.items[o.from:o.to]
	var keys []int32
	for _, it := range items {
		if id := x.id(it.key); id >= 0 {
			keys = append(keys, id)
		}
	}
	slices.Sort(keys)
	whole, home := map[int32]bool{}, map[int32]bool{}
	c.line.cover(slices.Compact(keys), func(n int32, held int) {
		if held == int(l.size[n]) {
			whole[n] = true
			for i := l.clauses[n].from; i < l.clauses[n].to; i++ {
				home[x.of[i]] = true
			}
		}
	})
	var out layout
	most := 1
	var best []int32
	c.line.tally(items, func(n int32, shared int) {
		if shared > most {
			most, best = shared, best[:0]
		}
		if shared == most {
			best = append(best, n)
		}
	})
	slices.Sort(best)
	for _, n := range best {
		out.best = append(out.best, pair{l.clauses[n], whole[n] || l.size[n] == 0})
	}
	for _, it := range items {
		if id := x.id(it.key); it.solid() && id >= 0 && !home[id] && !l.hollow[id] {
			out.loose = append(out.loose, it)
		}
	}
	return out
}

// clause compares a clause of the claim with those of the line that have most of its words.
func (c citation) clause(o clause) string {
	l := c.lay(o)
	best := l.best
	if len(best) == 0 {
		return ""
	}
	agree, plain := false, false
	for _, p := range best {
		same := p.o.not == o.not
		if !same && p.whole && len(best) > 1 { // all that a denial is about is claimed
			return c.opposite(p)
		}
		agree = agree || same
		plain = plain || same && !c.exchanged(p, l.loose)
	}
	switch {
	case !agree:
		return c.opposite(best[0])
	case !plain:
		return fmt.Sprintf("the line says it of something else: “%s”", short(c.line.text(best[0].o.from, best[0].o.to)))
	}
	return ""
}

// opposite words the reason for a clause that is denied on one side only.
func (c citation) opposite(p pair) string {
	return fmt.Sprintf("the line says the opposite: “%s”", short(c.line.text(p.o.from, p.o.to)))
}

// exchanged reports whether one of the loose words of the claim's clause belongs to something else: a
// clause of the line lacks it and has something of its own in its place.
func (c citation) exchanged(p pair, loose []item) bool {
	return !p.whole && slices.ContainsFunc(loose, func(it item) bool {
		return c.line.find(sentence{from: p.o.from, to: p.o.to}, it.key) < 0
	})
}

package evidence

import (
	"fmt"
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
type citation struct {
	claim, line *Text
	// counts tells which words may not change places, nil if none may.
	counts func(item) bool
}

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

// pair is a clause of the line beside one of the claim: what both have, and what each has alone.
type pair struct {
	o            clause
	shared       int
	mine, theirs []item
}

// best are the clauses of the line that have most of a clause of the claim.
func (c citation) best(o clause) (best []pair) {
	for _, s := range c.line.sentences {
		for _, other := range s.clauses {
			p := c.pair(o, other)
			switch {
			case p.shared == 0 || len(best) > 0 && p.shared < best[0].shared:
			case len(best) > 0 && p.shared == best[0].shared:
				best = append(best, p)
			default:
				best = []pair{p}
			}
		}
	}
	return best
}

// clause compares a clause of the claim with those of the line that have most of its words.
func (c citation) clause(o clause) string {
	best := c.best(o)
	if len(best) == 0 {
		return ""
	}
	agree, plain := false, false
	for _, p := range best {
		same := p.o.not == o.not
		if !same && len(p.theirs) == 0 && len(best) > 1 { // all that a denial is about is claimed
			return c.opposite(p)
		}
		agree = agree || same
		plain = plain || same && !exchanged(p, c, o)
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

// pair lays a clause of the claim beside one of the line.
func (c citation) pair(o, other clause) pair {
	p := pair{o: other}
	a := sentence{from: o.from, to: o.to}
	b := sentence{from: other.from, to: other.to}
	for _, it := range c.claim.items[o.from:o.to] {
		if it.stop || it.part {
			continue
		}
		if c.line.find(b, it.key) >= 0 {
			p.shared++
		} else {
			p.mine = append(p.mine, it)
		}
	}
	for _, it := range c.line.items[other.from:other.to] {
		if !it.stop && !it.part && c.claim.find(a, it.key) < 0 {
			p.theirs = append(p.theirs, it)
		}
	}
	return p
}

// exchanged reports whether a word or value of the claim's clause belongs to something else: what
// is left over here stands in the line only beside words that the clause has not, and the line has
// something of its own in its place.
func exchanged(p pair, c citation, o clause) bool {
	if len(p.theirs) == 0 {
		return false
	}
	for _, it := range p.mine {
		if homes, alone := c.homes(it, o); homes > 0 && !alone && (c.counts == nil || c.counts(it)) {
			return true
		}
	}
	return false
}

// homes counts the clauses of the line that hold an item, and reports whether one of them has no
// words but those of the claim's clause.
func (c citation) homes(it item, o clause) (n int, alone bool) {
	for _, s := range c.line.sentences {
		for _, h := range s.clauses {
			if c.line.find(sentence{from: h.from, to: h.to}, it.key) >= 0 {
				n++
				alone = alone || len(c.pair(o, h).theirs) == 0
			}
		}
	}
	return n, alone
}

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

// layout is a clause of the claim beside all clauses of the line. Its words are marked in the line's
// ledger until it is done.
type layout struct {
	line  *Text
	words []item
	// best are the clauses of the line that have most of the words, in order.
	best []clause
	// strays are the words that were asked for, by the number of their key.
	strays map[int32]bool
}

// lay lays a clause of the claim beside the line. What the line repeats a thousand times is looked at once:
// clauses are found by the words that they share, not compared one by one.
func (c citation) lay(o clause) *layout {
	l := &layout{line: c.line, words: c.claim.items[o.from:o.to], strays: map[int32]bool{}}
	most := 0
	var best []int32
	solid := 0
	for _, it := range l.words {
		if it.solid() {
			solid++
		}
	}
	// most often a clause has half of the words, and then those that have fewer need not be counted
	for least := (solid + 1) / 2; least > 0 && most == 0; least /= 2 {
		c.line.tally(l.words, least, func(n int32, shared int) {
			if shared > most {
				most, best = shared, best[:0]
			}
			if shared == most {
				best = append(best, n)
			}
		})
	}
	slices.Sort(best)
	for _, n := range best {
		l.best = append(l.best, c.line.ledger().clauses[n])
	}
	l.mark(true)
	return l
}

// done takes the marks away.
func (l *layout) done() { l.mark(false) }

// mark sets or clears the marks of the words.
func (l *layout) mark(to bool) {
	x, rows := l.line.index(), l.line.ledger()
	for _, it := range l.words {
		if id := x.id(it.key); id >= 0 {
			rows.marked[id] = to
		}
	}
}

// whole reports whether the claim's clause has all words of one of the line.
func (l *layout) whole(p clause) bool {
	x, rows := l.line.index(), l.line.ledger()
	for i := p.from; i < p.to; i++ {
		if !rows.marked[x.of[i]] && x.solid[i] {
			return false
		}
	}
	return true
}

// stray reports whether a word stands in the line, but only beside words that the claim's clause has not.
func (l *layout) stray(it item) bool {
	x, rows := l.line.index(), l.line.ledger()
	id := x.id(it.key)
	if id < 0 {
		return false
	}
	stray, known := l.strays[id]
	if !known {
		stray = !slices.ContainsFunc(x.all(id), func(at int32) bool { return l.whole(rows.clauses[rows.of[at]]) })
		l.strays[id] = stray
	}
	return stray
}

// exchanged reports whether a word or value of the claim's clause belongs to something else: a clause of the
// line lacks it and has something of its own in its place, and the word stands in the line only beside
// others. Counts tells which words may not change places, nil if none may.
func (l *layout) exchanged(p clause, counts func(item) bool) bool {
	part, i := sentence{from: p.from, to: p.to}, -1
	return !l.whole(p) && slices.ContainsFunc(l.words, func(it item) bool {
		i++
		if i > 0 && !it.names() && l.words[i-1].value() && l.line.find(part, l.words[i-1].key) >= 0 {
			return false // a unit that the line gave before, and not again
		}
		return it.solid() && (counts == nil || counts(it)) && l.line.find(part, it.key) < 0 && l.stray(it)
	})
}

// clause compares a clause of the claim with those of the line that have most of its words.
func (c citation) clause(o clause) string {
	l := c.lay(o)
	defer l.done()
	best := l.best
	if len(best) == 0 {
		return ""
	}
	agree, plain := false, false
	for _, p := range best {
		same := !c.turns(o, p)
		if !same && l.whole(p) && len(best) > 1 { // all that a denial is about is claimed
			return c.opposite(p)
		}
		agree = agree || same
		plain = plain || same && !l.exchanged(p, nil)
	}
	switch p, excepted := c.excepted(o); {
	case !agree:
		return c.opposite(best[0])
	case excepted:
		return c.opposite(p)
	case !plain:
		return fmt.Sprintf("the line says it of something else: “%s”", short(c.line.text(best[0].from, best[0].to)))
	}
	return ""
}

// excepted is a clause of the line that makes an exception of a word that a clause of the claim includes, and that
// stands nowhere else.
func (c citation) excepted(o clause) (clause, bool) {
	if c.claim.excepts(o) {
		return clause{}, false
	}
	x, rows := c.line.index(), c.line.ledger()
	for _, it := range c.claim.items[o.from:o.to] {
		id := x.id(it.key)
		if !it.solid() || id < 0 || slices.ContainsFunc(x.all(id), func(at int32) bool { return !c.line.excepts(rows.clauses[rows.of[at]]) }) {
			continue
		}
		if all := x.all(id); len(all) > 0 {
			return rows.clauses[rows.of[all[0]]], true
		}
	}
	return clause{}, false
}

// turns reports whether a clause of the line says the opposite of one of the claim.
func (c citation) turns(o, p clause) bool {
	theirs := c.line.turns(p)
	excluded := c.claim.turns(o).excludes(theirs)
	return (p.not != o.not) != excluded
}

// opposite words the reason for a clause that is denied on one side only.
func (c citation) opposite(p clause) string {
	return fmt.Sprintf("the line says the opposite: “%s”", short(c.line.text(p.from, p.to)))
}

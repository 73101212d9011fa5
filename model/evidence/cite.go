package evidence

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dreamgate/model"
)

// Cite judges whether one line bears a claim out: it must have all words of the claim, its values in the
// same places, and deny what the claim denies and nothing else. Order, white space, Markdown, quotes, case
// and the forms of a word do not count. A date may follow from a "yesterday" of the line, in the zone of the
// one who said it. A question or a guess bears nothing out, unless the talk has the user's yes to it; a nil
// talk is one in which nobody answered. The reason is one sentence. A line that does not exist is for the
// caller to tell; an empty one holds nobody's words.
func Cite(claim string, line model.Source, talk *Dialogue, zone *time.Location) (model.Verdict, string) {
	rest, found := refs(claim)
	if len(found) > 0 && strings.TrimSpace(rest) == "" {
		return model.Unsupported, "a locator alone claims nothing"
	}
	if strings.TrimSpace(line.Text) == "" {
		return model.Missing, "the line holds nobody's words"
	}
	if talk == nil {
		talk = NewDialogue()
	}
	c := citation{claim: Read(model.Source{Text: claim}), line: Read(line), talk: talk}
	c.claim.speaksAs(c.line)
	c.date(zone)
	if reason := c.against(); reason != "" {
		return model.Unsupported, reason
	}
	if len(c.derived) > 0 {
		return model.Supported, "the line holds all of it; " + c.derived[0].reason
	}
	return model.Supported, "the line holds all of it"
}

// citation is a claim beside the line that is cited for it.
type citation struct {
	claim, line *Text
	talk        *Dialogue
	// derived are the dates of the claim that the line does not write but that follow from it.
	derived []derivation
}

// derivation is a date of a claim that follows from a phrase of the line. Phrase is where that stands, -1 if
// the line names the day.
type derivation struct {
	start, end, phrase int
	reason             string
}

// date finds the dates of the claim that follow from the line.
func (c *citation) date(zone *time.Location) {
	for _, cl := range c.claim.claims(c.claim.language()) {
		if cl.kind != claimDate || c.line.has(cl.keys[0]) {
			continue
		}
		want, ok := parseDay(cl.keys[0][1:])
		if !ok {
			continue
		}
		if at, reason, ok := want.follows(c.line, c.line.relatives(zone), zone); ok {
			c.derived = append(c.derived, derivation{cl.start, cl.end, at, reason})
		}
	}
}

// follows reports whether a piece of the claim is a date that follows from the line.
func (c citation) follows(start, end int) bool {
	return slices.ContainsFunc(c.derived, func(d derivation) bool { return start >= d.start && end <= d.end })
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
			switch {
			case c.follows(it.start, it.end):
			case !c.line.has(it.key):
				return fmt.Sprintf("the line has no “%s”", c.claim.Source.Text[it.start:it.end])
			case !c.decided(it, s.mood):
				return c.talk.undecided(c.line.Source)
			}
		}
	}
	if words == 0 {
		return "the claim says nothing that could be looked for"
	}
	for _, cl := range c.claim.claims(c.claim.language()) {
		if cl.weak() && !c.follows(cl.start, cl.end) && !c.value(cl) {
			return fmt.Sprintf("the line gives “%s” in another unit, or denies it", c.claim.Source.Text[cl.start:cl.end])
		}
	}
	for _, s := range c.claim.sentences {
		for _, o := range s.clauses {
			if reason := c.clause(o, s.mood); reason != "" {
				return reason
			}
		}
		for _, p := range c.line.sentences {
			if _, ok := c.claim.turnedChain(s, c.line, p); ok {
				return fmt.Sprintf("the line has it in the other order: “%s”", short(c.line.text(p.from, p.to)))
			}
		}
	}
	return ""
}

// decided reports whether a word of the claim stands in a sentence of the line that bears something out.
func (c citation) decided(it item, own mood) (ok bool) {
	c.line.having(it.key, func(n int) bool {
		ok = c.talk.bears(c.line.Source, c.line.sentences[n].mood, own)
		return !ok
	})
	return ok
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
	// phrases are the keys of what dates of the clause follow from.
	phrases []int32
	// best are the clauses of the line that have most of the words, in order; sentence are the sentences
	// that they belong to.
	best     []clause
	sentence []sentence
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
	rows := c.line.ledger()
	for _, n := range best {
		l.best = append(l.best, rows.clauses[n])
		l.sentence = append(l.sentence, c.line.sentences[rows.sentence[n]])
	}
	l.phrases = c.phrases(l.words)
	l.mark(true)
	l.goOn()
	return l
}

// goOn puts in the place of a clause one behind it that leaves out what both share: "on slope 4 nobody may sledge at
// night, on slope 6 everybody may" says it of slope 6. It must have a value of the claim that the first has not, a word
// of it that both have, and nothing of its own.
func (l *layout) goOn() {
	for i, p := range l.best {
		for _, q := range l.sentence[i].clauses {
			if q.from <= p.from || !l.whole(q) {
				continue
			}
			fills, both, rest := false, false, true
			for _, it := range l.words {
				if !it.solid() {
					continue
				}
				in := l.line.find(sentence{from: p.from, to: p.to}, it.key) >= 0
				own := l.line.find(sentence{from: q.from, to: q.to}, it.key) >= 0
				fills, both = fills || own && !in && it.value(), both || own && in
				rest = rest && (in || own)
			}
			if fills && both && rest {
				l.best[i] = q
			}
		}
	}
}

// phrases are the keys of the line's words from which dates among some words follow: they say the same.
func (c citation) phrases(words []item) (ids []int32) {
	x := c.line.index()
	for _, r := range c.line.dates {
		if !slices.ContainsFunc(c.derived, func(d derivation) bool {
			return d.phrase == r.start && slices.ContainsFunc(words, func(it item) bool { return it.start >= d.start && it.end <= d.end })
		}) {
			continue
		}
		for i, it := range c.line.items {
			if it.start >= r.start && it.end <= r.end {
				ids = append(ids, x.of[i])
			}
		}
	}
	return ids
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
	for _, id := range l.phrases {
		rows.marked[id] = to
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
		stray = !slices.ContainsFunc(x.all(id), func(at int32) bool {
			n := rows.of[at]
			return l.whole(rows.clauses[n]) && !l.line.saysOf(rows.clauses[n], at) || l.line.goesOn(rows, n)
		})
		l.strays[id] = stray
	}
	return stray
}

// goesOn reports whether a clause goes on about what the clause before it in its sentence is about: it begins
// with a pronoun.
func (t *Text) goesOn(rows *ledger, n int32) bool {
	return n > 0 && rows.sentence[n-1] == rows.sentence[n] && pronouns[t.lower(t.items[rows.clauses[n].from])]
}

// saysOf reports whether a clause says something of a value that is all it names: "4.3.0 is out". A list of values
// says nothing of them.
func (t *Text) saysOf(o clause, at int32) bool {
	if !t.items[at].value() {
		return false
	}
	says := false
	for i := o.from; i < o.to; i++ {
		if int32(i) != at && t.items[i].solid() {
			return false
		}
		says = says || i > int(at) && copulas[t.lower(t.items[i])]
	}
	return says
}

// copulas say something of what stands before them.
var copulas = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("is are was were ist sind war waren es son era está están est sont était é são foi è sono") {
		set[w] = true
	}
	return set
}()

// pronouns stand for what was named before. Those that may as well be an article are none.
var pronouns = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("it he she they es er sie il elle ils elles él ella ellos ellas он она оно они ele ela eles elas") {
		set[w] = true
	}
	return set
}()

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
		return it.solid() && it.key != standIn && (counts == nil || counts(it)) && l.line.find(part, it.key) < 0 && l.stray(it)
	})
}

// clause compares a clause of the claim with those of the line that have most of its words.
func (c citation) clause(o clause, own mood) string {
	l := c.lay(o)
	defer l.done()
	best := l.best
	if len(best) == 0 {
		return ""
	}
	if !slices.ContainsFunc(l.sentence, func(s sentence) bool { return c.talk.bears(c.line.Source, s.mood, own) }) {
		return c.talk.undecided(c.line.Source)
	}
	if p, ok := c.misdated(l); ok {
		return fmt.Sprintf("the line says it of something else: “%s”", short(c.line.text(p.from, p.to)))
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

// misdated is the clause of the line that has the phrase from which a date follows, where that is the day of
// something else: the line gives several.
func (c citation) misdated(l *layout) (clause, bool) {
	if len(c.line.dates) < 2 {
		return clause{}, false
	}
	for _, d := range c.derived {
		if d.phrase < 0 || !slices.ContainsFunc(l.words, func(it item) bool { return it.start >= d.start && it.end <= d.end }) {
			continue
		}
		for _, p := range c.line.ledger().clauses {
			if it := c.line.items; it[p.from].start <= d.phrase && d.phrase < it[p.to-1].end && l.exchanged(p, nil) {
				return p, true
			}
		}
	}
	return clause{}, false
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

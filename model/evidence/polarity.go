package evidence

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// relation is how two clauses stand to each other.
type relation int

const (
	agrees relation = iota
	opposes
	// unclear is a clause that says that something ended: it may bear out either side.
	unclear
)

// relate compares a clause of the statement with one of a source: they oppose each other if one is
// denied, or if one has "before" where the other has "after", but not if both is so. Mine are the poles
// of the statement's clause.
func (t *Text) relate(c clause, mine map[int8]uint8, o clause) relation {
	if c.gone || o.gone {
		return unclear
	}
	turned := c.not != o.not
	var theirs map[int8]uint8
	if len(mine) > 0 {
		theirs = t.poles(o)
	}
	for pair, signs := range mine {
		if other := theirs[pair]; signs != bothPoles && other != 0 && other != bothPoles && other != signs {
			turned = !turned
			break
		}
	}
	if turned {
		return opposes
	}
	return agrees
}

// bothPoles are the two sides of a pair of opposites in one clause.
const bothPoles = 3

// poles are the sides of the pairs of opposites that a clause holds, a bit each.
func (t *Text) poles(c clause) map[int8]uint8 {
	var out map[int8]uint8
	for _, it := range t.items[c.from:c.to] {
		if it.entry.pole == 0 || it.part {
			continue
		}
		if out == nil {
			out = map[int8]uint8{}
		}
		if it.entry.pole > 0 {
			out[it.entry.pole] |= 1
		} else {
			out[-it.entry.pole] |= 2
		}
	}
	return out
}

// matches are the best shares of a clause in clauses that agree with it, and in those that do not,
// with the text of the latter; 0 for less than clauseMatch.
type matches struct {
	same, against float64
	by            *Text
}

// match compares a clause of the statement with all clauses of some texts that can bear it out. What
// tools print is left out: it may contradict anything.
func (h *hearing) match(c clause, list []*Text) (m matches) {
	all, mine := h.clauseWeight(c), h.text.poles(c)
	least := 2 // one word alone makes no clause about the same
	for float64(least)/float64(all) < clauseMatch {
		least++
	}
	for _, t := range list {
		if t.Source.Trust == model.TrustTool {
			continue
		}
		l := t.ledger()
		t.tally(h.text.items[c.from:c.to], least, func(o int32, shared int) {
			n := float64(shared) / float64(all)
			switch {
			case n <= m.same && n <= m.against:
			case !h.usable(t, t.sentences[l.sentence[o]].mood):
			case t.relate(c, mine, l.clauses[o]) != opposes:
				m.same = max(m.same, n)
			case n > m.against:
				m.against, m.by = n, t
			}
		})
	}
	return m
}

// clauseMatch is how much of a clause another one must hold to be about the same.
const clauseMatch = 0.6

// polarity looks for a clause that says the opposite of one of the statement's: said by somebody
// where nobody said the same, or in the old text where nobody said that it turned.
func (h *hearing) polarity() *model.Flag {
	if flag := h.exception(); flag != nil {
		return flag
	}
	for _, c := range h.clauses {
		if h.clauseWeight(c) < 2 {
			continue
		}
		said, old := h.match(c, h.near()), h.match(c, h.bench.Kept)
		same := max(said.same, old.same)
		var by *Text
		switch {
		case said.against >= clauseMatch && said.against > same:
			by = said.by
		case old.against >= clauseMatch && old.against > same && !h.turned(c):
			by = old.by
		default:
			continue
		}
		start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
		return &model.Flag{
			Kind: flagNegation, Token: h.token(start, end), At: h.span(start, end),
			Reason: fmt.Sprintf("%s says the opposite: “%s”", place(by.Source), short(by.Source.Text)),
		}
	}
	return nil
}

// exception looks for a thing that a source excepts ("..., the tests are not") and that the statement
// includes.
func (h *hearing) exception() *model.Flag {
	for _, c := range h.clauses {
		if c.not || c.gone {
			return nil
		}
	}
	for _, t := range h.near() {
		if t.Source.Trust == model.TrustTool || h.about[t] < 0.6 {
			continue
		}
		for _, s := range t.sentences {
			if len(s.clauses) < 2 || !h.usable(t, s.mood) {
				continue
			}
			for _, o := range s.clauses {
				if it, ok := h.excepted(t, o); ok && o.not && h.rule(t, s) {
					return &model.Flag{
						Kind: flagMerged, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
						Reason: fmt.Sprintf("%s makes an exception: “%s”", place(t.Source), short(t.Source.Text)),
					}
				}
			}
		}
	}
	return nil
}

// rule reports whether a sentence says something of the statement without a denial.
func (h *hearing) rule(t *Text, s sentence) bool {
	for _, o := range s.clauses {
		if n, _ := h.sharedBy(t, o); n > 0 && !o.not {
			return true
		}
	}
	return false
}

// sharedBy counts the words of a clause, and those of them that the statement holds.
func (h *hearing) sharedBy(t *Text, o clause) (shared, all int) {
	for _, it := range t.items[o.from:o.to] {
		if it.stop || it.part {
			continue
		}
		all++
		if h.text.find(h.sentence, it.key) >= 0 {
			shared++
		}
	}
	return shared, all
}

// excepted reports whether the statement has all words of a clause, and no source says them of it
// without a denial. It returns the first of them.
func (h *hearing) excepted(t *Text, o clause) (first item, ok bool) {
	var words []item
	for _, it := range t.items[o.from:o.to] {
		if it.stop || it.part {
			continue
		}
		at := h.text.find(h.sentence, it.key)
		if at < 0 {
			return item{}, false
		}
		if it.names() {
			words = append(words, h.text.items[at])
		}
	}
	if len(words) == 0 { // "8080, not 80": a value of the same thing
		return item{}, false
	}
	for _, other := range append(h.near(), h.bench.Kept...) {
		x, l := other.index(), other.ledger()
		for _, at := range x.all(x.id(words[0].key)) {
			if p := l.clauses[l.of[at]]; !p.not && !p.gone {
				return item{}, false
			}
		}
	}
	return words[0], true
}

// turned reports whether somebody said that a clause of the old text is the other way round now:
// that something of it ended, or, where the old text denied, half of the clause without a denial.
func (h *hearing) turned(c clause) bool {
	for _, t := range h.near() {
		for _, s := range t.sentences {
			if t.Source.Trust == model.TrustTool || !h.usable(t, s.mood) {
				continue
			}
			for _, o := range s.clauses {
				n, all := h.clauseShared(c, t, o)
				if c.not && (o.not || o.gone) && n > 0 || !c.not && !o.not && 2*n >= all {
					return true
				}
			}
		}
	}
	return false
}

// short cuts a quotation in a reason to a length that fits a line or two.
func short(s string) string {
	var out strings.Builder
	for w := range strings.FieldsSeq(s) { // a quoted file is not read to its end
		if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(w)
		if out.Len() > 120 {
			return strings.ToValidUTF8(out.String()[:120], "") + "…"
		}
	}
	return out.String()
}

// clauseWeight counts the words of a clause that say something.
func (h *hearing) clauseWeight(c clause) (n int) {
	for _, it := range h.text.items[c.from:c.to] {
		if !it.stop && !it.part {
			n++
		}
	}
	return n
}

// clauseShared counts the words of a clause of the statement, and those that another one holds.
func (h *hearing) clauseShared(c clause, t *Text, o clause) (shared, all int) {
	for _, it := range h.text.items[c.from:c.to] {
		if it.stop || it.part {
			continue
		}
		all++
		if t.find(sentence{from: o.from, to: o.to}, it.key) >= 0 {
			shared++
		}
	}
	return shared, all
}

package evidence

import (
	"fmt"
	"math/bits"
	"slices"
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
// denied, or if one has "before" where the other has "after", but not if both is so. Mine are the turns
// of the statement's clause. A word that says that something ended, where both have it, names a thing: a stop.
func (t *Text) relate(c clause, mine turns, o clause) relation {
	var theirs turns
	if c.gone && o.gone || len(mine.poles) > 0 {
		theirs = t.turns(o)
	}
	excluded := mine.excludes(theirs)
	if !excluded && (c.gone != o.gone || c.gone && (len(mine.gone) == 0 || !slices.Equal(mine.gone, theirs.gone))) {
		return unclear
	}
	if (c.not != o.not) != excluded {
		return opposes
	}
	return agrees
}

// turns are the words of a clause that may turn it round.
type turns struct {
	// poles are the sides of the sets of opposites that it holds, a bit each.
	poles map[uint8]uint8
	// gone are the words in it that say that something ended.
	gone []string
}

// excludes reports whether one clause has "before" where the other has "after".
func (mine turns) excludes(theirs turns) bool {
	for set, sides := range mine.poles {
		if other := theirs.poles[set]; other != 0 && bits.OnesCount8(sides) == 1 && bits.OnesCount8(other) == 1 && other != sides {
			return true
		}
	}
	return false
}

// excepts reports whether a clause opens an exception.
func (t *Text) excepts(c clause) bool {
	i := c.from
	for i < c.to && t.items[i].stop && t.items[i].entry.class&classExcept == 0 {
		i++
	}
	return i < c.to && t.items[i].entry.class&classExcept != 0
}

func (t *Text) turns(c clause) (out turns) {
	for i, it := range t.items[c.from:c.to] {
		if it.kind == kindWord && !it.part && it.entry.class&classGone != 0 {
			out.gone = append(out.gone, it.key)
		}
		if it.entry.pole == 0 || it.part || it.entry.class&classSwitch != 0 && !t.switched(c, c.from+i) {
			continue
		}
		if out.poles == nil {
			out.poles = map[uint8]uint8{}
		}
		out.poles[it.entry.pole] |= it.entry.side
	}
	if c.gone {
		s := t.bytes(c.from, c.to)
		for _, w := range hanGone {
			if strings.Contains(s, w) {
				out.gone = append(out.gone, w)
			}
		}
	}
	return out
}

// switched reports whether "on" or "off" at item i is a state and no preposition: nothing follows in its
// clause, or what begins with a preposition of its own.
func (t *Text) switched(c clause, i int) bool {
	j := t.behind(i)
	return j >= c.to || prepositions[t.lower(t.items[j])] || t.items[j].entry.class&classJoin != 0
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
	all, mine := h.clauseWeight(c), h.text.turns(c)
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
			case t.relate(c, mine, l.clauses[o]) != opposes || h.beyond(c, t, l, o):
				m.same = max(m.same, n)
			case n > m.against:
				m.against, m.by = n, t
			}
		})
		if len(t.items) <= maxClose {
			h.matchRuns(c, t, &m)
		}
	}
	return m
}

// matchRuns compares a clause of the statement with all clauses of a sentence together that share a word with it,
// where all of these are denied or none is: "no torches, not even in the yard" denies torches in the yard.
func (h *hearing) matchRuns(c clause, t *Text, m *matches) {
	for _, s := range t.sentences {
		if len(s.clauses) < 2 || len(s.clauses) > maxPaired || !h.usable(t, s.mood) {
			continue
		}
		var run []clause
		mixed := false
		for _, o := range s.clauses {
			if n, _ := h.clauseShared(c, t, o); n > 0 {
				mixed = mixed || o.gone != c.gone || len(run) > 0 && o.not != run[0].not
				run = append(run, o)
			}
		}
		if len(run) < 2 || mixed {
			continue
		}
		shared, all := 0, 0
		for _, it := range h.text.items[c.from:c.to] {
			if !it.solid() {
				continue
			}
			all++
			if slices.ContainsFunc(run, func(o clause) bool { return t.find(sentence{from: o.from, to: o.to}, it.key) >= 0 }) {
				shared++
			}
		}
		switch n := float64(shared) / float64(all); {
		case n < clauseMatch:
		case run[0].not == c.not:
			m.same = max(m.same, n)
		case n > m.against:
			m.against, m.by = n, t
		}
	}
}

// beyond reports whether the rest of a clause of the statement stands in another clause of the same sentence
// that is denied as it is: "must not know the year, so blind" says that somebody is blind to it.
func (h *hearing) beyond(c clause, t *Text, l *ledger, against int32) bool {
	s := t.sentences[l.sentence[against]]
	if slices.ContainsFunc(h.text.items[c.from:c.to], func(it item) bool { return it.entry.class&classLack != 0 }) {
		return false
	}
	rest := 0
	for _, it := range h.text.items[c.from:c.to] {
		if !it.solid() || t.find(sentence{from: l.clauses[against].from, to: l.clauses[against].to}, it.key) >= 0 {
			continue
		}
		rest++
		if !slices.ContainsFunc(s.clauses, func(o clause) bool {
			return o.from != l.clauses[against].from && o.not == c.not && !o.gone && t.find(sentence{from: o.from, to: o.to}, it.key) >= 0
		}) {
			return false
		}
	}
	return rest > 0
}

// crossed looks for a denial that went from one thing to another: a line has two of the statement's words, each
// on the other side of what it denies.
func (h *hearing) crossed() *model.Flag {
	for _, t := range h.near() {
		if t.Source.Trust == model.TrustTool || h.about[t] < sameShare {
			continue
		}
		for _, s := range t.sentences {
			var at [2]item // the word that is wrongly denied, and the one that wrongly is not
			var found [2]bool
			for _, o := range h.clauses {
				for _, it := range h.text.items[o.from:o.to] {
					not, sure := t.deniesIn(s, it.key)
					if mine, own := h.text.deniesIn(h.sentence, it.key); !it.solid() || !sure || !own || mine == not || !h.usable(t, s.mood) {
						continue
					}
					n := 0
					if not {
						n = 1
					}
					if !found[n] {
						at[n], found[n] = it, true
					}
				}
			}
			if found[0] && found[1] {
				first := h.clauseOf(claim{start: min(at[0].start, at[1].start)})
				start, end := h.text.items[first.from].start, h.text.items[first.to-1].end
				return &model.Flag{
					Kind: flagNegation, Token: h.token(start, end), At: h.span(start, end),
					Reason: fmt.Sprintf("%s denies it of “%s” and not of “%s”: “%s”", place(t.Source),
						h.token(at[1].start, at[1].end), h.token(at[0].start, at[0].end), short(t.Source.Text)),
				}
			}
		}
	}
	return nil
}

// deniesIn reports whether a sentence denies a word, and whether it is sure: one clause has it, and nothing in that
// ended. An "instead of" denies what stands behind it.
func (t *Text) deniesIn(s sentence, key string) (not, sure bool) {
	for _, o := range s.clauses {
		at := t.find(sentence{from: o.from, to: o.to}, key)
		if at < 0 {
			continue
		}
		turned := t.rejected(o)
		if sure || o.gone && turned < 0 {
			return false, false
		}
		not, sure = o.not != (at == turned), true
	}
	return not, sure
}

// clauseMatch is how much of a clause another one must hold to be about the same.
const clauseMatch = 0.6

// polarity looks for a clause that says the opposite of one of the statement's: said by somebody
// where nobody said the same, or in the old text where nobody said that it turned.
func (h *hearing) polarity() *model.Flag {
	for _, look := range []func() *model.Flag{h.exception, h.crossed, h.overturned, h.carried} {
		if flag := look(); flag != nil {
			return flag
		}
	}
	for _, c := range h.clauses {
		if h.clauseWeight(c) < 2 {
			if by := h.loneOpposite(c); by != nil {
				return h.opposite(c, by)
			}
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
		return h.opposite(c, by)
	}
	return nil
}

// opposite is the flag on a clause of which a text says the opposite.
func (h *hearing) opposite(c clause, by *Text) *model.Flag {
	start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
	return &model.Flag{
		Kind: flagNegation, Token: h.token(start, end), At: h.span(start, end),
		Reason: fmt.Sprintf("%s says the opposite: “%s”", place(by.Source), short(by.Source.Text)),
	}
}

// loneOpposite is a line that has the only word of a clause in a clause of its own as well, denied where the
// statement does not deny it or the other way round: "even without a ticket", "but not without a ticket". The rest
// of the sentence must be shared too.
func (h *hearing) loneOpposite(c clause) (by *Text) {
	if h.clauseWeight(c) != 1 || c.gone || len(h.clauses) < 2 {
		return nil
	}
	for _, t := range h.close() {
		if h.about[t] < clauseMatch {
			continue
		}
		for _, s := range t.sentences {
			for _, o := range s.clauses {
				shared, all := h.clauseShared(c, t, o)
				if slices.ContainsFunc(h.text.items[c.from:c.to], item.value) {
					continue // of a value another rule says whether it is denied
				}
				switch _, theirs := h.sharedBy(t, o); {
				case shared != all || !h.usable(t, s.mood):
				case t.excepts(o) && !c.not && !h.text.excepts(c), c.not && !o.not && !o.gone && t.onlyThat(o):
					by = t
				case o.not == c.not || o.gone:
					return nil
				case theirs == 1:
					by = t
				}
			}
		}
	}
	return by
}

// onlyThat reports whether a clause says that nothing else is so.
func (t *Text) onlyThat(o clause) bool {
	return slices.ContainsFunc(t.items[o.from:o.to], func(it item) bool { return it.kind == kindWord && !it.part && exclusives[t.lower(it)] })
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
				if it, ok := h.excepted(t, o); ok && (o.not || t.excepts(o) && h.ruledFor(it, t, sentence{from: s.from, to: o.from})) && h.rule(t, s) {
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

// ruledFor reports whether the statement says nothing of a thing but what the part of a sentence before its exception
// says, and some of that: "pupils pay half at premieres", where they do "except at premieres".
func (h *hearing) ruledFor(thing item, t *Text, s sentence) bool {
	o, shared := h.clauseOf(claim{start: thing.start}), 0
	for _, it := range h.text.items[o.from:o.to] {
		switch {
		case !it.solid() || it.key == thing.key || it.entry.class&classLight != 0:
		case t.find(s, it.key) < 0:
			return false
		default:
			shared++
		}
	}
	return shared > 0
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
		if it.stop || it.part || it.entry.class&classExcept != 0 {
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
			if p := l.clauses[l.of[at]]; !p.not && !p.gone && !other.excepts(p) {
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

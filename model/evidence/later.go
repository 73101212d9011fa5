package evidence

import (
	"fmt"

	"dreamgate/model"
)

// overturned looks for a clause that somebody said and that a later line turns round: it has as much of the clause,
// and denies what that affirms or the other way round.
func (h *hearing) overturned() *model.Flag {
	for _, c := range h.clauses {
		all := h.clauseWeight(c)
		if all < 2 {
			continue
		}
		mine := h.text.turns(c)
		var agreeing, opposing *Text
		agreed := 0
		for _, t := range h.close() {
			l := t.ledger()
			for n, o := range l.clauses {
				shared, _ := h.clauseShared(c, t, o)
				if s := t.sentences[l.sentence[n]]; shared > 1 && o.from > s.from && t.goesOnIn(o) {
					shared, _ = h.clauseShared(c, t, clause{from: s.from, to: o.to})
				}
				if shared < 2 || float64(shared) < clauseMatch*float64(all) || !h.usable(t, t.sentences[l.sentence[n]].mood) {
					continue
				}
				switch t.relate(c, mine, o) {
				case agrees:
					if agreeing == nil || after(t.Source, agreeing.Source) {
						agreeing = t
					}
					agreed = max(agreed, shared)
				case opposes:
					if shared >= agreed && !h.beyond(c, t, l, int32(n)) && (opposing == nil || after(t.Source, opposing.Source)) {
						opposing = t
					}
				}
			}
		}
		if agreeing == nil || opposing == nil || !after(opposing.Source, agreeing.Source) ||
			opposing.Source.Trust != model.TrustUser && agreeing.Source.Trust == model.TrustUser { // the agent repeats it in its words
			continue
		}
		start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
		return &model.Flag{
			Kind: flagStale, Token: h.token(start, end), At: h.span(start, end),
			Reason: fmt.Sprintf("%s said it, but %s says the opposite later: “%s”", place(agreeing.Source), place(opposing.Source), short(opposing.Source.Text)),
		}
	}
	return nil
}

// carried looks for a clause of a line that goes on about the thing before it with a pronoun, and says the opposite
// of one of the statement: "the kiln must stand still, never while it runs" denies it of a running kiln.
func (h *hearing) carried() *model.Flag {
	for _, c := range h.clauses {
		if c.gone || h.clauseWeight(c) < 2 {
			continue
		}
		var by *Text
		for _, t := range h.close() {
			if h.about[t] < sameShare {
				continue
			}
			for _, s := range t.sentences {
				switch h.carriedIn(c, t, s) {
				case agrees:
					return nil
				case opposes:
					by = t
				}
			}
		}
		if by != nil && h.match(c, h.near()).same < clauseMatch {
			return h.opposite(c, by)
		}
	}
	return nil
}

// carriedIn is how the clauses of a sentence that go on about the thing before them stand to one of the statement. They
// must say nothing that it does not, and have all of it together with what stands before.
func (h *hearing) carriedIn(c clause, t *Text, s sentence) relation {
	for n := 1; n < len(s.clauses) && h.usable(t, s.mood); n++ {
		o := s.clauses[n]
		if o.gone || !t.goesOnIn(o) {
			continue
		}
		mine, theirs := h.sharedBy(t, o)
		if mine == 0 || mine != theirs {
			continue
		}
		before, whole := sentence{from: s.from, to: o.to}, true
		for _, it := range h.text.items[c.from:c.to] {
			whole = whole && (!it.solid() || t.find(before, it.key) >= 0)
		}
		switch {
		case !whole:
		case o.not != c.not:
			return opposes
		default:
			return agrees
		}
	}
	return unclear
}

// objects are pronouns that never open a clause.
var objects = map[string]bool{"them": true, "him": true, "ihn": true, "ihnen": true, "их": true, "его": true}

// goesOnIn reports whether a clause has a pronoun that stands for a thing before it.
func (t *Text) goesOnIn(o clause) bool {
	for _, it := range t.items[o.from:o.to] {
		if it.kind == kindWord && (pronouns[t.lower(it)] || objects[t.lower(it)]) {
			return true
		}
	}
	return false
}

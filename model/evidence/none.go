package evidence

import "dreamgate/model"

// none looks for a thing that the statement says there is none of, where a line about it says how much of it there
// is: "no downtime", "40 minutes of downtime". A line or an old text that says there is none of it decides.
func (h *hearing) none() *model.Flag {
	for _, c := range h.clauses {
		for i := c.from + 1; i < c.to; i++ {
			it := h.text.items[i]
			if it.kind != kindWord || !it.solid() || !nones[h.text.lower(h.text.items[i-1])] {
				continue
			}
			if by := h.measured(it); by != nil {
				return h.opposite(c, by)
			}
		}
	}
	return nil
}

// nones stand right before a thing of which there is none.
var nones = map[string]bool{"no": true, "without": true, "zero": true, "kein": true, "keine": true, "keinen": true, "ohne": true, "sin": true,
	"ningún": true, "ninguna": true, "sans": true, "aucun": true, "aucune": true, "без": true, "sem": true}

// measured is a line about the statement that gives a thing an amount: a value stands before it, with no more than
// its unit and a preposition between them. It is nil where one denies the thing.
func (h *hearing) measured(thing item) (by *Text) {
	for _, list := range [][]*Text{h.close(), h.bench.Kept} {
		for _, t := range list {
			x, rows := t.index(), t.ledger()
			for _, at := range x.all(x.id(thing.key)) {
				o := rows.clauses[rows.of[at]]
				switch s := t.sentences[rows.sentence[rows.of[at]]]; {
				case o.not || o.gone:
					return nil
				case t.Source.Path == "" && by == nil && h.about[t] >= clauseMatch/2 && h.usable(t, s.mood) && t.amount(o, int(at)):
					by = t
				}
			}
		}
	}
	return by
}

// amount reports whether a value and its unit stand right before item at of a clause.
func (t *Text) amount(o clause, at int) bool {
	for i := max(o.from, at-3); i < at; i++ {
		if unit, _ := t.unitAt(i); t.items[i].kind == kindNumber && !t.items[i].part && unit != "" && t.lower(t.items[i]) != "0" {
			return true
		}
	}
	return false
}

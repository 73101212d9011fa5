package evidence

import (
	"time"

	"dreamgate/model"
)

// The shares that tell a line that was clearly not meant from a loose reference.
const (
	fitShare    = 0.25
	betterShare = 0.6
)

// fit compares the cited lines with all others: which of them hold a part of what the statement
// adds, which hold it but only ask or suggest it, and, if there are none, which other line holds most of
// it. What the old text holds already needs no line and does not count.
func (h *hearing) fit() (holding []model.Source, idle []Idle, better *model.Source) {
	var fresh []item
	for _, it := range h.content {
		if !h.inKept(it) {
			fresh = append(fresh, it)
		}
	}
	for _, t := range h.bench.Cited {
		if h.holdsAny(t, fresh) || h.about[t] >= betterShare || h.resolves(t) || h.holdsClaim(t) || h.endsToo(t) {
			if h.asserts(t, fresh) {
				holding = append(holding, t.Source)
			} else {
				idle = append(idle, Idle{t.Source, h.pass.talk.undecided(t.Source)})
			}
		}
	}
	if len(holding)+len(idle) > 0 || len(fresh) == 0 {
		return holding, idle, nil
	}
	for _, t := range h.said {
		if !t.Source.Call && h.about[t] >= betterShare && h.holdsAny(t, fresh) {
			return nil, nil, &t.Source
		}
	}
	return nil, nil, nil
}

// asserts reports whether a line says what it has of the statement: each value of that which it has, and at
// least half of the words that are new, or of all if none is, stand in sentences that can bear something out.
func (h *hearing) asserts(t *Text, fresh []item) bool {
	usable := func(key string) (ok bool) {
		t.having(key, func(n int) bool {
			ok = h.usable(t, t.sentences[n].mood)
			return !ok
		})
		return ok
	}
	if len(fresh) == 0 {
		fresh = h.content
	}
	has, says := 0.0, 0.0
	for _, it := range fresh {
		if !t.has(it.key) {
			continue
		}
		has += it.weight()
		switch {
		case usable(it.key):
			says += it.weight()
		case it.value():
			return false
		}
	}
	return 2*says >= has
}

// inKept reports whether the old text holds a token already.
func (h *hearing) inKept(it item) bool {
	for _, t := range h.bench.Kept {
		if t.has(it.key) {
			return true
		}
	}
	return false
}

// holdsAny reports whether a line holds enough of some tokens.
func (h *hearing) holdsAny(t *Text, items []item) bool {
	shared, all := 0.0, 0.0
	for _, it := range items {
		all += it.weight()
		if t.has(it.key) {
			shared += it.weight()
		}
	}
	return shared > 0 && shared >= fitShare*all
}

// holdsClaim reports whether a line holds a claim that is added here, be it kept elsewhere or not: a
// number only together with something else of the statement.
func (h *hearing) holdsClaim(t *Text) bool {
	for _, c := range h.claims {
		if h.bench.Removed != nil && h.hold(h.bench.Removed, c, true) >= 0 {
			continue
		}
		if h.hold(t, c, false) >= 0 && (!c.weak() || h.besides(t, c)) {
			return true
		}
	}
	return false
}

// endsToo reports whether a line says of a thing of the old side, as the statement newly does, that it is over or not so: "Redis
// is gone" and "Redis is no longer used" have no other word in common.
func (h *hearing) endsToo(t *Text) bool {
	for _, s := range h.text.sentences {
		for _, c := range s.clauses {
			if !c.gone && !c.not {
				continue
			}
			for _, it := range h.text.items[c.from:c.to] {
				if it.solid() && it.names() && h.stood(it.key) && t.ends(it.key) {
					return true
				}
			}
		}
	}
	return false
}

// stood reports whether the old side has a thing, and does not say that it is over.
func (h *hearing) stood(key string) bool {
	old := h.bench.Removed
	return old != nil && old.has(key) && !old.ends(key)
}

// ends reports whether a clause of a text that says that something is over, or is not so, has a word.
func (t *Text) ends(key string) bool {
	for _, s := range t.sentences {
		for _, o := range s.clauses {
			if (o.gone || o.not) && t.find(sentence{from: o.from, to: o.to}, key) >= 0 {
				return true
			}
		}
	}
	return false
}

// resolves reports whether a date of the statement follows from a line, or is the day on which it was
// said, if it is about the statement at all.
func (h *hearing) resolves(t *Text) bool {
	zone := h.bench.Zone
	if zone == nil {
		zone = time.UTC
	}
	for _, c := range h.claims {
		if want, ok := parseDay(c.keys[0][1:]); ok && c.kind == claimDate {
			if said := t.Source.Time; !said.IsZero() && want.is(said.In(zone)) && h.about[t] > 0 {
				return true
			}
			for _, r := range h.relatives(t) {
				for _, d := range r.days {
					if want.is(d) {
						return true
					}
				}
			}
		}
	}
	return false
}

package evidence

import (
	"fmt"
	"slices"

	"dreamgate/model"
)

// shifted looks for a word that went from one thing to another: a line says it beside the first of two things, the
// statement beside the second. Both name two things side by side and say something of each, so that a word which the
// line leaves out for one of them is no such word.
func (h *hearing) shifted() *model.Flag {
	if len(h.clauses) != 2 {
		return nil
	}
	for _, t := range h.close() {
		for _, s := range t.sentences {
			if len(s.clauses) != 2 || !h.usable(t, s.mood) {
				continue
			}
			for n := range 4 {
				a, b, p, q := h.clauses[n%2], h.clauses[1-n%2], s.clauses[n/2], s.clauses[1-n/2]
				it, ok := h.shiftIn(t, a, b, p, q)
				if !ok {
					continue
				}
				return &model.Flag{
					Kind: flagChanged, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
					Reason: fmt.Sprintf("%s says it of something else: “%s”", place(t.Source), short(t.Source.Text)),
				}
			}
		}
	}
	return nil
}

// shiftIn is a word of clause b of the statement that a text has in clause p, beside what only a is about, while q is
// about something of b. No other clause may say it as the statement does.
func (h *hearing) shiftIn(t *Text, a, b, p, q clause) (item, bool) {
	mine := h.own(a, b, func(it item) bool { return t.onlyIn(it.key, p, q) })
	theirs := h.own(b, a, func(it item) bool { return t.onlyIn(it.key, q, p) })
	word := h.own(b, a, func(it item) bool { return t.onlyIn(it.key, p, q) })
	if len(mine) == 0 || len(theirs) == 0 || len(word) == 0 || h.together(word[0], theirs[0]) {
		return item{}, false
	}
	// each side says something of its own beside these, and the statement something else of the first: a verb that
	// is said once for both may stand with either
	more := h.own(a, b, func(it item) bool {
		return (it.end <= mine[0].start || it.start >= mine[0].end) && t.find(sentence{from: p.from, to: p.to}, it.key) < 0
	})
	rest := t.apart(q, theirs[0].key)
	// where words have blanks between them a noun is often named once for both: a value must have gone the other way
	moved := word[0].kind == kindHan || slices.ContainsFunc(h.text.items[a.from:a.to], func(it item) bool { return it.value() && t.onlyIn(it.key, q, p) })
	return word[0], len(more) > 0 && rest && moved
}

// parted reports whether two clauses of a text part what is in each of two clauses of the statement: one word of each
// stands in the first and one of each in the second, so that both changed partners.
func (h *hearing) parted(t *Text, a, b, p, q clause) bool {
	for _, o := range [][2]clause{{a, b}, {b, a}} {
		first := h.own(o[0], o[1], func(it item) bool { return t.onlyIn(it.key, p, q) })
		second := h.own(o[0], o[1], func(it item) bool { return t.onlyIn(it.key, q, p) })
		if len(first) == 0 || len(second) == 0 || h.together(first[0], second[0]) {
			return false
		}
	}
	return true
}

// own are the names in a clause of the statement that another one has not, as far as they are wanted.
func (h *hearing) own(o, other clause, want func(item) bool) (out []item) {
	for _, it := range h.text.items[o.from:o.to] {
		if it.solid() && it.names() && it.entry.class&classLight == 0 && it.entry.pole == 0 && h.text.find(sentence{from: other.from, to: other.to}, it.key) < 0 && want(it) {
			out = append(out, it)
		}
	}
	return out
}

// onlyIn reports whether one clause has a key and another has not.
func (t *Text) onlyIn(key string, p, q clause) bool {
	return t.find(sentence{from: p.from, to: p.to}, key) >= 0 && t.find(sentence{from: q.from, to: q.to}, key) < 0
}

// apart reports whether a clause has a word that says something and does not overlap the one with a key.
func (t *Text) apart(o clause, key string) bool {
	at := t.items[t.find(sentence{from: o.from, to: o.to}, key)]
	return slices.ContainsFunc(t.items[o.from:o.to], func(it item) bool {
		return it.solid() && (it.end <= at.start || it.start >= at.end)
	})
}

// together reports whether a clause of a line about the statement or of an old text has both words.
func (h *hearing) together(a, b item) bool {
	for _, list := range [][]*Text{h.near(), h.bench.Kept} {
		for _, t := range list {
			x, l := t.index(), t.ledger()
			for _, at := range x.all(x.id(a.key)) {
				if o := l.clauses[l.of[at]]; t.find(sentence{from: o.from, to: o.to}, b.key) >= 0 {
					return true
				}
			}
		}
	}
	return false
}

package evidence

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// polarity looks for a clause that says the opposite of one of the statement's.
func (h *hearing) polarity() *model.Flag {
	if flag := h.exception(); flag != nil {
		return flag
	}
	for _, c := range h.clauses {
		if h.clauseWeight(c) < 2 || c.gone {
			continue
		}
		against, score := h.match(c, true)
		if against == nil || score < 0.6 {
			continue
		}
		if _, same := h.match(c, false); same >= score || against.Source.Path != "" && h.turned(c) {
			continue
		}
		start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
		return &model.Flag{
			Kind: FlagNegation, Token: h.token(start, end), At: h.span(start, end),
			Reason: fmt.Sprintf("%s says the opposite: “%s”", place(against.Source), short(against.Source.Text)),
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
			if len(s.clauses) < 2 || !h.usable(s.mood) {
				continue
			}
			for _, o := range s.clauses {
				if it, ok := h.excepted(t, o); ok && o.not {
					return &model.Flag{
						Kind: FlagMerged, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
						Reason: fmt.Sprintf("%s makes an exception: “%s”", place(t.Source), short(t.Source.Text)),
					}
				}
			}
		}
	}
	return nil
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
		words = append(words, h.text.items[at])
	}
	if len(words) == 0 {
		return item{}, false
	}
	for _, other := range append(h.near(), h.bench.Kept...) {
		for _, s := range other.sentences {
			for _, p := range s.clauses {
				if p.not || p.gone {
					continue
				}
				if part := (sentence{from: p.from, to: p.to}); other.find(part, words[0].key) >= 0 {
					return item{}, false
				}
			}
		}
	}
	return words[0], true
}

// turned reports whether somebody said that a clause of the old text is the other way round now: a
// word of it in a clause that denies or ends something, or half of it where the old text denied.
func (h *hearing) turned(c clause) bool {
	for _, t := range h.near() {
		for _, s := range t.sentences {
			if t.Source.Trust == model.TrustTool || !h.usable(s.mood) {
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

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= 120 {
		return s
	}
	return strings.ToValidUTF8(s[:120], "") + "…"
}

func (h *hearing) clauseWeight(c clause) (n int) {
	for _, it := range h.text.items[c.from:c.to] {
		if !it.stop && !it.part {
			n++
		}
	}
	return n
}

// match finds the clause of a trusted source that has most of a clause of the statement, with the
// opposite polarity or with the same.
func (h *hearing) match(c clause, opposite bool) (best *Text, score float64) {
	lists := [][]*Text{h.bench.Kept, h.near()}
	for _, list := range lists {
		for _, t := range list {
			if t.Source.Trust == model.TrustTool {
				continue
			}
			for _, s := range t.sentences {
				if !h.usable(s.mood) {
					continue
				}
				for _, o := range s.clauses {
					agrees := o.not == c.not || o.gone
					if agrees == opposite {
						continue
					}
					if n := h.clauseShare(c, t, o); n > score {
						best, score = t, n
					}
				}
			}
		}
	}
	return best, score
}

// clauseShare is how much of a clause of the statement another clause holds; 0 for a single word.
func (h *hearing) clauseShare(c clause, t *Text, o clause) float64 {
	shared, all := h.clauseShared(c, t, o)
	if shared < 2 {
		return 0
	}
	return float64(shared) / float64(all)
}

// clauseShared counts the words of a clause of the statement, and those that another one holds.
func (h *hearing) clauseShared(c clause, t *Text, o clause) (shared, all int) {
	for _, it := range h.text.items[c.from:c.to] {
		if it.stop || it.part {
			continue
		}
		all++
		for i := o.from; i < o.to; i++ {
			if t.items[i].key == it.key {
				shared++
				break
			}
		}
	}
	return shared, all
}

package evidence

import (
	"fmt"
	"slices"
	"strings"

	"dreamgate/model"
)

// universals say that something holds without a limit. Those of scripts without blanks stand inside a clause.
var (
	universals = func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields("always every each all everywhere anyone everyone everybody anywhere " +
			"immer jede jeder jedes jeden jedem alle allen aller überall stets siempre todo toda todos todas cada " +
			"toujours tout toute tous toutes chaque partout sempre tudo всегда все всех всем каждый каждая каждое каждого каждую везде любой любая любые") {
			set[w] = true
		}
		return set
	}()
	hanUniversals = []string{"所有", "全部", "每个", "每次", "总是", "すべて", "全て", "全員", "必ず", "常に", "毎回"}
)

// unlimited is a word of a range that says that something holds without a limit.
func (t *Text) unlimited(from, to int) (item, bool) {
	for i := from; i < to; i++ {
		it := t.items[i]
		if it.kind != kindWord || it.part || !universals[t.lower(it)] || i > from && t.lower(t.items[i-1]) == "at" {
			continue // "not at all"
		}
		if j := t.behind(i); j < len(t.items) && t.items[j].names() { // "every 15 seconds" is a period
			return it, true
		}
		if t.behind(i) >= to {
			return it, true
		}
	}
	if containsAny(t.bytes(from, to), hanUniversals) {
		return t.items[from], true
	}
	return item{}, false
}

// widened looks for a statement that says of everything what a line says of a part: it has an "every" that no line
// about it has and no old text, and the line has a limit in the midst of the words that they share.
func (h *hearing) widened() *model.Flag {
	word, ok := h.text.unlimited(h.from, h.to)
	if !ok {
		return nil
	}
	var by *Text
	limit := ""
	for _, list := range [][]*Text{h.near(), h.bench.Kept} {
		for _, t := range list {
			if t.Source.Trust == model.TrustTool || t.Source.Call {
				continue
			}
			for _, s := range t.sentences {
				if _, general := t.unlimited(s.from, s.to); general && h.shared(t, s) > 0 {
					return nil
				}
				if old := t.Source.Path != ""; !old && by == nil && h.about[t] >= supportShare && h.usable(t, s.mood) {
					if limit = h.limitIn(t, s); limit != "" {
						by = t
					}
				}
			}
		}
	}
	if by == nil {
		return nil
	}
	return &model.Flag{
		Kind: flagMerged, Token: h.token(word.start, word.end), At: h.span(word.start, word.end),
		Reason: fmt.Sprintf("%s says it of less, with “%s”: “%s”", place(by.Source), limit, short(by.Source.Text)),
	}
}

// limitIn is a word or number that stands right beside one that a clause shares with the statement, and that the
// statement has not: "pupils under 16", "night flights". The clause must share two words at least.
func (h *hearing) limitIn(t *Text, s sentence) string {
	for _, o := range s.clauses {
		if n, _ := h.sharedBy(t, o); n < 2 {
			continue
		}
		shares := func(i int) bool {
			return i >= o.from && i < o.to && t.items[i].solid() && h.text.find(h.sentence, t.items[i].key) >= 0
		}
		for i := o.from; i < o.to; i++ {
			it := t.items[i]
			if !it.solid() || it.entry.class&(classLight|classGuess) != 0 || shares(i) || h.akinTo(it) {
				continue
			}
			if shares(i+1) || shares(i-1) && it.kind == kindNumber || i >= 2 && it.kind == kindNumber && t.items[i-1].stop && shares(i-2) {
				return t.Source.Text[it.start:it.end]
			}
		}
	}
	return ""
}

// akinTo reports whether the statement has a word of the same root.
func (h *hearing) akinTo(it item) bool {
	return slices.ContainsFunc(h.text.items[h.from:h.to], func(o item) bool { return akin(o, it) })
}

// ruledOut looks for a line that rules out a thing to which the statement adds something.
func (h *hearing) ruledOut() *model.Flag {
	for _, c := range h.clauses {
		if c.not || c.gone {
			continue
		}
		if by := h.forbidden(c); by != nil {
			start, end := h.text.items[c.from].start, h.text.items[c.to-1].end
			return &model.Flag{
				Kind: flagNegation, Token: h.token(start, end), At: h.span(start, end),
				Reason: fmt.Sprintf("%s says the opposite: “%s”", place(by.Source), short(by.Source.Text)),
			}
		}
	}
	return nil
}

// forbidden is a line with a denied clause that says nothing beside words of a clause of the statement, where no
// line and no old text has the rest of that: whoever wrote it added to a thing that was ruled out.
func (h *hearing) forbidden(c clause) *Text {
	for _, t := range h.near() {
		if t.Source.Trust == model.TrustTool || t.Source.Call {
			continue
		}
		for _, s := range t.sentences {
			for _, o := range s.clauses {
				if o.not && !o.gone && h.usable(t, s.mood) && h.covers(c, t, o) {
					return t
				}
			}
		}
	}
	return nil
}

// covers reports whether a clause of the statement has all words of one of a text, two at least, and everything
// else in it stands nowhere.
func (h *hearing) covers(c clause, t *Text, o clause) bool {
	mine := sentence{from: c.from, to: c.to}
	shared := 0
	for _, it := range t.items[o.from:o.to] {
		if !it.solid() || it.entry.class&classLight != 0 {
			continue
		}
		if h.text.find(mine, it.key) < 0 {
			return false
		}
		shared++
	}
	if shared < 2 {
		return false
	}
	for _, it := range h.text.items[c.from:c.to] {
		if it.solid() && t.find(sentence{from: o.from, to: o.to}, it.key) < 0 && h.standing(it) == standsTrusted {
			return false
		}
	}
	return true
}

package evidence

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// other is the value that a line gives in the place of an unsourced number, with its unit.
func (h *hearing) other(c claim) (value string, t *Text) {
	if c.kind != claimNumber && c.kind != claimVersion && c.kind != claimTime {
		return "", nil
	}
	for _, t := range h.near() {
		for _, s := range t.sentences {
			if !h.usable(t, s.mood) || h.shared(t, s) == 0 {
				continue
			}
			if v := h.rival(t, s, c); v != "" {
				return v, t
			}
		}
	}
	return "", nil
}

// shared counts the words of the statement that a sentence holds, numbers not counted.
func (h *hearing) shared(t *Text, s sentence) int {
	n := 0
	for _, it := range h.content {
		if it.names() && t.find(s, it.key) >= 0 {
			n++
		}
	}
	return n
}

// names reports whether a token tells what a value is of: it is no value and no unit itself.
func (it item) names() bool {
	if it.kind == kindWord {
		_, unit := units[it.key[1:]]
		return !unit
	}
	return !it.value()
}

// value reports whether a token is a number, an hour or a day.
func (it item) value() bool {
	return it.kind == kindNumber || it.kind == kindClock || it.kind == kindDate
}

// rival is a value of the claim's kind and unit in a sentence, which the statement does not have.
func (h *hearing) rival(t *Text, s sentence, c claim) string {
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		unit, end := t.unitAt(i)
		switch {
		case it.part || it.key[0] != c.keys[0][0]:
			continue
		case it.key == c.keys[0] && unit != "" && c.unit != "" && !sameUnit(unit, c.unit):
		case !sameUnit(unit, c.unit) || h.text.find(h.sentence, it.key) >= 0:
			continue
		}
		return t.Source.Text[it.start:max(it.end, end)]
	}
	return ""
}

// replaced looks for a later line that takes a value back or gives another one for it.
func (h *hearing) replaced(c claim, by *Text) (later *Text, now string, ok bool) {
	if !c.weak() || c.kind == claimDate {
		return nil, "", false
	}
	words := 0
	for _, it := range h.content {
		if it.names() {
			words++
		}
	}
	least, others := h.subject(by, c)
	least = max(1, min(2, words), least)
	for _, t := range h.said {
		if !after(t.Source, by.Source) || !h.relevant(t) && !(h.answers(t, c) && t.Source.Session == by.Source.Session) {
			continue
		}
		for _, s := range t.sentences {
			if !h.usable(t, s.mood) {
				continue
			}
			if t.withdrawn(s, c) && by.affirms(c) && (sameTalk(t, by) || h.shared(t, s) > 0) {
				return t, "that it no longer holds", true
			}
			for _, o := range s.clauses {
				if v := h.instead(t, o, c, least, others); v != "" {
					return t, v, true
				}
				if v := h.insteadOf(by, t, o, c); v != "" {
					return t, v, true
				}
			}
		}
	}
	return nil, "", false
}

// instead is the value that a clause gives in the place of the claim's. It must share the words of
// the subject: all but one if it has no word of another one.
func (h *hearing) instead(t *Text, o clause, c claim, least int, others []string) string {
	part := sentence{from: o.from, to: o.to}
	n := h.shared(t, part)
	if o.not || n < 2 && n < least || t.find(part, c.keys[0]) >= 0 || !t.allKeys(part, others) {
		return ""
	}
	if n < least && (n < least-1 || h.foreign(t, part)) || h.apart(t, part, c) {
		return ""
	}
	return h.rival(t, part, c)
}

// apart reports whether a sentence counts from something what the statement does not.
func (h *hearing) apart(t *Text, s sentence, c claim) bool {
	return t.offset(s, c.unit) && !h.text.offset(h.sentence, c.unit)
}

// offset reports whether a sentence counts a value of a unit from something: "20 minutes before the boat leaves" is
// no other value for "every 90 minutes".
func (t *Text) offset(s sentence, unit string) bool {
	for i := s.from; i < s.to; i++ {
		if u, end := t.unitAt(i); u == "" || t.items[i].part || !sameUnit(u, unit) {
			continue
		} else if rest := strings.Fields(t.Source.Text[end:min(len(t.Source.Text), end+20)]); len(rest) > 1 && offsets[strings.ToLower(rest[0])] {
			return true
		}
	}
	return false
}

// offsets stand between a length of time and what it is counted from.
var offsets = map[string]bool{"before": true, "after": true, "vor": true, "nach": true, "avant": true, "après": true, "antes": true,
	"después": true, "depois": true, "до": true, "после": true}

// insteadOf is the value that a later clause gives for the very words with which a line gave the claim's,
// whatever the words of the statement are: it may be in another language.
func (h *hearing) insteadOf(by, t *Text, later clause, c claim) string {
	part := sentence{from: later.from, to: later.to}
	if later.not || t.find(part, c.keys[0]) >= 0 || h.apart(t, part, c) {
		return ""
	}
	for _, s := range by.sentences {
		for _, o := range s.clauses {
			if by.find(sentence{from: o.from, to: o.to}, c.keys[0]) < 0 || o.not {
				continue
			}
			words, all := 0, true
			for _, it := range by.items[o.from:o.to] {
				if it.solid() && it.names() {
					words++
					all = all && t.find(part, it.key) >= 0
				}
			}
			if words >= 2 && all {
				return h.rival(t, part, c)
			}
		}
	}
	return ""
}

// clauseOf is the clause of the statement in which a claim stands.
func (h *hearing) clauseOf(c claim) clause {
	for _, o := range h.clauses {
		if h.text.items[o.from].start <= c.start && c.start < h.text.items[o.to-1].end {
			return o
		}
	}
	return clause{from: h.from, to: h.to}
}

// subjects are the words beside a claim in its clause that tell what it is a value of.
func (h *hearing) subjects(c claim) []item {
	var out []item
	o := h.clauseOf(c)
	for _, it := range h.text.items[o.from:o.to] {
		if it.solid() && it.names() && (it.start < c.start || it.end > c.end) {
			out = append(out, it)
		}
	}
	return out
}

// foreign reports whether a clause names something that the statement does not.
func (h *hearing) foreign(t *Text, s sentence) bool {
	for _, it := range t.items[s.from:s.to] {
		if !it.stop && !it.part && it.names() && h.text.find(h.sentence, it.key) < 0 {
			return true
		}
	}
	return false
}

// subject is what the clause that gives a value shares with the statement: how many words, and
// which other values, such as the number of a joint.
func (h *hearing) subject(t *Text, c claim) (words int, values []string) {
	for _, s := range t.sentences {
		for _, o := range s.clauses {
			part := sentence{from: o.from, to: o.to}
			if t.find(part, c.keys[0]) < 0 {
				continue
			}
			words = max(words, h.shared(t, part))
			for _, it := range t.items[o.from:o.to] {
				if it.kind == kindNumber && !it.part && it.key != c.keys[0] && h.text.find(h.sentence, it.key) >= 0 {
					values = append(values, it.key)
				}
			}
		}
	}
	return words, values
}

// after reports whether a line was said later than another.
func after(a, b model.Source) bool {
	if a.Session == b.Session {
		return a.Line > b.Line
	}
	return a.Time.After(b.Time)
}

// tooMuch reports whether a clause calls something too long, too many or the like.
func (t *Text) tooMuch(c clause) bool {
	for i := c.from; i+1 < c.to; i++ {
		switch t.lower(t.items[i]) {
		case "too", "demasiado", "trop", "слишком":
			if t.items[i+1].kind == kindWord && !t.items[i].part {
				return true
			}
		}
	}
	return strings.Contains(t.bytes(c.from, c.to), "太")
}

// affirms reports whether a clause gives the value of a claim without a denial.
func (t *Text) affirms(c claim) bool {
	for _, s := range t.sentences {
		for _, o := range s.clauses {
			if !o.not && t.find(sentence{from: o.from, to: o.to}, c.keys[0]) >= 0 {
				return true
			}
		}
	}
	return false
}

// withdrawn reports whether a clause of the sentence calls the value wrong or past.
func (t *Text) withdrawn(s sentence, c claim) bool {
	for _, cl := range s.clauses {
		if t.find(sentence{from: cl.from, to: cl.to}, c.keys[0]) >= 0 && t.tooMuch(cl) {
			return true
		}
		if !cl.gone && !cl.not {
			continue
		}
		words := 0
		at := -1
		for i := cl.from; i < cl.to; i++ {
			switch it := t.items[i]; {
			case it.key == c.keys[0]:
				at = i
			case !it.stop && !it.part && it.entry.class&(classGone|classNot) == 0:
				words++
			}
		}
		if at >= 0 && words <= 1 {
			return true
		}
	}
	return false
}

// merged reports whether a sentence gives two values for two things and the statement has both
// things, but one value: the other thing's own value is lost.
func (h *hearing) merged(c claim, t *Text) (value, whose string, ok bool) {
	if c.kind != claimNumber && c.kind != claimVersion && c.kind != claimTime || !h.joined() {
		return "", "", false
	}
	for _, s := range t.sentences {
		own := t.beside(s, c)
		for _, o := range s.clauses {
			part := sentence{from: o.from, to: o.to}
			if own == nil || o.not || o.gone || t.find(part, c.keys[0]) >= 0 {
				continue
			}
			v := h.rival(t, part, c)
			for _, it := range t.items[o.from:o.to] {
				if v != "" && it.names() && !it.stop && !it.part && !own[it.key] && h.text.find(h.sentence, it.key) >= 0 {
					return v, t.Source.Text[it.start:it.end], true
				}
			}
		}
	}
	return "", "", false
}

// beside are the keys of the clauses of a sentence that give a value, nil if none does.
func (t *Text) beside(s sentence, c claim) map[string]bool {
	var own map[string]bool
	for _, o := range s.clauses {
		if t.find(sentence{from: o.from, to: o.to}, c.keys[0]) < 0 {
			continue
		}
		if own == nil {
			own = map[string]bool{}
		}
		for _, it := range t.items[o.from:o.to] {
			own[it.key] = true
		}
	}
	return own
}

// joined reports whether a clause of the statement has no value of its own, so that it shares that
// of another: "staging and production are on 16.3".
func (h *hearing) joined() bool {
	for _, o := range h.clauses {
		values := false
		for _, it := range h.text.items[o.from:o.to] {
			values = values || it.kind == kindNumber || it.kind == kindClock || it.kind == kindDate
		}
		if !values && h.clauseWeight(o) > 0 {
			return true
		}
	}
	return false
}

// left looks for a line that says that something went from one thing to another, where the
// statement still has it at the first.
func (h *hearing) left() *model.Flag {
	for _, t := range h.near() {
		if t.Source.Trust == model.TrustTool {
			continue
		}
		for _, s := range t.sentences {
			for i := s.from; i < s.to && h.usable(t, s.mood); i++ {
				old, now, ok := t.move(s, i)
				if !ok {
					continue
				}
				at := h.text.find(h.sentence, old.key)
				if at < 0 || h.past(at) || h.hasNow(now.key) {
					continue
				}
				it := h.text.items[at]
				return &model.Flag{
					Kind: flagStale, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
					Reason: fmt.Sprintf("%s says that it went from there to %s: “%s”", place(t.Source),
						t.Source.Text[now.start:now.end], short(t.Source.Text)),
				}
			}
		}
	}
	return nil
}

// restored looks for a later line that goes back to what the statement takes the place of: it has a word of the old
// lines that the statement has not, and says "back" or "again".
func (h *hearing) restored() *model.Flag {
	old := h.bench.Removed
	if old == nil || len(old.items) > maxClose {
		return nil
	}
	near := h.close()
	for _, it := range h.content {
		if !it.names() || h.inKept(it) {
			continue
		}
		var by *Text // the last line that has the new word
		for _, t := range near {
			if t.has(it.key) && (by == nil || after(t.Source, by.Source)) {
				by = t
			}
		}
		if by == nil {
			continue
		}
		for _, t := range h.said {
			later := t == by || after(t.Source, by.Source) && sameTalk(t, by)
			if later && t.Source.Trust != model.TrustTool && len(t.items) <= maxClose && h.goesBack(t, old) {
				return &model.Flag{
					Kind: flagStale, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
					Reason: fmt.Sprintf("%s goes back to what stood there: “%s”", place(t.Source), short(t.Source.Text)),
				}
			}
		}
	}
	return nil
}

// goesBack reports whether a clause says "back" beside a word of the old lines that the statement has not.
func (h *hearing) goesBack(t, old *Text) bool {
	for _, s := range t.sentences {
		for _, o := range s.clauses {
			back, was := false, false
			for _, it := range t.items[o.from:o.to] {
				back = back || it.kind == kindWord && returns[t.lower(it)]
				was = was || it.solid() && it.names() && old.has(it.key) && h.text.find(h.sentence, it.key) < 0
			}
			if back && was && !o.not && h.usable(t, s.mood) {
				return true
			}
		}
	}
	return false
}

// returns are the words for going back.
var returns = map[string]bool{"back": true, "zurück": true, "wieder": true, "volvemos": true, "vuelve": true, "volver": true, "vuelta": true, "revenons": true, "revient": true, "retour": true,
	"вернули": true, "вернёмся": true, "возвращаемся": true, "обратно": true, "voltamos": true, "volta": true, "voltar": true}

// hasNow reports whether the statement has the new place of a move as its present one.
func (h *hearing) hasNow(key string) bool {
	at := h.text.find(h.sentence, key)
	return at >= 0 && !h.past(at)
}

// past reports whether item i of the statement is called a thing of the past: "from atlas", "not
// atlas", or a clause that says that something ended.
func (h *hearing) past(i int) bool {
	if i > 0 && h.text.items[i-1].entry.class&classFrom != 0 {
		return true
	}
	for _, o := range h.clauses {
		if i >= o.from && i < o.to && (o.not || o.gone) {
			return true
		}
	}
	return false
}

// move reads "from X to Y" at item i of a sentence.
func (t *Text) move(s sentence, i int) (old, now item, ok bool) {
	if i+3 >= s.to || t.items[i].entry.class&classFrom == 0 || t.items[i].kind != kindWord {
		return item{}, item{}, false
	}
	next := func(j int) int {
		for j < s.to && (t.items[j].part || t.items[j].stop && t.items[j].entry.class&classTo == 0) {
			j++
		}
		return j
	}
	x := next(i + 1)
	to := x + 1
	for to < s.to && t.items[to].part {
		to++
	}
	if x >= s.to || to >= s.to || t.items[to].entry.class&classTo == 0 || t.items[x].stop {
		return item{}, item{}, false
	}
	y := next(to + 1)
	if y >= s.to || t.items[y].stop {
		return item{}, item{}, false
	}
	return t.items[x], t.items[y], true
}

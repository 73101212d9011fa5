package evidence

import (
	"strings"
	"time"
	"unicode/utf8"

	"dreamgate/model"
)

// Bench is what a statement is judged by, beside the stream.
type Bench struct {
	// Removed is the old side of the hunk, nil if there is none.
	Removed *Text
	// Kept are all old texts that it may go on from: the hunk's own, the file's, and those of notes
	// that are merged into it.
	Kept []*Text
	// Cited are the lines that the change names, pieces of one line together.
	Cited []*Text
	// Zone is where the user lives: days are counted there. Nil is UTC. It is the same for all
	// statements of a pass.
	Zone *time.Location
	// Exists reports whether the repository has a file of that path; nil if none is known.
	Exists func(path string) bool
}

// hearing is one statement in front of everything that may bear it out.
type hearing struct {
	*Statement
	bench Bench
	pass  *Pass
	// said are the lines of people and of the agent that are about the statement, the best first;
	// tool those that only a tool printed.
	said, tool []*Text
	// about is how much of the statement each text holds, from 0 to 1; best the highest of said.
	about map[*Text]float64
	best  float64
	// supporting is what support found, nil before it was asked.
	supporting []*Text
}

// subjectShare is how much of the best line's overlap another line must have to be about the same
// subject. A number in a line that shares one common word is not the number that was meant.
const subjectShare = 0.5

// hear gathers the lines about statement n.
func (p *Pass) hear(n int, b Bench) *hearing {
	h := &hearing{Statement: p.m.statements[n], bench: b, pass: p, about: map[*Text]float64{}}
	first := p.m.first[n]
	said, tool := p.said[n], p.tool[n]
	for i := range h.claims {
		said = append(said[:len(said):len(said)], p.saidClaim[first+i]...)
		tool = append(tool[:len(tool):len(tool)], p.toolClaim[first+i]...)
	}
	h.said, h.tool = p.texts(said), p.texts(tool)
	for _, list := range [][]*Text{h.said, h.tool, b.Cited, b.Kept} {
		for _, t := range list {
			h.about[t] = h.overlap(t)
		}
	}
	for _, t := range h.said {
		h.best = max(h.best, h.about[t])
	}
	for _, t := range b.Cited {
		h.best = max(h.best, h.about[t])
	}
	return h
}

// texts reads candidates, each once in the whole pass.
func (p *Pass) texts(list []candidate) []*Text {
	if p.read == nil {
		p.read, p.reader = map[model.Source]*Text{}, newReader()
	}
	var out []*Text
	seen := map[*Text]bool{}
	for _, c := range list {
		t := p.read[*c.source]
		if t == nil {
			t = p.reader.read(*c.source)
			p.read[*c.source] = t
		}
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// overlap is how much of the statement a text holds, by weight.
func (h *hearing) overlap(t *Text) float64 {
	shared, all := 0.0, 0.0
	for _, it := range h.content {
		w := it.weight() * h.pass.rarity(it.key)
		all += w
		if t.has(it.key) {
			shared += w
		}
	}
	if all == 0 {
		return 0
	}
	return shared / all
}

// relevant reports whether a line is about the subject of the statement.
func (h *hearing) relevant(t *Text) bool {
	return h.about[t] > 0 && h.about[t] >= subjectShare*h.best
}

// talk is how many raw lines apart two lines of a session still belong to one exchange: an answer
// rarely repeats what it is about.
const talk = 12

// besides reports whether a line shares something with the statement beside a claim: a word that names
// something, if the statement has any. In a long stream nearly every short number stands somewhere: a
// line that has the number alone is about something else.
func (h *hearing) besides(t *Text, c claim) bool {
	named, shared, others := false, false, 0
	for _, it := range h.content {
		if it.start >= c.start && it.end <= c.end {
			continue
		}
		others++
		has := t.has(it.key)
		if it.names() {
			named = true
			if has {
				return true
			}
		}
		shared = shared || has
	}
	return shared && !named || others == 0
}

// answers reports whether a line that holds a claim belongs to an exchange about the statement, and
// shares something with it beside the claim.
func (h *hearing) answers(t *Text, c claim) bool {
	if !h.besides(t, c) {
		return false
	}
	for _, list := range [][]*Text{h.said, h.bench.Cited} {
		for _, o := range list {
			if o != t && h.relevant(o) && sameTalk(o, t) {
				return true
			}
		}
	}
	return false
}

// sameTalk reports whether two lines belong to one exchange.
func sameTalk(a, b *Text) bool {
	apart := a.Source.Line - b.Source.Line
	return a.Source.Session == b.Source.Session && apart <= talk && apart >= -talk
}

// usable reports whether a sentence of a source can bear the statement out.
func (h *hearing) usable(t *Text, m mood) bool { return h.pass.talk.bears(t.Source, m, h.mood) }

// hold looks for a claim in a text. It returns the sentence that holds it, -1 if none does. A command
// that the agent ran proves the names in it, not the numbers.
func (h *hearing) hold(t *Text, c claim, old bool) int {
	if c.weak() && t.Source.Call {
		return -1
	}
	for _, k := range c.keys {
		if !t.has(k) {
			return t.hour(c, old || t.Source.Trust != model.TrustTool)
		}
	}
	found := -1
	good := func(n int) bool { return old || h.usable(t, t.sentences[n].mood) }
	if c.exact != "" {
		found = t.exactly(c, good)
	} else {
		t.having(c.keys[0], func(n int) bool {
			if s := t.sentences[n]; good(n) && t.allKeys(s, c.keys[1:]) && (!c.weak() || t.valueIn(s, c, old)) {
				found = n
			}
			return found < 0
		})
	}
	if found < 0 && !c.weak() && c.exact == "" && old {
		return 0 // a name of two words that the old text has apart
	}
	return found
}

// hour is the sentence that gives a full hour as a bare number, behind another hour of the same sentence: "from 7:40
// on, on Sundays from 9". It is -1 if none does.
func (t *Text) hour(c claim, said bool) int {
	full, ok := strings.CutSuffix(c.keys[0][1:], ":00")
	if !ok || c.kind != claimTime || !said {
		return -1
	}
	key := string(kindNumber) + strings.TrimPrefix(full, "0")
	for n, s := range t.sentences {
		after := false
		for i := s.from; i < s.to && s.mood == 0; i++ {
			if unit, _ := t.unitAt(i); after && t.items[i].key == key && unit == "" {
				return n
			}
			after = after || t.items[i].kind == kindClock
		}
	}
	return -1
}

// allKeys reports whether a sentence holds all keys, in any order: who writes a claim down rarely keeps
// the order of the one who said it.
func (t *Text) allKeys(s sentence, keys []string) bool {
	for _, k := range keys {
		if t.find(s, k) < 0 {
			return false
		}
	}
	return true
}

// valueIn reports whether a sentence gives a number, hour or date in the unit of the claim, and
// does not deny it right there ("7.4, not 7.2").
func (t *Text) valueIn(s sentence, c claim, old bool) bool {
	for i := s.from; i < s.to; i++ {
		it := t.items[i]
		if it.key != c.keys[0] {
			continue
		}
		unit, _ := t.unitAt(i)
		if c.unit != "" && unit != "" && !sameUnit(unit, c.unit) {
			continue
		}
		if c.unit != "" && unit == "" && !old && t.numbered(s, i, c.unit) {
			continue
		}
		if old || it.part || c.denied || !t.deniedAt(s, i) {
			return true
		}
	}
	return false
}

// numbered reports whether item i is a number behind the name of a thing ("room 3"), where another number of
// its clause has the given unit.
func (t *Text) numbered(s sentence, i int, unit string) bool {
	if i == s.from || !t.items[i-1].solid() || t.items[i-1].kind != kindWord {
		return false
	}
	for _, o := range s.clauses {
		for j := o.from; j < o.to && i >= o.from && i < o.to; j++ {
			if u, _ := t.unitAt(j); j != i && sameUnit(u, unit) && t.items[j].kind == kindNumber {
				return true
			}
		}
	}
	return false
}

// deniedAt reports whether "not" stands right before item i, or before the preposition there.
func (t *Text) deniedAt(s sentence, i int) bool {
	if i > s.from && prepositions[t.lower(t.items[i-1])] {
		i--
	}
	return i > s.from && t.items[i-1].entry.class&classNot != 0
}

// prepositions may stand between a denial and a value.
var prepositions = map[string]bool{"at": true, "on": true, "in": true, "to": true, "by": true, "um": true, "am": true, "auf": true, "bei": true, "a": true, "en": true, "à": true,
	"le": true, "el": true, "в": true, "на": true, "em": true, "às": true}

// exactly is the first good sentence that holds code or a quotation as it is spelled, -1 if none does.
// Where it has a token of its own kind of shape, or is a quotation of several words, the same words in
// another order will do.
func (t *Text) exactly(c claim, good func(n int) bool) int {
	found := -1
	t.spell(unmarked.Replace(c.exact), func(n int) bool {
		if good(n) {
			found = n
		}
		return found < 0
	})
	if len(c.keys) < 2 || c.kind != claimQuoted && !shaped(c) {
		return found
	}
	t.having(c.keys[0], func(n int) bool {
		if found >= 0 && n >= found {
			return false
		}
		if good(n) && t.allKeys(t.sentences[n], c.keys[1:]) {
			found = n
			return false
		}
		return true
	})
	return found
}

// shaped reports whether code holds a path, a flag or a name that no prose has by chance.
func shaped(c claim) bool {
	for _, k := range c.keys {
		if kind(k[0]) == kindIdent || kind(k[0]) == kindURL {
			return true
		}
	}
	return false
}

// unmarked takes out the marks that say how a text is set, not what it says.
var unmarked = strings.NewReplacer("`", "", "*", "", "\"", "", "“", "", "”", "", "„", "", "'", "", "’", "")

// standsIn reports whether a phrase stands in a text between the borders of tokens.
func standsIn(text, phrase string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], phrase)
		if at < 0 {
			return false
		}
		at += from
		if edge(text[:at], false) && edge(text[at+len(phrase):], true) {
			return true
		}
		from = at + 1
	}
}

// edge reports whether a token ends where rest begins (or, backwards, where it ends).
func edge(rest string, ahead bool) bool {
	next := utf8.DecodeRuneInString
	if !ahead {
		next = utf8.DecodeLastRuneInString
	}
	r, n := next(rest)
	if n == 0 || han(r) {
		return true
	}
	if strings.ContainsRune("-./@:\\", r) {
		if ahead {
			r, n = next(rest[n:])
		} else {
			r, n = next(rest[:len(rest)-n])
		}
		return n == 0 || !starts(r)
	}
	return !starts(r)
}

package evidence

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// ands join two things of one kind.
var ands = map[string]bool{"and": true, "or": true, "und": true, "oder": true, "sowie": true, "y": true, "e": true, "o": true, "u": true, "et": true, "ou": true,
	"и": true, "или": true}

// tacked looks for what is tacked on to what was said: a thing behind an "and" or an exception, all its words
// in no source, where the rest of the statement was said nearly word by word. A verb behind an "and" is free wording more often.
func (h *hearing) tacked() *model.Flag {
	if h.translated() || len(h.near()) == 0 {
		return nil
	}
	for k := 1; k < len(h.clauses); k++ {
		words, thing := h.limit(h.clauses[k])
		if len(words) == 0 {
			words, thing = h.cause(h.clauses[k])
		}
		if len(words) == 0 {
			words, thing = h.phraseAfterAnd(h.clauses[k])
		}
		if len(words) == 0 || len(words) > 3 || len(words) == 1 && !thing || slices.ContainsFunc(words, func(it item) bool {
			return h.inClaim(it) || it.entry.class&classLight != 0 || h.standing(it) != standsNowhere || h.akinSomewhere(it)
		}) || !h.otherwiseSaid(words) {
			continue
		}
		start, end := words[0].start, words[len(words)-1].end
		return &model.Flag{
			Kind: flagUnsourced, Token: h.token(start, end), At: h.span(start, end),
			Reason: fmt.Sprintf("the rest was said, but no line about it has “%s”", h.token(start, end)),
		}
	}
	return nil
}

// limit are the words of a clause that makes an exception: one invented word there changes all that stands
// before it.
func (h *hearing) limit(o clause) (words []item, thing bool) {
	i, t := o.from, h.text
	for i < o.to && t.items[i].stop && t.items[i].entry.class&classExcept == 0 {
		i++
	}
	if i == o.to || t.items[i].entry.class&classExcept == 0 {
		return nil, false
	}
	for _, it := range t.items[i+1 : o.to] {
		if it.solid() {
			words = append(words, it)
		}
	}
	return words, true
}

// cause are the words of a clause that gives a reason, where the lines that say the rest say nothing else, so
// that the reason stands in none of them in other words.
func (h *hearing) cause(o clause) (words []item, only bool) {
	if !causes[h.text.lower(h.text.items[o.from])] {
		return nil, false
	}
	for _, t := range h.support() {
		other := 0
		for _, it := range t.items {
			if it.solid() && it.names() && it.entry.class&classLight == 0 && h.text.find(h.sentence, it.key) < 0 {
				other++
			}
		}
		if other > 1 && h.about[t] >= fitShare {
			return nil, false
		}
	}
	for _, it := range h.text.items[o.from+1 : o.to] {
		if it.solid() {
			words = append(words, it)
		}
	}
	return words, true
}

// causes open a reason.
var causes = map[string]bool{"because": true, "weil": true, "denn": true, "porque": true, "parce": true, "потому": true}

// phraseAfterAnd are the words right behind an "and" that opens a clause, up to one that says nothing. The
// second result says that they are a thing by their form: an article stands before them, or German
// writes them with a capital, or they are of a script without blanks.
func (h *hearing) phraseAfterAnd(o clause) (words []item, thing bool) {
	i, t := o.from, h.text
	before := ""
	if o.from > 0 {
		before = t.Source.Text[t.items[o.from-1].end:max(t.items[o.from].start, t.items[o.from-1].end)]
	}
	switch {
	case ands[t.lower(t.items[i])]:
		i++
	case !slices.Contains(hanAnds, strings.TrimSpace(before)):
		return nil, false
	}
	for ; i < o.to && t.items[i].stop; i++ {
		thing = thing || articles[t.lower(t.items[i])]
	}
	of := false
	for ; i < o.to && (!t.items[i].stop || of && articles[t.lower(t.items[i])] || len(words) > 0 && ofs[t.lower(t.items[i])]); i++ {
		it := t.items[i]
		if of = it.stop; it.part || it.stop || it.kind == kindNumber && h.inClaim(it) {
			continue // a number is judged as a claim
		}
		if it.kind == kindHan { // pairs of one word overlap
			if n := len(words); n > 0 && it.start < words[n-1].end {
				words[n-1].end = max(it.end, words[n-1].end)
				continue
			}
			thing = true
		}
		words = append(words, it)
	}
	thing = thing || len(words) == 1 && words[0].end == t.items[h.to-1].end && h.governed(o)
	if r, _ := utf8.DecodeRuneInString(t.Source.Text[t.items[o.from].end:]); len(words) == 1 && t.language() == "de" && r == ' ' {
		r, _ = utf8.DecodeRuneInString(t.Source.Text[words[0].start:])
		thing = thing || unicode.IsUpper(r)
	}
	return words, thing
}

// governed reports whether a preposition stands close before a clause, so that what its "and" adds is a thing.
func (h *hearing) governed(o clause) bool {
	for i := max(h.from, o.from-4); i < o.from; i++ {
		switch h.text.lower(h.text.items[i]) {
		case "by", "with", "for", "of", "on", "in", "from", "at", "per", "por", "con", "para", "par", "avec", "pour", "com":
			return true
		}
	}
	return false
}

var (
	hanAnds  = []string{"和", "与", "與", "及", "と", "や"}
	ofs      = map[string]bool{"of": true, "von": true, "vom": true, "de": true, "del": true, "du": true, "des": true, "da": true, "do": true}
	articles = map[string]bool{"the": true, "a": true, "an": true, "our": true, "der": true, "die": true, "das": true, "den": true, "dem": true,
		"ein": true, "eine": true, "el": true, "la": true, "los": true, "las": true, "un": true, "una": true, "le": true, "les": true, "une": true,
		"des": true, "os": true, "as": true, "um": true, "uma": true, "al": true, "ao": true, "à": true, "aux": true, "zum": true, "zur": true}
)

// akinSomewhere reports whether a line about the statement or the old text has a word of the same root.
func (h *hearing) akinSomewhere(it item) bool {
	for _, list := range [][]*Text{h.support(), h.bench.Kept, h.near()} {
		for _, t := range list {
			if slices.ContainsFunc(t.items, func(o item) bool { return akin(o, it) }) {
				return true
			}
		}
	}
	return false
}

// akin reports whether two words begin alike, so that one may be made of the other: "measure" and
// "measurement".
func akin(a, b item) bool {
	if a.key == b.key {
		return true
	}
	if a.kind != kindWord || b.kind != kindWord {
		return false
	}
	if root := strings.TrimSuffix(a.key, "ing"); len(root) > 3 && root == strings.TrimSuffix(b.key, "ing") {
		return true
	}
	same, all := 0, max(utf8.RuneCountInString(a.key), utf8.RuneCountInString(b.key))-1
	for x, y := a.key[1:], b.key[1:]; x != "" && y != ""; same++ {
		r, n := utf8.DecodeRuneInString(x)
		s, m := utf8.DecodeRuneInString(y)
		if r != s {
			break
		}
		x, y = x[n:], y[m:]
	}
	return same >= 5 && 5*same >= 3*all
}

// otherwiseSaid reports whether nearly all other words of the statement stand in a trusted source.
func (h *hearing) otherwiseSaid(but []item) bool {
	said, all := 0, 0
	for _, it := range h.content {
		if it.entry.class&(classGuess|classLight|classExcept) != 0 ||
			slices.ContainsFunc(but, func(b item) bool { return it.start >= b.start && it.end <= b.end }) {
			continue
		}
		all++
		if h.inClaim(it) || h.standing(it) == standsTrusted || h.akinSomewhere(it) { // claims were judged, and none has a flag
			said++
		}
	}
	return said >= 2 && 4*said >= 3*all
}

// stranger looks for a name that no line about the statement has, where one of them says it of somebody
// else. That the name stands in an old text in another connection bears nothing out.
func (h *hearing) stranger() *model.Flag {
	if !capitalNames(h.text.language()) {
		return nil
	}
	near := h.near()
	for _, o := range h.clauses {
		for i := o.from; i < o.to; i++ {
			it := h.text.items[i]
			if !h.nameAtPlace(h.text, i) || slices.ContainsFunc(near, func(t *Text) bool { return t.has(it.key) }) || h.keptName(o, it) {
				continue
			}
			for _, t := range near {
				if who := h.somebodyElse(t, o, it); who != "" {
					return &model.Flag{
						Kind: flagUnsourced, Token: h.token(it.start, it.end), At: h.span(it.start, it.end),
						Reason: fmt.Sprintf("%s says it of %s: “%s”", place(t.Source), who, short(t.Source.Text)),
					}
				}
			}
		}
	}
	return nil
}

// nameAtPlace reports whether item i of a text is a name: a capital in the midst of a sentence, or a word
// that no old text and no line ever writes without one.
func (h *hearing) nameAtPlace(t *Text, i int) bool {
	if !t.capital(i) {
		return false
	}
	if i > 0 && t.inside(i) {
		return true
	}
	key, seen := t.items[i].key, false
	for _, list := range [][]*Text{h.bench.Kept, h.near()} {
		for _, o := range list {
			if o == t || o.Source.Trust == model.TrustTool {
				continue
			}
			x := o.index()
			for _, at := range x.all(x.id(key)) {
				if !o.capital(int(at)) {
					return false
				}
				seen = true
			}
		}
	}
	return seen
}

// keptName reports whether an old sentence has a name together with another word of a clause, or the
// lines that the hunk takes away have it at all.
func (h *hearing) keptName(o clause, name item) bool {
	if h.bench.Removed != nil && h.bench.Removed.has(name.key) {
		return true
	}
	for _, t := range h.bench.Kept {
		beside := false
		t.having(name.key, func(n int) bool {
			for _, it := range h.text.items[o.from:o.to] {
				beside = beside || it.solid() && it.key != name.key && t.find(t.sentences[n], it.key) >= 0
			}
			return !beside
		})
		if beside {
			return true
		}
	}
	return false
}

// somebodyElse is a name that a sentence of a line has beside two words of a clause at least, and the
// statement has not.
func (h *hearing) somebodyElse(t *Text, o clause, name item) string {
	if t.Source.Trust == model.TrustTool || t.Source.Call {
		return ""
	}
	for _, s := range t.sentences {
		shared := 0
		for _, it := range h.text.items[o.from:o.to] {
			if it.solid() && it.key != name.key && t.find(s, it.key) >= 0 {
				shared++
			}
		}
		if shared < 2 || !h.usable(t, s.mood) {
			continue
		}
		for i := s.from; i < s.to; i++ {
			if it := t.items[i]; it.solid() && h.nameAtPlace(t, i) && h.text.find(h.sentence, it.key) < 0 {
				return t.Source.Text[it.start:it.end]
			}
		}
	}
	return ""
}

// Again looks in the texts of a pass for another sentence that says what statement n says: it has all of
// its words or words of the same root, hardly any more, and denies what it denies.
func (p *Pass) Again(n int) (model.Source, string, bool) {
	s := p.m.statements[n]
	if len(s.content) < leastAgain {
		return model.Source{}, "", false
	}
	own := s.text.plain(s.sentence)
	for _, t := range p.texts(p.said[n]) {
		if t.Source.Path == model.IndexName {
			continue
		}
		var found sentence
		s.shares(t, clauseMatch, func(at int, share float64) {
			if share < clauseMatch || found.to > 0 {
				return
			}
			lines := t.lines(t.sentences[at])
			if slices.ContainsFunc(lines, func(o sentence) bool { return t.plain(o) == own }) {
				return // it stands there itself, behind another line without an end
			}
			for _, o := range lines {
				if s.repeats(t, o) {
					found = o
				}
			}
		})
		if found.to > 0 {
			return t.Source, short(t.text(found.from, found.to)), true
		}
	}
	return model.Source{}, "", false
}

// leastAgain is the number of words that a sentence must have to be called a repetition of another.
const leastAgain = 3

// lines are a sentence and its lines, where it has several: what follows a list may be no part of it. The
// fields of a frontmatter are left out, which sum the note up.
func (t *Text) lines(s sentence) []sentence {
	out := []sentence{s}
	from := s.from
	for i := s.from + 1; i <= s.to; i++ {
		if i < s.to && (t.items[i].start < t.items[i-1].end || !strings.Contains(t.Source.Text[t.items[i-1].end:t.items[i].start], "\n")) {
			continue
		}
		if line := (sentence{from: from, to: i, clauses: s.clauses, mood: s.mood}); i-from < s.to-s.from {
			line.clauses = nil
			for _, c := range s.clauses {
				if a, b := max(c.from, from), min(c.to, i); a < b {
					line.clauses = append(line.clauses, t.clause(a, b))
				}
			}
			out = append(out, line)
		}
		from = i
	}
	return slices.DeleteFunc(out, func(o sentence) bool {
		return slices.Contains([]string{"name", "description"}, t.lower(t.items[o.from]))
	})
}

// repeats reports whether a sentence of a text says what the statement says.
func (s *Statement) repeats(t *Text, o sentence) bool {
	if o.mood != 0 || s.mood != 0 || denials(s.clauses) != denials(o.clauses) {
		return false
	}
	for _, it := range s.content {
		if !slices.ContainsFunc(t.items[o.from:o.to], func(other item) bool { return !other.part && akin(it, other) }) {
			return false
		}
	}
	theirs := len(t.content(o))
	return 3*theirs <= 5*len(s.content)
}

// denials is whether the first clause of a sentence is denied: what follows may only explain it.
func denials(list []clause) bool { return len(list) > 0 && list[0].not }

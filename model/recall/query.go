package recall

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// What a word of a query is worth before a store is seen.
const (
	weighLight  = 0.35
	weighGram   = 0.6
	weighListed = 0.5
	weighAsk    = 0.3
	weighRecent = 0.3
	// A word that neither the store nor the table knows is of another world.
	weighForeign = 1.5
	// Half of the pieces of a text without blanks are the end of one word and the start of another.
	weighStray = 0.5
)

// units are the words of a query that say something, with the sentence each stands in.
func (s *Store) units(q Query) []unit {
	list := s.prompt(q)
	if q.Recent != "" && !slices.ContainsFunc(list, func(u unit) bool { return !u.ranks && u.weight > weighLight }) {
		return s.prompt(Query{Text: q.Recent}) // "yes, do that" means what was said before
	}
	return list
}

// prompt are the units of a prompt and, to order the notes, those of what was said before it.
func (s *Store) prompt(q Query) []unit {
	var list []unit
	said := map[string]bool{}
	for i, text := range sentences(shorten(q.Text)) {
		for _, u := range s.unitsOf(text) {
			u.sentence, u.again = i, said[u.word]
			said[u.word] = true
			list = append(list, u)
		}
	}
	for _, u := range s.unitsOf(shorten(q.Recent)) {
		if !said[u.word] {
			u.ranks, u.weight = true, u.weight*weighRecent
			list = append(list, u)
		}
	}
	return list
}

// longest is how many bytes of a prompt are looked at, half of them from either end: what is asked
// stands before or behind what was pasted.
const longest = 4000

func shorten(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest/2], "") + "\n" + strings.ToValidUTF8(text[len(text)-longest/2:], "")
}

// shortest is how many letters a sentence of its own has; what is shorter goes with the one before.
const shortest = 24

// sentences cuts a prompt where it asks for one thing after another.
func sentences(text string) (list []string) {
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		switch {
		case r == '\n', strings.ContainsRune("。？！", r):
		case strings.ContainsRune(".?!;", r) && (end >= len(text) || text[end] == ' '):
		default:
			continue
		}
		if i-start >= shortest || len(list) == 0 {
			list = append(list, text[start:end])
		} else {
			list[len(list)-1] += " " + text[start:end]
		}
		start = end
	}
	if rest := text[min(start, len(text)):]; len(list) == 0 || len(rest) >= shortest {
		list = append(list, rest)
	} else {
		list[len(list)-1] += " " + rest
	}
	return list
}

// unitsOf are the units of one sentence, each once.
func (s *Store) unitsOf(text string) (list []unit) {
	l := words()
	kinds, text := asked(text)
	toks := phrases(s.divided(tokens(text)))
	meanings := make([][]meaning, len(toks))
	// inPhrase are the places that a phrase speaks for, known those of identifiers and compounds of
	// which the store knows a part.
	inPhrase, known := map[int]bool{}, map[int]bool{}
	for i, t := range toks {
		if t.kind == plain && l.stop[t.text] {
			continue
		}
		meanings[i] = s.vocab.meanings(t)
		for at := t.at; at <= t.to && t.to > t.at && len(meanings[i]) > 0; at++ {
			inPhrase[at] = true
		}
		known[t.at] = known[t.at] || t.kind == plain && len(meanings[i]) > 0
	}
	seen := map[string]bool{}
	for i, t := range toks {
		m := meanings[i]
		sure := len(m) > 0 && m[0].sure >= sureRoot
		switch {
		case seen[t.key], t.kind == plain && l.stop[t.text]:
			continue
		case !sure && t.to == t.at && inPhrase[t.at]:
			continue // the phrase says it
		case len(m) == 0 && (known[t.at] || t.kind == whole || t.kind == listed || nearStop(l, t)):
			continue // its parts stand beside it; or it is a slip for what says nothing
		}
		seen[t.key] = true
		list = append(list, unit{word: t.key, meanings: m, weight: worth(l, t, len(m) > 0)})
	}
	for _, k := range kinds {
		if at, ok := s.vocab.by[k]; ok {
			list = append(list, unit{word: k, meanings: []meaning{{sureSame, []int32{at}}}, weight: weighAsk, ranks: true})
		}
	}
	return list
}

// worth is what a word is worth, known to the store or not.
func worth(l *lexicon, t token, known bool) float64 {
	w := 1.0
	switch {
	case t.light, t.kind == plain && (l.light[t.text] || l.light[t.key]):
		w = weighLight
	case t.kind == gram:
		w = weighGram
	case t.kind == listed && t.to == t.at:
		w = weighListed
	}
	switch {
	case known:
	case t.kind == gram:
		w *= weighStray
	case t.kind == plain && !l.knows(t):
		w *= weighForeign
	}
	return w
}

// nearStop reports whether a word is a slip for one that says nothing.
func nearStop(l *lexicon, t token) bool {
	if t.kind != plain || slipsAllowed(t.text) == 0 {
		return false
	}
	for w := range l.stop {
		if distance(t.text, w, 1) <= 1 {
			return true
		}
	}
	return false
}

// divided puts two words for one that the store only knows apart (dryrun), and one for two that it
// only knows together (user name).
func (s *Store) divided(toks []token) []token {
	has := func(w string) bool { _, ok := s.vocab.by[stem(w)]; return ok }
	var out []token
	before := -1
	for _, t := range toks {
		if t.kind != plain {
			out = append(out, t)
			continue
		}
		if before >= 0 {
			if both := out[before].text + t.text; len(both) > 5 && has(both) {
				out = append(out, joint(both, t.at))
			}
		}
		if a, b, ok := twoWords(t.text, has); ok && !has(t.text) && len(words().of(t)) == 0 {
			out = append(out, joint(a, t.at), joint(b, t.at))
			before = len(out) - 1
			continue
		}
		out = append(out, t)
		before = len(out) - 1
	}
	return out
}

// joint is a word at the place of another.
func joint(w string, at int) token { return token{text: w, key: stem(w), at: at, to: at} }

// twoWords cuts a word into two that the store has.
func twoWords(w string, has func(string) bool) (a, b string, ok bool) {
	if len(w) < 6 || strings.ContainsAny(w, "0123456789") {
		return "", "", false
	}
	for i := 3; i <= len(w)-3; i++ {
		if has(w[:i]) && has(w[i:]) {
			return w[:i], w[i:], true
		}
	}
	return "", "", false
}

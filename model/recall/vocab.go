package recall

import (
	"strings"
	"unicode/utf8"
)

// term is one word of a store, under its stem.
type term struct {
	text string
	kind kind
	// forms are its spellings, for slips of the keyboard.
	forms []string
	// in are the notes that hold it, in their order, and how often, weighed by where it stands.
	in []posting
}

type posting struct {
	note  int32
	times float32
	// head says that the word stands in the name of the note.
	head bool
}

// vocabulary holds the words of a store.
type vocabulary struct {
	terms []term
	// by finds a term by its stem, roots and senses all that share one.
	by     map[string]int32
	roots  map[string][]int32
	senses map[int32][]int32
	// within finds compounds that no line of the table holds by the senses of their parts.
	within map[int32][]int32
}

// note files the words of one note: its tokens, with how much each place in the note lends them.
func (v *vocabulary) note(id int32, parts []part) {
	for _, p := range parts {
		for _, t := range p.tokens {
			term := v.term(t)
			last := len(term.in) - 1
			if last < 0 || term.in[last].note != id {
				term.in = append(term.in, posting{note: id})
				last++
			}
			term.in[last].times += p.weight
			term.in[last].head = term.in[last].head || p.weight == inHead
		}
	}
}

// part is a piece of a note.
type part struct {
	tokens []token
	weight float32
}

// term finds or makes the term of a token.
func (v *vocabulary) term(t token) *term {
	key := t.key
	at, ok := v.by[key]
	if !ok {
		at = int32(len(v.terms))
		v.by[key] = at
		v.terms = append(v.terms, term{text: key, kind: t.kind})
		if t.kind == plain {
			r := root(t.text)
			v.roots[r] = append(v.roots[r], at)
		}
		senses := words().of(t)
		for _, s := range senses {
			v.senses[s.id] = append(v.senses[s.id], at)
		}
		if len(senses) == 0 && t.kind == plain {
			for _, s := range words().within(t.key) {
				v.within[s.id] = append(v.within[s.id], at)
			}
		}
	}
	found := &v.terms[at]
	if !holds(found.forms, t.text) {
		found.forms = append(found.forms, t.text)
	}
	return found
}

func holds(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// How sure it is that a word of a store is meant by a word of a query.
const (
	sureSame   = 1.0  // the same word, in whatever form
	sureRoot   = 0.75 // another kind of word from the same root
	sureSlip   = 0.7  // a slip of the keyboard, if the store does not know the word as written
	sureSense  = 0.6  // another word for the same
	sureJoint  = 0.65 // a compound that begins or ends with it
	sureWithin = 0.4  // a compound that has another word for it as a part
	sureNear   = 0.3  // a word that goes together with it
)

// meaning are terms that a word of the query may mean, all with the same sureness.
type meaning struct {
	sure  float64
	terms []int32
}

// meanings returns what a token of a query may mean in this store, the surest first.
func (v *vocabulary) meanings(t token) []meaning {
	var list []meaning
	seen := map[int32]bool{}
	add := func(sure float64, terms []int32) bool {
		var fresh []int32
		for _, at := range terms {
			if !seen[at] {
				seen[at] = true
				fresh = append(fresh, at)
			}
		}
		if len(fresh) > 0 {
			list = append(list, meaning{sure, fresh})
		}
		return len(fresh) > 0
	}
	key := t.key
	known := false
	if at, ok := v.by[key]; ok {
		known = add(sureSame, []int32{at})
	}
	if t.kind == plain {
		known = add(sureRoot, v.roots[root(t.text)]) || known
	}
	senses := words().of(t)
	for _, s := range senses {
		if !s.near {
			known = add(sureSense, v.senses[s.id]) || known
		}
	}
	// A word that stands in any text is no slip, whatever it lies near to.
	if !known && !words().light[t.key] && t.kind != gram && t.kind != listed && !add(sureSlip, v.slips(t.text)) {
		for _, s := range words().slips(t.text) {
			add(sureSlip*sureSense, v.senses[s.id])
		}
	}
	if t.kind == plain {
		add(sureJoint, v.compounds(t.text))
	}
	for _, s := range senses {
		if !s.near {
			add(sureWithin, v.within[s.id])
		}
	}
	for _, s := range senses {
		if s.near {
			add(sureNear, v.senses[s.id])
		}
	}
	return list
}

// shortestJoint is how many letters a word must have to be looked for in compounds.
const shortestJoint = 5

// compounds are the terms that begin or end with a word, as German puts them together, and those that the word
// itself begins or ends with (Rechnungsnummer).
func (v *vocabulary) compounds(w string) (found []int32) {
	w = stem(w)
	if utf8.RuneCountInString(w) < shortestJoint {
		return nil
	}
	within := func(part, whole string, rest int) bool {
		return len(whole) >= len(part)+rest && (strings.HasPrefix(whole, part) || strings.HasSuffix(whole, part))
	}
	for at := range v.terms {
		t := &v.terms[at]
		if t.kind == plain && (within(w, t.text, 3) || utf8.RuneCountInString(t.text) >= shortestJoint && within(t.text, w, 4)) {
			found = append(found, int32(at))
		}
	}
	return found
}

// slips are the terms that a word may be a slip for: the nearest, and no others.
func (v *vocabulary) slips(w string) (found []int32) {
	allowed := slipsAllowed(w)
	for at := range v.terms {
		t := &v.terms[at]
		if t.kind == gram || t.kind == listed {
			continue
		}
		for _, form := range t.forms {
			d := distance(w, form, allowed)
			if d > allowed {
				continue
			}
			if d < allowed {
				allowed, found = d, found[:0]
			}
			found = append(found, int32(at))
			break
		}
	}
	return found
}

// slipsAllowed is how many slips a word may have: none in short ones and in figures, where another
// word or another number is but one letter away.
func slipsAllowed(w string) int {
	n := utf8.RuneCountInString(w)
	switch {
	case n < 4 || strings.ContainsAny(w, "0123456789"):
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// distance counts the slips between two words: letters left out, put in, exchanged or swapped with
// their neighbour. Over most it only says so. The first letter is hardly ever wrong.
func distance(a, b string, most int) int {
	if a == b {
		return 0
	}
	if most == 0 || a[0] != b[0] || len(a)-len(b) > 2*most || len(b)-len(a) > 2*most {
		return most + 1
	}
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most || len(y) < 4 {
		return most + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			switch {
			case x[i-1] == y[j-1]:
				cost = 0
			case most == 1 && !alike(x[i-1], y[j-1]):
				cost = 2 // in a short word it makes another word
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// keyboard has the letters as they lie side by side.
var keyboard = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"}

// alike reports whether one letter is easily taken for the other: both vowels, or keys side by side.
func alike(a, b rune) bool {
	const vowels = "aeiouyаеиоуыэюя"
	if strings.ContainsRune(vowels, a) && strings.ContainsRune(vowels, b) {
		return true
	}
	for _, row := range keyboard {
		i, j := strings.IndexRune(row, a), strings.IndexRune(row, b)
		if i >= 0 && j >= 0 {
			apart := utf8.RuneCountInString(row[min(i, j):max(i, j)])
			return apart == 1
		}
	}
	return false
}

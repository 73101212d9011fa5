package evidence

import (
	"slices"
	"strings"
)

// index tells where the words of a text stand. It is made once for a text, when it is first asked: a
// file of thousands of lines is compared with thousands of statements, and what has no word of a
// statement must cost it nothing.
type index struct {
	// ids are the numbers of the keys; of is the number of each item's key.
	ids map[string]int32
	of  []int32
	// at holds the items of all keys, those of key id from first[id] to first[id+1], in order.
	first, at []int32
	// solid says of each item that it says something; what stands for a thing named before does not.
	solid []bool
}

// index makes the index of a text.
func (t *Text) index() *index {
	if t.places != nil {
		return t.places
	}
	x := &index{ids: make(map[string]int32, len(t.items)), of: make([]int32, len(t.items)), solid: make([]bool, len(t.items))}
	for i, it := range t.items {
		id, ok := x.ids[it.key]
		if !ok {
			id = int32(len(x.ids))
			x.ids[it.key] = id
		}
		x.of[i], x.solid[i] = id, it.solid() && it.key != standIn
	}
	x.first, x.at = make([]int32, len(x.ids)+1), make([]int32, len(t.items))
	for _, id := range x.of {
		x.first[id+1]++
	}
	for id := range len(x.ids) {
		x.first[id+1] += x.first[id]
	}
	next := slices.Clone(x.first)
	for i, id := range x.of {
		x.at[next[id]] = int32(i)
		next[id]++
	}
	t.places = x
	return x
}

// standIn is the key of "ones", which stands for things that were named before: "the green ones".
const standIn = "wone"

// solid reports whether an item says something: it is no stop word and no part of another.
func (it item) solid() bool { return !it.stop && !it.part }

// id is the number of a key, -1 if the text has it nowhere.
func (x *index) id(key string) int32 {
	if id, ok := x.ids[key]; ok {
		return id
	}
	return -1
}

// all are the items with a key, in order.
func (x *index) all(id int32) []int32 {
	if id < 0 {
		return nil
	}
	return x.at[x.first[id]:x.first[id+1]]
}

// has reports whether a text holds a key anywhere, parts of tokens too.
func (t *Text) has(key string) bool { return t.index().id(key) >= 0 }

// shortRange is the number of items up to which looking at each is faster than the index.
const shortRange = 16

// find is the first item of a sentence with a key, -1 if there is none.
func (t *Text) find(s sentence, key string) int {
	if s.to-s.from > shortRange {
		x := t.index()
		return x.in(s.from, s.to, x.id(key))
	}
	for i := s.from; i < s.to; i++ {
		if t.items[i].key == key {
			return i
		}
	}
	return -1
}

// in is the first of the items from..to that has a key, -1 if there is none.
func (x *index) in(from, to int, id int32) int {
	if to-from <= shortRange {
		for i := from; i < to; i++ {
			if x.of[i] == id {
				return i
			}
		}
		return -1
	}
	all := x.all(id)
	if n, _ := slices.BinarySearch(all, int32(from)); n < len(all) && int(all[n]) < to {
		return int(all[n])
	}
	return -1
}

// ledger holds the clauses of a text in one row, with room to count in.
type ledger struct {
	clauses []clause
	// sentence is the one that each clause belongs to; of is the clause of each item.
	sentence, of []int32
	// count, touched, met and marked are scratch: zero or empty between two uses.
	count, touched []int32
	met            []bool // by the number of a sentence
	marked         []bool // by the number of a key
}

// ledger makes the ledger of a text.
func (t *Text) ledger() *ledger {
	if t.rows != nil {
		return t.rows
	}
	x := t.index()
	l := &ledger{of: make([]int32, len(t.items)), marked: make([]bool, len(x.first)-1), met: make([]bool, len(t.sentences))}
	for n, s := range t.sentences {
		for _, c := range s.clauses {
			for i := c.from; i < c.to; i++ {
				l.of[i] = int32(len(l.clauses))
			}
			l.clauses, l.sentence = append(l.clauses, c), append(l.sentence, int32(n))
		}
	}
	l.count = make([]int32, len(l.clauses))
	t.rows = l
	return l
}

// tally calls each with every clause that holds at least so many of the solid words among some items, and
// how many of these it holds. A word that is given twice counts twice. The order is that of no list.
//
// A clause that lacks all of the rarest words cannot have enough of the others: only where one of those
// stands is it counted, so that a word which stands in every line costs nothing.
func (t *Text) tally(words []item, least int, each func(clause int32, n int)) {
	x, l := t.index(), t.ledger()
	var ids []int32
	lacking := 0
	for _, w := range words {
		if id := x.id(w.key); w.solid() && id >= 0 {
			ids = append(ids, id)
		}
	}
	if lacking = len(ids) - max(least, 1); lacking < 0 {
		return
	}
	slices.SortFunc(ids, func(a, b int32) int { return len(x.all(a)) - len(x.all(b)) })
	for _, id := range ids[:lacking+1] {
		last := int32(-1)
		for _, at := range x.all(id) {
			if c := l.of[at]; c != last {
				last = c
				l.add(c)
			}
		}
	}
	rest := ids[lacking+1:]
	for _, c := range l.touched {
		n := int(l.count[c])
		l.count[c] = 0
		for i := 0; i < len(rest) && n+len(rest)-i >= least; i++ {
			if x.in(l.clauses[c].from, l.clauses[c].to, rest[i]) >= 0 {
				n++
			}
		}
		if n >= least {
			each(c, n)
		}
	}
	l.touched = l.touched[:0]
}

// add counts one for a clause.
func (l *ledger) add(c int32) {
	if l.count[c] == 0 {
		l.touched = append(l.touched, c)
	}
	l.count[c]++
}

// weigh calls each with the sentences that may hold words of at least the given weight together, and what
// those that they hold weigh; of a sentence that holds less, it may be less than that. Each word is given once. As in a tally, the words that stand everywhere are
// looked up only where the rare ones leave a chance.
func (t *Text) weigh(words []item, least float64, each func(n int, weight float64)) {
	x, l := t.index(), t.ledger()
	type word struct {
		id     int32
		weight float64
	}
	known := make([]word, 0, len(words))
	rest := 0.0
	for _, w := range words {
		if id := x.id(w.key); id >= 0 {
			known = append(known, word{id, w.weight()})
			rest += w.weight()
		}
	}
	all := rest
	const rounding = 1e-6
	if rest < least-rounding {
		return
	}
	rare := slices.Clone(known)
	slices.SortFunc(rare, func(a, b word) int { return len(x.all(a.id)) - len(x.all(b.id)) })
	for _, w := range rare {
		if rest < least-rounding {
			break
		}
		rest -= w.weight
		for _, at := range x.all(w.id) {
			if s := l.sentence[l.of[at]]; !l.met[s] {
				l.met[s] = true
				l.touched = append(l.touched, s)
			}
		}
	}
	for _, n := range l.touched {
		l.met[n] = false
		weight, rest := 0.0, all
		for _, w := range known {
			if weight+rest < least-rounding {
				break
			}
			rest -= w.weight
			if x.in(t.sentences[n].from, t.sentences[n].to, w.id) >= 0 {
				weight += w.weight
			}
		}
		each(int(n), weight)
	}
	l.touched = l.touched[:0]
}

// having calls each with the sentences that hold a key, in order, until it says no.
func (t *Text) having(key string, each func(n int) bool) {
	x, l := t.index(), t.ledger()
	last := int32(-1)
	for _, at := range x.all(x.id(key)) {
		s := l.sentence[l.of[at]]
		if s != last && !each(int(s)) {
			return
		}
		last = s
	}
}

// spelling is how the sentences of a text are spelled: each in lower case and without marks, and the
// sentences that hold a run of letters and digits.
type spelling struct {
	sentences []string
	runs      map[string][]int32
}

// spelled makes the spelling of a text.
func (t *Text) spelled() *spelling {
	if t.spelling != nil {
		return t.spelling
	}
	sp := &spelling{runs: map[string][]int32{}}
	for n, s := range t.sentences {
		low := t.plain(s)
		sp.sentences = append(sp.sentences, low)
		for _, run := range runsOf(low) {
			if list := sp.runs[run]; len(list) == 0 || list[len(list)-1] != int32(n) {
				sp.runs[run] = append(list, int32(n))
			}
		}
	}
	t.spelling = sp
	return sp
}

// plain is a sentence in lower case and without marks.
func (t *Text) plain(s sentence) string { return lowerText(unmarked.Replace(t.text(s.from, s.to))) }

// runsOf cuts a text where a token may begin or end, so that a phrase that stands in it between the
// borders of tokens has no run that the text has not.
func runsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !starts(r) || han(r) })
}

// spell calls each with the sentences in which a phrase stands as it is spelled, in order, until it says
// no. It looks where the rarest run of the phrase is.
func (t *Text) spell(phrase string, each func(n int) bool) {
	runs := runsOf(phrase)
	if len(runs) == 0 || len(t.sentences) <= shortRange {
		for n, s := range t.sentences {
			if standsIn(t.plain(s), phrase) && !each(n) {
				return
			}
		}
		return
	}
	sp := t.spelled()
	rarest := sp.runs[runs[0]]
	for _, r := range runs[1:] {
		if list := sp.runs[r]; len(list) < len(rarest) {
			rarest = list
		}
	}
	for _, n := range rarest {
		if standsIn(sp.sentences[n], phrase) && !each(int(n)) {
			return
		}
	}
}

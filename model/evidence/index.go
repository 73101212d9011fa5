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
	// solid says of a key that it says something somewhere: it is no stop word and no part there.
	solid []bool
}

// index makes the index of a text.
func (t *Text) index() *index {
	if t.places != nil {
		return t.places
	}
	x := &index{ids: make(map[string]int32, len(t.items)), of: make([]int32, len(t.items))}
	for i, it := range t.items {
		id, ok := x.ids[it.key]
		if !ok {
			id = int32(len(x.solid))
			x.ids[it.key] = id
			x.solid = append(x.solid, false)
		}
		x.of[i] = id
		x.solid[id] = x.solid[id] || it.solid()
	}
	x.first, x.at = make([]int32, len(x.solid)+1), make([]int32, len(t.items))
	for _, id := range x.of {
		x.first[id+1]++
	}
	for id := range x.solid {
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
	// size counts the solid items of each clause. hollow are the keys, by number, that stand in a
	// clause that has none.
	size   []int32
	hollow []bool
	// count, weight and touched are scratch: zero, zero and empty between two uses.
	count, touched []int32
	weight         []float64
}

// ledger makes the ledger of a text.
func (t *Text) ledger() *ledger {
	if t.rows != nil {
		return t.rows
	}
	x := t.index()
	l := &ledger{of: make([]int32, len(t.items)), hollow: make([]bool, len(x.solid)), weight: make([]float64, len(t.sentences))}
	for n, s := range t.sentences {
		for _, c := range s.clauses {
			size := int32(0)
			for i := c.from; i < c.to; i++ {
				l.of[i] = int32(len(l.clauses))
				if t.items[i].solid() {
					size++
				}
			}
			for i := c.from; i < c.to && size == 0; i++ {
				l.hollow[x.of[i]] = true
			}
			l.clauses, l.sentence, l.size = append(l.clauses, c), append(l.sentence, int32(n)), append(l.size, size)
		}
	}
	l.count = make([]int32, len(l.clauses))
	t.rows = l
	return l
}

// tally calls each with every clause that holds some of the solid words among some items, and how many
// of these it holds. A word that is given twice counts twice. The order is that of no list.
func (t *Text) tally(words []item, each func(clause int32, n int)) {
	x, l := t.index(), t.ledger()
	for _, w := range words {
		if !w.solid() {
			continue
		}
		last := int32(-1)
		for _, at := range x.all(x.id(w.key)) {
			if c := l.of[at]; c != last {
				last = c
				l.add(c)
			}
		}
	}
	l.flush(each)
}

// cover calls each with every clause of which some keys, each given once, are solid items, and how many
// of them.
func (t *Text) cover(keys []int32, each func(clause int32, n int)) {
	x, l := t.index(), t.ledger()
	for _, id := range keys {
		if !x.solid[id] {
			continue
		}
		for _, at := range x.all(id) {
			if t.items[at].solid() {
				l.add(l.of[at])
			}
		}
	}
	l.flush(each)
}

// add counts one for a clause.
func (l *ledger) add(c int32) {
	if l.count[c] == 0 {
		l.touched = append(l.touched, c)
	}
	l.count[c]++
}

// flush hands the counts out and sets them back.
func (l *ledger) flush(each func(clause int32, n int)) {
	for _, c := range l.touched {
		n := l.count[c]
		l.count[c] = 0
		each(c, int(n))
	}
	l.touched = l.touched[:0]
}

// weigh calls each with every sentence that holds some of some words, each given once, and what those that
// it holds weigh together.
func (t *Text) weigh(words []item, each func(n int32, weight float64)) {
	x, l := t.index(), t.ledger()
	for _, w := range words {
		last, weight := int32(-1), w.weight()
		for _, at := range x.all(x.id(w.key)) {
			s := l.sentence[l.of[at]]
			if s == last {
				continue
			}
			last = s
			if l.weight[s] == 0 {
				l.touched = append(l.touched, s)
			}
			l.weight[s] += weight
		}
	}
	for _, s := range l.touched {
		weight := l.weight[s]
		l.weight[s] = 0
		each(s, weight)
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

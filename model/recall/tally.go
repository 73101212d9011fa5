package recall

import (
	"math"
	"slices"
)

// tally is what the notes have of a query. A prompt may ask for several things, and no note answers
// to a page of it: the cover is that of the sentence which a note covers best.
type tally struct{ score, cover []float64 }

// The usual figures of BM25: how soon a word that comes again says nothing new, and how much a long
// note has to have it more often.
const (
	saturation = 1.2
	lengthPart = 0.5
)

// tally weighs every note against the units of a query.
func (s *Store) tally(units []unit) tally {
	n := len(s.notes)
	t := tally{make([]float64, n), make([]float64, n)}
	gain, sure, all := make([]float64, n), make([]float64, n), make([]float64, n)
	for first := 0; first < len(units); {
		var wanted []float64
		cover := make([]float64, n)
		next := first
		for ; next < len(units) && units[next].sentence == units[first].sentence; next++ {
			u := units[next]
			value := s.weigh(u, gain, sure)
			if s.lend(gain, all); !u.again {
				add(t.score, all, u.weight)
			}
			if u.ranks {
				continue
			}
			s.lend(sure, all)
			add(cover, all, u.weight)
			wanted = append(wanted, u.weight*value)
		}
		whole := enough(wanted)
		for i, c := range cover {
			t.cover[i] = max(t.cover[i], min(1, c/whole))
		}
		first = next
	}
	for i := range t.score {
		t.score[i] *= 0.5 + t.cover[i]
	}
	return t
}

// named is how much more a note answers to a word of its own name: it is what the note is about.
const named = 1.15

// weigh sets what each note gains by a unit, and how far it answers to it; it returns what the unit
// is worth where it is answered in full.
func (s *Store) weigh(u unit, gain, sure []float64) (value float64) {
	clear(gain)
	clear(sure)
	value = s.idf(0)
	for i, m := range u.meanings {
		idf := s.idf(float64(s.count(m.terms)))
		if i == 0 && m.sure >= sureSense {
			value = idf
		}
		for _, at := range m.terms {
			for _, p := range s.vocab.terms[at].in {
				long := 1 - lengthPart + lengthPart*s.notes[p.note].length/s.length
				times := float64(p.times) * (saturation + 1) / (float64(p.times) + saturation*long)
				gain[p.note] = max(gain[p.note], m.sure*idf*times)
				answer := trust(m.sure) * math.Sqrt(min(idf, value)*value)
				if p.head && m.sure >= sureRoot {
					answer *= named
				}
				sure[p.note] = max(sure[p.note], answer)
			}
		}
	}
	return value
}

func add(to, what []float64, times float64) {
	for i, v := range what {
		to[i] += times * v
	}
}

// trust is how much of a word counts as answered by a term that is so sure. Ranking asks which of two
// notes says it better; here the question is whether it is said at all.
func trust(sure float64) float64 {
	switch {
	case sure >= sureRoot:
		return 0.9 + 0.1*(sure-sureRoot)/(sureSame-sureRoot)
	case sure == sureSlip:
		return 0.7
	}
	return math.Sqrt(sure)
}

// count is how many notes hold one of the terms.
func (s *Store) count(terms []int32) int {
	if len(terms) == 1 {
		return len(s.vocab.terms[terms[0]].in)
	}
	in := map[int32]bool{}
	for _, at := range terms {
		for _, p := range s.vocab.terms[at].in {
			in[p.note] = true
		}
	}
	return len(in)
}

// asksEnough is how many words of a sentence a note must answer to. The more there are beyond, the
// less each of them asks.
const asksEnough = 8

// enough is what all the words of a sentence are worth together.
func enough(wanted []float64) (sum float64) {
	slices.Sort(wanted)
	slices.Reverse(wanted)
	for i, w := range wanted {
		sum += w * min(1, asksEnough/float64(i+1))
	}
	return max(sum, 1e-9) // a sentence that asks nothing is answered by nothing
}

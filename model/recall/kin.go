package recall

import (
	"bytes"

	"dreamgate/model"
	"dreamgate/model/note"
)

// kin is a note that another one belongs with, and how closely, from 0 to 1.
type kin struct {
	note  int32
	close float64
}

const (
	// lent is how much of what a note says is said of its kin as well: that the biller writes
	// invoices stands in one note, and what is odd about it in another.
	lent = 0.35
	// tightest is how many notes a name may be shared by to make them kin. What more of them share is
	// a kind of note and no subject.
	tightest = 16
)

// relate finds the kin of all notes: those whose names share a rare word, and those that a link joins.
func (s *Store) relate(t model.Tree) {
	s.kin = make([][]kin, len(s.notes))
	top := s.idf(0)
	for at, in := range s.heads {
		if len(in) < 2 || len(in) > tightest {
			continue
		}
		// The word may stand in the bodies of many other notes, and be no name at all.
		c := s.idf(float64(len(s.vocab.terms[at].in))) / top
		for _, a := range in {
			for _, b := range in {
				if a != b {
					s.join(a, b, c)
				}
			}
		}
	}
	ids := make(map[string]int32, len(s.notes))
	for i, d := range s.notes {
		ids[d.path] = int32(i)
	}
	linker := note.NewLinker(t)
	for i, d := range s.notes {
		data := t[d.path].Data
		if !bytes.Contains(data, []byte("](")) && !bytes.Contains(data, []byte("[[")) && !bytes.Contains(data, []byte("]:")) {
			continue // most notes link to nothing, and need not be parsed to see that
		}
		for _, l := range linker.Links(d.path, data) {
			if to, ok := ids[l.Path]; ok && to != int32(i) {
				s.join(int32(i), to, 1)
				s.join(to, int32(i), 1)
			}
		}
	}
}

// join notes that b is kin of a; the closest tie of two notes counts.
func (s *Store) join(a, b int32, c float64) {
	for i, k := range s.kin[a] {
		if k.note == b {
			s.kin[a][i].close = max(k.close, c)
			return
		}
	}
	s.kin[a] = append(s.kin[a], kin{b, c})
}

// lend adds to each note what its kin have: what it has itself is worth more.
func (s *Store) lend(own, all []float64) {
	for i := range own {
		all[i] = own[i]
		for _, k := range s.kin[i] {
			all[i] = max(all[i], lent*k.close*own[k.note])
		}
	}
}

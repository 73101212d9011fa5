package hunk

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// limits bound the work of an alignment, each as the product of the lengths of two sequences that
// are left after everything cheap.
type limits struct {
	// exact is the product up to which the library compares. Its cost grows with the product where
	// the sequences have little in common, so longer ones are first cut where nothing is lost.
	exact int
	// most is the product up to which such a cut is sought.
	most int
	// halve cuts longer ones still, in the middle, where something may be lost; without it they
	// just differ.
	halve bool
}

// lineLimits keep the worst input, 100,000 lines a side in which every line stands many times, near
// a second.
var lineLimits = limits{exact: 1 << 12, most: 1 << 34, halve: true}

// symbols numbers strings, equal ones alike, so that they are compared once.
type symbols map[string]int32

func (s symbols) number(parts []string) []int32 {
	ids := make([]int32, len(parts))
	for i, p := range parts {
		id, ok := s[p]
		if !ok {
			id = int32(len(s))
			s[p] = id
		}
		ids[i] = id
	}
	return ids
}

// aligner finds which elements of two sequences are the same ones, in order.
type aligner struct {
	a, b []int32
	// keepA and keepB mark what stands on both sides; the rest is removed or added.
	keepA, keepB []bool
	// inA and inB count, for the segment at hand, how often each symbol stands on a side, local
	// renames its symbols, and mask is for cut; all zero between uses.
	inA, inB, local []int32
	mask            []uint64
	lim             limits
	lib             *diffmatchpatch.DiffMatchPatch
}

// align returns the elements of a and of b that stay. There are symbols 0..n-1.
func align(a, b []int32, n int, lim limits) (keepA, keepB []bool) {
	lib := diffmatchpatch.New()
	lib.DiffTimeout = 0 // any other value gives differences that depend on the load of the machine
	al := aligner{
		a: a, b: b, keepA: make([]bool, len(a)), keepB: make([]bool, len(b)),
		inA: make([]int32, n), inB: make([]int32, n), local: make([]int32, n),
		mask: make([]uint64, n), lim: lim, lib: lib,
	}
	al.segment(stretch{0, len(a)}, stretch{0, len(b)})
	return al.keepA, al.keepB
}

// stretch is a half-open range of indices.
type stretch struct{ from, to int }

func (s stretch) len() int { return s.to - s.from }

// segment aligns a[x] with b[y]. Equal ends are taken off and what has no partner is left out
// before anything is searched: neither can make the result longer, and for most real changes little
// or nothing is left.
func (al *aligner) segment(x, y stretch) {
	for x.len() > 0 && y.len() > 0 && al.a[x.from] == al.b[y.from] {
		al.keep(x.from, y.from)
		x.from, y.from = x.from+1, y.from+1
	}
	for x.len() > 0 && y.len() > 0 && al.a[x.to-1] == al.b[y.to-1] {
		x.to, y.to = x.to-1, y.to-1
		al.keep(x.to, y.to)
	}
	if x.len() == 0 || y.len() == 0 {
		return
	}
	al.count(x, y, 1)
	ia, ib := shared(al.a, x, al.inB), shared(al.b, y, al.inA)
	al.count(x, y, -1)
	ia, ib = al.trim(ia, ib) // what stood between equal ends and had no partner is gone now
	cost := len(ia) * len(ib)
	if cost == 0 {
		return
	}
	mi, mj := len(ia)/2, len(ib)/2
	switch {
	case cost <= al.lim.exact:
		al.library(ia, ib)
		return
	case cost <= al.lim.most:
		mi, mj = al.cut(ia, ib)
	case !al.lim.halve:
		return
	}
	al.part(ia[:mi], ib[:mj])
	al.part(ia[mi:], ib[mj:])
}

// part aligns what lies between the first and the last of two lists of indices.
func (al *aligner) part(ia, ib []int) {
	if len(ia) > 0 && len(ib) > 0 {
		al.segment(stretch{ia[0], ia[len(ia)-1] + 1}, stretch{ib[0], ib[len(ib)-1] + 1})
	}
}

func (al *aligner) keep(i, j int) { al.keepA[i], al.keepB[j] = true, true }

func (al *aligner) count(x, y stretch, by int32) {
	for _, id := range al.a[x.from:x.to] {
		al.inA[id] += by
	}
	for _, id := range al.b[y.from:y.to] {
		al.inB[id] += by
	}
}

// shared lists the indices in a range whose symbol also stands on the other side.
func shared(ids []int32, r stretch, other []int32) []int {
	var out []int
	for i := r.from; i < r.to; i++ {
		if other[ids[i]] > 0 {
			out = append(out, i)
		}
	}
	return out
}

// trim keeps the equal ends of two lists of indices and returns what is between them.
func (al *aligner) trim(ia, ib []int) ([]int, []int) {
	for len(ia) > 0 && len(ib) > 0 && al.a[ia[0]] == al.b[ib[0]] {
		al.keep(ia[0], ib[0])
		ia, ib = ia[1:], ib[1:]
	}
	for len(ia) > 0 && len(ib) > 0 && al.a[ia[len(ia)-1]] == al.b[ib[len(ib)-1]] {
		al.keep(ia[len(ia)-1], ib[len(ib)-1])
		ia, ib = ia[:len(ia)-1], ib[:len(ib)-1]
	}
	return ia, ib
}

// cut returns where to cut two sequences so that the halves, compared apart, keep as much as the
// whole would: the first in its middle, the second where the most can be kept before and after it
// (Hirschberg 1975).
func (al *aligner) cut(ia, ib []int) (mi, mj int) {
	a, b := at(al.a, ia), at(al.b, ib)
	mi = len(a) / 2
	before := al.keepable(a[:mi], b)
	slices.Reverse(a)
	slices.Reverse(b)
	after := al.keepable(a[:len(a)-mi], b)
	most := -1 // the first of equal places, so that the result never depends on anything else
	for j := range before {
		if n := before[j] + after[len(b)-j]; n > most {
			mj, most = j, n
		}
	}
	return mi, mj
}

func at(ids []int32, index []int) []int32 {
	out := make([]int32, len(index))
	for k, i := range index {
		out[k] = ids[i]
	}
	return out
}

// keepable returns how many elements a has in common, in order, with each start of b. It works on 64
// elements of b at a time, a bit each: a zero bit says that the count rises there (Hyyrö 2004).
func (al *aligner) keepable(a, b []int32) []int {
	counts := make([]int, 1, len(b)+1)
	carry := make([]uint64, len(a)) // of each element of a, into the next 64 of b
	for len(b) > 0 {
		n := min(64, len(b))
		for k, id := range b[:n] {
			al.mask[id] |= 1 << k
		}
		v := ^uint64(0)
		for i, id := range a {
			m := al.mask[id] // where in these 64 the element stands
			sum, over := bits.Add64(v, v&m, carry[i])
			carry[i] = over
			v = sum | v&^m
		}
		for k, id := range b[:n] {
			al.mask[id] = 0
			counts = append(counts, counts[len(counts)-1]+int(^v>>k&1))
		}
		b = b[n:]
	}
	return counts
}

// library lets go-diff find the shortest difference. Its own line mode numbers all lines of a file
// and has stumbled over large numbers; here a symbol is a rune below the surrogates, because the
// limits leave it few.
func (al *aligner) library(ia, ib []int) {
	next := rune(0)
	runes := func(ids []int32, index []int) []rune {
		out := make([]rune, len(index))
		for k, i := range index {
			id := ids[i]
			if al.local[id] == 0 {
				next++
				al.local[id] = next
			}
			out[k] = al.local[id]
		}
		return out
	}
	ra, rb := runes(al.a, ia), runes(al.b, ib)
	for _, i := range ia {
		al.local[al.a[i]] = 0
	}
	for _, j := range ib {
		al.local[al.b[j]] = 0
	}
	// The texts of the result are of no use, their lengths are: runes stand for elements one to one.
	i, j := 0, 0
	for _, d := range al.lib.DiffMainRunes(ra, rb, false) {
		n := utf8.RuneCountInString(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			j += n
		case diffmatchpatch.DiffEqual:
			for range n {
				al.keep(ia[i], ib[j])
				i, j = i+1, j+1
			}
		}
	}
}

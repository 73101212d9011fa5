package audit

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

// Notes are near-duplicates if they share most of their words. All pairs of a store cannot be compared,
// and need not be: two sets of words that overlap in a share of s have one of their rarest (1-s) in
// common. So each note is only compared with those before it that hold one of its rarest words, and
// with few of these, for what many notes hold is a form that they are written in.

const (
	// nearShare is how much of the words of two notes must be the same.
	nearShare = 0.8
	// leastNear is the number of different words below which notes are too short to be compared.
	leastNear = 8
	// maxCandidates bounds the notes that are compared with one, and maxPosting the notes that are
	// found by one word.
	maxCandidates = 48
	maxPosting    = 48
)

// bag is the set of words of a note as numbers, the rarest first once all are counted.
type bag struct {
	note  int32
	words []uint32
}

// bags are filled note by note, so that no more than one text has to be held.
type bags struct {
	seed   maphash.Seed
	ids    map[uint64]uint32
	counts []uint32
	list   []bag
	room   []uint32
}

func newBags() bags { return bags{seed: maphash.MakeSeed(), ids: map[uint64]uint32{}} }

// add counts the words of a note.
func (b *bags) add(p *page) {
	words := b.room[:0]
	for w := range terms(p.body()) {
		h := maphash.String(b.seed, w)
		id, ok := b.ids[h]
		if !ok {
			id = uint32(len(b.counts))
			b.ids[h] = id
			b.counts = append(b.counts, 0)
		}
		words = append(words, id)
	}
	b.room = words
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) < leastNear {
		return
	}
	for _, id := range words {
		b.counts[id]++
	}
	b.list = append(b.list, bag{p.at, slices.Clone(words)})
}

// near finds near-duplicates. Each note is named with the one before it that it is most like.
func (c *comparison) near() {
	named := map[string]bool{}
	counts, list := c.bags.counts, c.bags.list
	posting := map[uint32][]int32{}
	seen, have := make([]int32, len(list)), make([]int32, len(counts))
	for i, b := range list {
		slices.SortFunc(b.words, func(x, y uint32) int { return cmp.Or(cmp.Compare(counts[x], counts[y]), cmp.Compare(x, y)) })
		n := len(b.words)
		prefix := b.words[:n-int(math.Ceil(nearShare*float64(n)))+1]
		for _, w := range b.words {
			have[w] = int32(i) + 1
		}
		best, share, tried := -1, 0.0, 0
		for _, w := range prefix {
			for _, j := range posting[w] {
				if seen[j] == int32(i)+1 || tried == maxCandidates {
					continue
				}
				seen[j] = int32(i) + 1
				tried++
				if s := overlap(n, list[j].words, have, int32(i)+1); s >= nearShare && s > share {
					best, share = int(j), s
				}
			}
		}
		for _, w := range prefix {
			if len(posting[w]) < maxPosting {
				posting[w] = append(posting[w], int32(i))
			}
		}
		if best >= 0 && c.alikePair(c.page(list[best].note), c.page(b.note)) {
			named[c.notes[b.note].Path] = true
		}
	}
	c.within(named)
}

// overlap is the number of words that two sets share, over that of both together. The first is one of n
// words, which have marks.
func overlap(n int, words []uint32, have []int32, mark int32) float64 {
	m := len(words)
	if float64(min(n, m)) < nearShare*float64(max(n, m)) {
		return 0
	}
	shared := 0
	for _, w := range words {
		if have[w] == mark {
			shared++
		}
	}
	return float64(shared) / float64(n+m-shared)
}

// alikePair is the finding on two notes that are nearly the same, unless what differs says that they are
// about two things: both have figures or names of their own. It reports whether there is one.
func (c *comparison) alikePair(a, b *page) bool {
	onlyA, onlyB := differ(a, b)
	if telling(onlyA) && telling(onlyB) || siblings(a.note, b.note, onlyA, onlyB) {
		return false
	}
	what := "both say the same in the same words"
	switch {
	case len(onlyA) > 0 && len(onlyB) > 0:
		what = fmt.Sprintf("only the other says “%s”, only this one “%s”", few(onlyA), few(onlyB))
	case len(onlyA) > 0:
		what = fmt.Sprintf("only the other says “%s”", few(onlyA))
	case len(onlyB) > 0:
		what = fmt.Sprintf("only this one says “%s”", few(onlyB))
	}
	c.add(model.Finding{Rule: ruleDuplicate, Severity: model.Warning, Path: b.note.Path,
		Message: fmt.Sprintf("the note is nearly the same as %s: %s; make one note of the two", a.note.Path, what)})
	return true
}

// differ are the words that only one of two notes has, in the order of the text.
func differ(a, b *page) (onlyA, onlyB []string) {
	return without(a.body(), b.body()), without(b.body(), a.body())
}

func without(text, other string) (only []string) {
	have := map[string]bool{}
	for w := range terms(other) {
		have[w] = true
	}
	for w := range terms(text) {
		if !have[w] {
			have[w] = true
			only = append(only, w)
		}
	}
	return only
}

// telling reports whether words hold a figure, which notes of one form differ by.
func telling(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "0123456789") })
}

// siblings reports whether two notes are called by what they differ in: then each is about its own.
func siblings(a, b model.Note, onlyA, onlyB []string) bool {
	named := func(n model.Note, only []string) bool {
		words := title(n)
		return slices.ContainsFunc(only, func(w string) bool { return words[w] })
	}
	return named(a, onlyA) && named(b, onlyB)
}

// few are the first words of a list, enough to see what it is about.
func few(words []string) string {
	const most = 6
	text := strings.Join(words[:min(most, len(words))], " ")
	if len(words) > most {
		text += " …"
	}
	return text
}

// terms calls yield for the words of a text in lower case: runs of letters and digits, and in scripts
// without blanks each pair of neighbours.
func terms(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			r, n := utf8.DecodeRuneInString(text[i:])
			if !inTerm(r) {
				i += n
				continue
			}
			from := i
			if isWide(r) {
				next, m := utf8.DecodeRuneInString(text[i+n:])
				i += n
				if isWide(next) && inTerm(next) {
					m += n
				} else {
					m = n
				}
				if !yield(text[from : from+m]) {
					return
				}
				continue
			}
			for i < len(text) {
				r, n := utf8.DecodeRuneInString(text[i:])
				if !inTerm(r) || isWide(r) {
					break
				}
				i += n
			}
			if !yield(text[from:i]) {
				return
			}
		}
	}
}

func inTerm(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

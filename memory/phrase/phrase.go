// Package phrase finds words in texts, whatever their case and the white space between them.
//
//	phrase.go  the words, and the search for them
//	fold.go    which letters are the same
//	pair.go    two bytes at once
//	around.go  the short line that is shown for a place
//
// The letters of a phrase are compared one by one where the least usual of them stands: all else is
// passed by at the speed of a search for a byte.
package phrase

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrase is what is looked for. It is never changed and safe for use by several goroutines.
type Phrase struct {
	// want are its runes, folded; a blank stands for any white space.
	want []rune
	// pivot is the place of the least usual rune, forms how that can be written.
	pivot int
	forms [][]byte
	// pair says that the pivot and the rune behind it are looked for together.
	pair bool
}

// New makes a phrase of words. Without any it is empty, and found nowhere.
func New(words string) Phrase { return of(folded(strings.Join(strings.Fields(words), " "))) }

func folded(s string) []rune {
	want := []rune(s)
	for i, r := range want {
		want[i] = Fold(r)
	}
	return want
}

// of prepares runes that are folded.
func of(want []rune) Phrase {
	p := Phrase{want: want}
	best := -1
	for i, r := range want {
		if n := rarity(r); n > best {
			best, p.pivot = n, i
		}
	}
	if at := pairOf(want); at >= 0 && best < rare {
		p.pivot, p.pair = at, true
	}
	if len(want) > 0 {
		for _, r := range Variants(want[p.pivot]) {
			p.forms = append(p.forms, utf8.AppendRune(nil, r))
		}
	}
	return p
}

// Empty reports whether there is nothing to look for.
func (p Phrase) Empty() bool { return len(p.want) == 0 }

// Runes are those of the phrase, folded.
func (p Phrase) Runes() []rune { return p.want }

// Pivot is the rune, folded, that every place must have. The phrase is not empty.
func (p Phrase) Pivot() rune { return p.want[p.pivot] }

// HasPivot reports whether the pivot stands in a text at all.
func (p Phrase) HasPivot(text []byte) bool {
	return slices.ContainsFunc(p.forms, func(form []byte) bool { return bytes.Contains(text, form) })
}

// Longest returns the longest part of the phrase that consists of runes that may be in it; it is empty
// if there are none.
func (p Phrase) Longest(may func(rune) bool) Phrase {
	var best []rune
	run := 0
	for i := 0; i <= len(p.want); i++ {
		if i < len(p.want) && may(p.want[i]) {
			continue
		}
		if i-run > len(best) {
			best = p.want[run:i]
		}
		run = i + 1
	}
	return of(best)
}

// Find returns the bytes of the first place in a text.
func (p Phrase) Find(text string) (at [2]int, ok bool) { return p.In([]byte(text)).Next(0) }

// All returns the places in a text that do not overlap, at most so many.
func (p Phrase) All(text string, most int) (list [][2]int) {
	places := p.In([]byte(text))
	for from := 0; len(list) < most; {
		at, ok := places.Next(from)
		if !ok {
			break
		}
		list = append(list, at)
		from = at[1]
	}
	return list
}

// Places walks through the places of a phrase in one text.
type Places struct {
	p    Phrase
	text []byte
	// next is, for each form of the pivot, where it stands next. It is good as long as it does not lie
	// before what is asked for, so that a form that is rare is looked for once.
	next []int
}

// In prepares a walk through a text, which must not change meanwhile.
func (p Phrase) In(text []byte) *Places {
	w := &Places{p: p, text: text, next: make([]int, len(p.forms))}
	for i := range w.next {
		w.next[i] = -1
	}
	return w
}

// Reset begins a walk through another text.
func (w *Places) Reset(text []byte) {
	w.text = text
	for i := range w.next {
		w.next[i] = -1
	}
}

// Next returns the first place that begins at from or behind it. From must not go back.
func (w *Places) Next(from int) (at [2]int, ok bool) {
	if len(w.next) == 0 {
		return at, false
	}
	floor := from
	for {
		pivot := w.pivot(from)
		if pivot == len(w.text) {
			return at, false
		}
		if at, ok = w.p.match(w.text, pivot); ok && at[0] >= floor {
			return at, true
		}
		from = pivot + 1
	}
}

// pivot is where the pivot stands next, in any of its forms; the length of the text if nowhere.
func (w *Places) pivot(from int) int {
	first := len(w.text)
	if w.p.pair {
		if from >= first {
			return first
		}
		a, b := lowered(w.p.want[w.p.pivot]), lowered(w.p.want[w.p.pivot+1])
		if n := Pair(w.text[from:], a, b, true); n >= 0 {
			return from + n
		}
		return first
	}
	for i, at := range w.next {
		if at < from {
			if at = len(w.text); from < len(w.text) {
				if n := index(w.text[from:], w.p.forms[i]); n >= 0 {
					at = from + n
				}
			}
			w.next[i] = at
		}
		first = min(first, at)
	}
	return first
}

// index is bytes.Index, which for a single byte takes a detour.
func index(text, form []byte) int {
	if len(form) == 1 {
		return bytes.IndexByte(text, form[0])
	}
	return bytes.Index(text, form)
}

// match reports whether the phrase stands in a text around a place of its pivot.
func (p Phrase) match(text []byte, pivot int) (at [2]int, ok bool) {
	end, ok := ahead(text, pivot, p.want[p.pivot:])
	if !ok {
		return at, false
	}
	start, ok := behind(text, pivot, p.want[:p.pivot])
	return [2]int{start, end}, ok
}

// ahead matches runes from a place on, and returns where they end.
func ahead(text []byte, at int, want []rune) (int, bool) {
	for _, w := range want {
		if w == ' ' {
			n := blanks(text[at:])
			if n == 0 {
				return at, false
			}
			at += n
			continue
		}
		if at >= len(text) {
			return at, false
		}
		r, n := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[at:])
		}
		if Fold(r) != w {
			return at, false
		}
		at += n
	}
	return at, true
}

// behind matches runes that end at a place, and returns where they begin.
func behind(text []byte, at int, want []rune) (int, bool) {
	for i := len(want) - 1; i >= 0; i-- {
		if want[i] == ' ' {
			n := at
			for n > 0 {
				r, size := utf8.DecodeLastRune(text[:n])
				if !unicode.IsSpace(r) {
					break
				}
				n -= size
			}
			if n == at {
				return at, false
			}
			at = n
			continue
		}
		if at == 0 {
			return at, false
		}
		r, n := rune(text[at-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRune(text[:at])
		}
		if Fold(r) != want[i] {
			return at, false
		}
		at -= n
	}
	return at, true
}

// blanks is the length of the white space that a text begins with, in bytes.
func blanks(text []byte) int {
	at := 0
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += n
	}
	return at
}

package diffview

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/model"
)

// Find returns the places of words in a line, from left to right and none inside another, whether its
// letters are large or small: as ranges of bytes that begin and end between letters.
func Find(line, words string) (at [][2]int) {
	want := make([]rune, 0, len(words))
	for _, r := range words {
		want = append(want, lower(r))
	}
	if len(want) == 0 {
		return nil
	}
	for i := 0; i < len(line); {
		if n := matches(line[i:], want); n > 0 {
			at = append(at, [2]int{i, i + n})
			i += n
			continue
		}
		_, n := utf8.DecodeRuneInString(line[i:])
		i += n
	}
	return at
}

// matches returns how many bytes at the beginning of a text are these letters, 0 if they are others.
func matches(s string, want []rune) int {
	i := 0
	for _, w := range want {
		if i == len(s) {
			return 0
		}
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if lower(r) != w {
			return 0
		}
		i += n
	}
	return i
}

// lower is the same for all forms of a letter. The detour by the large one joins those that only it has in
// common: both small sigmas, for one.
func lower(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r < utf8.RuneSelf:
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// Hit is a place of the words that are looked for: the row in which it begins, and of that of the cursor its
// first cell in a line that is cut.
type Hit struct{ Row, Cell int }

// Hits are the places of Input.Find in the changed lines, those of the removed ones first: as many, and in
// the same order, as Find gives for these lines one by one.
func (l *Layout) Hits() []Hit { return l.hits }

// look notes the places of the words in a line, and counts those of a changed one.
func (l *Layout) look(src *source, changed bool) {
	if l.in.Find == "" {
		return
	}
	for _, p := range Find(src.body, l.in.Find) {
		h := hit{start: p[0], end: p[1], index: -1}
		if changed {
			h.index = len(l.hits)
			h.here = h.index == l.in.Here
			l.hits = append(l.hits, Hit{Row: -1})
		}
		src.hits = append(src.hits, h)
	}
	if l.in.Styles.Plain {
		src.around = [2]string{l.g.found, l.g.foundEnd}
	}
}

// reach finds the row of each place in a line whose rows begin with a row.
func (l *Layout) reach(ln *line, first int) {
	for index, off := range ln.strip.hits {
		if index < 0 {
			continue
		}
		l.hits[index].Row = first
		switch {
		case l.in.Wrap:
			k := sort.Search(len(l.rows)-first, func(k int) bool { return l.rows[first+k].to > off })
			l.hits[index].Row += min(k, len(l.rows)-first-1)
		case index == l.in.Here: // to measure it for all of a long line would take too long
			l.hits[index].Cell = ansi.StringWidth(ln.text[:off])
		}
	}
}

// Count is the number of Hits that a layout of a hunk has for words.
func Count(h model.Hunk, words string) (n int) {
	if words == "" || !textual(h) {
		return 0
	}
	for _, side := range [][]string{h.Removed, h.Added} {
		for _, s := range side {
			body, _ := split(s)
			n += len(Find(body, words))
		}
	}
	return n
}

package diffview

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// piece is the part of a text that one row shows. Blanks between two rows belong to neither.
type piece struct{ from, to int }

// cluster returns the bytes and the cells of the letter at a place of printable text.
func cluster(s string, at int) (size, cells int) {
	if s[at] < utf8.RuneSelf && (at+1 == len(s) || s[at+1] < utf8.RuneSelf) {
		return 1, 1
	}
	c, w := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
	return len(c), w
}

// wrap breaks a text into rows: the first of w cells, the others of w-hang. It breaks at blanks, and
// between wide letters, which are written without any; a word longer than a row breaks where the row
// ends. w must be at least hang+2, so that every letter fits.
func wrap(s string, w, hang int) []piece {
	if len(s) <= w {
		// Wide letters take more bytes than cells.
		return []piece{{0, len(s)}}
	}
	var rows []piece
	from, room, col := 0, w, 0
	// to and next are the best break so far: where the row would end and the next one begin.
	to, next := -1, 0
	for i := 0; i < len(s); {
		n, cells := cluster(s, i)
		blank := s[i] == ' ' && n == 1
		switch {
		case blank:
			if i > from && s[i-1] != ' ' {
				to = i
			}
			i, col, next = i+1, col+1, i+1
			continue
		case col+cells > room:
			if to < 0 {
				to, next = i, i
				if strings.TrimLeft(s[from:i], " ") == "" {
					to = from + min(room, i-from) // an indent that fills the row
				}
			}
			rows = append(rows, piece{from, to})
			from, i, room, col, to = next, next, w-hang, 0, -1
			continue
		}
		if i > from && s[i-1] != ' ' {
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i:])
			if Breaks(before, after) {
				to, next = i, i
			}
		}
		i, col = i+n, col+cells
	}
	return append(rows, piece{from, max(from, len(strings.TrimRight(s, " ")))})
}

// Breaks reports whether a line may be broken between two letters that stand together: where one of them
// is of a script that is written without blanks, unless the first opens something or the second closes,
// lengthens or repeats what stands before it.
func Breaks(before, after rune) bool {
	if !blankless(before) && !blankless(after) {
		return false
	}
	return !unicode.In(before, unicode.Ps, unicode.Pi) && !unicode.In(after, unicode.Pe, unicode.Pf, unicode.Po, unicode.Lm, unicode.M) &&
		!strings.ContainsRune(smallKana, after)
}

// smallKana begin no line, as what they belong to stands before them.
const smallKana = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"

// blankless reports whether a letter is of a script that is written without blanks, in two cells each:
// the ranges that Unicode calls wide, pictures aside.
func blankless(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xa960 && r <= 0xa97c, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

// hanging is how far the rows after the first are set in: to where the text of a list item begins,
// as far as a third of the width.
func hanging(s string, w int) int {
	indent := len(s) - len(strings.TrimLeft(s, " "))
	rest := s[indent:]
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	switch {
	case strings.HasPrefix(rest, "- "), strings.HasPrefix(rest, "* "), strings.HasPrefix(rest, "+ "):
		indent += 2
	case digits > 0 && digits < 4 && (strings.HasPrefix(rest[digits:], ". ") || strings.HasPrefix(rest[digits:], ") ")):
		indent += digits + 2
	}
	return min(indent, w/3)
}

const (
	// foldFrom is the number of rows of one line from which unchanged ones are folded away: less is
	// read faster than it is unfolded.
	foldFrom = 24
	// foldKeep is the number of unchanged rows that stay on either side of a change.
	foldKeep = 2
)

// folded is a row; with hidden above one it stands for as many rows that are not shown.
type folded struct {
	piece
	hidden int
}

// fold hides rows of a long line that are far from what must be seen.
func fold(rows []piece, seen func(piece) bool) []folded {
	keep := make([]bool, len(rows))
	last := -1
	mark := func(i int) {
		for k := max(last+1, i-foldKeep); k <= min(len(rows)-1, i+foldKeep); k++ {
			keep[k] = true
			last = k
		}
	}
	for i, r := range rows {
		if i == 0 || len(rows) < foldFrom || seen(r) {
			mark(i)
		}
	}
	out := make([]folded, 0, len(rows))
	for i, r := range rows {
		switch n := len(out); {
		case keep[i]:
			out = append(out, folded{piece: r})
		case n > 0 && out[n-1].hidden > 0:
			out[n-1].hidden++
		default:
			out = append(out, folded{r, 1})
		}
	}
	return out
}

// slice is the window of a text that is cut instead of wrapped.
type slice struct {
	piece
	// pad is the cells of a wide letter that the left edge cuts in two.
	pad int
	// before and after say that the text goes on beyond the edges.
	before, after bool
}

// window cuts a text to w cells from a cell on. A sign takes the first or the last cell where the
// text goes on there; a window too narrow for that has none.
func window(s string, left, w int) slice {
	var out slice
	i, col := 0, 0
	out.before = left > 0 && s != "" && w > 4
	if out.before {
		left, w = left+1, w-1
	}
	for i < len(s) && col < left {
		n, cells := cluster(s, i)
		i, col = i+n, col+cells
	}
	out.from, out.pad = i, min(w, max(0, col-left))
	last, room := i, w-out.pad
	for i < len(s) {
		n, cells := cluster(s, i)
		if cells > room {
			out.after = w > 4
			break
		}
		if i, room = i+n, room-cells; room > 0 {
			last = i
		}
	}
	if out.to = i; out.after {
		out.to = last
	}
	return out
}

package style

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Indic and Thai scripts have vowel signs that are part of a letter and still take a cell of their
// own on a terminal, and joined consonants that terminals show apart. Counting by letters, as x/ansi
// does, makes such rows too wide: the terminal folds them and the frame breaks. Text that holds them
// is measured rune by rune, as terminals do; all other text takes the quick way.

// spaced reports whether a text must be measured rune by rune.
func spaced(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		// The lead bytes of all blocks with such signs.
		case 0xe0, 0xe1, 0xea, 0xf0:
			r, n := utf8.DecodeRuneInString(s[i:])
			if unicode.Is(unicode.Mc, r) || r == 0x0e33 || r == 0x0eb3 || virama(r) {
				return true
			}
			i += n - 1
		}
	}
	return false
}

// virama reports whether a rune joins the consonant before it with the one after it.
func virama(r rune) bool {
	switch r {
	case 0x094d, 0x09cd, 0x0a4d, 0x0acd, 0x0b4d, 0x0c4d, 0x0d4d, 0x1039, 0x17d2:
		return true
	}
	return false
}

// runeCells is the number of cells of a rune by itself.
func runeCells(r rune) int {
	if unicode.Is(unicode.Mc, r) {
		return 1
	}
	return ansi.StringWidth(string(r))
}

// spacedWidth measures rune by rune, colour codes aside.
func spacedWidth(s string) (n int) {
	for _, r := range ansi.Strip(s) {
		n += runeCells(r)
	}
	return n
}

package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldedASCII are the folded forms of the letters that most texts have.
var foldedASCII = func() (t [utf8.RuneSelf]rune) {
	for r := range rune(utf8.RuneSelf) {
		t[r] = orbit(r)
	}
	return t
}()

// Fold returns the rune that stands for all that differ from r in case alone, by Unicode's simple
// folding: the smallest of them.
func Fold(r rune) rune {
	if r >= 0 && r < utf8.RuneSelf {
		return foldedASCII[r]
	}
	return orbit(r)
}

func orbit(r rune) rune {
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	return least
}

// Variants are all runes that fold as r does.
func Variants(r rune) []rune {
	list := []rune{r}
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		list = append(list, o)
	}
	return list
}

// usual orders the bytes of transcripts, the most frequent first: those of JSON's own, of identifiers
// and stamps, of prose.
const usual = "\":,{}[]\\-_./ ETA0OIN1SR2HL3D4C5U6M7F8P9GWBYVKXJQZ"

// rare is the rarity from which on a rune is looked for alone.
const rare = 2 * 44

// rarity tells how seldom a rune is met, for the choice of the one that is looked for. Letters of other
// scripts are rarer than those of ASCII, and among them the ideographs than all that a syllable or a
// letter is written with.
func rarity(r rune) int {
	switch {
	case r == ' ':
		return -1
	case r < utf8.RuneSelf:
		if at := strings.IndexByte(usual, byte(r)); at >= 0 {
			return 2 * at
		}
		return len(usual)
	case unicode.Is(unicode.Han, r), r >= 0x10000:
		return 2*len(usual) + 2
	}
	return 2*len(usual) + 1
}

package recall

import "slices"

// Words are the words of a text that say something by themselves, each once and folded as Fold does: no stop words,
// identifiers whole, pairs of characters of scripts without blanks.
func Words(text string) []string {
	l, all := words(), tokens(text)
	wholes := map[int]bool{}
	for _, t := range all {
		wholes[t.at] = wholes[t.at] || t.kind == whole
	}
	var out []string
	for _, t := range all {
		switch {
		case t.light || t.kind == listed || t.kind == plain && (wholes[t.at] || l.stop[t.text] || l.light[t.text]):
		case !slices.Contains(out, t.text):
			out = append(out, t.text)
		}
	}
	return out
}

// Fold puts a text into small letters without accents, as words are compared.
func Fold(text string) string { return fold(text) }

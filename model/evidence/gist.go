package evidence

import (
	"strings"

	"dreamgate/model"
)

// Gist is what a text says in normal form: its words that say something, by their stems and in their order, with the
// denials. Two texts of one gist say the same, if they have words enough; words counts them. A text that asks or
// guesses says nothing.
func Gist(text string) (gist string, words int) {
	t := Read(model.Source{Text: text})
	var b strings.Builder
	for _, s := range t.sentences {
		if s.mood != 0 {
			return "", 0
		}
		for _, o := range s.clauses {
			if o.not {
				b.WriteByte('!')
			}
			for _, it := range t.items[o.from:o.to] {
				if it.solid() && it.entry.class&classLight == 0 {
					words++
					b.WriteString(it.key)
					b.WriteByte(' ')
				}
			}
		}
	}
	return b.String(), words
}

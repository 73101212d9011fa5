package evidence

import "strings"

// rejections stand before the thing that is not meant: "instead of X".
var rejections = func() (out [][]string) {
	for _, p := range strings.Split("instead of/rather than/in place of/statt/anstatt/anstelle von/en vez de/en lugar de/au lieu de/plutôt que/"+
		"вместо/em vez de/ao invés de/invece di/anziché/al posto di", "/") {
		out = append(out, strings.Fields(p))
	}
	return out
}()

// rejected is the item of a clause that an "instead of" turns down, -1 if there is none: the first word behind it
// that says something.
func (t *Text) rejected(o clause) int {
	for i := o.from; i < o.to; i++ {
		for _, p := range rejections {
			if !t.wordsAt(i, o.to, p) {
				continue
			}
			for j := i + len(p); j < o.to; j++ {
				if t.items[j].solid() {
					return j
				}
			}
		}
	}
	return -1
}

// wordsAt reports whether some words stand from item i on, before item to.
func (t *Text) wordsAt(i, to int, words []string) bool {
	if i+len(words) > to {
		return false
	}
	for n, w := range words {
		if it := t.items[i+n]; it.kind != kindWord || it.part || t.lower(it) != w {
			return false
		}
	}
	return true
}

// keptOut reports whether a clause keeps a thing out of something, which denies it there: "keep them out of the log".
func (t *Text) keptOut(from, to int) bool {
	for i := from; i < to; i++ {
		if it := t.items[i]; it.kind != kindWord || it.part || !keeps[t.lower(it)] {
			continue
		}
		for j := i + 1; j < min(i+5, to); j++ {
			if t.wordsAt(j, to, []string{"out", "of"}) || t.wordsAt(j, to, []string{"away", "from"}) {
				return true
			}
		}
	}
	return false
}

// keeps are the verbs that leave a thing where it is.
var keeps = map[string]bool{"keep": true, "keeps": true, "kept": true, "leave": true, "leaves": true, "left": true, "stay": true, "stays": true}

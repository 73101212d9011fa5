package offline

import (
	"regexp"
	"strings"
	"unicode"
)

// seam fits what takes the place of a span to the words around it: a word that the new name brings along
// and that the line has already, there would stand twice. "From 30 to 45 seconds" says of "30 seconds" that
// it is 45 seconds, and of "30 s" too. It fails where the line counts something else.
func seam(text string, s span, with string) (span, string, bool) {
	with = newStart(text[:s.from], with)
	value, unit := measure(with)
	if _, old := measure(text[s.from:s.to]); unit == "" || old != "" {
		return s, with, true
	}
	rest := text[s.to:]
	bare := strings.TrimLeft(rest, " \u00a0")
	next := firstWord(bare)
	switch {
	case next == "" && strings.HasPrefix(bare, "%") && unit != "%":
		return s, with, false
	case next == "" || bare == rest && strings.HasPrefix(bare, "`"):
		// The unit may stand elsewhere: "timeout in seconds: 30".
		if hasWord(text, unit) {
			return s, value, true
		}
		return s, with, true
	case strings.HasPrefix(bare, unit) && strings.ContainsFunc(unit, isWide):
		return s, value, true
	case sameUnit(next, unit):
		return span{s.from, s.to + len(rest) - len(bare) + len(next)}, with, true
	}
	return s, with, false
}

// newStart takes off what a name begins with if the line has it right before: "Go 1.23" behind "Go".
func newStart(before, with string) string {
	for at := strings.LastIndexByte(with, ' '); at > 0; at = strings.LastIndexByte(with[:at], ' ') {
		start := strings.ToLower(with[:at+1])
		cut := strings.ToLower(before)
		if !strings.HasSuffix(cut, start) {
			continue
		}
		lead := []rune(cut[:len(cut)-len(start)])
		if len(lead) == 0 || !isWord(lead[len(lead)-1]) {
			return with[at+1:]
		}
	}
	return with
}

// counted finds a number with or without its unit.
var counted = regexp.MustCompile(`^(\d[\d.,:_]*)[ \x{a0}]?(\pL{1,12}|%)?$`)

// measure parts a number from its unit. What is no number has none.
func measure(text string) (value, unit string) {
	if g := counted.FindStringSubmatch(text); g != nil {
		return g[1], g[2]
	}
	return text, ""
}

// firstWord is the word that a text begins with.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != 'µ' })
	if end < 0 {
		return text
	}
	return text[:end]
}

func hasWord(text, word string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if sameUnit(w, word) {
			return true
		}
	}
	return false
}

// sameUnit reports whether two words are one unit: spelled out, in the plural, inflected or short. "m" is
// short for too much, and "ms" is no "m".
func sameUnit(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == b {
		return true
	}
	short, long := []rune(a), []rune(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	same := 0
	for same < len(short) && short[same] == long[same] {
		same++
	}
	switch {
	case len(short) == 1:
		return len(long) > 2 && same == 1 && strings.ContainsRune("shdсчд", short[0])
	case same == len(short):
		return len(short) > 2 || len(long) > 3 && same == 2 && string(short) != "mi"
	}
	return same >= 3 && len(long)-same <= 2 // "Tag" and "Tage", "минуту" and "минут"
}

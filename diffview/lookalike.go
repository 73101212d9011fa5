package diffview

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookalikes are letters that most fonts draw as a Latin one, each followed by it.
const lookalikes = "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS" +
	"οoνvιiκkρpυuΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX"

var latin = func() map[rune]rune {
	m := map[rune]rune{}
	all := []rune(lookalikes)
	for i := 0; i < len(all); i += 2 {
		m[all[i]] = all[i+1]
	}
	return m
}()

// disguised returns the bytes of a line at which a letter stands in the place of a Latin one: within
// a word that has Latin letters too, as nobody writes, or anywhere if all is set. It is nil for a
// line without any.
func disguised(s string, all bool) map[int]bool {
	var found map[int]bool
	word, mixed := []int(nil), false
	flush := func() {
		for _, at := range word {
			if mixed || all {
				if found == nil {
					found = map[int]bool{}
				}
				found[at] = true
			}
		}
		word, mixed = word[:0], false
	}
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf:
			if r|0x20 >= 'a' && r|0x20 <= 'z' {
				mixed = true
			} else {
				flush()
			}
		case latin[r] != 0:
			word = append(word, i)
		case !unicode.IsLetter(r):
			flush()
		}
	}
	flush()
	return found
}

// twins reports whether two different lines would look the same on most screens.
func twins(a, b string) bool { return a != b && plainly(a) == plainly(b) }

// plainly writes a line with Latin letters for all that look like them.
func plainly(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && latin[r] != 0 {
			return latin[r]
		}
		return r
	}, s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

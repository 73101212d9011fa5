package check

import (
	"fmt"
	"strings"
	"unicode"

	"dreamgate/model"
)

// Letters of other scripts that are drawn as Latin ones, in most typefaces to the dot.
const (
	likeLatinCyrillic = "асеорхуһіјѕԁԛԝӏАВЕЅІЈКМНОРСТХУ"
	likeLatinGreek    = "ονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
)

// disguised finds the first word of an added line that is not what it looks like: letters of another script
// stand in it for Latin ones. What the old lines have as well is not new.
func disguised(line, old string) (span model.Span, reason string, ok bool) {
	if strings.IndexFunc(line, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return model.Span{}, "", false
	}
	foreign := native(line)
	for from, to := range wordsIn(line) {
		w := line[from:to]
		r, ok := lookalike(w, foreign)
		if ok && !strings.Contains(old, w) {
			return model.Span{Start: from, End: to}, fmt.Sprintf("the word holds U+%04X, a letter of another script that looks like a Latin one", r), true
		}
	}
	return model.Span{}, "", false
}

// lookalike returns the first letter of a word that passes for a Latin one. A word of one script is a word of
// its language where others of that stand beside it (foreign), and so is there a Latin word with its ending.
func lookalike(w string, foreign bool) (first rune, ok bool) {
	latin, other, changes := 0, 0, 0
	last := false // whether the letter before was a Latin one
	for _, r := range w {
		var is bool
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
			is = true
		case strings.ContainsRune(likeLatinCyrillic, r), strings.ContainsRune(likeLatinGreek, r):
			if other++; other == 1 {
				first = r
			}
		case unicode.IsLetter(r):
			return 0, false // it cannot be read as Latin
		default:
			continue
		}
		if latin+other > 1 && is != last {
			changes++
		}
		last = is
	}
	switch {
	case other == 0 || latin+other < 3:
		return 0, false
	case latin == 0:
		return first, !foreign && unicode.Is(unicode.Cyrillic, first)
	case changes == 1 && !last && foreign:
		return 0, false
	}
	return first, latin > 1
}

// native reports whether a line has a word that can only be Cyrillic or Greek.
func native(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool {
		return unicode.In(r, unicode.Cyrillic, unicode.Greek) && !strings.ContainsRune(likeLatinCyrillic+likeLatinGreek, r)
	})
}

// wordsIn are the runs of letters of a line, from and to in bytes. Marks belong to the letter before them.
func wordsIn(line string) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		from := -1
		for i, r := range line {
			in := unicode.IsLetter(r) || from >= 0 && unicode.IsMark(r)
			if in && from < 0 {
				from = i
			}
			if !in && from >= 0 {
				if !yield(from, i) {
					return
				}
				from = -1
			}
		}
		if from >= 0 {
			yield(from, len(line))
		}
	}
}

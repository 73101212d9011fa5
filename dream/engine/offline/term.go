package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// term is a thing that a sentence names, with the readings of how far its name goes, the longest
// first: "Ruby on Rails" and "npm in all repositories" cannot be told apart by grammar.
type term struct {
	text     string
	readings []string
}

// Bounds of a name.
const (
	maxTermWords = 4
	maxTermBytes = 48
)

// term cleans what a pattern found. It fails on what names nothing.
func (s *speech) term(found string) (term, bool) {
	full := s.clean(found)
	// The notes decide which reading is meant: the longest that they know.
	short := s.clean(s.tail.ReplaceAllString(" "+full, ""))
	var t term
	for _, r := range []string{full, short} {
		if s.names(r) && (len(t.readings) == 0 || t.readings[0] != r) {
			t.readings = append(t.readings, r)
			t.text = r // the shorter is what is written
		}
	}
	return t, len(t.readings) > 0
}

// clean takes off what does not belong to a name: blanks, quotes, an article, a full stop.
func (s *speech) clean(text string) string {
	text = strings.Trim(text, " \t\"'`“”„‘’«»「」『』.*_")
	text = s.article.ReplaceAllString(text, "")
	return strings.Trim(text, " \t\"'`“”„‘’«»「」『』.*_")
}

func (s *speech) names(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > maxTermWords || len(text) > maxTermBytes {
		return false
	}
	// "the first one" and "this file" point at something and name nothing.
	if !slices.ContainsFunc(words, func(w string) bool { return !s.empty[strings.ToLower(w)] }) {
		return false
	}
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// look is the outer form of a name, by which two of a kind are known.
type look int

const (
	lookWord   look = iota // a word of the language
	lookNumber             // 8080, 1.22, v2, 20 MB
	lookCode               // paths, identifiers, hosts: what nobody writes in prose
	lookProper             // begins with a capital within a sentence
)

var (
	number = regexp.MustCompile(`^v?\d[\d.,:_]*(?:\s\pL{1,10}|[KMGT]i?B|[a-z%]{0,3})$|^\d{4}-\d\d-\d\d$`)
	code   = regexp.MustCompile(`[/_@#=<>\\]|[a-z0-9][.:-][a-z0-9]|[a-z][A-Z]|\d`)
)

// look is lookOf in a tongue: where every noun has a capital, that shows nothing.
func (s *speech) look(text string) look {
	l := lookOf(text)
	if s.code == "de" && l == lookProper {
		return lookWord
	}
	return l
}

func lookOf(text string) look {
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case number.MatchString(text):
		return lookNumber
	case code.MatchString(text):
		return lookCode
	case unicode.IsUpper(r):
		return lookProper
	}
	return lookWord
}

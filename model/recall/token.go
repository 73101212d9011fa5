package recall

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind says what a token is.
type kind uint8

const (
	// plain is a word, or a part of an identifier.
	plain kind = iota
	// whole is an identifier of several parts: svc-mailer, kv/depot, max_size.
	whole
	// gram is a piece of two characters of a script that puts no blanks between words.
	gram
	// listed is a word of the table that was found in text without blanks, or a phrase of it.
	listed
)

// token is one word of a text.
type token struct {
	// text is folded: small letters without accents. key is what it is filed under, its stem.
	text, key string
	kind      kind
	// light marks what says little by itself: a piece of grammar of a script without blanks.
	light bool
	// at is the place of its word in the text, to the last one of a phrase. The parts of an
	// identifier share one.
	at, to int
}

// tokens cuts a text into its words. An identifier is given whole and in its parts.
func tokens(text string) []token { return (&scanner{memo: map[string][]token{}}).tokens(text) }

// tokens cuts one text of several.
func (s *scanner) tokens(text string) []token {
	s.out, s.at = make([]token, 0, len(text)/5+4), 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case script(r) != noScript:
			end := runEnd(text, i, func(of int) bool { return of != noScript })
			s.known(text[i:end])
			for i < end {
				r, _ := utf8.DecodeRuneInString(text[i:])
				next := runEnd(text, i, func(of int) bool { return of == script(r) })
				s.run(text[i:next], script(r))
				i = next
			}
		case isWord(r):
			end := chunkEnd(text, i)
			s.chunk(text[i:end])
			i = end
		default:
			i += n
		}
	}
	return s.out
}

type scanner struct {
	out []token
	at  int
	// memo has the tokens of the words that were met: the notes of a store say the same ones again.
	memo map[string][]token
}

// The scripts that are written without blanks. Hangul has blanks, but endings stick to its words.
const (
	noScript = iota
	han
	hiragana
	katakana
	hangul
)

func script(r rune) int {
	switch {
	case r < 0x1100:
		return noScript
	case r == 'ー' || unicode.Is(unicode.Katakana, r):
		return katakana
	case r == '々' || unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.Is(unicode.Hangul, r):
		return hangul
	}
	return noScript
}

func isWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)) && script(r) == noScript
}

// chunkEnd is the end of the word at i, with what joins the parts of an identifier.
func chunkEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isWord(r) {
			next, _ := utf8.DecodeRuneInString(text[i+n:])
			if !strings.ContainsRune("_-./:@'’", r) || !isWord(next) {
				break
			}
		}
		i += n
	}
	// C++, C# and their like.
	for i < len(text) && (text[i] == '+' || text[i] == '#') {
		i++
	}
	return i
}

// runEnd is the end of the run at i of scripts that fit.
func runEnd(text string, i int, fit func(script int) bool) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !fit(script(r)) {
			break
		}
		i += n
	}
	return i
}

// longestKnown is the longest word, in characters, that known looks for.
const longestKnown = 6

// known finds the words of the table in text without blanks, but for those that are a gram anyway.
func (s *scanner) known(text string) {
	senses := words().senses
	runes := []rune(text)
	for i := range runes {
		for n := min(longestKnown, len(runes)-i); n >= 2; n-- {
			w := string(runes[i : i+n])
			if _, ok := senses[w]; !ok || n == 2 && script(runes[i]) == han && script(runes[i+1]) == han {
				continue
			}
			s.at++
			s.add(w, listed, false)
			break
		}
	}
}

// grammar are characters that build sentences in Chinese; a pair with one of them says little.
const grammar = "的了是在和有也就都不没这那们我你他她它吗呢吧啊什么怎为哪谁个可以能会要把被给与及或从到对于而且但则"

// run takes a run of one script without blanks.
func (s *scanner) run(text string, of int) {
	s.at++
	runes := []rune(text)
	switch {
	case of == katakana && len(runes) > 1:
		// A borrowed word, whole: its middle would fit too much.
		s.add(strings.TrimSuffix(text, "ー"), plain, false)
	case of == hiragana && len(runes) < 3:
		// Particles and endings.
	case len(runes) == 1:
		s.add(text, gram, strings.ContainsRune(grammar, runes[0]))
	default:
		for i := range runes[:len(runes)-1] {
			pair := string(runes[i : i+2])
			s.add(pair, gram, of == hiragana || strings.ContainsAny(pair, grammar))
		}
	}
}

var apostrophes = strings.NewReplacer("'", "", "’", "")

// chunk takes a word, or an identifier.
func (s *scanner) chunk(text string) {
	s.at++
	if known, ok := s.memo[text]; ok {
		for _, t := range known {
			t.at, t.to = s.at, s.at
			s.out = append(s.out, t)
		}
		return
	}
	from := len(s.out)
	s.word(text)
	s.memo[text] = slices.Clone(s.out[from:])
}

// word takes one that is new.
func (s *scanner) word(text string) {
	text = strings.TrimSuffix(apostrophes.Replace(text), ".md")
	parts := divide(text)
	if len(parts) > 1 {
		s.add(fold(strings.TrimRight(text, "+#")), whole, false)
	}
	for _, p := range parts {
		// One letter is a name if it is a capital (zone C), else a shred.
		if r, n := utf8.DecodeRuneInString(p); n == len(p) && (!unicode.IsUpper(r) || len(parts) > 1 || p == "I" || p == "A") {
			continue
		}
		s.add(fold(p), plain, false)
	}
}

func (s *scanner) add(text string, k kind, light bool) {
	if text == "" {
		return
	}
	key := text
	if k == plain {
		key = stem(text)
	}
	s.out = append(s.out, token{text, key, k, light, s.at, s.at})
}

// divide cuts an identifier at what joins it and where small letters meet a capital.
func divide(text string) []string {
	var parts []string
	start, before := 0, rune(0)
	cut := func(end, next int) {
		if end > start {
			parts = append(parts, text[start:end])
		}
		start = next
	}
	for i, r := range text {
		switch {
		case r < utf8.RuneSelf && strings.IndexByte("_-./:@", byte(r)) >= 0:
			cut(i, i+utf8.RuneLen(r))
		case unicode.IsUpper(r) && unicode.IsLower(before):
			cut(i, i)
		}
		before = r
	}
	cut(len(text), len(text))
	return parts
}

// folds are the letters that are written without their marks, or in two letters, by who has no key
// for them.
var folds = func() map[rune]string {
	m := map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss", 'æ': "ae", 'ø': "oe", 'œ': "oe", 'å': "a", 'ё': "е", 'ı': "i"}
	for base, marked := range map[string]string{
		"a": "àáâãāăą", "c": "çćčċ", "d": "ďđð", "e": "èéêëēęěė", "g": "ğģ", "i": "ìíîïīį", "k": "ķ", "l": "łļľĺ",
		"n": "ñńňņ", "o": "òóôõōő", "r": "řŕ", "s": "śšşș", "t": "ťţț", "u": "ùúûūůűų", "y": "ýÿ", "z": "źżž",
	} {
		for _, r := range marked {
			m[r] = base
		}
	}
	return m
}()

// fold puts a word into small letters without accents.
func fold(s string) string {
	simple := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] >= 'A' && s[i] <= 'Z' {
			simple = false
			break
		}
	}
	if simple {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		r = unicode.ToLower(r)
		switch to, ok := folds[r]; {
		case ok:
			b.WriteString(to)
		case unicode.Is(unicode.Mn, r):
		case r >= 0xff01 && r <= 0xff5e: // full width
			b.WriteRune(unicode.ToLower(r - 0xfee0))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

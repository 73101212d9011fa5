package evidence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token looks like. It is also the first byte of its key, so that tokens of
// different kinds never meet.
type kind byte

const (
	kindWord   kind = 'w'
	kindNumber kind = 'n' // also versions: 15, 16.3, 2.14.0
	kindClock  kind = 't'
	kindDate   kind = 'd'
	kindIdent  kind = 'i' // paths, hosts, flags, variables, names in code
	kindURL    kind = 'u'
	kindMail   kind = 'm'
	kindHan    kind = 'c' // a character or a pair of a script without blanks
)

// token is one piece of a text that can be compared. Key is its normal form; two tokens mean the
// same if their keys are equal.
type token struct {
	kind       kind
	start, end int
	// keyAt and keyEnd are the key's place in the lexer's buffer, its kind first.
	keyAt, keyEnd int
	// part marks a second reading of bytes that another token holds as well: the folder of a
	// path, the year of a date. It stands for no word of its own.
	part bool
	// entry is what the lexicon says of a word.
	entry entry
}

// lexer cuts texts into tokens. Its buffers are used again for each text.
type lexer struct {
	text  string
	toks  []token
	keys  []byte
	words map[string]entry
}

// newLexer makes a lexer; it may read any number of texts, one after the other.
func newLexer() *lexer { return &lexer{words: lexicon()} }

// key is the normal form of a token of the text that was read last.
func (l *lexer) key(t token) []byte { return l.keys[t.keyAt:t.keyEnd] }

// read cuts a text. The tokens are good until the next call.
func (l *lexer) read(text string) []token {
	l.text, l.toks, l.keys = text, l.toks[:0], l.keys[:0]
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case r >= utf8.RuneSelf && han(r):
			i = l.hanRun(i)
		case starts(r) || r < utf8.RuneSelf && markOf[r]&(markSlash|markAt|markHyphen|markDot) != 0 && opens(text, i):
			end := l.chunkEnd(i)
			l.chunk(i, end)
			i = end
		case r == '%' || r == '€' || r == '$' || r == '£':
			l.add(kindWord, i, i+n, false, text[i:i+n])
			i += n
		default:
			i += n
		}
	}
	l.join()
	return l.toks
}

// starts reports whether a rune can begin a chunk by itself.
func starts(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// opens reports whether a mark at i begins a path, a flag, a variable or a package name.
func opens(text string, i int) bool {
	if i > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:i]); starts(r) || strings.ContainsRune("-/.~$@", r) {
			return false
		}
	}
	rest := text[i:]
	for _, mark := range []string{"--", "-", "~/", "./", "../", "/", "$", "@", "."} {
		if strings.HasPrefix(rest, mark) {
			r, _ := utf8.DecodeRuneInString(rest[len(mark):])
			return unicode.IsLetter(r) || r == '_' || mark == "./" && r == '.'
		}
	}
	return false
}

// chunkEnd returns the end of the run of bytes from i on that may be one token: letters and digits,
// and the marks that hold paths, numbers and names together when something follows them.
func (l *lexer) chunkEnd(i int) int {
	text, start := l.text, i
	for i < len(text) {
		r, n := rune(text[i]), 1
		if markOf[text[i]]&(markLetter|markDigit) != 0 {
			i++
			continue
		}
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case starts(r) && !han(r):
		case r == ':' && strings.HasPrefix(text[i:], "://"):
			return urlEnd(text, i+3)
		case r == ':' && digitAt(text, i-1) && digitAt(text, i+1),
			r == ',' && digitAt(text, i-1) && digitAt(text, i+1),
			(r == '\'' || r == '’') && i > start && letterAt(text, i+n),
			strings.ContainsRune("-./~$@\\", r) && (i == start || followed(text, i+n)):
		case r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r):
		default:
			return i
		}
		i += n
	}
	return i
}

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// letterAt reports whether a letter begins at i; past the end there is none.
func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return unicode.IsLetter(r)
}

// followed reports whether a mark inside a chunk is held by what stands behind it.
func followed(s string, i int) bool {
	r, n := utf8.DecodeRuneInString(s[min(i, len(s)):])
	if strings.ContainsRune("-./~", r) && n > 0 {
		r, _ = utf8.DecodeRuneInString(s[i+n:])
	}
	return starts(r) && !han(r)
}

// urlEnd returns the end of a URL whose host begins at i.
func urlEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) || strings.ContainsRune("<>\"'`)]}|\\，。、；）」", r) || r == utf8.RuneError {
			break
		}
		i += n
	}
	for i > 0 && strings.IndexByte(".,;:!?", s[i-1]) >= 0 {
		i--
	}
	return i
}

// han reports whether a rune belongs to a script that puts no blanks between words.
func han(r rune) bool {
	return r >= 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

// kana and katakana tell the two Japanese syllabaries: one writes grammar, the other foreign words.
func kana(r rune) bool { return r >= 0x3040 && r <= 0x309f }

func katakana(r rune) bool { return r >= 0x30a0 && r <= 0x30ff }

// hanRun reads a run of such a script: Katakana as words, Hiragana not at all (it is grammar), all
// else in pairs, as nothing here knows where its words end.
func (l *lexer) hanRun(i int) int {
	text, prev := l.text, -1
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case !han(r):
			return i
		case kana(r) || hanAnd(text, i, n):
			prev = -1
		case numeralAt(text, i) > 0:
			end := numeralAt(text, i)
			count, _ := hanCount(text[i:end])
			l.add(kindNumber, i, end, false, strconv.Itoa(count))
			prev, i = -1, end
			continue
		case katakana(r):
			end := i
			for end < len(text) {
				k, kn := utf8.DecodeRuneInString(text[end:])
				if !katakana(k) {
					break
				}
				end += kn
			}
			l.add(kindHan, i, end, false, text[i:end])
			prev, i = -1, end
			continue
		default:
			next, m := utf8.DecodeRuneInString(text[i+n:])
			if pair := m > 0 && han(next) && !kana(next) && !katakana(next) && !hanAnd(text, i+n, m) && numeralAt(text, i+n) == 0; pair {
				l.add(kindHan, i, i+n+m, false, text[i:i+n+m])
			} else if prev < 0 {
				l.add(kindHan, i, i+n, false, text[i:i+n])
			}
			prev = i
		}
		i += n
	}
	return i
}

// hanAnd reports whether the character at i stands for "and": it does between two words of at least
// two characters, and is a part of a word otherwise.
func hanAnd(text string, i, n int) bool {
	switch text[i : i+n] {
	case "和", "与", "與", "及":
	default:
		return false
	}
	before, ahead := 0, 0
	for at := i; at > 0 && before < 2; before++ {
		r, m := utf8.DecodeLastRuneInString(text[:at])
		if !han(r) || kana(r) {
			break
		}
		at -= m
	}
	for at := i + n; at < len(text) && ahead < 2; ahead++ {
		r, m := utf8.DecodeRuneInString(text[at:])
		if !han(r) || kana(r) {
			break
		}
		at += m
	}
	return before == 2 && ahead == 2
}

// add appends a token with a key of the given text, in lower case.
func (l *lexer) add(k kind, start, end int, part bool, key string) *token {
	at := len(l.keys)
	l.keys = appendLower(append(l.keys, byte(k)), key)
	l.toks = append(l.toks, token{kind: k, start: start, end: end, keyAt: at, keyEnd: len(l.keys), part: part})
	return &l.toks[len(l.toks)-1]
}

// appendLower appends a text in lower case, full-width signs as their plain ones.
func appendLower(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			b = append(b, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r >= 0xff01 && r <= 0xff5e {
			r -= 0xfee0
		}
		switch r = unicode.ToLower(r); r {
		case 'ё':
			r = 'е'
		case '’':
			r = '\''
		}
		b = utf8.AppendRune(b, r)
		i += n
	}
	return b
}

// word adds a word by its stem, with what the lexicon says of it.
func (l *lexer) word(start, end int) {
	at := len(l.keys)
	l.keys = appendLower(append(l.keys, byte(kindWord)), l.text[start:end])
	low := l.keys[at+1:]
	e, known := l.words[string(low)]
	if !known {
		if cut := apostrophe(low); cut < len(low) {
			low = low[:cut]
			l.keys = l.keys[:at+1+cut]
			e = l.words[string(low)]
		}
	}
	if n := len(low); n > 2 && low[n-1] == 's' && !known && capitals(l.text[start:end-1]) && l.text[end-1] == 's' {
		low = low[:n-1] // "PRs" are several of a PR
		l.keys = l.keys[:at+n]
	}
	if unit, ok := units[string(low)]; ok && e.class&classStop == 0 {
		l.keys = append(l.keys[:at+1], unit...)
	} else {
		l.keys = l.keys[:at+1+stem(low)]
	}
	l.toks = append(l.toks, token{kind: kindWord, start: start, end: end, keyAt: at, keyEnd: len(l.keys), entry: e})
}

// capitals reports whether a text has capitals only.
func capitals(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return s != ""
}

// apostrophe is where the possessive of a word begins.
func apostrophe(w []byte) int {
	for i := len(w) - 1; i > 0; i-- {
		if w[i] == '\'' {
			return i
		}
	}
	return len(w)
}

package evidence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks are the kinds of bytes that a chunk holds.
type marks uint8

const (
	markDigit marks = 1 << iota
	markSlash
	markColon
	markAt
	markHyphen
	markDot  // one of . _ ~ $
	markHigh // a byte of a letter beyond ASCII
	markLetter
)

// markOf is the kind of each byte.
var markOf = func() (table [256]marks) {
	for c := range 256 {
		switch {
		case c >= '0' && c <= '9':
			table[c] = markDigit
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			table[c] = markLetter
		case c >= utf8.RuneSelf:
			table[c] = markHigh
		}
	}
	for _, c := range []byte(`/\`) {
		table[c] = markSlash
	}
	for _, c := range []byte("._~$") {
		table[c] = markDot
	}
	table[':'], table['@'], table['-'] = markColon, markAt, markHyphen
	return table
}()

// marksOf are the kinds of all bytes of a text. Nearly every chunk is a plain word: one look at its
// bytes rules out all else.
func marksOf(s string) (m marks) {
	for i := range len(s) {
		m |= markOf[s[i]]
	}
	return m
}

// chunk tells what a run of bytes is, by its shape alone, and adds its tokens.
func (l *lexer) chunk(start, end int) {
	for end > start && strings.IndexByte(".-:/\\'~@", l.text[end-1]) >= 0 {
		end--
	}
	s := l.text[start:end]
	switch m := marksOf(s); {
	case s == "":
	case m&^(markLetter|markHigh) == 0:
		l.plain(start, end)
	case m&markColon != 0 && strings.Contains(s, "://"):
		l.url(start, end)
	case m&markAt != 0:
		l.mail(start, end)
	case s[0] == '-':
		l.add(kindIdent, start, end, false, s)
	case s[0] == '$':
		l.add(kindIdent, start, end, false, s[1:])
	case m&markSlash != 0:
		l.path(start, end)
	case s[0] >= '0' && s[0] <= '9':
		l.numeric(start, end)
	case len(s) > 1 && (s[0] == 'v' || s[0] == 'V') && numeral(s[1:]):
		l.add(kindNumber, start, end, false, s[1:])
	case m&markHyphen != 0:
		l.compound(start, end)
	case m&markDot != 0 || m&markDigit != 0 && (m&markLetter != 0 || strings.ContainsFunc(s, unicode.IsLetter)): // ed25519, API30
		l.dotted(start, end)
	default:
		l.plain(start, end)
	}
}

// plain adds a word, or the number that it names.
func (l *lexer) plain(start, end int) {
	l.word(start, end)
	if t := &l.toks[len(l.toks)-1]; t.entry.number > 0 {
		e := t.entry
		l.toks = l.toks[:len(l.toks)-1]
		l.add(kindNumber, start, end, false, strconv.Itoa(int(e.number))).entry = e
	}
}

// numeral reports whether s is digits with dots between them: 15, 16.3, 2.14.0.
func numeral(s string) bool {
	for i := range len(s) {
		if s[i] != '.' && (s[i] < '0' || s[i] > '9') || s[i] == '.' && !(digitAt(s, i-1) && digitAt(s, i+1)) {
			return false
		}
	}
	return s != ""
}

// url adds a URL, which is compared without its scheme and closing slash, and its host.
func (l *lexer) url(start, end int) {
	s := l.text[start:end]
	rest := s[strings.Index(s, "://")+3:]
	if at := strings.IndexAny(rest, "/?#"); at >= 0 {
		rest = rest[:at]
	}
	l.add(kindURL, start, end, false, strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), "/"))
	l.add(kindIdent, start, end, true, rest)
}

// mail adds an address, or a name with an at sign such as a package or an account.
func (l *lexer) mail(start, end int) {
	s := l.text[start:end]
	name, host, _ := strings.Cut(s, "@")
	switch {
	case name == "" || host == "":
		l.add(kindIdent, start, end, false, s)
	case strings.Contains(host, "."):
		l.add(kindMail, start, end, false, s)
		l.add(kindIdent, start, end, true, host)
	default:
		l.add(kindIdent, start, end, false, s)
	}
}

// path adds a path with its folders and its last name, or the words on both sides of a slash that
// means "or".
func (l *lexer) path(start, end int) {
	s := strings.ReplaceAll(l.text[start:end], `\`, "/")
	if d, ok := slashDate(s); ok {
		l.date(start, end, d)
		return
	}
	segments := strings.Split(s, "/")
	if !pathLike(s, segments) {
		at := start
		for _, seg := range segments {
			if seg != "" {
				l.chunk(at, at+len(seg))
			}
			at += len(seg) + 1
		}
		return
	}
	key := strings.TrimPrefix(s, "./")
	l.add(kindIdent, start, end, false, key)
	if last := segments[len(segments)-1]; len(segments) > 1 && last != "" {
		l.add(kindIdent, start, end, true, last)
	}
	for i, n := len(key)-1, 0; i > 0 && n < 8; i-- {
		if key[i] == '/' {
			l.add(kindIdent, start, end, true, key[:i])
			n++
		}
	}
	l.parts(start, end)
}

// maxParts bounds the words of one name that are read as such.
const maxParts = 8

// parts adds the words of a name in code, as hints: who writes `api-latency` or FREE_SHIPPING in one
// place speaks of latency and of free shipping in the other.
func (l *lexer) parts(start, end int) {
	n := 0
	for at := start; at < end && n < maxParts; {
		stop := at
		for stop < end && letterAt(l.text, stop) {
			_, size := utf8.DecodeRuneInString(l.text[stop:])
			stop += size
		}
		if stop-at >= 3 && stop-at < end-start {
			l.word(at, stop)
			l.toks[len(l.toks)-1].part = true
			n++
		}
		at = max(stop, at+1)
	}
}

// pathLike tells a/b/c, ./a, a.txt/b and site-1/map from and/or and npm/pnpm.
func pathLike(s string, segments []string) bool {
	numbers := true
	for _, seg := range segments {
		numbers = numbers && (seg == "" || numeral(seg))
	}
	if numbers {
		return false
	}
	if len(s) == 3 && len(segments) == 2 && strings.ToUpper(s) == s { // "I/O" and "R/W" are words
		return true
	}
	return strings.IndexByte("/~.@", s[0]) >= 0 || len(segments) > 2 ||
		strings.ContainsAny(s, "._-0123456789")
}

// numeric adds what begins with a digit.
func (l *lexer) numeric(start, end int) {
	s := l.text[start:end]
	if d, ok := isoDate(s); ok {
		l.date(start, end, d)
		return
	}
	if c, ok := clock(s); ok {
		l.add(kindClock, start, end, false, c)
		return
	}
	switch digits := leading(s); {
	case numeral(s):
		l.add(kindNumber, start, end, false, s)
		if d, ok := shortDate(s); ok && strings.HasPrefix(l.text[end:], ".") {
			l.add(kindDate, start, end, true, d.key())
		}
	case powerOfTen(s) != "":
		l.add(kindNumber, start, end, false, powerOfTen(s))
	case hourAndMinute(s) != "":
		l.add(kindClock, start, end, false, hourAndMinute(s))
	case strings.ContainsAny(s, ",:"):
		l.grouped(start, end)
	case gluedUnits[strings.ToLower(s[digits:])]:
		l.add(kindNumber, start, start+digits, false, s[:digits])
		l.word(start+digits, end)
	case ordinal(s[digits:]):
		l.add(kindNumber, start, end, false, s[:digits])
	case strings.Contains(s, "-"):
		l.compound(start, end)
	default:
		l.add(kindIdent, start, end, false, s)
	}
}

// leading is the length of the numeral at the start of s.
func leading(s string) int {
	n := 0
	for n < len(s) && (digitAt(s, n) || s[n] == '.' && digitAt(s, n+1)) {
		n++
	}
	return n
}

// ordinal reports whether letters behind digits only make an ordinal of them.
func ordinal(s string) bool { return s == "st" || s == "nd" || s == "rd" || s == "th" || s == "er" }

// grouped reads digits with commas or colons: 25,000 is one number, 1,5 one with a decimal comma,
// and everything else a list.
func (l *lexer) grouped(start, end int) {
	s := l.text[start:end]
	parts := strings.Split(s, ",")
	thousands := len(parts) > 1 && len(parts[0]) <= 3
	for _, p := range parts[1:] {
		thousands = thousands && leading(p) >= 3 && (len(p) == 3 || p[3] == '.') && digitAt(p, 2)
	}
	switch plain := strings.ReplaceAll(s, ",", ""); {
	case thousands && numeral(plain):
		l.add(kindNumber, start, end, false, plain)
	case len(parts) == 2 && numeral(parts[0]) && numeral(parts[1]) && !strings.Contains(s, "."):
		l.add(kindNumber, start, end, false, parts[0]+"."+parts[1])
	default:
		at := start
		for _, p := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ':' }) {
			at += strings.Index(l.text[at:end], p)
			l.chunk(at, at+len(p))
			at += len(p)
		}
	}
}

// compound adds a word with hyphens. One of plain words is its words ("in-memory" is "in memory");
// one with a digit or a single letter is a name ("G-40", "site-b") and its parts only hints.
func (l *lexer) compound(start, end int) {
	s := l.text[start:end]
	parts := strings.Split(s, "-")
	named, numbers := false, true
	for _, p := range parts {
		numbers = numbers && numeral(p)
		named = named || utf8.RuneCountInString(p) < 2 || strings.ContainsAny(p, "0123456789_.")
	}
	named = named && !numbers
	whole := len(l.toks)
	l.add(kindIdent, start, end, !named, s)
	at := start
	for _, p := range parts {
		if p != "" {
			l.chunk(at, at+len(p))
		}
		at += len(p) + 1
	}
	if named {
		for i := whole + 1; i < len(l.toks); i++ {
			l.toks[i].part = true
		}
	}
}

// dotted adds a name in code, a file or a host. Two sentences that lost their blank are words, and
// so are abbreviations.
func (l *lexer) dotted(start, end int) {
	s := l.text[start:end]
	first, rest, ok := strings.Cut(s, ".")
	if ok && !strings.ContainsAny(s, "_0123456789$~") {
		r, _ := utf8.DecodeRuneInString(rest)
		lost := len(first) > 3 && unicode.IsUpper(r) && strings.ToLower(first[1:]) == first[1:]
		if lost || len(first) <= 1 && !strings.ContainsFunc(rest, func(r rune) bool { return r != '.' && !unicode.IsLetter(r) }) && len(rest) <= 3 {
			if !lost {
				l.word(start, end)
				return
			}
			l.chunk(start, start+len(first))
			l.chunk(start+len(first)+1, end)
			return
		}
	}
	l.add(kindIdent, start, end, false, strings.TrimLeft(s, "_.$"))
	l.parts(start, end)
}

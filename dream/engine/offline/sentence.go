package offline

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is a piece of a message that can say something by itself.
type sentence struct {
	text     string
	question bool
}

// bullet is what may stand before the first word of a line.
var bullet = regexp.MustCompile(`^\s*(?:[-*+•]|\d+[.)])\s+`)

// sentences cuts a message into the user's own sentences. Code, quoted lines, tables and headings
// are left out, and a quotation of more than a few words is no statement of who quotes it.
func sentences(lines []string) []sentence {
	var out []sentence
	fenced := false
	for _, text := range lines {
		trimmed := strings.TrimSpace(text)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced || trimmed == "" || strings.ContainsRune(">|#$<{", rune(trimmed[0])) {
			continue
		}
		trimmed = unquote(bullet.ReplaceAllString(trimmed, ""))
		out = append(out, cut(trimmed)...)
	}
	return out
}

// quotes are pairs of quotation marks. A single straight quote is most often an apostrophe.
var quotes = []struct{ open, end string }{
	{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"「", "」"}, {"『", "』"}, {"‘", "’"}, {"`", "`"},
}

// ellipsis stands for a quotation that was taken out. No pattern matches it.
const ellipsis = "\u2026"

// unquote takes long quotations out. A quoted name stays.
func unquote(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		at, q := firstQuote(s)
		if at < 0 {
			break
		}
		inner, rest, ok := strings.Cut(s[at+len(quotes[q].open):], quotes[q].end)
		if !ok {
			break // a lone mark is an inch, or a slip
		}
		b.WriteString(s[:at])
		if longQuote(inner) {
			b.WriteString(ellipsis)
		} else {
			b.WriteString(quotes[q].open + inner + quotes[q].end)
		}
		s = rest
	}
	b.WriteString(s)
	return b.String()
}

func firstQuote(s string) (at, which int) {
	at = -1
	for i, q := range quotes {
		if n := strings.Index(s, q.open); n >= 0 && (at < 0 || n < at) {
			at, which = n, i
		}
	}
	return at, which
}

// longQuote reports whether a quotation is more than a name or a command.
func longQuote(s string) bool {
	wide := 0
	for _, r := range s {
		if isWide(r) {
			wide++
		}
	}
	return len(strings.Fields(s)) > 4 || wide > 10
}

// isWide reports whether a rune belongs to a script that is written without blanks.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// cut parts a line at the ends of sentences and at semicolons. A full stop ends one only before a
// blank: it also stands in names, versions and paths.
func cut(s string) []sentence {
	var out []sentence
	add := func(text string, question bool) {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, sentence{text, question})
		}
	}
	from, code := 0, false
	// Within code a mark is syntax: `a ? b : c` asks nothing.
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next := i + n
		blank := next == len(s) || s[next] == ' ' || s[next] == '\t'
		switch {
		case r == '`':
			code = !code
		case code:
		case r == '?' && blank || r == '？':
			add(s[from:i], true)
			from = next
		case (r == '.' || r == '!') && blank && !abbreviated(s[from:i]), r == '。' || r == '！' || r == '；', r == ';' && blank:
			add(s[from:i], false)
			from = next
		}
		i = next
	}
	add(s[from:], false)
	return out
}

// abbreviated reports whether a full stop after this text belongs to its last word.
func abbreviated(s string) bool {
	last := s[strings.LastIndexByte(s, ' ')+1:]
	switch strings.ToLower(last) {
	case "e.g", "i.e", "etc", "vs", "z.b", "d.h", "p.ej", "т.е", "т.к", "bzw", "nr", "st":
		return true
	}
	return false
}

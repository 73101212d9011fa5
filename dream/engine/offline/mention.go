package offline

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a piece of a text, in bytes.
type span struct{ from, to int }

// mentions finds where a lower-case text names a lower-case thing: whole words, not a part of a path,
// of an identifier or of a longer compound.
func mentions(lower, name string) []span {
	var found []span
	if name == "" {
		return nil
	}
	for at := 0; ; {
		i := strings.Index(lower[at:], name)
		if i < 0 {
			return found
		}
		s := span{at + i, at + i + len(name)}
		if bounded(lower, s) {
			found = append(found, s)
		}
		at = s.to
	}
}

// bounded reports whether a span is not the middle of something longer.
func bounded(text string, s span) bool {
	first, _ := utf8.DecodeRuneInString(text[s.from:])
	last, _ := utf8.DecodeLastRuneInString(text[:s.to])
	before, _ := utf8.DecodeLastRuneInString(text[:s.from])
	after, n := utf8.DecodeRuneInString(text[s.to:])
	if glued(before, first) || glued(last, after) {
		return false
	}
	// "npm-shrinkwrap", "docs/npm", "npm.config", "@npm/x": one name of several parts.
	if joint(before) {
		prev, _ := utf8.DecodeLastRuneInString(text[:s.from-utf8.RuneLen(before)])
		if isWord(prev) || before == '@' || before == '/' {
			return false
		}
	}
	if joint(after) {
		next, _ := utf8.DecodeRuneInString(text[s.to+n:])
		return !isWord(next)
	}
	return true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

func joint(r rune) bool { return strings.ContainsRune("-/.@:\\", r) }

// glued reports whether two neighbours belong to one word. Scripts without blanks glue nothing to
// another script, and nothing can be told within them.
func glued(a, b rune) bool {
	return isWord(a) && isWord(b) && !isWide(a) && !isWide(b)
}

// ordinary are names of tools that are also common words. In prose they count only where a tool
// can stand.
var ordinary = map[string]bool{
	"make": true, "go": true, "just": true, "task": true, "act": true, "less": true, "bun": true,
	"rush": true, "fish": true, "nice": true, "watch": true, "kind": true, "air": true, "dash": true,
	"rake": true, "ant": true, "jar": true, "flow": true, "ava": true, "tap": true, "meson": true,
	"express": true, "next": true, "rest": true, "black": true, "sphinx": true, "swift": true, "rust": true,
}

var (
	asTool = regexp.MustCompile(`(?i)(?:\b(?:with|using|use|uses|used|via|by|in|to|from|run|runs|of|and|or|mit|von|auf|durch|con|de|por|is|are|with:)|[:(,/])\s*$`)
	noTool = regexp.MustCompile(`(?i)^\s+(?:sure|it|them|the|a|an|this|that|these|those|him|us|up|out|to|for|your|our|all|changes?|about|like|as|in)\b`)
)

// namesTool reports whether an ordinary word means the tool where it stands in prose.
func namesTool(text string, s span) bool {
	if inCode(text, s) {
		return true
	}
	return asTool.MatchString(text[:s.from]) && !noTool.MatchString(text[s.to:])
}

// inCode reports whether a span stands between backticks.
func inCode(text string, s span) bool {
	return strings.Count(text[:s.from], "`")%2 == 1 && strings.Contains(text[s.to:], "`")
}

// codeAround is the span between the backticks around a span.
func codeAround(text string, s span) span {
	return span{strings.LastIndexByte(text[:s.from], '`') + 1, s.to + strings.IndexByte(text[s.to:], '`')}
}

// linkTarget finds what a reader of a note does not read as its words.
var linkTarget = regexp.MustCompile(`\]\([^)\s]*\)|\[\[[^\]]*\]\]|<?\bhttps?://[^\s>)]+`)

// spoken are the mentions of a name in a line that say something of the thing.
func spoken(text, name string) []span {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return nil // a letter whose lower case has another length: offsets would lie
	}
	found := mentions(lower, strings.ToLower(name))
	if len(found) == 0 {
		return nil
	}
	targets := linkTarget.FindAllStringIndex(text, -1)
	kept := found[:0]
next:
	for _, s := range found {
		for _, t := range targets {
			if s.from < t[1] && s.to > t[0] {
				continue next
			}
		}
		if ordinary[strings.ToLower(name)] && !namesTool(text, s) {
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// tokens are the words of a text in lower case; of a script without blanks, each rune.
func tokens(text string) []string {
	var out []string
	word := strings.Builder{}
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case isWide(r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return out
}

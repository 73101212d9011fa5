package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable turns text from a note, a transcript, a file name, git or a model into text that a
// terminal only shows. It is the single way from such text to a screen; nothing that is written to
// disk passes through it.
//
// Control characters become their pictures (ESC is ␛), what cannot be seen or turns the reading
// direction becomes a mark such as <U+202E>, bytes that are not UTF-8 become U+FFFD. LF and TAB
// stay. Inside an emoji sequence the joiners and modifiers are left out, because terminals disagree
// on the cells of the joined form and agree on those of its parts.
func Printable(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	prev := rune(0)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		b.WriteString(PrintableRune(prev, r, next))
		prev = r
		i += n
	}
	return b.String()
}

// PrintableLine is Printable for text that must stay on one line: LF becomes its picture and TAB a
// blank.
func PrintableLine(s string) string {
	if strings.ContainsAny(s, "\n\t") {
		s = strings.NewReplacer("\n", "\u240a", "\t", " ").Replace(s)
	}
	return Printable(s)
}

// plain is the fast path: printable ASCII, LF and TAB only.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c == 0x7f || c < 0x20 && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// PrintableRune is what Printable writes for one rune between two others (0 at an end of the text),
// for code that must know which rune of the source a cell shows.
func PrintableRune(prev, r, next rune) string {
	switch {
	case r == '\n' || r == '\t':
		return string(r)
	case r < 0x20:
		return string(0x2400 + r)
	case r == 0x7f:
		return "\u2421"
	case r < 0x7f:
		return string(r)
	case r == 0x200d || r == 0x200c:
		if joins(prev) && joins(next) {
			return string(r)
		}
		if r == 0x200d && pictorial(prev) && pictorial(next) {
			return ""
		}
		return mark(r)
	case r == 0xfe0e || r == 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff:
		if pictorial(prev) || prev >= '#' && prev <= '9' {
			return ""
		}
		if r < 0x10000 {
			return mark(r)
		}
		return string(r)
	case Invisible(r):
		return mark(r)
	}
	return string(r)
}

func mark(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// Invisible reports whether a rune is shown as a mark: C1 controls, bidirectional controls,
// zero-width and filler characters, line separators, tags and variation selectors.
func Invisible(r rune) bool {
	switch {
	case r >= 0x80 && r <= 0x9f, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160,
		r == 0x17b4, r == 0x17b5, r >= 0x180b && r <= 0x180f,
		r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0, r >= 0xfff9 && r <= 0xfffb,
		r >= 0x1bca0 && r <= 0x1bca3, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// pictorial reports whether a rune can be a part of an emoji sequence. The pictures of controls are symbols too, and
// stand for what cannot: what is shown of a text would else be shown in another way.
func pictorial(r rune) bool {
	return unicode.Is(unicode.So, r) && (r < 0x2400 || r > 0x2426) || r == 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff ||
		r == 0x200d || r == 0x2640 || r == 0x2642
}

// joins reports whether a rune is a letter of a script in which the zero-width joiners are spelling, and is
// shown as such.
func joins(r rune) bool {
	return !Invisible(r) && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari,
		unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
		unicode.Myanmar)
}

package diffview

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dreamgate/model"
)

const (
	// unseenBytes is how much of a hunk is read for what cannot be seen; nobody reads more of it either.
	unseenBytes = 64 << 10
	// mostUnseen bounds how many kinds of characters are named.
	mostUnseen = 4
)

// Unseen says in words what a hunk changes that a look at its lines does not tell: line ends, blanks, the
// newline at the end of a file, characters that cannot be seen or look like others. around are lines of the file
// beside it. It is empty for a hunk of which all can be read. The sentences are ASCII.
func Unseen(h model.Hunk, around ...string) []string {
	if h.Kind != model.HunkText && h.Kind != model.HunkAdded || len(h.Removed)+len(h.Added) == 0 {
		return nil
	}
	if slices.Equal(h.Removed, h.Added) {
		return []string{"nothing differs: accepted or refused, the lines stay as they are"} // an edit took it back
	}
	if h.Kind == model.HunkText {
		if said := onlyEnds(h); len(said) > 0 {
			return said
		}
	}
	old, fresh := strings.Join(h.Removed, ""), strings.Join(h.Added, "")
	if len(old)+len(fresh) > unseenBytes {
		return nil
	}
	var said []string
	if s := onlyBlanks(h.Removed, h.Added, old, fresh); s != "" && h.Kind == model.HunkText {
		said = append(said, s)
	}
	said = append(said, comes(old, fresh)...)
	if old != fresh && plainly(old) == plainly(fresh) {
		said = append(said, "only letters differ that look the same: they are of another script")
	}
	if s := otherEnds(h, around); s != "" {
		said = append(said, s)
	}
	return said
}

// ending names what a line ends with.
func ending(end string) string {
	switch end {
	case "\r\n":
		return "CRLF"
	case "\n":
		return "LF"
	}
	return "none"
}

// onlyEnds tells of a hunk in which nothing but the ends of lines differs.
func onlyEnds(h model.Hunk) (said []string) {
	if len(h.Removed) != len(h.Added) || len(h.Added) == 0 {
		return nil
	}
	var turns []string // from what to what, each kind once
	last := ""
	for i := range h.Removed {
		a, x := split(h.Removed[i])
		b, y := split(h.Added[i])
		switch {
		case a != b:
			return nil
		case x == y:
		case y == "":
			last = "the newline at the end of the file goes"
		case x == "":
			last = "a newline at the end of the file comes"
		default:
			if t := ending(x) + " -> " + ending(y); !slices.Contains(turns, t) {
				turns = append(turns, t)
			}
		}
	}
	if len(turns) > 0 {
		said = append(said, "only the line ends differ: "+strings.Join(turns, ", "))
	}
	switch {
	case last == "" || h.Of != "": // a piece of a line has no end
	case len(said) == 0:
		said = append(said, "only "+last)
	default:
		said = append(said, last)
	}
	return said
}

// onlyBlanks tells of lines in which nothing but blanks differs, "" if more does.
func onlyBlanks(removed, added []string, old, fresh string) string {
	words := strings.Fields(fresh)
	if !slices.Equal(strings.Fields(old), words) {
		return ""
	}
	if len(words) == 0 {
		return "only blank lines differ"
	}
	a, b := filled(removed), filled(added)
	same := func(trim func(string) string) bool {
		return slices.EqualFunc(a, b, func(x, y string) bool { return trim(x) == trim(y) })
	}
	bare := func(s string) string { s, _ = split(s); return s }
	switch {
	case len(a) != len(b):
		return "only the line breaks differ: the words stay as they are"
	case same(bare) && len(removed) != len(added):
		return "only blank lines differ"
	case same(func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }):
		return "only blanks at the ends of lines differ"
	case same(strings.TrimSpace):
		return "only the indent differs" + tabbed(a, b)
	}
	return "only blanks differ" + tabbed(a, b)
}

// filled are the lines that hold more than blanks.
func filled(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(s string) bool { return strings.TrimSpace(s) == "" })
}

// tabbed says whether tabs become spaces, or spaces tabs.
func tabbed(a, b []string) string {
	x, y := strings.Contains(strings.Join(a, ""), "\t"), strings.Contains(strings.Join(b, ""), "\t")
	switch {
	case x && !y:
		return ": tabs -> spaces"
	case y && !x:
		return ": spaces -> tabs"
	}
	return ""
}

// comes tells which characters that cannot be seen come and go.
func comes(old, fresh string) (said []string) {
	if ascii(old) && ascii(fresh) && !controlled(old) && !controlled(fresh) {
		return nil
	}
	was, _ := unseenIn(old)
	is, order := unseenIn(fresh)
	_, gone := unseenIn(old)
	for _, side := range []struct {
		word string
		of   []rune
		more func(r rune) int
	}{
		{"puts in", order, func(r rune) int { return is[r] - was[r] }},
		{"takes out", gone, func(r rune) int { return was[r] - is[r] }},
	} {
		var names []string
		for _, r := range side.of {
			n := side.more(r)
			switch {
			case n <= 0:
				continue
			case len(names) == mostUnseen:
				names = append(names, "and more")
			case len(names) < mostUnseen && n > 1:
				names = append(names, fmt.Sprintf("%d x %s", n, runeName(r)))
			case len(names) < mostUnseen:
				names = append(names, runeName(r))
			}
		}
		if len(names) > 0 {
			said = append(said, side.word+" what cannot be seen: "+strings.Join(names, ", "))
		}
	}
	return said
}

// controlled reports whether a text holds control characters other than those of lines and columns.
func controlled(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f })
}

// unseenIn counts the characters of a text that a screen does not show as what they are, in the order in which
// they come.
func unseenIn(s string) (n map[rune]int, order []rune) {
	n = map[rune]int{}
	prev := rune(0)
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError || r == '\n' || r == '\t' || r == '\r' && strings.HasPrefix(s[i:], "\r\n") {
			prev = r
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		if t := model.PrintableRune(prev, r, next); t != "" && t != string(r) || otherBlank(r) {
			if n[r]++; n[r] == 1 {
				order = append(order, r)
			}
		}
		prev = r
	}
	return n, order
}

// otherBlank reports whether a character looks like a space and is none; that of Chinese and Japanese is as wide
// as their letters.
func otherBlank(r rune) bool { return r > ' ' && r != '\u3000' && unicode.Is(unicode.Zs, r) }

// runeNames are what people call the characters that turn up in notes unseen.
var runeNames = map[rune]string{
	0x1b: "escape", '\r': "carriage return", 0xa0: "no-break space", 0xad: "soft hyphen", 0x200b: "zero width space",
	0x200c: "zero width non-joiner", 0x200d: "zero width joiner", 0x200e: "left-to-right mark",
	0x200f: "right-to-left mark", 0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding",
	0x202c: "end of direction", 0x202d: "left-to-right override", 0x202e: "right-to-left override",
	0x2028: "line separator", 0x2029: "paragraph separator", 0x202f: "narrow no-break space", 0x2060: "word joiner",
	0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
	0x2069: "end of isolate", 0xfeff: "byte order mark",
}

func runeName(r rune) string {
	name := runeNames[r]
	switch {
	case name != "":
	case r < ' ' || r >= 0x7f && r < 0xa0:
		name = "control character"
	case r >= 0xe0000 && r <= 0xe007f:
		name = "tag"
	default:
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("U+%04X (%s)", r, name)
}

// otherEnds tells of added lines that end in another way than everything around them.
func otherEnds(h model.Hunk, around []string) string {
	kinds := func(lines []string) (crlf, lf bool) {
		for _, s := range lines {
			_, end := split(s)
			crlf, lf = crlf || end == "\r\n", lf || end == "\n"
		}
		return crlf, lf
	}
	c, l := kinds(append(slices.Clip(around), h.Removed...))
	crlf, lf := kinds(h.Added)
	switch {
	case lf && c && !l:
		return "the added lines end in LF, those around them in CRLF"
	case crlf && l && !c:
		return "the added lines end in CRLF, those around them in LF"
	case crlf && lf && h.Kind == model.HunkAdded:
		return "some lines end in CRLF, some in LF"
	}
	return ""
}

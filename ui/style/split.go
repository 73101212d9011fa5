package style

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/diffview"
)

// split cuts a text after w cells, measured rune by rune or by letters. Colour codes stay on the side
// of the text that they stand before.
func split(s string, w int, byRune bool) (head, rest string) {
	for i := 0; i < len(s); {
		if s[i] == 0x1b && strings.HasPrefix(s[i:], "\x1b[") {
			if end := strings.IndexByte(s[i:], 'm'); end > 0 {
				i += end + 1
				continue
			}
		}
		n, cells := letter(s[i:], byRune)
		if w -= cells; w < 0 {
			return s[:i], s[i:]
		}
		i += n
	}
	return s, ""
}

// letter measures what stands first in a text: its bytes and its cells.
func letter(s string, byRune bool) (n, cells int) {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		if s[0] < 0x20 || s[0] == 0x7f {
			return 1, 0
		}
		return 1, 1
	}
	if byRune {
		r, n := utf8.DecodeRuneInString(s)
		return n, runeCells(r)
	}
	cluster, cells := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(cluster), cells
}

// codes keeps of a text only its colour codes.
func codes(s string) string {
	var b strings.Builder
	for {
		_, rest, found := strings.Cut(s, "\x1b[")
		end := strings.IndexByte(rest, 'm')
		if !found || end < 0 {
			return b.String()
		}
		b.WriteString("\x1b[" + rest[:end+1])
		s = rest[end+1:]
	}
}

// wrap breaks a line that may have colours at blanks, and beside letters that are written without any; a
// word longer than a row is broken behind a slash or a hyphen if one is near. Blanks at a break are left
// out.
func wrap(line string, w int) []string {
	byRune := spaced(line)
	var rows []string
	for {
		head, rest := split(line, w, byRune)
		if rest == "" {
			return append(rows, head)
		}
		if rest[0] != ' ' {
			if at := lastBreak(line, len(head)); at > 0 {
				head, rest = line[:at], line[at:]
			} else if head == "" {
				// A letter wider than the row: its place stays empty.
				n, _ := letter(rest, byRune)
				rest = rest[n:]
			} else if at := strings.LastIndexAny(head, "/-") + 1; at > len(head)/2 {
				head, rest = line[:at], line[at:]
			}
		}
		rows, line = append(rows, strings.TrimRight(head, " ")), strings.TrimLeft(rest, " ")
	}
}

// lastBreak is the last place in the first end bytes of a line at which it may be broken, 0 if there is
// none: a blank that something stands before, or a place beside a letter that is written without blanks.
func lastBreak(line string, end int) (at int) {
	if blank := strings.LastIndexByte(line[:end], ' '); blank > 0 && strings.Trim(line[:blank], " ") != "" {
		at = blank
	}
	after, _ := utf8.DecodeRuneInString(line[end:])
	for i, place := end, end; i > at; {
		if start := codeBefore(line, i); start >= 0 {
			i = start
			continue
		}
		before, n := utf8.DecodeLastRuneInString(line[:i])
		if before == ' ' {
			break
		}
		if diffview.Breaks(before, after) {
			return place
		}
		i -= n
		after, place = before, i
	}
	return at
}

// codeBefore is where a colour code begins that ends at a place, -1 if none does.
func codeBefore(line string, end int) int {
	if end == 0 || line[end-1] != 'm' {
		return -1
	}
	start := strings.LastIndexByte(line[:end], 0x1b)
	if start < 0 || strings.Trim(line[start+1:end-1], "[0123456789;:") != "" {
		return -1
	}
	return start
}

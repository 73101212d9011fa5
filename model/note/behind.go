package note

import "strings"

// Behind is what a line of the index says of its note: the text behind the link, without the dash or colon
// between. It is "" for a line that has no link or says nothing.
func Behind(line string) string {
	at := strings.Index(line, "](")
	if at < 0 {
		return ""
	}
	_, rest, ok := strings.Cut(line[at:], ")")
	if !ok {
		return ""
	}
	return strings.TrimSpace(strings.TrimLeft(rest, " \t—–-:"))
}

package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// Around returns a piece of a text around a place in it, on one line and at most most bytes long, and
// where the place is in that. A text that fits is returned whole.
func Around(text string, at [2]int, most int) (string, [2]int) {
	// White space shrinks, so a little more than most is looked at; all of a text would take its time.
	lo, hi := at[0]-len(tail(text[:at[0]], 2*most)), at[1]+len(head(text[at[1]:], 4*most))
	before, place, after := flat(text[lo:at[0]]), flat(text[at[0]:at[1]]), flat(text[at[1]:hi])
	before, after = strings.TrimLeft(before, " "), strings.TrimRight(after, " ")
	place = head(place, most-2*len(ellipsis))
	cutBefore, cutAfter := lo > 0, hi < len(text)
	if len(before)+len(place)+len(after) > most || cutBefore || cutAfter {
		room := most - len(place) - 2*len(ellipsis)
		// The place stands in the first third, further right where little follows it.
		left := max(room/3, room-len(after))
		if len(before) > left {
			before, cutBefore = tail(before, left), true
		}
		if rest := room - len(before); len(after) > rest {
			after, cutAfter = head(after, rest), true
		}
	}
	if cutBefore {
		before = ellipsis + before
	}
	if cutAfter {
		after += ellipsis
	}
	return before + place + after, [2]int{len(before), len(before) + len(place)}
}

// flat makes one blank of any white space, at the ends as well.
func flat(s string) string {
	out := strings.Join(strings.Fields(s), " ")
	if out == "" && s != "" {
		return " "
	}
	if len(strings.TrimLeftFunc(s, unicode.IsSpace)) < len(s) {
		out = " " + out
	}
	if len(strings.TrimRightFunc(s, unicode.IsSpace)) < len(s) {
		out += " "
	}
	return out
}

// head and tail cut a text to n bytes, at the border of a rune.
func head(s string, n int) string {
	n = max(0, min(n, len(s)))
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func tail(s string, n int) string {
	at := len(s) - max(0, min(n, len(s)))
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return s[at:]
}

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
	before, place, after := flat(text[lo:at[0]], hi-lo), flat(text[at[0]:at[1]], hi-lo), flat(text[at[1]:hi], most+1)
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

// flat makes one blank of any white space, at the ends as well. It stops where that is longer than most.
func flat(s string, most int) string {
	var b strings.Builder
	b.Grow(min(len(s), most))
	done, space := 0, false
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch is := unicode.IsSpace(r); {
		case is && !space:
			b.WriteString(s[done:i])
			b.WriteByte(' ')
			if done, space = i, true; b.Len() > most+1 {
				return b.String()
			}
		case !is && space:
			done, space = i, false
		}
		i += n
	}
	if !space {
		b.WriteString(s[done:])
	}
	return b.String()
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

package evidence

import (
	"regexp"
	"time"
)

// RelativePhrase is a phrase of a text that only means something on the day that it was said.
type RelativePhrase struct {
	Start, End int // in bytes of the text
	// Lang is as for a RelativeDay.
	Lang string
	// Day is the day that it means, as 2026-10-30; "" where no single day follows.
	Day string
}

// RelativePhrases finds such phrases: those that RelativeDays finds, and those from which no day
// follows ("last week"). The name of a weekday alone is none: it may be any of them. The days are
// counted from said, in its zone.
func RelativePhrases(text string, said time.Time) []RelativePhrase {
	var out []RelativePhrase
	for _, r := range relatives(text, said, said.Location()) {
		if r.lang == "" {
			continue
		}
		p := RelativePhrase{Start: r.start, End: r.end, Lang: r.lang}
		if len(r.days) == 1 && !r.rough {
			p.Day = r.days[0].Format(time.DateOnly)
		}
		out = append(out, p)
	}
	return out
}

// habitual are words of sentences about every day.
var habitual = regexp.MustCompile(`(?i)\b(?:every|each|daily|always|usually|often|whenever|weekly|täglich|immer|jeden|jedes|cada|siempre|diario)\b|кажд|всегда|ежедневно|每|总是|いつも|毎|常に`)

// Habitual reports whether a sentence is about every day and not about one, so that no date follows from
// it: "reports cover yesterday's orders" on any day.
func Habitual(text string) bool { return habitual.MatchString(text) }

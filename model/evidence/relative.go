package evidence

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// relative is a date that depends on when it was said.
type relative struct {
	start, end int // in the text
	phrase     string
	lang       string
	// rough is as for its sense.
	rough bool
	// days are what it can mean, at best one. None means that no day follows from it ("last
	// week"); months are then what it can mean as a month.
	days   []time.Time
	months []time.Time
}

// gap is what stands between two words.
type gap uint8

const (
	gapNone gap = iota
	gapBlank
	gapQuote
	gapKinds // the number of those that a phrase may have
	gapElse  = gapKinds
)

// word is a piece of a text that phrases are made of: a run of letters, digits, "_" and "-", or one
// character of a script without blanks.
type word struct {
	start, end int
	// from and to are its place in the lower-case letters.
	from, to int
	gap      gap // before it
	han      bool
}

// words is a text cut into words; low holds them in lower case.
type words struct {
	list []word
	low  string
}

// text is word i in lower case.
func (w *words) text(i int) string { return w.low[w.list[i].from:w.list[i].to] }

// cutWords cuts a text into words.
func cutWords(text string) words {
	var list []word
	low := make([]byte, 0, len(text))
	last := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		alone := han(r)
		if !alone && !inWord(r) {
			i += n
			continue
		}
		end := i + n
		for !alone && end < len(text) {
			r, n := utf8.DecodeRuneInString(text[end:])
			if !inWord(r) || han(r) {
				break
			}
			end += n
		}
		from := len(low)
		low = appendLower(low, text[i:end])
		list = append(list, word{i, end, from, len(low), gapOf(text[last:i]), alone})
		i, last = end, end
	}
	return words{list, string(low)}
}

// inWord reports whether a rune belongs to a word with its neighbours.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return starts(r) || r == '-'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// gapOf tells what stands between two words.
func gapOf(s string) gap {
	switch s {
	case "":
		return gapNone
	case " ":
		return gapBlank
	case "'", "’":
		return gapQuote
	}
	if strings.TrimSpace(s) == "" {
		return gapBlank
	}
	return gapElse
}

// phraseMatch is a phrase that was found: its node, the end of its last word, and what stands in the
// place of its slots.
type phraseMatch struct {
	node       *phraseNode
	end        int
	n, weekday int
}

// longest is the longest phrase that begins at word i. What stands before it is no part of it.
func (w *words) longest(i int) (best phraseMatch) {
	w.follow(phraseTree().next[gapNone], i, phraseMatch{}, &best)
	return best
}

// follow goes on with word i, which one of next has to take.
func (w *words) follow(next map[string]*phraseNode, i int, m phraseMatch, best *phraseMatch) {
	text := w.text(i)
	if node := next[text]; node != nil {
		w.reach(node, i+1, m, best)
	}
	if node := next[slotNumber]; node != nil {
		if n, end, ok := w.number(i); ok {
			m := m
			m.n = n
			w.reach(node, end, m, best)
		}
	}
	weekday := func(node *phraseNode, day int) {
		if node != nil && day > 0 {
			m := m
			m.weekday = day
			w.reach(node, i+1, m, best)
		}
	}
	if w.list[i].han {
		weekday(next[slotHanDay], hanWeekday(text))
	} else {
		weekday(next[slotWeekday], int(lexicon()[text].weekday))
	}
}

// reach is at a node before word i: a phrase may end there, and a longer one may go on.
func (w *words) reach(node *phraseNode, i int, m phraseMatch, best *phraseMatch) {
	m.node, m.end = node, w.list[i-1].end
	if node.sense != nil && m.end > best.end {
		*best = m
	}
	if i < len(w.list) && w.list[i].gap < gapKinds && node.next[w.list[i].gap] != nil {
		w.follow(node.next[w.list[i].gap], i, m, best)
	}
}

// number reads a number that begins at word i, and returns the word behind it.
func (w *words) number(i int) (n, end int, ok bool) {
	end = i + 1
	if w.list[i].han && strings.Contains(hanNumerals, w.text(i)) {
		for end < len(w.list) && w.list[end].han && w.list[end].gap == gapNone && strings.Contains(hanNumerals, w.text(end)) {
			end++
		}
	}
	n, ok = count(w.low[w.list[i].from:w.list[end-1].to])
	return n, end, ok
}

// relatives finds the relative dates of a text that was said at a time, longer phrases before what
// they hold. Days are counted in the zone of the one who spoke.
func relatives(text string, said time.Time, zone *time.Location) []relative {
	if said.IsZero() {
		return nil
	}
	if zone == nil {
		zone = time.UTC
	}
	year, month, dayOf := said.In(zone).Date()
	noon := time.Date(year, month, dayOf, 12, 0, 0, 0, time.UTC)
	var found []relative
	w := cutWords(text)
	end := 0
	for i := range w.list {
		start := w.list[i].start
		if start < end {
			continue
		}
		m := w.longest(i)
		if m.node == nil {
			continue
		}
		end = m.end
		r := relative{start: start, end: end, phrase: lowerText(text[start:end]), lang: m.node.lang, rough: m.node.sense.rough}
		r.days, r.months = m.node.sense.when(noon, m.n, m.weekday)
		found = append(found, r)
	}
	return found
}

// RelativeDay is a phrase that names a single day by its distance from when it was said.
type RelativeDay struct {
	Start, End int // in bytes of the text
	// Date is the day, as 2026-10-30.
	Date string
	// Lang is the language of the phrase: en, de, es, fr, ru, or han for scripts without blanks.
	Lang string
	// Rough says that the phrase says more or less than the day: "last night", "in two weeks".
	Rough bool
}

// RelativeDays finds the phrases of a text that name a day relative to when it was said ("yesterday",
// "in 5 days", "last Friday"). Days are counted in the zone of the one who said it. What names no
// single day ("last week", "on Friday") is left out.
func RelativeDays(text string, said time.Time, zone *time.Location) []RelativeDay {
	var out []RelativeDay
	for _, r := range relatives(text, said, zone) {
		if len(r.days) == 1 {
			out = append(out, RelativeDay{r.start, r.end, r.days[0].Format(time.DateOnly), r.lang, r.rough})
		}
	}
	return out
}

// arithmetic says how a date follows from a phrase.
func arithmetic(phrase string, said time.Time, zone *time.Location, date string) string {
	return fmt.Sprintf("“%s”, said on %s, is %s", phrase, sayDay(said, zone), date)
}

// sayDay writes the day of a message for people, with its weekday, as that is what "last Friday" is
// counted from.
func sayDay(said time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return said.In(zone).Format("Monday 2006-01-02")
}

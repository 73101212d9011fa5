package offline

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dreamgate/model/evidence"
)

// prepositionFor goes before a date that takes the place of an adverb, by the adverb's language. In a
// language that is not listed nothing is replaced: the French "hier" is a German word as well.
var prepositionFor = map[string]string{"en": "on ", "de": "am ", "es": "el ", "ru": "", "han": ""}

// prepositions already say how a day is meant.
var prepositions = map[string]bool{
	"since": true, "by": true, "until": true, "till": true, "from": true, "before": true, "after": true, "on": true,
	"of": true, "as": true, "for": true, "to": true, "through": true, "between": true, "and": true,
	"seit": true, "ab": true, "bis": true, "von": true, "vor": true, "nach": true, "am": true, "zum": true,
	"desde": true, "hasta": true, "de": true, "el": true, "a": true, "para": true, "antes": true, "después": true,
}

// partOfDay follows a day without a preposition: "yesterday evening".
var partOfDay = regexp.MustCompile(`(?i)^ (?:morning|noon|afternoon|evening|night|morgen|mittag|nachmittag|abend|nacht|por la)\b`)

// ofDay are words that make another thing of the phrase behind them: "la mañana" is the morning.
var ofDay = map[string]bool{"la": true, "heute": true, "gestern": true, "jeden": true, "am": true, "guten": true}

// named are words that make a word of the phrase behind them: "use yesterday as the default".
var named = map[string]bool{
	"use": true, "uses": true, "using": true, "called": true, "named": true, "say": true, "says": true, "word": true, "type": true,
	"nutze": true, "heißt": true, "sage": true, "usa": true, "usar": true, "llamado": true,
}

// resolve puts days in the place of relative dates, counted from when the text was said. It reports
// whether any was found. Without a time nothing can be counted.
func resolve(text string, said time.Time, zone *time.Location) (string, bool) {
	if said.IsZero() || evidence.Habitual(text) {
		return text, false
	}
	var b strings.Builder
	at := 0
	for _, d := range evidence.RelativeDays(text, said, zone) {
		s := span{d.Start, d.End}
		on, known := prepositionFor[d.Lang]
		if !known || d.Rough || !standsAlone(text, s) {
			continue
		}
		b.WriteString(text[at:s.from])
		b.WriteString(placed(text, s, d.Date, on))
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String(), at > 0
}

// standsAlone reports whether a phrase is a day in the words of the text: not a part of a longer
// word, a genitive, a quotation or code.
func standsAlone(text string, s span) bool {
	if !bounded(text, s) || inCode(text, s) {
		return false
	}
	rest := text[s.to:]
	if strings.HasPrefix(rest, "'s") || strings.HasPrefix(rest, "’s") {
		return false
	}
	before := strings.ToLower(wordBefore(text[:s.from]))
	phrase := strings.ToLower(text[s.from:s.to])
	if named[before] {
		return false
	}
	if ofDay[before] && (phrase == "morgen" || phrase == "mañana") {
		return false
	}
	// "Today" as a name, in quotes: what is quoted stays as it is.
	return strings.Count(text[:s.from], `"`)%2 == 0
}

func wordBefore(text string) string {
	text = strings.TrimRight(text, " ")
	return text[strings.LastIndexAny(text, " (\t")+1:]
}

// placed is a date in the place of a phrase.
func placed(text string, s span, date, on string) string {
	r, _ := utf8.DecodeRuneInString(text[s.from:])
	switch {
	case on == "" || prepositions[strings.ToLower(wordBefore(text[:s.from]))] || partOfDay.MatchString(text[s.to:]):
		return date
	case unicode.IsUpper(r):
		return strings.ToUpper(on[:1]) + on[1:] + date
	}
	return on + date
}

// resolveDates works out the relative dates of notes that say themselves when they were written.
// The time of a file, a commit or the run says nothing about that.
func (n *notes) resolveDates(zone *time.Location) {
	for _, path := range n.notePaths() {
		f := n.files[path]
		if f.note.Modified.IsZero() {
			continue
		}
		for i := f.body; i < len(f.lines); i++ {
			if !f.statement(i) {
				continue
			}
			if text, any := resolve(f.lines[i].text, f.note.Modified, zone); any {
				f.set(i, text)
			}
		}
		if f.changed {
			n.because(path, "relative dates worked out from its own stamp, "+f.note.Modified.Format(time.RFC3339))
		}
	}
}

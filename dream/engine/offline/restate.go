package offline

import (
	"regexp"
	"strings"
)

// corrections are ways to say, of one thing, a number or a day that is to be right from now on, without the one that
// stands in the notes: "correction: the port of the cache is 6380".
var corrections = map[string][]pattern{
	"en": {
		{need: "correction|update", expr: `^(?:small )?(?:correction|update)[,:] <s> (?:is|are)(?: now)?(?: on| at)? <nb>(?: now)?{end}`},
		{need: "correction|update|changed|moved", expr: `^(?:(?:small )?(?:correction|update)|the (?:date|day|deadline)(?: has| was)? (?:changed|moved))[,:] (?:and )?<s> (?:[a-z]+ ){1,2}?(?:on|by|at|from|until) <db>(?: now)?{end}`},
	},
	"de": {
		{need: "korrektur|berichtigung", expr: `^(?:korrektur|berichtigung)[,:] <s> (?:ist|sind|beträgt|liegt)(?: jetzt| nun)?(?: bei)? <nb>{end}`},
		{need: "korrektur|berichtigung|termin", expr: `^(?:korrektur|berichtigung|neuer termin|der termin hat sich (?:geändert|verschoben))[,:] <s> (?-i:\pL+)(?: jetzt| nun)? (?:am|ab|bis) <db>(?: (?-i:\pL+))?{end}`},
	},
	"es": {{need: "corrección", expr: `^corrección[,:] <s> (?:ahora )?(?:es|son)(?: ahora)?(?: de| el)? <nb>{end}`}},
	"fr": {{need: "correction|rectification", expr: `^(?:correction|rectification) ?[,:] <s> (?:est|sont)(?: désormais| maintenant)?(?: de| à| le)? <nb>{end}`}},
	"ru": {{need: "поправка|исправление", expr: `^(?:поправка|исправление)[,:] <s> (?:(?:теперь|—|-|равен) )+<nb>{end}`}},
	"zh": {{need: "更正|纠正", expr: `^(?:更正|纠正)[：:，,] ?<s> ?(?:现在)?(?:是|为|改为) ?<nb>{end}`}},
	"ja": {{need: "訂正", expr: `^訂正[：:、] ?<s> ?は、? ?(?:今は?)?、? ?<nb> ?(?:です)?{end}`}},
}

// restating are the corrections of a tongue as patterns.
func restating(code string) (all []pattern) {
	for _, p := range corrections[code] {
		p.kind, p.own, p.restates = move, true, true
		all = append(all, p)
	}
	return all
}

// values finds days and numbers.
var values = regexp.MustCompile(dayForm + `|\d(?:[\d.,:_]*\d)?`)

// stands finds the one value in a line that a correction means: the line is the user's sentence with another value, and
// has no word beside it. That is much to ask; but nobody said what is wrong now.
func (f *fact) stands(text string) (span, bool) {
	text = text[:len(text)-len(remark().FindString(text))]
	found := values.FindAllStringIndex(text, -1)
	if len(found) != 1 || !f.names(text) {
		return span{}, false
	}
	s := span{found[0][0], found[0][1]}
	if !bounded(text, s) || isoDay.MatchString(text[s.from:s.to]) != isoDay.MatchString(f.b.text) {
		return span{}, false
	}
	over, _, ok := seam(text, s, f.b.text)
	if !ok {
		return span{}, false
	}
	said := fieldSet(strings.Join(tokens(f.text), " "))
	for _, t := range tokens(text[:over.from] + " " + text[over.to:]) {
		if !said[t] && !links[t] && !nearly(said, t) {
			return span{}, false
		}
	}
	return s, true
}

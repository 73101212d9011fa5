package recall

import (
	"strings"
	"sync"
)

// A question says what kind of answer it wants: a time, a number, a place, somebody. A note that
// holds such a thing goes before one that does not, if both are about what was asked. These are
// terms of the vocabulary that no word can be.
const (
	askWhen  = "?when"
	askCount = "?count"
	askWhere = "?where"
	askWho   = "?who"
)

// asked returns the kinds of answer that a query wants, and the query without the words of scripts
// without blanks that ask for them: those would make pieces with their neighbours.
func asked(text string) (kinds []string, rest string) {
	add := func(k string) {
		if k != "" && !holds(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	l := words()
	for _, w := range l.bare {
		if strings.Contains(text, w) {
			add(l.asks[w])
			text = strings.ReplaceAll(text, w, " ")
		}
	}
	list := sequence(tokens(text))
	for i := range list {
		for n := min(3, len(list)-i); n > 0; n-- {
			if k := l.asks[strings.Join(list[i:i+n], " ")]; k != "" {
				add(k)
				break
			}
		}
	}
	return kinds, text
}

// sequence are the words of a text in their order, identifiers in their parts.
func sequence(toks []token) (list []string) {
	for _, t := range toks {
		if t.kind == plain {
			list = append(list, t.text)
		}
	}
	return list
}

// timeWords are words that a time or a length of time is told with, by their stems. They wait to be
// asked for: most runs of the program recall nothing.
var timeWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("second minute hour day week month quarter year monday tuesday wednesday thursday friday " +
		"saturday sunday noon midnight night morning evening daily weekly monthly hourly nightly " +
		"sekunde minuten stunden tag tage tagen woche wochen monat jahr jahre montag dienstag mittwoch donnerstag freitag samstag sonntag " +
		"segundo minuto hora día semana mes año lunes martes miércoles jueves viernes sábado domingo marzo " +
		"секунд минут час часов день дней недел месяц год лет понедельник вторник среда четверг пятница суббота воскресенье ночью") {
		m[stem(fold(w))] = true
	}
	return m
})

// answers returns the kinds of answer that a note holds.
func answers(text string, toks []token) (kinds []token) {
	told := timeWords()
	number, clock := strings.ContainsAny(text, "0123456789"), false
	for _, t := range toks {
		clock = clock || t.kind == plain && told[t.key]
	}
	clock = clock || number && strings.ContainsAny(text, "分秒時时点點日週周月年")
	for i := 2; i < len(text)-1 && !clock; i++ {
		clock = (text[i] == ':' || text[i] == '-') && digit(text[i-1]) && digit(text[i-2]) && digit(text[i+1]) // 03:30, 2026-09
	}
	add := func(is bool, k string) {
		if is {
			kinds = append(kinds, token{text: k, key: k, kind: listed})
		}
	}
	add(clock, askWhen)
	add(number, askCount)
	add(strings.ContainsAny(text, "/\\") || strings.Contains(text, "://"), askWhere)
	add(strings.ContainsAny(text, "@"), askWho)
	return kinds
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

package evidence

import (
	"strings"
	"sync"
	"time"
)

// sense is what a phrase says of the day that it is spoken on.
type sense struct {
	kind senseKind
	// step is the distance of a day in days, of a month in months, and the length of one step
	// that is counted, in days.
	step int
	// rough says that the phrase is not just a day: a part of one, or a distance in weeks.
	rough bool
}

type senseKind int

const (
	senseDay     senseKind = iota
	senseCounted           // a number of steps
	senseVague             // a span from which no day follows
	senseMonth             // the same, but a month follows
	senseWeekday           // a day of the week, by its name alone
	senseLast              // with a word for the one before
	senseNext
	senseThis
	senseHanWeek // a day of the week that is step days from this one
)

// phrases are the relative dates of all languages. "|" parts phrases, "/" the spellings of a word. N
// is a number or a word for one, W the name of a weekday, H its one character in scripts without
// blanks, which are matched character by character.
var phrases = []struct {
	lang  string
	forms string
	sense
}{
	{"en", "the day before yesterday|day before yesterday", sense{step: -2}},
	{"en", "yesterday", sense{step: -1}},
	{"en", "last night", sense{step: -1, rough: true}},
	{"en", "today", sense{}},
	{"en", "this morning/afternoon/evening|tonight", sense{rough: true}},
	{"en", "tomorrow", sense{step: 1}},
	{"en", "the day after tomorrow|day after tomorrow", sense{step: 2}},
	{"en", "in N day/days|N day/days from now", sense{senseCounted, 1, false}},
	{"en", "N day/days ago", sense{senseCounted, -1, false}},
	{"en", "in N week/weeks", sense{senseCounted, 7, true}},
	{"en", "N week/weeks ago", sense{senseCounted, -7, true}},
	{"en", "last/next/this week|the other day|recently|a while ago|a few days ago", sense{kind: senseVague}},
	{"en", "last month", sense{kind: senseMonth, step: -1}},
	{"en", "this month", sense{kind: senseMonth}},
	{"en", "next month", sense{kind: senseMonth, step: 1}},
	{"en", "last/past W", sense{kind: senseLast}},
	{"en", "next/coming W", sense{kind: senseNext}},
	{"en", "this W", sense{kind: senseThis}},

	{"de", "vorgestern", sense{step: -2}},
	{"de", "gestern", sense{step: -1}},
	{"de", "heute", sense{}},
	{"de", "übermorgen", sense{step: 2}},
	{"de", "in N tag/tagen", sense{senseCounted, 1, false}},
	{"de", "vor N tag/tagen", sense{senseCounted, -1, false}},
	{"de", "in N woche/wochen", sense{senseCounted, 7, true}},
	{"de", "vor N woche/wochen", sense{senseCounted, -7, true}},
	{"de", "letzte/nächste/diese woche|neulich|kürzlich", sense{kind: senseVague}},
	{"de", "letzten monat", sense{kind: senseMonth, step: -1}},
	{"de", "diesen monat", sense{kind: senseMonth}},
	{"de", "nächsten monat", sense{kind: senseMonth, step: 1}},
	{"de", "letzten/letzter/vergangenen/vorigen W", sense{kind: senseLast}},
	{"de", "nächsten/nächster/kommenden W", sense{kind: senseNext}},
	{"de", "diesen/dieser W", sense{kind: senseThis}},

	{"es", "anteayer|antes de ayer", sense{step: -2}},
	{"es", "ayer", sense{step: -1}},
	{"es", "anoche", sense{step: -1, rough: true}},
	{"es", "hoy", sense{}},
	{"es", "esta mañana/tarde", sense{rough: true}},
	{"es", "mañana", sense{step: 1}},
	{"es", "pasado mañana", sense{step: 2}},
	{"es", "en N día/días/dia/dias|dentro de N día/días/dia/dias", sense{senseCounted, 1, false}},
	{"es", "hace N día/días/dia/dias", sense{senseCounted, -1, false}},
	{"es", "en N semana/semanas|dentro de N semana/semanas", sense{senseCounted, 7, true}},
	{"es", "hace N semana/semanas", sense{senseCounted, -7, true}},
	{"es", "la semana pasada|la próxima semana|esta semana|hace poco", sense{kind: senseVague}},
	{"es", "el mes pasado", sense{kind: senseMonth, step: -1}},
	{"es", "este mes", sense{kind: senseMonth}},
	{"es", "el próximo mes", sense{kind: senseMonth, step: 1}},
	{"es", "W pasado/pasada", sense{kind: senseLast}},
	{"es", "próximo/próxima W|W próximo/próxima|W que viene", sense{kind: senseNext}},
	{"es", "este/esta W", sense{kind: senseThis}},

	{"fr", "avant-hier", sense{step: -2}},
	{"fr", "hier", sense{step: -1}},
	{"fr", "aujourd'hui", sense{}},
	{"fr", "ce matin/soir", sense{rough: true}},
	{"fr", "demain", sense{step: 1}},
	{"fr", "après-demain", sense{step: 2}},
	{"fr", "dans N jour/jours", sense{senseCounted, 1, false}},
	{"fr", "il y a N jour/jours", sense{senseCounted, -1, false}},
	{"fr", "dans N semaine/semaines", sense{senseCounted, 7, true}},
	{"fr", "il y a N semaine/semaines", sense{senseCounted, -7, true}},
	{"fr", "la semaine dernière/prochaine|récemment", sense{kind: senseVague}},
	{"fr", "le mois dernier", sense{kind: senseMonth, step: -1}},
	{"fr", "ce mois-ci", sense{kind: senseMonth}},
	{"fr", "le mois prochain", sense{kind: senseMonth, step: 1}},
	{"fr", "W dernier/dernière", sense{kind: senseLast}},
	{"fr", "W prochain/prochaine", sense{kind: senseNext}},
	{"fr", "ce W", sense{kind: senseThis}},

	{"ru", "позавчера", sense{step: -2}},
	{"ru", "вчера", sense{step: -1}},
	{"ru", "сегодня", sense{}},
	{"ru", "завтра", sense{step: 1}},
	{"ru", "послезавтра", sense{step: 2}},
	{"ru", "через N день/дня/дней", sense{senseCounted, 1, false}},
	{"ru", "N день/дня/дней назад", sense{senseCounted, -1, false}},
	{"ru", "через N недел/неделю/недели/недель", sense{senseCounted, 7, true}},
	{"ru", "N недел/неделю/недели/недель назад", sense{senseCounted, -7, true}},
	{"ru", "на прошлой/следующей неделе|недавно", sense{kind: senseVague}},
	{"ru", "в прошлом месяце", sense{kind: senseMonth, step: -1}},
	{"ru", "в этом месяце", sense{kind: senseMonth}},
	{"ru", "в следующем месяце", sense{kind: senseMonth, step: 1}},
	{"ru", "прошлый/прошлую/прошлое W", sense{kind: senseLast}},
	{"ru", "следующий/следующую/следующее W", sense{kind: senseNext}},
	{"ru", "этот/эту W", sense{kind: senseThis}},

	{"", "W", sense{kind: senseWeekday}},

	{"han", "前天|一昨日|おととい", sense{step: -2}},
	{"han", "昨天|昨日", sense{step: -1}},
	{"han", "昨晚|昨夜", sense{step: -1, rough: true}},
	{"han", "今天|今日|本日", sense{}},
	{"han", "今早|今晚|今朝", sense{rough: true}},
	{"han", "明天|明日", sense{step: 1}},
	{"han", "后天|明後日|あさって", sense{step: 2}},
	{"han", "N天后|N天後|N天之后|N日后|N日後|N日之后|N 天后|N 天後|N 天之后|N 日后|N 日後|N 日之后", sense{senseCounted, 1, false}},
	{"han", "N天前|N日前|N 天前|N 日前", sense{senseCounted, -1, false}},
	{"han", "N周后|N周後|N周之后|N週間后|N週間後|N 周后|N 周後|N 周之后|N 週間后|N 週間後", sense{senseCounted, 7, true}},
	{"han", "N周前|N週間前|N 周前|N 週間前", sense{senseCounted, -7, true}},
	{"han", "上周|下周|先週|来週|最近|上个月|下个月|先月|来月", sense{kind: senseVague}},
	{"han", "上周H|上周周H|上周星期H|上星期H|先週のH|先週のH曜日", sense{kind: senseHanWeek, step: -7}},
	{"han", "下周H|下周周H|下周星期H|下星期H|来週のH|来週のH曜日", sense{kind: senseHanWeek, step: 7}},
	{"han", "这周H|这周周H|这周星期H|本周H|本周周H|本周星期H|今週のH|今週のH曜日", sense{kind: senseHanWeek}},
}

// The words of a phrase that stand for others. No word in lower case is like them.
const (
	slotNumber  = "N"
	slotWeekday = "W"
	slotHanDay  = "H"
)

// phraseNode is a place in the tree of phrases: what may come next, by what stands before it and then
// by its word, and what the phrase that ends here says.
type phraseNode struct {
	next  [gapKinds]map[string]*phraseNode
	lang  string
	sense *sense
}

// phraseTree is built when first used.
var phraseTree = sync.OnceValue(func() *phraseNode {
	root := &phraseNode{}
	for _, p := range phrases {
		for _, form := range strings.Split(p.forms, "|") {
			root.add(form, p.lang, &p.sense)
		}
	}
	return root
})

// add puts a phrase into the tree, with each spelling of its words.
func (n *phraseNode) add(form, lang string, s *sense) {
	if head, rest, ok := strings.Cut(form, "/"); ok {
		from := strings.LastIndexByte(head, ' ') + 1
		to := len(form)
		if at := strings.IndexByte(rest, ' '); at >= 0 {
			to = len(head) + 1 + at
		}
		for _, w := range strings.Split(form[from:to], "/") {
			n.add(form[:from]+w+form[to:], lang, s)
		}
		return
	}
	words := cutWords(form)
	for i, w := range words.list {
		key, g := words.text(i), w.gap
		if slot := form[w.start:w.end]; slot == slotNumber || slot == slotWeekday || slot == slotHanDay {
			key = slot
		}
		if n.next[g] == nil {
			n.next[g] = map[string]*phraseNode{}
		}
		m := n.next[g][key]
		if m == nil {
			m = &phraseNode{}
			n.next[g][key] = m
		}
		n = m
	}
	n.lang, n.sense = lang, s
}

// count reads a number or the word for one.
func count(s string) (int, bool) {
	if n, ok := digits(s); ok {
		return n, true
	}
	if n, ok := hanCount(s); ok {
		return n, true
	}
	switch s {
	case "a", "an", "one", "einem", "einer", "un", "una", "une", "один", "одну":
		return 1, true
	}
	n := lexicon()[s].number
	return int(n), n > 0
}

// digits reads a number of at most three.
func digits(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, len(s) > 0 && len(s) <= 3
}

// hanNumerals are the numbers from 1 to 10.
const hanNumerals = "一二三四五六七八九十"

// hanCount reads a number below 100: 两, 五, 十五, 二十.
func hanCount(s string) (int, bool) {
	if s == "两" {
		return 2, true
	}
	tens, ones, ten := strings.Cut(s, "十")
	if !ten {
		tens, ones = "", s
	}
	one, ok := hanDigit(ones)
	if !ten {
		return one, ok
	}
	n, many := hanDigit(tens)
	if tens == "" {
		n, many = 1, true
	}
	return 10*n + one, many && (ok || ones == "")
}

// hanDigit reads a number from 1 to 9.
func hanDigit(s string) (int, bool) {
	at := strings.Index(hanNumerals, s)
	if at < 0 || len(s) != len("一") || s == "十" {
		return 0, false
	}
	return at/len("一") + 1, true
}

// hanWeekday is the number of a weekday from 1 by its one character, 0 if it is none.
func hanWeekday(s string) int {
	for _, names := range []string{"一二三四五六日", "月火水木金土日"} {
		if at := strings.Index(names, s); at >= 0 && len(s) == len("一") {
			return at/len("一") + 1
		}
	}
	if s == "天" {
		return 7
	}
	return 0
}

// when is what a phrase means on the day that it is said, at noon. n is its number, weekday its day of
// the week from 1. Where the words do not settle it, all readings are given: "next Friday" said on
// a Wednesday may be in two days or in nine.
func (s sense) when(said time.Time, n, weekday int) (days, months []time.Time) {
	back := (int(said.Weekday()) + 6) % 7 // days since Monday
	wd := weekday - 1
	day := func(offset int) time.Time { return said.AddDate(0, 0, offset) }
	before, after := wd-back, wd-back
	if before >= 0 {
		before -= 7
	}
	if after <= 0 {
		after += 7
	}
	switch s.kind {
	case senseDay:
		days = []time.Time{day(s.step)}
	case senseCounted:
		days = []time.Time{day(n * s.step)}
	case senseMonth:
		months = []time.Time{time.Date(said.Year(), said.Month()+time.Month(s.step), 1, 0, 0, 0, 0, time.UTC)}
	case senseLast:
		days = []time.Time{day(before)}
		if wd < back { // earlier in this very week: the week before may be meant
			days = append(days, day(before-7))
		}
	case senseNext:
		days = []time.Time{day(after)}
		if wd > back {
			days = append(days, day(after+7))
		}
	case senseThis:
		days = []time.Time{day(wd - back)}
	case senseHanWeek:
		days = []time.Time{day(wd - back + s.step)}
	case senseWeekday:
		days = []time.Time{day(after), day(before)}
		if wd == back {
			days = append(days, said)
		}
	}
	return days, months
}

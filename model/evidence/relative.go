package evidence

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// relative is a date that depends on when it was said.
type relative struct {
	start, end int
	phrase     string
	// days are what it can mean, at best one. None means that no day follows from it ("last
	// week"); months are then what it can mean as a month.
	days   []time.Time
	months []time.Time
}

// fixedDays are the words for days near the one that is spoken on, by their distance.
var fixedDays = map[int]string{
	-2: "the day before yesterday|day before yesterday|vorgestern|anteayer|antes de ayer|avant-hier|позавчера",
	-1: "yesterday|last night|gestern|ayer|anoche|hier|вчера",
	0: "today|this morning|this afternoon|this evening|tonight|heute|hoy|esta mañana|esta tarde|" +
		"aujourd'hui|ce matin|ce soir|сегодня",
	1: "tomorrow|mañana|demain|завтра",
	2: "the day after tomorrow|day after tomorrow|übermorgen|pasado mañana|après-demain|послезавтра",
}

// hanDays are the same in scripts without blanks.
var hanDays = map[int]string{
	-2: "前天|一昨日|おととい", -1: "昨天|昨日|昨晚|昨夜", 0: "今天|今日|今早|今晚|今朝|本日", 1: "明天|明日", 2: "后天|明後日|あさって",
}

// counted are "in N days" and "N days ago"; N is the first group.
var counted = []struct {
	pattern string
	days    int
}{
	{`in (N) days?`, 1}, {`(N) days? from now`, 1}, {`(N) days? ago`, -1}, {`in (N) weeks?`, 7}, {`(N) weeks? ago`, -7},
	{`in (N) tag(?:en)?`, 1}, {`vor (N) tag(?:en)?`, -1}, {`in (N) wochen?`, 7}, {`vor (N) wochen?`, -7},
	{`(?:en|dentro de) (N) d[íi]as?`, 1}, {`hace (N) d[íi]as?`, -1}, {`(?:en|dentro de) (N) semanas?`, 7}, {`hace (N) semanas?`, -7},
	{`dans (N) jours?`, 1}, {`il y a (N) jours?`, -1}, {`dans (N) semaines?`, 7}, {`il y a (N) semaines?`, -7},
	{`через (N) (?:день|дня|дней)`, 1}, {`(N) (?:день|дня|дней) назад`, -1}, {`через (N) недел[юиь]?`, 7}, {`(N) недел[юиь]? назад`, -7},
}

// hanCounted are the same in scripts without blanks.
var hanCounted = []struct {
	pattern string
	days    int
}{
	{`(N)\s*(?:天|日)(?:后|後|之后)`, 1}, {`(N)\s*(?:天|日)前`, -1}, {`(N)\s*(?:周|週間)(?:后|後|之后)`, 7}, {`(N)\s*(?:周|週間)前`, -7},
}

// vague are spans from which no day follows. A month follows from those that name one; the group
// is its distance.
var vague = []struct {
	pattern string
	months  int
	month   bool
}{
	{`last week|next week|this week|the other day|recently|a while ago|a few days ago|letzte woche|nächste woche|diese woche|` +
		`neulich|kürzlich|la semana pasada|la próxima semana|esta semana|hace poco|la semaine dernière|la semaine prochaine|récemment|` +
		`на прошлой неделе|на следующей неделе|недавно`, 0, false},
	{`last month|letzten monat|el mes pasado|le mois dernier|в прошлом месяце`, -1, true},
	{`this month|diesen monat|este mes|ce mois-ci|в этом месяце`, 0, true},
	{`next month|nächsten monat|el próximo mes|le mois prochain|в следующем месяце`, 1, true},
}

const hanVague = `上周(?:$|[^一二三四五六日天])|下周(?:$|[^一二三四五六日天])|先週(?:$|[^の])|来週(?:$|[^の])|最近|上个月|下个月|先月|来月`

// The words that tell which of several weekdays is meant, before or behind its name.
const (
	lastBefore = `last|past|letzten|letzter|vergangenen|vorigen|прошлый|прошлую|прошлое`
	nextBefore = `next|coming|nächsten|nächster|kommenden|próximo|próxima|следующий|следующую|следующее`
	thisBefore = `this|diesen|dieser|este|esta|ce|этот|эту`
	lastBehind = `pasado|pasada|dernier|dernière`
	nextBehind = `próximo|próxima|prochain|prochaine|que viene`
)

// finder looks for one kind of relative date.
type finder struct {
	re  *regexp.Regexp
	day func(m []string, said time.Time) (days, months []time.Time, ok bool)
}

// finders are compiled when first used.
var finders = sync.OnceValue(func() []finder {
	var out []finder
	for offset, words := range fixedDays {
		out = append(out, finder{whole(words), fixed(offset)})
	}
	for offset, words := range hanDays {
		out = append(out, finder{regexp.MustCompile("(" + words + ")"), fixed(offset)})
	}
	for _, c := range counted {
		out = append(out, finder{whole(strings.Replace(c.pattern, "N", `\d{1,3}|\p{L}+`, 1)), countedDay(c.days)})
	}
	for _, c := range hanCounted {
		out = append(out, finder{regexp.MustCompile("(" + strings.Replace(c.pattern, "N", `\d{1,3}|[一两二三四五六七八九十]`, 1) + ")"), countedDay(c.days)})
	}
	for _, v := range vague {
		out = append(out, finder{whole(v.pattern), func(_ []string, said time.Time) (days, months []time.Time, ok bool) {
			if v.month {
				months = []time.Time{time.Date(said.Year(), said.Month()+time.Month(v.months), 1, 0, 0, 0, 0, time.UTC)}
			}
			return nil, months, true
		}})
	}
	out = append(out, finder{regexp.MustCompile("(" + hanVague + ")"),
		func([]string, time.Time) (days, months []time.Time, ok bool) { return nil, nil, true }})
	names := weekdayNames()
	out = append(out,
		finder{whole(`(?:(` + lastBefore + `)|(` + nextBefore + `)|(` + thisBefore + `))?\s*(` + names + `)(?:\s+(?:(` + lastBehind + `)|(` + nextBehind + `)))?`), weekdayIn},
		finder{regexp.MustCompile(`((上周|上星期|先週の)|(下周|下星期|来週の)|(这周|本周|今週の))(?:周|星期)?([一二三四五六日天月火水木金土])`), hanWeekday})
	return out
})

// whole makes a pattern that matches whole words of any script that has blanks.
func whole(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\p{L}\p{N}_-])(` + pattern + `)(?:$|[^\p{L}\p{N}_-])`)
}

// weekdayNames is a pattern of all names of weekdays, longer ones first, so that a plural is not taken
// for the name and a rest.
func weekdayNames() string {
	var names []string
	for _, l := range languages {
		names = append(names, strings.FieldsFunc(l.weekdays, func(r rune) bool { return r == ' ' || r == '/' })...)
	}
	sort.Slice(names, func(i, j int) bool { return len(names[i]) > len(names[j]) })
	return strings.Join(names, "|")
}

// fixed is the day at a distance from the one that is spoken on.
func fixed(offset int) func([]string, time.Time) (days, months []time.Time, ok bool) {
	return func(_ []string, said time.Time) (days, months []time.Time, ok bool) {
		return []time.Time{said.AddDate(0, 0, offset)}, nil, true
	}
}

// countedDay is a day that is counted in steps of unit days; the second group is the count.
func countedDay(unit int) func([]string, time.Time) (days, months []time.Time, ok bool) {
	return func(m []string, said time.Time) (days, months []time.Time, ok bool) {
		n, ok := count(m[2])
		if !ok {
			return nil, nil, false
		}
		return []time.Time{said.AddDate(0, 0, n*unit)}, nil, true
	}
}

// count reads a number or the word for one.
func count(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	if at := strings.Index("一二三四五六七八九十", s); at >= 0 {
		return at/len("一") + 1, true
	}
	switch s {
	case "a", "an", "one", "einem", "einer", "un", "una", "une", "один", "одну":
		return 1, true
	case "两":
		return 2, true
	}
	n := lexicon()[s].number
	return int(n), n > 0
}

// weekdayIn reads "last Friday" and its like. Where the word does not settle it, both readings
// are given: "next Friday" said on a Wednesday may be in two days or in nine.
func weekdayIn(m []string, said time.Time) (days, months []time.Time, ok bool) {
	wd := int(lexicon()[m[5]].weekday)
	back := (int(said.Weekday()) + 6) % 7 // days since Monday
	before, after := said.AddDate(0, 0, wd-1-back), said.AddDate(0, 0, wd-1-back)
	if !before.Before(said) {
		before = before.AddDate(0, 0, -7)
	}
	if !after.After(said) {
		after = after.AddDate(0, 0, 7)
	}
	switch {
	case m[2] != "" || m[6] != "":
		days = []time.Time{before}
		if wd-1 < back { // earlier in this very week: the week before may be meant
			days = append(days, before.AddDate(0, 0, -7))
		}
	case m[3] != "" || m[7] != "":
		days = []time.Time{after}
		if wd-1 > back {
			days = append(days, after.AddDate(0, 0, 7))
		}
	case m[4] != "":
		days = []time.Time{said.AddDate(0, 0, wd-1-back)}
	default:
		days = []time.Time{after, before}
		if wd-1 == back {
			days = append(days, said)
		}
	}
	return days, nil, true
}

// hanWeekday reads 上周五 and 先週の金曜日: a day of the week before, not the last such day.
func hanWeekday(m []string, said time.Time) (days, months []time.Time, ok bool) {
	wd := strings.Index("一二三四五六日", m[5])
	if wd < 0 {
		wd = strings.Index("月火水木金土日", m[5])
	}
	if m[5] == "天" {
		wd = 6 * len("一")
	}
	back := (int(said.Weekday()) + 6) % 7
	shift := 0
	if m[2] != "" {
		shift = -7
	} else if m[3] != "" {
		shift = 7
	}
	return []time.Time{said.AddDate(0, 0, wd/len("一")-back+shift)}, nil, true
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
	low := string(appendLower(nil, text))
	var found []relative
	for _, f := range finders() {
		for _, at := range f.re.FindAllStringSubmatchIndex(low, -1) {
			m := make([]string, len(at)/2)
			for i := range m {
				m[i] = group(low, at, i)
			}
			if days, months, ok := f.day(m, noon); ok {
				found = append(found, relative{at[2], at[3], m[1], days, months})
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].start != found[j].start {
			return found[i].start < found[j].start
		}
		return found[i].end > found[j].end
	})
	kept := found[:0]
	for _, r := range found {
		if len(kept) == 0 || r.start >= kept[len(kept)-1].end {
			kept = append(kept, r)
		}
	}
	return kept
}

// ResolveDate turns the first relative date of a phrase ("yesterday", "in 5 days", "last Friday")
// into a day, as 2026-10-30. It counts from when the phrase was said, in the zone of the one who
// said it. What names no single day ("last week", "on Friday") gives none.
func ResolveDate(phrase string, said time.Time, zone *time.Location) (date string, ok bool) {
	found := relatives(phrase, said, zone)
	if len(found) == 0 || len(found[0].days) != 1 {
		return "", false
	}
	return found[0].days[0].Format(time.DateOnly), true
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

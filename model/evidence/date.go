package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// day is a date as far as a text names it; 0 stands for what it leaves out.
type day struct{ year, month, day int }

// key is the normal form: 2026-10-30, 2026-10, --10-30, --10.
func (d day) key() string {
	switch {
	case d.year == 0 && d.day == 0:
		return fmt.Sprintf("--%02d", d.month)
	case d.year == 0:
		return fmt.Sprintf("--%02d-%02d", d.month, d.day)
	case d.day == 0:
		return fmt.Sprintf("%04d-%02d", d.year, d.month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day)
}

// real reports whether the calendar has the day; 29 February counts where no year is named.
func (d day) real() bool {
	if d.month < 1 || d.month > 12 {
		return false
	}
	year := d.year
	if year == 0 {
		year = 2000
	}
	t := time.Date(year, time.Month(d.month), max(d.day, 1), 0, 0, 0, 0, time.UTC)
	return int(t.Month()) == d.month && d.day >= 0 && (d.year == 0 || d.year >= 1900 && d.year <= 2199)
}

// parseDay reads a key back.
func parseDay(key string) (d day, ok bool) {
	rest := key
	if r, cut := strings.CutPrefix(key, "--"); cut {
		rest = r
	} else {
		year, after, _ := strings.Cut(key, "-")
		d.year, _ = strconv.Atoi(year)
		rest = after
	}
	month, dayPart, _ := strings.Cut(rest, "-")
	d.month, _ = strconv.Atoi(month)
	d.day, _ = strconv.Atoi(dayPart)
	return d, d.real()
}

// date adds a date and the coarser readings of it.
func (l *lexer) date(start, end int, d day) {
	l.add(kindDate, start, end, false, d.key())
	if d.year > 0 && d.day > 0 {
		l.add(kindDate, start, end, true, day{d.year, d.month, 0}.key())
		l.add(kindDate, start, end, true, day{0, d.month, d.day}.key())
	}
	if d.year > 0 || d.day > 0 {
		l.add(kindDate, start, end, true, day{0, d.month, 0}.key())
	}
}

// isoDate reads 2026-10-30, 2026-10, 30.10.2026 and a whole time stamp.
func isoDate(s string) (day, bool) {
	if len(s) > 10 && (s[10] == 'T' || s[10] == 't') {
		s = s[:10]
	}
	if p := strings.Split(s, "."); len(p) == 3 && len(p[2]) == 4 && len(p[0]) <= 2 && len(p[1]) <= 2 {
		return numbers(p[2], p[1], p[0])
	}
	switch p := strings.Split(s, "-"); {
	case len(p) == 3 && len(p[0]) == 4 && len(p[1]) == 2 && len(p[2]) == 2:
		return numbers(p[0], p[1], p[2])
	case len(p) == 2 && len(p[0]) == 4 && len(p[1]) == 2:
		return numbers(p[0], p[1], "0")
	}
	return day{}, false
}

// shortDate reads 30.10, which is a date only if a full stop follows, and may be a number even then.
func shortDate(s string) (d day, ok bool) {
	dayOf, month, ok := strings.Cut(s, ".")
	if !ok || len(dayOf) > 2 || len(month) > 2 {
		return day{}, false
	}
	d, ok = numbers("2000", month, dayOf)
	d.year = 0
	return d, ok && d.day > 0
}

// slashDate reads 2026/10/30. The forms that put the day or the month first cannot be told apart.
func slashDate(s string) (day, bool) {
	p := strings.Split(s, "/")
	if len(p) != 3 || len(p[0]) != 4 {
		return day{}, false
	}
	return numbers(p[0], p[1], p[2])
}

// numbers puts a date together from its digits and refuses what no calendar has.
func numbers(year, month, dayOf string) (d day, ok bool) {
	var errs [3]error
	d.year, errs[0] = strconv.Atoi(year)
	d.month, errs[1] = strconv.Atoi(month)
	d.day, errs[2] = strconv.Atoi(dayOf)
	return d, errs == [3]error{} && d.real()
}

// clock reads 06:45, 6:45pm, 5pm and 17:00:00 as hours and minutes.
func clock(s string) (string, bool) {
	s = strings.ToLower(s)
	base, half := s, ""
	for _, h := range []string{"am", "pm"} {
		if b, ok := strings.CutSuffix(s, h); ok {
			base, half = b, h
		}
	}
	hours, rest, colon := strings.Cut(base, ":")
	if !colon && half == "" {
		return "", false
	}
	minutes, _, _ := strings.Cut(rest, ":")
	if colon && len(minutes) != 2 {
		return "", false
	}
	h, err := strconv.Atoi(hours)
	m := 0
	if colon && err == nil {
		m, err = strconv.Atoi(minutes)
	}
	if err != nil || h > 24 || m > 59 || half != "" && (h < 1 || h > 12) {
		return "", false
	}
	switch {
	case half == "pm" && h < 12:
		h += 12
	case half == "am" && h == 12:
		h = 0
	}
	return fmt.Sprintf("%02d:%02d", h, m), true
}

// join finds what several tokens say together: "30 Oct 2026", "5 pm", "10月30日". They become parts
// of the new token.
func (l *lexer) join() {
	l.joinNumbers()
	single := len(l.toks)
	for i := 0; i < single; i++ {
		switch t := l.toks[i]; {
		case t.part:
		case t.entry.month > 0 && t.kind == kindWord:
			l.monthAt(i)
		case t.entry.noon > 0:
			l.add(kindClock, t.start, t.end, true, []string{"12:00", "00:00"}[t.entry.noon-1])
		case t.kind == kindNumber:
			l.hourAt(i)
			l.spokenHourAt(i)
			l.hanHourAt(i)
			l.hanDateAt(i)
		}
	}
	if len(l.toks) > single {
		slices.SortStableFunc(l.toks, func(a, b token) int { return a.start - b.start })
	}
}

// num is the value of the number token i, -1 if it is none or too far from its neighbour.
func (l *lexer) num(i, neighbour int) int {
	if min(i, neighbour) < 0 || max(i, neighbour) >= len(l.toks) ||
		l.toks[i].kind != kindNumber || l.toks[i].part {
		return -1
	}
	a, b := l.toks[min(i, neighbour)], l.toks[max(i, neighbour)]
	if b.start < a.end || strings.Trim(l.text[a.end:b.start], " .,-\t\n") != "" {
		return -1
	}
	n, err := strconv.Atoi(string(l.key(l.toks[i])[1:]))
	if err != nil {
		return -1
	}
	return n
}

// monthAt reads the date around the name of a month.
func (l *lexer) monthAt(i int) {
	d := day{month: int(l.toks[i].entry.month)}
	first, last := i, i
	if n := l.num(i-1, i); n >= 1 && n <= 31 {
		d.day, first = n, i-1
	} else if j := i - 2; j >= 0 && l.toks[i-1].entry.class&classStop != 0 { // "5 de mayo"
		if n := l.num(j, i-1); n >= 1 && n <= 31 && l.toks[i-1].end-l.toks[i-1].start <= 3 {
			d.day, first = n, j
		}
	}
	if n := l.num(i+1, i); n >= 1 && n <= 31 && d.day == 0 && !l.sharedMonth(i) {
		d.day, last = n, i+1
	}
	if n := l.num(last+1, last); n >= 1900 && n <= 2199 {
		d.year, last = n, last+1
	}
	if d.day == 0 && d.year == 0 && !l.meansMonth(i) || !d.real() {
		return
	}
	if first > 0 && qualifier(l.text[l.toks[first-1].start:l.toks[first-1].end]) {
		first--
	}
	start, end := l.toks[first].start, l.toks[last].end
	for j := first; j <= last; j++ {
		l.toks[j].part = true
	}
	l.date(start, end, d)
}

// sharedMonth reports whether the name of a month is a word of another language as well, and a number word
// follows: "out two days".
func (l *lexer) sharedMonth(i int) bool {
	return l.toks[i].entry.class&classStop != 0 && l.toks[i+1].entry.number > 0 && l.toks[i+1].entry.class&classOrdinal == 0
}

// meansMonth reports whether a month's name without day and year is meant as one: "may", "march"
// and "mar" are other words as well, so that a preposition must stand before it.
func (l *lexer) meansMonth(i int) bool {
	t := l.toks[i]
	name := l.text[t.start:t.end]
	if len(name) > 4 && name != "march" && name != "marzo" && name != "März" {
		return true
	}
	if i == 0 || !unicode.IsUpper([]rune(name)[0]) && (len(name) < 4 || name == "march" || name == "mars" || name == "sept") {
		return false
	}
	before := strings.ToLower(l.text[l.toks[i-1].start:l.toks[i-1].end])
	return qualifier(before) || strings.Contains(" in since until till by of from through im seit ab bis en desde в с ", " "+before+" ")
}

// qualifier reports whether a word narrows a month down to no day.
func qualifier(w string) bool {
	switch strings.ToLower(w) {
	case "early", "mid", "late", "end", "beginning", "anfang", "mitte", "ende":
		return true
	}
	return false
}

// hourAt reads "5 pm", "5 a.m." and "17 Uhr".
func (l *lexer) hourAt(i int) {
	n := l.num(i, i+1)
	if n < 0 || n > 24 || i+1 >= len(l.toks) || l.toks[i+1].kind != kindWord {
		return
	}
	next := l.toks[i+1]
	word := strings.ReplaceAll(strings.ToLower(l.text[next.start:next.end]), ".", "")
	form := strconv.Itoa(n) + word
	if word == "uhr" {
		form = strconv.Itoa(n) + ":00"
	}
	if c, ok := clock(form); ok {
		start, end := l.toks[i].start, next.end
		l.toks[i].part, l.toks[i+1].part = true, true
		l.add(kindClock, start, end, false, c)
	}
}

// hanDateAt reads 2026年10月30日 and 10月30日.
func (l *lexer) hanDateAt(i int) {
	var d day
	end, at := 0, i
	for _, unit := range []struct {
		sign string
		into *int
	}{{"年", &d.year}, {"月", &d.month}, {"日", &d.day}, {"号", &d.day}} {
		if at >= len(l.toks) || l.toks[at].kind != kindNumber || !strings.HasPrefix(l.text[l.toks[at].end:], unit.sign) {
			continue
		}
		*unit.into, _ = strconv.Atoi(string(l.key(l.toks[at])[1:]))
		end = l.toks[at].end + len(unit.sign)
		for at < len(l.toks) && l.toks[at].start < end {
			at++
		}
	}
	if d.month == 0 || d.year == 0 && d.day == 0 || !d.real() {
		return
	}
	start := l.toks[i].start
	for j := i; j < at; j++ {
		l.toks[j].part = true
	}
	l.date(start, end, d)
}

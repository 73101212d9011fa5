package evidence

import (
	"fmt"
	"strconv"
	"strings"
)

// spokenHour is what words beside a number make of it, so that it is an hour.
type spokenHour struct {
	words string
	// shift are minutes to add.
	shift int
	half  half
	// only says that the words name an hour but do not say of which half of the day.
	only bool
}

// half is a half of the day.
type half uint8

const (
	halfOpen half = iota
	halfMorning
	halfEvening
	halfNight // to four o'clock the morning, else the evening
)

// hoursBefore stand before the number. "las" and "às" come before hours alone.
var hoursBefore = []spokenHour{
	{words: "half past", shift: 30}, {words: "quarter past", shift: 15}, {words: "quarter to", shift: -15},
	{words: "halb", shift: -30}, {words: "половине", shift: -30}, {words: "половина", shift: -30}, {words: "viertel nach", shift: 15}, {words: "viertel vor", shift: -15},
	{words: "a las", only: true}, {words: "las", only: true}, {words: "às", only: true},
}

// hoursBehind stand behind it, by their first word: a word for the hour itself, then minutes, then the time of
// day.
var hoursBehind = func() map[string][]spokenHour {
	table := map[string][]spokenHour{}
	for _, h := range []spokenHour{
		{words: "o'clock", only: true},
		{words: "in the morning", half: halfMorning}, {words: "in the afternoon", half: halfEvening},
		{words: "in the evening", half: halfEvening}, {words: "at night", half: halfNight},
		{words: "morgens", half: halfMorning}, {words: "früh", half: halfMorning}, {words: "vormittags", half: halfMorning},
		{words: "nachmittags", half: halfEvening}, {words: "abends", half: halfEvening}, {words: "nachts", half: halfNight},
		{words: "y media", shift: 30}, {words: "y cuarto", shift: 15}, {words: "menos cuarto", shift: -15},
		{words: "de la mañana", half: halfMorning}, {words: "de la madrugada", half: halfMorning},
		{words: "de la tarde", half: halfEvening}, {words: "de la noche", half: halfNight},
		{words: "et demie", shift: 30}, {words: "et quart", shift: 15}, {words: "moins le quart", shift: -15},
		{words: "du matin", half: halfMorning}, {words: "de l'après-midi", half: halfEvening}, {words: "du soir", half: halfEvening},
		{words: "e meia", shift: 30}, {words: "e quinze", shift: 15},
		{words: "da manhã", half: halfMorning}, {words: "da madrugada", half: halfMorning},
		{words: "da tarde", half: halfEvening}, {words: "da noite", half: halfNight},
		{words: "утра", half: halfMorning}, {words: "дня", half: halfEvening}, {words: "вечера", half: halfEvening}, {words: "ночи", half: halfNight},
	} {
		first, _, _ := strings.Cut(h.words, " ")
		table[first] = append(table[first], h)
	}
	return table
}()

// hourWords may stand between the number and the rest: alone they count hours.
var hourWords = map[string]bool{"uhr": true, "heures": true, "heure": true, "h": true, "horas": true, "hora": true, "часов": true, "часа": true, "час": true}

// spokenHourAt reads "half past seven in the evening", "las diez de la noche", "5 h du matin". Where the
// words leave the half of the day open, both readings are given.
func (l *lexer) spokenHourAt(i int) {
	hour := l.integer(i)
	if hour < 0 || hour > 24 || l.toks[i].part {
		return
	}
	first, last, minutes, part, found := i, i, 0, halfOpen, false
	for _, b := range hoursBefore {
		if at := l.endsBefore(i, b.words); at >= 0 {
			first, minutes, found = at, b.shift, true
			break
		}
	}
	if j := last + 1; j < len(l.toks) && l.toks[j].kind == kindWord && l.toks[j].start-l.toks[last].end <= 1 && hourWords[l.lower(j)] {
		last = j
	}
	for range 2 { // minutes, then the time of day
		h, end := l.beginsBehind(last)
		if end <= last {
			break
		}
		last, minutes, found = end, minutes+h.shift, true
		if h.half != halfOpen {
			part = h.half
		}
	}
	if !found {
		return
	}
	for j := first; j <= last; j++ {
		l.toks[j].part = true
	}
	l.hourOf(first, last, hour, minutes, part)
}

// hourOf adds the clock tokens of a spoken hour.
func (l *lexer) hourOf(first, last, hour, minutes int, part half) {
	switch {
	case part == halfEvening && hour < 12, part == halfNight && hour > 4 && hour < 12:
		hour += 12
	case (part == halfMorning || part == halfNight) && hour == 12:
		hour = 0
	}
	start, end := l.toks[first].start, l.toks[last].end
	at := (hour*60 + minutes + 24*60) % (24 * 60)
	l.add(kindClock, start, end, false, fmt.Sprintf("%02d:%02d", at/60, at%60))
	if part == halfOpen && hour <= 12 {
		at = (at + 12*60) % (24 * 60)
		l.add(kindClock, start, end, true, fmt.Sprintf("%02d:%02d", at/60, at%60))
	}
}

// integer is the value of number token i, -1 if it has none without a fraction.
func (l *lexer) integer(i int) int {
	n, err := strconv.Atoi(string(l.key(l.toks[i])[1:]))
	if err != nil {
		return -1
	}
	return n
}

// lower is the text of token i in lower case.
func (l *lexer) lower(i int) string { return strings.ToLower(l.text[l.toks[i].start:l.toks[i].end]) }

// endsBefore is the token with which some words begin that end right before token i, -1 if they do not
// stand there.
func (l *lexer) endsBefore(i int, words string) int {
	list := strings.Fields(words)
	if i < len(list) {
		return -1
	}
	for n, w := range list {
		j := i - len(list) + n
		if t := l.toks[j]; t.kind != kindWord || t.end-t.start != len(w) || l.lower(j) != w || l.toks[j+1].start-t.end != 1 {
			return -1
		}
	}
	return i - len(list)
}

// beginsBehind reads the words behind token i, and returns their last token.
func (l *lexer) beginsBehind(i int) (h spokenHour, last int) {
	if i+1 >= len(l.toks) || l.toks[i+1].kind != kindWord || l.toks[i+1].start-l.toks[i].end != 1 {
		return spokenHour{}, i
	}
	for _, h := range hoursBehind[l.lower(i+1)] {
		rest := l.text[l.toks[i+1].start:]
		if len(rest) < len(h.words) || !strings.EqualFold(rest[:len(h.words)], h.words) || letterAt(rest, len(h.words)) {
			continue
		}
		end := l.toks[i+1].start + len(h.words)
		for last = i + 1; last+1 < len(l.toks) && l.toks[last+1].start > l.toks[last].start && l.toks[last+1].start < end; {
			last++
		}
		return h, last
	}
	return spokenHour{}, i
}

// hourAndMinute reads 19h30; "" if a text is none.
func hourAndMinute(s string) string {
	hour, minute, ok := strings.Cut(strings.ToLower(s), "h")
	if !ok || len(hour) > 2 || len(minute) != 2 {
		return ""
	}
	c, ok := clock(hour + ":" + minute)
	if !ok {
		return ""
	}
	return c
}

// hanHours are the times of day of scripts without blanks.
var hanHours = []struct {
	sign string
	half half
}{
	{"上午", halfMorning}, {"早上", halfMorning}, {"凌晨", halfMorning}, {"清晨", halfMorning}, {"早", halfMorning}, {"午前", halfMorning}, {"朝", halfMorning},
	{"下午", halfEvening}, {"傍晚", halfEvening}, {"晚上", halfEvening}, {"晚", halfEvening}, {"午後", halfEvening}, {"夕方", halfEvening},
	{"夜里", halfNight}, {"深夜", halfNight}, {"夜", halfNight},
}

// hanHourAt reads 下午三点 and 午後3時半. Without the time of day, 三点 may be anything of which there are three.
func (l *lexer) hanHourAt(i int) {
	t := l.toks[i]
	hour := l.integer(i)
	rest := l.text[t.end:]
	sign := ""
	for _, s := range []string{"点", "點", "時", "时"} {
		if strings.HasPrefix(rest, s) && !strings.HasPrefix(rest, "時間") && !strings.HasPrefix(rest, "时间") {
			sign = s
		}
	}
	if sign == "" || hour < 0 || hour > 24 || t.part {
		return
	}
	minutes := 0
	if strings.HasPrefix(rest[len(sign):], "半") {
		minutes = 30
	} else if i+1 < len(l.toks) && l.toks[i+1].start == t.end+len(sign) && strings.HasPrefix(l.text[l.toks[i+1].end:], "分") {
		minutes, _ = strconv.Atoi(string(l.key(l.toks[i+1])[1:]))
	}
	for _, h := range hanHours {
		if strings.HasSuffix(l.text[:t.start], h.sign) {
			for j := max(0, i-1); j < len(l.toks) && l.toks[j].start < t.end+len(sign); j++ {
				if l.toks[j].start >= t.start-len(h.sign) && l.toks[j].end <= t.end+len(sign) {
					l.toks[j].part = true
				}
			}
			l.hourOf(i, i, hour, minutes, h.half)
			return
		}
	}
}

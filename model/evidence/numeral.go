package evidence

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// joinedNumbers are the numbers that a language writes as one word out of two: "fünfundzwanzig",
// "veinticinco", and how often something happens: "zweimal".
func joinedNumbers() map[string]uint8 {
	out := map[string]uint8{}
	tens := strings.Fields("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
	for one, w := range strings.Fields("ein zwei drei vier fünf sechs sieben acht neun") {
		for ten, t := range tens {
			out[w+"und"+t] = uint8(10*(ten+2) + one + 1)
		}
	}
	for n, w := range strings.Fields("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf") {
		out[w+"mal"] = uint8(n + 2)
	}
	for one, w := range strings.Fields("veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve") {
		out[w] = uint8(21 + one)
	}
	return out
}

// ones are the words for 1 behind a word for tens; alone they are articles.
var ones = map[string]bool{"one": true, "un": true, "une": true, "uno": true, "una": true, "um": true, "uma": true, "один": true, "одна": true, "одну": true, "одного": true}

// joinNumbers makes one number of the words that say it together: "twenty-five", "treinta y cinco",
// "двадцать один". The words themselves are taken out: who says thirty-five minutes says nothing of five.
func (l *lexer) joinNumbers() {
	joined := false
	for i := 0; i < len(l.toks); i++ {
		ten := l.toks[i]
		if l.secondAt(i) {
			joined = true
			continue
		}
		if l.centsAt(i) {
			joined = true
			continue
		}
		if ten.kind != kindNumber || ten.entry.number < 10 || ten.entry.number%10 != 0 && ten.entry.number != 4 {
			continue
		}
		sum, last := int(ten.entry.number), i
		if one, at := l.oneAfter(i, sum); at > 0 {
			sum, last = sum+one, at
		}
		if last == i {
			continue
		}
		end := l.toks[last].end
		for j := i; j <= last; j++ {
			l.toks[j].kind = 0
		}
		t := l.add(kindNumber, ten.start, end, false, strconv.Itoa(sum))
		t.entry = entry{class: l.toks[last].entry.class & classOrdinal, number: uint8(min(sum, 255))}
		joined = true
	}
	if joined {
		l.toks = slices.DeleteFunc(l.toks, func(t token) bool { return t.kind == 0 })
		slices.SortStableFunc(l.toks, func(a, b token) int { return a.start - b.start })
	}
}

// secondAt reads "the second" as an ordinal where something follows that it counts: alone it is a unit of time.
func (l *lexer) secondAt(i int) bool {
	t := l.toks[i]
	if t.kind != kindWord || t.part || i == 0 || i+1 >= len(l.toks) || t.end-t.start != len("second") || l.lower(i) != "second" ||
		l.toks[i+1].kind != kindWord || l.text[t.end:l.toks[i+1].start] != " " || l.toks[i+1].entry.class&classStop != 0 {
		return false
	}
	if l.toks[i-1].end-l.toks[i-1].start != len("the") || l.lower(i-1) != "the" {
		return false
	}
	l.toks[i].kind = 0
	l.add(kindNumber, t.start, t.end, false, "2").entry = entry{class: classOrdinal, number: 2}
	return true
}

// centsAt reads "neuf euros cinquante" as one amount.
func (l *lexer) centsAt(i int) bool {
	if i+2 >= len(l.toks) {
		return false
	}
	whole, unit, cents := l.toks[i], l.toks[i+1], l.toks[i+2]
	if whole.kind != kindNumber || unit.kind != kindWord || cents.kind != kindNumber || cents.entry.number < 10 || cents.entry.number > 99 ||
		!strings.Contains("€$£", string(l.key(unit)[1:])) || l.text[unit.end:cents.start] != " " {
		return false
	}
	n := l.integer(i)
	if n < 0 {
		return false
	}
	l.toks[i].kind, l.toks[i+2].kind = 0, 0
	l.add(kindNumber, whole.start, whole.end, false, fmt.Sprintf("%d.%02d", n, cents.entry.number))
	return true
}

// oneAfter is what the word behind the tens at i adds to them, with its place; 0 if there is none. French
// counts on from 10, 60 and 80 to 19.
func (l *lexer) oneAfter(i, tens int) (n, at int) {
	at = i + 1
	text := func(j int) string { return strings.ToLower(l.text[l.toks[j].start:l.toks[j].end]) }
	if at+1 < len(l.toks) && slices.Contains([]string{"y", "e", "et"}, text(at)) {
		at++
	}
	if at >= len(l.toks) || strings.Trim(l.text[l.toks[at-1].end:max(l.toks[at].start, l.toks[at-1].end)], " -") != "" {
		return 0, 0
	}
	t := l.toks[at]
	hyphen := l.text[max(t.start-1, 0)] == '-'
	switch n = int(t.entry.number); {
	case t.kind == kindWord && ones[text(at)] && tens > 10:
		return 1, at
	case t.kind != kindNumber || n == 0 || tens == 10 && !(hyphen && n > 6 && n < 10):
		return 0, 0
	case n < 10, n < 20 && (tens == 60 || tens == 80) && hyphen:
		return n, at
	}
	return 0, 0
}

// powerOfTen reads 3e-4 and 14k as plain digits; "" if a text is neither.
func powerOfTen(s string) string {
	low := strings.ToLower(s)
	if base, ok := strings.CutSuffix(low, "k"); ok && numeral(base) && strings.Count(base, ".") < 2 {
		low = base + "e3"
	}
	base, exp, ok := strings.Cut(low, "e")
	if !ok || !numeral(base) || strings.Count(base, ".") > 1 || len(exp) == 0 || len(exp) > 3 {
		return ""
	}
	if _, err := strconv.Atoi(exp); err != nil {
		return ""
	}
	f, err := strconv.ParseFloat(low, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// hanCounters follow a number in scripts without blanks. Without one, a sign for a number is more often a
// part of another word.
var hanCounters = strings.Fields("分钟 分鐘 分間 分 小时 小時 時間 点 點 時 时 秒 天 日 周 週 个 個 ヶ月 か月 月 年 歳 岁 次 回 名 人 台 本 枚 件 号 號 行 页 頁 " +
	"米 公里 公斤 斤 克 元 块 塊 円 度 倍 层 層 階 つ 杯 箱 袋 瓶 张 張 条 條 位 本 冊 课 节 班 组 組 项 項 種 种 ページ メートル キロ グラム パーセント")

// hanRanks make a number of a lone 一 as well.
var hanRanks = []string{"层", "層", "楼", "号", "號", "月", "階"}

// numeralAt returns where the number ends that signs of a script without blanks write from i on, 0 if
// none do: something that is counted must follow, or it has tens of its own. A lone 一 is an article.
func numeralAt(text string, i int) (end int) {
	end = i
	for strings.HasPrefix(text[end:], "两") || end < len(text) && hanNumeralAt(text[end:]) {
		end += len("一")
	}
	s := text[i:end]
	if s == "" || s == "一" && !slices.ContainsFunc(hanRanks, func(c string) bool { return strings.HasPrefix(text[end:], c) }) {
		return 0
	}
	if i > 0 { // the rest of a number that was not one
		if r, n := utf8.DecodeLastRuneInString(text[:i]); strings.ContainsRune(hanNumerals, r) && n > 0 {
			return 0
		}
	}
	if n, ok := hanCount(s); !ok || n == 0 {
		return 0
	}
	rest := text[end:]
	if strings.Contains(s, "十") && len(s) > len("十") {
		return end
	}
	for _, c := range hanCounters {
		if strings.HasPrefix(rest, c) && !(s == "十" && c == "分") {
			return end
		}
	}
	return 0
}

// hanNumeralAt reports whether a text begins with a sign for a number.
func hanNumeralAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= '一' && strings.ContainsRune(hanNumerals, r)
}

package evidence

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dreamgate/model"
)

// hanDays are the ways in which scripts without blanks write a day of the week: what stands before and behind the one
// character that tells it, and the characters from Monday on.
var hanDays = []struct{ before, days, behind string }{
	{"", "月火水木金土日", "曜"},
	{"周", "一二三四五六日", ""},
	{"星期", "一二三四五六日", ""},
	{"礼拜", "一二三四五六日", ""},
}

// hanDay is a day of the week, from 1, with its place in a text.
type hanDay struct{ day, start, end int }

// hanWeekdays are the days of the week in a text.
func hanWeekdays(text string) (out []hanDay) {
	for _, form := range hanDays {
		n := 0
		for _, r := range form.days {
			n++
			name := form.before + string(r) + form.behind
			for at := 0; ; {
				i := strings.Index(text[at:], name)
				if i < 0 {
					break
				}
				out = append(out, hanDay{n, at + i, at + i + len(name)})
				at += i + len(name)
			}
		}
	}
	return out
}

// weekday looks for a day of the week that is another one in the lines about the statement, where no line and no old
// text has it.
func (h *hearing) weekday() *model.Flag {
	from, to := h.text.items[h.from].start, h.text.items[h.to-1].end
	text := h.text.Source.Text[from:to]
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && han(r) }) {
		return nil
	}
	for _, mine := range hanWeekdays(text) {
		var by *Text
		var other hanDay
		said := false
		for _, list := range [][]*Text{h.close(), h.bench.Kept} {
			for _, t := range list {
				days := hanWeekdays(t.Source.Text)
				said = said || slices.ContainsFunc(days, func(d hanDay) bool { return d.day == mine.day })
				if len(days) > 0 && by == nil && t.Source.Path == "" && h.about[t] >= limitShare {
					by, other = t, days[0]
				}
			}
		}
		if said || by == nil {
			continue
		}
		return &model.Flag{
			Kind: flagWrongDate, Token: h.token(from+mine.start, from+mine.end), At: h.span(from+mine.start, from+mine.end),
			Reason: fmt.Sprintf("%s says “%s”: “%s”", place(by.Source), by.Source.Text[other.start:other.end], short(by.Source.Text)),
		}
	}
	return nil
}

package evidence

import (
	"testing"
	"time"
)

// resolveDate is the day of the first relative date of a phrase.
func resolveDate(phrase string, said time.Time, zone *time.Location) (date string, ok bool) {
	found := relatives(phrase, said, zone)
	if len(found) == 0 || len(found[0].days) != 1 {
		return "", false
	}
	return found[0].days[0].Format(time.DateOnly), true
}

func TestRelatives(t *testing.T) {
	wednesday := time.Date(2026, 11, 4, 9, 0, 0, 0, time.UTC)
	cases := []struct{ phrase, want string }{
		{"yesterday", "2026-11-03"}, {"We did it Yesterday.", "2026-11-03"}, {"today", "2026-11-04"},
		{"the day before yesterday", "2026-11-02"}, {"tomorrow", "2026-11-05"}, {"this morning", "2026-11-04"},
		{"in 5 days", "2026-11-09"}, {"three days ago", "2026-11-01"}, {"in a day", "2026-11-05"}, {"in 2 weeks", "2026-11-18"},
		{"last Friday", "2026-10-30"}, {"next Monday", "2026-11-09"}, {"this Thursday", "2026-11-05"},
		{"last week", ""}, {"last month", ""}, {"recently", ""}, {"on Friday", ""}, {"next Friday", ""}, {"last Monday", ""},
		{"gestern", "2026-11-03"}, {"vorgestern", "2026-11-02"}, {"in drei Tagen", "2026-11-07"}, {"vor 2 Tagen", "2026-11-02"},
		{"letzten Freitag", "2026-10-30"}, {"letzte Woche", ""}, {"übermorgen", "2026-11-06"},
		{"ayer", "2026-11-03"}, {"hace dos días", "2026-11-02"}, {"el viernes pasado", "2026-10-30"}, {"la semana pasada", ""},
		{"hier", "2026-11-03"}, {"dans trois jours", "2026-11-07"}, {"vendredi dernier", "2026-10-30"},
		{"вчера", "2026-11-03"}, {"через 5 дней", "2026-11-09"}, {"в прошлую пятницу", "2026-10-30"},
		{"昨天", "2026-11-03"}, {"3天前", "2026-11-01"}, {"两天后", "2026-11-06"}, {"上周五", "2026-10-30"}, {"上周", ""}, {"下周一", "2026-11-09"},
		{"昨日", "2026-11-03"}, {"5日後", "2026-11-09"}, {"先週の金曜日", "2026-10-30"},
		{"yesterday, yesterday", "2026-11-03"}, {"in\n5 days", "2026-11-09"}, {"letzten\n  Freitag", "2026-10-30"},
		{"十五天前", "2026-10-20"}, {"二十天后", "2026-11-24"}, {"1天 后", ""}, {"2 天前", "2026-11-02"}, {"上周一十点", "2026-10-26"}, {"先週の会議", ""},
		{"aujourd’hui", "2026-11-04"}, {"avant-hier", "2026-11-02"}, {"esta mañana", "2026-11-04"}, {"12345 days ago", ""}, {"今天yesterday", "2026-11-04"},
		{"yesterday-like", ""}, {"in several days", ""}, {"2026-10-30", ""}, {"", ""},
	}
	for _, c := range cases {
		got, ok := resolveDate(c.phrase, wednesday, time.UTC)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, %v; want %q", c.phrase, got, ok, c.want)
		}
	}
}

// The day is that of the speaker, not of the stamp's zone.
func TestRelativesZone(t *testing.T) {
	la := time.FixedZone("UTC-7", -7*3600)
	said := time.Date(2026, 9, 1, 5, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		zone *time.Location
		want string
	}{{la, "2026-08-30"}, {time.UTC, "2026-08-31"}, {nil, "2026-08-31"}} {
		if got, _ := resolveDate("yesterday", said, c.zone); got != c.want {
			t.Errorf("%v: %s, want %s", c.zone, got, c.want)
		}
	}
	if _, ok := resolveDate("yesterday", time.Time{}, la); ok {
		t.Error("a message without a stamp was given a day")
	}
}

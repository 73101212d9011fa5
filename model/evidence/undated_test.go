package evidence

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestRelativePhrases(t *testing.T) {
	wednesday := time.Date(2026, 11, 4, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"fixed yesterday":                 "yesterday en 2026-11-03",
		"since last week, on Friday":      "last week en ",
		"gestern und 昨天":                  "gestern de 2026-11-03; 昨天 han 2026-11-03",
		"last night and on Monday":        "last night en ",
		"Friday 2026-10-30, every 3 days": "",
	} {
		var got []string
		for _, p := range RelativePhrases(text, wednesday) {
			got = append(got, fmt.Sprintf("%s %s %s", text[p.Start:p.End], p.Lang, p.Day))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

func TestHabitual(t *testing.T) {
	for text, want := range map[string]bool{"Each report covers yesterday.": true, "每天都一样": true, "We moved yesterday.": false, "": false} {
		if Habitual(text) != want {
			t.Errorf("%q", text)
		}
	}
}

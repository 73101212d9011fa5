package evidence

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

func TestCite(t *testing.T) {
	const (
		export = "The nightly export goes to the Lisbon bucket at 02:30, the weekly one to Porto on Sundays."
		rule   = "never post the draft to the mailing list, post it to the wiki within 3 days"
		teams  = "Sales owns the price sheet, support owns the macros, legal signs contracts over 5,000 euros"
		tool   = "name: press\nspeed: 1.3\nheads: 4"
		german = "Die Heizung läuft nachts nicht, tagsüber auf 21 Grad."
		moved  = "we went from Trello to Linear in March"
	)
	cases := []struct {
		claim, line string
		want        model.Verdict
	}{
		{export, export, model.Supported},
		{"nightly export at 2:30 am to the **Lisbon** bucket", export, model.Supported},
		{"The weekly export goes to Porto on Sundays.", export, model.Supported},
		{"the nightly export goes to Porto", export, model.Unsupported},
		{"the weekly export goes to Porto at 02:30", export, model.Unsupported},
		{"The nightly export goes to the Lisbon bucket at 03:20", export, model.Unsupported},
		{"The nightly export does not go to the Lisbon bucket", export, model.Unsupported},
		{"The nightly export goes to the Lisbon bucket and is encrypted", export, model.Unsupported},
		{"post it to the wiki within 3 days, never the draft to the mailing list", rule, model.Supported},
		{"post the draft to the mailing list within 3 days", rule, model.Unsupported},
		{"never post it to the wiki", rule, model.Unsupported},
		{"post it to the wiki within three days", rule, model.Supported},
		{"post it to the wiki within 3 weeks", rule, model.Unsupported},
		{"legal signs contracts over 5000 euros", teams, model.Supported},
		{"support owns the price sheet, sales owns the macros", teams, model.Unsupported},
		{"support owns the macros", teams, model.Supported},
		{"marketing owns the macros", teams, model.Unsupported},
		{"speed: 1.3", tool, model.Supported},
		{"speed: 4 heads: 1.3", tool, model.Unsupported},
		{"tagsüber läuft die Heizung auf 21 Grad", german, model.Supported},
		{"Die Heizung läuft nachts auf 21 Grad", german, model.Unsupported},
		{"In March we went from Trello to Linear", moved, model.Supported},
		{"In May we went from Trello to Linear", moved, model.Unsupported},
		{"1e5bd310-37ab-4c35-a375-4de68e8fb0b5.jsonl:7", export, model.Unsupported},
		{"[1e5bd310:7]", export, model.Unsupported},
		{"The nightly export goes to the bucket also on holidays", "the nightly export goes to the bucket except on holidays", model.Unsupported},
		{"The nightly export is on at weekends", "the nightly export is off at weekends", model.Unsupported},
		{"the of and", export, model.Unsupported},
		{"", export, model.Unsupported},
		{"anything", "  ", model.Missing},
	}
	for _, c := range cases {
		trust := model.TrustUser
		if c.line == tool {
			trust = model.TrustTool
		}
		got, reason := Cite(c.claim, model.Source{Text: c.line, Trust: trust}, nil, nil)
		if got != c.want || reason == "" {
			t.Errorf("%q of %q: %s (%s), want %s", c.claim, c.line, got, reason, c.want)
		}
	}
}

// said makes a sentence of one or two clauses, with values and denials.
func said(rnd *rand.Rand) string {
	pick := func(list ...string) string { return list[rnd.Intn(len(list))] }
	one := func() string {
		return pick("the harbour crane", "Anna", "the `make pack` step", "team-b", "config/app.toml") + " " +
			pick("lifts", "does not touch", "never sees", "keeps") + " " +
			pick("12 crates", "the red boxes", "3.5 tons", "port 8080", "bolts until 2026-04-01", "paint at 17:30")
	}
	s := one()
	if rnd.Intn(2) == 0 {
		s += pick(", ", " and ", "; ", ", but ") + one()
	}
	return s
}

// A line bears out its own words, however they are set.
func TestCiteItself(t *testing.T) {
	rnd := rand.New(rand.NewSource(6))
	for range 600 {
		line := said(rnd)
		for _, claim := range []string{line, "* " + line, "“" + line + "”", strings.ToUpper(line), strings.ReplaceAll(line, " ", "  "),
			"**" + line + "**.", strings.ReplaceAll(line, " the ", "\nthe ")} {
			if got, reason := Cite(claim, model.Source{Text: line}, nil, nil); got != model.Supported {
				t.Fatalf("%q of %q: %s", claim, line, reason)
			}
		}
	}
}

// No line bears out what has another number, or one word more.
func TestCiteOthers(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	for range 600 {
		line := said(rnd)
		if got, _ := Cite(line+" in Norway", model.Source{Text: line}, nil, nil); got == model.Supported {
			t.Fatalf("a word more was accepted: %q", line)
		}
		if changed := strings.NewReplacer("12 crates", "21 crates", "3.5 tons", "5.3 tons", "8080", "8008", "04-01", "01-04").Replace(line); changed != line {
			if got, _ := Cite(changed, model.Source{Text: line}, nil, nil); got == model.Supported {
				t.Fatalf("%q was accepted for %q", changed, line)
			}
		}
	}
}

func FuzzCite(f *testing.F) {
	f.Add("5 pm, not `x`", "at 17:00 — “x” 毎秒1.2 never: 3/4")
	f.Add("from a to b ((", "2026年10月 a@b.c http://x ...")
	f.Fuzz(func(t *testing.T, claim, line string) {
		got, reason := Cite(claim, model.Source{Text: line, Time: time.Unix(1.8e9, 0)}, nil, nil)
		if reason == "" || got != model.Supported && got != model.Unsupported && got != model.Missing {
			t.Fatalf("%q %q", got, reason)
		}
	})
}

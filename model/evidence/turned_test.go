package evidence

import (
	"testing"
	"time"

	"dreamgate/model"
)

// TestTurned: a statement that turns round what was said, in one of the ways that leave nearly all of its words in
// place, and beside each the wording that does not.
func TestTurned(t *testing.T) {
	for _, c := range []struct {
		added string
		talk  []string
		want  string // the kind of the flag, "" for none
	}{
		{"Use the coarse brush for hulls and the fine brush for masts.", []string{"u hulls get the fine brush, masts the coarse one"}, flagChanged},
		{"Use the fine brush for hulls and the coarse brush for masts.", []string{"u hulls get the fine brush, masts the coarse one"}, ""},
		{"Boats travel free, rafts pay 4 euros.", []string{"u rafts are free of charge, a boat costs 4 euros"}, flagChanged},
		{"Boats stand in the shed, rafts in the yard.", []string{"u boats belong in the shed, rafts may stand in the yard"}, ""},
		{"夜间由张工巡检，白天由赵工巡检。", []string{"u 白天张工巡检，夜里赵工巡检"}, flagChanged},
		{"夜里由赵工巡检，白天由张工巡检。", []string{"u 白天张工巡检，夜里赵工巡检"}, ""},
		{"闸门可以远程关闭。", []string{"u 闸门不可以远程关闭，必须有人在场"}, flagNegation},
		{"不要在周五出货。", []string{"u 周五不要出货"}, ""},
		{"Crews pay half, also at regattas.", []string{"u crews pay half, except at regattas"}, flagNegation},
		{"Crews pay half at regattas.", []string{"u crews pay half, except at regattas"}, flagMerged},
		{"Crews pay half; at regattas the entry is full price.", []string{"u crews pay half, except at regattas, there the entry is full price"}, ""},
		{"Buoys are painted ashore, never afloat.", []string{"u paint buoys afloat only, ashore the paint peels"}, flagNegation},
		{"Load the crane while the winch is running.", []string{"u load the crane only when the winch stands, never while it runs"}, flagMerged},
		{"Use Modbus for the locks instead of Profibus.", []string{"u locks: Profibus instead of Modbus from now on"}, flagNegation},
		{"Use Profibus for the locks, not Modbus.", []string{"u locks: Profibus instead of Modbus from now on"}, ""},
		{"Drift alarms run in the night watch, not in the day watch.", []string{"u put drift alarms in the night watch, keep them out of the day watch"}, ""},
		{"Radar is off by default.", []string{"u radar off by default", "a Off.", "u no, radar on by default, the pilots need it"}, flagStale},
		{"Radar is on by default.", []string{"u radar off by default", "a Off.", "u no, radar on by default, the pilots need it"}, ""},
		{"The horn sounds automatically after a stop.", []string{"a After the stop the horn stayed silent.", "u maybe the horn should sound automatically after a stop"}, flagUnsourced},
		{"Positions go quay.example.com -> port.example.com.", []string{"u positions go port.example.com -> quay.example.com"}, flagMerged},
		{"Le urgenze le approva Chiara, non Davide.", []string{"u per le urgenze decide Davide, Chiara no"}, flagNegation},
		{"燃料は毎週月曜に届く。", []string{"u 燃料は毎週木曜に届きます"}, flagWrongDate},
		{"燃料は毎週木曜に届く。", []string{"u 燃料は毎週木曜に届きます"}, ""},
		{"Das Tragseil prüft Firma Kolb, das Zugseil Firma Ganz.", []string{"u Kolb macht das Zugseil, Ganz das Tragseil"}, flagChanged},
		{"Charts are published with pilot names.", []string{"u publish charts with the pilot names", "a Fine.", "u about charts: no, publish them without pilot names"}, flagStale},
		{"Berth 1 holds tugs, berth 5 is empty.", []string{"u tugs are in berth 1, nothing in berth 5"}, ""},
		{"Die Fähre fährt ab 7:40 Uhr, sonntags ab 9 Uhr.", []string{"u ab 7:40 Uhr fährt die Fähre, am Sonntag erst ab 9"}, ""},
		{"В порту четырнадцать кранов, два новых стоят на молу.", []string{"u два новых крана на молу запустили, теперь в порту всего четырнадцать"}, ""},
	} {
		r := ruling(c.added, "", 0, c.talk...)
		got := ""
		if len(r.Flags) > 0 {
			got = r.Flags[0].Kind
		}
		if got != c.want {
			t.Errorf("%q beside %q: %q, want %q: %v", c.added, c.talk, got, c.want, r.Flags)
		}
	}
}

// TestCiteTurned is the same for one line.
func TestCiteTurned(t *testing.T) {
	const (
		chain    = "Samples go to the pier -> lab.example.com -> our inbox; nothing is kept"
		releases = "The radar firmware is 4.2.1; 4.3.0 is out but breaks the charts, so I did not install it."
		brushes  = "use the coarse brush for hulls and the fine one for masts"
		guards   = "Il guardiano di mattina è Luca, quello della notte è Paolo."
		piers    = "На причале 4 курить ночью нельзя, на причале 6 можно."
		pools    = "三号池的水温是26度，五号池是31度；周一不开放。"
	)
	for _, c := range []struct {
		claim, line string
		want        model.Verdict
	}{
		{"Samples go to the pier -> lab.example.com -> our inbox", chain, model.Supported},
		{"Samples go to our inbox -> lab.example.com -> the pier", chain, model.Unsupported},
		{"The radar firmware is 4.3.0", releases, model.Unsupported},
		{"4.3.0 is out and breaks the charts", releases, model.Supported},
		{"for masts use the fine brush, for hulls the coarse one", brushes, model.Supported},
		{"use the fine brush for hulls and the coarse one for masts", brushes, model.Unsupported},
		{"il guardiano della notte è Paolo", guards, model.Supported},
		{"il guardiano della notte è Luca", guards, model.Unsupported},
		{"на причале 6 курить ночью можно", piers, model.Supported},
		{"на причале 4 курить ночью можно", piers, model.Unsupported},
		{"五号池的水温是31度", pools, model.Supported},
		{"五号池的水温是26度", pools, model.Unsupported},
	} {
		if got, why := Cite(c.claim, model.Source{Session: "s", Line: 1, Trust: model.TrustUser, Text: c.line}, nil, time.UTC); got != c.want {
			t.Errorf("%q in %q: %s (%s), want %s", c.claim, c.line, got, why, c.want)
		}
	}
}

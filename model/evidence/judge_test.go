package evidence

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// wednesday is when everything in these tests is said.
var wednesday = time.Date(2026, 11, 4, 9, 0, 0, 0, time.UTC)

// talkOf makes lines of one session: "u ", "a " or "t " and what was said.
func talkOf(lines ...string) []model.Source {
	who := map[string]model.Trust{"u": model.TrustUser, "a": model.TrustAssistant, "t": model.TrustTool, "$": model.TrustAssistant}
	var out []model.Source
	for i, l := range lines {
		mark, text, _ := strings.Cut(l, " ")
		out = append(out, model.Source{Session: "s", Line: i + 1, Trust: who[mark], Call: mark == "$", Text: text, Time: wednesday.Add(time.Duration(i) * time.Minute)})
	}
	return out
}

// ruling judges one added sentence against a talk.
func ruling(added, old string, cited int, lines ...string) Ruling {
	talk := talkOf(lines...)
	b := Bench{Zone: time.UTC}
	if old != "" {
		b.Kept = []*Text{Read(model.Source{Path: "n.md", Text: old})}
		b.Removed = b.Kept[0]
	}
	if cited > 0 {
		b.Cited = []*Text{Read(talk[cited-1])}
	}
	pass := NewMatcher(Statements([]string{added}, nil)).Pass()
	for _, l := range talk {
		pass.Read(l)
	}
	return pass.Judge(0, b)
}

func TestJudge(t *testing.T) {
	cases := []struct {
		name, added, old string
		cited            int
		talk             []string
		// want is "<support>:<token>" of each claim, then the kinds of flags.
		want string
	}{
		{"kept", "The port is 8080 on `web-1`.", "port 8080; host web-1", 0, nil, "kept:8080 kept:web-1"},
		{"cited", "The port is 8080.", "", 1, []string{"u the port is 8080 now"}, "cited:8080"},
		{"found", "The port is 8080.", "", 0, []string{"u the port is 8080 now"}, "found:8080"},
		{"in the answer", "The press runs at 300 bar.", "", 0, []string{"u what pressure does the press run at?", "a It runs at 300 bar."}, "found:300"},
		{"other subject", "The press runs at 300 bar.", "", 0, []string{"u the press runs hot", "u 300 people came"}, "unsourced:300 unsourced"},
		{"tool only", "The port is 8080.", "", 0, []string{"t the port is 8080"}, "found:8080 untrusted-only"},
		{"a number in a command", "The port is 8080.", "", 0, []string{"$ curl port is 8080"}, "unsourced:8080 unsourced"},
		{"a path in a command", "Start it with bin/press.sh.", "", 0, []string{"$ bin/press.sh start"}, "found:bin/press.sh"},
		{"another number", "The port is 8088.", "", 1, []string{"u the port is 8080 now"}, "unsourced:8088 changed-number"},
		{"another unit", "The timeout is 30 minutes.", "", 1, []string{"u the timeout is 30 s"}, "unsourced:30 minutes changed-number"},
		{"derived", "Moved on 2026-11-03.", "", 1, []string{"u we moved yesterday"}, "derived:2026-11-03"},
		{"wrong day", "Moved on 2026-11-02.", "", 1, []string{"u we moved yesterday"}, "unsourced:2026-11-02 wrong-date"},
		{"no day", "Moved on 2026-10-28.", "", 1, []string{"u we moved last week"}, "unsourced:2026-10-28 unsourced"},
		{"either friday", "The demo is on 2026-11-06.", "", 1, []string{"u the demo is on friday"}, "derived:2026-11-06"},
		{"question", "The port is 8080.", "", 1, []string{"u is the port 8080?"}, "unsourced:8080 unsourced"},
		{"guess", "The port is 8080.", "", 1, []string{"a the port is probably 8080"}, "unsourced:8080 unsourced"},
		{"agreed guess", "The port is 8080.", "", 1, []string{"a the port is probably 8080", "u yes, that is it"}, "cited:8080"},
		{"old value denied", "The port is 80.", "", 1, []string{"u the port is 8080, not 80"}, "unsourced:80 changed-number"},
		{"later value", "The port is 8080.", "", 1, []string{"u the port is 8080", "u the port is 9090 from today"}, "cited:8080 stale-value"},
		{"later, same", "The port is 8080.", "", 1, []string{"u the port is 8080", "a the port is 8080 then"}, "cited:8080"},
		{"clock forms", "Backups run at 17:00.", "", 1, []string{"u backups run at 5 pm"}, "cited:17:00"},
		{"whole tokens", "Install with `npm`.", "", 1, []string{"u install with pnpm"}, "unsourced:npm unsourced"},
		{"denied", "Ship crates by air.", "", 1, []string{"u never ship crates by air"}, " negation"},
		{"opposite pole", "Lock the gate before the alarm.", "", 1, []string{"u lock the gate after the alarm"}, " negation"},
		{"two scopes", "Lathe and mill run at 400 rpm.", "", 1, []string{"u the lathe runs at 400 rpm and the mill at 900 rpm"}, "cited:400 rpm merged-values"},
		{"a value of something else", "Lathes: 9.", "", 1, []string{"u we have 14 lathes and 9 drills now"}, "cited:9 changed-number"},
		{"exchanged, with old values", "The lathe runs at 900 rpm, the mill at 400 rpm.", "The lathe runs at 300 rpm, the mill at 200 rpm.", 1,
			[]string{"u the lathe runs at 400 rpm, the mill at 900 rpm"}, "cited:900 rpm cited:400 rpm changed-number"},
		{"one half is old", "The lathe runs at 400 rpm; the mill 900.", "The lathe runs at 400 rpm.", 1,
			[]string{"u the mill gets 900 rpm, everything else stays at 400"}, "kept:400 rpm cited:900"},
		{"pairs exchanged", "open = left; close = right", "", 1, []string{"u open = right; close = left"}, " changed-number"},
		{"of another subject", "Rafe is paid 14.50 an hour.", "", 0,
			[]string{"u Rafe prefers the late shift", "u the pub has an advert out, 14.50 an hour"}, "unsourced:14.50 unsourced"},
		{"later value in another language", "Lesetempo: 17 Zeichen in der Sekunde.", "", 1,
			[]string{"u reading speed 17 characters per second", "u make the reading speed 15 characters per second"}, "cited:17 stale-value"},
		{"taken back at once", "The lathe runs on Sundays.", "", 1, []string{"u sure, the lathe runs on sundays. kidding, it rests"}, "unsourced:Sundays unsourced"},
		{"asked for a day", "The lathe rests on Sundays.", "", 1, []string{"u should the lathe rest on sundays?"}, "unsourced:Sundays unsourced"},
		{"denial of a denial", "Crews may swap shifts without permission.", "", 1, []string{"u crews never swap shifts without permission"}, " negation"},
		{"two denials", "Never weld without a mask.", "", 1, []string{"u always weld with a mask"}, ""},
		{"own words in another language", "The doors have no handles; the windows stay shut.", "", 1,
			[]string{"u die Türen haben keine Griffe, und die Fenster bleiben zu"}, ""},
		{"a denial of both", "Do not weld on Fridays or before holidays.", "", 1, []string{"u never weld on fridays, nor before holidays"}, "cited:Fridays"},
		{"a day and a month", "Die Messe ist am 18. Juli in der Halle.", "", 1, []string{"u die Messe ist am 18.7. in der Halle"}, "cited:18. Juli"},
		{"another rank", "Weld before the second layer.", "", 1, []string{"u weld before the first layer"}, "unsourced:second changed-number"},
		{"what the user wants", "The user finds sirens distracting and wants them quiet.", "", 1, []string{"u the sirens distract me, make them quiet"}, ""},
		{"denied by the preposition", "The shift begins at 06:15.", "", 1, []string{"u the shift begins at 06:45, not at 06:15"}, "unsourced:06:15 changed-number"},
		{"denied on both sides", "The shift begins at 06:45, not at 06:15.", "", 1, []string{"u the shift begins at 06:45, not at 06:15"}, "cited:06:45 cited:06:15"},
		{"denied of another thing", "Tank 5 is not filled, tank 2 is.", "", 1,
			[]string{"u tank 5 is not filled, tank 2 is", "a understood: 2 is filled, not 5"}, "cited:5 cited:2"},
		{"a denial that crossed", "Desserts contain no wine, sauces do.", "", 1, []string{"u sauces contain no wine, the desserts do"}, " negation"},
		{"no longer than", "Adverts last 20 seconds at most.", "", 1, []string{"u no advert longer than 20 seconds"}, "cited:20 seconds"},
		{"a stop is no end", "Call the depot before every stop.", "", 1, []string{"u call the depot after every stop"}, " negation"},
		{"so blind", "The second coder is blind to the year.", "", 1, []string{"u the second coder must not know the year, so blind"}, "cited:second"},
		{"not forbidden", "飛び込みは禁止しない。", "", 1, []string{"u 飛び込みは禁止です"}, " negation"},
		{"too long", "Entries live for 90 seconds.", "", 1, []string{"u entries live for 90 seconds", "u 90 seconds was too long for entries, back to 60"}, "cited:90 seconds stale-value"},
		{"plain words exchanged", "Ole spielt Bass, Kim spielt Orgel.", "", 1, []string{"u Kim spielt Bass, Ole spielt Orgel"}, " changed-number"},
		{"the same in another order", "Kim spielt Orgel, Ole spielt Bass.", "", 1, []string{"u Ole spielt Bass, Kim spielt Orgel"}, ""},
		{"a month in small letters", "The old gate stays until the end of June.", "", 1, []string{"u the old gate stays until end of june"}, "cited:June"},
		{"half an hour by its name", "The bus leaves at 19:30.", "", 1, []string{"u the bus leaves at half past seven in the evening"}, "cited:19:30"},
		{"thirty", "The term is 30 days.", "", 1, []string{"u the term becomes thirty days"}, "cited:30 days"},
		{"exchanged", "The lathe runs at 900 rpm, the mill at 400 rpm.", "", 1,
			[]string{"u the lathe runs at 400 rpm, the mill at 900 rpm"}, "cited:900 rpm cited:400 rpm changed-number"},
		{"moved away", "Orders live in Oracle.", "", 1, []string{"u orders moved from Oracle to Postgres"}, "cited:Oracle stale-value"},
		{"another level", "The valve is active high.", "", 1, []string{"u the valve stays active low, whatever the sheet says"}, " negation"},
		{"another rhythm", "The foreman checks the kiln weekly.", "", 1, []string{"u the foreman checks the kiln daily"}, " negation"},
		{"off", "The siren stays on at night.", "", 1, []string{"u the siren stays off at night"}, " negation"},
		{"a preposition", "The drill is on Mondays.", "", 1, []string{"u the drill is on mondays"}, "cited:Mondays"},
		{"two denials of one thing", "Open fires are allowed with a bucket beside them.", "", 1,
			[]string{"u no open fires, not even with a bucket beside them, the insurer says"}, " negation"},
		{"ruled out and more", "ルビは本文と一緒に保存する。", "", 1, []string{"u ルビは保存しない、邪魔になるだけだから"}, " negation"},
		{"values of single letters traded", "C crane lifts 20 t, X crane 15 t.", "", 1, []string{"u X crane lifts up to 20 t, C crane up to 15"},
			"cited:20 cited:15 changed-number"},
		{"without its limit", "Two men are needed for every lift.", "", 1, []string{"u night lifts need two men, day lifts don't"},
			"cited:Two merged-values"},
		{"with its limit", "Two men are needed for every night lift.", "", 1, []string{"u night lifts need two men, day lifts don't"}, "cited:Two"},
		{"each so many", "The pump rests every 15 minutes.", "", 1, []string{"u the small pump rests every 15 minutes"}, "cited:15 minutes"},
		{"another currency", "The mould costs 1.4 million dollars.", "", 1, []string{"u the mould is 1.4 million euros"},
			"unsourced:1.4 million dollars changed-number"},
		{"a metre or a minute", "The pump rests for 2m.", "", 1, []string{"u the pump rests for 2 minutes"}, "cited:2m"},
		{"so many times", "Der Ofen wird höchstens fünfmal geheizt.", "", 1, []string{"u den Ofen heizen wir höchstens dreimal"},
			"unsourced:fünfmal changed-number"},
		{"no month", "The bell goes out two days before.", "", 1, []string{"u send the bell two days before"}, "cited:two days"},
		{"no denial in this language", "Il y a 180 caisses, dont 25 en réserve.", "", 1,
			[]string{"u on a maintenant 180 caisses, 25 restent en réserve"}, "cited:180 cited:25"},
		{"half to four", "Копия делается в 03:30.", "", 1, []string{"u копия делается в половине четвёртого ночи"}, "cited:03:30"},
		{"notes are no denial", "Footnotes become end notes.", "", 1, []string{"u do not touch the images", "t footnotes become end notes"}, " untrusted-only"},
		{"alone", "Only the foreman signs the list.", "", 1, []string{"u the list is signed by the foreman and by the porter, by nobody else"}, " merged-values"},
		{"or and and", "Night work only with a guard and with a written permit.", "Night work only with a guard, or with a written permit.", 0, nil,
			" merged-values"},
		{"a list that is counted", "Lifts need the word of two men: Amara and Joss.", "", 1, []string{"u both Amara and Joss give their word for lifts"},
			"derived:two cited:Joss"},
		{"what would be", "Work goes on at Whitsun.", "", 1, []string{"u if the fair came to town we would work on at Whitsun"}, "unsourced:Whitsun unsourced"},
		{"taken back in the next line", "Lifts are blocked until the inspection.", "", 1,
			[]string{"u lifts are blocked until the inspection", "a OK, no lifts.", "u forget what I said, the inspection is over"}, " unsourced"},
		{"back to the old one", "Ropes by Halden.", "Ropes by Kirk.", 1,
			[]string{"u try ropes by Halden instead of Kirk", "a Done.", "u hm, Halden is too dear. back to Kirk please"}, "cited:Halden stale-value"},
		{"not without", "Paiement sous 30 jours, même sans ticket.", "", 1, []string{"u paiement sous 30 jours, mais pas sans ticket"}, "cited:30 jours negation"},
		{"one character", "推送由小林审核。", "", 1, []string{"u 推送内容由小李审核"}, " unsourced"},
		{"a word of two letters", "Core clock 950 MHz, I/O clock 200 MHz.", "", 1, []string{"u core clock is 950 MHz now, I/O stays at 200 MHz"},
			"cited:950 MHz cited:I/O cited:200 MHz"},
		{"several of one", "Draft PRs are not read.", "", 1, []string{"u don't read drafts of a PR"}, ""},
		{"lacking", "Cranes of type C only; type B lacks the hook.", "", 1, []string{"u only cranes of type C go, type B has no hook"}, ""},
		{"for all, not the young", "Le casque est obligatoire pour tout le monde.", "", 1, []string{"u casque obligatoire pour les moins de 14 ans"}, " merged-values"},
		{"Spanish and before an i", "Inés firma los vales y Raúl los archiva.", "", 1, []string{"u Raúl firma los vales e Inés los archiva"}, "cited:Raúl changed-number"},
		{"nobody", "Visitors must wear a red helmet.", "", 0, []string{"u hello"}, " missing-citation"},
		{"reworded", "Visitors have to wear a red helmet.", "Visitors must wear a red helmet.", 0, nil, ""},
		{"slip of the pen", "The receiving dock.", "The recieving dock.", 0, nil, ""},
	}
	for _, c := range cases {
		r := ruling(c.added, c.old, c.cited, c.talk...)
		var got []string
		for _, cl := range r.Claims {
			got = append(got, string(cl.Support)+":"+cl.Token)
			if cl.Reason == "" {
				t.Errorf("%s: no reason for %s", c.name, cl.Token)
			}
		}
		for _, f := range r.Flags {
			got = append(got, f.Kind)
			if f.Reason == "" || f.Token == "" {
				t.Errorf("%s: flag without token or reason: %+v", c.name, f)
			}
		}
		if s := strings.Join(got, " "); s != strings.TrimSpace(c.want) {
			t.Errorf("%s: got %q, want %q: %+v", c.name, s, c.want, r.Flags)
		}
	}
}

func TestHolding(t *testing.T) {
	r := ruling("The port is 8080.", "", 1, "u the press is loud", "u the port is 8080")
	if len(r.Holding) != 0 || r.Better == nil || r.Better.Line != 2 {
		t.Errorf("holding %v, better %v", r.Holding, r.Better)
	}
	if r = ruling("The port is 8080.", "", 2, "u the press is loud", "u the port is 8080"); len(r.Holding) != 1 {
		t.Errorf("holding %v", r.Holding)
	}
}

// Passes side by side find the same as one pass over everything, in any order of the lines.
func TestMerge(t *testing.T) {
	rnd := rand.New(rand.NewSource(8))
	var lines []model.Source
	for i := range 400 {
		l := talkOf([]string{"u ", "a ", "t "}[i%3] + said(rnd))[0]
		l.Line, l.Time = i, wednesday.Add(time.Duration(rnd.Intn(50))*time.Hour)
		lines = append(lines, l)
	}
	var statements []*Statement
	for range 20 {
		statements = append(statements, Statements([]string{said(rnd)}, nil)...)
	}
	m := NewMatcher(statements)
	judge := func(parts int) string {
		order := rnd.Perm(len(lines))
		passes := make([]*Pass, parts)
		for i := range passes {
			passes[i] = m.Pass()
		}
		for i, n := range order {
			passes[i%parts].Read(lines[n])
		}
		for _, p := range passes[1:] {
			passes[0].Merge(p)
		}
		var out strings.Builder
		for n := range statements {
			r := passes[0].Judge(n, Bench{})
			r.Better = nil // a pointer
			fmt.Fprintf(&out, "%+v\n", r)
		}
		return out.String()
	}
	// the turns of a talk depend on the order of its lines; without a "yes" nothing follows from them
	whole := judge(1)
	for _, parts := range []int{1, 2, 7} {
		if got := judge(parts); !reflect.DeepEqual(got, whole) {
			t.Fatalf("%d passes found something else", parts)
		}
	}
}

func TestConsents(t *testing.T) {
	for text, want := range map[string]bool{
		"yes": true, "Yes, do that.": true, "ok go ahead": true, "sounds bad": false, "yes but not now": false,
		"好的": true, "はい、お願いします": true, "genau": true, "": false, "no": false, "yes " + strings.Repeat("word ", 20): false,
	} {
		if got := consents(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Two forms of one word have one stem, and short words keep themselves.
func TestStem(t *testing.T) {
	for _, forms := range [][]string{{"test", "tests", "testing", "tested"}, {"partition", "partitions", "partitioned"},
		{"retry", "retries", "retried"}, {"таблица", "таблицу", "таблицы"}, {"менять", "меняю"}, {"día", "días"}} {
		first := forms[0][:stem([]byte(forms[0]))]
		for _, f := range forms[1:] {
			if got := f[:stem([]byte(f))]; got != first {
				t.Errorf("%s: %q, but %s: %q", forms[0], first, f, got)
			}
		}
	}
	for _, w := range []string{"npm", "go", "as", "ed"} {
		if stem([]byte(w)) != len(w) {
			t.Errorf("%s was cut", w)
		}
	}
}

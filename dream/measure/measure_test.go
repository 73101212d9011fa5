package measure

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// lay writes files below a new folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// kiln is a case with one good and one bad hunk. Each file of it can be replaced, or left out by "-".
func kiln(at string, with map[string]string) map[string]string {
	const said = `{"type":"user","timestamp":"2026-02-01T10:00:00Z","message":{"role":"user","content":"The kiln fires at 1240 degrees, and the door stays shut for 9 hours."}}` + "\n"
	files := map[string]string{
		"base/kiln.md":         "Kiln notes.\n\nThe door is green.\n",
		"proposed/kiln.md":     "Kiln notes.\nThe kiln fires at 1280 degrees.\n\nThe door is green.\nThe door stays shut for 9 hours.\n",
		"transcripts/a1.jsonl": said,
		"CHANGES.md":           "- kiln.md: heat and door [a1:1]\n",
		"truth.json": `{"hunks":[
			{"path":"kiln.md","contains":"fires at 1280","side":"added","label":"bad","kind":"changed-number","token":"1280"},
			{"path":"kiln.md","contains":"shut for 9 hours","side":"added","label":"good","kind":"sourced"}]}`,
	}
	out := map[string]string{}
	for name, text := range files {
		if w, ok := with[name]; ok {
			text = w
		}
		if text != "-" {
			out[at+name] = text
		}
	}
	return out
}

func TestRun(t *testing.T) {
	dir := lay(t, kiln("gate/k1/", nil))
	row := `{"id":"c1","transcript":"s.jsonl","line":1,"claim":"fires at 1240 degrees","supported":true,"kind":"subset"}` + "\n\n" +
		`{"id":"c2","transcript":"s.jsonl","line":1,"claim":"fires at 1280 degrees","supported":false,"kind":"changed-number"}` + "\n"
	for name, text := range map[string]string{"citation/cases.jsonl": row, "citation/s.jsonl": kiln("", nil)["transcripts/a1.jsonl"]} {
		if err := os.MkdirAll(filepath.Join(dir, "citation"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var done []int
	f, broken, err := Run(t.Context(), dir, Options{Now: today, Done: func(n int) { done = append(done, n) },
		Wrong: func(w Wrong) { t.Errorf("wrong: %+v", w) }})
	if err != nil || len(broken) > 0 {
		t.Fatal(err, broken)
	}
	want := Tally{Bad: 1, Caught: 1, Kind: 1, Token: 1, Good: 1}
	if got := f.Gate.Languages["en"]; got != want || f.Gate.Cases != 1 || f.Citation.Rows != 2 || f.Citation.Right != 2 || !slices.Equal(done, []int{1}) {
		t.Errorf("got %+v", f)
	}
	for sub, cases := range map[string]int{"gate": 1, "gate/k1": 1, "citation": 0} {
		if f, _, err := Run(t.Context(), filepath.Join(dir, sub), Options{Now: today}); err != nil || f.Gate.Cases != cases {
			t.Errorf("%s by itself: %+v, %v", sub, f, err)
		}
	}
}

// TestBroken: what is wrong with a case is said of it, and the others are measured all the same.
func TestBroken(t *testing.T) {
	for name, c := range map[string]struct {
		with map[string]string
		says string
	}{
		"no truth":        {map[string]string{"truth.json": "-"}, "truth.json"},
		"no JSON":         {map[string]string{"truth.json": "{"}, "unexpected end"},
		"no label":        {map[string]string{"truth.json": `{"hunks":[]}`}, "labels no hunk"},
		"odd label":       {map[string]string{"truth.json": `{"hunks":[{"path":"a","contains":"b","side":"added","label":"fine","kind":"k"}]}`}, `"fine"`},
		"odd side":        {map[string]string{"truth.json": `{"hunks":[{"path":"a","contains":"b","side":"left","label":"good","kind":"k"}]}`}, `"left"`},
		"no words":        {map[string]string{"truth.json": `{"hunks":[{"path":"a","contains":" ","side":"added","label":"good","kind":"k"}]}`}, "hunk 1"},
		"no path":         {map[string]string{"truth.json": `{"hunks":[{"contains":"x","side":"added","label":"good","kind":"k"}]}`}, "no path"},
		"no kind":         {map[string]string{"truth.json": `{"hunks":[{"path":"a","contains":"x","side":"added","label":"good"}]}`}, "no kind"},
		"no such zone":    {map[string]string{"truth.json": `{"zone":"Mars/Gale","hunks":[{"path":"a","contains":"x","side":"added","label":"good","kind":"k"}]}`}, "Mars/Gale"},
		"no base":         {map[string]string{"base/kiln.md": "-"}, "base"},
		"no sessions":     {map[string]string{"transcripts/a1.jsonl": "-"}, "transcripts"},
		"nothing but one": {map[string]string{"proposed/kiln.md": "-"}, "proposed"},
	} {
		t.Run(name, func(t *testing.T) {
			files := kiln("gate/bad/", c.with)
			for n, text := range kiln("gate/good/", nil) {
				files[n] = text
			}
			f, broken, err := Run(t.Context(), lay(t, files), Options{Now: today})
			if err != nil || f.Gate.Cases != 1 || len(broken) != 1 || broken[0].Case != "bad" || !strings.Contains(broken[0].Reason, c.says) {
				t.Errorf("%+v %+v %v", f.Gate, broken, err)
			}
		})
	}
	for name, rows := range map[string]string{
		"no JSON": "{", "elsewhere": `{"transcript":"../s.jsonl","line":1,"claim":"x","supported":true,"kind":"k"}`,
		"no verdict": `{"transcript":"s.jsonl","line":1,"claim":"x","kind":"k"}`, "no session": `{"transcript":"t.jsonl","line":1,"claim":"x","supported":true,"kind":"k"}`,
	} {
		f, broken, err := Run(t.Context(), lay(t, map[string]string{"cases.jsonl": "\n" + rows + "\n", "s.jsonl": "{}\n"}), Options{})
		if err != nil || len(broken) != 1 || broken[0].Case != "cases.jsonl:2" || f.Citation.Rows != 0 {
			t.Errorf("%s: %+v %v", name, broken, err)
		}
	}
	for name, dir := range map[string]string{"a folder of something else": lay(t, map[string]string{"x/notes.md": "x"}), "nothing": filepath.Join(t.TempDir(), "no")} {
		if _, _, err := Run(t.Context(), dir, Options{}); err == nil {
			t.Errorf("%s is taken for cases", name)
		}
	}
}

// TestMark: the mark inside made-up credentials is taken out of everything.
func TestMark(t *testing.T) {
	f, broken, err := Run(t.Context(), lay(t, kiln("", map[string]string{
		"base/kiln.md":         "Kiln @|@notes.\n\nThe door is green.\n",
		"transcripts/a1.jsonl": strings.Replace(kiln("", nil)["transcripts/a1.jsonl"], "1240", "12@|@40", 1),
		"truth.json":           `{"hunks":[{"path":"kiln.md","contains":"fires at 12@|@40","side":"added","label":"good","kind":"sourced"}]}`,
		"proposed/kiln.md":     "Kiln notes.\nThe kiln fires at 12@|@40 degrees.\n\nThe door is green.\n",
	})), Options{Now: today})
	if err != nil || len(broken) > 0 || f.Gate.Good != 1 || f.Gate.False+f.Gate.Unshown+f.Gate.Unlabelled != 0 {
		t.Errorf("%+v %v %v", f.Gate, broken, err)
	}
}

// TestIgnore: what a case is not about counts neither way, and its zone is the user's.
func TestIgnore(t *testing.T) {
	said := `{"type":"user","timestamp":"2026-02-01T20:00:00Z","message":{"role":"user","content":"the kiln fires at 1240 degrees since yesterday"}}` + "\n"
	files := map[string]string{
		"base/MEMORY.md": "", "proposed/MEMORY.md": "", "transcripts/a1.jsonl": said, "base/kiln.md": "-",
		"proposed/kiln.md": "The kiln fires at 1240 degrees since 2026-02-01.\n",
	}
	for truth, false := range map[string]int{`"zone":"Asia/Tokyo","ignore":["orphan","frontmatter"]`: 0, `"zone":"Asia/Tokyo"`: 1, `"ignore":["orphan","frontmatter"]`: 1} {
		files["truth.json"] = `{` + truth + `,"hunks":[{"path":"kiln.md","contains":"fires at 1240","side":"added","label":"good","kind":"sourced"}]}`
		all := kiln("", files)
		all["base/MEMORY.md"], all["proposed/MEMORY.md"] = "", ""
		f, broken, err := Run(t.Context(), lay(t, all), Options{Now: today})
		if err != nil || len(broken) > 0 || f.Gate.False != false || f.Gate.Good != 1 {
			t.Errorf("%s: %+v %v %v", truth, f.Gate, broken, err)
		}
	}
}

// TestScore holds the rules by which labels are counted.
func TestScore(t *testing.T) {
	hunkOf := func(path, removed, added string, flags ...model.Flag) placed {
		lines := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.SplitAfter(s, "\n")
		}
		return placed{model.Hunk{Path: path, Kind: model.HunkText, Removed: lines(removed), Added: lines(added)}, flags}
	}
	flag := func(kind, token string, line int) model.Flag {
		return model.Flag{Kind: kind, Token: token, At: model.Span{Line: line, End: len(token)}}
	}
	all := []placed{
		hunkOf("a.md", "old port 1\n", "port 2\nand host x\n", flag("changed-number", "2", 0), flag("unsourced", "x", 1)),
		hunkOf("a.md", "", "fine\n"),
		hunkOf("sub/b.md", "gone\n", "", model.Flag{Kind: "lost-fact", Token: "gone"}),
		hunkOf("c.md", "", "twice\n"), hunkOf("c.md", "", "twice\n"),
		hunkOf("d.md", "", "of no label\n", flag("unsourced", "no", 0)),
	}
	label := func(bad bool, path, side, words, kind string) Label {
		return Label{Path: path, Contains: words, Side: side, Bad: bad, Kind: kind}
	}
	o := score(Case{Labels: []Label{
		label(true, "a.md", "added", "port 2", "changed-number"), // caught, all right, with a second kind beside
		label(false, "a.md", "removed", "old port", "typo"),      // shares the bad hunk: left out
		label(false, "a.md", "removed", "fine", "sourced"),       // stands on the other side: found there
		label(true, "b.md", "removed", "gone", "lost-note"),      // caught, by a flag of another kind
		label(false, "c.md", "added", "twice", "sourced"),        // stands in two hunks
		label(false, "e.md", "added", "x", "sourced"),            // stands nowhere: counts as flagged
		label(true, "e.md", "added", "y", "dangling"),            // stands nowhere: missed, but the audit tells
		label(true, "a.md", "added", "host x", "fabricated"),     // the second kind is asked for here
	}}, all, []model.Finding{{Rule: "dangling", Path: "e.md"}})
	var g Gate
	g.Add(o)
	g.BadKinds, g.GoodKinds, g.Languages = nil, nil, nil
	want := Gate{Cases: 1, Bad: 4, Caught: 3, WithAudit: 4, Kind: 2, Token: 2, Beside: 1, Good: 3, False: 1, Unshown: 2, Doubtful: 1, Unlabelled: 2, Stray: 1}
	if fmt.Sprint(g) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", g, want)
	}
	if l := (Label{Side: sideAdded, Contains: "port 2", Kind: "changed-number", Token: "3"}); func() bool { _, at := l.right(all[0]); return at }() {
		t.Error("a flag on another token passes for the right one")
	}
}

func TestAgainst(t *testing.T) {
	figures := func(change func(*Figures)) Figures {
		f := Figures{Gate: Gate{Bad: 4, Caught: 3, Good: 5, False: 1, BadKinds: map[string]Tally{"negation": {Bad: 4, Caught: 3}}},
			Citation: Citation{Rows: 9, Bad: 4, FalseAccept: 1, Kinds: map[string]Cite{"glued": {9, 8}}}}
		change(&f)
		return f
	}
	base := figures(func(*Figures) {})
	for name, c := range map[string]struct {
		change        func(*Figures)
		worse, better int
		fails         bool
	}{
		"the same":            {func(*Figures) {}, 0, 0, false},
		"one more missed":     {func(f *Figures) { f.Gate.Caught-- }, 1, 0, false},
		"one less missed":     {func(f *Figures) { f.Gate.Caught++ }, 0, 1, false},
		"one more false":      {func(f *Figures) { f.Gate.False++ }, 1, 0, false},
		"one false accept":    {func(f *Figures) { f.Citation.FalseAccept++ }, 1, 0, false},
		"traded between kind": {func(f *Figures) { f.Citation.Kinds = map[string]Cite{"glued": {9, 7}}; f.Gate.False-- }, 1, 1, false},
		"another set":         {func(f *Figures) { f.Gate.Bad++ }, 0, 0, true},
		"another kind":        {func(f *Figures) { f.Gate.BadKinds = map[string]Tally{"miscited": {Bad: 4, Caught: 3}} }, 0, 0, true},
		"a kind less":         {func(f *Figures) { f.Gate.BadKinds = nil }, 0, 0, true},
		"other noise":         {func(f *Figures) { f.Noise = 5 }, 0, 0, true},
	} {
		worse, better, err := figures(c.change).Against(base)
		if len(worse) != c.worse || len(better) != c.better || (err != nil) != c.fails {
			t.Errorf("%s: worse %v, better %v, %v", name, worse, better, err)
		}
	}
	data, err := json.Marshal(base)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadFigures(strings.NewReader(string(data)))
	if worse, better, e := again.Against(base); err != nil || e != nil || len(worse)+len(better) > 0 {
		t.Errorf("figures change on the way through a file: %v %v", err, e)
	}
	for _, text := range []string{"", "{}", `{"files":[]}`} {
		if _, err := ReadFigures(strings.NewReader(text)); err == nil {
			t.Errorf("%q is taken for figures", text)
		}
	}
}

// TestNoise: the same seed says the same, all of it is talk, and it has nearly every short number.
func TestNoise(t *testing.T) {
	say := func(seed int64) (texts []string) {
		files, err := Noise(t.Context(), t.TempDir(), 12_000, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			stats, err := transcript.Scan(t.Context(), f, func(l transcript.Line) error { texts = append(texts, l.Text); return nil })
			if err != nil || stats.DamagedCount+stats.Incomplete > 0 {
				t.Fatal(err, stats)
			}
		}
		return texts
	}
	one, again, other := say(3), say(3), say(4)
	if !slices.Equal(one, again) || slices.Equal(one, other) || len(one) < 12_000 {
		t.Fatalf("%d lines, the same again: %v, the same of another seed: %v", len(one), slices.Equal(one, again), slices.Equal(one, other))
	}
	text := strings.Join(one, "\n")
	missing := 0
	for n := range 1000 {
		if !strings.Contains(text, fmt.Sprintf(" %d ", n)) {
			missing++
		}
	}
	if missing > 100 {
		t.Errorf("%d of 1000 numbers stand nowhere", missing)
	}
}

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dreamgate/dream/measure"
	worlds "dreamgate/dream/measure/world"
)

// cases lays out a good, a caught and a missed hunk.
func cases(t *testing.T) string {
	t.Helper()
	const said = `{"type":"user","timestamp":"2026-02-01T10:00:00Z","message":{"role":"user","content":"The kiln fires at 1240 degrees, and the door stays shut for 9 hours."}}` + "\n"
	return write(t, t.TempDir(), map[string]string{
		"gate/k1/base/kiln.md":         "Kiln notes.\n\nThe door is green.\n",
		"gate/k1/proposed/kiln.md":     "Kiln notes.\nThe kiln fires at 1280 degrees.\n\nThe door is green.\nThe door stays shut for 9 hours.\n",
		"gate/k1/transcripts/a1.jsonl": said,
		"gate/k1/CHANGES.md":           "- kiln.md: heat and door [a1:1]\n",
		"gate/k1/truth.json": `{"hunks":[{"path":"kiln.md","contains":"fires at 1280","side":"added","label":"bad","kind":"changed-number"},
			{"path":"kiln.md","contains":"shut for 9 hours","side":"added","label":"bad","kind":"fabricated"}]}`,
	})
}

func TestEval(t *testing.T) {
	bare(t)
	dir := cases(t)
	out := want(t, 0, "eval", dir, "--wrong")
	for _, s := range []string{"1 case, 2 bad hunks, 0 good hunks", "missed   k1  kiln.md  fabricated", "caught                 1/2   50%", "changed-number  1/1     1     1"} {
		if !strings.Contains(out, s) {
			t.Errorf("the figures lack %q:\n%s", s, out)
		}
	}
	if strings.Contains(out, "█") {
		t.Errorf("there are bars in what goes into a file:\n%s", out)
	}
	got := parsed[evalJSON](t, 0, "eval", dir, "--json", "--noise", "50")
	if g := got.Gate; g.Bad != 2 || g.Caught != 1 || got.Noise != 50 || len(got.Wrong) != 1 || got.Wrong[0].What != "missed" {
		t.Errorf("got %+v", got)
	}
	if entries, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(entries) > 0 {
		t.Errorf("a measurement leaves %v, %v", entries, err)
	}
}

// TestEvalBaseline: who keeps the figures of one run fails a later one that is worse.
func TestEvalBaseline(t *testing.T) {
	home := bare(t)
	dir := cases(t)
	file := filepath.Join(home, "figures.json")
	keep := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	figures := want(t, 0, "eval", dir, "--json")
	keep(figures)
	if out := want(t, 0, "eval", dir, "--baseline", file); !strings.Contains(out, "0 worse, 0 better") {
		t.Error(out)
	}
	keep(strings.Replace(figures, `"caught": 1,`, `"caught": 2,`, 1))
	r := call(t, false, "eval", dir, "--baseline", file)
	if r.code != 1 || !strings.Contains(r.err, "worse than the baseline") || !strings.Contains(r.err, "bad hunks caught: 1 of 2, was 2") {
		t.Errorf("%d %s", r.code, r.err)
	}
	keep(strings.Replace(figures, `"caught": 1,`, `"caught": 0,`, 1))
	if got := parsed[evalJSON](t, 0, "eval", dir, "--baseline", file, "--json"); len(got.Baseline.Better) != 1 {
		t.Errorf("%+v", got.Baseline)
	}
	for text, says := range map[string]string{"{}": "no figures", "x": "invalid", strings.Replace(figures, `"bad": 2,`, `"bad": 3,`, 1): "other cases"} {
		keep(text)
		if r := call(t, false, "eval", dir, "--baseline", file); r.code != 1 || !strings.Contains(r.err, says) {
			t.Errorf("want %q: %d %s", says, r.code, r.err)
		}
	}
}

func TestEvalRefuses(t *testing.T) {
	home := bare(t)
	broken := cases(t)
	if err := os.WriteFile(filepath.Join(broken, "gate/k1/truth.json"), []byte(`{"hunks":[{"path":"a\u001b[31m"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"eval"}, 2, "eval --help"}, {[]string{"eval", "nowhere"}, 1, "nowhere"}, {[]string{"eval", home}, 1, "no labelled cases"},
		{[]string{"eval", broken}, 1, "k1: read truth.json: hunk 1"}, {[]string{"eval", broken, "--noise", "-1"}, 2, "--noise"},
		{[]string{"eval", broken, "--baseline", "none.json"}, 1, "none.json"},
	} {
		if r := call(t, false, c.args...); r.code != c.code || !strings.Contains(r.err, c.says) || strings.Contains(r.err, "\x1b") {
			t.Errorf("%v: %d %q", c.args, r.code, r.err)
		}
	}
}

// TestEvalBars draws the figures at several widths: no row is wider than the terminal, and a bar that is
// not full does not look so.
func TestEvalBars(t *testing.T) {
	gate := measure.Gate{Cases: 400, Bad: 3000, Caught: 2999, Good: 900, False: 1, Kind: 3,
		BadKinds:  map[string]measure.Tally{"contradicted-later": {Bad: 3000, Caught: 2999, Kind: 3}, "dangling": {}},
		GoodKinds: map[string]measure.Tally{"supported-deletion": {Good: 900, False: 1}}}
	for _, width := range []int{0, 20, 40, 72, 80, 120} {
		var out bytes.Buffer
		e := evaluation{app: &app{Program: Program{Stdout: &out}}, width: width}
		e.print(evalJSON{Figures: measure.Figures{Gate: gate}})
		for line := range strings.Lines(out.String()) {
			line = strings.TrimRight(line, "\n")
			if strings.Contains(line, "%") && width >= 40 && ansi.StringWidth(line) > width {
				t.Errorf("%d: %q has %d cells", width, line, ansi.StringWidth(line))
			}
			if strings.HasSuffix(line, "█") {
				t.Errorf("%d: %q looks whole", width, line)
			}
		}
		if bars := strings.Contains(out.String(), "█"); bars != (width > 0) {
			t.Errorf("%d: bars %v\n%s", width, bars, out.String())
		}
		if width == 40 || width == 80 {
			golden(t, "eval-"+map[int]string{40: "narrow", 80: "normal"}[width]+".golden", out.String(), "no folder")
		}
	}
}

func TestEvalEngine(t *testing.T) {
	bare(t)
	r := parsed[worlds.Report](t, 0, "eval", "--engine", "leaker", "--worlds", "1", "--dreams", "1", "--json")
	if len(r.Courses) != 2 || r.Courses[0].Mode != worlds.AcceptAll || r.Courses[0].States[1].Leaked == 0 || r.Courses[1].States[1].Leaked > 0 {
		t.Errorf("got %+v", r)
	}
	out := want(t, 0, "eval", "--engine", "offline", "--worlds", "1", "--dreams", "1", "--seed", "3")
	if !strings.Contains(out, "engine offline in 1 world, 1 dream in each (seed 3)") || !strings.Contains(out, "accept-clean:") || strings.Contains(out, "█") {
		t.Error(out)
	}
	if left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "dreamgate-*")); err != nil || len(left) > 0 {
		t.Errorf("a trial leaves %v, %v", left, err)
	}
	for _, c := range []struct{ args, says string }{
		{"--engine nope", "there is no engine"}, {"--engine lazy cases", "exclude"}, {"--engine lazy --noise 5", "--noise"},
		{"--worlds 2 cases", "--worlds"}, {"--engine lazy --worlds 0", "--worlds"}, {"--engine lazy --dreams 1001", "--dreams"}, {"--engine command", "PROGRAM"},
	} {
		if r := call(t, false, append([]string{"eval"}, strings.Fields(c.args)...)...); r.code != 2 || !strings.Contains(r.err, c.says) {
			t.Errorf("%s: %d %s", c.args, r.code, r.err)
		}
	}
}

// TestEvalCourses: a trial fits the terminal, and the narrow one has its bars as well.
func TestEvalCourses(t *testing.T) {
	states := []worlds.Score{{Facts: 96, Right: 96}, {Facts: 102, Right: 70, Stale: 20, Missed: 9, Lost: 3, Invented: 1, Bytes: 81234}}
	r := worlds.Report{Engine: "x\x1b[31m", Worlds: 6, Dreams: 1, Courses: []worlds.Course{{Mode: worlds.AcceptAll, States: states, Proposed: 4, Failed: 1, Why: "no\x1b[2J credit"}}}
	for _, width := range []int{0, 40, 80, 120} {
		var out bytes.Buffer
		e := evaluation{app: &app{Program: Program{Stdout: &out}}, width: width}
		e.courses(r)
		if text := out.String(); strings.Contains(text, "\x1b") || !strings.Contains(text, "1 dream failed") || strings.Contains(text, "█") != (width == 40 || width == 120) {
			t.Errorf("%d:\n%s", width, text)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimRight(line, "\n"); width > 0 && ansi.StringWidth(line) > width {
				t.Errorf("%d: %q has %d cells", width, line, ansi.StringWidth(line))
			}
		}
	}
}

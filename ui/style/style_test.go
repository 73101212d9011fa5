package style

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

func both(t *testing.T, f func(t *testing.T, s *Styles)) {
	for _, ascii := range []bool{false, true} {
		for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
			for _, theme := range Themes() {
				t.Run(fmt.Sprint(theme, p, ascii), func(t *testing.T) {
					f(t, New(Options{Theme: theme, Profile: p, ASCII: ascii}))
				})
			}
		}
	}
}

// luminance is the relative luminance of the web's accessibility guidelines.
func luminance(t *testing.T, hex string) float64 {
	var v [3]int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &v[0], &v[1], &v[2]); err != nil {
		t.Fatalf("%q is no colour: %v", hex, err)
	}
	var lin [3]float64
	for i, c := range v {
		x := float64(c) / 255
		if x <= 0.03928 {
			lin[i] = x / 12.92
		} else {
			lin[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*lin[0] + 0.7152*lin[1] + 0.0722*lin[2]
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast holds every word on every ground it stands on to a contrast of 4.5 to 1. The grounds
// of terminals are not ours: a black and a dark grey one, a white and a paper one stand for them.
func TestContrast(t *testing.T) {
	const least = 4.5
	for _, c := range []struct {
		theme   theme
		grounds []string
		text    string
	}{
		{dark, []string{"#000000", "#1E1E2E"}, "#D0D0D0"},
		{light, []string{"#FFFFFF", "#FAF8F2"}, "#24292F"},
	} {
		th := c.theme
		words := map[string]string{
			"muted": th.muted.hex, "accent": th.accent.hex, "ok": th.ok.hex, "warn": th.warn.hex, "error": th.err.hex,
			"info": th.info.hex, "user": th.user.hex, "feedback": th.feedback.hex, "project": th.project.hex,
			"reference": th.reference.hex, "add": th.add.hex, "del": th.del.hex,
		}
		check := func(name, fg, bg string) {
			if got := contrast(t, fg, bg); got < least {
				t.Errorf("%s: %s: %s on %s has %.2f, less than %.1f", th.name, name, fg, bg, got, least)
			}
		}
		for name, fg := range words {
			for _, bg := range append(c.grounds, th.selectBg.hex) {
				check(name, fg, bg)
			}
		}
		check("selected text", th.selectText.hex, th.selectBg.hex)
		check("found", th.foundText.hex, th.found.hex)
		check("found here", th.hereText.hex, th.here.hex)
		for _, bg := range []string{th.addBg.hex, th.addWord.hex} {
			check("added", th.add.hex, bg)
		}
		for _, bg := range []string{th.delBg.hex, th.delWord.hex} {
			check("deleted", th.del.hex, bg)
		}
	}
}

// TestMarksAreOneCell: columns are counted on it. The exceptions are named in Marks.
func TestMarksAreOneCell(t *testing.T) {
	for _, m := range []Marks{unicodeMarks, asciiMarks} {
		if m.Yes == m.Plus || m.Yes == m.Added || m.Yes == m.Accepted || m.Down == m.Yes {
			t.Errorf("a mark that something holds is taken for another: %+v", m)
		}
		v := reflect.ValueOf(m)
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Field(i).Kind() != reflect.String {
				continue
			}
			mark := v.Field(i).String()
			long := name == "NoSource" || name == "Doubt" || m.ASCII && (name == "Ellipsis" || name == "Down")
			if !long && Width(mark) != 1 {
				t.Errorf("%s %q has %d cells", name, mark, Width(mark))
			}
			if m.ASCII && strings.ContainsFunc(mark, func(r rune) bool { return r > 0x7e }) {
				t.Errorf("%s %q is not ASCII", name, mark)
			}
		}
	}
}

// hostile are texts that measure badly.
var hostile = []string{
	"", "a", "between two --- lines", "a-b-c-d-e-f-g-h-i-j --- -", "नि अनि กำลัง", "plain words of a note", "日本語のノート", "a日b本c", "tab\there", "\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m",
	"\x1b[48;2;1;2;3mground", "e\u0301e\u0301e\u0301", "กำลังทดสอบ", "one\ntwo\nthree", strings.Repeat("x", 300), strings.Repeat("語", 200),
	"\x1b[31m" + strings.Repeat("long ", 60) + "\x1b[0m", "• item that goes on and on and on", "│ │ 12. quoted item of some length",
}

func checkRows(t *testing.T, s string, w, h int) {
	t.Helper()
	rows := strings.Split(s, "\n")
	if h > 0 && len(rows) != h {
		t.Fatalf("%d rows, want %d", len(rows), h)
	}
	for _, r := range rows {
		if got := Width(r); h > 0 && got != max(0, w) {
			t.Fatalf("row of %d cells, want %d: %q", got, w, r)
		}
	}
}

func TestFitAndFrame(t *testing.T) {
	both(t, func(t *testing.T, s *Styles) {
		for _, text := range hostile {
			for w := range 24 {
				for h := range 6 {
					checkRows(t, Fit(Tabs(text), w, h), w, h)
					box := Box{Title: "A title", Right: "right", Foot: "foot", Focus: h%2 == 0}
					checkRows(t, s.Frame(box, Tabs(text), w, h), w, h)
				}
				if got := Width(s.Gauge(float64(w), 10, w)); got != w {
					t.Fatalf("a gauge of %d cells, want %d", got, w)
				}
				if got := Width(s.CutRule("cut at line 200", w)); got != w {
					t.Fatalf("a rule of %d cells, want %d", got, w)
				}
				if line := strings.Split(Tabs(text), "\n")[0]; Width(s.ShortPad(line, w)) != w || Width(PadLeft(line, w)) != w {
					t.Fatalf("%q is not padded to %d", line, w)
				}
			}
		}
	})
}

func TestGaugeTellsMore(t *testing.T) {
	both(t, func(t *testing.T, s *Styles) {
		last := -1
		for part := range 30 {
			bar := ansi.Strip(s.Gauge(float64(part), 20, 12))
			full := strings.Count(bar, s.Marks.gauge.fill[len(s.Marks.gauge.fill)-1])
			if full < last {
				t.Fatalf("%d of 20 shows less than before: %s", part, bar)
			}
			last = full
		}
		if strings.Contains(ansi.Strip(s.Gauge(1, 1e9, 12)), "          ") {
			t.Error("the least part is not seen")
		}
	})
	s := New(Options{Profile: termenv.TrueColor})
	for share, want := range map[float64]Ink{0.5: s.OK, 0.8: s.Warn, 1: s.Warn, 1.01: s.Error} {
		if got := s.Level(share); got.on != want.on {
			t.Errorf("the level of %v is wrong", share)
		}
	}
}

// TestInk: an ink writes what its lipgloss style writes, where that writes a text in one piece: it
// takes underlined text apart into letters, and writes codes around nothing.
func TestInk(t *testing.T) {
	both(t, func(t *testing.T, s *Styles) {
		for _, i := range []Ink{s.Text, s.Muted, s.Accent, s.Selected.Error, s.AddLine, s.AddWord, s.DelWord} {
			if i.Render("") != "" {
				t.Error("nothing is drawn as something")
			}
			for _, text := range []string{"word", "two words", "日本"} {
				if i.Style.GetUnderline() {
					continue
				}
				if got, want := i.Render(text), i.Style.Render(text); got != want {
					t.Errorf("Render(%q) = %q, the style gives %q", text, got, want)
				}
			}
			if s.Plain && i.Render("x") != "x" {
				t.Error("there are colours where there should be none")
			}
		}
	})
}

// TestReflow: rows are narrow enough, keep all words, and end every colour they begin.
func TestReflow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := ""
		for range rnd.IntN(6) + 1 {
			text += hostile[rnd.IntN(len(hostile))] + []string{" ", "\n", ""}[rnd.IntN(3)]
		}
		w := rnd.IntN(60) + 2
		rows := Reflow(text, w)
		for _, r := range rows {
			if Width(r) > w {
				t.Fatalf("%d cells at %d: %q", Width(r), w, r)
			}
			if openAfter("", r) != "" {
				t.Fatalf("a colour runs over the end of %q", r)
			}
		}
		squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "", "│", "").Replace(ansi.Strip(s)) }
		if got, want := squeeze(strings.Join(rows, "\n")), squeeze(Tabs(text)); got != want {
			t.Fatalf("words are lost at %d:\n%q\n%q", w, got, want)
		}
	}
	if Reflow("a", 0) != nil || len(Reflow("", 5)) != 1 {
		t.Error("the smallest cases are wrong")
	}
}

func TestReflowHangs(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"• one two three", 8, "• one\n  two\n  three"},
		{"  - one two three", 9, "  - one\n    two\n    three"},
		{"12. one two", 8, "12. one\n    two"},
		{"│ one two", 6, "│ one\n│ two"},
		{"[x] one two", 8, "[x] one\n    two"},
		{"     deep indent", 8, "deep\nindent"},
		{"\x1b[31m• one two\x1b[0m", 6, "\x1b[31m• \x1b[0m\x1b[31mone\x1b[0m\n\x1b[31m  two\x1b[0m"},
	} {
		if got := strings.Join(Reflow(c.in, c.w), "\n"); got != c.want {
			t.Errorf("Reflow(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	show := func(s string) string { return strings.ReplaceAll(s, "\x1b", "^") }
	for in, want := range map[string]string{
		"\x1b[1;31mred\x1b[0m":   "\x1b[1;31mred\x1b[0m",
		"\x1b[2Jgone":            "^[2Jgone",
		"\x1b]52;c;x\x07":        "^]52;c;x\x07",
		"\x1b[31":                "^[31",
		"\x1b[\x1b[32mgreen":     "^[\x1b[32mgreen",
		"a\x1b[38;2;1;2;3mb\x1b": "a\x1b[38;2;1;2;3mb^",
	} {
		if got := Clean(in, show); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ asked, env, want string }{
		{"", "", "dark"}, {"light", "15;0", "light"}, {"dark", "0;15", "dark"}, {"", "0;15", "light"}, {"", "15;0", "dark"},
		{"", "0;7", "light"}, {"", "0;8", "dark"}, {"", "12;default;15", "light"}, {"", "nonsense", "dark"}, {"pink", "", "dark"},
	} {
		if got := Choose(c.asked, c.env); got != c.want {
			t.Errorf("Choose(%q, %q) = %s, want %s", c.asked, c.env, got, c.want)
		}
	}
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, true}, {map[string]string{"LANG": "C"}, false}, {map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, false}, {map[string]string{"LC_CTYPE": "C.utf8"}, true},
	} {
		if got := UTF8(func(k string) string { return c.env[k] }); got != c.want {
			t.Errorf("UTF8(%v) = %v", c.env, got)
		}
	}
}

// TestSpacingSigns: what terminals show in cells of its own is counted so, in every way to cut text.
func TestSpacingSigns(t *testing.T) {
	for text, want := range map[string]int{"กำ": 2, "กำลัง": 4, "अनि": 3, "क्षि": 3, "க்": 1, "ກຳ": 2, "日本": 4, "e\u0301": 1, "\x1b[31mनि\x1b[0m x": 4} {
		if got := Width(text); got != want {
			t.Errorf("%q has %d cells, want %d", text, got, want)
		}
	}
	s := New(Options{Profile: termenv.Ascii})
	text := "\x1b[31mनिर्णय\x1b[0m กำลังทดสอบ दस्तावेज़ और कुछ words"
	for w := 1; w < 40; w++ {
		if got := Width(Pad(text, w)); got != w {
			t.Fatalf("Pad to %d gives %d", w, got)
		}
		if got := Width(s.Short(text, w)); got > w {
			t.Fatalf("Short to %d gives %d", w, got)
		}
		if got := Width(Cut(text, w)) + Width(Skip(text, Width(Cut(text, w)))); got != Width(text) {
			t.Fatalf("cut at %d: the parts have %d cells of %d", w, got, Width(text))
		}
		squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(ansi.Strip(s)) }
		for _, rows := range [][]string{Wrap(ansi.Strip(text), w), Reflow(text, w)} {
			for _, r := range rows {
				if Width(r) > w {
					t.Fatalf("%d cells at %d: %q", Width(r), w, r)
				}
			}
			if got := squeeze(strings.Join(rows, "\n")); got != squeeze(text) {
				t.Fatalf("letters are lost at %d: %q", w, got)
			}
		}
	}
}

// TestSkip: where the edge falls into a wide letter, neither half of it is left.
func TestSkip(t *testing.T) {
	for _, text := range []string{"a한국│x", "\x1b[31m日\x1b[0m本 \x1b[32m👩‍👩‍👧 e\u0301\x1b[0m│", "กำ日本 नि│", "plain"} {
		for n := range Width(text) + 2 {
			got := Skip(text, n)
			whole := Width(Cut(text, n)) == n
			if left := Width(text) - n; Width(got) > max(0, left) || whole && Width(got) != left {
				t.Errorf("%q without %d cells is %q, %d cells", text, n, got, Width(got))
			}
			if !strings.HasSuffix(ansi.Strip(text), ansi.Strip(got)) || strings.Count(got, "\x1b") != strings.Count(text, "\x1b") {
				t.Errorf("%q without %d cells is %q: text or colours are lost", text, n, got)
			}
		}
	}
}

func TestTabs(t *testing.T) {
	for in, want := range map[string]string{"a\tb": "a   b", "\t": "    ", "日\tx": "日  x", "abcd\te\nf\tg": "abcd    e\nf   g", "none": "none"} {
		if got := Tabs(in); got != want {
			t.Errorf("Tabs(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestMarkdownTokens: without colours the style of rendered notes has none.
func TestMarkdownTokens(t *testing.T) {
	if s := New(Options{Profile: termenv.Ascii}).Markdown(); s.Heading.Color != nil || s.Code.Prefix != "`" {
		t.Error("a plain look has colours, or hides what made them")
	}
	if s := New(Options{Profile: termenv.ANSI}).Markdown(); s.Heading.Color == nil || *s.Heading.Color != dark.accent.ansi {
		t.Error("sixteen colours are not the named ones")
	}
}

// TestWrapWithoutBlanks: scripts that are written without blanks fill their rows, no row begins with what
// belongs to the letter before it, and colours make no difference.
func TestWrapWithoutBlanks(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want []string
	}{
		{"> - **撂凲绐萪侈躾葦隚**，悐躷箁哷", 14, []string{"> - **撂凲绐萪", "侈躾葦隚**，悐", "躷箁哷"}},
		{"用户要求、先看测试。", 10, []string{"用户要求、", "先看测试。"}},
		{"用户要求（测试）", 10, []string{"用户要求", "（测试）"}},
		{"サーバのキャッシュ", 10, []string{"サーバの", "キャッシュ"}},
		{"the word 毎秒 stands", 10, []string{"the word", "毎秒", "stands"}},
		{"use RedisをCI", 10, []string{"use Redis", "をCI"}},
	} {
		if got := Wrap(c.text, c.w); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q", c.text, c.w, got)
		}
		var plain []string
		for _, row := range wrap("\x1b[31m"+strings.ReplaceAll(c.text, "，", "\x1b[32m，")+"\x1b[0m", c.w) {
			plain = append(plain, ansi.Strip(row))
		}
		if !slices.Equal(plain, c.want) {
			t.Errorf("%q in colour: %q", c.text, plain)
		}
	}
}

func TestMiddleNeverTakesMoreRoom(t *testing.T) {
	s := New(Options{})
	for _, line := range []string{"日本語のメモの名前がとても長い.md", "a日本語b日本語c日本語.md", "Ärger-mit-é-und-weiter.md", "plain-but-rather-long-name.md"} {
		for w := range Width(line) + 2 {
			got := s.Middle(line, w)
			if Width(got) > w {
				t.Errorf("%q in %d cells is %q: %d cells", line, w, got, Width(got))
			}
			if w >= 12 && !strings.HasSuffix(got, ".md") {
				t.Errorf("%q in %d cells is %q, without its end", line, w, got)
			}
		}
	}
}

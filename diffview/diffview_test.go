package diffview

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/diffview/hunk"
	"dreamgate/diffview/hunk/hunktest"
	"dreamgate/model"
)

var update = flag.Bool("update", false, "write the goldens anew")

// coloured are styles with grounds, of a renderer that asks no terminal.
func coloured() *Styles {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.TrueColor)
	s := func(fg, bg string) lipgloss.Style {
		st := r.NewStyle().Foreground(lipgloss.Color(fg))
		if bg != "" {
			st = st.Background(lipgloss.Color(bg))
		}
		return st
	}
	return &Styles{
		Add: s("#00aa00", "#002200"), Del: s("#aa0000", "#220000"),
		AddWord: s("#00ff00", "#004400"), DelWord: s("#ff0000", "#440000"),
		Context: r.NewStyle(), Gutter: s("#000031", ""), Muted: s("#000032", ""), Mark: s("#000033", ""), Flag: s("#000034", ""),
	}
}

// inputs are the hunks of a change, with their context.
func inputs(base, proposed model.Tree) []Input {
	var out []Input
	for _, c := range hunk.Diff(base, proposed) {
		for i, h := range c.Hunks {
			in := Input{Hunk: h, Wrap: true}
			in.Before, in.After = Context(base[c.Path].Data, c, i, 3)
			for j, s := range h.Added {
				for _, token := range []string{"late Oct 2026", "22", "記録"} {
					if k := strings.Index(s, token); k >= 0 {
						at := model.Span{Line: j, Start: k, End: k + len(token)}
						in.Flags = append(in.Flags, model.Flag{Kind: unsourced, Token: token, At: at})
					}
				}
			}
			out = append(out, in)
		}
	}
	return out
}

// prose is what the screen is for.
var prose = hunktest.Case{
	Name: "prose",
	Base: model.Tree{"a.md": hunktest.Text("# Tests\n\nRun tests with `npm test`; the suite needs a local Redis on port 6379.\n\n" +
		"- Database: a real one, never a mock; the mock hid a lock that stopped production for an hour last May\n  - nested item that is kept\n")},
	Proposed: model.Tree{"a.md": hunktest.Text("# Tests\n\nRun tests with `pnpm test` (project moved from npm to pnpm in late Oct 2026).\n\n" +
		"- Database: a real one, never a mock; the mock hid a deadlock that stopped production for two hours last May\n  - nested item that is kept\n")},
}

var hidden = hunktest.Case{
	Name: "hidden",
	Base: model.Tree{"a.md": hunktest.Text("allow list: staging\n-\ndeny: admin // end\n-\nuser is paypal\n-\nplain text\n-\n" +
		"tab\tand\tcolumns\n-\ntwo  blanks \n-\npay\n-\nthe end of\n-\n\x1b[31mred\x07\n")},
	Proposed: model.Tree{"a.md": hunktest.Text("allow list: stag\u200bing\n-\ndeny: \u202enimda\u202c // \u2066end\u2069\n-\nuser is p\u0430ypal\n-\n" +
		"plain text\U000e0041\U000e0042\n-\ntabs\tand\tcolumns\n-\ntwo blanks\t\n-\n\u0440\u0430\u0443\n-\nthe end\u00a0of\n-\n\x1b[32mred\x07\n")},
}

func cases() []hunktest.Case {
	return append([]hunktest.Case{prose, hidden}, hunktest.Cases...)
}

func TestGolden(t *testing.T) {
	plain, ascii := &Styles{Plain: true}, &Styles{Plain: true, ASCII: true}
	for _, g := range []struct {
		name  string
		width int
		st    *Styles
		cut   bool
		sides bool
	}{
		{"plain-100", 100, plain, false, false}, {"plain-44", 44, plain, false, false}, {"plain-20", 20, plain, false, false},
		{"ascii-44", 44, ascii, false, false}, {"cut-44", 44, plain, true, false}, {"colour-44", 44, coloured(), false, false},
		{"sides-100", 100, plain, false, true}, {"sides-ascii-72", 72, ascii, false, true}, {"sides-cut-72", 72, plain, true, true},
		{"sides-colour-72", 72, coloured(), false, true},
	} {
		var b strings.Builder
		for _, c := range cases() {
			fmt.Fprintf(&b, "== %s\n", c.Name)
			for _, in := range inputs(c.Base, c.Proposed) {
				in.Width, in.Styles, in.Wrap, in.Sides = g.width, g.st, !g.cut, g.sides
				for _, row := range render(in) {
					b.WriteString("|" + strings.ReplaceAll(row, "\x1b", "␛") + "|\n")
				}
				b.WriteString("\n")
			}
		}
		file := filepath.Join("testdata", g.name+".golden")
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != string(want) {
			a, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range min(len(a), len(w)) {
				if a[i] != w[i] {
					t.Errorf("%s:%d\n got %s\nwant %s", file, i+1, a[i], w[i])
					break
				}
			}
			t.Errorf("%s differs; look at it and run with -update", file)
		}
	}
}

// ragged makes lines of everything that is measured wrong somewhere.
func ragged(rng *rand.Rand) string {
	parts := []string{" ", " ", "  ", "\t", "a", "word", "longerword", "- ", "日本語", "한글", "กำ", "e\u0301\u0302\u0303", "\xff",
		"\u200d", "👩\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "🇫🇷", "🇫", "⚠\ufe0f", "\u202e", "\x1b[31m", "\r", "ｗ", "\u0430b", "\u200d", "#\ufe0f⃣", "\u0600", "ᄀ", "ᅡ"}
	var b strings.Builder
	for range rng.IntN(25) {
		b.WriteString(parts[rng.IntN(len(parts))])
	}
	return b.String()
}

// raggedInput is a hunk of such lines, some of them alike, with flags at any place.
func raggedInput(rng *rand.Rand) Input {
	in := Input{Hunk: model.Hunk{Kind: model.HunkText, OldStart: 1 + rng.IntN(2000), NewStart: 1 + rng.IntN(20)}}
	for range rng.IntN(3) {
		in.Before = append(in.Before, ragged(rng)+"\n")
		in.After = append(in.After, ragged(rng)+"\r\n")
	}
	for range 1 + rng.IntN(3) {
		old := ragged(rng)
		new := old + ragged(rng)
		if k := strings.Index(old, "word"); k >= 0 {
			new = old[:k] + ragged(rng) + old[k+4:]
		}
		in.Hunk.Removed = append(in.Hunk.Removed, old+"\n")
		in.Hunk.Added = append(in.Hunk.Added, new)
		for range rng.IntN(3) {
			from := rng.IntN(len(new) + 2)
			at := model.Span{Line: len(in.Hunk.Added) - 1, Start: from - 1, End: from + rng.IntN(8)}
			in.Flags = append(in.Flags, model.Flag{Kind: []string{unsourced, "secret"}[rng.IntN(2)], At: at})
		}
	}
	return in
}

// TestWidths holds that no row is ever wider than it may be, that nothing moves a terminal, and that
// any window is a part of the whole.
func TestWidths(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	styles := []*Styles{nil, {Plain: true, ASCII: true}, coloured()}
	var ins []Input
	for range 60 {
		ins = append(ins, raggedInput(rng))
	}
	for _, c := range cases() {
		ins = append(ins, inputs(c.Base, c.Proposed)...)
	}
	for k, in := range ins {
		for w := -1; w <= 64; w++ {
			in.Width, in.Styles, in.Wrap, in.Left, in.Sides = w, styles[(w+k+3)%3], (w+k)%4 > 0, rng.IntN(20), (w+k)%2 == 0
			l := New(in)
			rows := l.Window(0, l.Len())
			if len(rows) != l.Len() || w > 0 && len(rows) == 0 {
				t.Fatalf("%d rows, %d drawn", l.Len(), len(rows))
			}
			for i, row := range rows {
				if got := ansi.StringWidth(row); got > w {
					t.Fatalf("width %d of %+v: %d cells: %q", w, in, got, row)
				}
				if text := ansi.Strip(row); model.PrintableLine(text) != text {
					t.Fatalf("not printable: %q", text)
				}
				if one := l.Window(i, 1); len(one) != 1 || one[0] != row {
					t.Fatalf("row %d alone is %q, want %q", i, one, row)
				}
			}
			for i, r := range l.FlagRows() {
				if r < -1 || r >= len(rows) {
					t.Fatalf("flag %d is in row %d of %d", i, r, len(rows))
				}
			}
		}
	}
}

// TestWrapKeepsText holds that wrapping loses nothing but blanks, and fills no row beyond its room.
func TestWrapKeepsText(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for range 3000 {
		s := source{body: strings.ReplaceAll(ragged(rng), "\n", "")}.print(unicodeGlyphs).text
		w := 2 + rng.IntN(30)
		hang := hanging(s, w)
		var b strings.Builder
		at := 0
		for i, p := range wrap(s, w, hang) {
			room := w
			if i > 0 {
				room -= hang
			}
			if got := ansi.StringWidth(s[p.from:p.to]); got > room {
				t.Fatalf("%q at %d: %q has %d cells", s, w, s[p.from:p.to], got)
			}
			if p.from < at || strings.TrimSpace(s[at:p.from]) != "" {
				t.Fatalf("%q at %d: lost %q", s, w, s[at:p.from])
			}
			b.WriteString(s[p.from:p.to])
			at = p.to
		}
		if squeeze(b.String()) != squeeze(s) {
			t.Fatalf("%q at %d became %q", s, w, b.String())
		}
	}
}

func TestContext(t *testing.T) {
	base := "1\n2\n3\n4\n5\n6\n7\n8\n9"
	proposed := "1\n2\nC\n4\n5\nF\n7\n8\n9\n"
	c := hunk.Diff(model.Tree{"a": hunktest.Text(base)}, model.Tree{"a": hunktest.Text(proposed)})[0]
	for i, want := range [][2]string{{"1 2", "4 5"}, {"4 5", "7 8"}, {"7 8", ""}} {
		before, after := Context([]byte(base), c, i, 3)
		got := [2]string{strings.Join(strings.Fields(strings.Join(before, "")), " "), strings.Join(strings.Fields(strings.Join(after, "")), " ")}
		if got != want {
			t.Errorf("hunk %d: %q, want %q", i, got, want)
		}
	}
}

func TestFlagRows(t *testing.T) {
	in := inputs(prose.Base, prose.Proposed)[0]
	in.Width = 44
	in.Flags = append(in.Flags, model.Flag{Kind: "lost"}, model.Flag{Kind: "secret", At: model.Span{Line: 0, Start: 0, End: 3}})
	l := New(in)
	rows := l.FlagRows()
	for i, want := range []string{"late Oct", "", "Run[!] tests"} {
		got := ""
		if rows[i] >= 0 {
			got = strings.Join(l.Window(rows[i], 1), "")
		}
		if !strings.Contains(got, want) || want == "" && rows[i] != -1 {
			t.Errorf("flag %d is in row %d: %q", i, rows[i], got)
		}
	}
}

// TestLongLine holds that a change at the end of a very long line is near the top, and that
// everything can be reached where all of the line is new.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("word ", 40_000)
	in := inputs(model.Tree{"a": hunktest.Text(long + "AMOUNT=100 end\n")}, model.Tree{"a": hunktest.Text(long + "AMOUNT=900 end\n")})[0]
	in.Width = 80
	text := strings.Join(render(in), "\n")
	if !strings.Contains(text, "AMOUNT=[-100-]") || !strings.Contains(text, "AMOUNT={+900+}") || New(in).Len() > 20 {
		t.Errorf("%d rows: %.3000s", New(in).Len(), text)
	}
	in.Wrap = false
	if row := New(in).Window(0, 1)[0]; !strings.HasSuffix(row, "»") {
		t.Errorf("nothing says that the change lies further right: %q", row)
	}
	in.Left = len(long) - 20
	if row := New(in).Window(0, 1)[0]; !strings.Contains(row, "AMOUNT=[-100-]") {
		t.Errorf("shifted: %q", row)
	}
	solid := Input{Hunk: model.Hunk{Kind: model.HunkAdded, Added: []string{strings.Repeat("x", 1_000_000) + "end"}, NewStart: 1}, Width: 80, Wrap: true}
	l := New(solid)
	if last := l.Window(l.Len()-2, 2); len(last) != 2 || !strings.HasSuffix(last[0], "end") || l.Len() < 10_000 {
		t.Errorf("%d rows, the last %q", l.Len(), last)
	}
}

// TestTabsKeepColumns holds that brackets around a word move nothing of the line before it.
func TestTabsKeepColumns(t *testing.T) {
	for in, want := range map[string]string{"a\tb": "a   b", "日本\tb": "日本    b", "\t\tx": "        x", "abcd\te": "abcd    e"} {
		if got := (source{body: in}).print(unicodeGlyphs).text; got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestBlanksOfChangedLines: tabs and the blanks at the end of a line can be seen where a line comes or goes, also
// where a word beside them is what changes.
func TestBlanksOfChangedLines(t *testing.T) {
	in := inputs(model.Tree{"a": hunktest.Text("\tkept \nwe use make here  \n")}, model.Tree{"a": hunktest.Text("\tkept \nwe use make here and there \n\tnew\n")})[0]
	in.Width = 60
	for i, want := range []string{"1 1       kept", "2   - we use make here[-··-]", "  2 + we use make here{+ and there·+}", "  3 + →   new"} {
		if got := strings.TrimRight(render(in)[i], " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFold(t *testing.T) {
	rows := make([]piece, 60)
	for i := range rows {
		rows[i] = piece{i, i + 1}
	}
	var got []string
	for _, r := range fold(rows, func(p piece) bool { return p.from == 30 || p.from == 36 }) {
		if r.hidden > 1 {
			got = append(got, fmt.Sprint("-", r.hidden))
		} else {
			got = append(got, fmt.Sprint(r.from))
		}
	}
	want := strings.Fields("0 1 2 -25 28 29 30 31 32 33 34 35 36 37 38 -21")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// render draws all rows of a hunk.
func render(in Input) []string {
	l := New(in)
	return l.Window(0, l.Len())
}

// TestPieceOfALine: a piece inside a line shows what stands beside it, and no end of a file where there
// is none.
func TestPieceOfALine(t *testing.T) {
	base := model.Tree{"a.md": hunktest.Text("first\nWe use make. Tests run at 5. Ask Ann. The end.\nlast\n")}
	changes := hunk.Diff(base, model.Tree{"a.md": hunktest.Text("first\nWe use make. Tests run at 6. Ask Bob. The end.\nlast\n")})
	shape, ok := hunk.SplitBy(changes, model.Shape{}, changes[0].Hunks[0].ID, hunk.Sentences)
	split, err := hunk.Reshape(changes, shape)
	if err != nil || !ok || len(split[0].Hunks) != 2 {
		t.Fatalf("%v, %+v", err, split)
	}
	for i, want := range []string{
		"1 1   first|2   - We use make. Tests run at [-5-]. Ask Ann. The end.|  2 + We use make. Tests run at {+6+}. Ask Ann. The end.",
		"2   - We use make. Tests run at 5. Ask [-Ann-]. The end.|  2 + We use make. Tests run at 5. Ask {+Bob+}. The end.|3 3   last",
	} {
		in := Input{Hunk: split[0].Hunks[i], Width: 80, Wrap: true}
		in.Before, in.After = Context(base["a.md"].Data, split[0], i, 3)
		in.Lead, in.Tail = Inside(base["a.md"].Data, in.Hunk)
		l := New(in)
		if got := strings.Join(l.Window(0, 99), "|"); got != want {
			t.Errorf("piece %d:\n%s\nwant\n%s", i, got, want)
		}
		if got := l.Chosen(0, 99, [2]int{0, 0}, [2]int{0, 1}); strings.Count(strings.Join(got, "|"), "▌") != 1 || !strings.Contains(got[l.RowOf(true, 0)], "▌") {
			t.Errorf("chosen: %q", got)
		}
	}
}

package note

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"dreamgate/model"
)

func index(text string) model.Index { return ParseIndex(file(text), true, model.Tree{}) }

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		name, text       string
		lines, units     int
		rawLines, rawLen int
	}{
		{"empty", "", 0, 0, 0, 0},
		{"blank", " \n\u3000\n\n", 0, 0, 3, 7},
		{"one line", "- a", 1, 3, 1, 3},
		{"blanks at the ends", "\n\n- a\n\n- b\n\n", 3, 8, 6, 12},
		{"crlf", "- a\r\n- b\r\n", 2, 8, 2, 10},
		{"wide", "日本\n😀", 2, 5, 2, 11},
		{"byte order mark", "\ufeff- a\n", 1, 3, 1, 7},
		{"frontmatter", "---\ntitle: i\n---\n# I\n", 1, 3, 4, 21},
		{"open frontmatter", "---\ntitle: i\n# I\n", 3, 16, 3, 17},
		{"comment", "# I\n<!-- x -->\n- a\n", 2, 7, 3, 19},
		{"comment and its blank lines", "# I\n<!-- x\n\ny -->\n\n\n- a\n", 2, 7, 7, 24},
		{"comment at the end", "# I\n\n<!-- x -->\n", 1, 3, 3, 16},
		{"comment behind text", "- a <!-- x -->\n", 1, 14, 1, 15},
		{"text behind comment", "<!-- x --> y <!-- z -->\n\n- a\n", 3, 7, 3, 29},
		{"comment in a fence", "```\n<!-- x -->\n```\n", 3, 18, 3, 19},
		{"open comment", "- a\n<!-- x\n- b\n", 3, 14, 3, 15},
		{"comment of an item", "- a\n  <!-- x -->\n- b\n", 3, 20, 3, 21},
		{"comment in indented code", "a\n\n    <!-- x -->\n", 3, 17, 3, 18},
		{"long comment", "a\n<!-- " + strings.Repeat("x", 9000) + " -->\n- b\n", 2, 5, 3, 9016},
		{"comments only", "<!-- x -->\n<!-- y -->\n", 0, 0, 2, 22},
		{"not utf-8", "a\xffb\xe2\x82c\xf0\x9f", 1, 6, 1, 8},
	} {
		ix := index(c.text)
		if ix.Lines != c.lines || ix.Units != c.units || ix.RawLines != c.rawLines || ix.RawBytes != c.rawLen {
			t.Errorf("%s: %d lines, %d units, %d raw lines, %d bytes; want %d %d %d %d", c.name,
				ix.Lines, ix.Units, ix.RawLines, ix.RawBytes, c.lines, c.units, c.rawLines, c.rawLen)
		}
	}
}

func TestStatusAndCut(t *testing.T) {
	rows := func(n, width int) string {
		return strings.Repeat(strings.Repeat("x", width-1)+"\n", n)
	}
	for _, c := range []struct {
		name, text string
		status     model.Status
		cutAt      int
	}{
		{"short", rows(159, 10), model.StatusOK, 0},
		{"near by lines", rows(160, 10), model.StatusNear, 0},
		{"exactly full", rows(200, 10), model.StatusNear, 0},
		{"a line too many", rows(201, 10), model.StatusCut, 201},
		{"last line without end", rows(200, 10) + "x", model.StatusCut, 201},
		{"blank lines at the end are free", rows(200, 10) + "\n\n\n", model.StatusNear, 0},
		{"under near by size", rows(100, 200)[1:], model.StatusOK, 0},
		{"near by size", rows(100, 200) + "x", model.StatusNear, 0},
		{"exactly full by size", rows(125, 200) + "\n", model.StatusNear, 0},
		{"full to the unit", rows(124, 200) + strings.Repeat("x", 200), model.StatusNear, 0},
		{"a unit too many", rows(124, 200) + strings.Repeat("x", 201), model.StatusCut, 125},
		{"cut at a line end", rows(150, 200), model.StatusCut, 126},
		{"first line too long", strings.Repeat("x", 30_000) + "\ny\n", model.StatusCut, 1},
		{"wide letters are one unit", strings.Repeat(strings.Repeat("日", 199)+"\n", 124), model.StatusNear, 0},
		{"lines of the file are named", "---\nx: y\n---\n\n" + rows(201, 10), model.StatusCut, 205},
		{"a comment is free", "a\n<!--\n" + rows(300, 10) + "-->\n" + rows(100, 10), model.StatusOK, 0},
		{"cut behind a comment", rows(100, 10) + "<!--\n\n-->\n" + rows(101, 10), model.StatusCut, 204},
		{"crlf", strings.Repeat("x\r\n", 201), model.StatusCut, 201},
	} {
		if ix := index(c.text); ix.Status != c.status || ix.CutAt != c.cutAt {
			t.Errorf("%s: %s, cut at %d; want %s and %d (%d lines, %d units)", c.name, ix.Status, ix.CutAt,
				c.status, c.cutAt, ix.Lines, ix.Units)
		}
	}
	if ix := ParseIndex(model.File{}, false, nil); ix.Status != model.StatusMissing {
		t.Errorf("no index is %s", ix.Status)
	}
	link := model.File{Mode: 1 << 27, Target: "x"}
	if ix := ParseIndex(link, true, nil); ix.Status != model.StatusMissing || ix.Special != "link to x" {
		t.Errorf("a link is %s, %q", ix.Status, ix.Special)
	}
	link.Data = []byte("- a\n")
	if ix := ParseIndex(link, true, nil); ix.Status != model.StatusOK || ix.Special == "" {
		t.Errorf("a link with its text is %s, %q", ix.Status, ix.Special)
	}
}

// TestCutIsTheAgents holds the measure against the agent's own steps, written down plainly, for
// texts without frontmatter and comments.
func TestCutIsTheAgents(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for range 400 {
		var b strings.Builder
		for range rng.Intn(260) {
			b.WriteString(strings.Repeat([]string{"x", "é", "日", "😀", " "}[rng.Intn(5)], rng.Intn(400)*rng.Intn(2)))
			b.WriteString("\n")
		}
		text := b.String()
		trimmed := strings.TrimSpace(text)
		ix := index(text)
		units := len(utf16.Encode([]rune(trimmed)))
		lines := len(strings.Split(trimmed, "\n"))
		if trimmed == "" {
			lines = 0
		}
		if ix.Lines != lines || ix.Units != units {
			t.Fatalf("%d lines, %d units; want %d, %d", ix.Lines, ix.Units, lines, units)
		}
		if got, want := ix.CutAt, plainCut(text, trimmed); got != want {
			t.Fatalf("cut at %d, want %d (%d lines, %d units)", got, want, lines, units)
		}
	}
}

// plainCut cuts as the agent does and returns the line of the file of the first text left out.
func plainCut(text, trimmed string) int {
	all := strings.Split(trimmed, "\n")
	kept := all[:min(len(all), MaxLines)]
	for len(utf16.Encode([]rune(strings.Join(kept, "\n")))) > MaxUnits {
		kept = kept[:len(kept)-1]
	}
	if len(kept) == len(all) {
		return 0
	}
	lead := text[:strings.Index(text, trimmed)]
	return 1 + strings.Count(lead, "\n") + len(kept)
}

func TestEntries(t *testing.T) {
	text := strings.Join([]string{
		"---", "title: i", "---", "# Index", "", // 1-5
		"- [Build](build.md) — how to build",              // 6
		"- **[Tone](<my tone.md>)**: short",               // 7
		"- plain item",                                    // 8
		"See `build.md` for more.",                        // 9, a lazy line of the item
		"| [T](build.md) | in a table |",                  // 10
		"- [[build]] then [x](gone.md)",                   // 11
		"",                                                // 12
		"Nothing here.",                                   // 13
		"<!-- - [c](build.md) -->",                        // 14
		"```", "- [f](build.md)", "- [f](gone.md)", "```", // 15-18
		"1. numbered", "   - inner [d](sub/deep.md \"t\")", // 19, 20
	}, "\r\n")
	tree := model.Tree{"build.md": {}, "my tone.md": {}, "sub/deep.md": {}}
	ix := ParseIndex(file(text), true, tree)
	var got []string
	for _, e := range ix.Entries {
		var links []string
		for _, l := range e.Links {
			links = append(links, fmt.Sprintf("%s=%t", l.Path, l.Exists))
		}
		got = append(got, fmt.Sprintf("%d|%s|%s|%s", e.Line, e.Label, e.Summary, strings.Join(links, " ")))
	}
	want := []string{
		"6|Build|how to build|build.md=true",
		"7|Tone|short|my tone.md=true",
		"8||plain item|",
		"9|build.md|for more.|build.md=true",
		"10|T|in a table|build.md=true",
		"11|build|then [x](gone.md)|build.md=true gone.md=false",
		"16|build.md||build.md=true",
		"19||1. numbered|",
		"20|d||sub/deep.md=true",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, e := range ix.Entries {
		if !e.Loaded || strings.HasSuffix(e.Text, "\r") {
			t.Errorf("line %d: loaded %t, %q", e.Line, e.Loaded, e.Text)
		}
	}
}

func TestEntriesUnderTheCut(t *testing.T) {
	var b strings.Builder
	tree := model.Tree{}
	for i := 1; i <= 205; i++ {
		fmt.Fprintf(&b, "- [Entry %d](e%d.md) - fact %d\n", i, i, i)
		tree[fmt.Sprintf("e%d.md", i)] = model.File{}
	}
	ix := ParseIndex(file(strings.TrimSuffix(b.String(), "\n")), true, tree)
	if ix.Lines != 205 || ix.Status != model.StatusCut || len(ix.Entries) != 205 {
		t.Fatalf("%d lines, %s, %d entries", ix.Lines, ix.Status, len(ix.Entries))
	}
	for _, e := range ix.Entries {
		if e.Loaded != (e.Line <= 200) {
			t.Errorf("line %d: loaded is %t", e.Line, e.Loaded)
		}
	}
}

// TestHugeMarkup: what makes a Markdown parser slow or deep is measured like any text.
func TestHugeMarkup(t *testing.T) {
	for name, text := range map[string]string{
		"brackets":    strings.Repeat("[", 50_000),
		"links":       strings.Repeat("[a](\n", 20_000),
		"wikis":       strings.Repeat("[[", 30_000),
		"quotes":      strings.Repeat(">", 20_000),
		"items":       strings.Repeat("- ", 10_000),
		"ticks":       strings.Repeat("`a``b", 20_000),
		"comments":    strings.Repeat("<!-- ", 20_000),
		"html":        strings.Repeat("<a ", 20_000),
		"line ends":   strings.Repeat("\n", 100_000),
		"definitions": strings.Repeat("[a]: b.md\n", 5_000) + strings.Repeat("[a]\n", 5_000),
	} {
		ix := index(text)
		if ix.RawBytes != len(text) {
			t.Errorf("%s: %d bytes of %d", name, ix.RawBytes, len(text))
		}
	}
}

// commonMark holds the links of a text against those that a plain reader of CommonMark finds in it.
func commonMark(t *testing.T, s string, tree model.Tree) {
	t.Helper()
	body := s[cutFront([]byte(s)).bodyAt:]
	if strings.Contains(s, "[[") || len(body) > maxMarkdown || string(clipLines([]byte(body))) != body {
		return
	}
	var want, got []string
	root := goldmark.DefaultParser().Parse(text.NewReader([]byte(body)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			want = append(want, string(l.Destination))
		}
		return ast.WalkContinue, nil
	})
	for _, l := range NewLinker(tree).Links("x.md", []byte(s)) {
		got = append(got, l.Text)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q links to %q, not to %q", s, want, got)
	}
}

func FuzzIndex(f *testing.F) {
	for _, s := range []string{strings.Repeat("- [a](a.md)\n", 201), strings.Repeat("é\U0001f600", 9000), "- [a](<a b.md> \"t\") [b][c]\n\n[c]: ../x\n", "*[a](b_c)* _[x_](y)_ ![i](j) <http://k>\n",
		"- [a](a.md) — b\n", "---\n---\n<!-- x -->\n- [[a|b]]\n", "```\n<!--\n", "[a]: <a b.md>\n[a]"} {
		f.Add(s)
	}
	tree := model.Tree{"a.md": {}, "a b.md": {}, "s/é.md": {}}
	f.Fuzz(func(t *testing.T, s string) {
		ix := ParseIndex(file(s), true, tree)
		lines := strings.Split(s, "\n")
		last := 0
		for _, e := range ix.Entries {
			if e.Line <= last || e.Line > len(lines) || e.Text != strings.TrimSuffix(lines[e.Line-1], "\r") &&
				e.Text != lines[e.Line-1] {
				t.Fatalf("entry %+v of %d lines", e, len(lines))
			}
			last = e.Line
		}
		if ix.CutAt > ix.RawLines || ix.Units > len(s) {
			t.Fatalf("cut at %d of %d, %d units of %d bytes", ix.CutAt, ix.RawLines, ix.Units, len(s))
		}
		loaded := Loaded([]byte(s))
		if lines := countLines(loaded); lines > MaxLines || utf16Len(loaded) > MaxUnits || !subsequence(string(loaded), s) ||
			(ix.CutAt == 0) != (ix.Lines <= MaxLines && ix.Units <= MaxUnits) {
			t.Fatalf("%d lines, %d units of %d and %d are loaded, cut at %d", lines, utf16Len(loaded), ix.Lines, ix.Units, ix.CutAt)
		}
		commonMark(t, s, tree)
	})
}

package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"dreamgate/model"
	"dreamgate/ui/style"
)

// TestTraps: what would keep the renderer busy for minutes is shown as it lies in the file, and says so.
func TestTraps(t *testing.T) {
	var stairs strings.Builder
	for i := range 350 {
		stairs.WriteString(strings.Repeat(">", i) + " a\n\n")
	}
	repeat := strings.Repeat
	for name, c := range map[string]struct{ text, why string }{
		"quotes":             {repeat(">", 1000) + " a\n", "nested"},
		"quotes, many lines": {repeat(repeat("> ", 7000)+"a\n", 9), "nested"},
		"quotes like stairs": {stairs.String(), "nested"},
		"items":              {repeat("- ", 8000) + "a\n", "nested"},
		"numbers":            {repeat("1. ", 5000) + "a\n", "nested"},
		"quoted items":       {repeat("> - ", 3000) + "a\n", "nested"},
		"long list":          {repeat("- [ ] a\n", 3900), "many paragraphs"},
		"headings":           {repeat("# a\n", 4100), "many paragraphs"},
		"rows":               {"|a|b|\n|-|-|\n" + repeat("|x|y|\n", 20_000), "many paragraphs"},
		"tables":             {repeat("|a|b|\n|-|-|\n|x|y|\n\n", 5000), "many paragraphs"},
		"columns":            {repeat("|a", 4000) + "|\n" + repeat("|-", 4000) + "|\n", "many columns"},
		"emphasis":           {repeat("*a_*a_*a_*a_\n", 9000), "many marks"},
		"brackets":           {repeat(repeat("[", 15_000)+"\n", 8), "many marks"},
		"open links":         {repeat("[](\n", 32_000), "many marks"},
		"one line":           {repeat("a", longestLine+1), "a line of it"},
		"size":               {repeat("a\n", mostRendered), "it has 256 KB"},
		"twelve quotes":      {repeat("> ", mostNested) + "a\n", ""},
		"six of each":        {repeat("> - ", mostNested/2) + "a\n", ""},
		"a long index":       {repeat("- [a](b.md) — **x**\n", 900), ""},
		"many notes":         {repeat("A _word_ and `code`.\n\n", 1900), ""},
		"controls":           {repeat("\x00\x1b[31m\u009b\u202e\n", 300), ""},
	} {
		rows := newRenderJob([]byte(c.text), 0, 100, false, style.New(style.Options{Theme: "dark", Profile: termenv.TrueColor})).rows()
		shown := strings.Contains(ansi.Strip(strings.Join(rows[:min(len(rows), 2)], "\n")), "Shown as it lies in the file: ")
		if shown != (c.why != "") || shown && !strings.Contains(rows[0], c.why) {
			t.Errorf("%s: it begins with %q", name, ansi.Strip(rows[0]))
		}
		harmless(t, rows, 100)
	}
}

// harmless holds that rows fit and drive no terminal.
func harmless(t *testing.T, rows []string, width int) {
	t.Helper()
	for _, row := range rows {
		if got := ansi.StringWidth(row); got > width {
			t.Fatalf("%d cells in %d: %q", got, width, row)
		}
		if text := ansi.Strip(row); model.PrintableLine(text) != text {
			t.Fatalf("not printable: %q", text)
		}
	}
}

// FuzzRows: whatever stands in a note, its rows fit and drive no terminal.
func FuzzRows(f *testing.F) {
	for _, s := range []string{"# a\n\n- b\n  > c\n\n|d|e|\n|-|-|\n|`f`|g|\n", "[a]: <>\n&#27;[31m<!-- x -->", "```go\nfunc\x1b\n", "日本 👨‍👩‍👧 e\u0301\r\n\ta"} {
		f.Add([]byte(s), 40, false)
	}
	st := style.New(style.Options{Theme: "dark", Profile: termenv.TrueColor})
	f.Fuzz(func(t *testing.T, data []byte, width int, raw bool) {
		width = max(width, -width) % 200
		harmless(t, newRenderJob(data, 0, width, raw, st).rows(), max(width, 0))
	})
}

package note

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"dreamgate/model"
)

// full repeats a text until it is as large as what is handed to the Markdown parser.
func full(s string) string { return strings.Repeat(s, maxMarkdown/len(s)) }

// traps are texts that cost a reader of Markdown time that grows with their square, or deeper.
func traps() map[string]string {
	line := func(s string) string { return full(strings.Repeat(s, 8000/len(s)) + "\n") }
	var defs, ticks, lists strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&defs, "[r%d]: x\n", i)
	}
	for i := 1; i < 700; i++ {
		ticks.WriteString("e" + strings.Repeat("`", i) + "\n")
	}
	for i := range 490 {
		lists.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	return map[string]string{
		"quotes": line(">"), "items in one line": line("- "), "numbers in one line": line("1. "), "quoted items": line("> - "),
		"nested lists": lists.String(), "items": full("- a\n"), "open brackets": line("["), "pairs of brackets": line(strings.Repeat("[", 4000) + strings.Repeat("]", 4000)),
		"open links": full("[](\n"), "open targets": full("[a](<b\n"), "open titles": full("[a](b \"c\n"), "brackets": full("[[[[[[[[\n"), "closing brackets": full("]\n"),
		"definitions": defs.String(), "uses before definitions": strings.Repeat("[a]\n", 10_000) + strings.Repeat("[a]: x\n", 30_000),
		"pictures": line("!["), "backticks": ticks.String(), "tags": full("<a b='\n"), "declarations": full("a <!X \n"), "comments": full("<!-- a -->\n\n"),
		"open comments": full("a <!-- \n"), "fences": full("```\n"), "fences that are none": full("``` ` [](\n"), "ends of comments": full("[](-->\n"),
		"a heading of many lines": full("a\n") + "===\n", "links": full("[a](a.md)\n"), "wiki links": full("[[a]] "), "open wiki links": full("[[a "),
		"names": full(".md"), "indented items": full("    - [](\n"), "tabs": full("\t- [](\n"),
	}
}

// TestTraps: the parser is handed nothing that costs it more than a moment, and what it is handed is as
// long as what stands in the file.
func TestTraps(t *testing.T) {
	for name, text := range traps() {
		clipped := clipLines([]byte(text))
		if len(clipped) != len(text) || bytes.Count(clipped, []byte("\n")) != strings.Count(text, "\n") {
			t.Errorf("%s: offsets moved", name)
		}
		bounded(t, name, clipped)
		tree := model.Tree{"a.md": file("x"), model.IndexName: file(text)}
		ix := ParseIndex(file(text), true, tree)
		if ix.RawBytes != len(text) || len(ix.Entries) > ix.RawLines {
			t.Errorf("%s: %d bytes, %d entries", name, ix.RawBytes, len(ix.Entries))
		}
	}
}

// bounded holds the bounds of clipLines by counting anew.
func bounded(t *testing.T, name string, text []byte) {
	t.Helper()
	size, brackets := 0, 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimRight(bytes.TrimSuffix(line, closer), " \n")) > maxMarkdownLine+len(closer) {
			t.Fatalf("%s: a line of %d bytes", name, len(line))
		}
		if text := bytes.TrimSpace(line); len(text) == 0 || len(text) > 2 && text[1] == ' ' && bytes.HasPrefix(line, text[:1]) {
			size, brackets = 0, 0
			continue
		}
		if len(fenceMark(line)) == 0 && string(bytes.TrimSpace(line)) != string(closer) { // that is left of what is cut
			size += len(bytes.TrimRight(line, " \n"))
		}
		if brackets += bytes.Count(line, []byte("[")); brackets > maxBrackets || size > maxRun+maxMarkdownLine && brackets > 0 {
			t.Fatalf("%s: %d brackets in a paragraph of %d bytes", name, brackets, size)
		}
	}
}

// TestClip says what of a text that is too long for a paragraph is still read.
func TestClip(t *testing.T) {
	many := strings.Repeat("[x] ", 400) + "\n"
	for _, c := range []struct{ name, text, want string }{
		{"below the bound", "[a](a.md)\n" + many, "[a](a.md)\n" + many},
		{"an item is read again", many + many + many + "- [a](a.md)\n", many + many + blanks(many) + "- [a](a.md)\n"},
		{"a blank line parts", many + many + many + "\n[a](a.md)\n", many + many + blanks(many) + "\n[a](a.md)\n"},
		{"a fence stays", many + many + many + "``` go\n[a](a.md)\n```\n", many + many + blanks(many) + "```   \n" + blanks("[a](a.md)\n") + "```\n"},
		{"a comment ends", many + many + many + "text --> more\n", many + many + blanks(many) + "          -->\n"},
		{"a comment ends where it is cut", strings.Repeat("x", maxMarkdownLine-1) + "-->" + strings.Repeat("y", 90), strings.Repeat("x", maxMarkdownLine-1) + "-" + strings.Repeat(" ", 89) + "-->"},
	} {
		if got := string(clipLines([]byte(c.text))); got != c.want {
			t.Errorf("%s: %.300q, want %.300q", c.name, got[len(got)-min(len(got), 150):], c.want[len(c.want)-min(len(c.want), 150):])
		}
	}
}

func blanks(s string) string { return strings.Repeat(" ", len(s)-1) + "\n" }

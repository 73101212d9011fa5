package note

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dreamgate/model"
)

// linksOf returns the links of a Markdown file in order, as the entries of an index have them.
func linksOf(path string, data []byte, tree model.Tree) []model.Link {
	return NewLinker(tree).Links(path, data)
}

func TestLinks(t *testing.T) {
	tree := model.Tree{"a.md": file("---\nname: The A\n---\n"), "my first.md": {}, "100%.md": {}, "paren(1).md": {},
		"case.md": {}, "sub/n.md": {}, "c#.md": {}, "x:y.md": {}, "sub/a.md": {}, "cafe\u0301.md": {}, "код.md": {}}
	for _, c := range []struct{ from, text, want string }{
		{"", "[x](a.md)", "a.md=true"},
		{"", "[x](./a.md)", "a.md=true"},
		{"", "[x](a.md#part-2)", "a.md=true"},
		{"", "[x](a.md?y)", "a.md=true"},
		{"", "[x](a.md \"t\")[y](a.md 't')", "a.md=true a.md=true"},
		{"", "[x](my%20first.md)", "my first.md=true"},
		{"", "[x](<my first.md>)", "my first.md=true"},
		{"", "[x](my first.md)", ""},
		{"", "[x](100%25.md)", "100%.md=true"},
		{"", "[x](100%2525.md)", "100%25.md=false"},
		{"", "[x](100%.md)", "100%.md=true"},
		{"", "[x](paren(1).md)", "paren(1).md=true"},
		{"", "[x](paren\\(1\\).md)", "paren(1).md=true"},
		{"", "[x](Case.md)", "Case.md=false"},
		{"", "[x](%67one.md)", "gone.md=false"},
		{"", "[x](sub\\win.md)", "sub\\win.md=false"},
		{"", "[x](a&#46;md)", "a.md=true"},
		{"", "[x](%D0%BA%D0%BE%D0%B4.md)", "код.md=true"},
		{"", "[x](caf\u00e9.md)", "caf\u00e9.md=false"},
		{"", "[x](c#.md)", "c#.md=true"},
		{"", "[x](d#.md)", "d=false"},
		{"", "[x](x:y.md)", "x:y.md=true"},
		{"", "[x](https://example.org/a.md)", "=false"},
		{"", "[x](//example.org/a.md)", "=false"},
		{"", "[x](/abs/a.md)", "=false"},
		{"", "[x](~/a.md)", "=false"},
		{"", "[x](../a.md)", "=false"},
		{"", "[x](sub/../a.md)", "a.md=true"},
		{"", "[x](#head)", "=false"},
		{"", "[x]()", "=false"},
		{"", "[x](dir/)", "dir=false"},
		{"", "[x][r]\n\n[r]: a.md 'title'", "a.md=true"},
		{"", "[r]\n\n[r]: <my first.md>", "my first.md=true"},
		{"", "[r]: a.md", ""},
		{"", "`[x](a.md)`", ""},
		{"", "```\n[x](a.md)\n```", ""},
		{"", "    [x](a.md)", ""},
		{"", "<!-- [x](a.md) -->", ""},
		{"", "t <!-- [x](a.md) --> [y](a.md)", "a.md=true"},
		{"", "![i](a.md)", ""},
		{"", "[![i](p.png)](a.md)", "a.md=true"},
		{"", "\\[x](a.md)", ""},
		{"", "[[a]]", "[[a.md=true"},
		{"", "[[The A]] [[The A|x]] [[a#h]] [[sub/n]] [[n]]", "[[a.md=true [[a.md=true [[a.md=true [[sub/n.md=true [[sub/n.md=true"},
		{"", "[[a.md]]", "[[a.md=true"},
		{"", "[[nobody]]", "[[nobody.md=false"},
		{"", "`[[a]]` [[]] [[a]", ""},
		{"", "[[x]](a.md)", "a.md=true"},
		{"", "[see [[a]] too](a.md)", "a.md=true [[a.md=true"},
		{"sub/x.md", "[x](a.md) [y](../a.md) [z](../../a.md)", "sub/a.md=true a.md=true =false"},
		{"", "---\nx: \"[x](a.md)\"\n---\n[y](a.md)", "a.md=true"},
	} {
		from := c.from
		if from == "" {
			from = model.IndexName
		}
		var got []string
		for _, l := range linksOf(from, []byte(c.text), tree) {
			mark := ""
			if l.Wiki {
				mark = "[["
			}
			got = append(got, fmt.Sprintf("%s%s=%t", mark, l.Path, l.Exists))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.text, s, c.want)
		}
	}
	links := linksOf("n.md", []byte("---\nname: n\n---\n\nx [a](a.md)\n- [[a]]\n"), tree)
	if len(links) != 2 || links[0].Line != 5 || links[1].Line != 6 {
		t.Errorf("lines: %+v", links)
	}
}

// TestLeaves are the targets that lie outside of the memory, and those that only look like it.
func TestLeaves(t *testing.T) {
	for target, want := range map[string]bool{"../a.md": true, "/abs/a.md": true, "~/a.md": true, "a/../../b.md": true,
		"%2E%2E/a.md": true, "a.md": false, "./a.md": false, "a/../b.md": false, "#part": false, "https://example.org/a": false,
		"//example.org/a": false, "mailto:a@example.org": false, "C:/a.md": false, ".": false, "": false, "?x": false, "..": true} {
		if got := Leaves("MEMORY.md", target); got != want {
			t.Errorf("%q: %v", target, got)
		}
	}
	if Leaves("sub/a.md", "../b.md") {
		t.Error("a link from a folder to the top leaves nothing")
	}
}

// TestFinder finds names wherever they stand.
func TestFinder(t *testing.T) {
	f := NewFinder([]model.Note{{Path: "a.md"}, {Path: "b c.md"}, {Path: "sub/d.md", Name: "The D"}})
	var got []string
	f.Find("see `a.md`, [x](a.md), b c.md, [[The D]] and xa.md", func(p string) { got = append(got, p) })
	if s := strings.Join(got, " "); s != "a.md a.md b c.md sub/d.md" {
		t.Errorf("found %q", s)
	}
}

func TestIndexed(t *testing.T) {
	for _, c := range []struct {
		index, path, name string
		want              bool
	}{
		{"- [x](note.md)", "note.md", "", true},
		{"`note.md`", "note.md", "", true},
		{"see note.md. More", "note.md", "", true},
		{"see note.md.", "note.md", "", true},
		{"详见note.md。", "note.md", "", true},
		{"note.md참고", "note.md", "", true},
		{"- other_note.md", "note.md", "", false},
		{"- other-note.md", "note.md", "", false},
		{"- note.md.bak", "note.md", "", false},
		{"- note.mdx", "note.md", "", false},
		{"- note.md_old", "note.md", "", false},
		{"- énote.md", "note.md", "", false},
		{"- Note.md", "note.md", "", false},
		{"- note (no ending)", "note.md", "", false},
		{"docs/note.md", "note.md", "", false},
		{"https://example.org/note.md", "note.md", "", false},
		{"./note.md", "note.md", "", true},
		{".memory/note.md and ~/x/memory/note.md", "note.md", "", true},
		{"sub/note.md", "sub/note.md", "", true},
		{"sub/note.md", "note.md", "", false},
		{"<!-- note.md -->", "note.md", "", true},
		{"```\nnote.md\n```", "note.md", "", true},
		{"[[note]]", "note.md", "", true},
		{"[[note|alias]] ", "note.md", "", true},
		{"[[note#part]]", "note.md", "", true},
		{"[[The Name]]", "note.md", "The Name", true},
		{"[[Name]]", "note.md", "The Name", false},
		{"- [x](my%20note.md)", "my note.md", "", true},
		{"- [h](my (note).md)", "my (note).md", "", true},
		{"- a my note.md b", "my note.md", "", true},
		{"- xmy note.md b", "my note.md", "", false},
		{"@note.md", "note.md", "", true},
		{"\u202bnote.md\u202c", "note.md", "", true},
		{"\U0001f469\u200d\U0001f4bb.md", "\U0001f4bb.md", "", false},
		{"project%20note.md", "note.md", "", false},
		{"- c++.md", "c++.md", "", true},
		{"- 大规则.md", "规则.md", "", false},
		{"- 规则.md", "规则.md", "", true},
		{"- memory/规则.md", "规则.md", "", true},
		{"- docs/规则.md", "规则.md", "", false},
		{"", "note.md", "", false},
	} {
		n := model.Note{Path: c.path, Name: c.name}
		if got := indexed(c.index, n); got != c.want {
			t.Errorf("%q names %s: %t, want %t", c.index, c.path, got, c.want)
		}
	}
}

// indexed asks as the audit does: for a link that leads to the note, else for its name.
func indexed(text string, n model.Note) bool {
	for _, l := range linksOf(model.IndexName, []byte(text), model.Tree{n.Path: {}}) {
		if l.Path == n.Path {
			return true
		}
	}
	return Named([]byte(text), []model.Note{n})[n.Path]
}

func TestNamedTakesTheLongestFile(t *testing.T) {
	notes := []model.Note{{Path: "note.md"}, {Path: "sub/note.md"}, {Path: "sub/only.md"}}
	for index, want := range map[string]string{
		"sub/note.md":           "sub/note.md",
		"note.md":               "note.md",
		"only.md":               "sub/only.md",
		"[[only]] [[sub/note]]": "sub/note.md sub/only.md",
	} {
		var got []string
		for _, n := range notes {
			if Named([]byte(index), notes)[n.Path] {
				got = append(got, n.Path)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q names %q, want %q", index, got, want)
		}
	}
}

func TestAge(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 1, d, 0, 0, 0, 0, time.UTC) }
	none := time.Time{}
	for _, c := range []struct {
		modified, commit, mtime time.Time
		at                      time.Time
		source                  model.AgeSource
	}{
		{day(3), day(2), day(9), day(3), model.AgeModified},
		{day(2), day(3), day(9), day(3), model.AgeCommit},
		{day(2), day(2), day(9), day(2), model.AgeCommit},
		{none, day(2), day(9), day(2), model.AgeCommit},
		{day(2), none, day(9), day(2), model.AgeModified},
		{none, none, day(9), day(9), model.AgeMtime},
		{none, none, none, none, model.AgeUnknown},
	} {
		a := Age(model.Note{Modified: c.modified}, CommitTime{At: c.commit, Hash: "h"}, c.mtime)
		if !a.At.Equal(c.at) || a.Source != c.source || (a.Commit == "h") != (c.source == model.AgeCommit) {
			t.Errorf("%+v: got %+v", c, a)
		}
	}
}

func TestEntry(t *testing.T) {
	n := model.Note{Path: "release-rule.md", Name: "Release rule", Description: "who tags"}
	for _, c := range []struct {
		name, like, want string
	}{
		{"nothing to go by", "", "- [Release rule](release-rule.md) — who tags"},
		{"hyphen", "- [A](a.md) - x\n- [B](b.md) - y\n- [C](c.md) — z", "- [Release rule](release-rule.md) - who tags"},
		{"colon", "* [A](a.md): x", "* [Release rule](release-rule.md): who tags"},
		{"bold", "- **[A](a.md)** – x", "- **[Release rule](release-rule.md)** – who tags"},
		{"file for a label", "- [a-b.md](a-b.md) — x", "- [release-rule.md](release-rule.md) — who tags"},
		{"stem for a label", "- [a-b](./a-b.md) — x", "- [release-rule](./release-rule.md) — who tags"},
		{"wiki", "- [[a]] — x", "- [[release-rule]] — who tags"},
		{"code", "- `a.md` — x", "- `release-rule.md` — who tags"},
		{"wide colon", "- [A](a.md)：x", "- [Release rule](release-rule.md)：who tags"},
		{"indented", "  + [A](a.md)", "  + [Release rule](release-rule.md) — who tags"},
	} {
		like := index(c.like).Entries
		if got := Entry(n, like); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := Entry(model.Note{Path: "bare.md"}, nil); got != "- [bare](bare.md)" {
		t.Errorf("bare note: %q", got)
	}
	long := Entry(model.Note{Path: "a.md", Name: "A", Description: strings.Repeat("word ", 80)}, nil)
	if utf8.RuneCountInString(long) > MaxEntry || !strings.HasSuffix(long, "word…") {
		t.Errorf("long: %d %q", utf8.RuneCountInString(long), long)
	}
}

// TestEntryLeadsToItsNote: whatever a note is called, the line made for it is one line, and its
// link means the note.
func TestEntryLeadsToItsNote(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	pieces := []string{"a", "B", " ", "-", "_", "(", ")", "[", "]", "<", ">", "`", "\\", "%", "%20", "#", "?", "&amp;", "\n",
		"\"", "'", "*", "é", "日", ":", "~", "\x1b", "\xff", "!", "$(x)", ".", "\t"}
	word := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(pieces[rng.Intn(len(pieces))])
		}
		return b.String()
	}
	styles := []string{"", "- [A](a.md) - x", "- **[A](a.md)**: x", "* [[a]] — x"}
	for range 4000 {
		n := model.Note{Path: "n" + word(4) + ".md", Name: word(rng.Intn(5)), Description: word(rng.Intn(9))}
		line := Entry(n, index(styles[rng.Intn(len(styles))]).Entries)
		if strings.ContainsAny(line, "\n\r") {
			t.Fatalf("%q: two lines: %q", n.Path, line)
		}
		links := linksOf(model.IndexName, []byte("- [x](y.md)\n"+line+"\n"), model.Tree{n.Path: {}})
		if len(links) < 2 || links[1].Path != n.Path || !links[1].Exists {
			t.Fatalf("%q named %q: %q leads to %+v", n.Path, n.Name, line, links)
		}
	}
}

package note

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"dreamgate/model"
)

func file(text string) model.File { return model.File{Mode: 0o644, Data: []byte(text)} }

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text        string
		front             model.FrontState
		title, desc, kind string
		body              string
	}{
		{"plain", "---\nname: a\ndescription: d\ntype: user\n---\nbody\n", "valid", "a", "d", "user", "body\n"},
		{"empty file", "", "none", "", "", "", ""},
		{"no block", "# Head\n", "none", "", "", "", "# Head\n"},
		{"empty block", "---\n---\nbody\n", "empty", "", "", "", "body\n"},
		{"only a comment", "---\n# nothing\n---\nbody\n", "empty", "", "", "", "body\n"},
		{"unterminated", "---\nname: a\n\nbody\n", "unterminated", "", "", "", "---\nname: a\n\nbody\n"},
		{"dots close nothing", "---\nname: a\n...\nbody\n", "unterminated", "", "", "", "---\nname: a\n...\nbody\n"},
		{"lone fence", "---", "unterminated", "", "", "", "---"},
		{"banner of four", "----\nname: a\n----\n", "none", "", "", "", "----\nname: a\n----\n"},
		{"fence with a word", "--- draft\nx\n---\n", "none", "", "", "", "--- draft\nx\n---\n"},
		{"not on line one", "\n---\nname: a\n---\n", "none", "", "", "", "\n---\nname: a\n---\n"},
		{"blanks behind fences", "---  \nname: Wide   \n--- \t\nKEEP\n", "valid", "Wide", "", "", "KEEP\n"},
		{"rule in the body", "---\nname: i\ndescription: a --- b --- c\n---\n\n---\nname: no\n---\n", "valid", "i",
			"a --- b --- c", "", "\n---\nname: no\n---\n"},
		{"crlf", "---\r\nname: Crlf\r\ndescription: windows\r\ntype: project\r\n---\r\nOld\r\n", "valid", "Crlf",
			"windows", "project", "Old\r\n"},
		{"cr only", "---\rname: a\r---\rbody\r", "none", "", "", "", "---\rname: a\r---\rbody\r"},
		{"mixed ends", "---\nname: m\r\ntype: user\r\n---\nbody\r\n", "valid", "m", "", "user", "body\r\n"},
		{"byte order mark", "\ufeff---\nname: Bom\n---\nx", "valid", "Bom", "", "", "x"},
		{"mark without block", "\ufeffx", "none", "", "", "", "x"},
		{"fence at the end", "---\nname: Eof\n---", "valid", "Eof", "", "", ""},
		{"colon in a value", "---\nname: Re: rule\ndescription: Two: fast. Use for: \"bulk\" jobs\ntype: feedback\n---\n",
			"broken", "Re: rule", `Two: fast. Use for: "bulk" jobs`, "feedback", ""},
		{"at sign", "---\nname: @handle rule\ndescription: `ticks` first\ntype: user\n---\n", "broken",
			"@handle rule", "`ticks` first", "user", ""},
		{"star", "---\nname: star\ndescription: *never* push # really\ntype: feedback # c\n---\n", "broken", "star",
			"*never* push # really", "feedback", ""},
		{"open quote", "---\nname: \"a\ndescription: d\ntype: user\n---\n", "broken", `"a`, "d", "user", ""},
		{"tab", "---\nname: t\n\tdescription: tab\ntype: user\n---\n", "broken", "t", "tab", "user", ""},
		{"nested and broken", "---\nname: a: b\nmetadata:\n  type: project\n---\n", "broken", "a: b", "", "project", ""},
		{"list", "---\n- name: a\n---\n", "broken", "", "", "", ""},
		{"word", "---\njust text\n---\n", "broken", "", "", "", ""},
		{"flow", "---\n{name: a, type: user}\n---\n", "broken", "", "", "", ""},
		{"two documents", "---\nname: a\n--- x: y\n---\n", "broken", "a", "", "", ""},
		{"comment cut", "---\nname: a\ndescription: fix #12 and #13\ntype: user # note\n---\n", "valid", "a",
			"fix", "user", ""},
		{"block scalar", "---\nname: a\ndescription: >-\n  one\n  two: three\ntype: user\n---\n", "valid", "a",
			"one two: three", "user", ""},
		{"many lines", "---\nname: a\ndescription: one\n  two\ntype: user\n---\n", "valid", "a", "one two", "user", ""},
		{"quoted", "---\nname: \"a\"\ndescription: 'it''s: fine'\ntype: \"feedback\"\n---\n", "valid", "a",
			"it's: fine", "feedback", ""},
		{"indented", "---\n  name: a\n  type: user\n---\n", "valid", "a", "", "user", ""},
		{"capitals are other keys", "---\nName: a\nType: User\n---\n", "valid", "", "", "", ""},
		{"last of two", "---\nname: a\nname: b\n---\n", "valid", "b", "", "", ""},
		{"outer type counts", "---\ntype: user\nmetadata:\n  type: project\n---\n", "valid", "", "", "user", ""},
		{"inner type", "---\nname: a\nmetadata: \n  node_type: memory\n  type: reference\n---\n", "valid", "a", "",
			"reference", ""},
		{"not utf-8", "---\nname: e\ndescription: caf\xe9 latin-1\n---\n", "valid", "e", "caf\xe9 latin-1", "", ""},
		{"escape", "---\nname: \x1b[31m\ntype: user\n---\n", "broken", "\x1b[31m", "", "user", ""},
		{"alias of a scalar", "---\nname: &a x\ndescription: *a\n---\n", "valid", "x", "x", "", ""},
		{"list for a name", "---\nname: [a, b]\n---\n", "valid", "", "", "", ""},
	} {
		n := Parse("n.md", file(c.text))
		if n.Front != c.front || n.Name != c.title || n.Description != c.desc || n.Type != c.kind {
			t.Errorf("%s: got %s %q %q %q", c.name, n.Front, n.Name, n.Description, n.Type)
		}
		if got := c.text[n.BodyAt:]; got != c.body {
			t.Errorf("%s: body is %q, want %q", c.name, got, c.body)
		}
		if bad := n.Front == model.FrontBroken || n.Front == model.FrontUnterminated; bad != (n.FrontError != "") ||
			bad != (n.FrontLine > 0) {
			t.Errorf("%s: %s with error %q in line %d", c.name, n.Front, n.FrontError, n.FrontLine)
		}
	}
}

// TestScalarsKeepTheirSpelling: what YAML would make a time, a number or a truth value of is a name.
func TestScalarsKeepTheirSpelling(t *testing.T) {
	for _, v := range []string{"2026-05-26", "404", "true", "null", "20260517_131712", "0x1F", "1e3", "no", "~",
		"2026-05-26T10:00:00+09:00", "0o17", ".5", "1_000", "yes"} {
		if n := Parse("n.md", file("---\nname: "+v+"\ntags: [x]\n---\n")); n.Name != v || n.Front != model.FrontValid {
			t.Errorf("name: %s is read as %q (%s)", v, n.Name, n.Front)
		}
	}
}

func TestStampAndSession(t *testing.T) {
	want := time.Date(2026, 9, 3, 4, 5, 6, 7e6, time.UTC)
	for _, text := range []string{
		"---\nname: a\nmetadata:\n  originSessionId: s-1\n  modified: 2026-09-03T04:05:06.007Z\n---\n",
		"---\noriginSessionId: s-1\nmodified: \"2026-09-03T06:05:06.007+02:00\"\n---\n",
		"---\nname: b: broken\noriginSessionId: s-1\nmodified: 2026-09-03 04:05:06.007\n---\n",
	} {
		if n := Parse("n.md", file(text)); n.Session != "s-1" || !n.Modified.Equal(want) {
			t.Errorf("%q: session %q, modified %v", text, n.Session, n.Modified)
		}
	}
	if n := Parse("n.md", file("---\nmodified: yesterday\n---\n")); !n.Modified.IsZero() {
		t.Errorf("no stamp is read as %v", n.Modified)
	}
}

func TestFrontErrorNamesTheLine(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"---\nname: a\ndescription: b: c\ntype: user\n---\n", 3, "quotes"},
		{"---\nname: *a\n---\n", 2, "alias"},
		{"---\nname: a\ndescription: *never* push\n---\n", 3, "put the value in quotes"},
		{"---\nname: a\ndescription: `x`\n---\n", 3, "keeps for itself"},
		{"---\nname: a\ndescription: \"x\" y\n---\n", 3, "closing quote"},
		{"---\nname: a\ntype: \"user\n---\n", 3, "quote"},
		{"---\nname: a\nno field\ntype: user\n---\n", 3, "key: value"},
		{"---\nname: a\nd: \x07\n---\n", 3, "control"},
		{"---\nname: |\n  x: y: z\ndescription: b: c\n---\n", 4, "quotes"},
		{"---\nname: a\n", 1, "closing"},
		{"---\n- a\n---\n", 2, "key: value"},
		{"---\nname: a\nmetadata:\n  type: a: b\n---\n", 4, "quotes"},
	} {
		n := Parse("n.md", file(c.text))
		if n.FrontLine != c.line || !strings.Contains(n.FrontError, c.says) {
			t.Errorf("%q: line %d, %q; want line %d and %q", c.text, n.FrontLine, n.FrontError, c.line, c.says)
		}
	}
}

func TestSpecialNote(t *testing.T) {
	n := Parse("l.md", model.File{Mode: 0o777 | 1<<27, Target: "/x/y"}) // a symbolic link
	if n.Special != "link to /x/y" || n.Front != model.FrontNone || n.Bytes != 0 {
		t.Errorf("got %+v", n)
	}
}

// TestSimpleIsStrict holds the hand-written reader against the YAML parser: where it answers at
// all, it answers the same.
func TestSimpleIsStrict(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	answered := 0
	for i := range 120_000 {
		text := randomBlock(rng)
		if i%2 == 0 { // a likely block with a stranger in it
			text = "name: some words\n" + text + "\ntype: user\n"
		}
		if _, ok := simpleFields([]byte(text)); ok {
			answered++
		}
		agree(t, []byte(text))
	}
	if answered < 5_000 {
		t.Errorf("only %d blocks were simple: the test tests nothing", answered)
	}
}

func agree(t *testing.T, text []byte) {
	t.Helper()
	fields, ok := simpleFields(text)
	if !ok {
		return
	}
	strict := strictBlock(text)
	if len(fields) == 0 && strict.state == model.FrontEmpty {
		return
	}
	if strict.state != model.FrontValid || fmt.Sprint(fields) != fmt.Sprint(strict.fields) {
		t.Fatalf("%q: simple %q, strict %s %q %s", text, fields, strict.state, strict.fields, strict.problem)
	}
}

// randomBlock makes a block of pieces that YAML takes in many ways.
func randomBlock(rng *rand.Rand) string {
	pieces := []string{"a", "b c", "name", "type", ": ", ":", "\n", "\n", "\n  ", "\n    ", "- ", "#", " #", "\"", "'", "x-y",
		"1", "é", "日本", "[", "]", "{", "&", "*", "|", ">", "%", "@", "`", "\t", "\r\n", "metadata:\n  type: x\n",
		"name: v\n", "k: \"q\"\n", "k: 's'\n", "\\", "?", "!", ",", "\u00a0", "\u2028", "\ufeff", "/", "(", "_", "key:\n",
		"description: some words\n", ".", "~", "=", "<<", "\u0085", "\x7f", " ", "  ",
		"k: v\n", "k: v w\n", "l: http://x/y\n", "  in: v\n", "  on: w\n"}
	var b strings.Builder
	for range 1 + rng.Intn(7) {
		b.WriteString(pieces[rng.Intn(len(pieces))])
	}
	return b.String()
}

// TestBombs: what is made to cost a YAML parser its time or its memory is read like any block.
func TestBombs(t *testing.T) {
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'z'; c++ {
		laughs += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	deep := ""
	for i := range 300 {
		deep += strings.Repeat(" ", i) + "k:\n"
	}
	for name, block := range map[string]string{
		"aliases":   laughs,
		"brackets":  "a: " + strings.Repeat("[", 60_000) + "\n",
		"braces":    "a: " + strings.Repeat("{", 60_000) + "\n",
		"questions": strings.Repeat("? ", 30_000) + "\n",
		"dashes":    strings.Repeat("- ", 30_000) + "\n",
		"deep":      deep,
		"huge":      "name: x\n" + strings.Repeat("a: b: c\n", 20_000),
		"anchors":   strings.Repeat("&a ", 20_000) + "\n",
		"self":      "a: &a\n  b: *a\nname: x\n",
	} {
		n := Parse("n.md", file("---\n"+block+"---\nbody\n"))
		if n.Front == model.FrontNone || n.BodyAt == 0 {
			t.Errorf("%s: %s", name, n.Front)
		}
	}
}

// TestLargeBlock: a block beyond what a YAML parser is handed still has its fields, whatever their place, and
// one of plain lines is as valid as a short one.
func TestLargeBlock(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for front, want := range map[string]model.FrontState{
		"name: n\ndescription: " + long + "\ntype: user\n":          model.FrontValid,
		"name: n\ndescription: a: " + long + "\ntype: user\n":       model.FrontBroken,
		"name: n\ndescription: |\n  " + long + "\ntype: user # t\n": model.FrontBroken,
	} {
		n := Parse("n.md", file("---\n"+front+"---\nbody\n"))
		if n.Front != want || n.Name != "n" || n.Type != "user" {
			t.Errorf("%.40q: %s, name %q, type %q, %s", front, n.Front, n.Name, n.Type, n.FrontError)
		}
	}
}

// strictly holds what is said of a block against the YAML library itself.
func strictly(t *testing.T, n model.Note, text []byte) {
	t.Helper()
	if !utf8.Valid(text) || len(text) > maxBlock {
		return // the library refuses such
	}
	var doc yaml.Node
	err := yaml.Unmarshal(text, &doc)
	switch {
	case n.Front == model.FrontBroken && err == nil && len(doc.Content) == 1 && doc.Content[0].Kind == yaml.MappingNode &&
		doc.Content[0].Style&yaml.FlowStyle == 0 && !documentMark.Match(text):
		t.Fatalf("%q is called broken: %s", text, n.FrontError)
	case n.Front != model.FrontBroken && err != nil:
		t.Fatalf("%q is called %s: %v", text, n.Front, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"---\nname: a: b\n---\nx", "---\nb: &a [*a]\n<<: *a\n---\n", "---\na: |\n  b\n c\n---", "---\n{a: b}\n---\n", "---\na: *x\n\tb: c\n---\n",
		"---\nname: a\n---\nb", "\ufeff---\r\nname: \"a\"\r\n---", "---\nm:\n  type: x\n---\n", "---\n? a\n---"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := Parse("n.md", file(s))
		if n.BodyAt < 0 || n.BodyAt > len(s) || n.FrontLine > n.Lines {
			t.Fatalf("body at %d of %d, error in line %d of %d", n.BodyAt, len(s), n.FrontLine, n.Lines)
		}
		// The body and what stands before it are the file, and the parts of a valid one are its fences.
		if n.Bytes != len(s) || n.Front == model.FrontValid && !strings.HasPrefix(strings.TrimPrefix(s, "\ufeff"), "---") {
			t.Fatalf("%d bytes of %d, %s", n.Bytes, len(s), n.Front)
		}
		if b := cutFront([]byte(s)); b.state == model.FrontValid {
			agree(t, b.text)
			strictly(t, n, b.text)
		}
		// A value that is put in quotes changes its line alone, and no field.
		if mended, ok := MendFront("n.md", []byte(s)); ok {
			if m := Parse("n.md", file(string(mended))); m.Front != model.FrontValid || fmt.Sprint(m.Fields) != fmt.Sprint(n.Fields) ||
				string(mended[m.BodyAt:]) != s[n.BodyAt:] || strings.Count(string(mended), "\n") != strings.Count(s, "\n") {
				t.Fatalf("%q became %q", s, mended)
			}
		}
	})
}

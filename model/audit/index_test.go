package audit

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// check audits a memory and compares the findings of some rules, as "rule path:line", in the order of
// paths; says must stand in one of the sentences.
func check(t *testing.T, name string, m model.Tree, rules []string, want []string, says string) {
	t.Helper()
	_, _, all := Tree(m, now)
	var found []model.Finding
	for _, f := range all {
		if slices.Contains(rules, f.Rule) {
			found = append(found, f)
		}
	}
	if got := said(found); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
	if says != "" && !strings.Contains(fmt.Sprint(found), says) {
		t.Errorf("%s: nothing says %q: %+v", name, says, found)
	}
}

// index puts two notes beside an index.
func index(text string) model.Tree { return tree("MEMORY.md", text, "a.md", good, "b.md", good) }

func TestIndexRules(t *testing.T) {
	long := strings.Repeat("x", 210)
	for _, c := range []struct {
		name, index, rule string
		want              []string
		says              string
	}{
		{"summary too long", "- [a](a.md) — " + long, ruleEntryLong, []string{"entry-long MEMORY.md:1"}, "its summary alone 210"},
		{"line too long", "- [" + strings.Repeat("l", 150) + "](a.md) — " + strings.Repeat("x", 60), ruleEntryLong,
			[]string{"entry-long MEMORY.md:1"}, "60 of them its summary"},
		{"above the root", "- [a](../x/a.md)\n- [b](/etc/hosts) [c](~/n.md)", ruleOutside,
			[]string{"link-outside MEMORY.md:1", "link-outside MEMORY.md:2", "link-outside MEMORY.md:2"}, "/etc/hosts leaves"},
		{"inside, and the web", "- [a](x/../a.md) [w](https://example.org/../a) [h](#part) [m](mailto:a@example.org)", ruleOutside, nil, ""},
		{"word for word", "- [a](a.md) — x\n- [b](b.md) — y\n- [a](a.md) — x\n", ruleEntryTwice, []string{"entry-twice MEMORY.md:3"}, "repeats line 1 word for word"},
		{"about one note", "- [a](a.md) — x\n\n## More\n- [again](./a.md) — y\n", ruleEntryTwice, []string{"entry-twice MEMORY.md:4"}, "as line 1 is"},
		{"parts of a note", "- [a](a.md#one) — x\n- [a](a.md#two) — y\n", ruleEntryTwice, nil, ""},
		{"a group, a sentence, a mention", "- [a](a.md) — x\n- [a](a.md) and [b](b.md) go together\nsee [a](a.md)\n- b: as `a.md`\n", ruleEntryTwice, nil, ""},
		{"other case", "- `A.md` — x\n", ruleCase, []string{"case MEMORY.md:1"}, "A.md, but the file is a.md"},
		{"other case of a link", "- [a](A.md) — x\n", ruleCase, nil, ""},
		{"right case, another folder, code", "- `a.md`, src/A.md, docs/README.md\n```\nA.md\n```\n", ruleCase, nil, ""},
		{"empty section", "# M\n\n## One\n\n## Two\n- [a](a.md)\n", ruleSectionEmpty, []string{"section-empty MEMORY.md:3"}, `"One"`},
		{"empty at the end", "## One\n- [a](a.md)\n### Two\n", ruleSectionEmpty, []string{"section-empty MEMORY.md:3"}, `"Two"`},
		{"sections that only group", "# M\n## One\n### Two\n- [a](a.md)\n", ruleSectionEmpty, nil, ""},
		{"headings that say it all", "# M\n## Project: shop 2.1\n## Runs on Go 1.26\n- x\n```\n## One\n## Two\n```\n", ruleSectionEmpty, nil, ""},
		{"a comment below", "## One\n<!-- later -->\n## Two\nx\n", ruleSectionEmpty, nil, ""},
	} {
		check(t, c.name, index(c.index), []string{c.rule}, c.want, c.says)
	}
}

func TestBindingLimit(t *testing.T) {
	for _, c := range []struct {
		name, index, says string
	}{
		{"lines cut", strings.Repeat("- x\n", 201), "the lines bind, and nothing from line 201"},
		{"characters cut", strings.Repeat(strings.Repeat("x", 499)+"\n", 60), "the characters bind, and nothing from line 51"},
		{"both, lines first", strings.Repeat(strings.Repeat("x", 99)+"\n", 300), "the lines bind, and nothing from line 201"},
		{"both, characters first", strings.Repeat(strings.Repeat("x", 199)+"\n", 300), "the characters bind, and nothing from line 126"},
		{"near by lines", strings.Repeat("- x\n", 170), "the lines bind, and it will soon be cut: drop or merge"},
		{"near by characters", strings.Repeat(strings.Repeat("x", 499)+"\n", 45), "the characters bind, and it will soon be cut: shorten"},
	} {
		_, _, found := Tree(tree("MEMORY.md", c.index), now)
		if !strings.Contains(fmt.Sprint(found), c.says) {
			t.Errorf("%s: %+v", c.name, found)
		}
	}
}

func TestPurpose(t *testing.T) {
	for text, missing := range map[string]bool{
		"# Memory\n- [a](a.md) — one of many notes of this project\n": true,
		"# Memory\n\nWhat later sessions of this project need.\n":     false,
		"# Memory\n\n記憶にはこのプロジェクトの事実を書きます。\n":                         false,
		"# Memory\n\n> What this memory is for, in a quotation.\n":    false,
		"# Memory\n\n## All of the notes of it\n":                     true,
		"# Memory\n\n| a | table | of | more | columns |\n":           true,
	} {
		for _, notes := range []int{purposeFrom - 1, purposeFrom} {
			m := tree("MEMORY.md", text)
			for i := range notes {
				p := fmt.Sprintf("n%d.md", i)
				m[p] = tree(p, good)[p]
			}
			var want []string
			if missing && notes == purposeFrom {
				want = []string{"purpose MEMORY.md:0"}
			}
			check(t, text, m, []string{rulePurpose}, want, "")
		}
	}
}

// TestCorrectionUnderTheCut: the one that is wrong is loaded, and the one that says so is not.
func TestCorrectionUnderTheCut(t *testing.T) {
	filler := strings.Repeat("- x\n", 200)
	note := func(body string) string { return good + body + "\n" }
	for _, c := range []struct {
		name, old, new string
		above          bool
		want           []string
	}{
		{"active", note(""), note("This corrects [[old]]: the port is 6380."), false, []string{"correction-under-cut MEMORY.md:202"}},
		{"file name", note(""), note("Supersedes `old.md`."), false, []string{"correction-under-cut MEMORY.md:202"}},
		{"passive", note("Superseded by [new](new.md)."), note(""), false, []string{"correction-under-cut MEMORY.md:202"}},
		{"German", note(""), note("Ersetzt old.md."), false, []string{"correction-under-cut MEMORY.md:202"}},
		{"Chinese", note(""), note("取代 old.md"), false, []string{"correction-under-cut MEMORY.md:202"}},
		{"the other way", note("Corrects new.md."), note(""), false, nil},
		{"both loaded", note(""), note("Corrects old.md."), true, nil},
		{"only a link", note(""), note("See also old.md. It replaces the cache every night."), false, nil},
		{"in code", note(""), note("```\ncorrects old.md\n```"), false, nil},
	} {
		text := "- [old](old.md)\n" + filler + "- [new](new.md)\n"
		if c.above {
			text = "- [new](new.md)\n" + text
		}
		check(t, c.name, tree("MEMORY.md", text, "old.md", c.old, "new.md", c.new), []string{ruleCorrection}, c.want, "")
	}
}

// TestShared: notes of a shared part without an index may be named by that of the memory around it.
func TestShared(t *testing.T) {
	m := tree("a.md", good, "b.md", good)
	for around, want := range map[string]string{
		"- [a](team/a.md)\n- `b.md`\n": "", "- [a](team/a.md)\n": "does not name 1 note", "": "does not name 2 notes",
	} {
		notes, _, findings := Tree(m, noon)
		got := ""
		for _, f := range Shared(findings, notes, "team", []byte(around)) {
			if f.Rule == ruleMissingIndex {
				got = f.Message
			}
			if f.Rule == ruleMissingIndex && f.Severity != model.Warning {
				t.Errorf("%q: %v", around, f.Severity)
			}
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q", around, got)
		}
	}
}

// TestWhatIsNoNote: a part with an index of its own needs no other one, notes are no orphans of an index that
// is not there, and a file for people is no note that lacks something.
func TestWhatIsNoNote(t *testing.T) {
	note := model.File{Data: []byte("---\nname: a\ndescription: what it says\ntype: user\n---\nx\n")}
	index := model.File{Data: []byte("- [A](a.md)\n")}
	for name, c := range map[string]struct {
		tree model.Tree
		want []string
	}{
		"a shared part":      {model.Tree{"team/MEMORY.md": index, "team/a.md": note}, nil},
		"beside such a part": {model.Tree{"team/MEMORY.md": index, "team/a.md": note, "b.md": note}, []string{"missing-index MEMORY.md", "name-twice b.md"}},
		"no index":           {model.Tree{"a.md": note, "sub/b.md": note}, []string{"missing-index MEMORY.md", "name-twice sub/b.md"}},
		"a file for people":  {model.Tree{"MEMORY.md": index, "a.md": note, "Readme.md": {Data: []byte("# Notes\n")}}, []string{"orphan Readme.md"}},
		"a note of its name": {model.Tree{"MEMORY.md": index, "a.md": note, "README.md": {Data: []byte("---\nname: r\n---\nx\n")}},
			[]string{"orphan README.md", "description README.md", "type README.md"}},
	} {
		_, _, found := Tree(c.tree, time.Time{})
		var got []string
		for _, f := range found {
			got = append(got, f.Rule+" "+f.Path)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

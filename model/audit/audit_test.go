package audit

import (
	"fmt"
	"io/fs"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// tree makes a memory of path and text pairs. A note that is called n gets the name of its file.
func tree(pairs ...string) model.Tree {
	t := model.Tree{}
	for i := 0; i < len(pairs); i += 2 {
		name := "name: " + strings.ReplaceAll(strings.TrimSuffix(pairs[i], ".md"), "/", "-") + "\n"
		t[pairs[i]] = model.File{Mode: 0o644, Data: []byte(strings.Replace(pairs[i+1], "name: n\n", name, 1))}
	}
	return t
}

// good is a note with nothing to find.
const good = "---\nname: n\ndescription: d\ntype: project\n---\n\ntext\n"

// said returns the findings as "rule path:line".
func said(found []model.Finding) []string {
	var s []string
	for _, f := range found {
		s = append(s, fmt.Sprintf("%s %s:%d", f.Rule, f.Path, f.Line))
	}
	return s
}

func TestRules(t *testing.T) {
	long := "- [a](a.md) — " + strings.Repeat("x", 187)
	link := func(t model.Tree, p string, f model.File) model.Tree { t[p] = f; return t }
	for _, c := range []struct {
		name string
		tree model.Tree
		want []string
		says string
	}{
		{"nothing", tree(), nil, ""},
		{"healthy", tree("MEMORY.md", "- [a](a.md)\n", "a.md", good), nil, ""},
		{"no index", tree("a.md", good), []string{"missing-index MEMORY.md:0"}, "write one"},
		{"orphan", tree("MEMORY.md", "- x\n", "a.md", good), []string{"orphan a.md:0"}, "add a line"},
		{"orphan with a way to it", tree("MEMORY.md", "a.md", "a.md", good+"see [[b]]\n", "b.md", good), []string{"orphan b.md:0"}, "only by way of a.md"},
		{"orphans that name each other", tree("MEMORY.md", "- x\n", "a.md", good+"see [[b]]\n", "b.md", good+"see [[a]]\n"),
			[]string{"orphan a.md:0", "orphan b.md:0"}, "does not know of it"},
		{"hidden and nested are no orphans", tree("MEMORY.md", "- x\n", ".a.md", good, "s/a.md", good), nil, ""},
		{"dangling", tree("MEMORY.md", "- x\n- [g](gone.md)\n"), []string{"dangling MEMORY.md:2"}, "gone.md names no file: drop"},
		{"case", tree("MEMORY.md", "- [c](Case.md)\n", "case.md", good),
			[]string{"dangling MEMORY.md:1", "orphan case.md:0"}, "but case.md is there"},
		{"another form, composed", tree("MEMORY.md", "- [c](caf\u00e9.md)\n", "cafe\u0301.md", good), []string{"dangling MEMORY.md:1", "orphan cafe\u0301.md:0"},
			"only in its Unicode form: the link is composed (NFC), the name of the file decomposed (NFD)"},
		{"another form, decomposed and encoded", tree("MEMORY.md", "- [c](<s/cafe%CC%81.md>)\n", "s/caf\u00e9.md", good), []string{"dangling MEMORY.md:1"},
			"the link is decomposed (NFD), the name of the file composed (NFC)"},
		{"another form in prose", tree("MEMORY.md", "- see caf\u00e9.md\n", "cafe\u0301.md", good), []string{"case MEMORY.md:1", "orphan cafe\u0301.md:0"},
			"line 1 of the index names this note in another Unicode form"},
		{"another form in a note", tree("MEMORY.md", "- [a](a.md) `cafe\u0301.md`\n", "a.md", good+"see [x](caf\u00e9.md) and [[caf\u00e9]]\n", "cafe\u0301.md", good),
			[]string{"broken-link a.md:8"}, "only in its Unicode form"},
		{"a name beside words without a blank", tree("MEMORY.md", "- \u898brule.md\n- [r](rule.md)\n", "rule.md", good), nil, ""},
		{"case of the ending", tree("MEMORY.md", "- [c](a.MD)\n", "a.md", good), []string{"dangling MEMORY.md:1", "orphan a.md:0"}, "but a.md is there"},
		{"signs", tree("MEMORY.md", "- [c](my-note.md)\n- `my_note.md`", "my_note.md", good),
			[]string{"dangling MEMORY.md:1"}, "but my_note.md is there"},
		{"moved", tree("MEMORY.md", "- [c](n.md)\n", "old/n.md", good), []string{"dangling MEMORY.md:1"}, "but old/n.md is there"},
		{"two alike", tree("MEMORY.md", "- [c](A.md)\n`a.md` `a-.md`", "a.md", good, "a-.md", good),
			[]string{"dangling MEMORY.md:1"}, "but a.md is there"},
		{"right case in the label", tree("MEMORY.md", "- [rule.md](Rule.md) - x\n", "rule.md", good),
			[]string{"dangling MEMORY.md:1"}, ""},
		{"right case behind the link", tree("MEMORY.md", "- [r](Rule.md) - it is rule.md\n", "rule.md", good),
			[]string{"dangling MEMORY.md:1", "orphan rule.md:0"}, "line 1: write that link as rule.md"},
		{"both linked", tree("MEMORY.md", "- [r](Rule.md) [s](rule.md)\n", "rule.md", good),
			[]string{"dangling MEMORY.md:1"}, ""},
		{"link outside", tree("MEMORY.md", "- [c](../A.md) [d](dir/) [[later]]\n"), []string{"link-outside MEMORY.md:1"}, "../A.md leaves"},
		{"long line", tree("MEMORY.md", long+"\n", "a.md", good), []string{"entry-long MEMORY.md:1"}, "201 characters"},
		{"long enough", tree("MEMORY.md", long[:len(long)-1]+"\n", "a.md", good), nil, ""},
		{"no frontmatter", tree("MEMORY.md", "a.md", "a.md", "text\n"), []string{"frontmatter a.md:1"}, "no frontmatter"},
		{"empty", tree("MEMORY.md", "a.md", "a.md", "---\n---\n"), []string{"frontmatter a.md:1"}, "empty"},
		{"unterminated", tree("MEMORY.md", "a.md", "a.md", "---\nname: x\n"), []string{"frontmatter a.md:1"}, "closing"},
		{"broken", tree("MEMORY.md", "a.md", "a.md", "---\nname: x\ndescription: a: b\ntype: user\n---\n"),
			[]string{"frontmatter a.md:3"}, "line 3"},
		{"twice", tree("MEMORY.md", "a.md", "a.md", "---\nname: x\nname: y\ndescription: d\ntype: user\n---\n"),
			[]string{"frontmatter a.md:1"}, `"name" twice`},
		{"cut at a number", tree("MEMORY.md", "a.md", "a.md", "---\nname: a\ndescription: see issue #12 and why\ntype: user\n---\n"),
			[]string{"frontmatter a.md:3"}, "description ends before #12"},
		{"a comment, quotes and C#", tree("MEMORY.md", "a.md", "a.md", "---\nname: a # ours\ndescription: \"C# and #12\"\ntype: user\n---\n"), nil, ""},
		{"no type", tree("MEMORY.md", "a.md", "a.md", "---\nname: x\ndescription: d\n---\n"), []string{"type a.md:1"}, "no type"},
		{"unknown type", tree("MEMORY.md", "a.md", "a.md", "---\ndescription: d\ntype: lesson\n---\n"), []string{"type a.md:3"}, `"lesson"`},
		{"two types", tree("MEMORY.md", "a.md", "a.md", "---\ndescription: d\ntype: user\nmetadata:\n  type: project\n---\n"),
			[]string{"type a.md:3"}, "two types"},
		{"unknown type below", tree("MEMORY.md", "a.md", "a.md", "---\nmetadata:\n  node_type: memory\n  type: lesson\ndescription: d\n---\n"),
			[]string{"type a.md:4"}, `"lesson"`},
		{"index of a folder", tree("MEMORY.md", "team/MEMORY.md", "team/MEMORY.md", "- x\n"), nil, ""},
		{"pipe", link(tree("MEMORY.md", "a.md"), "a.md", model.File{Mode: fs.ModeNamedPipe}),
			[]string{"special a.md:0"}, "named pipe"},
		{"pipe that nothing names", link(tree("MEMORY.md", "x"), "a.md", model.File{Mode: fs.ModeNamedPipe}),
			[]string{"special a.md:0"}, "named pipe"},
		{"linked note", link(tree("MEMORY.md", "a.md"), "a.md", model.File{Mode: fs.ModeSymlink, Target: "/x"}),
			[]string{"special a.md:0"}, "link to /x"},
		{"linked note with its text", link(tree("MEMORY.md", "a.md"), "a.md",
			model.File{Mode: fs.ModeSymlink, Target: "/x", Data: []byte("text")}),
			[]string{"special a.md:0", "frontmatter a.md:1"}, ""},
		{"linked index", link(tree("a.md", good), "MEMORY.md", model.File{Mode: fs.ModeSymlink, Target: "/x"}),
			[]string{"special MEMORY.md:0"}, ""},
		{"unreadable", link(tree("MEMORY.md", "a.md"), "a.md", model.File{Mode: 0o200, Fault: "permission denied"}),
			[]string{"special a.md:0"}, "the right to read it"},
		{"folder for an index", tree("MEMORY.md/x.md", "x", "a.md", good), []string{"missing-index MEMORY.md:0", "frontmatter MEMORY.md/x.md:1"}, "is a folder"},
		{"hard link", link(tree("MEMORY.md", "a.md"), "a.md", model.File{Mode: 0o644, Data: []byte(good), Links: 2}),
			[]string{"special a.md:0"}, "hard link"},
	} {
		_, _, found := Tree(c.tree, now)
		if got := said(found); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if c.says != "" && !strings.Contains(fmt.Sprint(found), c.says) {
			t.Errorf("%s: nothing says %q: %+v", c.name, c.says, found)
		}
	}
}

// TestCutNamesTheLoss: what is not loaded is named, each entry once, and is neither dangling nor an
// orphan.
func TestCutNamesTheLoss(t *testing.T) {
	m := model.Tree{}
	var ix strings.Builder
	for i := 1; i <= 205; i++ { // of the entries only: the rest has tests of its own
		p := fmt.Sprintf("e%03d.md", i)
		fmt.Fprintf(&ix, "- [Entry %03d](%s) - fact\n", i, p)
		m[p] = model.File{Mode: 0o644, Data: []byte(strings.Replace(good, "name: n", "name: "+p, 1))}
	}
	m[model.IndexName] = model.File{Mode: 0o644, Data: []byte(strings.TrimSpace(ix.String()))}
	_, index, found := Tree(m, now)
	var lost []string
	for _, f := range found {
		switch f.Rule {
		case ruleUnderCut:
			lost = append(lost, strings.Fields(f.Message)[0])
		case ruleCut:
			if f.Line != 201 || !strings.Contains(f.Message, "205 of 200 lines") {
				t.Errorf("%+v", f)
			}
		case rulePurpose:
		default:
			t.Errorf("unexpected %+v", f)
		}
	}
	if got := strings.Join(lost, " "); got != "e201.md e202.md e203.md e204.md e205.md" {
		t.Errorf("lost: %s", got)
	}
	if index.Status != model.StatusCut || len(Dangling(index)) > 0 {
		t.Errorf("%s, dangling %v", index.Status, Dangling(index))
	}
}

// TestSpellings are the link forms that other tools take for broken.
func TestSpellings(t *testing.T) {
	m := tree(model.IndexName, strings.Join([]string{"# Memory index", "", "- [One](my%20first.md) - percent",
		"- [Two](<my second.md>) - angle brackets", "- [Three](plain.md#how-to) - fragment",
		"- [Four](titled.md \"a title\") - title", "- [Five](./dot.md) - dot slash",
		"- [Six](paren(1).md) - balanced", "- [Seven](100%25.md) - a percent sign",
		"- [Eight](Case.md) - the file on disk is case.md"}, "\n"))
	for _, f := range []string{"my first", "my second", "plain", "titled", "dot", "paren(1)", "100%", "case"} {
		m[f+".md"] = model.File{Mode: 0o644, Data: []byte(good)}
	}
	notes, ix, _ := Tree(m, now)
	if got := Dangling(ix); !slices.Equal(got, []string{"Case.md"}) {
		t.Errorf("dangling: %q", got)
	}
	if got := Orphans(m, notes, ix); !slices.Equal(got, []string{"case.md"}) {
		t.Errorf("orphans: %q", got)
	}
}

// TestOrphanIsNoSubstring: a name inside a longer one does not count.
func TestOrphanIsNoSubstring(t *testing.T) {
	m := tree(model.IndexName, "# Memory index\n\n- [Other](other_note.md) - a long note about plan-b\n"+
		"- [Plan](plan-b.md) - second plan\n- [Caf](cafe.md.bak) - a backup name\n",
		"other_note.md", good, "note.md", good, "plan-b.md", good, "plan.md", good, "cafe.md", good)
	notes, ix, _ := Tree(m, now)
	if got := Orphans(m, notes, ix); !slices.Equal(got, []string{"cafe.md", "note.md", "plan.md"}) {
		t.Errorf("orphans: %q", got)
	}
}

// TestFindings holds, for random memories, what every reader of findings relies on.
func TestFindings(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	pieces := []string{"- [a](a.md) — x\n", "[[b]]\n", "a.md ", "gone.md", "[g](gone.md)\n", "---\n", "name: a\n", "type: x\n",
		"\n", "<!-- c -->\n", "```\n", strings.Repeat("long ", 60), strings.Repeat("line\n", 90), "- b c.md\n", "日本\n"}
	text := func() string {
		var b strings.Builder
		for range rng.Intn(9) {
			b.WriteString(pieces[rng.Intn(len(pieces))])
		}
		return b.String()
	}
	for range 1500 {
		m := tree("a.md", text(), "b c.md", text(), "d/b.md", text())
		if rng.Intn(5) > 0 {
			m[model.IndexName] = model.File{Mode: 0o644, Data: []byte(text())}
		}
		notes, ix, found := Tree(m, now)
		if !slices.IsSortedFunc(found, func(a, b model.Finding) int { return strings.Compare(a.Path, b.Path) }) {
			t.Fatalf("not sorted: %+v", found)
		}
		for _, f := range found {
			lines := strings.Count(string(m[f.Path].Data), "\n") + 1
			if f.Rule == "" || f.Message == "" || f.Line < 0 || f.Line > lines || strings.Contains(f.Message, "\n") {
				t.Fatalf("%+v", f)
			}
		}
		for _, p := range Orphans(m, notes, ix) {
			if _, ok := m[p]; !ok {
				t.Fatalf("orphan %s is not there", p)
			}
		}
		for _, p := range Dangling(ix) {
			if _, ok := m[p]; ok {
				t.Fatalf("dangling %s is there", p)
			}
		}
	}
}

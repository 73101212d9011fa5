package offline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
	"dreamgate/model/audit"
)

// memoryOf makes a tree of path and text pairs.
func memoryOf(pairs ...string) model.Tree {
	t := model.Tree{}
	for i := 0; i < len(pairs); i += 2 {
		t[pairs[i]] = model.File{Mode: 0o640, Data: []byte(pairs[i+1])}
	}
	return t
}

// told is a note with nothing to mend.
const told = "---\nname: a\ndescription: what it tells\ntype: user\n---\n\ntext\n"

func TestMend(t *testing.T) {
	long := strings.Repeat("more of the same words ", 10)
	for _, c := range []struct {
		name  string
		tree  model.Tree
		path  string
		want  string
		cause string
	}{
		{"nothing", memoryOf("MEMORY.md", "- [A](a.md)\n", "a.md", told), "MEMORY.md", "- [A](a.md)\n", ""},
		{"no index", memoryOf("a.md", told), "MEMORY.md", "# Memory index\n\n- [a](a.md) — what it tells\n", "which it did not name"},
		{"an orphan", memoryOf("MEMORY.md", "- [B](b.md) - x\r\n\r\n## End\r\n", "a.md", told, "b.md", told), "MEMORY.md",
			"- [B](b.md) - x\r\n- [a](a.md) - what it tells\r\n\r\n## End\r\n", "a.md"},
		{"a dead link", memoryOf("MEMORY.md", "- [G](gone.md) - x\n- [A](a.md)\n", "a.md", told), "MEMORY.md", "- [A](a.md)\n", "gone.md"},
		{"another case", memoryOf("MEMORY.md", "- [A.md](A.md#part) - x\n", "a.md", told), "MEMORY.md", "- [a.md](a.md#part) - x\n", "is spelled a.md"},
		{"other signs", memoryOf("MEMORY.md", "- [A](my-note.md) - x\n", "my note.md", told), "MEMORY.md", "- [A](my%20note.md) - x\n", "is spelled my note.md"},
		{"moved", memoryOf("MEMORY.md", "- [A](<a.md>) - x\n", "old/a.md", told), "MEMORY.md", "- [A](<old/a.md>) - x\n", "is spelled old/a.md"},
		{"a name by another case", memoryOf("MEMORY.md", "- `A.md` - x\n", "a.md", told), "MEMORY.md", "- `a.md` - x\n", "is spelled a.md"},
		{"another Unicode form", memoryOf("MEMORY.md", "- [A](caf\u00e9.md) - x\n", "cafe\u0301.md", told), "MEMORY.md", "- [A](cafe\u0301.md) - x\n", "is spelled cafe\u0301.md"},
		{"a name in another form", memoryOf("MEMORY.md", "- `caf\u00e9.md` - x\n", "cafe\u0301.md", told), "MEMORY.md", "- `cafe\u0301.md` - x\n", "is spelled cafe\u0301.md"},
		{"twice", memoryOf("MEMORY.md", "- [A](a.md) - x\n- [A](a.md) - x\n", "a.md", told), "MEMORY.md", "- [A](a.md) - x\n", "repeats line 1"},
		{"too long", memoryOf("MEMORY.md", "- [A](a.md) - "+long+"\n", "a.md", told+long), "MEMORY.md", "", "shortened"},
		{"a frontmatter", memoryOf("MEMORY.md", "- [A](a.md)\n", "a.md", "---\nname: a: b\n---\n"), "a.md", "---\nname: \"a: b\"\n---\n", "in quotes"},
	} {
		got, changes := Mend(c.tree)
		if text := string(got[c.path].Data); c.want != "" && text != c.want {
			t.Errorf("%s: %q", c.name, text)
		}
		if !strings.Contains(changes, c.cause) || (changes == "") != (c.cause == "") {
			t.Errorf("%s: changes %q", c.name, changes)
		}
		if got[c.path].Mode != 0o640 {
			t.Errorf("%s: mode %v", c.name, got[c.path].Mode)
		}
		for p, f := range c.tree { // only what a reason is given for may change
			if string(got[p].Data) != string(f.Data) && !strings.Contains(changes, "- "+p+": ") {
				t.Errorf("%s: %s changed without a reason", c.name, p)
			}
		}
		if again, more := Mend(got); more != "" || fmt.Sprint(again) != fmt.Sprint(got) {
			t.Errorf("%s: a second pass goes on: %s", c.name, more)
		}
	}
}

// TestMendDoesWhatIsOffered: where a finding offers a fix, it is gone after it.
func TestMendDoesWhatIsOffered(t *testing.T) {
	tree := memoryOf("MEMORY.md", "- [G](gone.md)\n- [R](Rule.md) - x\n- `COLON.md`\n- [M](moved.md)\n- [S](sub/s.md)\n- [S](sub/s.md)\n- [L](long.md) - "+strings.Repeat("words ", 40)+"\n",
		"rule.md", told, "colon.md", "---\nname: a: b\ndescription: d\ntype: user\n---\n", "sub/moved.md", told, "long.md", told, "sub/s.md", told, "orphan.md", told)
	_, _, before := audit.Tree(tree, time.Time{})
	offered := map[string]bool{}
	for _, f := range before {
		if f.Fix != "" {
			offered[f.Rule] = true
		}
	}
	if len(offered) != 6 {
		t.Errorf("offered are fixes of %v", offered)
	}
	mended, _ := Mend(tree)
	_, _, after := audit.Tree(mended, time.Time{})
	for _, f := range after {
		if f.Fix != "" {
			t.Errorf("left: %+v", f)
		}
	}
}

// TestMendLeavesWhatIsTooLarge: a file that is no note, and an index that is none, stay as they are; the
// other notes are mended.
func TestMendLeavesWhatIsTooLarge(t *testing.T) {
	huge := strings.Repeat("- [G](gone.md)\n", mostRead/15+1)
	for _, tree := range []model.Tree{
		memoryOf("MEMORY.md", huge, "a.md", told),
		memoryOf("MEMORY.md", "- [H](huge.md)\n", "huge.md", "---\nname: a: b\n---\n"+huge, "a.md", "---\nname: a: b\n---\n"),
	} {
		got, _ := Mend(tree)
		for p, f := range tree {
			if len(f.Data) > mostRead && string(got[p].Data) != string(f.Data) {
				t.Errorf("%s was changed", p)
			}
		}
		if len(tree["MEMORY.md"].Data) < mostRead && !strings.Contains(string(got["a.md"].Data), `"a: b"`) {
			t.Errorf("the note is %q", got["a.md"].Data)
		}
	}
}

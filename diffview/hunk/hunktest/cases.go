// Package hunktest holds the changes that the tests of hunks and of their drawing share: one table
// of cases that went wrong in some program once, and a source of random ones.
package hunktest

import (
	"fmt"
	"strings"

	"dreamgate/model"
)

// Case is a change of one tree into another.
type Case struct {
	Name           string
	Base, Proposed model.Tree
	// Want is each hunk, in order, as "kind -old_start,removed +new_start,added group".
	Want []string
}

// Text is a plain file.
func Text(s string) model.File { return model.File{Mode: 0o644, Data: []byte(s)} }

// Script is a plain file with the executable bit.
func Script(s string) model.File { return model.File{Mode: 0o755, Data: []byte(s)} }

// one is a case that changes the text of a single file.
func one(name, old, new string, want ...string) Case {
	return Case{name, model.Tree{"a.md": Text(old)}, model.Tree{"a.md": Text(new)}, want}
}

// numbered is n lines "word i", with some replaced; an empty replacement removes the line.
func numbered(word string, n int, end string, replaced map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if r, ok := replaced[i]; ok {
			b.WriteString(r)
		} else {
			fmt.Fprintf(&b, "%s %d%s", word, i, end)
		}
	}
	return b.String()
}

const block = "Checklist\n- open\n- read\n- check\n- sign\n- close\n- done\n- next\n\n"

// odd looks like a patch, and has a line with every separator that some program takes for a line end.
func odd(first, last string) string {
	return first + "@@ -1,2 +1,2 @@\n--- a/tone.md\n+++ b/tone.md\ndiff --git a/x b/x\n\\ No newline at end of file\n" +
		numbered("pad", 10, "\n", nil) + "sep\u2028ls\u2029ps\u0085nel\vvt\fff\rcr end\n" + last + "====\n"
}

// Cases are the table.
var Cases = append(texts(), wholes()...)

func texts() []Case {
	steps := strings.TrimSuffix(numbered("step", 20, "\n", nil), "\n")
	return []Case{
		one("nothing", "a\n", "a\n"),
		one("one word", "a\nb\nc\n", "a\nB\nc\n", "text -2,1 +2,1 1"),
		one("no newline, grown", steps, strings.Replace(steps, "step 2\n", "step two\n", 1)+"\nstep 21\n",
			"text -2,1 +2,1 1", "text -20,1 +20,2 2"),
		one("newline lost", "a\nb\n", "a\nb", "text -2,1 +2,1 1"),
		one("newline won", "a\nb", "a\nb\n", "text -2,1 +2,1 1"),
		one("no newline on both sides", "a\nb", "A\nb", "text -1,1 +1,1 1"),
		one("last of two lines goes, newline too", "a\nb", "a", "text -1,2 +1,1 1"),
		one("crlf kept", numbered("row", 40, "\r\n", nil),
			numbered("row", 40, "\r\n", map[int]string{5: "new\r\n", 20: "new\r\n20b\r\n", 35: "new\r\n"}),
			"text -5,1 +5,1 1", "text -20,1 +20,2 2", "text -35,1 +36,1 3"),
		one("crlf to lf", "a\r\nb\r\n", "a\nb\n", "text -1,2 +1,2 1"),
		one("line in two equal blocks", strings.Repeat(block, 4),
			block+strings.Replace(block, "- check\n", "- check\n- again\n", 1)+block+
				strings.Replace(block, "- check\n", "- check\n- again\n", 1),
			"text -13,0 +14,1 1", "text -31,0 +33,1 2"),
		one("equal block added", block+block, block+block+block, "text -18,0 +19,9 1"),
		one("slides down", "a\nb\nc\n", "a\nb\na\nb\nc\n", "text -2,0 +3,2 1"),
		one("removal slides down", "x\na\na\na\ny\n", "x\na\ny\n", "text -3,2 +2,0 1"),
		one("at the top", "a\nb\n", "new\na\nb\n", "text -0,0 +1,1 1"),
		one("at the end", "a\nb\n", "a\nb\nnew\n", "text -2,0 +3,1 1"),
		one("from nothing", "", "a\n", "text -0,0 +1,1 1"),
		one("parted by blank lines", "a\n\n \t\r\nb\nx\nc\n", "A\n\n \t\r\nB\nx\nC\n",
			"text -1,1 +1,1 1", "text -4,1 +4,1 1", "text -6,1 +6,1 2"),
		one("only blank lines", "a\nb\n", "a\n\n\nb\n", "text -1,0 +2,2 1"),
		one("blanks at the end", "a  \nb\n", "a\nb\n", "text -1,1 +1,1 1"),
		one("looks like a patch", odd("-- old flag\n++ old plus\n", "Index: x\n"), odd("++ new plus\n-- new minus\n", "Index: y\n"),
			"text -1,2 +1,2 1", "text -19,1 +19,1 2"),
		one("invisible", "staging\n", "stag\u200bing\n", "text -1,1 +1,1 1"),
		one("wide letters", "日本語のメモ\nb\n", "日本語の記録\nb\n", "text -1,1 +1,1 1"),
		one("no utf-8", "caf\xe9 au lait, every day at nine\n", "caf\xe9 noir, every day at nine\n", "text -1,1 +1,1 1"),
		one("numbers that look alike", numbered("line", 300, "\n", nil),
			numbered("line", 300, "\n", map[int]string{1: "x\n", 129: "y\n", 299: "z\n"}),
			"text -1,1 +1,1 1", "text -129,1 +129,1 2", "text -299,1 +299,1 3"),
	}
}

func wholes() []Case {
	pair := func(name string, base, proposed model.Tree, want ...string) Case {
		return Case{name, base, proposed, want}
	}
	return []Case{
		pair("emptied, deleted, created empty",
			model.Tree{"a.md": Text("text a\nmore\n"), "b.md": Text("text b\n")},
			model.Tree{"a.md": Text(""), "c.md": Text("")},
			"emptied -1,2 +0,0 1", "deleted -1,1 +0,0 1", "added -0,0 +0,0 1"),
		pair("empty file deleted", model.Tree{"a.md": Text("")}, model.Tree{}, "deleted -0,0 +0,0 1"),
		pair("new file", model.Tree{}, model.Tree{"sub dir/n.md": Text("one\ntwo")}, "added -0,0 +1,2 1"),
		pair("binary and mode",
			model.Tree{"pic.bin": Text("PK\x03\x04\x00\x00\x1b[31m\x07old\xff\n"), "hook.md": Text("same\n")},
			model.Tree{"pic.bin": Text("PK\x03\x04\x00\x00\x1b[32m\x07new, longer\xff\n"), "hook.md": Script("same\n")},
			"mode -0,0 +0,0 1", "binary -1,1 +1,1 1"),
		pair("mode and text", model.Tree{"a.md": Text("a\nb\n")}, model.Tree{"a.md": Script("a\nB\n")},
			"mode -0,0 +0,0 1", "text -2,1 +2,1 2"),
		pair("mode and emptied", model.Tree{"a.md": Script("a\n")}, model.Tree{"a.md": Text("")},
			"mode -0,0 +0,0 1", "emptied -1,1 +0,0 2"),
		pair("binary emptied", model.Tree{"a.bin": Text("a\x00b")}, model.Tree{"a.bin": Text("")}, "emptied -1,1 +0,0 1"),
		pair("text becomes binary", model.Tree{"a.md": Text("a\n")}, model.Tree{"a.md": Text("a\x00\n")}, "binary -1,1 +1,1 1"),
		pair("new binary, and one gone", model.Tree{"z.bin": Text("\x00\x01\x02")},
			model.Tree{"a.bin": Text("\x00\x01\x02\x03")}, "added -0,0 +1,1 1", "deleted -1,1 +0,0 1"),
		pair("hostile names",
			model.Tree{"-rf.md": Text("a\n"), "a b\t\"c\"\\.md": Text("a\n"), "tail .md": Text("a\n"), "n\new.md": Text("a\n")},
			model.Tree{"-rf.md": Text("b\n"), "a b\t\"c\"\\.md": Text("b\n"), "tail .md": Text("b\n"), "caf\xe9.md": Text("n\n")},
			"text -1,1 +1,1 1", "text -1,1 +1,1 1", "added -0,0 +1,1 1", "deleted -1,1 +0,0 1", "text -1,1 +1,1 1"),
	}
}

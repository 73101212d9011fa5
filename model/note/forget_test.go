package note

import (
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

func TestForget(t *testing.T) {
	index := "# Memory\r\nText.\r\n- [A](a.md) — the first\r\n- [B](b.md): see [A](a.md)\n* `a.md`\n1. [[alpha]] is it\nProse on [the *first*](a.md \"its (title)\") and a.md.\n- [A again](./a.md#part)"
	note := "---\nname: b\nrelated: [[a]]\n---\nAs [[a]] says, and [[alpha|the first one]], [[alpha#part]] too.\r\nSee [`x]` and \\] A](<a.md>), [twice][ref], [ref] or ![pic](a.md).\n`[[a]]` is code.\n\n    [A](a.md)\n\n[ref]: a.md\nAlso [B](b.md), [C](c.md?a.md) and [[b]]; [A](a.md)"
	tree := model.Tree{
		model.IndexName: {Data: []byte(index)},
		"a.md":          {Data: []byte("---\nname: alpha\n---\nSelf [[a]].\n")},
		"b.md":          {Data: []byte(note)},
		"c.md":          {Data: []byte("nothing\r\n")},
		"sub/d.md":      {Data: []byte("[up](../a.md)")},
		"x.txt":         {Data: []byte("[[a]]")},
	}
	without, left := Forget(tree, "a.md")
	if len(left) > 0 {
		t.Errorf("left %v", left)
	}
	want := map[string]string{
		model.IndexName: "# Memory\r\nText.\r\n- [B](b.md): see A\nProse on the *first* and a.md.\n",
		"b.md":          "---\nname: b\nrelated: [[a]]\n---\nAs a says, and the first one, alpha too.\r\nSee `x]` and \\] A, twice, ref or ![pic](a.md).\n`[[a]]` is code.\n\n    [A](a.md)\n\n[ref]: a.md\nAlso [B](b.md), [C](c.md?a.md) and [[b]]; A",
		"c.md":          "nothing\r\n",
		"sub/d.md":      "up",
		"x.txt":         "[[a]]",
	}
	if got := without.Paths(); len(got) != len(want) {
		t.Errorf("the tree holds %v", got)
	}
	for p, text := range want {
		if got := string(without[p].Data); got != text {
			t.Errorf("%s:\n got %q\nwant %q", p, got, text)
		}
	}
	if string(tree["b.md"].Data) != note || string(tree[model.IndexName].Data) != index {
		t.Error("the tree that was given has changed")
	}
}

// FuzzForget holds that no word is lost and no link is left, whatever stands in a note.
func FuzzForget(f *testing.F) {
	for _, s := range []string{"[A](a.md)", "[[a]]", "[x [[a]] y](b.md)", "![i [A](a.md)](b.md)", "[a](a.md\n\"t\")", "[A]( <a.md> 't' )", "[[a|]] [[a#]]",
		"- [A](a.md)\r\n", "[a][a.md]\n\n[a.md]: a.md", "`[A](a.md)`", "[`](a.md)`](a.md)", "[a\\](a.md)](a.md)", "\xff[A](a.md)\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := model.Tree{"a.md": {Data: []byte("x")}, "b.md": {Data: []byte(text)}}
		without, left := Forget(tree, "a.md")
		got := string(without["b.md"].Data)
		if !subsequence(got, text) {
			t.Fatalf("%q became %q", text, got)
		}
		if len(left) > 0 {
			return
		}
		again, _ := Forget(model.Tree{"a.md": tree["a.md"], "b.md": without["b.md"]}, "a.md")
		if now := string(again["b.md"].Data); len(got) > len(text) || !subsequence(now, got) {
			t.Fatalf("%q became %q and then %q", text, got, now)
		}
	})
}

// subsequence reports whether a text holds another one, with more between.
func subsequence(short, long string) bool {
	for _, c := range []byte(short) {
		n := strings.IndexByte(long, c)
		if n < 0 {
			return false
		}
		long = long[n+1:]
	}
	return true
}

func TestForgetLeavesWhatIsNotThere(t *testing.T) {
	tree := model.Tree{model.IndexName: {Data: []byte("- [A](a.md)")}, "l.md": {Target: "a.md", Mode: 1 << 27}}
	without, left := Forget(tree, "a.md")
	if len(left) > 0 || string(without[model.IndexName].Data) != "" || !slices.Equal(without.Paths(), tree.Paths()) {
		t.Errorf("%+v, %v", without, left)
	}
}

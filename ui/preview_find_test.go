package ui_test

import (
	"strings"
	"testing"

	"dreamgate/ui/uitest"
)

func TestFindInNote(t *testing.T) {
	m := shop()
	m.Tree["tone.md"] = file("---\nname: Tone\n---\n\nNeedle one.\n\n" + strings.Repeat("A line.\n\n", 60) +
		"- a list item that is so long that its words are wrapped, and the second needle stands there for the third needle\n")
	d := newFake(memoryOf(m.Store, m.Tree, nil)).deps()
	s := uitest.New(t, d).Size(80, 24).Type("/tone").Press("enter", "enter").Sees("▌tone.md").
		Press("n").Sees("no words are looked for").
		Press("/").Sees("find /_", "in this note").Type("needle").Sees("1/3", "▌Needle one").
		Press("enter").Sees("n next", "esc ends").Press("n").Sees("2/3", "▌  words are wrapped", "→  stands there").Press("N", "N").Sees("3/3").
		Press("n").Sees("1/3", "▌Needle one")
	// What is wrapped is found as one; raw and at another size the places are there as well.
	s.Press("/").Type(" stands there for").Sees("find /needle stands there for_", "1/1").Press("enter", "v").Sees("1/1").Size(50, 20).Sees("1/1").Press("v")
	s.Press("/").Type("?").Sees("found nowhere").Press("enter").Misses("n next").Sees("esc ends").Press("n").Sees("found nowhere: / looks for other words").
		Press("esc").Misses("find /", "▌Needle").Sees("tone")
	// What is typed does nothing else, and another note begins without marks.
	s.Type("/qde").Stays().Press("ctrl+c").Stays().Size(120, 40).Press("/").Type("e").Press("enter").Sees("find /e").Press("esc").Misses("find /").
		Press("esc").Sees("▌Topics")
	d.NoColor = false
	plain := uitest.New(t, d).Size(80, 24).Type("/tone").Press("enter", "enter").Plain()
	marked := uitest.New(t, d).Size(80, 24).Type("/tone").Press("enter", "enter").Type("/needle").Press("enter").Plain()
	if cut := func(s string) string { return s[:strings.LastIndex(s, "\n")] }; cut(plain) != cut(marked) {
		t.Errorf("with colours the marks move the text:\n%s\n%s", plain, marked)
	}
}

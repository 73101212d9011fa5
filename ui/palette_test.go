package ui_test

import (
	"strings"
	"testing"

	"dreamgate/keymap"
)

func TestPalette(t *testing.T) {
	f := pending(moved())
	s := scenario(t, f).Press(":").Sees("Commands", " : _", "enter does it").
		Type("sort").Sees("sort the topics by findings").Misses("choose an engine").
		Press("enter").Misses("Commands").Sees("by name").
		Press("ctrl+p").Type("project gone").Sees("the project of this memory has not gone anywhere").
		Press("enter").Sees("Commands", "has not gone anywhere").Press("esc").Misses("Commands")
	// What is typed does nothing else; a key is found by its own name; an unknown word is said.
	s.Type(":qx").Stays().Sees("no command has these words").Press("ctrl+c").Stays().
		Type(":H").Sees("what became of the note").Press("esc")
	// In a review it says why, and does what it lists.
	s.Press("r", "]").Type(":decide again").Sees("nothing to redo").Press("esc").
		Type(":undo the last").Sees("nothing is done yet").Press("enter").Sees("nothing is done yet", "Commands").
		Press("esc").Type(":accept the hunk").Press("enter").Sees("1/3 decided").
		Type(":undo the last").Misses("nothing is done yet").Press("enter").Sees("0/3 decided")
	// While words are found it decides nothing.
	s.Type("/npm").Press("enter").Type(":accept the hunk").Press("enter").Sees("decisions are off", "0/3 decided").Press("esc", "esc")
	// It lies on other boxes, which are there again, and moves as a list does.
	s.Press("q", "a").Sees("Findings 5").Press(":").Sees("Commands").Misses("Findings 5").Press("esc").Sees("Findings 5").
		Press(":").Type("next row").Press("enter").Sees("Findings 5").Press("?").Sees("Keys: findings").Press("esc").Sees("Findings 5").
		Press("ctrl+f").Sees("closes it first").Press("esc").Press(":", "down", "down", "pgdown", "up", "ctrl+n").Sees("Commands").Press("esc")
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		s.Size(size[0], size[1]).Press(":").Sees("Commands", " : _").Type("theme").Sees("T ").Press("esc")
	}
}

// TestPaletteListsAll: every action of a context is in its palette, once.
func TestPaletteListsAll(t *testing.T) {
	s := scenario(t, pending(moved())).Size(120, 40)
	for _, b := range keymap.Default().In(keymap.Browse) {
		if b.Action == keymap.Palette {
			continue
		}
		s.Press(":").Type(string(b.Action))
		if words := strings.Fields(b.Long); !strings.Contains(s.Plain(), words[0]) {
			t.Errorf("%s is not listed:\n%s", b.Action, s.Plain())
		}
		s.Press("esc")
	}
}

func TestHelpIsSearched(t *testing.T) {
	s := scenario(t, newFake(shop())).Press("?", "/").Sees(" find /_").Type("engine").
		Sees("choose an engine").Misses("list the findings").
		Press("enter").Sees(" find /engine", "choose an engine").Press("esc").Sees("list the findings", "Keys: browse").
		Press("/").Type("nothing like it").Sees("no key has these words").Press("esc").Sees("list the findings").
		Press(":").Sees("Commands").Press("esc").Misses("Keys", "Commands")
	s.Size(40, 12).Press("?", "/").Type("quit").Press("down", "enter").Sees("find /quit").Press("esc", "esc").Sees("Topics")
}

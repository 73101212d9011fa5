package ui_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// TestEditTheNoteFromItsReview: what a person writes is a proposal of its own, from the note as it is now.
func TestEditTheNoteFromItsReview(t *testing.T) {
	f := pending(moved())
	s := scenario(t, f).Editor(uitest.Write("Answer in one line.\n")).Press("r", "E").Sees("choose a file first").
		Press("}", "}", "E").Sees("your edit of tone.md is ready as a review", "0/3 decided")
	if len(f.proposed) != 1 || f.proposed[0].Origin != model.OriginPerson || string(f.proposed[0].Proposed["tone.md"].Data) != "Answer in one line.\n" {
		t.Fatalf("proposed %+v", f.proposed)
	}
	s.Press("q").Sees("2 reviews ready")
	m := shop()
	p := moved().Proposal
	p.Base = model.Tree{}
	for path, file := range m.Tree {
		p.Base[path] = file
	}
	p.Proposed = model.Tree{}
	for path, file := range m.Tree {
		p.Proposed[path] = file
	}
	p.Proposed["new.md"] = file("new\n")
	scenario(t, pending(reviewOf(p))).Press("r", "]", "E").Sees("the note is not there yet")
}

// TestEditTheIndex: on a line of the index that names no note the keys mean the index, and never the note that
// another pane shows.
func TestEditTheIndex(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Editor(uitest.Write("# The shop\n")).Press("h").Sees("▌Index").
		Press("x").Sees("this line names no note").Misses("Forget it?").
		Press("o").Sees("this line names no note").
		Press("e").Sees("your edit of MEMORY.md is ready as a review")
	if len(f.proposed) != 1 || string(f.proposed[0].Proposed["MEMORY.md"].Data) != "# The shop\n" {
		t.Fatalf("proposed %+v", f.proposed)
	}
	s.Press("j", "j", "e").Sees("your edit of testing.md is ready as a review")
	bare := shop()
	delete(bare.Tree, "MEMORY.md")
	bare = memoryOf(bare.Store, bare.Tree, nil)
	scenario(t, newFake(bare)).Press("h", "e").Sees("there is no index to edit")
}

// TestEditAtTheLine: the editor opens at the line of the hunk, of the index, or of the note that is read.
func TestEditAtTheLine(t *testing.T) {
	with := func(f *fake) *uitest.Scenario {
		d := f.deps()
		d.Env = func(name string) string { return map[string]string{"HOME": "/home/ann", "EDITOR": "nano -w"}[name] }
		return uitest.New(t, d).Editor(func(string) error { return nil })
	}
	at := func(s *uitest.Scenario, want string) {
		t.Helper()
		words := s.Edited()
		if got := strings.Join(words[:len(words)-1], " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	f := pending(moved())
	first := f.reviews["p1"].Changes[0].Hunks
	s := with(f).Press("r", "]", "E")
	at(s, fmt.Sprintf("nano -w +%d", first[0].OldStart))
	at(s.Press("]", "E"), fmt.Sprintf("nano -w +%d", first[1].OldStart))
	// Since then lines came above it.
	m := shop()
	m.Tree = maps.Clone(m.Tree)
	m.Tree["testing.md"] = file("\n\n" + string(m.Tree["testing.md"].Data))
	f.memories[m.Store.Dir] = m
	at(s.Press("E"), fmt.Sprintf("nano -w +%d", first[1].OldStart+2))

	s = with(newFake(shop())).Press("e")
	at(s, "nano -w")
	at(s.Press("h", "e"), "nano -w +1")
	at(s.Press("l", "j", "j", "j", "l", "v", "/").Type("last quarter").Press("enter", "e"), fmt.Sprintf("nano -w +%d", first[1].OldStart))
	at(s.Press("esc", "v", "/").Type("last quarter").Press("enter", "e"), fmt.Sprintf("nano -w +%d", first[1].OldStart))
}

// TestMessageIsKept: what was typed for the commit is there when the program starts again, until it is emptied; also what
// the program ended over.
func TestMessageIsKept(t *testing.T) {
	f := pending(moved())
	scenario(t, f).Press("r", "]", "y", "C").Sees("memory: what was accepted").Press("e").Type("Mine: ").Press("esc").
		Sees("the message is kept", "Mine: memory: what was accepted").Press("q", "q", "q").Quits()
	s := scenario(t, f).Press("r", "]", "y", "C").Sees("Mine: memory: what was accepted").Press("e")
	for range "Mine: memory: what was accepted" {
		s.Press("delete")
	}
	s.Press("esc").Sees("made from the reasons", "memory: what was accepted").Misses("Mine")
	s = scenario(t, f).Press("r", "]", "C").Misses("Mine").Editor(uitest.Write("From the editor\n")).Press("e", "ctrl+e").Sees("From the editor")
	if f.words["p1"] != "" {
		t.Errorf("%q is kept while it is typed", f.words["p1"])
	}
	s.Press("esc")
	scenario(t, f).Press("r", "]", "C").Sees("From the editor").Press("enter")
	if f.options.Message != "From the editor\n" {
		t.Errorf("%q", f.options.Message)
	}
}

// TestEditToBeLookedAt: of what arrives undecided, such as a secret that was written, nobody says that it is accepted.
func TestEditToBeLookedAt(t *testing.T) {
	f := pending(moved())
	f.asks = true
	scenario(t, f).Editor(uitest.Write("token: one\n")).Press("r", "}", "}", "E").
		Sees("your edit of tone.md is ready as a review, 1 hunk of it to be looked at: r opens it").
		Misses("commits it")
}

package ui_test

import (
	"errors"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// TestForget: one key and a yes make a review of the end of a note; nothing else does.
func TestForget(t *testing.T) {
	f := newFake(linked())
	s := scenario(t, f)
	s.Press("G", "x").Sees("Forget it?", "Nothing is written").Press("n").Misses("Forget it?")
	if len(f.proposed) != 0 {
		t.Fatalf("a no proposes: %+v", f.proposed)
	}
	s.Press("x", "y").Sees("deletes 1 of 5 notes", "2/2 decided")
	if len(f.proposed) != 1 {
		t.Fatalf("%d proposals", len(f.proposed))
	}
	p := f.proposed[0]
	gone := ""
	for path := range p.Base {
		if _, ok := p.Proposed[path]; !ok {
			gone += path
		}
	}
	if p.Origin != model.OriginPerson || gone != "tone.md" || strings.Contains(string(p.Proposed[model.IndexName].Data), gone) {
		t.Errorf("%s: %q", gone, p.Proposed[model.IndexName].Data)
	}
	foreign(t, p)
}

// linked is a memory with a link, of which a Memory shows what it leads to.
func linked() model.Memory {
	m := shop()
	f := m.Tree["link.md"]
	f.Data = []byte("of another folder")
	m.Tree["link.md"] = f
	return m
}

// foreign fails if a proposal holds what a link leads to.
func foreign(t *testing.T, p model.Proposal) {
	t.Helper()
	for _, tree := range []model.Tree{p.Base, p.Proposed} {
		if f, ok := tree["link.md"]; !ok || f.Data != nil || f.Target == "" {
			t.Errorf("a link became %+v", f)
		}
	}
}

// TestEditOfANoteBesideALink: the proposal of an edit holds the files of the memory alone.
func TestEditOfANoteBesideALink(t *testing.T) {
	f := newFake(linked())
	s := scenario(t, f).Editor(uitest.Write("edited\n")).Press("G", "e")
	if len(f.proposed) != 1 {
		t.Fatalf("%d proposals:\n%s", len(f.proposed), s.Plain())
	}
	foreign(t, f.proposed[0])
}

func TestForgetFails(t *testing.T) {
	f := newFake(shop())
	f.fail["Propose"] = errors.New("the disk is full")
	scenario(t, f).Press("x", "y").Sees("could not be proposed to go")
}

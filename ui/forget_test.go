package ui_test

import (
	"errors"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestForget: one key and a yes make a review of the end of a note; nothing else does.
func TestForget(t *testing.T) {
	f := newFake(shop())
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
}

func TestForgetFails(t *testing.T) {
	f := newFake(shop())
	f.fail["Propose"] = errors.New("the disk is full")
	scenario(t, f).Press("x", "y").Sees("could not be proposed to go")
}

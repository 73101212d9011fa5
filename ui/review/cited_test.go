package review

import (
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// TestPath: of a renamed note it is the name that the memory knows, of the summary none.
func TestPath(t *testing.T) {
	p := New(Options{})
	p.SetSize(120, 40)
	p.Open(shop())
	if got := p.Path(); got != "" {
		t.Errorf("the path of the summary is %q", got)
	}
	for _, f := range p.sheet.files {
		toFile(p, f.path)
		want := f.path
		if f.old != "" {
			want = f.old
		}
		if got := p.Path(); got != want {
			t.Errorf("the path of %s is %q", f.path, got)
		}
	}
}

// TestPlacesAreOfSessions: what stands in a note or in a file of the project is no line of a session, nor is
// a source of which no line is known.
func TestPlacesAreOfSessions(t *testing.T) {
	r := shop()
	for id := range r.Check.Hunks {
		r.Check.Hunks[id] = model.Evidence{
			Citations: []model.Citation{{Source: model.Source{Session: "s"}, Verdict: model.Missing}},
			Claims:    []model.Claim{{Token: "x", Support: model.Found, Source: model.Source{Path: "README.md", Line: 3}}, {Token: "y", Support: model.Unsourced}},
		}
	}
	p := New(Options{})
	p.SetSize(120, 40)
	p.Open(r)
	toFile(p, "testing.md")
	if p.Works(keymap.Open) {
		t.Error("the key is offered")
	}
	if out := p.Handle(keymap.Open); len(out.Cited) > 0 || out.Hint == "" {
		t.Errorf("%+v", out)
	}
}

package review

import (
	"fmt"
	"strings"
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

// destroyer is a review that drops most of the notes.
func destroyer() model.Review {
	r := massacre()
	r.Check.Loss = model.Loss{Lost: 171, Text: 207}
	return r
}

func TestDestroyerGoldens(t *testing.T) {
	for name, play := range map[string]func(*Pane){
		"destroyer":      func(*Pane) {},
		"destroyer-hunk": func(p *Pane) { toFile(p, "fact-07.md"); press(p, keymap.Reject) },
	} {
		for _, s := range sizes {
			for look, st := range looks {
				p := New(Options{Styles: st})
				p.SetSize(s.w, s.h)
				p.Open(destroyer())
				play(p)
				got := p.Render()
				fits(t, name, got, s.w, s.h)
				golden(t, fmt.Sprintf("%s-%s-%s", name, s.name, look), got)
			}
		}
	}
}

// TestCommitSaysWhatGoes: the last question says it once more, of what is accepted alone.
func TestCommitSaysWhatGoes(t *testing.T) {
	p := plan()
	if s := dialog(p, 100, 60).Render(); strings.Contains(s, "drops") {
		t.Errorf("nothing goes:\n%s", s)
	}
	p.Loss = model.Loss{Lost: 26, Text: 100}
	shows(t, dialog(p, 100, 60).Render(), "! drops 26% of the notes' text")
}

// TestNoBulkKeyTakesADestroyer: what drops much of the notes is accepted hunk by hunk; rejecting all of it
// stays one key.
func TestNoBulkKeyTakesADestroyer(t *testing.T) {
	p := opened(destroyer(), 100, 30)
	shows(t, p.Render(), "! destroyer: drops 83%")
	toFile(p, model.IndexName)
	for _, a := range []keymap.Action{keymap.AcceptClean, keymap.AcceptFile, keymap.AcceptGroup} {
		if out := press(p, a); out.Changed || !strings.Contains(out.Hint, "destroyer: drops 83%") || len(p.Review().Decisions) > 0 {
			t.Errorf("%s: %+v, %d decided", a, out, len(p.Review().Decisions))
		}
	}
	if out := press(p, keymap.Accept); !out.Changed || len(p.Review().Decisions) != 1 {
		t.Errorf("a single decision: %+v", out)
	}
	toFile(p, "fact-09.md")
	if out := press(p, keymap.RejectFile); !out.Changed {
		t.Errorf("rejecting is no loss: %+v", out)
	}
}

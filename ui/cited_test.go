package ui_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// told is a search that has nothing of one session.
type told struct {
	finds
	gone string
	// asked are the lines that were read, with the words that were meant.
	read []string
}

func (f *told) Passage(ctx context.Context, h model.Hit, words string) (model.Passage, error) {
	f.read = append(f.read, fmt.Sprintf("%s %s:%d %s", h.Store.Name, h.Session, h.Line, words))
	if h.Session == f.gone {
		return model.Passage{}, errors.New("the session is gone: nothing of it was kept")
	}
	p, err := f.finds.Passage(ctx, h, words)
	if h.Session == "kept" {
		p.Lines, p.At, p.Before, p.After, p.Kept = p.Lines[8:9], 0, false, false, true
	}
	return p, err
}

// resting is the review of moved, the first hunk of which rests on lines of sessions.
func resting() model.Review {
	r := moved()
	said := func(session string, line int, text string) model.Source {
		return model.Source{Session: session, Line: line, Trust: model.TrustUser, Time: today.AddDate(0, 0, -3), Text: text}
	}
	first := r.Changes[0].Hunks[0].ID
	ev := r.Check.Hunks[first]
	pnpm := said("5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5", 12, "we moved to pnpm for good")
	ev.Citations = []model.Citation{
		{Source: pnpm, Verdict: model.Supported},
		{Source: said("lost", 4, "it was decided then"), Verdict: model.Supported},
	}
	ev.Claims = []model.Claim{
		{Token: "npm", Support: model.Kept, Source: model.Source{Path: "testing.md", Line: 4}},
		{Token: "pnpm", Support: model.Cited, Source: pnpm},
		{Token: "test", Support: model.Found, Source: said("kept", 9, "run the test with it")},
	}
	r.Check.Hunks[first] = ev
	return r
}

// TestCitedLines: a hunk opens the lines that it rests on, each once, with what stands around them, and is
// there again as it was.
func TestCitedLines(t *testing.T) {
	f := &told{gone: "lost"}
	d := pending(resting()).deps()
	d.Searches = f
	s := uitest.New(t, d).Press("r", "enter", "enter").Sees("choose a file first").Press("]").Sees("enter cited").Size(100, 14).Press("j", "j")
	before := s.View()
	if got := s.Press("enter").Sees("line 1/3").Press("G", "esc").View(); got != before || !strings.Contains(before, " 3-11/") {
		t.Errorf("the review is another:\n%s", got)
	}
	f.read = nil
	s.Size(120, 40).Press("enter").Sees("5f0c9d1e:12", "session", "▌user", "27 Feb 2026 14:00", "line 12", "line 11", "we moved to pnpm for good", "line 1/3", "n next").
		Press("g").Sees("there is more before this").Press("G").Sees("there is more behind this", "100%").
		Press("enter").Sees("only notes").Press("p").Sees("there is no further line")
	s.Press("n").Sees("lost:4", "it could not be opened: the session is gone", "▌ it was decided then", "line 2/3").
		Press("n").Sees("kept:9", "the session is gone; this is what was kept of it", "line 3/3").
		Press("n").Sees("there is no further line").Press("p", "p").Sees("line 1/3")
	if want := []string{
		"shop 5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5:12 pnpm", "shop lost:4 ", "shop kept:9 test", "shop lost:4 ", "shop 5f0c9d1e-2a4b-4c3d-9e8f-70a1b2c3d4e5:12 pnpm",
	}; strings.Join(f.read, "\n") != strings.Join(want, "\n") {
		t.Errorf("read %q", f.read)
	}
	s.Press("esc").Sees("hunk 1/2")
	// Nothing is decided by a key of the passage, and a search of its own stays what it was.
	s.Press("enter", "n", "y", "a", "D", "q").Sees("0/3 decided")
	s.Press("]", "enter").Sees("no line of a session is cited or found").Press("p", "enter").Sees("the file as it would be")
	f.auto = hitsOf("redis")
	s.Press("p", "[", "ctrl+f").Type("redis").Press("enter").Until("7 hits").Press("esc", "enter").Sees("line 1/3").
		Press("ctrl+f").Sees("7 hits").Press("esc").Sees("line 1/3").Press("esc").Sees("0/3 decided")
	// Where there is nothing to read with the review says so.
	d.Searches = nil
	uitest.New(t, d).Press("r", "]", "enter").Sees("nothing to read sessions with")
}

func TestCitedGolden(t *testing.T) {
	for look, set := range looks {
		t.Run(look, func(t *testing.T) {
			d := pending(resting()).deps()
			set(&d)
			d.Searches = &told{gone: "lost"}
			s := uitest.New(t, d).Press("r", "]", "enter")
			var out strings.Builder
			for i, keys := range [][]string{nil, {"n"}, {"n"}} {
				s.Press(keys...)
				for _, z := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
					if i > 0 && z[0] == 120 {
						continue // a sentence needs no wide screen
					}
					fmt.Fprintf(&out, "== %dx%d\n%s\n", z[0], z[1], s.Size(z[0], z[1]).View())
				}
			}
			golden(t, "cited-"+look, out.String())
		})
	}
}

// TestCitedSizes goes through degenerate sizes with a line that is there, one that is gone and one that was kept.
func TestCitedSizes(t *testing.T) {
	for _, keys := range [][]string{nil, {"G"}, {"n"}, {"n", "n"}, {"?"}} {
		d := pending(resting()).deps()
		d.Searches = &told{gone: "lost"}
		s := uitest.New(t, d).Press("r", "]", "enter").Press(keys...)
		for w := range 60 {
			for h := range 20 {
				s.Size(3*w, h).Press("pgdown", "k")
			}
		}
	}
}

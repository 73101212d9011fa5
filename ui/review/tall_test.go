package review

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// tall is a review that deletes a note of so many lines, with a flag of the whole and a reason.
func tall(lines int, flags ...model.Flag) model.Review {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "the fact %d\n", i+1)
	}
	r := review("tall", model.Tree{"a.md": text("one\n"), "gone.md": text(b.String())}, model.Tree{"a.md": text("two\n")})
	r.Check.Hunks = map[string]model.Evidence{ids(r, "gone.md")[0]: {Why: "nobody needs it", Flags: flags}}
	return r
}

var lost = model.Flag{Kind: "lost-note", Token: "the fact 1", Reason: "no other note holds it"}

// TestTallHunkIsToldFirst: what is known of a hunk that fills the screen is in sight when one comes to it, and is told
// once; below one that fits it stands as ever.
func TestTallHunkIsToldFirst(t *testing.T) {
	for _, s := range sizes {
		p := opened(tall(300, lost), s.w, s.h)
		press(p, keymap.NextFlag)
		shows(t, p.Render(), "! lost-note", "nobody", "the fact 1 ")
		g := p.here()
		all := strings.Join(g.window(0, g.n), "\n")
		if flag, why, fact := strings.Index(all, "! lost-note"), strings.Index(all, "why "), strings.Index(all, "the fact 2"); flag != 0 || why < flag || fact < why {
			t.Errorf("%s: flag at %d, reason at %d, text at %d", s.name, flag, why, fact)
		}
		if n := strings.Count(all, "lost-note"); n != 1 {
			t.Errorf("%s: the flag is told %d times", s.name, n)
		}
		press(p, keymap.Bottom)
		shows(t, p.Render(), "the fact 300")
	}
	p := opened(tall(3, lost), 120, 40)
	press(p, keymap.NextFlag)
	if s := p.Render(); strings.Index(s, "the fact 3") > strings.Index(s, "lost-note") {
		t.Error(s)
	}
}

// TestTallHunkInTheWholeFile: there it is what warns of the hunk that comes first.
func TestTallHunkInTheWholeFile(t *testing.T) {
	for _, s := range sizes {
		p := opened(tall(300, lost), s.w, s.h)
		press(p, keymap.NextFlag, keymap.WholeFile)
		shows(t, p.Render(), "! lost-note", "the fact 1 ")
		g := p.here()
		if n := strings.Count(strings.Join(g.window(0, g.n), "\n"), "lost-note"); n != 1 {
			t.Errorf("%s: the flag is told %d times", s.name, n)
		}
		press(p, keymap.Bottom)
		shows(t, p.Render(), "the fact 300")
	}
}

// TestManyFactsOfATallHunk: the hunk itself is in sight as well, and what found no room above stands below.
func TestManyFactsOfATallHunk(t *testing.T) {
	var flags []model.Flag
	for i := range 60 {
		flags = append(flags, model.Flag{Kind: "lost-note", Reason: fmt.Sprintf("the reason %d.", i+1)})
	}
	for _, s := range sizes {
		p := opened(tall(300, flags...), s.w, s.h)
		press(p, keymap.NextFlag)
		shows(t, p.Render(), "the reason 1.", "more rows below", "the fact 1 ")
		press(p, keymap.Bottom)
		shows(t, p.Render(), "nobody needs it")
		g := p.here()
		if rows := g.window(0, g.n); len(rows) != g.n || !strings.Contains(strings.Join(rows, "\n"), "the reason 60.") {
			t.Errorf("%s: %d rows of %d", s.name, len(rows), g.n)
		}
	}
}

// TestPlacesOfATallHunk: words, selected lines and clicks are where they are drawn.
func TestPlacesOfATallHunk(t *testing.T) {
	p := opened(tall(300, lost), 100, 30)
	press(p, keymap.NextFlag, keymap.Find)
	types(p, "fact 200")
	enter(p)
	shows(t, p.Render(), "the ▸▸fact 200◂◂")
	if hit := p.here().own.hits[0]; !strings.Contains(p.here().window(hit.Row, 1)[0], "fact 200") {
		t.Errorf("row %d is %q", hit.Row, p.here().window(hit.Row, 1))
	}
	press(p, keymap.EndFind)
	press(p, keymap.Select)
	for _, at := range []int{0, 150, 299} {
		if row := p.here().own.rowOf(false, at); !strings.HasSuffix(p.here().window(row, 1)[0], fmt.Sprintf("the fact %d", at+1)) {
			t.Errorf("line %d is not in row %d: %q", at, row, p.here().window(row, 1))
		}
	}
	press(p, keymap.Bottom)
	shows(t, p.Render(), "the fact 300")
	press(p, keymap.Back)
	before := p.at
	if p.Click(60, contentTop+3); p.at != before {
		t.Error("a click on what is known of a hunk goes to another")
	}
}

// TestFlaggedWordIsTold: the key that scrolls to a flagged word says what is wrong with it.
func TestFlaggedWordIsTold(t *testing.T) {
	p := opened(shop(), 40, 12)
	if out := press(p, keymap.NextFlag, keymap.NextFlag); !strings.Contains(out.Hint, "nobody says a month") {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "2026[?!]")
}

// TestLongFlaggedWord: on a narrow screen a long word of a flag leaves the reason its row; it is whole in the text.
func TestLongFlaggedWord(t *testing.T) {
	p := opened(shop(), 40, 12)
	f := model.Flag{Kind: "unsourced", Token: "https://example.com/a/very/long/path/that/goes/on.md", Reason: "nobody says it"}
	for w, n := range map[int]int{38: 2, 20: 3} {
		if rows := p.flag(f, w); len(rows) > n || !strings.Contains(strings.Join(rows, ""), "nobody") {
			t.Errorf("%d cells: %q", w, rows)
		}
	}
	if rows := opened(shop(), 120, 40).flag(f, 78); !strings.Contains(rows[0], f.Token) {
		t.Errorf("%q", rows)
	}
}

// TestNoteOfTheWhole: on the summary a note is on the review, read there, and one step; no hunk comes up for it.
func TestNoteOfTheWhole(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {40, 12}} {
		p := opened(shop(), size[0], size[1])
		press(p, keymap.Note)
		if p.at != summary || !p.Typing() {
			t.Fatalf("at %d", p.at)
		}
		for _, r := range "too eager" {
			p.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
		shows(t, p.Render(), "note too eager_")
		out := p.Input(tea.KeyMsg{Type: tea.KeyEnter})
		if !out.Changed || out.Hint != "noted on the review" || p.at != summary || p.Review().Notes[model.WholeReview] != "too eager" {
			t.Errorf("%+v %v", out, p.Review().Notes)
		}
		shows(t, p.Render(), "note  too eager")
		if press(p, keymap.NextHunk, keymap.Undo); p.at != summary || p.Review().Notes[model.WholeReview] != "" {
			t.Errorf("undone: at %d, %v", p.at, p.Review().Notes)
		}
		press(p, keymap.Redo)
		was, now := p.Review().Ruling(), p.Review().Ruling()
		now.Notes = map[string]string{model.WholeReview: "too eager; good"}
		if word, changed := p.Beside(was, now, nil); !changed || word != "elsewhere, noted of the review “too eager; good”" {
			t.Errorf("%q", word)
		}
		shows(t, p.Render(), "too eager; good")
	}
}

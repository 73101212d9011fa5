package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"dreamgate/keymap"
	"dreamgate/model"
)

// types writes a text, a letter at a time.
func types(p *Pane, text string) {
	for _, r := range text {
		p.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

func enter(p *Pane) { p.Input(tea.KeyMsg{Type: tea.KeyEnter}) }

// seesBar fails unless the bar shows each text.
func seesBar(t *testing.T, p *Pane, texts ...string) {
	t.Helper()
	bar := ansi.Strip(p.FindBar(p.w))
	if n := ansi.StringWidth(bar); n != p.w {
		t.Errorf("the bar has %d cells of %d: %q", n, p.w, bar)
	}
	shows(t, bar, texts...)
}

func TestFindGoesFromPlaceToPlace(t *testing.T) {
	p := opened(shop(), 120, 30)
	press(p, keymap.Find)
	seesBar(t, p, "find /_", "in what the hunks change")
	types(p, "NPM")
	// In testing.md "npm test" goes, "pnpm test", "from npm" and "to pnpm" come; in the index "pnpm" comes.
	seesBar(t, p, "find /NPM_", "1/")
	shows(t, p.Render(), "▸▸npm◂◂")
	enter(p)
	seesBar(t, p, "find /NPM", "esc ends", "decisions off", "n next", "N previous")
	n := p.sought.total
	if n != 5 {
		t.Fatalf("%d places, want 5", n)
	}
	for i := 1; i <= n; i++ {
		seesBar(t, p, fmt.Sprintf("%d/%d", i, n))
		if s := ansi.Strip(p.Render()); strings.Count(s, "▸▸") != 1 {
			t.Errorf("place %d is not on the screen once:\n%s", i, s)
		}
		press(p, keymap.NextFound)
	}
	seesBar(t, p, fmt.Sprintf("1/%d", n), "again from the other end")
	press(p, keymap.PrevFound)
	seesBar(t, p, fmt.Sprintf("%d/%d", n, n), "again from the other end")
	if at := p.sheet.files[p.file()].path; at != "testing.md" {
		t.Errorf("the last place is in %s", at)
	}
	// From where another key went, the way goes on.
	press(p, keymap.PrevFile, keymap.PrevFile, keymap.NextFound)
	if at := p.sheet.files[p.file()].path; at != "testing.md" {
		t.Errorf("the next place is in %s", at)
	}
	press(p, keymap.EndFind)
	if p.Finding() || strings.Contains(p.Render(), "▸") || p.sheet.files[p.file()].path != "testing.md" {
		t.Error("the marks stay, or the cursor does not")
	}
}

// TestFindDecidesNothing: no key of the review changes anything while words are found, and each says why.
func TestFindDecidesNothing(t *testing.T) {
	p := opened(shop(), 80, 24)
	press(p, keymap.NextHunk, keymap.Find)
	types(p, "e")
	enter(p)
	for _, b := range keymap.Default().In(keymap.Found) {
		off := p.Off(b.Action)
		if off != "" {
			if out := press(p, b.Action); out.Changed || out.Commit || out.Edit != nil || out.Hint != off || p.Works(b.Action) {
				t.Errorf("%s: %+v", b.Action, out)
			}
		}
	}
	if p.book.all.Decided() != 0 || p.Context() != keymap.Found {
		t.Fatal("something was decided")
	}
	if a, _ := keymap.Default().Lookup(keymap.Found, "n"); a != keymap.NextFound {
		t.Errorf("n does %s", a)
	}
	press(p, keymap.EndFind)
	if out := press(p, keymap.Accept); !out.Changed {
		t.Errorf("nothing is decided after the end: %+v", out)
	}
}

func TestFindAgainAndNothing(t *testing.T) {
	p := opened(shop(), 120, 30)
	press(p, keymap.Find)
	types(p, "nowhere at all")
	seesBar(t, p, "found nowhere")
	enter(p)
	at := p.at
	if press(p, keymap.NextFound); p.at != at {
		t.Error("the cursor moved to nothing")
	}
	if got := p.Off(keymap.NextFound); got != "found nowhere: / looks for other words" || strings.Contains(p.FindBar(120), "next") {
		t.Errorf("%q, %s", got, p.FindBar(120))
	}
	press(p, keymap.EndFind, keymap.Find)
	seesBar(t, p, "enter finds nowhere at all again")
	types(p, "redis")
	enter(p)
	press(p, keymap.EndFind, keymap.Find)
	enter(p)
	seesBar(t, p, "find /redis", "1/1")
	press(p, keymap.Find)
	types(p, "!")
	seesBar(t, p, "find /redis!_", "found nowhere")
	p.Input(tea.KeyMsg{Type: tea.KeyBackspace})
	seesBar(t, p, "1/1")
	p.Input(tea.KeyMsg{Type: tea.KeyEsc})
	if p.Finding() {
		t.Error("esc does not end it")
	}
	press(p, keymap.Find)
	enter(p)
	empty := opened(model.Review{}, 80, 24)
	if out := press(empty, keymap.Find); out.Hint == "" || empty.Finding() {
		t.Errorf("%+v", out)
	}
}

// TestFindReachesFarPlaces: beyond the edge of a line that is cut, far down a new file, and in a hunk that is
// hidden because it is decided.
func TestFindReachesFarPlaces(t *testing.T) {
	p := opened(hostile(), 80, 23)
	press(p, keymap.NextHunk, keymap.Wrap, keymap.Find)
	types(p, "amount=9")
	if s := ansi.Strip(p.Render()); !strings.Contains(s, "AMOUNT=") {
		t.Errorf("it is not on the screen:\n%s", s)
	}
	long := model.Tree{"a.md": text(strings.Repeat("a line\n", 200) + "needle\n" + strings.Repeat("a line\n", 200))}
	p = opened(review("new", model.Tree{}, long), 80, 23)
	press(p, keymap.AcceptClean, keymap.Undecided, keymap.Find)
	types(p, "NEEDLE")
	shows(t, p.Render(), "▸▸needle◂◂")
	press(p, keymap.EndFind, keymap.Top, keymap.Fold, keymap.Find)
	types(p, "needle")
	shows(t, p.Render(), "▸▸needle◂◂")
	p = opened(shop(), 120, 30) // a rename is drawn as what changed in its text
	press(p, keymap.Find)
	types(p, ", always")
	shows(t, p.Render(), "▸▸, always◂◂")
	seesBar(t, p, "1/1")
}

func TestFindBarFits(t *testing.T) {
	for _, w := range []int{40, 60, 79, 80, 120, 200} {
		p := opened(shop(), w, 11)
		press(p, keymap.Find)
		types(p, strings.Repeat("語", 80))
		seesBar(t, p, "/")
		enter(p)
		seesBar(t, p, "found nowhere", "esc ends")
		press(p, keymap.EndFind, keymap.Find)
		types(p, "redis")
		enter(p)
		seesBar(t, p, "/redis", "1/1", "esc ends", "decisions off")
	}
}

// TestFindInTheWholeFile: there as well each place is on the screen in its turn, one beside the other too.
func TestFindInTheWholeFile(t *testing.T) {
	for _, w := range []int{80, 170} {
		p := opened(shop(), w, 14)
		toFile(p, "testing.md")
		press(p, keymap.WholeFile, keymap.Find)
		types(p, "e")
		enter(p)
		n := p.sought.total
		for i := range n {
			shows(t, ansi.Strip(p.FindBar(w)), fmt.Sprintf("/%d", n))
			if s := ansi.Strip(p.Render()); strings.Count(s, "▸▸") != 1 {
				t.Fatalf("place %d of %d is not on the screen once:\n%s", i, n, s)
			}
			press(p, keymap.NextFound)
		}
	}
}

// BenchmarkFind is BenchmarkKeyToFrame for the keys of a search: writing words of many places, and going from one
// to the next.
func BenchmarkFind(b *testing.B) {
	p := New(Options{Styles: looks["dark"]})
	p.SetSize(200, 59)
	p.Open(crowd(hunksBudgeted))
	p.Render()
	took := make([]time.Duration, 0, b.N)
	keys := []func(){
		func() { p.Handle(keymap.Find) },
		func() { types(p, "t") }, func() { types(p, "e") }, func() { types(p, "s") },
		func() { enter(p) },
		func() { p.Handle(keymap.NextFound) }, func() { p.Handle(keymap.NextFound) }, func() { p.Handle(keymap.PrevFound) },
		func() { p.Handle(keymap.NextFile) }, func() { p.Handle(keymap.NextFound) },
		func() { p.Handle(keymap.EndFind) },
	}
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		keys[i%len(keys)]()
		p.Render()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

package review

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"
)

// looked are the ways in which hunks can be shown.
var looked = []struct {
	name string
	w, h int
	play func(*Pane)
}{
	{"sides", 160, 29, func(p *Pane) { press(p, keymap.NextFlag, keymap.NextFlag) }},
	{"sides-rename", 160, 29, func(p *Pane) { toFile(p, "deploys.md") }},
	{"whole", 120, 39, func(p *Pane) { press(p, keymap.NextFlag, keymap.NextFlag, keymap.Reject, keymap.WholeFile) }},
	{"whole", 80, 23, func(p *Pane) { toFile(p, "MEMORY.md"); press(p, keymap.WholeFile) }},
	{"whole", 40, 11, func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.WholeFile, keymap.NextHunk) }},
	{"whole-rename", 80, 23, func(p *Pane) { toFile(p, "deploys.md"); press(p, keymap.WholeFile) }},
	{"folds", 120, 39, func(p *Pane) {
		toFile(p, "testing.md")
		press(p, keymap.NextPane, keymap.Fold, keymap.NextPane, keymap.NextHunk, keymap.Fold)
	}},
	{"folds", 40, 11, func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.Fold, keymap.LessContext) }},
	{"alone", 120, 39, func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.Maximise) }},
	{"calm", 80, 23, func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.WordMarks) }},
	{"whole-sides", 160, 29, func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.WholeFile, keymap.Accept) }},
	{"unseen", 100, 29, func(p *Pane) { p.Open(unseen()); press(p, keymap.NextHunk) }},
	{"unseen", 40, 11, func(p *Pane) { p.Open(unseen()); press(p, keymap.NextHunk, keymap.NextHunk) }},
	{"unseen", 160, 29, func(p *Pane) { p.Open(unseen()); press(p, keymap.NextHunk, keymap.WholeFile) }},
}

func TestLooks(t *testing.T) {
	for _, c := range looked {
		for look, st := range looks {
			p := New(Options{Styles: st})
			p.SetSize(c.w, c.h)
			p.Open(shop())
			c.play(p)
			got := p.Render()
			fits(t, c.name, got, c.w, c.h)
			golden(t, fmt.Sprintf("%s-%dx%d-%s", c.name, c.w, c.h+1, look), got)
		}
	}
}

// TestLooksInASCII: none of them needs more than ASCII, if the notes do not.
func TestLooksInASCII(t *testing.T) {
	st := style.New(style.Options{Profile: termenv.Ascii, ASCII: true})
	for _, c := range looked {
		p := New(Options{Styles: st})
		p.SetSize(c.w, c.h)
		p.Open(shop())
		c.play(p)
		if i := strings.IndexFunc(p.Render(), func(r rune) bool { return r > 0x7e }); i >= 0 {
			t.Errorf("%s: not ASCII: %q", c.name, p.Render()[max(0, i-20):i+5])
		}
	}
}

// unseen is a review of changes of which a look at the lines tells little.
func unseen() model.Review {
	gap := "\nkept\nkept too\nand kept\nup to here\n\n"
	return review("20261129-2000",
		model.Tree{"a.md": text("ends in CRLF\r\n" + gap + "\tone\n\ttwo\n" + gap + "deny: admin\n" + gap + "one two three\n" + gap + "last")},
		model.Tree{"a.md": text("ends in CRLF\n" + gap + "    one\n    two\n" + gap + "deny: \u202enimda\u202c\n" + gap + "one two\nthree\n" + gap + "last\n")})
}

// TestSidesFromTheirWidthOn: two columns come with the room for them, until they are put away.
func TestSidesFromTheirWidthOn(t *testing.T) {
	two := "{+pnpm+}"
	columns := func(p *Pane) bool {
		for row := range strings.SplitSeq(p.Render(), "\n") {
			if strings.Contains(row, "[-npm-]") && strings.Contains(row, two) {
				return true
			}
		}
		return false
	}
	p := opened(shop(), 159, 30)
	toFile(p, "testing.md")
	out := press(p, keymap.Sides)
	if columns(p) || out.Hint != "side by side needs 160 columns; there are 159" {
		t.Errorf("%q\n%s", out.Hint, p.Render())
	}
	if p.SetSize(160, 30); !columns(p) {
		t.Error(p.Render())
	}
	if press(p, keymap.Sides); columns(p) {
		t.Error(p.Render())
	}
	if press(p, keymap.Sides); !columns(p) {
		t.Error(p.Render())
	}
}

// long is a review of hunks far from each other in one file, and one in another.
func long() model.Review {
	var old, now strings.Builder
	for i := 1; i <= 200; i++ {
		fmt.Fprintf(&old, "line %d\n", i)
		if i%50 == 0 {
			fmt.Fprintf(&now, "LINE %d\n", i)
			continue
		}
		fmt.Fprintf(&now, "line %d\n", i)
	}
	return review("20261129-1700",
		model.Tree{"a.md": text(old.String()), "b.md": text("one\ntwo\n")},
		model.Tree{"a.md": text(now.String()), "b.md": text("one\nthree\n")})
}

// TestWholeFileIsDecidedInPlace: the hunk of the cursor is in view, and no key decides one that is not.
func TestWholeFileIsDecidedInPlace(t *testing.T) {
	p := opened(long(), 100, 20)
	press(p, keymap.NextHunk, keymap.WholeFile)
	shows(t, p.Render(), "whole file: a.md", "line 49", "{+LINE+} 50", "line 51", "▌○ hunk 1/4")
	press(p, keymap.Accept)
	if p.at != 1 {
		t.Fatalf("the cursor is at %d", p.at)
	}
	shows(t, p.Render(), "{+LINE+} 100", "▌○ hunk 2/4")
	press(p, keymap.NextHunk)
	shows(t, p.Render(), "{+LINE+} 150", "▌○ hunk 3/4")
	press(p, keymap.PrevHunk, keymap.PrevHunk)
	shows(t, p.Render(), "{+LINE+} 50", "▌● hunk 1/4")
	// The cursor follows what is read.
	for range 6 {
		press(p, keymap.PageDown)
	}
	if p.at != 1 {
		t.Errorf("the cursor is at %d:\n%s", p.at, p.Render())
	}
	// A hunk that is scrolled away is shown before it is decided.
	p.at, p.top = 1, 0
	if out := press(p, keymap.Reject); out.Changed || out.Hint != "look at it first, then decide" {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "{+LINE+} 100")
	if out := press(p, keymap.Reject); !out.Changed {
		t.Errorf("%+v", out)
	}
}

// TestWholeFileReflows: whatever makes the rows others, the hunk of the cursor stays in view.
func TestWholeFileReflows(t *testing.T) {
	old := strings.Repeat(strings.Repeat("many words in a line that is wrapped ", 9)+"\n", 40)
	p := opened(review("x", model.Tree{"a.md": text(old + "last\n")}, model.Tree{"a.md": text(old + "very last\n")}), 200, 20)
	press(p, keymap.NextHunk, keymap.WholeFile)
	for name, do := range map[string]func(){
		"size": func() { p.SetSize(60, 12) }, "size again": func() { p.SetSize(170, 30) }, "cut": func() { press(p, keymap.Wrap) },
		"sides": func() { press(p, keymap.Sides) }, "alone": func() { press(p, keymap.Maximise) }, "read again": func() { p.Open(p.Review()) },
	} {
		for range 2 {
			if do(); !strings.Contains(p.Render(), "hunk 1/1") || !strings.Contains(p.Render(), "{+very") {
				t.Fatalf("%s:\n%s", name, p.Render())
			}
		}
	}
}

// TestWholeFileReadsOn: beyond the end of a file lies the next, and preview and hunks are a key away.
func TestWholeFileReadsOn(t *testing.T) {
	p := opened(long(), 100, 20)
	press(p, keymap.NextHunk, keymap.WholeFile, keymap.Bottom)
	shows(t, p.Render(), "line 199", "{+LINE+} 200")
	if p.at != 3 {
		t.Errorf("the cursor is at %d", p.at)
	}
	press(p, keymap.Down)
	shows(t, p.Render(), "whole file: b.md", "three")
	if out := press(p, keymap.Down); out.Hint != "this is the end of the last file" {
		t.Errorf("%+v", out)
	}
	press(p, keymap.Up)
	shows(t, p.Render(), "whole file: a.md", "{+LINE+} 200")
	press(p, keymap.Result)
	shows(t, p.Render(), "as it would be: a.md")
	press(p, keymap.Result)
	shows(t, p.Render(), "whole file: a.md", "{+LINE+} 200")
	press(p, keymap.WholeFile)
	if s := p.Render(); strings.Contains(s, "whole file") || !strings.Contains(s, "{+LINE+} 200") {
		t.Error(s)
	}
	if out := press(opened(long(), 100, 20), keymap.WholeFile); out.Hint != "choose a file first" {
		t.Errorf("%+v", out)
	}
}

// TestWholeFileHasEveryLine: the lines of the file stand there once each, whatever its hunks are, and so do
// those that would come.
func TestWholeFileHasEveryLine(t *testing.T) {
	for _, r := range []model.Review{shop(), long()} {
		p := opened(r, 120, 30)
		for _, f := range p.sheet.files {
			if f.status == model.Binary {
				continue
			}
			p.to(f.from)
			p.whole = true
			g := p.here()
			base := max(f.old, f.path)
			was, is := strings.Count(string(r.Proposal.Base[base].Data), "\n"), f.added
			if f.old != "" {
				is = 1 // of the rest the renamed file has the same lines
			}
			sign := 2*len(fmt.Sprint(max(was, was+f.added-f.removed))) + 2
			for _, row := range g.window(0, g.n) {
				switch {
				case len(row) <= sign || strings.Trim(row[:sign], " 0123456789") != "" || strings.TrimSpace(row[:sign]) == "":
				case row[sign] == '+':
					is--
				default:
					was--
				}
			}
			if was != 0 || is != 0 {
				t.Errorf("%s: %d lines of it are missing, and %d that come\n%s", f.path, was, is, strings.Join(g.window(0, g.n), "\n"))
			}
		}
	}
}

// TestSelectInTheWholeFile: lines are selected and decided where they stand.
func TestSelectInTheWholeFile(t *testing.T) {
	p := opened(shop(), 100, 24)
	toFile(p, "MEMORY.md")
	press(p, keymap.WholeFile, keymap.Select, keymap.Down)
	shows(t, p.Render(), "lines selected", "▌")
	before := len(p.sheet.items)
	if out := press(p, keymap.Accept); !out.Changed || len(p.sheet.items) <= before {
		t.Errorf("%+v, %d hunks", out, len(p.sheet.items))
	}
	shows(t, p.Render(), "whole file: MEMORY.md")
}

// TestMaximise: the hunks get the whole screen, and give it back; where they have it in turn a key says so.
func TestMaximise(t *testing.T) {
	p := opened(shop(), 100, 24)
	toFile(p, "testing.md")
	press(p, keymap.Maximise)
	if s := p.Render(); strings.Contains(s, "Summary") || !strings.Contains(s, "Files → testing.md") || !strings.Contains(s, "flagged") {
		t.Error(s)
	}
	press(p, keymap.NextPane)
	shows(t, p.Render(), "Summary", "deploys.md")
	press(p, keymap.NextPane)
	if out := press(p, keymap.Back); out.Leave {
		t.Error("one key leaves the review from a pane that is maximised")
	}
	shows(t, p.Render(), "Summary", "late Oct")
	if out := press(p, keymap.Back); !out.Leave {
		t.Errorf("%+v", out)
	}
	if out := press(opened(shop(), 60, 20), keymap.Maximise); out.Hint == "" {
		t.Error("no reason")
	}
	press(p, keymap.Maximise)
	if p.SetSize(60, 20); press(p, keymap.Back).Leave || !p.onList {
		t.Error("in a small terminal back does not go to the list")
	}
}

// TestWordMarks: without marks a line reads as it is; what cannot be seen is marked all the same.
func TestWordMarks(t *testing.T) {
	p := opened(shop(), 100, 24)
	toFile(p, "testing.md")
	shows(t, p.Render(), "[-npm-]", "{+pnpm+}")
	press(p, keymap.WordMarks)
	s := p.Render()
	shows(t, s, "Run tests with `npm test`;", "Run tests with `pnpm test` (project", "2026[?!]")
	if strings.Contains(s, "[-") || strings.Contains(s, "{+") {
		t.Error(s)
	}
	blanks := review("x", model.Tree{"a.md": text("one two\n")}, model.Tree{"a.md": text("one\ttwo \n")})
	p = opened(blanks, 100, 24)
	press(p, keymap.NextHunk, keymap.WordMarks)
	shows(t, p.Render(), "one·two", "one→", "two·", "only blanks differ")
}

// TestWholeFileOfARename: decided with its name, and where that is parted, by itself.
func TestWholeFileOfARename(t *testing.T) {
	p := opened(shop(), 120, 30)
	toFile(p, "deploys.md")
	press(p, keymap.WholeFile)
	shows(t, p.Render(), "hunk 1/1", "renamed from staging.md", "{+, always+}", "5 5   Deploys go")
	warned := shop()
	for _, c := range warned.Changes {
		if c.Path == "deploys.md" {
			warned.Check.Hunks[c.Hunks[0].ID] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced", Token: "always", Reason: "nobody says so"}}}
		}
	}
	q := opened(warned, 120, 30)
	toFile(q, "deploys.md")
	press(q, keymap.WholeFile)
	if s := q.Render(); !strings.Contains(s, "nobody says so") || strings.Index(s, "nobody says so") > strings.Index(s, "Deploys go") {
		t.Errorf("what warns of it stands below it:\n%s", s)
	}
	if out := press(p, keymap.Split); !out.Changed {
		t.Fatalf("%+v", out)
	}
	s := p.Render()
	shows(t, s, "hunk 1/2", "renamed from staging.md", "hunk 2/2", "{+, always+}", "5 5   Deploys go")
	if strings.Index(s, "hunk 2/2") < strings.Index(s, "# Staging") {
		t.Errorf("the change is not at its place\n%s", s)
	}
	press(p, keymap.Accept)
	shows(t, p.Render(), "● hunk 1/2", "▌○ hunk 2/2")
	if out := press(p, keymap.Reject); !out.Changed || p.book.all.Rejected != 1 {
		t.Errorf("%+v", out)
	}
}

// TestLooksWalk: in whatever order keys are pressed and sizes change, a frame fits, and after a key that decides or
// goes to a hunk that hunk is in view.
func TestLooksWalk(t *testing.T) {
	actions := []keymap.Action{
		keymap.WholeFile, keymap.WholeFile, keymap.Sides, keymap.Fold, keymap.MoreContext, keymap.LessContext, keymap.WordMarks,
		keymap.Maximise, keymap.Wrap, keymap.Result, keymap.NextHunk, keymap.PrevHunk, keymap.NextFile, keymap.PrevFile,
		keymap.NextFlag, keymap.Accept, keymap.Reject, keymap.Undo, keymap.Redo, keymap.Split, keymap.Join, keymap.Select,
		keymap.Down, keymap.Up, keymap.PageDown, keymap.PageUp, keymap.Top, keymap.Bottom, keymap.NextPane, keymap.Right,
		keymap.Left, keymap.Undecided, keymap.Cycle, keymap.Back, keymap.AcceptFile, keymap.ScrollDown,
	}
	goes := map[keymap.Action]bool{keymap.NextHunk: true, keymap.PrevHunk: true, keymap.Accept: true, keymap.Reject: true, keymap.Undo: true}
	for name, r := range map[string]model.Review{"shop": shop(), "hostile": hostile(), "long": long(), "unseen": unseen(), "empty": {}} {
		rng := rand.New(rand.NewPCG(11, 5))
		p := opened(r, 100, 30)
		for step := range 300 {
			if rng.IntN(12) == 0 {
				p.SetSize(20+rng.IntN(180), 4+rng.IntN(40))
			}
			a := actions[rng.IntN(len(actions))]
			out := press(p, a)
			fits(t, fmt.Sprint(name, " ", step, " ", a), p.Render(), p.w, p.h)
			if goes[a] && out.Hint == "" && p.inWhole() && !p.inView(p.at) {
				t.Fatalf("%s, step %d: %s leads to a hunk out of view\n%s", name, step, a, p.Render())
			}
		}
	}
}

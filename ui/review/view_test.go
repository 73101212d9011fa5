package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/keymap"
	"dreamgate/model"
	"dreamgate/ui/style"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// scenes are the screens that goldens hold.
var scenes = map[string]func(*Pane){
	"summary": func(*Pane) {},
	"flag":    func(p *Pane) { press(p, keymap.NextFlag, keymap.NextFlag) },
	"rename":  func(p *Pane) { toFile(p, "deploys.md") },
	"after": func(p *Pane) {
		toFile(p, "testing.md")
		press(p, keymap.Reject, keymap.AcceptClean)
		toFile(p, "MEMORY.md")
		press(p, keymap.Accept)
		toFile(p, "MEMORY.md")
	},
	"result": func(p *Pane) { toFile(p, "testing.md"); press(p, keymap.AcceptFile, keymap.Result) },
}

func toFile(p *Pane, path string) {
	for i, it := range p.sheet.items {
		if p.sheet.files[it.file].path == path {
			p.toHunk(i)
			break
		}
	}
	p.settle(Outcome{})
}

func TestGoldens(t *testing.T) {
	for name, play := range scenes {
		for _, s := range sizes {
			for look, st := range looks {
				p := New(Options{Styles: st})
				p.SetSize(s.w, s.h)
				p.Open(shop())
				play(p)
				got := p.Render()
				fits(t, name, got, s.w, s.h)
				golden(t, fmt.Sprintf("%s-%s-%s", name, s.name, look), got)
			}
		}
	}
}

func TestDialogGoldens(t *testing.T) {
	for name, play := range map[string]func(*CommitDialog){
		"commit": func(*CommitDialog) {},
		"committed": func(c *CommitDialog) {
			c.Done(model.Outcome{Written: []string{"MEMORY.md", "db.md"}, Removed: []string{"old-ci.md"}, Commit: "3f2a1c9d8e7b6a50", Undo: "dreamgate undo 3f2a1c9d8e"})
		},
	} {
		for _, s := range sizes {
			for look, st := range looks {
				c := NewCommit(Options{Styles: st})
				c.SetSize(s.w, s.h)
				c.Open(plan())
				play(c)
				golden(t, fmt.Sprintf("%s-%s-%s", name, s.name, look), c.Render())
			}
		}
	}
}

// TestEveryWidth draws everything there is at every width and at sizes that no screen has.
func TestEveryWidth(t *testing.T) {
	for name, r := range map[string]model.Review{"shop": shop(), "hostile": hostile(), "empty": {}} {
		p := opened(r, 0, 0)
		for at := summary; at < len(p.sheet.items); at++ {
			for w := 0; w <= 170; w += 1 + w/30*9 {
				for _, h := range []int{0, 1, 3, 5, 24} {
					p.SetSize(w, h)
					for _, view := range [][2]bool{{true, false}, {false, false}, {false, true}} {
						p.to(at)
						p.onList, p.whole = view[0], view[1]
						p.settle(Outcome{})
						fits(t, name, p.Render(), w, h)
					}
				}
			}
		}
	}
}

func TestLabels(t *testing.T) {
	p := opened(shop(), 120, 30)
	shows(t, p.Render(), "deletes 1, empties 1 of 8", "+ db.md", "- old-ci.md", "~ drafts.md", "» deploys.md (stag", "mode 0/1", "bin 0/1")
	for path, texts := range map[string][]string{
		"old-ci.md":  {"deletes the file", "Jenkins runs every night.", "deleted ╮"},
		"drafts.md":  {"empties the file", "a draft", "emptied ╮"},
		"db.md":      {"new file", "Postgres 16", "new ╮"},
		"deploys.md": {"renamed from staging.md", "{+, always+}", "rename, the deletion of the old file included"},
		"hook.md":    {"644", "755", "mode ╮"},
		"pic.bin":    {"binary"},
		"shared.md":  {"this file has 2 names (hard links): the others keep the old text"},
	} {
		toFile(p, path)
		shows(t, p.Render(), texts...)
	}
}

func TestLinkIsShownWithItsTarget(t *testing.T) {
	r := shop()
	base := model.Tree{}
	for path, f := range r.Proposal.Base {
		base[path] = f
	}
	base["testing.md"] = model.File{Mode: 0o777 | 1<<27, Target: "../dotfiles/testing.md"}
	r.Proposal.Base = base
	p := opened(r, 120, 30)
	toFile(p, "testing.md")
	shows(t, p.Render(), "not writable: link to ../dotfiles/testing.md; a commit refuses this file", "link 0/3")
}

func TestEvidenceUnderTheHunk(t *testing.T) {
	p := New(Options{Styles: looks["none"], Zone: time.FixedZone("CET", 3600)})
	p.SetSize(120, 30)
	p.Open(shop())
	toFile(p, "testing.md")
	shows(t, p.Render(), "2026[?!])", "why   moved to pnpm", "cites 5f0c9d1e:3 · ✓ supported · user · 1 Nov 15:02",
		"we moved to pnpm last week and dropped redis", `! unsourced "late Oct 2026": nobody says a month`,
		`✓ cited "pnpm" 5f0c9d1e:3 user`, `✓ kept "npm"`)
	toFile(p, "db.md")
	shows(t, p.Render(), "cites gone:9 · ? missing: the session is gone", `! untrusted "5432"`)
}

// TestMissingReasonIsSaid holds that a change which an engine gave no reason for does not look like
// one that needs none.
func TestMissingReasonIsSaid(t *testing.T) {
	const said = "no reason was given"
	for _, origin := range []model.Origin{model.OriginModel, model.OriginPerson} {
		r := review("plain", model.Tree{"a.md": text("one\n")}, model.Tree{"a.md": text("two\n")})
		r.Proposal.Origin = origin
		p := opened(r, 100, 30)
		toFile(p, "a.md")
		if got := strings.Contains(ansi.Strip(p.Render()), said); got != origin.NeedsEvidence() {
			t.Errorf("%s: %q on the screen is %v", origin, said, got)
		}
	}
}

func TestRejectedHunksStay(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	toFile(p, "old-ci.md")
	press(p, keymap.Cycle, keymap.Cycle)
	shows(t, p.Render(), "✗ hunk 1/1", "rejected", "Jenkins runs every night.", "✗ - old-ci.md")
	p.SetStyles(looks["dark"])
	dark := p.Render()
	press(p, keymap.Cycle)
	if bright := p.Render(); strings.Count(dark, "Jenkins") != 1 || dark == bright {
		t.Error("a rejected hunk is not dimmed")
	}
}

// TestScrollReadsOn: with one key all of a proposal passes by, and the way back is the same.
func TestScrollReadsOn(t *testing.T) {
	p := opened(hostile(), 80, 16)
	press(p, keymap.NextHunk)
	var down, up []string
	for range 500 {
		down = append(down, p.Render())
		if out := press(p, keymap.Down); out.Hint != "" {
			break
		}
	}
	if p.at != len(p.sheet.items)-1 {
		t.Fatalf("the end is not reached: hunk %d", p.at)
	}
	for range 40 {
		up = append(up, p.Render())
		press(p, keymap.PageUp)
	}
	if !slices.Contains(up, down[0]) {
		t.Error("the beginning is not reached again")
	}
}

func TestFarChangeCanBeSeen(t *testing.T) {
	p := opened(hostile(), 80, 23)
	toFile(p, "long.md")
	shows(t, p.Render(), "AMOUNT=[-100-]")
	press(p, keymap.Wrap)
	if s := p.Render(); strings.Contains(s, "AMOUNT") || !strings.Contains(s, "»│") {
		t.Errorf("no mark says that the line goes on:\n%s", s)
	}
	first := p.Render()
	if press(p, keymap.Right); p.Render() == first {
		t.Error("the line does not move")
	}
	press(p, keymap.Wrap)
	shows(t, p.Render(), "AMOUNT=[-100-]")
}

func TestNarrowTakesTurns(t *testing.T) {
	p := opened(shop(), 40, 11)
	shows(t, p.Render(), "Files", "Summary")
	press(p, keymap.Down, keymap.Down)
	if out := press(p, keymap.Accept); out.Changed || p.onList {
		t.Errorf("a hunk was decided unseen: %+v", out)
	}
	shows(t, p.Render(), "Files → db.md → new", "hunk 1/1")
	if out := press(p, keymap.Back); out.Leave || !p.onList {
		t.Errorf("back does not go to the list: %+v", out)
	}
	if out := press(p, keymap.Open); p.onList || !out.Handled {
		t.Error("enter does not go to the hunk")
	}
	press(p, keymap.NextPane)
	if out := press(p, keymap.Back); !out.Leave {
		t.Error("back does not leave")
	}
	press(p, keymap.Top, keymap.Open)
	shows(t, p.Render(), "dream 29 Nov 14:02 (claude)")
}

func TestUndecidedOnly(t *testing.T) {
	p := opened(shop(), 120, 30)
	press(p, keymap.AcceptClean, keymap.Undecided)
	s := p.Render()
	if strings.Contains(s, "hook.md") || !strings.Contains(s, "old-ci.md") {
		t.Errorf("decided files are not hidden:\n%s", s)
	}
	for range 20 {
		press(p, keymap.NextHunk)
	}
	if it := p.sheet.items[p.at]; !p.book.open(it) {
		t.Error("the way leads over a decided hunk")
	}
	press(p, keymap.RejectAll)
	p.Confirm()
	press(p, keymap.Undecided, keymap.Undecided)
	shows(t, p.Render(), "nothing undecided")
	if out := press(p, keymap.Accept); out.Changed || !strings.Contains(out.Hint, "f shows it again") {
		t.Errorf("%+v", out)
	}
}

func TestResultIsWhatACommitWrites(t *testing.T) {
	p := opened(shop(), 120, 30)
	if out := press(p, keymap.Result); out.Hint == "" {
		t.Error("no hint on the summary")
	}
	toFile(p, "testing.md")
	press(p, keymap.AcceptFile, keymap.Result)
	shows(t, p.Render(), "with what is accepted (2 of 3)", "`npm test`", "The end.", "fakes are not")
	if out := press(p, keymap.Accept); out.Changed || p.result {
		t.Error("a hunk was decided that is not on the screen")
	}
	toFile(p, "deploys.md")
	press(p, keymap.Result)
	shows(t, p.Render(), "the file would stay staging.md")
	press(p, keymap.Result, keymap.Accept)
	toFile(p, "deploys.md")
	press(p, keymap.Result)
	shows(t, p.Render(), "first, always")
}

func TestOpenAgainKeepsThePlace(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	press(p, keymap.NextHunk, keymap.Accept, keymap.NextHunk)
	at := p.at
	again := p.Review()
	again.Steps = model.Steps{Done: afterTurns(p.Turns()), Sitting: "next"}
	p.Open(again)
	if p.at != at {
		t.Errorf("the cursor went from %d to %d", at, p.at)
	}
	if out := press(p, keymap.Undo); !out.Changed {
		t.Error("nothing can be undone after the same review was read again")
	}
	other := shop()
	other.Proposal.ID = "another"
	other.Decisions = model.Decisions{ids(r, "MEMORY.md")[0]: model.Rejected}
	p.Open(other)
	if out := press(p, keymap.Undo); out.Changed {
		t.Error("a step of another review was undone")
	}
	if p.at == summary || !p.book.open(p.sheet.items[p.at]) {
		t.Error("a review that is resumed does not begin at what is left")
	}
}

func TestASCII(t *testing.T) {
	st := style.New(style.Options{Profile: termenv.Ascii, ASCII: true})
	for _, s := range sizes {
		p := New(Options{Styles: st})
		p.SetSize(s.w, s.h)
		p.Open(shop())
		for range 14 {
			if i := strings.IndexFunc(p.Render(), func(r rune) bool { return r > 0x7e }); i >= 0 {
				t.Fatalf("%s: not ASCII: %q", s.name, p.Render()[max(0, i-20):i+5])
			}
			press(p, keymap.NextHunk)
		}
		c := NewCommit(Options{Styles: st})
		c.SetSize(s.w, s.h)
		c.Wait()
		if i := strings.IndexFunc(c.Render(), func(r rune) bool { return r > 0x7e }); i >= 0 {
			t.Errorf("%s: the dialog is not ASCII", s.name)
		}
	}
}

// TestNoColourSaysAsMuch: without colours the screen has the same text.
func TestNoColourSaysAsMuch(t *testing.T) {
	r := shop()
	plain, dark := opened(r, 120, 39), New(Options{Styles: looks["dark"]})
	dark.SetSize(120, 39)
	dark.Open(r)
	if a, b := plain.Render(), ansi.Strip(dark.Render()); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if strings.Contains(plain.Render(), "\x1b") {
		t.Error("a code without colours")
	}
}

// TestAnyWindowIsAPieceOfThePage: rows that are drawn when they are seen are the rows of the whole.
func TestAnyWindowIsAPieceOfThePage(t *testing.T) {
	for _, wrap := range []bool{true, false} {
		p := opened(hostile(), 60, 20)
		p.wrap = wrap
		for at := range p.sheet.items {
			for _, view := range [][2]bool{{}, {true, false}, {false, true}} {
				p.to(at)
				p.result, p.whole = view[0], view[1]
				g := p.here()
				all := g.window(0, g.n)
				if len(all) != g.n {
					t.Fatalf("%d rows of %d", len(all), g.n)
				}
				for from := 0; from < g.n; from += 1 + g.n/40 {
					if got := g.window(from, 7); !slices.Equal(got, all[from:min(g.n, from+7)]) {
						t.Fatalf("hunk %d, %v: rows from %d are others", at, view, from)
					}
				}
			}
		}
	}
}

// TestMassDeletion: what is lost is said before any decision, and each loss can be read.
func TestMassDeletion(t *testing.T) {
	p := opened(massacre(), 100, 30)
	s := p.Render()
	shows(t, s, "- deletes 19 of 23 notes", "fact-05.md, fact-06.md", "○ - fact-20.md")
	for i := 5; i <= 23; i++ {
		toFile(p, fmt.Sprintf("fact-%02d.md", i))
		shows(t, p.Render(), fmt.Sprintf("UNIQUE-%02d", i), "deletes the file")
	}
	if out := press(p, keymap.AcceptClean); !strings.Contains(out.Hint, "19 deletions, 1 index line of theirs left to you") {
		t.Errorf("hint: %q", out.Hint)
	}
}

func TestManyClaimsAreBounded(t *testing.T) {
	r := shop()
	var claims []model.Claim
	for i := range 1000 {
		claims = append(claims, model.Claim{Token: fmt.Sprint("t", i), Support: model.Found, Source: model.Source{Path: "a.md", Line: 1}})
	}
	r.Check.Hunks[ids(r, "db.md")[0]] = model.Evidence{Claims: claims}
	p := opened(r, 100, 30)
	toFile(p, "db.md")
	press(p, keymap.Bottom)
	shows(t, p.Render(), "and 800 more claims", `found "t199" a.md:1`)
}

// TestFlaggedClaimsAreToldOnce: what a flag says of a token is not said again with a mark that
// means yes.
func TestFlaggedClaimsAreToldOnce(t *testing.T) {
	r := shop()
	at := model.Span{Start: 0, End: 4}
	r.Check.Hunks[ids(r, "db.md")[0]] = model.Evidence{
		Flags:  []model.Flag{{Kind: "untrusted-only", Token: "5432", At: at, Reason: "a tool printed it"}},
		Claims: []model.Claim{{Token: "5432", At: at, Support: model.Found}, {Token: "db", At: model.Span{Start: 9, End: 11}, Support: model.Found}},
	}
	p := opened(r, 100, 30)
	toFile(p, "db.md")
	got := ansi.Strip(p.Render())
	if strings.Count(got, `"5432"`) != 1 || !strings.Contains(got, `found "db"`) {
		t.Error(got)
	}
}

// TestClaimsAreToldOnce: what holds of a word at two places is said once; what differs is said of each.
func TestClaimsAreToldOnce(t *testing.T) {
	p := opened(tidied(), 100, 40)
	claim := func(at int, token string, s model.Support, line int) model.Claim {
		return model.Claim{Token: token, At: model.Span{Start: at, End: at + 1}, Support: s, Source: model.Source{Path: "a.md", Line: line}}
	}
	rows := p.claims(model.Evidence{Claims: []model.Claim{
		claim(1, "hooks", model.Kept, 1), claim(2, "hooks", model.Kept, 7),
		claim(3, "redis", model.Found, 4), claim(4, "redis", model.Found, 4), claim(5, "redis", model.Found, 5),
	}}, 100)
	text := strings.Join(rows, "\n")
	if n := strings.Count(text, "hooks"); n != 1 {
		t.Errorf("what is kept is told %d times:\n%s", n, text)
	}
	if n := strings.Count(text, "redis"); n != 2 {
		t.Errorf("what is found at two lines is told %d times:\n%s", n, text)
	}
}

package review

import (
	"maps"
	"math/rand"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// ids are the hunks of a file of a review.
func ids(r model.Review, path string) []string {
	var out []string
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			if c.Path == path {
				out = append(out, h.ID)
			}
		}
	}
	return out
}

// goTo puts the cursor on the first hunk of a file.
func goTo(t *testing.T, p *Pane, path string) {
	t.Helper()
	for i, it := range p.sheet.items {
		if p.sheet.files[it.file].path == path {
			p.toHunk(i)
			p.touch()
			return
		}
	}
	t.Fatalf("no file %q", path)
}

func TestOneKeyDecidesAndMovesOn(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	if out := press(p, keymap.Accept); out.Changed || !out.Handled || out.Hint == "" {
		t.Fatalf("a key on the summary decided something: %+v", out)
	}
	first := p.at
	if out := press(p, keymap.Accept); !out.Changed {
		t.Fatalf("accept changed nothing: %+v", out)
	}
	if p.at == first {
		t.Error("the cursor stayed on a decided hunk")
	}
	if d := p.Review().Decisions; len(d) != 1 || d[ids(r, "MEMORY.md")[0]] != model.Accepted {
		t.Errorf("decisions: %v", d)
	}
	press(p, keymap.Reject)
	if d := p.Review().Decisions; d[ids(r, "db.md")[0]] != model.Rejected {
		t.Errorf("decisions: %v", d)
	}
	at := p.at
	for _, want := range []model.Decision{model.Accepted, model.Rejected, model.Undecided} {
		press(p, keymap.Cycle)
		if got, _ := p.book.of(p.sheet.items[at]); got != want || p.at != at {
			t.Errorf("space gives %v at %d, want %v at %d", got, p.at, want, at)
		}
	}
}

func TestDecisionsAreACopy(t *testing.T) {
	r := shop()
	r.Decisions = model.Decisions{}
	p := opened(r, 120, 30)
	press(p, keymap.NextHunk, keymap.Accept)
	if len(r.Decisions) != 0 {
		t.Error("the review that was handed in was written to")
	}
	got := p.Review().Decisions
	press(p, keymap.Accept)
	if len(got) != 1 {
		t.Error("a review that was handed out changed")
	}
}

// TestRenameIsOne: a rename is decided by one key, in both of its hunks, and no bulk key takes it.
func TestRenameIsOne(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	press(p, keymap.AcceptClean)
	add, del := ids(r, "deploys.md")[0], ids(r, "staging.md")[0]
	if d := p.Review().Decisions; d[add] != 0 || d[del] != 0 {
		t.Fatal("a bulk key took a rename")
	}
	goTo(t, p, "deploys.md")
	press(p, keymap.Accept)
	if d := p.Review().Decisions; d[add] != model.Accepted || d[del] != model.Accepted {
		t.Errorf("half a rename: %v %v", d[add], d[del])
	}
	r.Decisions = model.Decisions{add: model.Accepted}
	p = opened(r, 120, 30)
	goTo(t, p, "deploys.md")
	shows(t, p.Render(), "in part")
}

func TestBulkKeysPassByWhatNeedsALook(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	out := press(p, keymap.AcceptClean)
	if !out.Changed || !strings.Contains(out.Hint, "2 flagged, 2 deletions, 1 rename, 1 index line of theirs left to you") {
		t.Errorf("hint: %q", out.Hint)
	}
	d := p.Review().Decisions
	for _, path := range []string{"old-ci.md", "drafts.md", "db.md"} {
		if d[ids(r, path)[0]] != model.Undecided {
			t.Errorf("%s was taken", path)
		}
	}
	taken := len(d)
	press(p, keymap.Undo)
	if len(p.Review().Decisions) != 0 {
		t.Error("a bulk decision is more than one step")
	}
	press(p, keymap.Redo)
	if len(p.Review().Decisions) != taken {
		t.Error("redo is not what undo took back")
	}
	press(p, keymap.Undo)
	goTo(t, p, "testing.md")
	out = press(p, keymap.AcceptFile)
	if !strings.Contains(out.Hint, "accepted 2 hunks in testing.md; 1 flagged left to you") {
		t.Errorf("hint: %q", out.Hint)
	}
	if it := p.sheet.items[p.at]; len(it.flags) != 1 {
		t.Error("the cursor is not on what was passed by")
	}
	out = press(p, keymap.RejectFile)
	if !strings.Contains(out.Hint, "u takes it back: rejected 1 hunk in testing.md") {
		t.Errorf("hint: %q", out.Hint)
	}
}

func TestGroup(t *testing.T) {
	base := model.Tree{"a.md": text("one\n\ntwo\n\nx\ny\nthree\n")}
	now := model.Tree{"a.md": text("1\n\n2\n\nx\ny\n3\n")}
	p := opened(review("g", base, now), 120, 30)
	press(p, keymap.NextHunk)
	shows(t, p.Render(), "group of 2, 0 decided; Y accepts, N rejects it")
	if out := press(p, keymap.AcceptGroup); !strings.Contains(out.Hint, "2 hunks in this group") {
		t.Errorf("hint: %q", out.Hint)
	}
	if got := p.book.all; got.Accepted != 2 || p.at != 2 {
		t.Errorf("%+v at %d", got, p.at)
	}
	press(p, keymap.PrevHunk, keymap.RejectGroup)
	if got := p.book.all; got.Rejected != 2 {
		t.Errorf("%+v", got)
	}
}

func TestRejectAllAsks(t *testing.T) {
	r := shop()
	p := opened(r, 120, 30)
	press(p, keymap.NextHunk, keymap.Accept)
	out := press(p, keymap.RejectAll)
	if out.Changed || out.Ask != "Reject all 11 hunks of this proposal? 1 of them is accepted now." {
		t.Fatalf("%+v", out)
	}
	press(p, keymap.Down)
	if out := p.Confirm(); out.Changed {
		t.Error("an old question was answered")
	}
	press(p, keymap.RejectAll)
	if out := p.Confirm(); !out.Changed || p.book.all.Rejected != 11 {
		t.Errorf("%+v %+v", out, p.book.all)
	}
	if out := press(p, keymap.OpenCommit); !out.Commit {
		t.Error("a review with all rejected cannot be closed")
	}
	press(p, keymap.Undo)
	if p.book.all.Accepted != 1 || p.book.all.Rejected != 0 {
		t.Errorf("undo of reject all: %+v", p.book.all)
	}
}

// TestTheFewKeys counts the keys of the two most usual reviews.
func TestTheFewKeys(t *testing.T) {
	p := opened(massacre(), 80, 23)
	shows(t, p.Render(), "deletes 19 of 23 notes")
	clean := crowd(9)
	p = opened(clean, 120, 30)
	press(p, keymap.AcceptClean)
	if out := press(p, keymap.OpenCommit); !out.Commit || p.book.all.Accepted != 9 {
		t.Errorf("a clean dream is not accepted by one key: %+v", p.book.all)
	}
	p = opened(crowd(40), 120, 30)
	press(p, keymap.NextFlag, keymap.Reject, keymap.AcceptClean)
	if p.book.all.Rejected != 1 || p.book.all.Accepted != 36 {
		t.Errorf("one bad hunk of 40: %+v", p.book.all)
	}
}

func TestSealedReviews(t *testing.T) {
	r := shop()
	r.State = model.ReviewUncommitted
	r.Decisions = model.Decisions{ids(r, "MEMORY.md")[0]: model.Accepted}
	p := opened(r, 120, 30)
	for _, a := range []keymap.Action{keymap.Accept, keymap.AcceptClean, keymap.RejectFile, keymap.Undo} {
		if out := press(p, a); out.Changed || !strings.Contains(out.Hint, "C tries the commit again") {
			t.Errorf("%s: %+v", a, out)
		}
	}
	if out := press(p, keymap.OpenCommit); !out.Commit {
		t.Error("an applied review cannot be committed again")
	}
	r.State, r.Proposal.ID = "closed", "other"
	p.Open(r)
	if out := press(p, keymap.OpenCommit); out.Commit || out.Hint != "this review is closed" {
		t.Errorf("%+v", out)
	}
}

func TestCommitNeedsSomething(t *testing.T) {
	p := opened(shop(), 120, 30)
	if out := press(p, keymap.OpenCommit); out.Commit || out.Hint == "" {
		t.Errorf("%+v", out)
	}
	press(p, keymap.NextHunk, keymap.Reject)
	if out := press(p, keymap.OpenCommit); out.Commit || out.Hint != "nothing is accepted yet; 10 hunks left" {
		t.Errorf("%+v", out)
	}
}

// allActions are what the pane may be given.
func allActions() []keymap.Action {
	seen := map[keymap.Action]bool{}
	for _, b := range append(keymap.Default().In(keymap.Review), keymap.Default().In(keymap.Found)...) {
		seen[b.Action] = true
	}
	out := make([]keymap.Action, 0, len(seen))
	for a := range seen {
		out = append(out, a)
	}
	// The order of a map is random; a seed is to mean the same run each time.
	for i := range out {
		for j := range i {
			if out[i] < out[j] {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	return out
}

// TestRandomWalk does whatever keys come, at whatever size: nothing panics, the frame fits, figures
// and decisions agree, and undoing all of it gives the decisions from before.
func TestRandomWalk(t *testing.T) {
	actions := allActions()
	reviews := []model.Review{shop(), massacre(), crowd(120), {}, hostile()}
	for seed := range int64(24) {
		rnd := rand.New(rand.NewSource(seed))
		r := reviews[seed%int64(len(reviews))]
		p := opened(r, 120, 40)
		for range 120 {
			if rnd.Intn(12) == 0 {
				p.SetSize(rnd.Intn(200), rnd.Intn(50))
			}
			out := walk(p, actions[rnd.Intn(len(actions))], rnd)
			if out.Ask != "" && rnd.Intn(2) == 0 {
				p.Confirm()
			}
			fits(t, "walk", p.Render(), p.w, p.h)
			fits(t, "hint", out.Hint+out.Ask, 1000, 1)
			agree(t, p)
		}
		p.sought = nil // decisions are off as long as words are found
		end := maps.Clone(p.book.now)
		steps := 0
		for press(p, keymap.Undo).Changed {
			steps++
		}
		if len(p.book.now) != len(r.Decisions) {
			t.Fatalf("seed %d: undo leaves %d decisions", seed, len(p.book.now))
		}
		for range steps {
			press(p, keymap.Redo)
		}
		// What was undone before the walk ended is redone last; redo no more than was undone here.
		if !maps.Equal(end, p.book.now) {
			t.Fatalf("seed %d: redo of all is not where it was", seed)
		}
	}
}

// walk does an action, or types where words to find are being written.
func walk(p *Pane, a keymap.Action, rnd *rand.Rand) Outcome {
	if p.Context() != keymap.Finding {
		return p.Handle(a)
	}
	keys := []tea.KeyMsg{
		{Type: tea.KeyEnter}, {Type: tea.KeyEsc}, {Type: tea.KeyUp}, {Type: tea.KeyDown}, {Type: tea.KeyBackspace},
		{Type: tea.KeyRunes, Runes: []rune("e")}, {Type: tea.KeyRunes, Runes: []rune("\x1b語")},
	}
	return p.Input(keys[rnd.Intn(len(keys))])
}

// agree checks the figures against the decisions.
func agree(t *testing.T, p *Pane) {
	t.Helper()
	n := 0
	for id, d := range p.book.now {
		if d == model.Undecided {
			t.Fatalf("%s is kept as undecided", id)
		}
		n++
	}
	for i, it := range p.sheet.items {
		d := p.book.now[it.ids[0]]
		for _, id := range it.ids[1:] { // a rename is one decision
			if p.book.now[id] != d {
				t.Fatalf("hunk %d is decided in part", i)
			}
			if d != model.Undecided {
				n--
			}
		}
	}
	if n != p.book.all.Decided() {
		t.Fatalf("%d decisions, %d counted", n, p.book.all.Decided())
	}
	for i, f := range p.sheet.files {
		if p.book.files[i].Hunks() != f.to-f.from {
			t.Fatalf("%s has %d hunks, and %d to be gone to", f.path, p.book.files[i].Hunks(), f.to-f.from)
		}
	}
	if all := len(p.sheet.items); p.book.all.Hunks() != all || p.sheet.sum.hunks != all || p.sheet.sum.flagged != hunk.Flagged(p.real, p.r.Check) {
		t.Fatalf("%d hunks to be gone to, %d in the header, %d in the summary; %d flagged", all, p.book.all.Hunks(), p.sheet.sum.hunks, p.sheet.sum.flagged)
	}
	if p.at < summary || p.at >= len(p.sheet.items) || p.top < 0 || p.left < 0 {
		t.Fatalf("the cursor is at %d of %d, top %d, left %d", p.at, len(p.sheet.items), p.top, p.left)
	}
}

package review

import (
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/diffview/hunk"
	"dreamgate/keymap"
	"dreamgate/model"
)

// lists is a dream over a list and a paragraph, one of whose lines is flagged.
func lists() model.Review {
	base := model.Tree{
		"list.md":  text("# List\n\n- apples\n- pears\n- plums\n\nEnd.\n"),
		"prose.md": text("We use make. Tests run at 5. Ask Ann. The end.\n"),
	}
	proposed := model.Tree{
		"list.md":  text("# List\n\n- red apples\n- ripe pears\n- blue plums\n\nEnd.\n"),
		"prose.md": text("We use make. Tests run at 6. Ask Bob. The end.\n"),
	}
	r := review("20261129-1700", base, proposed)
	r.Check.Hunks = map[string]model.Evidence{}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			r.Check.Hunks[h.ID] = model.Evidence{Why: "it was said"}
			if c.Path == "list.md" {
				r.Check.Hunks[h.ID] = model.Evidence{Flags: []model.Flag{{Kind: "unsourced", Token: "ripe", Line: 4, Reason: "nobody says so", At: model.Span{Line: 1, Start: 2, End: 6}}}}
			}
		}
	}
	return r
}

// result is the file as it would be, by the function that a commit uses.
func result(t *testing.T, p *Pane, path string) string {
	t.Helper()
	r := p.Review()
	tree, err := hunk.Apply(r.Proposal.Base, r.Changes, r.Decisions)
	if err != nil {
		t.Fatal(err)
	}
	return string(tree[path].Data)
}

func TestSplit(t *testing.T) {
	p := opened(lists(), 120, 30)
	goTo(t, p, "list.md")
	if out := press(p, keymap.Split); !out.Changed || !strings.Contains(out.Hint, "3 pieces") {
		t.Fatalf("%+v", out)
	}
	if n := len(ids(p.r, "list.md")); n != 3 {
		t.Fatalf("%d pieces", n)
	}
	shows(t, p.Render(), "hunk 1/3", "piece", "0/4 decided", "{+red +}apples")
	// The flag went with its word, and the bulk key passes that piece alone by.
	press(p, keymap.AcceptClean)
	if got := result(t, p, "list.md"); got != "# List\n\n- red apples\n- pears\n- blue plums\n\nEnd.\n" {
		t.Errorf("%q", got)
	}
	press(p, keymap.NextFlag)
	shows(t, p.Render(), "hunk 2/3", "1 flag")
	press(p, keymap.Undo)
	if len(p.Review().Decisions) != 0 || len(ids(p.r, "list.md")) != 3 {
		t.Error("one undo is one step")
	}
	if out := press(p, keymap.Undo); !out.Changed || len(ids(p.r, "list.md")) != 1 || p.Review().Shape.Shaped() {
		t.Errorf("the split is not undone: %+v", out)
	}
	press(p, keymap.Redo)
	if len(ids(p.r, "list.md")) != 3 {
		t.Error("the split is not done again")
	}
	if out := press(p, keymap.Join); !out.Changed || len(ids(p.r, "list.md")) != 1 {
		t.Errorf("join: %+v", out)
	}
	if out := press(p, keymap.Join); out.Changed || out.Hint == "" {
		t.Errorf("join of a whole hunk: %+v", out)
	}
	goTo(t, p, "prose.md")
	press(p, keymap.Split, keymap.Accept, keymap.Reject)
	if got := result(t, p, "prose.md"); got != "We use make. Tests run at 6. Ask Ann. The end.\n" {
		t.Errorf("%q", got)
	}
}

// TestSplitRefuses: what is decided as a whole says so.
func TestSplitRefuses(t *testing.T) {
	p := opened(shop(), 120, 30)
	if goTo(t, p, "deploys.md"); !strings.Contains(press(p, keymap.Select).Hint, "parts the name") || p.Context() == keymap.Selecting {
		t.Error("lines of a rename are selected")
	}
	for path, why := range map[string]string{"old-ci.md": "deletion", "pic.bin": "nothing finer", "hook.md": "nothing finer"} {
		goTo(t, p, path)
		for _, a := range []keymap.Action{keymap.Split, keymap.Select} {
			if out := press(p, a); out.Changed || !strings.Contains(out.Hint, why) || p.Context() == keymap.Selecting {
				t.Errorf("%s of %s: %+v", a, path, out)
			}
		}
	}
	goTo(t, p, "deploys.md")
	if out := press(p, keymap.EditHunk); out.Edit != nil || out.Hint == "" {
		t.Errorf("%+v", out)
	}
	r := shop()
	r.State = model.ReviewUncommitted
	p = opened(r, 120, 30)
	goTo(t, p, "testing.md")
	for _, a := range []keymap.Action{keymap.Split, keymap.Join, keymap.EditHunk, keymap.Note, keymap.Select} {
		if out := press(p, a); out.Changed || out.Edit != nil || !strings.Contains(out.Hint, "already applied") || p.Context() == keymap.Remark || p.Context() == keymap.Selecting {
			t.Errorf("%s after the commit: %+v", a, out)
		}
	}
}

// TestSplitRename: the name of a file and what changes in its text are decided apart.
func TestSplitRename(t *testing.T) {
	r := shop()
	old, edited := string(r.Proposal.Base["staging.md"].Data), string(r.Proposal.Proposed["deploys.md"].Data)
	for _, c := range []struct {
		name, text model.Decision
		want       [2]string
	}{
		{model.Accepted, model.Accepted, [2]string{"", edited}}, {model.Accepted, model.Rejected, [2]string{"", old}},
		{model.Rejected, model.Accepted, [2]string{edited, ""}}, {model.Rejected, model.Rejected, [2]string{old, ""}},
	} {
		p := opened(r, 120, 30)
		goTo(t, p, "deploys.md")
		if !p.Works(keymap.Split) {
			t.Error("the line of keys has no split for a rename")
		}
		if out := press(p, keymap.Split); !out.Changed || !strings.Contains(out.Hint, "the name, and 1 change of the text") {
			t.Fatalf("%+v", out)
		}
		shows(t, p.Render(), "hunk 1/2", "rename alone", "this is the name alone")
		if out := press(p, keymap.Split); out.Changed || out.Hint == "" || p.Works(keymap.Split) {
			t.Errorf("the name is split again: %+v", out)
		}
		if out := press(p, keymap.EditHunk); out.Edit != nil {
			t.Error("a name is edited as a text")
		}
		keys := map[model.Decision]keymap.Action{model.Accepted: keymap.Accept, model.Rejected: keymap.Reject}
		press(p, keys[c.name])
		goTo(t, p, "deploys.md")
		press(p, keymap.NextHunk)
		shows(t, p.Render(), "hunk 2/2", "line 3", "{+, always+}")
		press(p, keys[c.text], keymap.PrevHunk)
		if got := [2]string{result(t, p, "staging.md"), result(t, p, "deploys.md")}; got != c.want {
			t.Errorf("name %s, text %s: %q", c.name, c.text, got)
		}
		goTo(t, p, "deploys.md")
		press(p, keymap.Result)
		if c.text == model.Accepted {
			shows(t, p.Render(), "first, always.")
		}
		press(p, keymap.Result)
		if out := press(p, keymap.Join); !out.Changed || p.Review().Shape.Shaped() || len(ids(p.r, "deploys.md")) != 1 {
			t.Errorf("join: %+v", out)
		}
		press(p, keymap.Undo)
		if got := [2]string{result(t, p, "staging.md"), result(t, p, "deploys.md")}; got != c.want {
			t.Errorf("the join undone: %q", got)
		}
		press(p, keymap.Undo, keymap.Undo, keymap.Undo)
		if p.Review().Shape.Shaped() || len(p.Review().Decisions) != 0 {
			t.Error("not all of it is undone")
		}
	}
}

// TestSelectLines: the lines that are marked are decided alone, in one step.
func TestSelectLines(t *testing.T) {
	p := opened(lists(), 120, 30)
	goTo(t, p, "list.md")
	press(p, keymap.Select)
	if p.Context() != keymap.Selecting {
		t.Fatal("nothing is selected")
	}
	shows(t, p.Render(), "-▌- ", "+▌- ", "+1 −1 lines selected")
	press(p, keymap.Down)
	shows(t, p.Render(), "+2 −2 lines selected")
	press(p, keymap.Down, keymap.Select) // begins anew at the last line
	out := press(p, keymap.Accept)
	if got := result(t, p, "list.md"); !out.Changed || got != "# List\n\n- apples\n- pears\n- blue plums\n\nEnd.\n" || p.Context() == keymap.Selecting {
		t.Errorf("%q, %+v", got, out)
	}
	if len(ids(p.r, "list.md")) != 2 {
		t.Errorf("%v", ids(p.r, "list.md"))
	}
	press(p, keymap.Undo)
	if p.Review().Shape.Shaped() || len(p.Review().Decisions) != 0 {
		t.Error("a selection that was decided is not one step")
	}
	goTo(t, p, "list.md")
	press(p, keymap.Select, keymap.Bottom)
	if out = press(p, keymap.Reject); !out.Changed || p.Review().Shape.Shaped() {
		t.Errorf("all lines are the hunk itself: %+v", out)
	}
	press(p, keymap.Undo)
	goTo(t, p, "list.md")
	press(p, keymap.Select, keymap.Down)
	if out = press(p, keymap.EditHunk); out.Edit == nil || !out.Changed || out.Edit.Text != "- red apples\n- ripe pears\n" {
		t.Errorf("%+v", out)
	}
	goTo(t, p, "prose.md")
	if out = press(p, keymap.Select); p.Context() == keymap.Selecting || out.Hint == "" {
		t.Error("one line has no lines to select")
	}
	goTo(t, p, "list.md")
	press(p, keymap.Select, keymap.Back)
	if p.Context() == keymap.Selecting {
		t.Error("esc does not leave the selection")
	}
}

func TestEditHunk(t *testing.T) {
	judge := func(h model.Hunk) (flags []model.Flag) {
		for i, l := range h.Added {
			if at := strings.Index(l, "hunter2"); at >= 0 {
				flags = append(flags, model.Flag{Kind: model.FlagSecret, Token: "h[masked]", Reason: "a secret", At: model.Span{Line: i, Start: at, End: at + 7}})
			}
		}
		return flags
	}
	cover := func(s string) string { return strings.ReplaceAll(s, "hunter2", "[mask].") }
	p := New(Options{Styles: looks["none"]})
	p.SetSize(120, 30)
	r := lists()
	p.OpenOver(r, Behind{Real: r, Judge: judge, Cover: cover})
	goTo(t, p, "list.md")
	out := press(p, keymap.EditHunk)
	if out.Edit == nil || out.Edit.Text != "- red apples\n- ripe pears\n- blue plums\n" {
		t.Fatalf("%+v", out)
	}
	press(p, keymap.Accept)
	back, err := p.Edited(out.Edit.ID, "- red apples\n- pears, hunter2\n")
	if err != nil || !back.Changed {
		t.Fatal(back, err)
	}
	if got, _ := p.book.of(p.sheet.items[p.at]); got != model.Undecided {
		t.Error("what nobody has read is accepted")
	}
	shows(t, p.Render(), "edited", "a secret", "[mask].")
	if strings.Contains(p.Render(), "hunter2") {
		t.Error("the secret is on the screen")
	}
	if press(p, keymap.AcceptClean); strings.Contains(result(t, p, "list.md"), "hunter2") {
		t.Error("the bulk key took an edit")
	}
	goTo(t, p, "list.md")
	press(p, keymap.Accept)
	if got := result(t, p, "list.md"); got != "# List\n\n- red apples\n- pears, hunter2\n\nEnd.\n" {
		t.Errorf("%q", got)
	}
	goTo(t, p, "list.md")
	if out := press(p, keymap.Split); out.Changed || !strings.Contains(out.Hint, "edited") {
		t.Errorf("%+v", out)
	}
	if out := press(p, keymap.Join); !out.Changed || p.Review().Shape.Shaped() {
		t.Errorf("the edit is not taken back: %+v", out)
	}
	if _, err := p.Edited(out.Edit.ID, "a\x00b\n"); err == nil || p.Review().Shape.Shaped() {
		t.Error("a text that is none was taken")
	}
	if _, err := p.Edited("0123456789", "x\n"); err == nil {
		t.Error("an edit of another hunk was taken")
	}
}

func TestNote(t *testing.T) {
	p := opened(lists(), 120, 30)
	goTo(t, p, "list.md")
	press(p, keymap.Note)
	if p.Context() != keymap.Remark {
		t.Fatal("no note is written")
	}
	for _, r := range "not ripe" {
		p.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	shows(t, p.Render(), "note not ripe_")
	if out := p.Input(tea.KeyMsg{Type: tea.KeyEnter}); !out.Changed || p.Context() == keymap.Remark {
		t.Errorf("%+v", out)
	}
	shows(t, p.Render(), "note  not ripe")
	if n := p.Review().Notes; len(n) != 1 || n[ids(p.r, "list.md")[0]] != "not ripe" {
		t.Errorf("%v", n)
	}
	press(p, keymap.Note)
	p.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")})
	if out := p.Input(tea.KeyMsg{Type: tea.KeyEsc}); out.Changed || p.Context() == keymap.Remark {
		t.Errorf("%+v", out)
	}
	press(p, keymap.Undo)
	if len(p.Review().Notes) != 0 {
		t.Error("a note is not undone")
	}
	press(p, keymap.Redo, keymap.Split)
	if n := p.Review().Notes; len(n) != 1 || n[ids(p.r, "list.md")[0]] != "not ripe" {
		t.Errorf("after the split: %v", n)
	}
}

// TestUndoIsTheInverse does anything at random and takes all of it back, and then all of that.
func TestUndoIsTheInverse(t *testing.T) {
	actions := []keymap.Action{keymap.Accept, keymap.Reject, keymap.Cycle, keymap.Split, keymap.Split, keymap.Join, keymap.Select, keymap.AcceptGroup,
		keymap.AcceptFile, keymap.AcceptClean, keymap.NextHunk, keymap.PrevHunk, keymap.Down, keymap.EditHunk, keymap.Note, keymap.NextFlag, keymap.Together, keymap.Result, keymap.Wrap, keymap.Undecided, keymap.NextFile, keymap.Bottom}
	for seed := range int64(40) {
		rng := rand.New(rand.NewSource(seed))
		r := lists()
		if seed%2 == 0 {
			r = shop()
		}
		p := opened(r, 80, 23)
		var past []model.Ruling
		for range 40 {
			before := p.book.ruling()
			out := press(p, actions[rng.Intn(len(actions))])
			changed := out.Changed
			if out.Edit != nil {
				after, err := p.Edited(out.Edit.ID, strings.Repeat("- mine\n", 1+rng.Intn(3)))
				if err != nil {
					t.Fatal(err)
				}
				if changed && after.Changed {
					past, before = append(past, before), model.Ruling{} // two steps
				}
				changed = changed || after.Changed
			}
			if p.Context() == keymap.Remark {
				p.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'a' + rune(rng.Intn(26))}})
				changed = p.Input(tea.KeyMsg{Type: tea.KeyEnter}).Changed
			}
			if changed {
				past = append(past, before)
			}
			fits(t, "anything", p.Render(), 80, 23)
		}
		last := p.book.ruling()
		// Closed and opened again by its saved steps it can be undone as if it had stayed open.
		kept := p.Review()
		kept.Steps = model.Steps{Sitting: "next", Done: afterTurns(p.Turns())}
		kept.Check, kept.Changes, kept.Whole, kept.Proposal.Check = r.Check, nil, r.Changes, r.Check
		p = opened(kept, 80, 23)
		for i := len(past) - 1; i >= 0; i-- {
			if out := press(p, keymap.Undo); !out.Changed {
				t.Fatalf("seed %d: step %d cannot be undone", seed, i)
			}
			if want := past[i]; want.Decisions != nil && !(maps.Equal(p.book.now, want.Decisions) && maps.Equal(p.book.notes, want.Notes) && sameShape(p.book.shape, want.Shape)) {
				t.Fatalf("seed %d: step %d is not undone: %+v, want %+v", seed, i, p.book.ruling(), want)
			}
			fits(t, "undone", p.Render(), 80, 23)
		}
		if len(p.book.done) != 0 || p.book.shape.Shaped() || !reflect.DeepEqual(p.r.Changes, r.Changes) {
			t.Fatalf("seed %d: it is not what it was", seed)
		}
		for range past {
			press(p, keymap.Redo)
		}
		if !maps.Equal(p.book.now, last.Decisions) || !maps.Equal(p.book.notes, last.Notes) || !sameShape(p.book.shape, last.Shape) {
			t.Fatalf("seed %d: it is not done again", seed)
		}
		// Saved and opened again it is the same.
		saved := p.Review()
		saved.Check, saved.Changes = r.Check, nil
		saved.Whole, saved.Proposal.Check = r.Changes, r.Check
		again := opened(saved, 80, 23)
		if ru := p.book.ruling(); !hunk.Same(again.book.ruling(), ru) || !reflect.DeepEqual(again.real, p.real) {
			t.Fatalf("seed %d: opened again it is another", seed)
		}
	}
}

// TestEditedToNothing: what was known of the words that a person took out is told no more, and what is left is said.
func TestEditedToNothing(t *testing.T) {
	p := opened(shop(), 120, 40)
	goTo(t, p, "testing.md")
	shows(t, p.Render(), "cites", "supported")
	if _, err := p.Edited(p.hunkID(), ""); err != nil {
		t.Fatal(err)
	}
	shows(t, p.Render(), "edited to nothing: what was there goes, and nothing takes its place")
	at := p.sheet.items[p.at]
	if rows := strings.Join(p.evidence(at, 100, true), "\n"); strings.Contains(rows, "cites") || strings.Contains(rows, "why") {
		t.Errorf("of no word at all this is told:\n%s", rows)
	}
}

// afterTurns are the steps that are left of what a pane tells to keep.
func afterTurns(turns []model.Turn) (done []model.Step) {
	for _, t := range turns {
		done = slices.DeleteFunc(done, func(s model.Step) bool { return s.ID == t.Step.ID })
		if !t.Undone {
			done = append(done, t.Step)
		}
	}
	return done
}

// TestSplitLine: pieces of one line are one line in the size of a file, and nothing finer is offered where there is
// nothing.
func TestSplitLine(t *testing.T) {
	base := model.Tree{"a.md": text("Tests run at night. Redis is on port 1. Ann knows. Ask her.\n")}
	proposed := model.Tree{"a.md": text("Tests run at noon. Redis is on port 2. Bob knows. Ask him.\n")}
	p := opened(review("20261129-1700", base, proposed), 120, 40)
	press(p, keymap.NextHunk)
	out := p.Handle(keymap.Split)
	f := p.sheet.files[0]
	if f.to-f.from < 2 || f.removed != 1 || f.added != 1 {
		t.Errorf("%d pieces are +%d -%d", f.to-f.from, f.added, f.removed)
	}
	again := p.Handle(keymap.Split)
	if finer := strings.Contains(out.Hint, "finer"); finer != again.Changed {
		t.Errorf("it says %q, and then %q", out.Hint, again.Hint)
	}
}

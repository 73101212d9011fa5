package ui_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// elsewhere does something to a review as another program does, and tells of it.
func (w *world) elsewhere(t *testing.T, do func(r model.Review, ru *model.Ruling)) {
	t.Helper()
	w.quietly(t, do)
	w.told <- model.Stir{Desk: true}
}

// quietly is elsewhere before anybody is told.
func (w *world) quietly(t *testing.T, do func(r model.Review, ru *model.Ruling)) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.reviews["p1"]
	ru := hunk.Reruled(r.Whole, r.Ruling(), r.Shape)
	do(r, &ru)
	if err := w.put("p1", ru); err != nil {
		t.Fatal(err)
	}
}

// on is the only hunk of a file.
func on(r model.Review, path string) string {
	i := slices.IndexFunc(r.Changes, func(c model.Change) bool { return c.Path == path })
	return r.Changes[i].Hunks[0].ID
}

// opened is the first review of the shop, with a world that can tell of others.
func opened(t *testing.T) (*world, *uitest.Scenario) {
	t.Helper()
	w, s := around(t, shop())
	w.reviews["p1"] = moved()
	return w, s.Press("R", "r").Sees("testing.md", "0/3 decided")
}

func rejectTone(r model.Review, ru *model.Ruling) {
	ru.Decisions[on(r, "tone.md")], ru.Notes[on(r, "tone.md")] = model.Rejected, "wrong"
}

func (w *world) stands(t *testing.T, path string, d model.Decision) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if r := w.reviews["p1"]; r.Decisions[on(r, path)] != d {
		t.Errorf("%s is %s, not %s", path, r.Decisions[on(r, path)], d)
	}
}

// TestOthersAreShown: what somebody else decides and notes is on the screen as soon as the disk tells of it; no key for
// many takes it, no undo takes it back, and a key that means it does.
func TestOthersAreShown(t *testing.T) {
	w, s := opened(t)
	s.Press("j", "j").Sees("undecided")
	before := strings.Count(s.Plain(), "▌")
	s.Do(func() { w.elsewhere(t, rejectTone) }).Until("elsewhere, tone.md: rejected, noted \"wrong\"")
	s.Sees("1/3 decided")
	if strings.Count(s.Plain(), "▌") != before {
		t.Error("the cursor went")
	}
	s.Press("A")
	w.stands(t, "tone.md", model.Rejected)
	s.Press("u").Sees("undone").Press("u").Sees("nothing to undo")
	w.stands(t, "tone.md", model.Rejected)
	s.Press("g", "G", "l").Sees("Answer in").Press("y")
	w.stands(t, "tone.md", model.Accepted)
}

// TestFirstComesFirst: what was decided elsewhere and is not on the screen yet is not replaced, and it is said.
func TestFirstComesFirst(t *testing.T) {
	w, s := opened(t)
	s.Press("G", "l").Sees("Answer in")
	w.quietly(t, rejectTone)
	s.Press("y").Sees("decided elsewhere first, and that stays: tone.md: rejected, noted \"wrong\"")
	w.stands(t, "tone.md", model.Rejected)
	s.Press("A")
	w.stands(t, "tone.md", model.Rejected)
	s.Press("u", "u")
	w.stands(t, "tone.md", model.Rejected)
}

// TestOthersWhileOneTypes: a note that is being written is not disturbed, and stands beside what others noted; what
// they did is said again when it is written.
func TestOthersWhileOneTypes(t *testing.T) {
	w, s := opened(t)
	s.Press("G", "l", "c").Type("not so")
	s.Do(func() { w.elsewhere(t, rejectTone) }).Until("elsewhere, tone.md: rejected").Sees("not so")
	s.Type(" fast").Press("enter").Sees("noted, beside what somebody else did", "elsewhere, tone.md: rejected")
	w.mu.Lock()
	r := w.reviews["p1"]
	if got := r.Notes[on(r, "tone.md")]; got != "wrong; not so fast" {
		t.Errorf("%q", got)
	}
	w.mu.Unlock()
	w.stands(t, "tone.md", model.Rejected)
}

// TestOthersWhileOneSplits: hunks that others split are shown as they are, with the note on its first piece.
func TestOthersWhileOneSplits(t *testing.T) {
	w, s := around(t, shop())
	r := moved()
	r.Proposal.Proposed["tone.md"] = file(replace(string(shop().Tree["tone.md"].Data), "Answer in three lines.\n", "- One.\n- Two.\n- Three.\n"))
	w.reviews["p1"] = reviewOf(r.Proposal)
	s.Press("R", "r", "G", "l", "c").Type("mine")
	s.Do(func() {
		w.elsewhere(t, func(r model.Review, ru *model.Ruling) {
			shape, ok := hunk.Split(r.Whole, ru.Shape, on(r, "tone.md"))
			if !ok {
				t.Error("it does not split")
			}
			*ru = hunk.Reruled(r.Whole, *ru, shape)
		})
	}).Until("elsewhere, hunk 1 of tone.md: split")
	s.Press("enter").Sees("mine")
	w.mu.Lock()
	defer w.mu.Unlock()
	r = w.reviews["p1"]
	if got := r.Notes[on(r, "tone.md")]; got != "mine" || len(r.Shape.Cuts) != 1 {
		t.Errorf("%q, %v", r.Notes, r.Shape)
	}
}

// TestOthersDuringTheCommit: what would be written is looked at anew, with the words that were typed; and a commit
// that was quicker than the disk is refused and shows it.
func TestOthersDuringTheCommit(t *testing.T) {
	w, s := opened(t)
	s.Press("]", "y", "C").Sees("memory: what was accepted").Press("e").Type("mine: ")
	s.Do(func() { w.elsewhere(t, rejectTone) }).Until("looked at anew, and your message stays").Sees("mine: memory").Type("really ")
	s.Press("esc").Sees("mine: really", "1 rejected")
	w.quietly(t, func(r model.Review, ru *model.Ruling) { ru.Decisions[on(r, "tone.md")] = model.Accepted })
	s.Press("enter").Sees("tone.md: accepted; what would be written is looked at anew", "2 accepted")
	if len(w.committed) > 0 {
		t.Fatal("committed unseen")
	}
	s.Press("enter")
	if len(w.committed) != 1 || !strings.Contains(w.options.Message, "mine: really") {
		t.Errorf("%v, %q", w.committed, w.options.Message)
	}
}

// TestOthersWhileOneEdits: of two texts for one hunk the first one stays, and the other one is kept where it is said.
func TestOthersWhileOneEdits(t *testing.T) {
	w, s := opened(t)
	kept := ""
	s.Editor(func(path string) error {
		kept = path
		w.quietly(t, func(r model.Review, ru *model.Ruling) {
			shape, _ := hunk.Edit(ru.Shape, on(r, "tone.md"), "Answer in one line.\n")
			*ru = hunk.Reruled(r.Whole, *ru, shape)
		})
		return os.WriteFile(path, []byte("Answer in ten lines.\n"), 0o600)
	})
	s.Press("G", "l", "e").Sees("your text is kept in")
	text, err := os.ReadFile(kept)
	if err != nil || string(text) != "Answer in ten lines.\n" {
		t.Errorf("%q, %v", text, err)
	}
	s.Sees("one line").Misses("ten lines")
	if err := os.RemoveAll(filepath.Dir(kept)); err != nil {
		t.Fatal(err)
	}
}

// TestReviewEndsElsewhere: one that somebody else carried out is shown as that.
func TestReviewEndsElsewhere(t *testing.T) {
	w, s := opened(t)
	s.Do(func() { w.elsewhere(t, rejectTone) }).Until("1/3 decided")
	s.Do(func() {
		w.mu.Lock()
		r := w.reviews["p1"]
		r.State = model.ReviewClosed
		w.reviews["p1"] = r
		w.mu.Unlock()
		w.told <- model.Stir{Desk: true}
	}).Until("carried out, closed or made anew elsewhere")
	// The disk tells of a closing more than once, and the desk says nothing more of what was decided.
	s.Do(func() { w.told <- model.Stir{Desk: true} }).Sees("1/3 decided", "1 ✗")
	s.Press("y").Sees("this review is closed")
}

// TestReviewEndsUnderAnotherScreen: what became of the review while the task panel was shown over it is told when it
// is shown again.
func TestReviewEndsUnderAnotherScreen(t *testing.T) {
	w, s := opened(t)
	s.Press("t").Do(func() {
		w.mu.Lock()
		r := w.reviews["p1"]
		r.State = model.ReviewClosed
		w.reviews["p1"] = r
		w.mu.Unlock()
		w.told <- model.Stir{Desk: true}
	}).Hear().Press("q").Sees("carried out, closed or made anew elsewhere")
	s.Press("y").Sees("this review is closed")
}

// TestQuestionAboutAnotherSelection: a yes to a question that was asked before others decided does nothing.
func TestQuestionAboutAnotherSelection(t *testing.T) {
	w, s := opened(t)
	s.Press("D").Sees("Reject all 3 hunks")
	s.Do(func() {
		w.elsewhere(t, func(r model.Review, ru *model.Ruling) { ru.Decisions[on(r, "tone.md")] = model.Accepted })
	}).Until("elsewhere, tone.md: accepted")
	s.Press("y").Sees("somebody else decided meanwhile")
	w.stands(t, "tone.md", model.Accepted)
}

package ui_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/model"
	"dreamgate/ui"
	"dreamgate/ui/uitest"
)

func TestDream(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("d").
		Sees("On a scratch copy of ~/.claude/projects/-home-ann-src-shop/memory", "Project: ~/src/shop", "offline", "plain rules", "no program is given").
		Press("j", "enter").Sees("no program is given: start with", "Dream ─").
		Press("k", "enter").Sees("dreaming with offline", "◌ dreaming")
	s.Press("d").Sees("a dream of this memory is at work (offline)")
	s.Press("j", "t").Sees("Tasks", "offline")
	s.Press("q").Sees("Topics 5")
	// The end of a dream is told, and changes no screen.
	s.Press("tab").Do(func() { f.end(model.RunReady, moved()) }).Until("review ready: 3 hunks").
		Sees("Topics 5", "▌Staging: deploys", "the dream is done: review ready, 3 hunks").
		Press("r").Sees("Review", "0/3 decided")
}

func TestSharedMemoryIsSaidBeforeADream(t *testing.T) {
	scenario(t, newFake(api())).Press("d").Sees("! This memory is shared by 2 paths:", "~/src/api", "~/src.api")
}

func TestCancel(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("d", "enter", "t", "esc").Stays()
	if len(f.cancelled) != 0 {
		t.Fatal("one esc cancelled the dream")
	}
	s.Press("esc").Until("nothing was changed").Sees("Tasks")
	if len(f.cancelled) != 1 {
		t.Fatalf("cancelled: %v", f.cancelled)
	}
	s.Press("esc").Sees("Topics 5")
}

func TestOtherEnds(t *testing.T) {
	for state, word := range map[model.RunState]string{
		model.RunUnchanged: "there is nothing to change", model.RunFailed: "the dream failed", model.RunCancelled: "nothing was changed",
	} {
		f := newFake(shop())
		scenario(t, f).Press("d", "enter").Do(func() { f.end(state, model.Review{}) }).Until(word)
	}
	f := newFake(shop())
	f.fail["Start"] = errors.New("the lock is held by pid 7")
	scenario(t, f).Press("d", "enter").Sees("did not start: the lock is held by pid 7")
}

func TestQuitWhileDreaming(t *testing.T) {
	f := newFake(shop())
	s := scenario(t, f).Press("d", "enter", "q").Sees("Quit?", "1 dream at work").
		Press("n").Stays().Press("q", "esc").Stays().Press("ctrl+c").Sees("Quit?")
	if len(f.cancelled) != 0 {
		t.Fatal("a dream was cancelled without a yes")
	}
	s.Press("ctrl+c").Quits()
	if len(f.cancelled) != 1 {
		t.Fatal("the dream was not cancelled")
	}
}

// TestQuitAndLetGo: a dream goes on if that is chosen; one of another program does anyway, and nobody is
// asked about it.
func TestQuitAndLetGo(t *testing.T) {
	f := newFake(shop())
	scenario(t, f).Press("d", "enter", "q").Sees("Quit?", "y stop it and quit · d quit, it goes on · esc stay").Press("d").Quits()
	if len(f.cancelled) > 0 || !f.left {
		t.Errorf("cancelled %v, left %v", f.cancelled, f.left)
	}
	f = newFake(shop())
	f.runs = []model.Run{{ID: "9", Store: shop().Store, Engine: "claude", State: model.RunRunning, Started: today, Free: true}}
	scenario(t, f).Press("t").Sees("in another program; it goes on when you quit").Press("q", "q").Quits()
	if len(f.cancelled) > 0 || f.left {
		t.Errorf("of another program: cancelled %v, left %v", f.cancelled, f.left)
	}
}

func TestTick(t *testing.T) {
	f := newFake(shop())
	d := f.deps()
	now := today
	d.Now = func() time.Time { return now }
	s := uitest.New(t, d).Press("d", "enter").Sees("◌ dreaming")
	now = now.Add(102 * time.Second)
	s.Tick().Sees("dreaming 01:42")
	f.end(model.RunUnchanged, model.Review{})
	s.Until("nothing to change").Tick().Misses("dreaming 01").Tick()
}

func pending(r ...model.Review) *fake {
	f := newFake(shop())
	for _, r := range r {
		f.reviews[r.Proposal.ID] = r
	}
	return f
}

func TestReviewAndCommit(t *testing.T) {
	f := pending(moved())
	s := scenario(t, f).Sees("review ready: 3 hunks").Press("r").Sees("0/3 decided").
		Press("]", "y").Sees("1/3 decided").Press("n").Sees("2/3 decided")
	if len(f.reviews["p1"].Decisions) != 2 {
		t.Fatalf("saved: %v", f.reviews["p1"].Decisions)
	}
	s.Press("u").Sees("1/3 decided").Press("ctrl+r").Sees("2/3 decided")
	// Leaving and coming back keeps what was decided.
	s.Press("q").Sees("Topics 5").Press("r").Sees("2/3 decided")
	s.Press("]", "]", "y").Sees("3/3 decided", "2 ● 1 ✗").
		Press("C").Sees("memory: what was accepted").Press("enter").Sees("3f2a1c9", "takes it back").
		Press("enter").Sees("Topics 5").Misses("review ready")
	if len(f.committed) != 1 || f.options.Message != "memory: what was accepted" {
		t.Fatalf("committed %d with %+v", len(f.committed), f.options)
	}
	s.Press("r").Sees("no review waits")
}

// TestReviewIsReadAgain: what is typed meanwhile waits for what is read, and nothing says that
// reading goes on when it does not.
func TestReviewIsReadAgain(t *testing.T) {
	scenario(t, pending(moved())).Press("r", "]", "y").Sees("1/3 decided").
		Press("R").Sees("1/3 decided").Misses("reading again").
		Type("Ry").Sees("2/3 decided").
		Type("Rq").Sees("Topics").Misses("decided").
		Press("R").Misses("reading again")
}

// TestTwoWindows: what another window decided is shown beside what is decided here.
func TestTwoWindows(t *testing.T) {
	f := pending(tidied())
	s := scenario(t, f).Press("r", "]").Sees("0/4 decided")
	changes := f.reviews["p1"].Changes
	f.beside = model.Decisions{changes[len(changes)-1].Hunks[0].ID: model.Rejected}
	s.Press("y").Sees("elsewhere, tone.md: rejected", "2/4 decided")
}

// TestTypedAhead: keys pressed while a review opens reach the review, not what was there before.
func TestTypedAhead(t *testing.T) {
	f := pending(moved())
	scenario(t, f).Type("r]yn").Sees("2/3 decided")
}

// TestReviewIsMadeAnew: one that others have overtaken says so, and a key brings it to the notes as they are,
// also from the dialog that refuses it.
func TestReviewIsMadeAnew(t *testing.T) {
	f := pending(moved())
	f.overtaken = map[string][]string{"p1": {"testing.md"}}
	f.moved = []string{"made anew from the notes as they are now", "1 hunk clashes"}
	f.fail["Refresh"] = errors.New("somebody is at it")
	s := scenario(t, f).Press("R", "r").Sees("1 note changed: R").Press("]", "y").Sees("1/3 decided")
	delete(f.overtaken, "p1")
	delete(f.fail, "Refresh")
	s.Press("R").Sees("1/3 decided", "made anew", "1 hunk clashes").Misses("note changed")
	if r := f.reviews["p1-anew"]; len(r.Decisions) != 1 {
		t.Fatalf("the decision did not come along: %+v", r.Decisions)
	}
	f.moved = nil
	s.Press("n").Sees("2/3 decided").Press("C").Sees("commit").Press("R").Sees("looked again").Press("q", "R").Sees("2/3 decided").Misses("made anew")
	f.fail["Refresh"] = errors.New("the notes have all of it already")
	s.Press("R").Sees("have all of it already", "2/3 decided")
}

// TestReviewIsMadeAnewWhenItIsOpened: one that was overtaken while it waited is never seen as it was.
func TestReviewIsMadeAnewWhenItIsOpened(t *testing.T) {
	f := pending(moved())
	f.overtaken = map[string][]string{"p1": {"testing.md"}}
	f.moved = []string{"made anew from the notes as they are now", "1 hunk clashes"}
	long := slices.Concat(f.moved, []string{"1 decided hunk came out differently: decide anew"})
	for width, want := range map[int]string{120: "decide anew", 80: "made anew from the notes as they are now; the summary says what became of it", 40: "made anew: the summary says how"} {
		g := pending(moved())
		g.overtaken, g.moved = f.overtaken, long
		scenario(t, g).Size(width, 24).Press("R", "r").Sees(want)
	}
	scenario(t, f).Press("R", "r").Sees("made anew", "1 hunk clashes", "0/3 decided").Misses("note changed")
	if _, ok := f.reviews["p1-anew"]; !ok {
		t.Fatal("the old one was opened")
	}
}

// TestQueue: reviews wait in their order, with what they have to do with each other; one goes on with the next.
func TestQueue(t *testing.T) {
	second := moved()
	second.Proposal.ID = "p2"
	f := pending(moved(), second)
	f.queue = map[string]model.ProposalInfo{"p1": {Later: "p2", Stand: 2, Of: 3}, "p2": {Holds: []string{"p0"}, Refused: 1}}
	s := scenario(t, f).Press("r").Sees("1 dream (claude)", "2 dream (claude)", "2 of 3 in a later one", "2 of its 3 hunks stand in number 2").
		Press("j").Sees("in the place of 1 earlier one, with what was", "1 refused before").
		Press("k", "enter").Sees("Review 1 of 2").Press("r").Sees("Reviews 2").Press("j", "enter").Sees("Review 2 of 2")
	s.Press("]", "y", "C", "enter", "q").Sees("1 more review waiting: r opens what is next")
	s = scenario(t, pending(moved())).Press("r").Misses("Review 1 of 1").Press("r").Sees("no other review waits")
	s.Press("q").Sees("Topics 5")
}

func TestCommitFails(t *testing.T) {
	f := pending(moved())
	f.fail["Commit"] = errors.New("testing.md has changed on disk")
	s := scenario(t, f).Press("r", "]", "y", "C", "enter").Sees("has changed on disk")
	delete(f.fail, "Commit")
	s.Press("esc").Sees("1/3 decided").Press("C", "enter").Sees("takes it back")
	f = pending(moved())
	f.fail["Preview"] = errors.New("git is not there")
	scenario(t, f).Press("r", "]", "y", "C").Sees("git is not there").Press("enter").Sees("1/3 decided")
	if len(f.committed) != 0 {
		t.Fatal("a commit was made that nobody saw")
	}
}

// TestPutBack: where git makes no commit the notes are put back by a key, at once and after a restart.
func TestPutBack(t *testing.T) {
	f := pending(moved())
	f.fail["git"] = errors.New("the hook said no")
	s := scenario(t, f).Press("r", "]", "y", "C", "enter").Sees("Applied, not committed", "the hook said no", "u puts the notes back")
	f.fail["Unapply"] = errors.New("testing.md is another one now")
	s.Press("u").Sees("testing.md is another one now", "Applied, not committed")
	delete(f.fail, "Unapply")
	s.Press("u").Sees("the notes are as they were", "1/3 decided").Press("C", "enter").Sees("Applied, not committed")
	s = scenario(t, f).Press("r").Sees("applied, not committed").Press("C", "u").Sees("the notes are as they were", "1/3 decided")
	s.Press("C", "enter").Sees("Applied, not committed")
	s = scenario(t, f).Press("r", "u").Sees("Sure?", "y put the notes back").Press("y").Sees("the notes are as they were", "1/3 decided")
	delete(f.fail, "git")
	s.Press("C", "enter").Sees("takes it back")
	if len(f.unapplied) != 3 || len(f.committed) != 1 {
		t.Errorf("%v %v", f.unapplied, f.committed)
	}
}

func TestSeveralReviews(t *testing.T) {
	second := moved()
	second.Proposal.ID, second.Proposal.Origin, second.Proposal.Engine = "p2", model.OriginPerson, ""
	f := pending(moved(), second)
	scenario(t, f).Sees("2 reviews ready").Press("r").Sees("Reviews 2", "1 dream (claude)", "2 your edit", "3 hunks", "2h ago").
		Press("enter").Sees("(claude)", "0/3 decided").Press("q", "r", "esc").Sees("Topics 5")
}

// TestOvertakenReviews: what the live notes have gone past says so before it is opened.
func TestOvertakenReviews(t *testing.T) {
	second := moved()
	second.Proposal.ID, second.Proposal.Extracted = "p2", true
	f := pending(moved())
	f.overtaken = map[string][]string{"p1": {"MEMORY.md", "testing.md"}}
	scenario(t, f).Sees("review overtaken").Misses("review ready")
	f.reviews["p2"] = second
	scenario(t, f).Sees("2 reviews ready, 1 overtaken").Press("r").Sees("extraction (claude)", "dream (claude)", "overtaken: 2 files changed since")
}

// TestGates: each gate with its figures, the first that is shut explained.
func TestGates(t *testing.T) {
	f := pending(moved())
	f.gates = []model.Gate{
		{Name: "time", Open: true, Have: "30 h", Need: "24 h", Reason: "the last dream (ours) ran 30 h ago"},
		{Name: "sessions", Have: "2 sessions, 1 note", Need: "5 sessions or 10 notes", Reason: "2 sessions and 1 note are new"},
		{Name: "lock", Open: true, Have: "free", Need: "free", Reason: "no dream of this memory runs"},
	}
	s := scenario(t, f).Press("t").Sees("gates").Press("g").
		Sees("Gates of shop", "1 gate shut", "time", "30 h, needed: 24 h", "2 sessions and 1 note are new.").
		Press("g").Sees("the last dream (ours) ran 30 h ago.").Press("esc").Misses("Gates of shop")
	f.gates[1].Open = true
	s.Press("g").Sees("All are open").Press("q").Misses("Gates of shop")
	f.fail["Gates"] = errors.New("the books are damaged")
	s.Press("g").Sees("the gates could not be measured: the books are damaged")
}

func TestReviewAtStart(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	d.Dir, d.Review = shop().Store.Dir, "p1"
	uitest.New(t, d).Sees("0/3 decided").Press("q").Sees("Topics 5").Press("R").Sees("Topics 5")
	d.Review = "p9"
	uitest.New(t, d).Sees("could not be opened: there is no such review")
}

func TestDecisionsThatCannotBeSaved(t *testing.T) {
	f := pending(moved())
	f.fail["Decide"] = errors.New("disk full")
	s := scenario(t, f).Press("r", "]", "y").Sees("save the decisions: disk full", "1/3 decided")
	s.Press("q", "q").Stays().Sees("Quit without them?").Press("n").Stays()
	delete(f.fail, "Decide")
	s.Press("q").Quits()
	if len(f.reviews["p1"].Decisions) != 1 {
		t.Fatal("the decision is lost")
	}
}

func TestEditBecomesAReview(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := newFake(shop())
	s := scenario(t, f).Press("G").Sees("▌Tone").Editor(func(path string) error {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 || filepath.Base(path) != "tone.md" {
			t.Errorf("the copy: %v, %v", info, err)
		}
		text, _ := os.ReadFile(path)
		return os.WriteFile(path, []byte(strings.Replace(string(text), "three", "four", 1)), 0o600)
	})
	s.Press("e").Sees("your edit of tone.md is ready as a review, accepted: r opens it, C commits it", "review ready: 1 hunk").Misses("four")
	p := f.proposed[0]
	if p.Origin != model.OriginPerson || !strings.Contains(string(p.Proposed["tone.md"].Data), "four") || !strings.Contains(string(p.Base["tone.md"].Data), "three") {
		t.Fatalf("proposed: %+v", p)
	}
	s.Press("r").Sees("1/1 decided").Press("C", "enter").Sees("takes it back")
	if copies, _ := filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*")); len(copies) > 0 {
		t.Errorf("left behind: %v", copies)
	}
}

func TestEditorTrouble(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := newFake(shop())
	s := scenario(t, f).Editor(func(string) error { return nil }).Press("e").Sees("nothing was changed")
	s.Editor(func(string) error { return errors.New("not found") }).Press("e").Sees("ed could not be used (not found): set VISUAL or EDITOR")
	s.Editor(func(p string) error { _ = os.WriteFile(p, []byte("words"), 0o600); return errors.New("exit status 1") }).
		Press("e").Sees("your text is kept in")
	kept, _ := filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*", "orphan.md"))
	if len(kept) != 1 || len(f.proposed) != 0 {
		t.Fatalf("kept %v, proposed %d", kept, len(f.proposed))
	}
	s.Editor(os.Remove).Press("e").Sees("could not be read")
	f.fail["Propose"] = errors.New("disk full")
	s.Editor(uitest.Write("my words")).Press("e").Sees("the edit could not be kept: disk full; your text is kept in")
	kept, _ = filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*", "orphan.md"))
	if !slices.ContainsFunc(kept, func(p string) bool { text, _ := os.ReadFile(p); return string(text) == "my words" }) {
		t.Errorf("the words are not among %v", kept)
	}
	delete(f.memories[shop().Store.Dir].Tree, "orphan.md")
	s.Press("e").Sees("orphan.md is no longer there to edit")
}

type broken struct{ *fake }

func (broken) Engines() []model.Engine { panic("no engines") }

// TestPanicEndsInGoodOrder: a command that panics ends the program and leaves a report.
func TestPanicEndsInGoodOrder(t *testing.T) {
	d := newFake(shop()).deps()
	d.Dreams, d.CrashDir = broken{newFake()}, t.TempDir()
	uitest.New(t, d).Quits()
	files, _ := filepath.Glob(filepath.Join(d.CrashDir, "dreamgate-crash-*.txt"))
	if len(files) != 1 {
		t.Fatalf("reports: %v", files)
	}
	if text, _ := os.ReadFile(files[0]); !strings.Contains(string(text), "no engines") || !strings.Contains(string(text), "Engines") {
		t.Errorf("the report says: %s", text)
	}
}

// TestStaleAnswers: what answers an older question changes nothing.
func TestStaleAnswers(t *testing.T) {
	f := newFake(shop(), api())
	a := ui.New(t.Context(), f.deps())
	_, _ = a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	first := a.Init()().(tea.BatchMsg)[0]
	old := first()
	_, again := a.Update(uitest.Key("R"))
	_ = again
	f.memories = map[string]model.Memory{}
	if v := a.View(); !strings.Contains(v, "reading") {
		t.Errorf("the first frame waits:\n%s", v)
	}
	_, _ = a.Update(old)
	if v := a.View(); !strings.Contains(v, "Memories 2") {
		t.Errorf("the stores are not shown:\n%s", v)
	}
}

// TestKeysWaitForWhatTheyMean: a memory that is read again meanwhile does not let them go early.
func TestKeysWaitForWhatTheyMean(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	a := ui.New(t.Context(), d)
	run := func(cmd tea.Cmd) tea.Msg { return cmd() }
	_, _ = a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	_, open := a.Update(run(a.Init()().(tea.BatchMsg)[0]))
	_, _ = a.Update(run(open))
	_, opening := a.Update(uitest.Key("r"))
	for _, k := range []string{"]", "y", "q"} {
		if _, cmd := a.Update(uitest.Key(k)); cmd != nil {
			t.Fatalf("%q does not wait", k)
		}
	}
	_, reload := a.Update(tea.ResumeMsg{})
	_, _ = a.Update(run(reload))
	_, rest := a.Update(run(opening))
	if rest == nil || strings.Contains(a.View(), "0/3 decided") || !strings.Contains(a.View(), "Topics") {
		t.Fatalf("the keys did not decide and leave:\n%s", a.View())
	}
	if d := f.reviews["p1"].Decisions; len(d) != 0 {
		t.Fatalf("saved before the command ran: %v", d)
	}
}

func TestMouse(t *testing.T) {
	d := newFake(shop()).deps()
	d.Mouse = true
	click := func(x, y int) tea.MouseMsg {
		return tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
	}
	wheel := func(x, y int, b tea.MouseButton) tea.MouseMsg {
		return tea.MouseMsg{X: x, Y: y, Button: b, Action: tea.MouseActionPress}
	}
	s := uitest.New(t, d).Send(click(50, 5)).Sees("▌Database tests").
		Send(click(3, 8)).Sees("▌Index", "▌!- Old CI").
		Send(click(90, 5)).Sees("▌testing.md").
		Send(click(50, 30)).Sees("▌Topics").
		Send(wheel(50, 4, tea.MouseButtonWheelUp)).Sees("▌orphan.md").Tick().
		Send(wheel(50, 4, tea.MouseButtonWheelDown)).Sees("▌Database tests").Tick()
	s.Size(120, 12).Send(wheel(100, 4, tea.MouseButtonWheelDown)).Misses("How the shop is tested").Tick().
		Send(wheel(100, 4, tea.MouseButtonWheelUp)).Sees("How the shop is tested")
	s.Press("?").Send(click(50, 5)).Send(wheel(50, 5, tea.MouseButtonWheelDown)).Sees("Keys").Press("esc").
		Size(20, 4).Send(click(1, 1))
	uitest.New(t, newFake(shop(), api()).deps()).Send(click(5, 3)).Sees("5 notes, 4 sessions")
}

// quick is a dreamer whose runs end before Start returns.
type quick struct{ *fake }

func (q quick) StartWith(ctx context.Context, s model.Store, engine string, rule model.SecretRule) (model.Run, error) {
	r, err := q.fake.StartWith(ctx, s, engine, rule)
	q.end(model.RunReady, moved())
	return r, err
}

// TestQuickDream: a run that nobody saw at work is told of all the same.
func TestQuickDream(t *testing.T) {
	f := newFake(shop())
	d := f.deps()
	d.Dreams = quick{f}
	uitest.New(t, d).Press("d", "enter").Until("the dream is done: review ready, 3 hunks").Sees("review ready: 3 hunks")
}

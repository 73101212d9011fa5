package review

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"dreamgate/keymap"
	"dreamgate/model"
)

// plan is a preview with all there may be in one.
func plan() model.Preview {
	return model.Preview{
		Files: []model.PreviewFile{
			{Path: "MEMORY.md", Status: model.Modified, Added: 3, Removed: 1},
			{Path: "db.md", Status: model.Added, Added: 3},
			{Path: "old-ci.md", Status: model.Deleted, Removed: 12},
			{Path: "pic.bin", Status: model.Binary},
		},
		Accepted: 5, Rejected: 2, Undecided: 3, Flagged: 1, Deletions: 1, Notes: 23,
		Findings: []model.Finding{
			{Rule: "entry-long", Severity: model.Info, Path: "MEMORY.md", Line: 7, Message: "an entry of 214 characters"},
			{Rule: "dangling", Severity: model.Error, Path: "MEMORY.md", Line: 4, Message: "old-ci.md is gone; drop the line"},
		},
		New:     []bool{false, true},
		Dirty:   []string{"testing.md"},
		Git:     model.GitState{Root: "/home/u/shop", AtRoot: true, Branch: "main", Tracked: true},
		Message: "Consolidate the memory of shop\n\nMEMORY.md: moved to pnpm [5f0c9d1e:3]",
	}
}

func dialog(p model.Preview, w, h int) *CommitDialog {
	c := NewCommit(Options{Styles: looks["none"]})
	c.SetSize(w, h)
	c.Wait()
	c.Open(p)
	return c
}

func TestDialogSaysWhatWillBeWritten(t *testing.T) {
	c := dialog(plan(), 100, 60)
	s := c.Render()
	shows(t, s, "● 5 accepted   ✗ 2 rejected   ○ 3 undecided are left out", "! 1 new finding in the result", "! 1 accepted in spite of a flag",
		"- deletes 1 of 23 notes", "+ db.md", "- old-ci.md", "What the selection would bring: 1 new finding", "Findings that stand already: 1",
		"! error MEMORY.md:4 old-ci.md is gone", "branch main of /home/u/shop", "o [x] commit your own uncommitted edits first",
		"Consolidate the memory of shop")
	if strings.Index(s, "error MEMORY.md:4") > strings.Index(s, "info MEMORY.md:7") {
		t.Error("what is new does not come first")
	}
	if out := c.Handle(keymap.Go); !out.Commit {
		t.Errorf("%+v", out)
	}
	if o := c.Options(); o.Message != plan().Message || o.Edits != model.EditsFirst || o.Init {
		t.Errorf("%+v", o)
	}
}

func TestNothingIsCommittedUnseen(t *testing.T) {
	c := NewCommit(Options{Styles: looks["none"]})
	c.SetSize(80, 23)
	c.Wait()
	if out := c.Handle(keymap.Go); out.Commit || out.Hint == "" {
		t.Errorf("while waiting: %+v", out)
	}
	c.Open(plan())
	c.Working()
	for _, a := range []keymap.Action{keymap.Go, keymap.Back, keymap.EditMessage} {
		if out := c.Handle(a); out.Commit || out.Leave || out.Hint == "" {
			t.Errorf("while working, %s: %+v", a, out)
		}
	}
	c.Fail(errors.New("the disk is full"))
	shows(t, c.Render(), "Nothing was written", "the disk is full")
	if out := c.Handle(keymap.Go); out.Commit || !out.Leave {
		t.Errorf("after a failure: %+v", out)
	}
}

func TestWhatBlocksACommit(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*model.Preview)
		hint   string
		screen string
	}{
		{"stale", func(p *model.Preview) { p.Stale = []string{"MEMORY.md: it was written at 15:00"} }, "refused: 1 file changed since", "MEMORY.md: it was written at 15:00"},
		{"link", func(p *model.Preview) { p.Unwritable = []string{"a.md: link to ../dot/a.md"} }, "refused: 1 file must not be written;", "link to ../dot/a.md"},
		{"secret", func(p *model.Preview) { p.Secrets = []string{"a.md, line 3: it is undecided"} }, "refused: 1 hunk with a credential", "a.md, line 3: it is undecided"},
		{"rebase", func(p *model.Preview) { p.Git.Busy = "a rebase" }, "a rebase is in progress", "finish it first"},
		{"nothing", func(p *model.Preview) { p.Accepted = 0 }, "nothing is accepted", "nothing is accepted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan()
			c.change(&p)
			d := dialog(p, 100, 60)
			shows(t, d.Render(), c.screen)
			out := d.Handle(keymap.Go)
			if out.Again {
				// What is mended elsewhere may be mended by now: it is looked at, and committed only once that is seen.
				d.Retry()
				if out := d.Handle(keymap.Go); out.Commit {
					t.Errorf("unseen: %+v", out)
				}
				out.Hint = d.Open(p)
			}
			if out.Commit || !strings.Contains(out.Hint, c.hint) {
				t.Errorf("%+v", out)
			}
			if out := d.Confirm(); out.Commit {
				t.Error("it was confirmed all the same")
			}
		})
	}
}

// TestBareWhereGitIsBusy: a merge stops the commit, and not what is written without one.
func TestBareWhereGitIsBusy(t *testing.T) {
	p := plan()
	p.Git.Busy = "a merge"
	d := dialog(p, 100, 60)
	d.Handle(keymap.Go)
	d.Retry()
	if hint := d.Open(p); !strings.Contains(hint, "or w writes without a commit") {
		t.Errorf("%q", hint)
	}
	if out := d.Handle(keymap.ToggleBare); out.Hint != "will be written without a commit: enter does it" {
		t.Errorf("%+v", out)
	}
	if s := d.Render(); strings.Contains(s, "in progress") {
		t.Errorf("it still stops:\n%s", s)
	}
	if out := d.Handle(keymap.Go); !out.Commit || !d.Options().NoCommit {
		t.Errorf("%+v", out)
	}
}

// TestAnotherLook: once nothing stops a commit any more that is said, and what was chosen and typed stays.
func TestAnotherLook(t *testing.T) {
	p := plan()
	p.Unwritable = []string{"b.md: it is a link"}
	d := dialog(p, 40, 11)
	if out := d.Handle(keymap.ToggleBare); out.Hint != "will be written without a commit, once nothing stops it" {
		t.Errorf("%+v", out)
	}
	if out := d.Handle(keymap.Go); !out.Again || out.Commit {
		t.Fatalf("%+v", out)
	}
	d.Retry()
	if word := d.Open(plan()); !strings.HasPrefix(word, "nothing stops it any more: write with ") {
		t.Errorf("%q", word)
	}
	if out := d.Handle(keymap.Go); !out.Commit || !d.Options().NoCommit {
		t.Errorf("%+v", out)
	}
	if word := d.Open(plan()); word != "" {
		t.Errorf("of a preview that nobody asked for: %q", word)
	}
}

// TestDialogOfNothing: where all is rejected nothing speaks of a commit, and nothing says that the review is closed.
func TestDialogOfNothing(t *testing.T) {
	p := model.Preview{Rejected: 2, Git: plan().Git, Message: "Accept 0 of 2 memory changes"}
	d := dialog(p, 100, 60)
	s := d.Render()
	shows(t, s, "Close the review", "nothing will be written or committed", "closes the review")
	for _, word := range []string{"Message", "Accept 0", "branch main", "is closed"} {
		if strings.Contains(s, word) {
			t.Errorf("%q is shown:\n%s", word, s)
		}
	}
	for _, a := range []keymap.Action{keymap.ToggleBare, keymap.EditMessage, keymap.ToggleInit} {
		if out := d.Handle(a); d.Works(a) || out.Hint == "" || d.bare || d.editing || d.init {
			t.Errorf("%s: %+v", a, out)
		}
	}
	if out := d.Handle(keymap.Go); !out.Commit || d.Verb() != "close the review" {
		t.Errorf("%+v", out)
	}
}

// TestWhatStopsIsOneList: whatever stops a commit stands in one list, and nothing beside it says that all is well.
func TestWhatStopsIsOneList(t *testing.T) {
	p := plan()
	p.Findings, p.New, p.Repairs = nil, nil, nil
	shows(t, dialog(p, 100, 60).Render(), "the audit of the result finds nothing")
	p.Stale, p.Secrets = []string{"MEMORY.md: it was written at 15:00"}, []string{"a.md, line 3: it is undecided"}
	p.Unwritable, p.Git.Busy = []string{"b.md: it is a link"}, "a rebase"
	got := dialog(p, 100, 60).Render()
	shows(t, got, "What stops the commit: 4", "R shows both sides", "decide it first: ", "a rebase is in progress", "What the selection would bring",
		"but for what stops the commit")
	if strings.Contains(got, "the audit of the result finds nothing") || strings.Count(got, "a rebase is in") != 1 {
		t.Errorf("beside what stops it this is said:\n%s", got)
	}
}

func TestMassDeletionIsAskedAbout(t *testing.T) {
	p := plan()
	p.Deletions = 19
	c := dialog(p, 80, 23)
	shows(t, c.Render(), "deletes 19 of 23 notes")
	out := c.Handle(keymap.Go)
	if out.Commit || out.Ask != "This deletes 19 of 23 notes. Delete all 19?" {
		t.Fatalf("%+v", out)
	}
	c.Handle(keymap.Down)
	if c.Confirm().Commit {
		t.Error("an old question was answered")
	}
	c.Handle(keymap.Go)
	if !c.Confirm().Commit {
		t.Error("yes does not commit")
	}
	for _, few := range []struct {
		deletions, notes int
		asks             bool
	}{{1, 23, false}, {2, 23, false}, {3, 200, true}, {1, 2, true}, {0, 0, false}} {
		p.Deletions, p.Notes = few.deletions, few.notes
		if got := dialog(p, 80, 23).Handle(keymap.Go).Ask != ""; got != few.asks {
			t.Errorf("%d of %d: asks %v", few.deletions, few.notes, got)
		}
	}
}

func TestWithoutGit(t *testing.T) {
	p := plan()
	p.Git, p.Dirty = model.GitState{}, nil
	c := dialog(p, 100, 60)
	shows(t, c.Render(), "there is no git repository here", "i [ ] git init", "i [x] no git: keep a backup")
	c.Handle(keymap.ToggleInit)
	shows(t, c.Render(), "i [x] git init")
	if !c.Options().Init {
		t.Error("the choice is not in the options")
	}
	if out := c.Handle(keymap.ToggleDirty); out.Hint == "" {
		t.Error("a key that does nothing says nothing")
	}
	p.Git = model.GitState{Root: "/home/u", Branch: "main"}
	shows(t, dialog(p, 100, 60).Render(), "the repository at /home/u does not keep this memory")
	p.Git.Tracked = true
	c = dialog(p, 100, 60)
	if out := c.Handle(keymap.ToggleInit); out.Hint == "" || c.Options().Init {
		t.Errorf("%+v", out)
	}
}

// TestNoCommit: the notes are written and git is left alone, at once or after git refused a commit.
func TestNoCommit(t *testing.T) {
	c := dialog(plan(), 100, 60)
	shows(t, c.Render(), "Message (e edits, w writes without a commit)")
	if out := c.Handle(keymap.ToggleBare); !strings.HasPrefix(out.Hint, "will be written without a commit: ") {
		t.Errorf("a switch says %q", out.Hint)
	}
	shows(t, c.Render(), "Write, without a commit", "w [x] write the notes")
	c.SetSize(40, 5)
	shows(t, c.Render(), "w [x] write the notes") // it is seen wherever the switch is thrown
	c.SetSize(100, 60)
	for _, gone := range []string{"Message (e edits", "own uncommitted edits"} {
		if strings.Contains(c.Render(), gone) {
			t.Errorf("without a commit it speaks of %q", gone)
		}
	}
	if o := c.Options(); o != (model.CommitOptions{NoCommit: true}) {
		t.Errorf("%+v", o)
	}
	if out := c.Handle(keymap.EditMessage); out.Hint == "" || c.Editing() {
		t.Errorf("a message for no commit is edited: %+v", out)
	}
	c.Handle(keymap.ToggleBare)
	if o := c.Options(); o.NoCommit || o.Message == "" {
		t.Errorf("%+v", o)
	}
	c.Working()
	c.Done(model.Outcome{Written: []string{"a.md"}, GitError: "no identity"})
	shows(t, c.Render(), "w leaves it without a commit, and closes the review")
	if out := c.Handle(keymap.ToggleBare); !out.Commit || !c.Options().NoCommit {
		t.Errorf("%+v, %+v", out, c.Options())
	}
	if out := c.Handle(keymap.Go); !out.Commit || c.Options().NoCommit {
		t.Errorf("a retry makes no commit: %+v, %+v", out, c.Options())
	}
}

func TestMessage(t *testing.T) {
	c := dialog(plan(), 80, 23)
	c.Handle(keymap.EditMessage)
	if !c.Editing() {
		t.Fatal("the message does not take the keys")
	}
	shows(t, c.Render(), "Consolidate the memory of shop", "MEMORY.md: moved to pnpm")
	for _, r := range "Hi \x1b[2J\u202ethere" {
		c.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	c.Input(tea.KeyMsg{Type: tea.KeyEnter})
	c.Input(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("pasted\nlines"), Paste: true})
	fits(t, "editing", c.Render(), 80, 23)
	if out := c.Input(tea.KeyMsg{Type: tea.KeyCtrlE}); !out.Editor {
		t.Errorf("%+v", out)
	}
	c.Input(tea.KeyMsg{Type: tea.KeyEsc})
	if c.Editing() {
		t.Error("esc does not end it")
	}
	want := "Hi \u241b[2J<U+202E>there\npasted\nlinesConsolidate the memory of shop\n\nMEMORY.md: moved to pnpm [5f0c9d1e:3]"
	if got := c.Options().Message; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	c.SetMessage("from the editor\n")
	shows(t, c.Render(), "from the editor")
	c.Wait()
	c.Open(plan())
	shows(t, c.Render(), "from the editor")
	other := plan()
	other.Message = "another selection"
	c.SetSize(80, 60)
	c.Open(other)
	shows(t, c.Render(), "from the editor", "Typed before the last decisions")
	c.Handle(keymap.EditMessage)
	c.SetMessage(" \n")
	c.Input(tea.KeyMsg{Type: tea.KeyEsc})
	shows(t, c.Render(), "another selection")
	if strings.Contains(c.Render(), "Typed before") || c.Typed() {
		t.Error("the message that is made is taken for a typed one")
	}
	c.SetMessage("from the editor\n")
	c.For("another review")
	c.Open(plan())
	shows(t, c.Render(), "Consolidate the memory of shop")
}

func TestResult(t *testing.T) {
	c := dialog(plan(), 80, 23)
	c.Working()
	c.Done(model.Outcome{Written: []string{"MEMORY.md"}, Removed: []string{"old-ci.md"}, Commit: "3f2a1c9d8e7b6a50", Undo: "dreamgate undo 3f2a1c9d8e"})
	shows(t, c.Render(), "committed 3f2a1c9d8e", "MEMORY.md", "old-ci.md", "dreamgate undo 3f2a1c9d8e")
	if out := c.Handle(keymap.Go); out.Commit || !out.Leave {
		t.Errorf("%+v", out)
	}
	c = dialog(plan(), 80, 23)
	c.SetMessage("my words")
	c.Done(model.Outcome{Written: []string{"MEMORY.md"}, GitError: "error: gpg failed to sign\nfatal: failed to write commit object"})
	shows(t, c.Render(), "Applied, not committed", "gpg failed to sign", "failed to write commit object")
	for _, a := range []keymap.Action{keymap.Go, keymap.OpenCommit} {
		if out := c.Handle(a); !out.Commit || c.Options().Message != "my words" {
			t.Errorf("%s: %+v", a, out)
		}
	}
	c.Done(model.Outcome{Written: []string{"a.md"}, Backup: "/state/applied/1.json"})
	shows(t, c.Render(), "written", "backup", "/state/applied/1.json")
	c.Done(model.Outcome{})
	shows(t, c.Render(), "nothing was written")
}

// TestDialogFits sweeps sizes over every phase, with texts that would break a screen.
func TestDialogFits(t *testing.T) {
	bad := hostile().Proposal.Report[0] + strings.Repeat("long ", 300)
	evil := plan()
	evil.Files = append(evil.Files, model.PreviewFile{Path: bad, Status: model.Emptied})
	evil.Stale, evil.Dirty, evil.Remarks = []string{bad}, []string{bad}, []string{bad}
	evil.Git.Root, evil.Git.Branch, evil.Message = bad, bad, bad
	evil.Findings = append(evil.Findings, model.Finding{Path: bad, Message: bad})
	phases := map[string]func(*CommitDialog){
		"plan":    func(*CommitDialog) {},
		"wait":    func(c *CommitDialog) { c.Wait() },
		"edit":    func(c *CommitDialog) { c.Handle(keymap.EditMessage) },
		"working": func(c *CommitDialog) { c.Working() },
		"failed":  func(c *CommitDialog) { c.Fail(errors.New(bad)) },
		"done": func(c *CommitDialog) {
			c.Done(model.Outcome{Written: []string{bad}, GitError: bad, Backup: bad, Undo: bad})
		},
	}
	for name, to := range phases {
		for w := 0; w < 130; w += 1 + w/30*5 {
			for _, h := range []int{0, 1, 2, 3, 11, 39} {
				c := dialog(evil, w, h)
				to(c)
				fits(t, name, c.Render(), w, h)
			}
		}
	}
}

// TestDialogScrolls: on the smallest screen every row can be seen.
func TestDialogScrolls(t *testing.T) {
	c := dialog(plan(), 40, 11)
	seen := c.Render()
	for range 60 {
		c.Handle(keymap.Down)
		seen += c.Render()
	}
	shows(t, seen, "5 accepted", "pic.bin", "MEMORY.md: moved to pnpm")
	c.Handle(keymap.Bottom)
	c.Handle(keymap.Top)
	shows(t, c.Render(), "5 accepted")
}

// TestDialogWalk gives the dialog whatever actions come: it never commits but on a seen preview.
func TestDialogWalk(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	var actions []keymap.Action
	for _, b := range keymap.Default().In(keymap.Commit) {
		actions = append(actions, b.Action)
	}
	c := dialog(plan(), 80, 23)
	for range 600 {
		switch rnd.Intn(30) {
		case 0:
			c.Wait()
		case 1:
			c.Open(plan())
		case 2:
			c.Working()
		case 3:
			c.SetSize(rnd.Intn(120), rnd.Intn(40))
		case 4:
			c.Done(model.Outcome{})
		}
		if c.Editing() {
			c.Input(tea.KeyMsg{Type: tea.KeyEsc})
		}
		out := c.Handle(actions[rnd.Intn(len(actions))])
		if out.Commit && c.phase != ready {
			t.Fatalf("a commit in phase %d", c.phase)
		}
		fits(t, "walk", c.Render(), c.w, c.h)
	}
}

// TestFoldersDialog: of two folders nothing is committed, and nothing is asked about it.
func TestFoldersDialog(t *testing.T) {
	p := plan()
	p.Git, p.Remarks = model.GitState{Unused: true}, []string{"what is accepted is written into /tmp/a"}
	c := dialog(p, 100, 40)
	s := c.Render()
	shows(t, s, "Two folders, and no memory", "written into /tmp/a", "of 23 files")
	for _, word := range []string{"Message", "git init", "audit"} {
		if strings.Contains(s, word) {
			t.Errorf("%q is shown:\n%s", word, s)
		}
	}
	if out := c.Handle(keymap.EditMessage); out.Hint == "" || c.Works(keymap.EditMessage) || c.Works(keymap.ToggleInit) {
		t.Errorf("there is a message to edit: %+v", out)
	}
}

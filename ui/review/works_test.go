package review

import (
	"testing"

	"dreamgate/keymap"
	"dreamgate/model"
)

func TestCommitKeysThatWork(t *testing.T) {
	c := NewCommit(Options{})
	want := func(when string, works map[keymap.Action]bool) {
		t.Helper()
		for a, w := range works {
			if c.Works(a) != w {
				t.Errorf("%s: %s works: %v", when, a, !w)
			}
		}
	}
	c.Wait()
	want("waiting", map[keymap.Action]bool{keymap.Go: false, keymap.EditMessage: false, keymap.ToggleInit: false, keymap.Back: true})
	p := model.Preview{Accepted: 1, Files: []model.PreviewFile{{Path: "a.md", Status: model.Modified}}, Message: "m"}
	c.Open(p)
	want("without git", map[keymap.Action]bool{keymap.Go: true, keymap.EditMessage: true, keymap.ToggleInit: true, keymap.ToggleDirty: false, keymap.ToggleBare: false})
	c.Handle(keymap.ToggleInit)
	want("with a repository to be made", map[keymap.Action]bool{keymap.ToggleBare: true})
	p.Git, p.Dirty = model.GitState{Root: "/r", AtRoot: true, Tracked: true}, []string{"a.md"}
	c.Open(p)
	want("with git", map[keymap.Action]bool{keymap.Go: true, keymap.ToggleInit: false, keymap.ToggleDirty: true, keymap.ToggleBare: true})
	c.Handle(keymap.ToggleBare)
	want("without a commit", map[keymap.Action]bool{keymap.Go: true, keymap.EditMessage: false, keymap.ToggleDirty: false, keymap.ToggleBare: true})
	c.Working()
	want("working", map[keymap.Action]bool{keymap.Go: false, keymap.Back: false, keymap.EditMessage: false})
	c.Done(model.Outcome{Commit: "abc"})
	want("done", map[keymap.Action]bool{keymap.Go: false, keymap.Back: true, keymap.ToggleDirty: false})
	c.Done(model.Outcome{GitError: "no identity"})
	want("git refused", map[keymap.Action]bool{keymap.Go: true, keymap.ToggleBare: true})
}

func TestReviewKeysThatWork(t *testing.T) {
	p := New(Options{})
	for _, a := range []keymap.Action{keymap.Undo, keymap.NextFlag, keymap.Accept, keymap.AcceptClean} {
		if p.Works(a) {
			t.Errorf("%s works on nothing", a)
		}
	}
	if !p.Works(keymap.Back) {
		t.Error("there is no way out")
	}
}

// TestSplitIsOfferedWhereItParts: the line of keys names the key that splits only where it does.
func TestSplitIsOfferedWhereItParts(t *testing.T) {
	for _, r := range []model.Review{shop(), lists(), tidied(), massacre(), long(), unseen()} {
		p := opened(r, 120, 40)
		for range 3 {
			for i := range p.sheet.items {
				p.to(i)
				offered := p.Works(keymap.Split)
				if out := press(p, keymap.Split); out.Changed != offered {
					t.Errorf("%s: offered %v, %q", p.name(p.sheet.items[i]), offered, out.Hint)
				} else if out.Changed {
					press(p, keymap.Undo)
				}
			}
			for i := len(p.sheet.items) - 1; i >= 0; i-- {
				p.to(i)
				press(p, keymap.Split)
			}
		}
	}
}

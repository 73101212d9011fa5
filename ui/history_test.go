package ui_test

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// pasts stands for what is known of a memory's past.
type pasts struct {
	asked  []model.HistoryQuery
	undone []model.Undo
	// approved are the texts that were approved last.
	approved map[string]string
	from     *fake
	fail     error
}

func oneFile(path, text string) model.Tree {
	if text == "" {
		return nil
	}
	return model.Tree{path: {Mode: 0o644, Data: []byte(text)}}
}

func (p *pasts) History(_ context.Context, _ model.Store, q model.HistoryQuery) (model.History, error) {
	p.asked = append(p.asked, q)
	dream := model.Revision{ID: strings.Repeat("ab", 20), Kept: model.KeptCommit, At: today.Add(-time.Hour), By: model.DoerDream, Engine: "claude", Review: "r1",
		Subject: "Accept 2 of 2 memory changes", Files: []model.RevisionFile{{Path: "tone.md", Status: model.Modified, Old: "1", New: "2"}},
		Changes: hunk.Diff(oneFile("tone.md", "five lines\nkey AKIA1234567890\nthree\n"), oneFile("tone.md", "three lines\nkey AKIA1234567890 is gone\nthree\n"))}
	gone := model.Revision{ID: strings.Repeat("cd", 20), Kept: model.KeptCommit, At: today.AddDate(0, -1, 0), By: model.DoerPerson, Author: "Ann", Subject: "tidy",
		Files: []model.RevisionFile{{Path: "old.md", Status: model.Deleted, Old: "3"}}, Changes: hunk.Diff(oneFile("old.md", "old\n"), nil)}
	h := model.History{Git: true, More: q.Limit < 1000, Pending: []string{"testing.md"}, Remote: model.Remote{Name: "origin/main", Ahead: 2}}
	switch {
	case q.Deleted:
		h.Revisions = []model.Revision{gone}
	case q.Note == "tone.md" || q.Note == "testing.md":
		h.Revisions = []model.Revision{dream}
	default:
		h.Revisions = []model.Revision{dream, gone}
	}
	return h, p.fail
}

func (p *pasts) Approved(_ context.Context, _ model.Store, paths []string) (model.Approvals, error) {
	by := model.Revision{ID: strings.Repeat("ab", 20), Kept: model.KeptCommit, At: today.AddDate(0, 0, -3), By: model.DoerDream, Review: "r1"}
	out := model.Approvals{Files: map[string]model.Approval{}}
	for path, text := range p.approved {
		out.Files[path] = model.Approval{Revision: by, There: true, File: model.File{Mode: 0o644, Data: []byte(text)}}
	}
	return out, p.fail
}

func (p *pasts) Undo(_ context.Context, s model.Store, u model.Undo) (model.Proposal, error) {
	p.undone = append(p.undone, u)
	m := p.from.memories[s.Dir]
	proposed := maps.Clone(m.Tree)
	proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte("five lines\n")}
	return model.Proposal{Store: s, Origin: model.OriginUndo, Created: today, Base: m.Tree, Proposed: proposed, Report: []string{"old.md is there again as it was"}}, p.fail
}

// TestApprovedBase: B draws the hunks of a review from what was approved last, and back.
func TestApprovedBase(t *testing.T) {
	f := pending(moved())
	p := &pasts{from: f, approved: map[string]string{"testing.md": "All of it was approved in other words.\n"}}
	d := f.deps()
	d.Past = p
	s := uitest.New(t, d)
	s.Press("r", "]", "B").Sees("already in the notes, not reviewed", "against what was approved in review r1").
		Press("B").Misses("not reviewed").Sees("against the notes as they are")
	s.Press("y").Sees("1/3 decided")
	p.fail = errors.New("git is not there")
	s.Press("q", "r", "B").Sees("git is not there")
	// What is not reviewed elsewhere is told on the summary, and put back by a review of its own.
	p.approved["staging.md"] = "Deploy on Mondays.\n"
	p.fail = nil
	other := uitest.New(t, d).Press("r", "tab", "g", "enter", "enter").Sees("choose a file first")
	other.Press("B").Sees("not reviewed, and no part of this review", "staging.md: modified, +5 −1", "orphan.md: nobody ever approved it", "makes a review of its own").
		Press("enter").Sees("the undo is ready as a review; r lists those that wait")
	if len(f.proposed) != 1 || !p.undone[len(p.undone)-1].Unapproved || f.proposed[0].Origin != model.OriginUndo {
		t.Errorf("%+v", p.undone)
	}
	other.Press("B").Misses("no part of this review")
}

func history(t *testing.T) (*uitest.Scenario, *pasts) {
	f := newFake(shop())
	p := &pasts{from: f}
	d := f.deps()
	d.Past = p
	secret := regexp.MustCompile(`AKIA\d+`)
	d.Secrets = func(text string) (out [][2]int) {
		for _, m := range secret.FindAllStringIndex(text, -1) {
			out = append(out, [2]int{m[0], m[1]})
		}
		return out
	}
	return uitest.New(t, d), p
}

func TestHistory(t *testing.T) {
	s, p := history(t)
	s.Press("H").Sees("History of ", "dream, claude", "not committed yet: testing.md", "2 ahead", "u undo", "q back").
		Press("a").Sees("History of shop", "old.md", "a this or all").
		Press("j", "enter").Sees("Change cdcdcdcdcd", "old.md deleted", "u undo hunk").
		Press("q").Sees("History of shop").
		Press("k", "enter").Sees("[-five-] lines", "[masked]").Misses("AKIA").
		Size(40, 12).Sees("Change").Size(120, 40).
		Press("u").Sees("Review", "old.md is there again as it was")
	if len(p.undone) != 1 || p.undone[0].ID != strings.Repeat("ab", 20) || len(p.undone[0].Hunks) != 1 || p.undone[0].Note != "" {
		t.Errorf("%+v", p.undone)
	}
	// From the review back to the history, which is read again.
	asked := len(p.asked)
	s.Press("q").Sees("Change abababab").Press("q", "q").Sees("Topics 5")
	if len(p.asked) <= asked {
		t.Error("the history is not read again")
	}
	if q := p.asked[0]; q.Note == "" || !q.Diff || q.Limit == 0 {
		t.Errorf("%+v", q)
	}
	if q := p.asked[1]; q.Note != "" {
		t.Errorf("%+v", q)
	}
}

func TestHistoryOfANote(t *testing.T) {
	s, p := history(t)
	s.Press("H", "u").Sees("Review").Press("q").Sees("History of ")
	if len(p.undone) != 1 || p.undone[0].Note == "" || p.undone[0].Hunks != nil {
		t.Errorf("in the history of a note: %+v", p.undone)
	}
	s.Press("x").Sees("Notes gone from shop", "old.md").Press("u").Sees("Review").Press("q").Sees("Notes gone")
	if u := p.undone[1]; u.Note != "old.md" || u.ID != strings.Repeat("cd", 20) {
		t.Errorf("of a note that is gone: %+v", u)
	}
	s.Press("x").Sees("History of ").Press("m").Press("m").Sees("all that is kept is listed").
		Press("R").Sees("History of ").Press("?").Sees("leave the history").Press("esc", "H").Sees("Topics 5")
}

func TestHistoryThatFails(t *testing.T) {
	s, p := history(t)
	p.fail = errors.New("the disk is gone")
	s.Press("H").Sees("could not be read: the disk is gone").Press("u").Sees("no change to take back").Press("q").Sees("Topics 5")
	scenario(t, newFake(shop())).Press("H").Sees("nothing that knows the history").Misses("H history")
}

// TestHistoryFromAReview: the history of the note that is decided on is opened over the review, and nothing in it
// takes the place of the review.
func TestHistoryFromAReview(t *testing.T) {
	f := pending(moved())
	d := f.deps()
	p := &pasts{from: f}
	d.Past = p
	s := uitest.New(t, d).Press("r", "H").Sees("tidy")
	s.Press("esc", "}", "tab", "y").Sees("1/3 decided")
	before := s.View()
	s.Press("H").Sees("testing.md", "Accept 2 of 2").Misses("u undo").Press("u").Sees("leave this one first").
		Press("enter", "u").Sees("leave this one first").Press("esc", "R").Sees("Accept 2 of 2").Press("a").Sees("tidy")
	if got := s.Press("esc").View(); got != before {
		t.Errorf("the review is another:\n%s", got)
	}
	if len(p.undone) > 0 || p.asked[0].Note != "" || p.asked[1].Note != "testing.md" {
		t.Errorf("undone %v, asked %v", p.undone, p.asked)
	}
	// From the notes an undo is a review still.
	s.Press("esc", "H").Sees("u undo").Press("u").Sees("Review  undo")
	d = pending(moved()).deps()
	uitest.New(t, d).Press("r", "H").Sees("nothing that knows the history")
}

// TestHistoryOfRange: a range is one change, opened at once, and left at once.
func TestHistoryOfRange(t *testing.T) {
	f := newFake(shop())
	p := &pasts{from: f}
	d := f.deps()
	d.Past, d.Range = p, "v1..v2"
	d.Dir = shop().Store.Dir
	s := uitest.New(t, d)
	s.Sees("Change abababab", "five", "u undo hunk")
	if len(p.asked) != 1 || p.asked[0].Range != "v1..v2" {
		t.Errorf("%+v", p.asked)
	}
	s.Press("q").Sees("Topics").Press("H").Sees("History of ")
	if last := p.asked[len(p.asked)-1]; last.Range != "" {
		t.Errorf("%+v", last)
	}
}

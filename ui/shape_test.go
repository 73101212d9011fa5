package ui_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/memory/check"
	"dreamgate/model"
	"dreamgate/ui/uitest"
)

// picky is a dream over one list, of which a reviewer wants a part.
func picky() model.Review {
	m := shop()
	p := model.Proposal{ID: "p1", Store: m.Store, Origin: model.OriginModel, Engine: "claude", Created: today, Base: model.Tree{}, Proposed: model.Tree{},
		Check: model.Check{Hunks: map[string]model.Evidence{}}}
	for path, f := range m.Tree {
		p.Base[path], p.Proposed[path] = f, f
	}
	p.Proposed["tone.md"] = file(string(m.Tree["tone.md"].Data) + "\n- Answer in German.\n- Name the files.\n- No emoji.\n")
	return reviewOf(p)
}

// committedText is a file as the last commit would have written it.
func committedText(t *testing.T, f *fake, path string) string {
	t.Helper()
	r := f.reviews["p1"]
	tree, err := hunk.Apply(r.Proposal.Base, r.Changes, f.committed[len(f.committed)-1])
	if err != nil {
		t.Fatal(err)
	}
	return string(tree[path].Data)
}

// TestSplitAndEditByKeys: one item refused with a note, one in other words, one taken, all of it kept over
// leaving and coming back.
func TestSplitAndEditByKeys(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f := pending(picky())
	s := scenario(t, f).Press("r", "]").Sees("hunk 1/1", "s split", "e edit")
	s.Press("s").Sees("hunk 1/4", "4 pieces; S joins").Press("y").Sees("1/4 decided")
	s.Press("c").Sees("note _", "enter keep").Type("we write English").Sees("note we write English_").Press("enter").Sees("note  we write English")
	s.Press("n").Sees("2/4 decided")
	s.Editor(uitest.Write("- Name the files by their paths.\n")).Press("e").
		Sees("edited hunk 3 of tone.md; y accepts it, u takes it back", "edited", "by their paths", "2/4 decided")
	s.Press("y").Press("q").Sees("Topics").Press("r").Sees("3/4 decided", "hunk 4/4")
	s.Press("q", "r", "tab", "g", "c").Sees("note _").Type("much of it is old").Press("enter").Sees("note  much of it is old", "noted on the review")
	s.Press("q").Sees("Topics").Press("r", "tab", "g").Sees("note  much of it is old").Press("]", "]", "]", "]")
	s.Press("y", "C", "enter").Sees("takes it back")
	if got := committedText(t, f, "tone.md"); !strings.HasSuffix(got, "\n- Name the files by their paths.\n- No emoji.\n") || strings.Contains(got, "German") {
		t.Errorf("%q", got)
	}
	if notes := f.reviews["p1"].Notes; len(notes) != 2 || notes[model.WholeReview] != "much of it is old" {
		t.Errorf("%v", f.reviews["p1"].Notes)
	}
	if copies, _ := filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*", "hunk.md")); len(copies) > 0 {
		t.Errorf("left behind: %v", copies)
	}
}

// TestSelectByKeys: the letters of a note decide nothing, and lines are decided alone.
func TestSelectByKeys(t *testing.T) {
	f := pending(picky())
	s := scenario(t, f).Press("r", "]", "v").Sees("selected", "v begin here", "+▌").
		Press("j", "v", "j").Sees("+2 −0 lines selected").Press("y").Sees("1/3 decided").
		Press("u").Sees("0/1 decided").Press("ctrl+r").Sees("1/3 decided").
		Press("c").Type("yynn").Press("esc").Sees("1/3 decided").
		Press("]", "v").Sees("selected").Press("esc").Misses("selected").Sees("Review")
	s.Press("S").Sees("0/1 decided", "joined the pieces").Press("u").Sees("1/3 decided")
	s.Press("?").Sees("split the hunk into list items").Press("esc")
}

// TestEditorOfAHunk: whatever goes wrong, nobody's words are lost, and a secret in them is flagged and
// covered.
func TestEditorOfAHunk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	kept := func() []string {
		list, _ := filepath.Glob(filepath.Join(os.TempDir(), "dreamgate-edit-*", "hunk.md"))
		return list
	}
	f := pending(picky())
	d := f.deps()
	d.Judge = check.Surface
	d.Secrets = func(text string) (at [][2]int) {
		if i := strings.Index(text, token); i >= 0 {
			at = append(at, [2]int{i + len("glpat-"), i + len(token)})
		}
		return at
	}
	s := uitest.New(t, d).Press("r", "]")
	s.Editor(func(string) error { return nil }).Press("e").Sees("nothing was changed")
	s.Editor(func(string) error { return errors.New("not found") }).Press("e").Sees("ed could not be used (not found)")
	if len(kept()) != 0 {
		t.Fatalf("left behind: %v", kept())
	}
	s.Editor(uitest.Write("- a\x00b\n")).Press("e").Sees("your text is kept in")
	s.Editor(func(p string) error { _ = os.WriteFile(p, []byte("words"), 0o600); return errors.New("exit status 1") }).
		Press("e").Sees("your text is kept in")
	if len(kept()) != 2 {
		t.Fatalf("kept: %v", kept())
	}
	f.fail["Decide"] = errors.New("disk full")
	s.Editor(uitest.Write("- deploy with "+token+"\n")).Press("e").Sees("disk full", "glpat-[masked]", "! 1 flag").Misses(token)
	if len(kept()) != 3 {
		t.Fatalf("a text that is not saved has no copy: %v", kept())
	}
	delete(f.fail, "Decide")
	s.Press("n").Sees("1/1 decided")
	if e := f.reviews["p1"].Shape.Edits; len(e) != 1 {
		t.Errorf("saved: %v", e)
	}
	s.Press("u", "A").Sees("0/1 decided", "1 flagged left to you").Press("y", "C").Misses(token)
}

// tidied is a dream that drops a note with its line, and changes another.
func tidied() model.Review {
	r := moved()
	p := r.Proposal
	p.Proposed["MEMORY.md"] = file(replace(string(p.Base["MEMORY.md"].Data), "- [Tone](tone.md) — short answers\n", ""))
	delete(p.Proposed, "tone.md")
	p.Check.Hunks = map[string]model.Evidence{}
	return reviewOf(p)
}

// TestDecideManyByKeys: a rule says how much it takes, and what belongs together is kept so by one key.
func TestDecideManyByKeys(t *testing.T) {
	f := pending(tidied())
	s := scenario(t, f).Press("r", "b").Sees("Decide many", "deletions", "y 1  n 1", "index lines", "whole files that go, or lose all of their text: y accepts 1, n rejects 1", "y accepts").
		Press("j").Sees("what changes in the index: y accepts 0, n rejects 1; 1 left to be looked at").
		Press("esc").Sees("0/4 decided").
		Press("b", "n").Sees("1/4 decided", "rejected 1 hunk: deletions").Press("u").Sees("0/4 decided")
	s.Press("A").Sees("2/4 decided", "1 deletion, 1 index line of theirs left to you")
	s.Press("]").Sees("MEMORY.md").Press("n").Sees("1 hunk of tone.md belongs to it: = rejects it as well").
		Press("=").Sees("4/4 decided").Press("b").Sees("nothing is undecided")
}

// TestWhatTheSelectionBreaks: what is accepted is audited at every key, and what belongs together mends it.
func TestWhatTheSelectionBreaks(t *testing.T) {
	s := scenario(t, pending(tidied())).Press("r", "]").Misses("new finding").
		Press("y").Sees("1/4 decided", "1 new finding", "1 hunk of tone.md belongs to it")
	s.Press("g").Press("tab", "g").Sees("With what is accepted so far", "the index has", "of 200 lines", "tone.md", "= on a hunk decides")
	s.Press("u").Misses("new finding", "With what is accepted so far").Press("ctrl+r").Sees("1 new finding")
	s.Press("=").Sees("2/4 decided").Misses("1 new finding").Press("g").Sees("the audit finds nothing new")
}

package past

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"dreamgate/memory/history"
	"dreamgate/model"
)

// ranged is the one revision of a range.
func (w *world) ranged(words string) (model.Revision, error) {
	w.t.Helper()
	h, err := w.past.History(w.t.Context(), w.st, model.HistoryQuery{Range: words, Diff: true})
	if err != nil {
		return model.Revision{}, err
	}
	if len(h.Revisions) != 1 {
		w.t.Fatalf("%s: %d revisions", words, len(h.Revisions))
	}
	return h.Revisions[0], nil
}

// TestSpan: a range is one change, by whatever words, and is taken back beneath what came after it.
func TestSpan(t *testing.T) {
	w := inGit(t)
	first := w.commit("first", "a.md", "one\ntwo\nthree\n\nfour\n", "old.md", "old\n")
	w.git("tag", "v1")
	w.commit("second", "a.md", "one\n2\nthree\n\nfour\n", "new.md", "new\n")
	third := w.commit("third", "a.md", "one\n2\n3\n\nfour\n", "old.md", "-")
	w.git("branch", "done")
	w.git("mv", "new.md", "later.md")
	last := w.commit("after", "a.md", "one\n2\n3\n\nfive\n")
	for words, files := range map[string]string{"v1..done": "a.md modified, new.md added, old.md deleted", first[:8] + ".." + third: "a.md modified, new.md added, old.md deleted",
		"v1..": "a.md modified, later.md added, old.md deleted", "..v1": "a.md added, old.md added", "HEAD": "a.md modified, later.md modified", "done": "a.md modified, old.md deleted", "v1": "a.md added, old.md added"} {
		r, err := w.ranged(words)
		var got []string
		for _, f := range r.Files {
			got = append(got, f.Path+" "+string(f.Status))
		}
		if err != nil || strings.Join(got, ", ") != files {
			t.Errorf("%s: %v, %v", words, got, err)
		}
		if len(r.Changes) != len(r.Files) && words != "HEAD" {
			t.Errorf("%s has hunks of %d files", words, len(r.Changes))
		}
	}
	if r, _ := w.ranged("v1..done"); r.ID != first+".."+third || r.Subject != "2 commits" || r.By != model.DoerSeveral || r.Short() != first[:10]+".."+third[:10] {
		t.Errorf("%+v", r)
	}
	if r, _ := w.ranged("HEAD"); r.ID != last || r.Subject != "after" {
		t.Errorf("%+v", r)
	}
	_, r := w.undo(model.Undo{ID: "v1..done"})
	if undecided(r) > 0 {
		t.Error("hunks are undecided")
	}
	w.carry(r)
	if got := fmt.Sprint(texts(w.live())); got != fmt.Sprint(map[string]string{"a.md": "one\ntwo\nthree\n\nfive\n", "old.md": "old\n"}) {
		t.Errorf("the notes are %s", got)
	}
}

// TestSpanHunk takes one hunk of a range back, where the same lines were changed again since.
func TestSpanHunk(t *testing.T) {
	w := inGit(t)
	w.commit("first", "a.md", "one\n\ntwo\n\nthree\n")
	w.git("tag", "v1")
	w.commit("second", "a.md", "1\n\ntwo\n\nthree\n")
	w.commit("third", "a.md", "1\n\ntwo\n\n3\n")
	w.git("tag", "v2")
	w.commit("after", "a.md", "1\n\ntwo\n\nIII\n")
	all, err := w.ranged("v1..v2")
	if err != nil || len(all.Changes) != 1 || len(all.Changes[0].Hunks) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	_, r := w.undo(model.Undo{ID: "v1..v2", Hunks: []string{all.Changes[0].Hunks[0].ID}})
	w.carry(r)
	if got := texts(w.live())["a.md"]; got != "one\n\ntwo\n\nIII\n" {
		t.Errorf("the note is %q", got)
	}
	_, r = w.undo(model.Undo{ID: "v1..v2", Hunks: []string{all.Changes[0].Hunks[1].ID}})
	if undecided(r) != 1 {
		t.Error("a clash is accepted")
	}
}

// TestSpanWords: words that name no range are refused with words, and git never takes them for options.
func TestSpanWords(t *testing.T) {
	w := inGit(t)
	w.commit("first", "a.md", "one\n")
	w.git("tag", "v1")
	w.commit("second", "a.md", "two\n")
	w.git("tag", "both", "v1")
	w.git("branch", "both")
	w.git("commit", "-q", "--allow-empty", "-m", "nothing")
	for words, says := range map[string]string{
		"--output=x": "cannot name a commit", "--output=x..HEAD": "cannot name a commit", "HEAD..--all": "cannot name a commit", "-p..": "cannot name a commit",
		"^HEAD": "cannot name a commit", "HEAD\nx": "cannot name a commit", "nothing-such": "there is no commit", "v1..zzz": "there is no commit", "HEAD:a.md": "there is no commit",
		"v1...HEAD": "write A..B", "HEAD..v1": "comes after", "..": "name a commit", " .. ": "name a commit", "both..HEAD": "a branch", "HEAD~1..HEAD": "changed nothing",
		"HEAD..HEAD": "changed nothing", "0000000000000000000000000000000000000000": "there is no commit",
	} {
		_, err := w.ranged(words)
		if err == nil || !strings.Contains(err.Error(), says) || !errors.Is(err, history.ErrRevision) {
			t.Errorf("%q: %v", words, err)
		}
	}
	if got := w.live(); len(got) != 1 {
		t.Errorf("the folder has %v", got.Paths())
	}
	bare := newWorld(t)
	if _, err := bare.past.History(t.Context(), bare.st, model.HistoryQuery{Range: "HEAD"}); err == nil || !strings.Contains(err.Error(), "no git history") {
		t.Error(err)
	}
}

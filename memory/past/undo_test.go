package past

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/diffview/hunk"
	"dreamgate/model"
)

// undo makes a proposal and lays it on the desk.
func (w *world) undo(u model.Undo) (model.Proposal, model.Review) {
	w.t.Helper()
	before := fmt.Sprint(texts(w.live()))
	p, err := w.past.Undo(w.t.Context(), w.st, u)
	must(w.t, err)
	w.days++
	id, err := w.desk.Propose(w.t.Context(), p)
	must(w.t, err)
	if fmt.Sprint(texts(w.live())) != before {
		w.t.Fatal("an undo wrote to the notes")
	}
	r, err := w.desk.Review(w.t.Context(), w.st, id)
	must(w.t, err)
	return p, r
}

// carry carries a review out as it is decided.
func (w *world) carry(r model.Review) {
	w.t.Helper()
	_, err := w.desk.Commit(w.t.Context(), r, model.CommitOptions{})
	must(w.t, err)
}

// texts are the notes of a tree, with their executable bit.
func texts(t model.Tree) map[string]string {
	out := map[string]string{}
	for p, f := range t {
		out[p] = string(f.Data)
		if f.Mode&0o100 != 0 {
			out[p] += "(x)"
		}
	}
	return out
}

func undecided(r model.Review) int {
	all, _ := hunk.Counts(r.Changes, r.Decisions)
	return all.Undecided
}

// TestUndoGivesTheBytesBefore: whatever a commit did, its undo and a yes give what was there before.
func TestUndoGivesTheBytesBefore(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	w := inGit(t)
	names := []string{"MEMORY.md", "a.md", "b \"x\"\ny.md", "-c.md", "sub/d.md"}
	text := func() string {
		var b strings.Builder
		for range 1 + rng.IntN(8) {
			fmt.Fprintf(&b, "line %d\r\n"[:7+2*rng.IntN(2)], rng.IntN(6))
			if rng.IntN(3) > 0 {
				b.WriteString("\n")
			}
		}
		if rng.IntN(8) == 0 {
			return ""
		}
		return b.String()
	}
	w.commit("start", "a.md", body, "sub/d.md", "x\n")
	rounds := 25
	if testing.Short() {
		rounds = 8
	}
	for i := range rounds {
		before := texts(w.live())
		for _, n := range names {
			_, there := before[n]
			switch k := rng.IntN(6); {
			case k == 0 && there:
				w.put(n, "-")
			case k == 1 && there:
				must(t, os.Chmod(filepath.Join(w.st.Dir, n), fs.FileMode(0o644|rng.IntN(2)*0o111)))
			case k < 4:
				w.put(n, text())
			}
		}
		if w.git("status", "--porcelain") == "" {
			continue
		}
		after := texts(w.live())
		hash := w.commit(fmt.Sprint("round ", i))
		_, r := w.undo(model.Undo{ID: hash})
		if undecided(r) > 0 {
			t.Fatalf("round %d: hunks are undecided where nothing was changed since", i)
		}
		w.carry(r)
		if got := texts(w.live()); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Fatalf("round %d: %q\nis not what was there: %q", i, got, before)
		}
		// The undo is a change like any other, and can be taken back itself.
		if rng.IntN(2) == 0 {
			_, r = w.undo(model.Undo{})
			w.carry(r)
			if got := texts(w.live()); fmt.Sprint(got) != fmt.Sprint(after) {
				t.Fatalf("round %d: the undo of the undo gives %q, not %q", i, got, after)
			}
		}
	}
}

// TestUndoKeepsWhatCameSince takes a review of weeks ago back, and nothing else.
func TestUndoKeepsWhatCameSince(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n3\n4\n5\n6\n", "b.md", "b\n", "c.md", "c\n")
	id := w.review("a.md", "1\n2\nTHREE\n4\n5\nSIX\n", "b.md", "-", "new.md", "new\n")
	w.git("mv", "a.md", "long.md")
	w.commit("later", "long.md", "0\n1\n2\nTHREE\n4\n5\nSIX\n7\n", "c.md", "C\n")
	p, r := w.undo(model.Undo{ID: id})
	if undecided(r) > 0 || len(p.Report) != 1 || !strings.HasPrefix(p.Report[0], "new.md did not exist before") {
		t.Errorf("%d undecided, %q", undecided(r), p.Report)
	}
	w.carry(r)
	want := map[string]string{"long.md": "0\n1\n2\n3\n4\n5\n6\n7\n", "b.md": "b\n", "c.md": "C\n"}
	if got := texts(w.live()); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
	message := w.git("log", "-1", "--format=%B")
	if !strings.Contains(message, "(undo)") || !strings.Contains(message, "why: takes back ") {
		t.Errorf("%s", message)
	}
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Limit: 1})
	must(t, err)
	if h.Revisions[0].By != model.DoerUndo {
		t.Errorf("%+v", h.Revisions[0])
	}
}

// TestMessageOfAHook: a commit of ours whose message a hook wrote anew is still the review that it was.
func TestMessageOfAHook(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n")
	hook := filepath.Join(w.st.Dir, ".git", "hooks", "prepare-commit-msg")
	must(t, os.MkdirAll(filepath.Dir(hook), 0o755))
	must(t, os.WriteFile(hook, []byte("#!/bin/sh\necho 'TICKET-1 notes' > \"$1\"\n"), 0o755))
	id := w.review("a.md", "1\nTWO\n")
	must(t, os.Remove(hook))
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Limit: 1})
	must(t, err)
	if r := h.Revisions[0]; r.Subject != "TICKET-1 notes" || r.Review != id || r.By != model.DoerDream {
		t.Errorf("%+v", r)
	}
	_, r := w.undo(model.Undo{ID: id})
	w.carry(r)
	if got := texts(w.live()); got["a.md"] != "1\n2\n" {
		t.Errorf("%q", got)
	}
}

// TestUndoTheHunkOfANewNote: its line of the index goes with it, and no other line that came with that.
func TestUndoTheHunkOfANewNote(t *testing.T) {
	for _, of := range []string{"", "new.md"} {
		w := inGit(t)
		w.commit("one", "MEMORY.md", "# Index\n- [A](a.md) - a\n", "a.md", "a\n", "b.md", "b\n")
		w.review("MEMORY.md", "# Index\n- [A](a.md) - a\n- [New](new.md) - new\n- [B](b.md) - b\n", "new.md", "new\n")
		h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Limit: 1, Diff: true})
		must(t, err)
		u := model.Undo{ID: h.Revisions[0].ID[:8], Note: of}
		for _, c := range h.Revisions[0].Changes {
			if c.Path == "new.md" {
				u.Hunks = []string{c.Hunks[0].ID}
			}
		}
		p, r := w.undo(u)
		if !strings.Contains(strings.Join(p.Report, "\n"), "what the index says of new.md goes with it") {
			t.Errorf("it is not said: %q", p.Report)
		}
		w.carry(r)
		got := texts(w.live())
		if _, there := got["new.md"]; there || got["MEMORY.md"] != "# Index\n- [A](a.md) - a\n- [B](b.md) - b\n" {
			t.Errorf("%q", got)
		}
	}
}

func TestUndoOneHunk(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n3\n4\n5\n6\n", "b.md", "b\n")
	w.review("a.md", "1\nTWO\n3\n4\nFIVE\n6\n", "b.md", "B\n")
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Limit: 1, Diff: true})
	must(t, err)
	first := h.Revisions[0].Changes[0].Hunks[0]
	w.commit("later", "a.md", "0\n1\nTWO\n3\n4\nFIVE\n6\n")
	_, r := w.undo(model.Undo{ID: "HEAD~1", Hunks: []string{first.ID}})
	w.carry(r)
	if got := texts(w.live()); got["a.md"] != "0\n1\n2\n3\n4\nFIVE\n6\n" || got["b.md"] != "B\n" {
		t.Errorf("%q", got)
	}
	if _, err := w.past.Undo(t.Context(), w.st, model.Undo{ID: h.Revisions[0].ID, Hunks: []string{"nope"}}); err == nil || !strings.Contains(err.Error(), "no hunk") {
		t.Errorf("%v", err)
	}
}

// TestUndoClash: what was changed again is shown, and is not taken back unseen.
func TestUndoClash(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n3\n4\n5\n6\n", "b.md", "b\n")
	id := w.review("a.md", "1\nTWO\n3\n4\nFIVE\n6\n", "new.md", "new\n", "b.md", "-")
	w.commit("later", "a.md", "1\n2.0\n3\n4\nFIVE\n6\n", "new.md", "newer\n", "b.md", "another b\n")
	p, r := w.undo(model.Undo{ID: id})
	if len(p.Report) != 3 {
		t.Errorf("%q", p.Report)
	}
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			clean := c.Path == "a.md" && h.Added[0] == "5\n"
			flags := r.Check.Hunks[h.ID].Flags
			if clean != (r.Decisions[h.ID] == model.Accepted) || clean != (len(flags) == 0) || !clean && (flags[0].Kind != model.FlagConflict || !strings.Contains(flags[0].Reason, " by dev: ")) {
				t.Errorf("%s %q: %s, %+v", c.Path, h.Added, r.Decisions[h.ID], flags)
			}
		}
	}
	w.carry(r)
	if got := texts(w.live()); got["a.md"] != "1\n2.0\n3\n4\n5\n6\n" || got["new.md"] != "newer\n" || got["b.md"] != "another b\n" {
		t.Errorf("%q", got)
	}
	// With a yes to all of them the notes are as they were.
	_, err := w.past.Undo(t.Context(), w.st, model.Undo{ID: id})
	must(t, err)
	w.accept(w.lay(model.Undo{ID: id}))
	if got := texts(w.live()); got["a.md"] != "1\n2\n3\n4\n5\n6\n" || got["b.md"] != "b\n" || got["new.md"] != "" {
		t.Errorf("%q", got)
	}
}

// TestUndoClashOfAName: a note that is to get its name back is not taken away while its text is undecided.
func TestUndoClashOfAName(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", body)
	w.git("mv", "a.md", "b.md")
	hash := w.commit("two", "b.md", body+"two\n")
	w.put("b.md", body+"three\n")
	_, r := w.undo(model.Undo{ID: hash})
	if len(r.Changes) != 2 || undecided(r) != 1 || hunk.Total(r.Changes) != 1 {
		t.Errorf("%d of %d are undecided", undecided(r), hunk.Total(r.Changes))
	}
}

// lay lays an undo on the desk.
func (w *world) lay(u model.Undo) string {
	w.t.Helper()
	_, r := w.undo(u)
	return r.Proposal.ID
}

// TestUndoOfANote brings one back that was taken away, with its line of the index, and takes the last change
// of one back that is there.
func TestUndoOfANote(t *testing.T) {
	w := inGit(t)
	w.commit("one", "MEMORY.md", "# Notes\n\n- [A](a.md)\n\n- [B](b.md)\n", "a.md", "a\n", "b.md", "b\n")
	w.commit("two", "MEMORY.md", "# Notes, fewer\n\n- [A](a.md)\n", "b.md", "-")
	w.commit("three", "a.md", "A\n")
	w.commit("four", "c.md", "c\n")
	_, r := w.undo(model.Undo{Note: "b.md"})
	w.carry(r)
	if got := texts(w.live()); got["b.md"] != "b\n" || got["a.md"] != "A\n" || !strings.HasPrefix(got["MEMORY.md"], "# Notes, fewer") || !strings.Contains(got["MEMORY.md"], "- [B](b.md)") {
		t.Errorf("%q", got)
	}
	if p, _ := w.undo(model.Undo{Note: "c.md"}); len(p.Report) != 1 || p.Report[0] != "c.md did not exist before: to take this back deletes it" {
		t.Errorf("%q", p.Report)
	}
	p, r := w.undo(model.Undo{Note: "a.md"})
	if len(p.Report) > 0 {
		t.Errorf("%q", p.Report)
	}
	w.carry(r)
	if got := texts(w.live()); got["a.md"] != "a\n" || got["b.md"] != "b\n" {
		t.Errorf("%q", got)
	}
}

// TestUndoWithoutGit does the same from backups.
func TestUndoWithoutGit(t *testing.T) {
	w := newWorld(t)
	w.t = t
	w.put("a.md", "1\n2\n3\n")
	w.put("b.md", "b\n")
	w.review("a.md", "1\nTWO\n3\n", "b.md", "-")
	w.put("a.md", "1\nTWO\n3\n4\n")
	_, r := w.undo(model.Undo{Note: "b.md"})
	w.carry(r)
	if got := texts(w.live()); got["b.md"] != "b\n" || got["a.md"] != "1\nTWO\n3\n4\n" {
		t.Errorf("%q", got)
	}
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	_, r = w.undo(model.Undo{ID: h.Revisions[1].ID, Note: "a.md"})
	w.carry(r)
	if got := texts(w.live()); got["b.md"] != "b\n" || got["a.md"] != "1\n2\n3\n4\n" {
		t.Errorf("%q", got)
	}
}

func TestUndoRefuses(t *testing.T) {
	w := inGit(t)
	first := w.commit("one", "a.md", "a\n", "b.md", "b\n")
	must(t, os.Symlink("a.md", filepath.Join(w.st.Dir, "link.md")))
	link := w.commit("a link")
	change := w.commit("change", "a.md", "A\n")
	w.commit("gone", "a.md", "-")
	w.git("checkout", "-q", "-b", "side", first)
	w.commit("side", "b.md", "side\n")
	w.git("checkout", "-q", "main")
	w.commit("main", "b.md", "main\n")
	w.git("merge", "-q", "-s", "ours", "--no-commit", "side")
	merge := w.commit("merge", "b.md", "both\n")
	for _, c := range []struct {
		u    model.Undo
		says string
	}{
		{model.Undo{ID: "abc"}, "too short"},
		{model.Undo{ID: "0000000000"}, "there is no change"},
		{model.Undo{ID: "HEAD"}, "a merge"},
		{model.Undo{ID: "HEAD~99"}, "there is no change"},
		{model.Undo{ID: "--all"}, "there is no change"},
		{model.Undo{Note: "x.md"}, "nothing is kept"},
		{model.Undo{ID: first, Note: "x.md"}, "did nothing to x.md"},
		{model.Undo{}, "no review"},
		{model.Undo{ID: link}, "a link, which is never written"},
		{model.Undo{ID: change}, "no longer there: bring it back first (undo --file a.md)"},
		{model.Undo{ID: merge}, "a merge"},
	} {
		if _, err := w.past.Undo(t.Context(), w.st, c.u); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.u, err)
		}
	}
	blob := w.git("rev-parse", first+":b.md")
	must(t, os.Remove(filepath.Join(w.st.Dir, ".git/objects", blob[:2], blob[2:])))
	if _, err := w.past.Undo(t.Context(), w.st, model.Undo{ID: first, Note: "b.md"}); err == nil || !strings.Contains(err.Error(), "is not kept here") {
		t.Errorf("%v", err)
	}
}

// TestUndoOfAnotherForm: notes whose line ends git changes come back with those that they have on disk, and
// what went through a filter is left alone.
func TestUndoOfAnotherForm(t *testing.T) {
	w := inGit(t)
	w.git("config", "core.autocrlf", "true")
	w.commit("one", "a.md", "1\r\n2\r\n3\r\n")
	two := w.commit("two", "a.md", "1\r\nTWO\r\n3\r\n")
	w.commit("three", "a.md", "1\r\nTWO\r\n3\r\n4\r\n")
	_, r := w.undo(model.Undo{ID: two})
	if undecided(r) > 0 {
		t.Errorf("%d hunks clash", undecided(r))
	}
	w.carry(r)
	if got := texts(w.live())["a.md"]; got != "1\r\n2\r\n3\r\n4\r\n" {
		t.Errorf("%q", got)
	}
	b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
	must(t, err)
	for _, l := range b.Lines {
		if l.Pending || l.Revision.ID == "" || strings.Contains(l.Text, "\r") {
			t.Errorf("%+v", l)
		}
	}

	w = inGit(t)
	config := filepath.Join(w.base, "home", ".gitconfig")
	must(t, os.WriteFile(config, []byte("[user]\n\tname = dev\n\temail = d@example.invalid\n[filter \"rot\"]\n\tclean = tr a-z b-za\n\tsmudge = tr b-za a-z\n\trequired\n"), 0o644))
	w.put(".gitattributes", "*.md filter=rot\n")
	w.commit("one", "a.md", "one\n")
	last := w.commit("two", "a.md", "two\n")
	if _, err := w.past.Undo(t.Context(), w.st, model.Undo{ID: last}); err == nil || !strings.Contains(err.Error(), "another form") {
		t.Errorf("%v", err)
	}
	b, err = w.past.Blame(t.Context(), w.st, "a.md", 0)
	must(t, err)
	if len(b.Remarks) != 1 || b.Lines[0].Pending || b.Lines[0].Revision.ID != "" {
		t.Errorf("%+v", b)
	}
}

// TestUndoLeavesWhatWentAlong: an edit that was not committed and went into the commit of a review is none of its own.
func TestUndoLeavesWhatWentAlong(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n3\n4\n5\n6\n", "b.md", "b\n")
	w.put("a.md", "1\n2\n3\n4\n5\nMINE\n")
	proposed := w.live()
	proposed["a.md"] = model.File{Mode: 0o644, Data: []byte("ONE\n2\n3\n4\n5\nMINE\n")}
	delete(proposed, "b.md")
	id, err := w.desk.Propose(t.Context(), model.Proposal{Store: w.st, Origin: model.OriginPerson, Base: w.live(), Proposed: proposed})
	must(t, err)
	r, err := w.desk.Review(t.Context(), w.st, id)
	must(t, err)
	out, err := w.desk.Commit(t.Context(), r, model.CommitOptions{Edits: model.EditsAlong})
	must(t, err)
	if diff := w.git("show", "--format=", out.Commit); !strings.Contains(diff, "MINE") {
		t.Fatalf("%s", diff)
	}
	for _, u := range []model.Undo{{ID: id}, {ID: out.Commit[:8]}, {ID: id, Note: "a.md"}} {
		p, err := w.past.Undo(t.Context(), w.st, u)
		must(t, err)
		if got := texts(p.Proposed); got["a.md"] != "1\n2\n3\n4\n5\nMINE\n" || (u.Note == "") != (got["b.md"] == "b\n") {
			t.Errorf("%+v: %q", u, got)
		}
	}
}

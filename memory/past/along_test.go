package past

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// around is a memory in a repository that lies around it: what lies uncommitted goes along there.
func around(t *testing.T, settings ...string) *world {
	w := newWorld(t)
	w.t = t
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(w.base))
	w.put("tone.md", body)
	w.put("old.md", "another note, which is moved one day\nand says a thing or two\nand a third\n")
	w.git("init", "-q", "-b", "main", w.base)
	for i := 0; i < len(settings); i += 2 {
		w.git("config", settings[i], settings[i+1])
	}
	must(t, os.WriteFile(filepath.Join(w.base, ".gitignore"), []byte("home/\nstate/\n"), 0o644))
	w.git("-C", w.base, "add", ".gitignore")
	w.commit("start")
	return w
}

// TestOwnEditsAreNobodysDream: lines that lay uncommitted and went into the commit of a review are not said to be the
// review's, not by blame, not in the history, and not to who looks for words.
func TestOwnEditsAreNobodysDream(t *testing.T) {
	for name, settings := range map[string][]string{"plain": nil, "line ends": {"core.autocrlf", "true"}} {
		w := around(t, settings...)
		end := "\n"
		if settings != nil {
			end = "\r\n"
		}
		mine := strings.ReplaceAll(body+"typed by hand\n", "\n", end)
		w.put("tone.md", mine)
		w.git("mv", "old.md", "new.md")
		moved := strings.ReplaceAll(string(w.live()["new.md"].Data), "\n", end)
		w.put("new.md", moved)
		w.git("add", "new.md")
		id := w.review("tone.md", mine+"by a dream"+end, "new.md", moved+"dreamt too"+end)
		if got := w.git("status", "--porcelain"); got != "" {
			t.Fatalf("%s: left behind %s", name, got)
		}
		for note, want := range map[string]map[string]model.Doer{
			"tone.md": {"some text that is long enough to be known again": model.DoerPerson, "typed by hand": model.DoerOthers, "by a dream": model.DoerDream},
			"new.md":  {"and a third": model.DoerPerson, "dreamt too": model.DoerDream},
		} {
			b, err := w.past.Blame(t.Context(), w.st, note, 0)
			must(t, err)
			for _, l := range b.Lines {
				if by, asked := want[l.Text]; asked && (l.Revision.By != by || (by != model.DoerDream) != (l.Why == "")) {
					t.Errorf("%s, %s: %q is by %q, %q", name, note, l.Text, l.Revision.By, l.Why)
				}
			}
		}
		h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{Diff: true})
		must(t, err)
		if want := "commit dream, claude: new.md tone.md\ncommit the agent or an editor: new.md<old.md tone.md\ncommit dev: old.md tone.md\n"; told(h) != want || len(h.Remarks) > 0 {
			t.Errorf("%s: history\n%s%q", name, told(h), h.Remarks)
		}
		if h.Revisions[0].Review != id || h.Revisions[1].Review != "" || h.Revisions[0].ID+edits != h.Revisions[1].ID {
			t.Errorf("%s: %q %q", name, h.Revisions[0].ID, h.Revisions[1].ID)
		}
		h, err = w.past.History(t.Context(), w.st, model.HistoryQuery{Words: "typed hand"})
		must(t, err)
		if len(h.Values) != 1 || h.Revisions[h.Values[0].From].By != model.DoerOthers {
			t.Errorf("%s: %+v", name, h.Values)
		}
	}
}

// TestUndoOfOneOfTwoParts takes back what the review did, or what went along, by their ids as they are shown.
func TestUndoOfOneOfTwoParts(t *testing.T) {
	for part, want := range map[int]string{0: body + "typed by hand\n", 1: "by a dream, first\n" + body} {
		w := around(t)
		w.put("tone.md", body+"typed by hand\n")
		w.review("tone.md", "by a dream, first\n"+body+"typed by hand\n")
		h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
		must(t, err)
		p, err := w.past.Undo(t.Context(), w.st, model.Undo{ID: h.Revisions[part].Short()})
		must(t, err)
		if got := string(p.Proposed["tone.md"].Data); got != want {
			t.Errorf("%s: %q", h.Revisions[part].Short(), got)
		}
	}
}

// TestRenameByTheReview: the name is the review's, and the edits that lay in the note are not.
func TestRenameByTheReview(t *testing.T) {
	w := around(t)
	w.put("tone.md", body+"typed by hand\n")
	w.review("tone.md", "-", "voice.md", body+"typed by hand\nby a dream\n")
	h, err := w.past.History(t.Context(), w.st, model.HistoryQuery{})
	must(t, err)
	if want := "commit dream, claude: voice.md<tone.md\ncommit the agent or an editor: tone.md\ncommit dev: old.md tone.md\n"; told(h) != want {
		t.Errorf("history\n%s", told(h))
	}
	b, err := w.past.Blame(t.Context(), w.st, "voice.md", 4)
	must(t, err)
	if b.Lines[0].Text != "typed by hand" || b.Lines[0].Revision.By != model.DoerOthers {
		t.Errorf("%+v", b.Lines[0])
	}
}

package past

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/memory/archive"
	"dreamgate/model"
)

// TestBlameIsGits: on a straight history each line is blamed on a commit that added a line of its text.
// Among equal lines git may take another one, so the text decides; where it is unique so must the commit be.
func TestBlameIsGits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	w := inGit(t)
	lines := []string{"first of them\n", "second of them\n", "third of them\n"}
	n := 0
	name := "a.md"
	w.commit("start", name, strings.Join(lines, ""))
	rounds := 60
	if testing.Short() {
		rounds = 15
	}
	for i := range rounds {
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(lines) + 1)
			n++
			switch {
			case rng.IntN(3) == 0 && at < len(lines) && len(lines) > 2:
				lines = append(lines[:at:at], lines[at+1:]...)
			case rng.IntN(3) == 0 && at < len(lines):
				lines[at] = fmt.Sprintf("line number %d, changed\n", n)
			default:
				lines = append(lines[:at:at], append([]string{fmt.Sprintf("line number %d\n", n)}, lines[at:]...)...)
			}
		}
		if i%20 == 10 {
			next := fmt.Sprintf("name%d.md", i)
			w.git("mv", name, next)
			name = next
		}
		w.commit(fmt.Sprint("round ", i), name, strings.Join(lines, ""))
	}
	got, err := w.past.Blame(t.Context(), w.st, name, 0)
	must(t, err)
	for i, l := range strings.Split(w.git("blame", "-s", "-l", "--root", name), "\n") {
		hash, _, _ := strings.Cut(strings.TrimPrefix(l, "^"), " ")
		if b := got.Lines[i]; b.Revision.ID != hash || b.Line != i+1 || b.Text+"\n" != lines[i] {
			t.Errorf("line %d, %q: %s, not %s", i+1, b.Text, b.Revision.ID, hash)
		}
	}
	if len(got.Lines) != len(lines) || len(got.Remarks) > 0 {
		t.Errorf("%d lines, %q", len(got.Lines), got.Remarks)
	}
}

// TestBlame goes from a line down to what was said in a session, wherever that is now.
func TestBlame(t *testing.T) {
	w := inGit(t)
	w.st.Transcripts = []string{filepath.Join(w.base, "sessions")}
	must(t, os.MkdirAll(w.st.Transcripts[0], 0o755))
	said := func(n int, text string) string {
		return fmt.Sprintf(`{"type":"user","sessionId":"5f0c9d1e-2a4b","timestamp":"2026-02-2%dT10:00:00Z","message":{"role":"user","content":%q}}`+"\n", n, text)
	}
	session := filepath.Join(w.st.Transcripts[0], "5f0c9d1e-2a4b.jsonl")
	must(t, os.WriteFile(session, []byte(said(1, "hello")+said(2, "well")+said(3, "we moved to pnpm")), 0o644))
	first := w.commit("one", "a.md", "one\ntwo\nthree\n")
	id := w.review("a.md", "one\npnpm\nthree\n")
	w.put("a.md", "one\npnpm\nthree\nfour\n")

	check := func(state string) {
		t.Helper()
		b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
		must(t, err)
		if b.Lines[0].Revision.ID != first || b.Lines[2].Revision.ID != first || !b.Lines[3].Pending || b.Lines[3].Revision.ID != "" {
			t.Errorf("%+v", b.Lines)
		}
		l := b.Lines[1]
		if l.Revision.Review != id || l.Revision.Who() != "dream, claude" || l.Why != "it was said" || len(l.Sources) != 1 || l.Sources[0].State != state || l.Sources[0].Text != "" {
			t.Errorf("%+v", l)
		}
	}
	check(model.SessionHere)
	b, err := w.past.Blame(t.Context(), w.st, "a.md", 2)
	must(t, err)
	if len(b.Lines) != 1 || b.Lines[0].Line != 2 || b.Lines[0].Sources[0].Text != "we moved to pnpm" {
		t.Errorf("%+v", b.Lines)
	}
	must(t, archive.Keep(t.Context(), w.st.ID, []archive.Kept{{Session: "5f0c9d1e-2a4b", Path: session, Lines: []int{3}, New: 1}}, time.Now()))
	must(t, os.Remove(session))
	check(model.SessionArchived)
	b, err = w.past.Blame(t.Context(), w.st, "a.md", 2)
	must(t, err)
	if s := b.Lines[0].Sources[0]; s.State != model.SessionArchived || s.Text != "we moved to pnpm" {
		t.Errorf("%+v", s)
	}
	// On another machine the commit alone tells.
	must(t, os.RemoveAll(filepath.Join(w.base, "state")))
	check(model.SessionGone)

	for note, says := range map[string]string{"x.md": "is not there", ".": "is not there"} {
		if _, err := w.past.Blame(t.Context(), w.st, note, 0); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", note, err)
		}
	}
	if _, err := w.past.Blame(t.Context(), w.st, "a.md", 9); err == nil || !strings.Contains(err.Error(), "4 lines") {
		t.Errorf("%v", err)
	}
}

// TestBlameOfTwoArms: lines that came by a merge are blamed on the side that wrote them.
func TestBlameOfTwoArms(t *testing.T) {
	w := inGit(t)
	w.commit("one", "a.md", "1\n2\n3\n4\n5\n6\n7\n")
	w.git("checkout", "-q", "-b", "side")
	side := w.commit("side", "a.md", "1\nside\n3\n4\n5\n6\n7\n")
	w.git("checkout", "-q", "main")
	main := w.commit("main", "a.md", "1\n2\n3\n4\n5\nmain\n7\n")
	w.days++
	w.git("merge", "-q", "--no-edit", "side")
	last := w.commit("last", "a.md", "1\nside\n3\n4\n5\nmain\nlast\n")
	w.git("checkout", "-q", "-b", "other", side)
	w.commit("other", "a.md", "1\nside\n3\nother\n5\n6\n7\n")
	w.git("checkout", "-q", "main")
	w.commit("mine", "a.md", "1\nside\n3\nmine\n5\nmain\nlast\n")
	w.git("merge", "-q", "-s", "ours", "--no-commit", "other")
	both := w.commit("both", "a.md", "1\nside\n3\nboth\n5\nmain\nlast\n")
	b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
	must(t, err)
	for i, want := range map[int]string{1: side, 3: both, 5: main, 6: last} {
		if got := b.Lines[i].Revision.ID; got != want {
			t.Errorf("line %d: %s, not %s", i+1, got, want)
		}
	}
	for i, l := range b.Lines {
		if l.Pending || l.Revision.ID == "" {
			t.Errorf("line %d: %+v", i+1, l)
		}
	}
}

// TestBlameWithoutGit: what reviews wrote is known, and the rest is nobody's.
func TestBlameWithoutGit(t *testing.T) {
	w := newWorld(t)
	w.t = t
	w.put("a.md", "1\n2\n3\n")
	first := w.review("a.md", "1\ndream\n3\n")
	w.put("a.md", "1\ndream\nagent\n3\n")
	second := w.review("a.md", "1\ndream\nagent\n3\nmore\n")
	b, err := w.past.Blame(t.Context(), w.st, "a.md", 0)
	must(t, err)
	for i, want := range []string{"", first, "", "", second} {
		if got := b.Lines[i].Revision.ID; got != want || b.Lines[i].Pending {
			t.Errorf("line %d: %q, not %q", i+1, got, want)
		}
	}
	if b.Lines[1].Why != "it was said" {
		t.Errorf("%+v", b.Lines[1])
	}
	if len(b.Remarks) != 1 {
		t.Errorf("%q", b.Remarks)
	}
}

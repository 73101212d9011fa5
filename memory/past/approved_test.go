package past

import (
	"os"
	"path/filepath"
	"testing"
)

// approvals are what was approved of notes, as text, with what approved it.
func (w *world) approvals(names ...string) map[string]string {
	w.t.Helper()
	got, err := w.past.Approved(w.t.Context(), w.st, names)
	must(w.t, err)
	out := map[string]string{}
	for path, a := range got.Files {
		out[path] = a.Kind() + ": -"
		if a.There {
			out[path] = a.Kind() + ": " + string(a.File.Data)
		}
	}
	return out
}

func (w *world) approve(want map[string]string, names ...string) {
	w.t.Helper()
	got := w.approvals(names...)
	for _, name := range names {
		if got[name] != want[name] {
			w.t.Errorf("%s: %q was approved, want %q", name, got[name], want[name])
		}
	}
}

// TestApproved: what a review or a person committed last counts; what the agent wrote since, or committed, does not.
func TestApproved(t *testing.T) {
	w := inGit(t)
	w.commit("Write the notes", "a.md", "one\n", "b.md", "one\n", "c.md", "one\n", "d.md", "one\n", "old.md", "a name that goes\nand more of it\n")
	w.review("b.md", "reviewed\n", "d.md", "-")
	w.put("b.md", "by the agent\n")
	w.put("new.md", "by the agent\n")
	w.commit("Tidy\n\nCo-Authored-By: Claude <noreply@anthropic.com>", "c.md", "by the agent\n")
	w.review("old.md", "-", "other.md", "a name that goes\nand more of it\n")
	w.put("a.md", "by the agent\n")
	w.approve(map[string]string{
		"a.md": "commit: one\n", "b.md": "review: reviewed\n", "c.md": "commit: one\n", "d.md": "review: -",
		"old.md": "review: -", "other.md": "review: a name that goes\nand more of it\n",
	}, "a.md", "b.md", "c.md", "d.md", "old.md", "other.md", "new.md")
}

// TestApprovedWithoutGit: without a repository the backups know what reviews wrote; where nothing was ever approved
// there is nothing.
func TestApprovedWithoutGit(t *testing.T) {
	w := newWorld(t)
	w.t = t
	w.put("a.md", "one\n")
	w.approve(nil, "a.md")
	w.put("b.md", "one\n")
	w.review("a.md", "reviewed\n")
	w.put("a.md", "by the agent\n")
	w.approve(map[string]string{"a.md": "backup: reviewed\n"}, "a.md", "b.md")
}

// TestApprovedLineEnds: what git keeps with other line ends is compared as it lies on disk.
func TestApprovedLineEnds(t *testing.T) {
	w := inGit(t)
	w.git("config", "core.autocrlf", "true")
	w.commit("Write it", "a.md", "one\r\ntwo\r\n")
	must(t, os.WriteFile(filepath.Join(w.st.Dir, "a.md"), []byte("one\r\ntwo\r\nthree\r\n"), 0o644))
	w.approve(map[string]string{"a.md": "commit: one\r\ntwo\r\n"}, "a.md")
}

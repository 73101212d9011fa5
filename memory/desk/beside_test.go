package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestIgnoredByGit: a new note that git is told to ignore is written, and the others are committed; it is said
// before and after.
func TestIgnoredByGit(t *testing.T) {
	s := newScene(t).repo()
	s.put(".git/info/exclude", "*.local.md\n")
	r := s.review(s.propose(model.OriginModel, map[string]string{"a.local.md": "here\n", "tone.md": note("Tone", "user", "four\n")}), model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	if says := strings.Join(v.Remarks, ";"); err != nil || !strings.Contains(says, "ignore a.local.md") {
		t.Errorf("%q, %v", says, err)
	}
	out := s.commit(r, model.CommitOptions{})
	if says := strings.Join(out.Notes, ";"); out.Commit == "" || out.GitError != "" || !strings.Contains(says, "ignore a.local.md") {
		t.Errorf("%+v", out)
	}
	if got := string(s.tree()["a.local.md"].Data); got != "here\n" {
		t.Errorf("written: %q", got)
	}
}

// TestHookThatAddsFiles: a commit that holds more than was accepted says so.
func TestHookThatAddsFiles(t *testing.T) {
	s := newScene(t).repo()
	s.put(".git/hooks/pre-commit", "#!/bin/sh\necho x > stamp.txt\ngit add stamp.txt\n")
	if err := os.Chmod(filepath.Join(s.st.Dir, ".git/hooks/pre-commit"), 0o755); err != nil {
		t.Fatal(err)
	}
	out := s.commit(s.review(s.propose(model.OriginModel, fourLines), model.Accepted), model.CommitOptions{})
	if says := strings.Join(out.Notes, ";"); out.Commit == "" || !strings.Contains(says, "also holds stamp.txt") {
		t.Errorf("%+v", out)
	}
}

// TestReadOnlyNote: who took the right to write a note away from everybody is asked before it is replaced.
func TestReadOnlyNote(t *testing.T) {
	s := newScene(t)
	p := filepath.Join(s.st.Dir, "tone.md")
	if err := os.Chmod(p, 0o444); err != nil {
		t.Fatal(err)
	}
	before := s.tree()
	id := s.propose(model.OriginModel, map[string]string{"tone.md": note("Tone", "user", "four\n"), "new.md": "new\n"})
	r := s.review(id, model.Accepted)
	if v, err := s.desk.Preview(t.Context(), r); err != nil || len(v.Unwritable) != 1 || !strings.Contains(v.Unwritable[0], "tone.md: it is read-only") {
		t.Errorf("%q, %v", v.Unwritable, err)
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("%v", err)
	}
	s.unchanged(before)
	if err := os.Chmod(p, 0o644); err != nil {
		t.Fatal(err)
	}
	if out := s.commit(r, model.CommitOptions{}); len(out.Written) != 2 {
		t.Errorf("%+v", out)
	}
}

// TestHalfOfAMove: what only one half of a move would lose is among the new findings of the result.
func TestHalfOfAMove(t *testing.T) {
	s := newScene(t)
	const fact = "The staging host is stage7.example.org.\n"
	s.put("tone.md", note("Tone", "user", "short\n\n"+fact))
	r := s.review(s.propose(model.OriginModel, map[string]string{"tone.md": note("Tone", "user", "short\n"), "host.md": note("Host", "project", fact)}), model.Rejected)
	for _, c := range r.Changes {
		if c.Path == "tone.md" {
			r.Decisions[c.Hunks[0].ID] = model.Accepted
		}
	}
	v, err := s.desk.Preview(t.Context(), r)
	if i := len(v.Findings) - 1; err != nil || i < 0 || v.Findings[i].Rule != "stranded" || v.Findings[i].Path != "tone.md" || !v.New[i] {
		t.Errorf("%+v, %v", v.Findings, err)
	}
}

// TestFileForAFolder: what cannot be done at once is said before anything is written, and what to do.
func TestFileForAFolder(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"tone.md is a file":        {"tone.md": "", "tone.md/a.md": "x\n"},
		"sub/a.md: it is a folder": {"sub/a.md/b.md": "", "sub/a.md": "x\n"},
	} {
		s := newScene(t)
		if strings.HasPrefix(name, "sub") {
			s.put("sub/a.md/b.md", "b\n")
		}
		before := s.tree()
		r := s.review(s.propose(model.OriginImport, files), model.Accepted)
		v, err := s.desk.Preview(t.Context(), r)
		if says := strings.Join(v.Unwritable, ";"); err != nil || !strings.Contains(says, name) || !strings.Contains(says, "accept the deletion alone") {
			t.Errorf("%s: %q, %v", name, says, err)
		}
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil {
			t.Errorf("%s: written", name)
		}
		s.unchanged(before)
	}
}

package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/model"
)

// TestMovedNoteGoesWhole: a note that the user moved and did not commit goes into the one commit or the other with
// both of its names, however much of it is staged.
func TestMovedNoteGoesWhole(t *testing.T) {
	rename := func(s *scene) {
		must(s.t, os.Rename(filepath.Join(s.st.Dir, "tone.md"), filepath.Join(s.st.Dir, "voice.md")))
	}
	for name, move := range map[string]func(s *scene){
		"staged":         func(s *scene) { s.git("mv", "tone.md", "voice.md") },
		"not staged":     rename,
		"intent to add":  func(s *scene) { rename(s); s.git("add", "-N", "voice.md") },
		"half staged":    func(s *scene) { rename(s); s.git("add", "voice.md") },
		"deleted staged": func(s *scene) { rename(s); s.git("rm", "-q", "--cached", "tone.md") },
		"to a folder": func(s *scene) {
			must(s.t, os.Mkdir(filepath.Join(s.st.Dir, "sub"), 0o755))
			s.git("mv", "tone.md", "sub/voice.md")
		},
	} {
		for _, edits := range []model.Edits{model.EditsFirst, model.EditsAlong} {
			s := newScene(t).repo()
			move(s)
			to := "voice.md"
			if name == "to a folder" {
				to = "sub/voice.md"
			}
			status := s.git("status", "--porcelain", "build.md")
			id := s.propose(model.OriginModel, map[string]string{to: note("Tone", "user", "Keep answers to four lines.\n")})
			r := s.review(id, model.Accepted)
			v, err := s.desk.Preview(t.Context(), r)
			must(t, err)
			if len(v.Unwritable) > 0 || !slices.Equal(v.Dirty, sortedOf("tone.md", to)) {
				t.Errorf("%s: dirty %q, %q", name, v.Dirty, v.Unwritable)
			}
			out := s.commit(r, model.CommitOptions{Edits: edits})
			if got := s.git("status", "--porcelain"); got != status {
				t.Errorf("%s, %v: left behind\n%s", name, edits, got)
			}
			for _, line := range out.Notes {
				if strings.Contains(line, "nobody accepted") {
					t.Errorf("%s, %v: %s", name, edits, line)
				}
			}
			first := s.git("show", "--format=", "--name-status", "--find-renames=50", map[bool]string{true: "HEAD^", false: "HEAD"}[edits == model.EditsFirst])
			if !strings.HasPrefix(first, "R") || !strings.Contains(first, "tone.md\t"+to) {
				t.Errorf("%s, %v: the first commit holds\n%s", name, edits, first)
			}
		}
	}
}

func sortedOf(names ...string) []string {
	slices.Sort(names)
	return names
}

// TestHalfOfAMoveStagedOtherwise refuses where a commit of the whole move would lose what is staged of its other half.
func TestHalfOfAMoveStagedOtherwise(t *testing.T) {
	s := newScene(t).repo()
	s.put("voice.md", s.text("tone.md"))
	s.put("tone.md", note("Tone", "user", "Keep answers to three lines.\n"))
	s.git("add", "tone.md", "voice.md")
	must(t, os.Remove(filepath.Join(s.st.Dir, "tone.md")))
	index := s.git("ls-files", "-s")
	r := s.review(s.propose(model.OriginModel, map[string]string{"voice.md": note("Tone", "user", "Keep answers to four lines.\n")}), model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if len(v.Unwritable) != 1 || !strings.HasPrefix(v.Unwritable[0], "tone.md: git has a staged version") {
		t.Errorf("%q", v.Unwritable)
	}
	before := s.tree()
	for _, edits := range []model.Edits{model.EditsFirst, model.EditsAlong} {
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{Edits: edits}); err == nil || !strings.Contains(err.Error(), "tone.md: git has a staged version") {
			t.Errorf("%v: %v", edits, err)
		}
	}
	s.unchanged(before)
	if s.commits() != "1" || s.git("ls-files", "-s") != index {
		t.Error("something was committed or unstaged")
	}
}

// TestStagedDeletionIsCommitted: what the review deletes and the user has deleted too, and staged, is in the commit.
func TestStagedDeletionIsCommitted(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginModel, map[string]string{"tone.md": "", "build.md": note("Build", "project", "Run `make all`.\n")})
	s.git("rm", "-q", "tone.md")
	out := s.commit(s.review(id, model.Accepted), model.CommitOptions{Edits: model.EditsFirst})
	if got := s.git("status", "--porcelain"); got != "" {
		t.Errorf("left behind\n%s%+v", got, out)
	}
}

// TestRefusedCommitOfAMove leaves the index as the user had it.
func TestRefusedCommitOfAMove(t *testing.T) {
	s := newScene(t).repo()
	s.git("mv", "tone.md", "voice.md")
	s.hook("pre-commit", "exit 1")
	index := s.git("ls-files", "-s")
	r := s.review(s.propose(model.OriginModel, map[string]string{"voice.md": note("Tone", "user", "Keep answers to four lines.\n")}), model.Accepted)
	before := s.tree()
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{Edits: model.EditsFirst}); err == nil {
		t.Fatal("the hook let it pass")
	}
	s.unchanged(before)
	if got := s.git("ls-files", "-s"); got != index {
		t.Errorf("index:\n%s\nnot\n%s", got, index)
	}
}

// TestRetriedCommitOfAMove: where git refuses what the user's move goes along with, or the program dies before git is
// asked, the commit that is made later has both names, unless the old one is there again.
func TestRetriedCommitOfAMove(t *testing.T) {
	for _, again := range []bool{false, true} {
		s := newScene(t).repo()
		old := s.text("tone.md")
		s.git("mv", "tone.md", "voice.md")
		s.hook("pre-commit", "exit 1")
		status := s.git("status", "--porcelain", "build.md")
		id := s.propose(model.OriginModel, map[string]string{"voice.md": note("Tone", "user", "Keep answers to four lines.\n")})
		if out := s.commit(s.review(id, model.Accepted), model.CommitOptions{Edits: model.EditsAlong}); out.GitError == "" {
			t.Fatal("the hook let it pass")
		}
		must(t, os.Remove(filepath.Join(s.st.Dir, ".git", "hooks", "pre-commit")))
		if again {
			s.put("tone.md", old+"mine\n")
			status = s.git("status", "--porcelain", "tone.md")
		}
		s.commit(s.review(id, model.Accepted), model.CommitOptions{})
		if got := s.git("status", "--porcelain"); got != status {
			t.Errorf("left behind\n%s, not\n%s", got, status)
		}
	}
}

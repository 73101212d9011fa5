package desk

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// unchanged fails if the memory's notes are not what they were.
func (s *scene) unchanged(before model.Tree) {
	s.t.Helper()
	after := s.tree()
	if !slices.Equal(after.Paths(), before.Paths()) {
		s.t.Fatalf("files: %q", after.Paths())
	}
	for p, f := range before {
		if string(after[p].Data) != string(f.Data) || after[p].Mode != f.Mode {
			s.t.Fatalf("%s is now %q", p, after[p].Data)
		}
	}
}

// TestCommitHoldsWhatWasAccepted goes the whole way: part accepted, part refused, part left out.
func TestCommitHoldsWhatWasAccepted(t *testing.T) {
	s := newScene(t).repo()
	s.put("draft.txt", "untracked")
	id := s.propose(model.OriginModel, map[string]string{
		"tone.md": note("Tone", "user", "Keep answers to four lines.\n"), "sub/new.md": note("New", "user", "new\n"),
		"build.md": "", "rule.md": note("Rule", "feedback", "Anyone tags.\n")})
	r := s.review(id, model.Accepted)
	r.Notes = map[string]string{}
	for _, c := range r.Changes {
		switch c.Path {
		case "rule.md":
			r.Decisions[c.Hunks[0].ID] = model.Rejected
			r.Notes[c.Hunks[0].ID] = "nobody wanted it"
		case "build.md":
			delete(r.Decisions, c.Hunks[0].ID)
			r.Notes[c.Hunks[0].ID] = "ask Ann"
		case "tone.md":
			s.judge(id, model.Check{Hunks: map[string]model.Evidence{c.Hunks[0].ID: {Why: "the user\x1b[31m asked",
				Citations: []model.Citation{{Source: model.Source{Session: "8f2", Line: 12, Trust: model.TrustUser}, Verdict: model.Supported}},
				Flags:     []model.Flag{{Kind: "unsourced", Token: "four", Reason: "the agent asked it: “Four?”"}}}}})
		}
	}
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Accepted != 2 || v.Rejected != 1 || v.Undecided != 1 || v.Flagged != 1 || v.Deletions != 0 || v.Notes != 3 ||
		len(v.Files) != 2 || len(v.Stale)+len(v.Unwritable)+len(v.Dirty)+len(v.Remarks) != 0 || !v.Git.AtRoot {
		t.Errorf("%+v", v)
	}
	out := s.commit(r, model.CommitOptions{Message: v.Message})
	if got := s.files(); !slices.Equal(got, []string{"sub/new.md", "tone.md"}) {
		t.Errorf("the commit holds %q", got)
	}
	if s.text("tone.md") != note("Tone", "user", "Keep answers to four lines.\n") || !strings.Contains(s.text("rule.md"), "Only the release") {
		t.Error("other bytes than the accepted ones")
	}
	if got := s.git("status", "--porcelain"); got != "?? draft.txt\n" {
		t.Errorf("status:\n%s", got)
	}
	if out.Commit == "" || out.Undo != "dreamgate undo "+id+" --memory "+s.st.Dir || len(out.Notes) != 0 ||
		!slices.Equal(out.Written, []string{"sub/new.md", "tone.md"}) {
		t.Errorf("%+v", out)
	}
	log := s.git("log", "-1", "--format=%B")
	for _, want := range []string{"Accept 2 of 4 memory changes (dream, offline)\n", "- tone.md: modified, +1 -1\n",
		"why: the user\u241b[31m asked", "from: 8f2:12 (user)", "Accepted in spite of a flag:\n- tone.md: unsourced \"four\": the agent asked it: “…”",
		"Refused, 1 of 4:\n- rule.md: nobody wanted it\n", "Left undecided, 1 of 4:\n- build.md: ask Ann\n",
		"Dreamgate-Engine: offline\nDreamgate-Dream: run-1\nDreamgate-Model: m-5\nDreamgate-Cost: $0.42", "Dreamgate-Review: " + id} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is missing in\n%s", want, log)
		}
	}
	s.git("revert", "--no-edit", out.Commit)
	if !strings.Contains(s.text("tone.md"), "five lines") {
		t.Error("the way back does not lead back")
	}
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || len(infos) != 0 {
		t.Error(infos, err)
	}
}

// refused commits what git will not take: the notes are written and nothing is staged, the outcome has git's words,
// and who wants that can have the memory as it was, with the review as it was.
func (s *scene) refused(ctx context.Context, r model.Review, o model.CommitOptions) string {
	s.t.Helper()
	before, commits, id := s.tree(), s.commits(), r.Proposal.ID
	out, err := s.desk.Commit(ctx, r, o)
	must(s.t, err)
	if out.GitError == "" || out.Commit != "" || !strings.Contains(out.Undo, "unapply "+id) || s.state(id) != model.ReviewUncommitted {
		s.t.Fatalf("%+v", out)
	}
	if !maps.EqualFunc(s.tree(), r.Proposal.Proposed, func(a, b model.File) bool { return bytes.Equal(a.Data, b.Data) }) {
		s.t.Error("what was accepted is not what is written")
	}
	if s.commits() != commits || s.git("diff", "--cached", "--name-only") != "" {
		s.t.Errorf("something is staged or committed:\n%s", s.git("status"))
	}
	// Another program starts: neither the decisions nor the way back are lost.
	s.desk = New(s.desk.now)
	if lines, err := s.desk.Recover(s.t.Context(), s.st); len(lines) > 0 {
		s.t.Errorf("left behind: %q, %v", lines, err)
	}
	_, err = s.desk.Unapply(s.t.Context(), s.st, id)
	must(s.t, err)
	s.unchanged(before)
	back, err := s.desk.Review(s.t.Context(), s.st, id)
	must(s.t, err)
	if back.State != model.ReviewPending || !maps.Equal(back.Decisions, r.Decisions) {
		s.t.Errorf("the review is not as it was: %+v", back)
	}
	if _, err := s.desk.Unapply(s.t.Context(), s.st, id); !errors.Is(err, errUnwritten) {
		s.t.Error(err)
	}
	return out.GitError
}

// cutShort carries a review out as far as the notes, and dies before git is asked.
func (s *scene) cutShort(r model.Review) {
	s.t.Helper()
	applied := false
	s.desk.fault = func(op, path string) error {
		if applied {
			panic("crash")
		}
		applied = op == "rename" && strings.HasPrefix(path, "applied/")
		return nil
	}
	func() {
		defer func() {
			if recover() == nil {
				s.t.Error("it did not die")
			}
		}()
		_, _ = s.desk.Commit(s.t.Context(), r, model.CommitOptions{})
	}()
	s.desk = New(s.desk.now)
	if id := r.Proposal.ID; s.state(id) != model.ReviewUncommitted {
		s.t.Errorf("it is %s", s.state(id))
	}
}

// TestNoIdentity: what git refuses without a name is applied and not committed, or put back, and can be tried again.
func TestNoIdentity(t *testing.T) {
	s := newScene(t).repo()
	s.config("[user]\n\tuseConfigOnly = true\n")
	id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": "", "sub/new.md": "new\n"})
	r := s.review(id, model.Accepted)
	said := s.refused(t.Context(), r, model.CommitOptions{Message: "my own words"})
	if !strings.Contains(said, "tell me who you are") && !strings.Contains(said, "no email was given") {
		t.Error(said)
	}
	s.config("[user]\n\tname = dev\n\temail = dev@example.invalid\n")
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Message != "my own words" || len(v.Stale) != 0 {
		t.Errorf("%+v", v)
	}
	out := s.commit(r, model.CommitOptions{})
	if out.Commit == "" || s.commits() != "2" || s.git("log", "-1", "--format=%s") != "my own words\n" || s.state(id) != model.ReviewClosed {
		t.Errorf("%+v", out)
	}
}

// TestHookThatRefuses has hooks that fail with words and without, before and after git has the message.
func TestHookThatRefuses(t *testing.T) {
	for name, c := range map[string]struct{ hook, script, want string }{
		"words":      {"pre-commit", "echo 'line 3 is too long' >&2; exit 1", "line 3 is too long"},
		"no words":   {"pre-commit", "exit 1", "without a word"},
		"message":    {"commit-msg", "echo 'no ticket' >&2; exit 1", "no ticket"},
		"terminal":   {"pre-commit", "read answer < /dev/tty || exit 1", "tty"},
		"stages all": {"pre-commit", "git add -A; echo late >&2; exit 1", "late"},
	} {
		s := newScene(t).repo()
		s.put("draft.txt", "untracked")
		s.hook(c.hook, c.script)
		id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": "", "sub/new.md": "new\n"})
		if said := s.refused(t.Context(), s.review(id, model.Accepted), model.CommitOptions{}); !strings.Contains(said, c.want) {
			t.Errorf("%s: %s", name, said)
		}
	}
}

func (s *scene) hook(name, script string) {
	s.t.Helper()
	s.put(".git/hooks/"+name, "#!/bin/sh\n"+script+"\n")
	must(s.t, os.Chmod(filepath.Join(s.st.Dir, ".git/hooks", name), 0o755))
}

// TestHookThatWritesAndRefuses: what a hook made of a note is not overwritten, so the notes stay written.
func TestHookThatWritesAndRefuses(t *testing.T) {
	s := newScene(t).repo()
	s.hook("pre-commit", "echo formatted >> tone.md; exit 1")
	id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": ""})
	out := s.commit(s.review(id, model.Accepted), model.CommitOptions{})
	if out.GitError == "" || s.state(id) != model.ReviewUncommitted {
		t.Errorf("%+v", out)
	}
	before := s.tree()
	if _, err := s.desk.Unapply(t.Context(), s.st, id); !errors.Is(err, memory.ErrMoved) || !strings.Contains(err.Error(), "tone.md") {
		t.Error(err)
	}
	s.unchanged(before)
	r := s.review(id, model.Accepted)
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, memory.ErrMoved) {
		t.Error(err)
	}
	must(t, s.desk.Discard(t.Context(), s.st, id))
	if s.commits() != "1" || !strings.HasSuffix(s.text("tone.md"), "formatted\n") {
		t.Error("it was committed or changed")
	}
}

// TestRetry makes the commit of a review that a crash cut off from git, and only of what was reviewed.
func TestRetry(t *testing.T) {
	for _, moved := range []bool{false, true} {
		s := newScene(t).repo()
		id := s.propose(model.OriginModel, fourLines)
		r := s.review(id, model.Accepted)
		s.cutShort(r)
		if err := s.desk.decide(t.Context(), s.st, id, model.Ruling{}); !errors.Is(err, errApplied) {
			t.Error(err)
		}
		if !moved {
			if out := s.commit(r, model.CommitOptions{}); out.Commit == "" || s.commits() != "2" || s.state(id) != model.ReviewClosed {
				t.Errorf("%+v", out)
			}
			continue
		}
		s.put("tone.md", "someone else's\n")
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, memory.ErrMoved) {
			t.Error(err)
		}
		must(t, s.desk.Discard(t.Context(), s.st, id))
		if s.commits() != "1" || s.text("tone.md") != "someone else's\n" {
			t.Error("it was committed or changed")
		}
	}
}

// TestRetryOfWhatWasChanged: a note that the review made or changed, and that another program changed or deleted
// before git had it, is no obstacle to writing, which is done: it is told how the review ends.
func TestRetryOfWhatWasChanged(t *testing.T) {
	for path, change := range map[string]func(s *scene){
		"sub/new.md": func(s *scene) { s.put("sub/new.md", "new, and more\n") },
		"tone.md":    func(s *scene) { s.put("tone.md", "someone else's\n") },
		"rule.md":    func(s *scene) { s.put("rule.md", "back again\n") },
	} {
		s := newScene(t).repo()
		s.hook("pre-commit", "exit 1")
		id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": "", "sub/new.md": "new\n"})
		if out := s.commit(s.review(id, model.Accepted), model.CommitOptions{}); out.GitError == "" {
			t.Fatalf("%+v", out)
		}
		if v, err := s.desk.Preview(t.Context(), s.review(id, model.Accepted)); err != nil || len(v.Remarks)+len(v.Stale)+len(v.Unwritable) != 0 {
			t.Errorf("%s, as it was written: %+v, %v", path, v, err)
		}
		change(s)
		r, says := s.review(id, model.Accepted), path+"; commit by hand, then close the review: dreamgate review discard "+id+
			"; or close it without a commit: dreamgate review apply "+id+" --no-commit"
		v, err := s.desk.Preview(t.Context(), r)
		if err != nil || len(v.Stale)+len(v.Unwritable) != 0 || len(v.Remarks) != 1 || !strings.HasSuffix(v.Remarks[0], says) {
			t.Errorf("%s: %+v, %v", path, v, err)
		}
		if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); !errors.Is(err, memory.ErrMoved) || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
		before := s.tree()
		out := s.commit(r, model.CommitOptions{NoCommit: true})
		if s.state(id) != model.ReviewClosed || !strings.Contains(strings.Join(out.Notes, ";"), "as it is now: "+path) {
			t.Errorf("%s: %+v", path, out)
		}
		s.unchanged(before)
	}
}

// TestNoCommit writes the notes and leaves git alone, also where git would refuse.
func TestNoCommit(t *testing.T) {
	s := newScene(t).repo()
	s.hook("pre-commit", "exit 1")
	id := s.propose(model.OriginModel, fourLines)
	out := s.commit(s.review(id, model.Accepted), model.CommitOptions{NoCommit: true})
	if out.Commit != "" || out.GitError != "" || s.text("tone.md") != fourLines["tone.md"] || s.commits() != "1" || s.state(id) != model.ReviewClosed {
		t.Errorf("%+v", out)
	}
}

// TestSigningWantsAPassphrase: an end is put to it, and nothing is committed unsigned.
func TestSigningWantsAPassphrase(t *testing.T) {
	s := newScene(t).repo()
	script := filepath.Join(s.base, "fakegpg")
	must(t, os.WriteFile(script, []byte("#!/bin/sh\nexec sleep 300\n"), 0o755))
	s.git("config", "commit.gpgsign", "true")
	s.git("config", "gpg.program", script)
	id := s.propose(model.OriginModel, fourLines)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if said := s.refused(ctx, s.review(id, model.Accepted), model.CommitOptions{}); !strings.Contains(said, "passphrase") {
		t.Error(said)
	}
}

// TestLeakedEnvironment: a hook of another repository started the program.
func TestLeakedEnvironment(t *testing.T) {
	s := newScene(t).repo()
	decoy := filepath.Join(s.base, "decoy")
	must(t, os.MkdirAll(decoy, 0o755))
	s.git("init", "-q", decoy)
	for name, value := range map[string]string{"GIT_DIR": decoy + "/.git", "GIT_INDEX_FILE": decoy + "/.git/index",
		"GIT_WORK_TREE": decoy, "GIT_PREFIX": "sub/"} {
		t.Setenv(name, value)
	}
	out := s.commit(s.review(s.propose(model.OriginModel, fourLines), model.Accepted), model.CommitOptions{})
	if out.Commit == "" || s.commits() != "2" {
		t.Errorf("%+v", out)
	}
	if names, _ := os.ReadDir(filepath.Join(decoy, ".git", "objects")); len(names) != 2 {
		t.Errorf("the decoy has got objects: %v", names)
	}
}

// TestOtherStagedWork: what else is staged is neither committed nor unstaged.
func TestOtherStagedWork(t *testing.T) {
	s := newScene(t).repo()
	s.put("rule.md", "STAGED\n")
	s.git("add", "rule.md")
	s.put("rule.md", "STAGED then changed\n")
	s.put("build.md", "UNSTAGED\n")
	s.put("draft.txt", "UNTRACKED\n")
	before := s.git("ls-files", "-s", "rule.md")
	s.commit(s.review(s.propose(model.OriginModel, fourLines), model.Accepted), model.CommitOptions{Edits: model.EditsFirst})
	if got := s.files(); !slices.Equal(got, []string{"tone.md"}) || s.git("ls-files", "-s", "rule.md") != before {
		t.Errorf("%q", got)
	}
	if got := s.git("status", "--porcelain"); got != " M build.md\nMM rule.md\n?? draft.txt\n" {
		t.Errorf("status:\n%s", got)
	}
	// Of a file that is itself under review, a staged version would be lost: that is refused.
	id := s.propose(model.OriginModel, map[string]string{"rule.md": "reviewed\n"})
	r := s.review(id, model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if len(v.Unwritable) != 1 || !strings.Contains(v.Unwritable[0], "staged") {
		t.Errorf("%+v", v)
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || !strings.Contains(err.Error(), "staged") ||
		s.text("rule.md") != "STAGED then changed\n" || s.state(id) != model.ReviewPending {
		t.Error(err)
	}
}

// TestOwnEditsComeFirst commits the user's edits of the same file by themselves.
func TestOwnEditsComeFirst(t *testing.T) {
	for edits, first := range map[model.Edits]bool{model.EditsFirst: true, model.EditsAlong: false, model.EditsByPlace: true} {
		s := newScene(t).repo()
		s.put("tone.md", note("Tone", "user", "Keep answers to five lines.\nMy own line.\n"))
		id := s.propose(model.OriginModel, map[string]string{"tone.md": note("Tone", "user", "Keep answers to four lines.\nMy own line.\n")})
		r := s.review(id, model.Accepted)
		v, err := s.desk.Preview(t.Context(), r)
		must(t, err)
		if !slices.Equal(v.Dirty, []string{"tone.md"}) {
			t.Errorf("%+v", v)
		}
		out := s.commit(r, model.CommitOptions{Edits: edits})
		diff := s.git("show", "--format=", out.Commit)
		if strings.Contains(diff, "\n+My own line") == first {
			t.Errorf("first %v:\n%s", first, diff)
		}
		if want := map[bool]string{true: "3", false: "2"}[first]; s.commits() != want {
			t.Errorf("%s commits", s.commits())
		}
	}
}

// TestRefusedBeforeAnythingIsWritten has all that stands in the way of a commit.
func TestRefusedBeforeAnythingIsWritten(t *testing.T) {
	for want, prepare := range map[string]func(s *scene){
		"merge":                     func(s *scene) { s.put(".git/MERGE_HEAD", s.git("rev-parse", "HEAD")) },
		"index.lock":                func(s *scene) { s.put(".git/index.lock", "") },
		"git is told not to look":   func(s *scene) { s.git("update-index", "--skip-worktree", "tone.md") },
		"what was to be changed":    func(s *scene) { s.put("tone.md", "late\n") },
		"it was deleted since":      func(s *scene) { must(s.t, os.Remove(filepath.Join(s.st.Dir, "tone.md"))) },
		"another one was created":   func(s *scene) { s.put("new.md", "late\n") },
		"link to /dev/null":         func(s *scene) { s.link("tone.md", "/dev/null") },
		"link to " + os.TempDir():   func(s *scene) { s.link("sub", os.TempDir()) },
		"sub is a file":             func(s *scene) { s.put("sub", "a file") },
		"your own edits of tone.md": func(s *scene) { s.config("[user]\n\tuseConfigOnly = true\n") },
	} {
		s := newScene(t).repo()
		if strings.HasPrefix(want, "your") {
			s.put("tone.md", "my own\n")
		}
		id := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n", "new.md": "n\n", "sub/new.md": "n\n"})
		prepare(s)
		before := s.tree()
		r := s.review(id, model.Accepted)
		_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{Edits: model.EditsFirst})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "nothing was written") {
			t.Errorf("%s: %v", want, err)
		}
		s.unchanged(before)
		if back, err := s.desk.Review(t.Context(), s.st, id); err != nil || back.State != model.ReviewPending || len(back.Decisions) != 3 {
			t.Errorf("%s: the review is not as it was: %+v, %v", want, back.Decisions, err)
		}
	}
}

func (s *scene) link(name, target string) {
	s.t.Helper()
	must(s.t, errors.Join(os.RemoveAll(filepath.Join(s.st.Dir, name)), os.Symlink(target, filepath.Join(s.st.Dir, name))))
}

// TestLinkedNoteStays: a link that still leads where it led is not said to have changed, whether its text is held
// beside it or not.
func TestLinkedNoteStays(t *testing.T) {
	s := newScene(t).repo()
	s.link("house.md", "../home/house.md")
	base := s.tree()
	f := base["house.md"]
	f.Data = []byte("what the link leads to\n")
	base["house.md"] = f
	proposed := maps.Clone(base)
	proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte(fourLines["tone.md"])}
	id, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Origin: model.OriginPerson, Created: now, Base: base, Proposed: proposed})
	must(t, err)
	v, err := s.desk.Preview(t.Context(), s.review(id, model.Accepted))
	if err != nil || len(v.Remarks) != 0 {
		t.Errorf("%q, %v", v.Remarks, err)
	}
	s.link("house.md", "../home/other.md")
	v, err = s.desk.Preview(t.Context(), s.review(id, model.Accepted))
	if err != nil || len(v.Remarks) != 1 || !strings.Contains(v.Remarks[0], "house.md (changed)") {
		t.Errorf("%q, %v", v.Remarks, err)
	}
}

// TestOtherSessionWritesMeanwhile: what another session added stays, and it is said.
func TestOtherSessionWritesMeanwhile(t *testing.T) {
	s := newScene(t).repo()
	id := s.propose(model.OriginModel, fourLines)
	s.put("late.md", note("Late", "user", "LATE-NOTE\n"))
	s.put("MEMORY.md", s.text("MEMORY.md")+"- [Late](late.md) - LATE-ENTRY\n")
	r := s.review(id, model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if len(v.Remarks) != 1 || !strings.Contains(v.Remarks[0], "MEMORY.md (changed), late.md (new)") || len(v.Stale) != 0 {
		t.Errorf("%+v", v)
	}
	out := s.commit(r, model.CommitOptions{})
	if !strings.Contains(s.text("MEMORY.md"), "LATE-ENTRY") || !strings.Contains(s.text("late.md"), "LATE-NOTE") ||
		!strings.Contains(strings.Join(out.Notes, ";"), "late.md") || !slices.Equal(s.files(), []string{"tone.md"}) {
		t.Errorf("%+v", out)
	}
	// A note that already is what was wanted is no conflict; who wrote it has the commit of it.
	id = s.propose(model.OriginModel, map[string]string{"rule.md": "new rule\n", "tone.md": "new tone\n"})
	s.put("rule.md", "new rule\n")
	s.commit(s.review(id, model.Accepted), model.CommitOptions{})
	if !slices.Equal(s.files(), []string{"tone.md"}) || s.git("show", "HEAD^:rule.md") != "new rule\n" {
		t.Errorf("%q", s.files())
	}
}

// TestEditAfterTheQuestion: what is written between the preview and the commit is nobody's change but its writer's.
func TestEditAfterTheQuestion(t *testing.T) {
	s := newScene(t).repo()
	s.put("n.md", lines(nil))
	s.git("add", ".")
	s.git("commit", "-qm", "n")
	r := s.review(s.propose(model.OriginModel, map[string]string{"n.md": lines(map[int]string{1: "ONE"})}), model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	s.put("n.md", lines(map[int]string{6: "mine"}))
	out := s.commit(r, model.CommitOptions{Message: v.Message})
	if diff := s.git("show", "--format=", out.Commit); strings.Contains(diff, "mine") || !strings.Contains(diff, "+ONE") {
		t.Errorf("%s", diff)
	}
	if diff := s.git("show", "--format=", out.Commit+"^"); !strings.Contains(diff, "+mine") || strings.Contains(diff, "ONE") {
		t.Errorf("%s", diff)
	}
}

// TestTornByAMerge: a note with two sides in it is none that somebody staged, also without a merge in progress.
func TestTornByAMerge(t *testing.T) {
	s := newScene(t).repo()
	s.put("n.md", lines(nil))
	s.git("add", ".")
	s.git("commit", "-qm", "n")
	id := s.propose(model.OriginModel, map[string]string{"n.md": lines(map[int]string{1: "ONE"})})
	s.put("n.md", lines(map[int]string{6: "stashed"}))
	s.git("stash", "-q")
	s.put("n.md", lines(map[int]string{6: "other"}))
	s.git("commit", "-qam", "other")
	cmd := exec.Command("git", "-C", s.st.Dir, "stash", "pop", "-q")
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("%s", out)
	}
	v, err := s.desk.Preview(t.Context(), s.review(id, model.Accepted))
	must(t, err)
	if got := strings.Join(append(v.Unwritable, v.Stale...), "; "); !strings.Contains(got, "n.md: two sides of a merge") {
		t.Error(got)
	}
}

func TestWithoutARepository(t *testing.T) {
	s := newScene(t)
	id := s.propose(model.OriginModel, map[string]string{"tone.md": "four\n", "rule.md": ""})
	r := s.review(id, model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if v.Git.Root != "" || len(v.Remarks) != 0 || v.Deletions != 1 {
		t.Errorf("%+v", v)
	}
	before := s.text("rule.md")
	out := s.commit(r, model.CommitOptions{})
	if out.Commit != "" || out.GitError != "" || !strings.Contains(out.Undo, out.Backup) || !slices.Equal(out.Removed, []string{"rule.md"}) {
		t.Errorf("%+v", out)
	}
	backup, err := os.ReadFile(out.Backup)
	must(t, err)
	if !strings.Contains(string(backup), strings.ReplaceAll(before, "\n", `\n`)) {
		t.Errorf("the backup cannot be read by a person:\n%s", backup)
	}
	if s.state(id) != model.ReviewClosed {
		t.Error("the review waits for a repository that is not there")
	}
}

func TestInitComesBefore(t *testing.T) {
	s := newScene(t)
	s.put(".consolidate-lock", "123")
	id := s.propose(model.OriginModel, fourLines)
	out := s.commit(s.review(id, model.Accepted), model.CommitOptions{Init: true})
	if got := s.git("log", "--format=%s"); out.Commit == "" || got != "Accept 1 of 1 memory change (dream, offline)\nmemory before dreamgate\n" {
		t.Errorf("%+v\n%s", out, got)
	}
	if got := s.git("show", "--format=", "HEAD"); !strings.Contains(got, "-Keep answers to five") || !slices.Equal(s.files(), []string{"tone.md"}) {
		t.Errorf("%s", got)
	}
	s = newScene(t)
	s.config("[user]\n\tuseConfigOnly = true\n")
	before := s.tree()
	id = s.propose(model.OriginModel, fourLines)
	if _, err := s.desk.Commit(t.Context(), s.review(id, model.Accepted), model.CommitOptions{Init: true}); err == nil {
		t.Error("an identity was made up")
	}
	s.unchanged(before)
	if _, err := os.Lstat(filepath.Join(s.st.Dir, ".git")); err == nil {
		t.Error("a repository is left")
	}
}

// TestRepositoryAround does not put notes into a repository that holds none of them, unless asked.
func TestRepositoryAround(t *testing.T) {
	for name, c := range map[string]struct {
		ignore  string
		track   bool
		o       model.CommitOptions
		commits string
		word    string
	}{
		"holds none":        {commits: "1", word: "holds none of these notes"},
		"holds none, asked": {o: model.CommitOptions{Edits: model.EditsFirst}, commits: "3"},
		"holds them":        {track: true, commits: "2"},
		"ignores them":      {ignore: "memory/", commits: "1", word: "ignores this memory", o: model.CommitOptions{Edits: model.EditsFirst}},
	} {
		s := newScene(t)
		s.git("init", "-q", s.base)
		must(t, os.WriteFile(filepath.Join(s.base, ".gitignore"), []byte("home/\nstate/\n"+c.ignore), 0o644))
		s.git("-C", s.base, "add", ".gitignore")
		if c.track {
			s.git("-C", s.base, "add", "memory")
		}
		s.git("commit", "-q", "-m", "start")
		id := s.propose(model.OriginModel, fourLines)
		out := s.commit(s.review(id, model.Accepted), c.o)
		if s.commits() != c.commits || !strings.Contains(strings.Join(out.Notes, ";"), c.word) || s.text("tone.md") != fourLines["tone.md"] {
			t.Errorf("%s: %s commits, %+v", name, s.commits(), out)
		}
		if s.state(id) != model.ReviewClosed {
			t.Errorf("%s: it stays open", name)
		}
	}
}

func TestNothingAccepted(t *testing.T) {
	s := newScene(t).repo()
	before := s.tree()
	id := s.propose(model.OriginModel, map[string]string{"tone.md": "x\n", "rule.md": ""})
	r := s.review(id, model.Rejected)
	out := s.commit(r, model.CommitOptions{})
	if out.Commit != "" || out.Backup != "" || len(out.Written) != 0 || s.state(id) != model.ReviewClosed {
		t.Errorf("%+v", out)
	}
	id = s.propose(model.OriginModel, map[string]string{"tone.md": "y\n"})
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || s.state(id) != model.ReviewPending {
		t.Errorf("closed without a decision: %v", err)
	}
	s.unchanged(before)
	if s.commits() != "1" {
		t.Error("committed")
	}
}

// TestLinks: a linked note is refused by the name of its target, a linked memory
// directory stays a link, and a second hard link keeps the old text, which is said.
func TestLinks(t *testing.T) {
	s := newScene(t).repo()
	real := filepath.Join(s.base, "store")
	must(t, os.Rename(s.st.Dir, real))
	must(t, os.Symlink(real, s.st.Dir))
	second := filepath.Join(s.base, "second")
	must(t, os.Link(filepath.Join(real, "tone.md"), second))
	r := s.review(s.propose(model.OriginModel, fourLines), model.Accepted)
	out := s.commit(r, model.CommitOptions{})
	if info, _ := os.Lstat(s.st.Dir); info.Mode()&fs.ModeSymlink == 0 || s.text("tone.md") != fourLines["tone.md"] || out.Commit == "" {
		t.Errorf("%+v", out)
	}
	old, _ := os.ReadFile(second)
	if !strings.Contains(string(old), "five lines") || !strings.Contains(strings.Join(out.Notes, ";"), "second hard link") {
		t.Errorf("%q, %q", old, out.Notes)
	}

	dotfile := filepath.Join(s.base, "dotfiles-tone.md")
	must(t, os.WriteFile(dotfile, []byte("five\n"), 0o644))
	s.link("linked.md", dotfile)
	base := s.tree()
	base["linked.md"] = model.File{Mode: 0o644, Data: []byte("five\n")}
	proposed := maps.Clone(base)
	proposed["linked.md"] = model.File{Mode: 0o644, Data: []byte("four\n")}
	id, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Base: base, Proposed: proposed})
	must(t, err)
	r = s.review(id, model.Accepted)
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	if len(v.Unwritable) != 1 || !strings.Contains(v.Unwritable[0], dotfile) {
		t.Errorf("%+v", v)
	}
	if _, err := s.desk.Commit(t.Context(), r, model.CommitOptions{}); err == nil || !strings.Contains(err.Error(), dotfile) {
		t.Error(err)
	}
	base = s.tree()
	_, err = s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Base: base, Proposed: proposed})
	if !errors.Is(err, errEmpty) || !strings.Contains(err.Error(), dotfile) {
		t.Error(err)
	}
	proposed["rule.md"] = model.File{Mode: 0o644, Data: []byte("new\n")}
	id, err = s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Base: base, Proposed: proposed})
	must(t, err)
	if out := s.commit(s.review(id, model.Accepted), model.CommitOptions{}); !strings.Contains(strings.Join(out.Notes, ";"), dotfile) {
		t.Errorf("%+v", out)
	}
	if text, _ := os.ReadFile(dotfile); string(text) != "five\n" {
		t.Error("written through the link")
	}
}

// TestHostileNames: file names may hold what git, a shell or a terminal takes for a command.
func TestHostileNames(t *testing.T) {
	names := []string{"-rf.md", "--all.md", "a b.md", "x b y.md", "say \"hi\".md", "new\nline.md", "$(touch pwned).md",
		"`touch pwned`.md", "*.md", ":(top)tone.md", "semi;touch pwned;.md", "it's.md"}
	s := newScene(t)
	edits := map[string]string{}
	for _, name := range names {
		s.put(name, note("odd", "project", "old\n"))
		edits[name] = note("odd", "project", "new\n")
	}
	s.repo()
	s.put("rule.md", "not for the commit\n")
	s.commit(s.review(s.propose(model.OriginModel, edits), model.Accepted), model.CommitOptions{})
	got := s.files()
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		t.Errorf("%q", got)
	}
	for _, name := range names {
		if s.text(name) != edits[name] {
			t.Errorf("%q", name)
		}
	}
	if got := s.git("status", "--porcelain", "--", "rule.md"); got != " M rule.md\n" {
		t.Errorf("%s", got)
	}
	for _, dir := range []string{s.st.Dir, s.base, "."} {
		if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
			t.Errorf("%s/pwned", dir)
		}
	}
}

// TestOtherBytesInTheCommit: what a hook, a filter or a setting makes of the accepted bytes is found out after
// the commit, also what it adds.
func TestOtherBytesInTheCommit(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(s *scene)
		want    []string
	}{
		"nothing": {func(*scene) {}, nil},
		"hook writes": {func(s *scene) { s.hook("pre-commit", "echo formatted >> tone.md") },
			[]string{"tone.md is not what was accepted"}},
		"hook writes and adds": {func(s *scene) { s.hook("pre-commit", "echo formatted >> tone.md; git add tone.md") },
			[]string{"tone.md is not what was accepted", "holds tone.md with other bytes"}},
		"hook adds others": {func(s *scene) { s.put("draft.txt", "untracked"); s.hook("pre-commit", "git add -A") },
			[]string{"also holds draft.txt"}},
		"filter": {func(s *scene) {
			s.put(".git/info/attributes", "*.md filter=shout\n")
			s.git("config", "filter.shout.clean", "tr a-z A-Z")
			s.git("config", "filter.shout.smudge", "tr A-Z a-z")
		}, []string{"holds crlf.md, tone.md with other bytes"}},
		"line ends":           {func(s *scene) { s.git("config", "core.autocrlf", "true") }, []string{"crlf.md with other line ends"}},
		"line ends attribute": {func(s *scene) { s.put(".git/info/attributes", "*.md text\n") }, []string{"crlf.md with other line ends"}},
		"keeps a deleted one": {func(s *scene) { s.hook("pre-commit", "git reset -q HEAD rule.md") }, []string{"still holds rule.md"}},
	} {
		s := newScene(t).repo()
		c.prepare(s)
		id := s.propose(model.OriginModel, map[string]string{"tone.md": fourLines["tone.md"], "rule.md": "", "crlf.md": "one\r\ntwo\r\n"})
		out := s.commit(s.review(id, model.Accepted), model.CommitOptions{})
		if len(out.Notes) != len(c.want) {
			t.Errorf("%s: %q", name, out.Notes)
		}
		for i, want := range c.want {
			if i < len(out.Notes) && !strings.Contains(out.Notes[i], want) {
				t.Errorf("%s: %q", name, out.Notes)
			}
		}
	}
}

// TestFindingsOfTheResult audits what the choice would make, not the whole proposal.
func TestFindingsOfTheResult(t *testing.T) {
	s := newScene(t)
	s.put("orphan.md", note("Orphan", "user", "here before\n"))
	id := s.propose(model.OriginModel, map[string]string{"rule.md": "", "MEMORY.md": "# Memory index\n\n- [Build](build.md) - how to build\n- [Tone](tone.md) - short answers\n- [Orphan](orphan.md) - o\n"})
	r := s.review(id, model.Rejected)
	for _, c := range r.Changes {
		if c.Path == "rule.md" {
			r.Decisions[c.Hunks[0].ID] = model.Accepted
		}
	}
	v, err := s.desk.Preview(t.Context(), r)
	must(t, err)
	marks := map[string]bool{}
	for i, f := range v.Findings {
		marks[f.Rule+" "+f.Path] = v.New[i]
	}
	if want := map[string]bool{"dangling MEMORY.md": true, "orphan orphan.md": false}; !reflect.DeepEqual(marks, want) {
		t.Errorf("%v: %+v", marks, v.Findings)
	}
}

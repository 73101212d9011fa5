package desk

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dreamgate/memory"
	"dreamgate/model"
)

// movedScene has a review half decided, and a refusal, of a memory that was renamed since.
func movedScene(t *testing.T) (s *scene, id string, was model.Store) {
	t.Helper()
	s = newScene(t)
	s.commit(s.review(s.propose(model.OriginModel, map[string]string{"build.md": note("Build", "project", "Build with `just`.\n")}), model.Rejected), model.CommitOptions{})
	id = s.propose(model.OriginModel, map[string]string{"tone.md": note("Tone", "user", "Keep answers to four lines.\n"), "rule.md": note("Rule", "feedback", "Anybody tags.\n")})
	r := s.review(id, model.Undecided)
	r.Decisions[hunkOf(r, "tone.md")] = model.Accepted
	_, err := s.desk.Decide(t.Context(), s.st, id, model.Ruling{}, r.Ruling())
	must(t, err)
	was = s.st
	s.st = model.Store{ID: "renamed-2", Name: "renamed", Dir: was.Dir + "-renamed"}
	must(t, os.Rename(was.Dir, s.st.Dir))
	return s, id, was
}

func hunkOf(r model.Review, path string) string {
	for _, c := range r.Changes {
		if c.Path == path {
			return c.Hunks[0].ID
		}
	}
	return ""
}

// TestReviewsFollow: the reviews of a memory that was moved are found at its new place, with what was decided and
// refused, and are carried out there.
func TestReviewsFollow(t *testing.T) {
	for _, had := range []bool{false, true} {
		s, id, was := movedScene(t)
		other := ""
		if had { // something is kept for the new place already
			other = s.propose(model.OriginModel, map[string]string{"new.md": note("New", "project", "New.\n")})
		}
		s.put("build.md", note("Build", "project", "Changed by the agent since.\n"))
		lines, err := s.desk.Recover(t.Context(), s.st)
		must(t, err)
		if said := strings.Join(lines, "\n"); !strings.Contains(said, was.Dir) || !strings.Contains(said, "brought here") {
			t.Errorf("said %q", lines)
		}
		infos, err := s.desk.List(t.Context(), s.st)
		must(t, err)
		found := map[string]bool{}
		for _, i := range infos {
			found[i.ID] = i.State == model.ReviewPending
		}
		want := map[string]bool{id: true}
		if had {
			want[other] = true
		}
		if !maps.Equal(found, want) {
			t.Fatalf("waiting %v, want %v", found, want)
		}
		r, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		if r.Decisions[hunkOf(r, "tone.md")] != model.Accepted {
			t.Error("a decision is lost")
		}
		s.commit(r, model.CommitOptions{})
		if !strings.Contains(s.text("tone.md"), "four lines") || !strings.Contains(s.text("rule.md"), "release manager") {
			t.Error("not what was accepted")
		}
		again := s.propose(model.OriginModel, map[string]string{"build.md": note("Build", "project", "Build with `just`.\n")})
		if more, err := s.desk.Recover(t.Context(), s.st); err != nil || len(more) > 0 {
			t.Errorf("told twice: %q, %v", more, err)
		}
		_ = again
	}
}

// TestReviewsStay with a memory that is still there, and with one that another is not the same as.
func TestReviewsStay(t *testing.T) {
	s, id, was := movedScene(t)
	renamed := s.st
	// Another memory, with one note in common.
	s.st = model.Store{ID: "other-3", Name: "other", Dir: filepath.Join(s.base, "other")}
	s.put("MEMORY.md", "# Mine\n")
	s.put("rule.md", note("Rule", "feedback", "Only the release manager tags a version.\n"))
	if lines, err := s.desk.Recover(t.Context(), s.st); err != nil || len(lines) > 0 {
		t.Errorf("another memory: %q, %v", lines, err)
	}
	// A copy beside the original.
	must(t, os.Rename(renamed.Dir, was.Dir))
	s.st = renamed
	must(t, os.CopyFS(renamed.Dir, os.DirFS(was.Dir)))
	if lines, err := s.desk.Recover(t.Context(), s.st); err != nil || len(lines) > 0 {
		t.Errorf("a copy: %q, %v", lines, err)
	}
	if infos, err := s.desk.List(t.Context(), was); err != nil || len(infos) != 1 || infos[0].ID != id {
		t.Errorf("%v, %v", infos, err)
	}
}

// waits are the reviews that wait for a memory, as a program lists them that starts now.
func (s *scene) waits(st model.Store) (ids []string) {
	s.t.Helper()
	infos, err := New(s.desk.now).List(s.t.Context(), st)
	must(s.t, err)
	for _, i := range infos {
		ids = append(ids, i.ID)
	}
	return ids
}

// TestReviewsListedAfterMove: whoever asks first for what waits finds it at the new place.
func TestReviewsListedAfterMove(t *testing.T) {
	s, id, _ := movedScene(t)
	if got := s.waits(s.st); !slices.Equal(got, []string{id}) {
		t.Errorf("waiting at the new place: %q", got)
	}
}

// TestCopyTakesNoReview: a copy that is left beside a memory which was moved is another folder, also when it is looked at
// first, and what was brought stays where it was brought.
func TestCopyTakesNoReview(t *testing.T) {
	s, id, was := movedScene(t)
	moved, backup := s.st, model.Store{ID: "backup-3", Name: "backup", Dir: was.Dir + "-backup"}
	must(t, os.CopyFS(backup.Dir, os.DirFS(moved.Dir)))
	for round := range 2 {
		for _, st := range []model.Store{backup, moved, backup} {
			desk := New(s.desk.now)
			lines, err := desk.Recover(t.Context(), st)
			must(t, err)
			if brought := len(lines) > 0; brought != (round == 0 && st.ID == moved.ID) {
				t.Errorf("round %d, %s: said %q", round, st.Name, lines)
			}
		}
		if got := s.waits(backup); len(got) > 0 {
			t.Errorf("the copy took %q", got)
		}
		if got := s.waits(moved); !slices.Equal(got, []string{id}) {
			t.Errorf("waiting for the moved one: %q", got)
		}
	}
	// Only a move takes it further.
	must(t, os.Rename(moved.Dir, was.Dir))
	if got := s.waits(backup); len(got) > 0 {
		t.Errorf("the copy took %q", got)
	}
	if got := s.waits(was); !slices.Equal(got, []string{id}) {
		t.Errorf("waiting for the one that was moved back: %q", got)
	}
}

// TestUnclearMoveIsAsked: where the folder itself is gone, and copies of it are there, each that may be meant is named,
// and a person says which.
func TestUnclearMoveIsAsked(t *testing.T) {
	s, id, was := movedScene(t)
	one := model.Store{ID: "one-3", Name: "one", Dir: was.Dir + "-one"}
	two := model.Store{ID: "two-4", Name: "two", Dir: was.Dir + "-two"}
	must(t, os.CopyFS(one.Dir, os.DirFS(s.st.Dir)))
	must(t, os.CopyFS(two.Dir, os.DirFS(s.st.Dir)))
	must(t, os.RemoveAll(s.st.Dir))
	for _, st := range []model.Store{one, two} {
		lines, err := New(s.desk.now).Recover(t.Context(), st)
		must(t, err)
		said := strings.Join(lines, "\n")
		for _, want := range []string{one.Dir, two.Dir, "--memory " + st.Dir + " --bring " + was.Dir} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q lacks %q", st.Name, said, want)
			}
		}
		if got := s.waits(st); len(got) > 0 {
			t.Errorf("%s took %q unasked", st.Name, got)
		}
	}
	if _, err := New(s.desk.now).Bring(t.Context(), two, one.Dir); err == nil || !strings.Contains(err.Error(), "it is there") {
		t.Errorf("brought from a memory that is there: %v", err)
	}
	lines, err := New(s.desk.now).Bring(t.Context(), two, was.Dir)
	must(t, err)
	if len(lines) != 1 || !slices.Equal(s.waits(two), []string{id}) || len(s.waits(one)) > 0 {
		t.Errorf("said %q; waiting %q and %q", lines, s.waits(one), s.waits(two))
	}
	if more, err := New(s.desk.now).Recover(t.Context(), one); err != nil || len(more) > 0 {
		t.Errorf("asked again: %q, %v", more, err)
	}
}

// TestDiskThatIsAway: while the disk of a memory is not there, nothing takes its reviews unasked: not a copy of the notes,
// and not a copy of the whole disk, in which the folder is the same.
func TestDiskThatIsAway(t *testing.T) {
	s, id, was := movedScene(t)
	other, err := os.MkdirTemp("/dev/shm", "dreamgate-")
	if err != nil {
		t.Skip("there is no second disk here")
	}
	t.Cleanup(func() { os.RemoveAll(other) })
	clone := model.Store{ID: "clone-3", Name: "clone", Dir: filepath.Join(other, "memory")}
	must(t, os.CopyFS(clone.Dir, os.DirFS(s.st.Dir)))
	copied := model.Store{ID: "copy-4", Name: "copy", Dir: was.Dir + "-copy"}
	must(t, os.Rename(s.st.Dir, copied.Dir))
	if !memory.DiskAway(was.Dir, memory.FolderID(clone.Dir)) {
		t.Skip("there is no second disk here")
	}
	state, err := memory.FindState(was.ID)
	must(t, err)
	defer state.Close()
	desk := &store{root: state}
	must(t, desk.write(placePath, place{memory.Text(was.Dir), memory.FolderID(clone.Dir)}))
	for _, st := range []model.Store{clone, copied} {
		lines, err := New(s.desk.now).Recover(t.Context(), st)
		must(t, err)
		if said := strings.Join(lines, "\n"); !strings.Contains(said, "on a disk that is not there now") || !strings.Contains(said, "--bring "+was.Dir) {
			t.Errorf("%s: said %q", st.Name, said)
		}
		if got := s.waits(st); len(got) > 0 {
			t.Errorf("%s took %q unasked", st.Name, got)
		}
	}
	// It is mounted again.
	must(t, os.Rename(copied.Dir, was.Dir))
	if got := s.waits(was); !slices.Equal(got, []string{id}) {
		t.Errorf("back again, there wait %q", got)
	}
	if lines, err := New(s.desk.now).Recover(t.Context(), clone); err != nil || len(lines) > 0 {
		t.Errorf("then the copy says %q, %v", lines, err)
	}
}

// TestFollowDies: killed at any operation, what is kept is at one of the two places, and the next start brings the rest.
func TestFollowDies(t *testing.T) {
	for _, had := range []bool{false, true} {
		points := 0
		for n := 1; ; n++ {
			s, id, was := movedScene(t)
			if had {
				s.propose(model.OriginModel, map[string]string{"new.md": note("New", "project", "New.\n")})
			}
			count := 0
			memory.FaultEverywhere(func(string, string) error {
				if count++; count >= n {
					panic("dead")
				}
				return nil
			})
			died := func() (died bool) {
				defer func() { died = recover() != nil }()
				must(t, memory.Follow(t.Context(), was.ID, s.st.ID))
				return false
			}()
			memory.FaultEverywhere(func(string, string) error { return nil })
			if !died {
				break
			}
			points++
			_, err := s.desk.Recover(t.Context(), s.st)
			must(t, err)
			r, err := s.desk.Review(t.Context(), s.st, id)
			if err != nil || r.Decisions[hunkOf(r, "tone.md")] != model.Accepted {
				t.Fatalf("dead at operation %d: %v", n, err)
			}
		}
		if points < 3 {
			t.Errorf("%d points", points)
		}
		t.Logf("%d points", points)
	}
}

// TestMoveIsToldLater: that reviews were brought is told by the next program, where the one that brought them is a hook.
func TestMoveIsToldLater(t *testing.T) {
	s, id, was := movedScene(t)
	hook, next := New(s.desk.now), New(s.desk.now)
	hook.Hold()
	infos, err := hook.List(t.Context(), s.st)
	must(t, err)
	if len(infos) != 1 || infos[0].ID != id {
		t.Fatalf("%+v", infos)
	}
	lines, err := next.Recover(t.Context(), s.st)
	must(t, err)
	if len(lines) != 1 || !strings.Contains(lines[0], was.Dir) {
		t.Errorf("told %q", lines)
	}
	if again, err := next.Recover(t.Context(), s.st); err != nil || len(again) > 0 {
		t.Errorf("told twice: %q, %v", again, err)
	}
}

// TestToldOnce: what cannot be kept on disk is told once as well, also where the folder for it is gone by then.
func TestToldOnce(t *testing.T) {
	s := newScene(t)
	s.propose(model.OriginModel, map[string]string{"tone.md": "four\n"})
	root, err := memory.FindState(s.st.ID)
	must(t, err)
	s.desk.told[root.Dir()] = []string{"finished"}
	root.Close()
	must(t, os.RemoveAll(root.Dir()))
	if lines := s.desk.Told(); !slices.Equal(lines, []string{"finished"}) {
		t.Errorf("%q", lines)
	}
	if lines := s.desk.Told(); len(lines) > 0 {
		t.Errorf("told twice: %q", lines)
	}
}

// TestMoveMidApply: a memory is moved after a commit was cut short, and something is kept for the new place already: what
// was written belongs to the review there, whoever looks first.
func TestMoveMidApply(t *testing.T) {
	applied := 0
	for n := 40; n < 140; n += 5 {
		s := quickScene(t, n)
		id := s.propose(model.OriginModel, map[string]string{"tone.md": note("Tone", "user", "Keep answers to four lines.\n"), "sub/new.md": "new\n"})
		r := s.review(id, model.Accepted)
		died := s.dies(n, func() error {
			_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{})
			return err
		})
		if !died {
			break
		}
		was := s.st
		s.st = model.Store{ID: "renamed-2", Name: "renamed", Dir: was.Dir + "-renamed"}
		must(t, os.Rename(was.Dir, s.st.Dir))
		other := model.Proposal{Store: s.st, Origin: model.OriginPerson, Base: model.Tree{}, Proposed: model.Tree{"b.md": {Mode: 0o644, Data: []byte("b\n")}}}
		_, err := s.desk.Propose(t.Context(), other)
		must(t, err)
		infos, err := New(s.desk.now).List(t.Context(), s.st)
		must(t, err)
		_, err = New(s.desk.now).Recover(t.Context(), s.st)
		must(t, err)
		_, missing := os.Stat(filepath.Join(s.st.Dir, "sub", "new.md"))
		written := true // of one that is closed
		for _, i := range infos {
			if i.ID == id {
				written = i.State == model.ReviewUncommitted
			}
		}
		if written != (missing == nil) {
			t.Errorf("dead at operation %d: written is %v, but the new note: %v", n, written, missing)
		}
		if written {
			applied++
		}
	}
	if applied == 0 {
		t.Error("none was applied")
	}
}

// TestPlaceIsNowhere: where no folder can be told from another, none is the one that was at a place.
func TestPlaceIsNowhere(t *testing.T) {
	dir := t.TempDir()
	if (place{}).is(filepath.Join(dir, "gone")) || (place{}).is(dir) || !(place{Folder: memory.FolderID(dir)}).is(dir) && memory.FolderID(dir) != "" {
		t.Error("another folder is taken for it")
	}
}

// TestTwoFollow: two programs that start at once at the new place both find what waits, and neither fails.
func TestTwoFollow(t *testing.T) {
	for _, had := range []bool{false, true} {
		for range 10 {
			s, id, _ := movedScene(t)
			if had {
				s.propose(model.OriginPerson, map[string]string{"new.md": note("New", "project", "New.\n")})
			}
			errs := make(chan error, 3)
			for range cap(errs) {
				desk := New(s.desk.now)
				go func() {
					_, err := desk.Recover(t.Context(), s.st)
					errs <- err
				}()
			}
			for range cap(errs) {
				if err := <-errs; err != nil {
					t.Error(err)
				}
			}
			if got := s.waits(s.st); !slices.Contains(got, id) {
				t.Errorf("waiting %q", got)
			}
		}
	}
}

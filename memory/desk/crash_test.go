package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// quickScene is a scene in memory where there is a place for it: crashing at every operation makes
// some thousand of them.
func quickScene(t *testing.T, n int) *scene {
	t.Helper()
	base := os.TempDir()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		base = "/dev/shm"
	}
	dir, err := os.MkdirTemp(base, fmt.Sprintf("dreamgate-desk-%d-", n))
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return sceneIn(t, dir)
}

// dies runs do on a desk that crashes at operation n and does nothing any more after it, and puts
// the desk of the next start in its place.
func (s *scene) dies(n int, do func() error) (died bool) {
	s.t.Helper()
	count := 0
	s.desk.fault = func(op, path string) error {
		if count++; count >= n {
			panic("crash")
		}
		return nil
	}
	func() {
		defer func() {
			if v := recover(); v == "crash" {
				died = true
			} else if v != nil {
				panic(v)
			}
		}()
		must(s.t, do())
	}()
	s.desk = New(func() time.Time { return now })
	return died
}

func TestProposeCrashesAnywhere(t *testing.T) {
	for n := 1; ; n++ {
		s := quickScene(t, n)
		base := s.tree()
		proposed := s.tree()
		proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte("four\n")}
		died := s.dies(n, func() error {
			_, err := s.desk.Propose(t.Context(), model.Proposal{Store: s.st, Origin: model.OriginRules, Base: base, Proposed: proposed})
			return err
		})
		infos, err := s.desk.List(t.Context(), s.st)
		must(t, err)
		if len(infos) > 1 || !died && len(infos) != 1 {
			t.Fatalf("op %d: %+v", n, infos)
		}
		for _, info := range infos {
			if r, err := s.desk.Review(t.Context(), s.st, info.ID); err != nil || len(r.Changes) != 1 || info.Hunks != 1 {
				t.Fatalf("op %d: %+v, %v", n, r, err)
			}
		}
		if !died {
			t.Logf("%d crashes", n-1)
			return
		}
	}
}

func TestDecideCrashesAnywhere(t *testing.T) {
	for n := 1; ; n++ {
		s := quickScene(t, n)
		id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": ""})
		r := s.review(id, model.Rejected)
		must(t, s.desk.decide(t.Context(), s.st, id, r.Ruling()))
		r = s.review(id, model.Accepted)
		died := s.dies(n, func() error { return s.desk.decide(t.Context(), s.st, id, r.Ruling()) })
		back, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		accepted := 0
		for _, d := range back.Decisions {
			accepted += int(d % 2)
		}
		if len(back.Decisions) != 2 || accepted == 1 || !died && accepted != 2 {
			t.Fatalf("op %d: half a decision: %v", n, back.Decisions)
		}
		if !died {
			t.Logf("%d crashes", n-1)
			return
		}
	}
}

// TestCommitCrashesAnywhere dies at every operation on the memory and on the desk. The next start
// finds the old notes and the review as decided, or the new notes and a review that is applied; and
// a second try brings it to its end.
func TestCommitCrashesAnywhere(t *testing.T) {
	for _, withGit := range []bool{false, true} {
		ends := map[model.ReviewState]int{}
		// Each round with git takes a hundred times as long; the operations are the same.
		step := map[bool]int{false: 1, true: 23}[withGit]
		for n := 1; ; n += step {
			s := quickScene(t, n)
			if withGit {
				s.repo()
			}
			id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": "", "sub/new.md": "new\n"})
			old := s.tree()
			r := s.review(id, model.Accepted)
			died := s.dies(n, func() error {
				_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{})
				return err
			})
			end := s.afterCrash(fmt.Sprintf("git %v, op %d", withGit, n), id, old)
			ends[end]++
			if withGit {
				s.committedOnce()
			}
			os.RemoveAll(s.base)
			if !died {
				t.Logf("git %v: crashes at operations up to %d ended %v", withGit, n-1, ends)
				break
			}
		}
	}
}

func (s *scene) afterCrash(at, id string, old model.Tree) model.ReviewState {
	t := s.t
	t.Helper()
	_, err := s.desk.Recover(t.Context(), s.st)
	must(t, err)
	r, err := s.desk.Review(t.Context(), s.st, id)
	must(t, err)
	if r.State == model.ReviewPending {
		s.unchanged(old)
	} else {
		s.isNew(at)
	}
	end := r.State
	if r.State != model.ReviewClosed {
		for _, c := range r.Changes {
			if r.State == model.ReviewPending {
				r.Decisions[c.Hunks[0].ID] = model.Accepted
			}
		}
		s.commit(r, model.CommitOptions{})
		s.isNew(at + ", second try")
	}
	if s.state(id) != model.ReviewClosed {
		t.Fatalf("%s: the review ends %s", at, s.state(id))
	}
	infos, err := s.desk.List(t.Context(), s.st)
	if err != nil || len(infos) != 0 {
		t.Fatalf("%s: on the desk: %+v, %v", at, infos, err)
	}
	return end
}

func (s *scene) isNew(at string) {
	s.t.Helper()
	if got := s.tree().Paths(); !slices.Equal(got, []string{"MEMORY.md", "build.md", "sub/new.md", "tone.md"}) ||
		s.text("tone.md") != "four\n" || s.text("sub/new.md") != "new\n" {
		s.t.Fatalf("%s: half a change: %q, %q", at, got, s.text("tone.md"))
	}
	entries, _ := os.ReadDir(s.st.Dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".dreamgate") {
			s.t.Fatalf("%s: %s is left", at, filepath.Join(s.st.Dir, e.Name()))
		}
	}
}

func (s *scene) committedOnce() {
	s.t.Helper()
	if got := s.git("status", "--porcelain"); got != "" || s.commits() != "2" {
		s.t.Fatalf("%s commits, status:\n%s", s.commits(), got)
	}
}

// TestRecoveryIsTold has the list of proposals finish an apply in passing: it is still said.
func TestRecoveryIsTold(t *testing.T) {
	told := 0
	for n := 40; n < 110; n += 10 {
		s := quickScene(t, n)
		id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": ""})
		r := s.review(id, model.Accepted)
		s.dies(n, func() error {
			_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{})
			return err
		})
		_, err := s.desk.List(t.Context(), s.st)
		must(t, err)
		lines, err := s.desk.Recover(t.Context(), s.st)
		must(t, err)
		if told += len(lines); len(lines) > 0 && !strings.Contains(lines[0], "cut short") {
			t.Errorf("%q", lines)
		}
		if again, err := s.desk.Recover(t.Context(), s.st); err != nil || len(again) != 0 {
			t.Errorf("told twice: %q, %v", again, err)
		}
	}
	if told == 0 {
		t.Error("no crash was told of")
	}
}

// TestRecoveryIsKept: it is told by the next program, where the one that recovered had nobody to tell it to; also where that one only
// looks at a list.
func TestRecoveryIsKept(t *testing.T) {
	kept := 0
	for n := 40; n < 110; n += 10 {
		s := quickScene(t, n)
		id := s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": ""})
		r := s.review(id, model.Accepted)
		s.dies(n, func() error {
			_, err := s.desk.Commit(t.Context(), r, model.CommitOptions{})
			return err
		})
		hook, next := New(s.desk.now), New(s.desk.now)
		hook.Hold()
		lines, err := hook.Recover(t.Context(), s.st)
		must(t, err)
		if lines = append(lines, hook.Told()...); len(lines) > 0 {
			t.Errorf("a hook tells %q", lines)
		}
		_, err = next.List(t.Context(), s.st)
		must(t, err)
		lines = next.Told()
		if kept += len(lines); len(lines) > 0 && !strings.Contains(lines[0], "cut short") {
			t.Errorf("%q", lines)
		}
		last := New(s.desk.now)
		_, err = last.List(t.Context(), s.st)
		must(t, err)
		if again := append(next.Told(), last.Told()...); len(again) != 0 {
			t.Errorf("told twice: %q", again)
		}
	}
	if kept == 0 {
		t.Error("no crash was told of")
	}
}

// TestTwoProgramsAtOneDesk lets several desks carry out reviews of one memory at the same time: all
// get through, nothing is lost, and nothing is written twice.
func TestTwoProgramsAtOneDesk(t *testing.T) {
	s := quickScene(t, 0)
	const writers = 6
	ids := make([]string, writers)
	for i := range ids {
		s.put(fmt.Sprintf("note-%d.md", i), "old\n")
	}
	for i := range ids {
		ids[i] = s.propose(model.OriginPerson, map[string]string{fmt.Sprintf("note-%d.md", i): "new\n"})
	}
	outs := make(chan error)
	for _, id := range append(ids, ids...) {
		go func() {
			d := New(func() time.Time { return now })
			r, err := d.Review(t.Context(), s.st, id)
			if err == nil && r.State == model.ReviewPending {
				_, err = d.Commit(t.Context(), r, model.CommitOptions{})
			}
			outs <- err
		}()
	}
	for range 2 * writers {
		// Of two that carry out the same review one may come too late, and is told so.
		if err := <-outs; err != nil && !errors.Is(err, errClosed) && !errors.Is(err, memory.ErrApplied) {
			t.Error(err)
		}
	}
	for i := range ids {
		if got := s.text(fmt.Sprintf("note-%d.md", i)); got != "new\n" {
			t.Errorf("note %d is %q", i, got)
		}
	}
	if infos, err := s.desk.List(t.Context(), s.st); err != nil || len(infos) != 0 {
		t.Errorf("on the desk: %+v, %v", infos, err)
	}
}

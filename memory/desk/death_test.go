//go:build unix

package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/model"
)

// A panic at an operation, as in crash_test.go, still runs what is deferred. Here a process of its own is
// killed there: nothing is closed, unlocked or said, as when the power goes or the kernel is out of memory.

// dyingEnv tells a process of the test program what to carry out, and at which operation to die.
const dyingEnv = "DREAMGATE_TEST_DYING"

// dying is what such a process carries out on the proposal with an id.
var dying = map[string]func(d *Desk, st model.Store, id string) error{
	"propose": func(d *Desk, st model.Store, _ string) error {
		ctx := context.Background()
		root, err := memory.OpenRoot(st.Dir)
		if err != nil {
			return err
		}
		base, err := root.ReadTree(ctx)
		if err != nil {
			return err
		}
		proposed := maps.Clone(base)
		proposed["tone.md"] = model.File{Mode: 0o644, Data: []byte("four\n")}
		_, err = d.Propose(ctx, model.Proposal{Store: st, Origin: model.OriginRules, Base: base, Proposed: proposed})
		return err
	},
	"decide": func(d *Desk, st model.Store, id string) error {
		r, err := acceptedAll(d, st, id)
		if err != nil {
			return err
		}
		return d.decide(context.Background(), st, id, r.Ruling())
	},
	"commit": func(d *Desk, st model.Store, id string) error {
		r, err := acceptedAll(d, st, id)
		if err != nil {
			return err
		}
		_, err = d.Commit(context.Background(), r, model.CommitOptions{})
		return err
	},
	"supersede": func(d *Desk, st model.Store, id string) error {
		r, err := acceptedAll(d, st, id)
		if err == nil {
			err = d.decide(context.Background(), st, id, r.Ruling())
		}
		if err != nil {
			return err
		}
		p := r.Proposal
		p.ID, p.Created, p.Proposed = "", time.Time{}, maps.Clone(p.Proposed)
		p.Proposed["build.md"] = model.File{Mode: 0o644, Data: []byte("more\n")}
		_, err = d.Propose(context.Background(), p)
		return err
	},
	"discard": func(d *Desk, st model.Store, id string) error { return d.Discard(context.Background(), st, id) },
}

// TestMain is the test program, or, when it was started by one of its own tests, what is to die.
func TestMain(m *testing.M) {
	var what, id, dir string
	var n int
	if _, err := fmt.Sscan(os.Getenv(dyingEnv), &what, &n, &id, &dir); err != nil {
		os.Exit(m.Run())
	}
	d, count := New(func() time.Time { return now }), 0
	d.fault = func(string, string) error {
		if count++; count == n {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	if err := dying[what](d, model.Store{ID: "acme-1", Name: "acme", Dir: dir}, id); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// acceptedAll is a review with everything accepted.
func acceptedAll(d *Desk, st model.Store, id string) (model.Review, error) {
	r, err := d.Review(context.Background(), st, id)
	for _, c := range r.Changes {
		for _, h := range c.Hunks {
			r.Decisions[h.ID] = model.Accepted
		}
	}
	return r, err
}

// killed carries something out in a process that is killed at operation n, and reports whether it was.
func (s *scene) killed(what string, n int, id string) bool {
	s.t.Helper()
	exe, err := os.Executable()
	must(s.t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), dyingEnv+"="+what+" "+strconv.Itoa(n)+" "+id+" "+s.st.Dir)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		s.t.Fatalf("%s, op %d: %v\n%s", what, n, err, out)
	}
	return false
}

// TestKilledAnywhere kills a process at each operation that writes or reads of a proposal, a decision, a
// commit and a discard: the next start finds the old or the new, says so, and can go on.
func TestKilledAnywhere(t *testing.T) {
	for what := range dying {
		t.Run(what, func(t *testing.T) {
			points := 0
			for n := 1; ; n += killStep {
				s := quickScene(t, n)
				id := "none"
				if what != "propose" {
					id = s.propose(model.OriginRules, map[string]string{"tone.md": "four\n", "rule.md": "", "sub/new.md": "new\n"})
				}
				old := s.tree()
				died := s.killed(what, n, id)
				s.desk = New(func() time.Time { return now })
				s.afterKill(fmt.Sprintf("%s, op %d", what, n), what, id, old, died)
				os.RemoveAll(s.base)
				if !died {
					break
				}
				points++
			}
			t.Logf("killed at %d operations", points)
		})
	}
}

func (s *scene) afterKill(at, what, id string, old model.Tree, died bool) {
	t := s.t
	t.Helper()
	if what == "commit" {
		s.afterCrash(at, id, old)
		return
	}
	infos, err := s.desk.List(t.Context(), s.st)
	must(t, err)
	s.unchanged(old)
	switch what {
	case "propose":
		if len(infos) > 1 || !died && len(infos) != 1 {
			t.Fatalf("%s: on the desk: %+v", at, infos)
		}
		for _, info := range infos {
			s.review(info.ID, model.Accepted)
		}
	case "decide":
		r, err := s.desk.Review(t.Context(), s.st, id)
		must(t, err)
		accepted := 0
		for _, d := range r.Decisions {
			if d == model.Accepted {
				accepted++
			}
		}
		if accepted != 0 && accepted != len(r.Changes) || !died && accepted == 0 {
			t.Fatalf("%s: half of the decisions: %v", at, r.Decisions)
		}
	case "supersede":
		if len(infos) != 1 || !died && infos[0].ID == id {
			t.Fatalf("%s: on the desk: %+v", at, infos)
		}
		// Decided or not yet, and then nothing else.
		if n := infos[0].Decided; n != 0 && n != 3 || infos[0].ID != id && n != 3 {
			t.Fatalf("%s: %d of 3 decisions are there", at, n)
		}
	case "discard":
		if len(infos) > 1 || !died && len(infos) != 0 {
			t.Fatalf("%s: on the desk: %+v", at, infos)
		}
		if len(infos) == 1 {
			must(t, s.desk.Discard(t.Context(), s.st, id))
		}
		if infos, err = s.desk.List(t.Context(), s.st); err != nil || len(infos) != 0 {
			t.Fatalf("%s: a second try left %+v, %v", at, infos, err)
		}
	}
}

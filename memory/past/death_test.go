//go:build unix

package past

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// dyingEnv says at which operation on the disk a process of the test program dies, and of what it undoes what.
const dyingEnv = "DREAMGATE_TEST_UNDOING"

// TestDying is no test: it is the process that TestKilledAnywhere starts, and that is killed at one operation of
// an undo: of its reading, its proposal, its apply and its closing.
func TestDying(t *testing.T) {
	var n int
	var dir, id string
	if _, err := fmt.Sscan(os.Getenv(dyingEnv), &n, &dir, &id); err != nil {
		t.Skip("the process of another test")
	}
	count := 0
	memory.FaultEverywhere(func(string, string) error {
		if count++; count == n {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	})
	w := &world{t: t, st: model.Store{ID: "shop-1", Name: "shop", Dir: dir}}
	w.desk = desk.New(func() time.Time { return start.AddDate(0, 1, 0) })
	w.past = New(w.desk, w.now)
	_, r := w.undo(model.Undo{ID: id})
	w.carry(r)
}

// killed undoes a change in a process that dies at operation n, and reports whether it did.
func (w *world) killed(n int, id string) bool {
	w.t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestDying$")
	cmd.Env = append(os.Environ(), dyingEnv+"="+strconv.Itoa(n)+" "+w.st.Dir+" "+id)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		w.t.Fatalf("op %d: %v\n%s", n, err, out)
	}
	return false
}

// TestKilledAnywhere kills a process at each operation on the disk of an undo, with git and by backups. The next
// start finds the notes as they were or as they were before the change, and can take the undo to its end.
func TestKilledAnywhere(t *testing.T) {
	for _, git := range []bool{false, true} {
		step := 7
		if git {
			step = 31
		}
		if os.Getenv("DREAMGATE_DEATHS") != "" {
			step = 1
		}
		const tone = "a note that is given another name\nand says two things\n"
		points, ends := 0, map[string]int{}
		for n := 1; ; n += step {
			w := newWorld(t)
			w.t = t
			if git {
				w.git("init", "-q", "-b", "main")
				w.commit("start", "a.md", body, "gone.md", "gone\n", "tone.md", tone)
			} else {
				w.put("a.md", body)
				w.put("gone.md", "gone\n")
				w.put("tone.md", tone)
			}
			old := fmt.Sprint(texts(w.live()))
			id := w.review("a.md", body+"more\n", "gone.md", "-", "sub/new.md", "new\n", "tone.md", "-", "voice.md", tone+"and a word\n")
			changed := fmt.Sprint(texts(w.live()))
			died := w.killed(n, id)
			ends[w.goesOn(fmt.Sprintf("git %v, op %d", git, n), id, old, changed)]++
			if !died {
				break
			}
			points++
		}
		t.Logf("git %v: killed at %d operations, which ended %v", git, points, ends)
	}
}

// goesOn is the next start: it looks at what there is, and undoes what is not undone yet.
func (w *world) goesOn(at, id, old, changed string) string {
	w.t.Helper()
	ctx := context.Background()
	w.days += 60
	w.desk = desk.New(w.now)
	w.past = New(w.desk, w.now)
	lines, err := w.desk.Recover(ctx, w.st)
	must(w.t, err)
	infos, err := w.desk.List(ctx, w.st)
	if err != nil || len(infos) > 1 {
		w.t.Fatalf("%s: on the desk: %+v, %v", at, infos, err)
	}
	now := fmt.Sprint(texts(w.live()))
	end := "undone"
	switch {
	case now == old && len(infos) == 1 && infos[0].State == model.ReviewUncommitted:
		end = "written and not committed"
	case now == changed && len(infos) == 1 && infos[0].State == model.ReviewPending:
		end = "proposed"
	case now == changed && len(infos) == 0:
		end = "not begun"
	case now != old || len(infos) != 0:
		w.t.Fatalf("%s: half an undo: %s\n%+v, %q", at, now, infos, lines)
	}
	if end == "undone" {
		return end
	}
	if end == "not begun" {
		_, r := w.undo(model.Undo{ID: id})
		w.carry(r)
	} else {
		r, err := w.desk.Review(ctx, w.st, infos[0].ID)
		must(w.t, err)
		for _, c := range r.Changes {
			for _, h := range c.Hunks {
				r.Decisions[h.ID] = model.Accepted // a death right after the proposal leaves it undecided
			}
		}
		w.carry(r)
	}
	if now := fmt.Sprint(texts(w.live())); now != old {
		w.t.Fatalf("%s: after the second try: %s", at, now)
	}
	if infos, err := w.desk.List(ctx, w.st); err != nil || len(infos) != 0 {
		w.t.Fatalf("%s: left on the desk: %+v, %v", at, infos, err)
	}
	return end
}

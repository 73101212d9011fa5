//go:build unix

package dream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// dyingEnv says at which operation on the disk a process of the test program dies; storeEnv is what it dreams of.
const (
	dyingEnv = "DG_TEST_DYING"
	storeEnv = "DG_TEST_DYING_STORE"
)

// changing is an engine that changes a note, makes one, and says why.
func changing() engine.Engine {
	return scribble(map[string]string{"memory/tone.md": "---\nname: Tone\ndescription: short\ntype: user\n---\n\nKeep answers to four lines.\n",
		"memory/just.md": "---\nname: Just\ndescription: build\ntype: project\n---\n\nBuild with just.\n",
		"CHANGES.md":     "- just.md: we moved [one:1]\n"})
}

// TestDying is no test: it is the process that TestKilledAnywhere starts, and that is killed at one operation of
// a dream: of its start, its scratch, its proposal, its books, its record and its cleaning up.
func TestDying(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(dyingEnv))
	if err != nil {
		t.Skip("the process of another test")
	}
	var s model.Store
	if err := json.Unmarshal([]byte(os.Getenv(storeEnv)), &s); err != nil {
		t.Fatal(err)
	}
	var count atomic.Int64
	memory.FaultEverywhere(func(string, string) error {
		if count.Add(1) == int64(n) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	})
	now := func() time.Time { return noon.Add(time.Duration(count.Load()) * time.Millisecond) }
	d := New(Options{Engines: []engine.Engine{changing()}, Desk: desk.New(now), Now: now, Zone: time.UTC})
	run, err := d.Start(context.Background(), s, "scribble")
	if err != nil {
		t.Fatal(err)
	}
	if end, err := d.Wait(context.Background(), run.ID); err != nil || end.State != model.RunReady {
		t.Fatalf("%+v, %v", end, err)
	}
	d.Close()
}

// killed dreams in a process that dies at operation n, and reports whether it did.
func (w *world) killed(n int) bool {
	w.t.Helper()
	store, err := json.Marshal(w.store)
	if err != nil {
		w.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDying$")
	cmd.Env = append(os.Environ(), dyingEnv+"="+strconv.Itoa(n), storeEnv+"="+string(store))
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

// TestKilledAnywhere kills a process at each operation on the disk of a dream. The next start finds the memory
// as it was and a whole proposal or none, deletes the scratch, says that the run was killed, and dreams again.
func TestKilledAnywhere(t *testing.T) {
	points, proposed, told := 0, 0, 0
	for n := 1; ; n += deathStep() {
		w := newWorld(t)
		before := look(t, w.memory)
		died := w.killed(n)
		at := fmt.Sprintf("op %d", n)
		swept := Sweep(t.Context())
		w.nothingLeft(at)
		infos, err := desk.New(time.Now).List(t.Context(), w.store)
		if err != nil || len(infos) > 1 || !died && len(infos) != 1 {
			t.Fatalf("%s: on the desk: %+v, %v", at, infos, err)
		}
		b, err := readBooks(w.open())
		if err != nil || len(infos) == 0 && (!b.LastRun.IsZero() || len(b.Gathered)+len(b.Consumed) > 0) {
			t.Fatalf("%s: nothing is proposed, and the books say %+v, %v", at, b, err)
		}
		for _, info := range infos {
			proposed++
			r, err := desk.New(time.Now).Review(t.Context(), w.store, info.ID)
			if err != nil || len(r.Changes) != 2 {
				t.Fatalf("%s: half a proposal: %+v, %v", at, r.Changes, err)
			}
		}
		told += w.goesOn(at, died, len(swept) > 0)
		if look(t, w.memory) != before {
			t.Fatalf("%s: the memory changed", at)
		}
		if !died {
			break
		}
		points++
	}
	t.Logf("killed at %d operations; at %d the proposal was there, at %d the next start found a run that was killed", points, proposed, told)
}

// nothingLeft looks for what holds words of sessions or notes and is to be gone after a sweep.
func (w *world) nothingLeft(at string) {
	w.t.Helper()
	if left, _ := os.ReadDir(w.temp); len(left) > 0 {
		w.t.Fatalf("%s: left in the temp folder: %v", at, left)
	}
	records, _ := os.ReadDir(filepath.Join(w.state, "dreamgate", scratchRecords))
	for _, r := range records {
		if !strings.HasPrefix(r.Name(), memory.TempPrefix) { // those have their time (TestSweepTemps)
			w.t.Fatalf("%s: left of scratch records: %v", at, records)
		}
	}
}

// TestSweepTemps: what a write was cut short in goes at a later start, wherever it lies.
func TestSweepTemps(t *testing.T) {
	w := newWorld(t)
	var paths []string
	for _, dir := range []string{".", scratchRecords, runningDir, w.store.ID} {
		p := filepath.Join(w.state, "dreamgate", dir, memory.TempPrefix+"tmp-OLD")
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte("half"), 0o600), os.Chtimes(p, noon.AddDate(-1, 0, 0), noon.AddDate(-1, 0, 0))); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	Sweep(t.Context())
	for _, p := range paths {
		if _, err := os.Stat(p); err == nil {
			t.Errorf("%s is left", p)
		}
	}
}

// goesOn starts the next program, and dreams again.
func (w *world) goesOn(at string, died, swept bool) (told int) {
	w.t.Helper()
	d := w.dreamer(changing())
	defer d.Close()
	<-d.loaded
	runs := d.Runs()
	for _, m := range runs {
		if !m.State.Done() {
			w.t.Fatalf("%s: a run that goes on for ever: %+v", at, m)
		}
		if m.State == model.RunFailed && strings.Contains(m.Note, "killed") {
			told++
		}
	}
	if len(runs) > 1 || !died && len(runs) != 1 || swept && len(runs) == 0 {
		w.t.Fatalf("%s: %d runs, swept: %v", at, len(runs), swept)
	}
	run, err := d.Start(w.t.Context(), w.store, "scribble")
	if err != nil {
		w.t.Fatalf("%s: %v", at, err)
	}
	if end, err := d.Wait(w.t.Context(), run.ID); err != nil || end.State != model.RunReady {
		w.t.Fatalf("%s: the next dream: %+v, %v", at, end, err)
	}
	return told
}

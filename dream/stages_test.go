package dream

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/command"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// halt is where a victim stops for good, once it has said so.
func halt() {
	fmt.Println("halted")
	select {}
}

// haltingDesk stops a victim before or behind the proposal, or at one of the steps on the disk that come
// after it.
type haltingDesk struct {
	Desk
	d     *Dreamer
	stage string
}

// lateSteps are the steps behind the proposal: what is done there to which file.
var lateSteps = map[string][2]string{
	"in the books": {"rename", booksName}, "behind the books": {"remove", lockName},
	"in the record": {"rename", recordDir + "/"}, "behind the record": {"syncdir", recordDir},
}

func (h *haltingDesk) Propose(ctx context.Context, p model.Proposal) (string, error) {
	if h.stage == "before the proposal" {
		halt()
	}
	id, err := h.Desk.Propose(ctx, p)
	if h.stage == "behind the proposal" {
		halt()
	}
	if at, late := lateSteps[h.stage]; late {
		r := h.d.find(h.d.Runs()[0].ID)
		r.state = r.state.WithFault(func(op, path string) error {
			if op == at[0] && strings.HasPrefix(path, at[1]) {
				halt()
			}
			return nil
		})
		r.lock.state = r.state
	}
	return id, err
}

// haltingVictim dreams and stops at a stage. A clock is asked before each step is told, so that it
// can stop behind the step that was told last.
func haltingVictim(s model.Store, stage string) {
	steps := map[string]string{"orient": "reading the notes", "gather": "gathering sessions", "prune": "checking what the engine left"}
	script := `(trap "" TERM; while :; do sleep 0.1; done) & echo better > memory/tone.md`
	if stage != "prune" {
		script = "echo better > memory/tone.md"
	}
	var d *Dreamer
	now := func() time.Time {
		if d != nil && steps[stage] != "" {
			if runs := d.Runs(); len(runs) > 0 && runs[0].Last == steps[stage] {
				halt()
			}
		}
		return time.Now()
	}
	h := &haltingDesk{Desk: desk.New(time.Now), stage: stage}
	d = New(Options{Engines: []engine.Engine{command.New("sh", "-c", script)}, Desk: h, Now: now})
	h.d = d
	var run model.Run
	var err error
	if os.Getenv("DG_TEST_EXTRACT") != "" {
		run, err = d.Extract(context.Background(), s, "command", Extraction{All: true})
	} else {
		run, err = d.Start(context.Background(), s, "command")
	}
	if err == nil {
		run, err = d.Wait(context.Background(), run.ID)
	}
	fmt.Println("it went on:", run.State, run.Note, err)
	os.Exit(1)
}

// TestKilledAtEachStage kills the whole program at each stage of a run. Whatever it had done by then,
// the next start finds the memory as it was, no scratch, no process, a lock to be had and a record of the
// run. Books that were not saved have not moved: the session is offered again, also where its proposal is
// on the desk.
func TestKilledAtEachStage(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("what a killed program left running is found on Linux only")
	}
	for _, c := range []killedAt{
		{stage: "orient"}, {stage: "gather", scratch: 1}, {stage: "prune", scratch: 1}, {stage: "before the proposal"},
		{stage: "behind the proposal", waits: 1}, {stage: "in the books", waits: 1},
		{stage: "behind the books", waits: 1, booked: true},
		{stage: "in the record", waits: 1, booked: true, free: true},
		{stage: "behind the record", waits: 1, booked: true, free: true, recorded: true},
	} {
		t.Run("dream/"+c.stage, c.test)
		c.extract = true
		t.Run("extract/"+c.stage, c.test)
	}
}

// killedAt is a stage, and what a kill there leaves.
type killedAt struct {
	stage   string
	extract bool
	// scratch is the number of folders that are left, waits that of proposals on the desk.
	scratch, waits int
	// booked says that the books have moved, free that the lock was given back, recorded that the run has
	// its own record.
	booked, free, recorded bool
}

func (c killedAt) test(t *testing.T) {
	w := newWorld(t)
	if c.extract {
		t.Setenv("DG_TEST_EXTRACT", "1")
	}
	before := look(t, w.memory)
	killAt(t, w, c.stage)
	if left, _ := os.ReadDir(w.temp); len(left) != c.scratch {
		t.Errorf("left in the temp folder: %v", left)
	}
	if said := Sweep(t.Context()); len(said) != c.scratch {
		t.Errorf("sweep says %q", said)
	}
	if strings.Contains(processTable(t), w.temp) {
		t.Error("processes still run")
	}
	b, err := readBooks(w.open())
	if err != nil || b.LastRun.IsZero() == (c.booked && !c.extract) || len(b.Consumed) > 0 || (len(b.Gathered) == 1) != c.booked ||
		(len(b.Extracted) == 1) != (c.booked && c.extract) || len(b.Deferred) > 0 {
		t.Errorf("books: %+v, %v", b, err)
	}
	d := w.dreamer(scribble(nil))
	if list, err := d.opt.Desk.List(t.Context(), w.store); err != nil || len(list) != c.waits {
		t.Errorf("on the desk: %+v, %v", list, err)
	}
	<-d.Loaded()
	want := model.RunFailed
	if c.recorded {
		want = model.RunReady
	}
	if runs := d.Runs(); len(runs) != 1 || runs[0].State != want || runs[0].Extract != c.extract || !c.recorded && runs[0].Note != noteKilled {
		t.Errorf("on record: %+v", runs)
	}
	run, err := d.Start(t.Context(), w.store, "scribble")
	if err != nil {
		t.Fatal(err)
	}
	// A session is gathered once more until a review of it is closed.
	end, _ := d.Wait(t.Context(), run.ID)
	if end.State != model.RunUnchanged || end.Sessions != 1 || strings.Contains(strings.Join(end.Report, "\n"), "which is dead") == c.free {
		t.Errorf("the next run: %+v", end)
	}
	w.untouched(before)
}

// killAt runs a victim up to a stage and kills it there.
func killAt(t *testing.T, w *world, stage string) {
	t.Helper()
	store, err := json.Marshal(w.store)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DG_TEST_VICTIM="+string(store), "DG_TEST_STAGE="+stage)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, _ := bufio.NewReader(out).ReadString('\n')
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if said != "halted\n" {
		t.Fatalf("the victim says %q", said)
	}
}

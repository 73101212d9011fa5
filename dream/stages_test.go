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

// haltingDesk stops a victim before or behind the proposal, or in the saving of the books that comes
// after it.
type haltingDesk struct {
	Desk
	d     *Dreamer
	stage string
}

func (h *haltingDesk) Propose(ctx context.Context, p model.Proposal) (string, error) {
	if h.stage == "before the proposal" {
		halt()
	}
	id, err := h.Desk.Propose(ctx, p)
	if h.stage == "behind the proposal" {
		halt()
	}
	if h.stage == "in the books" {
		r := h.d.find(h.d.Runs()[0].ID)
		r.state = r.state.WithFault(func(op, path string) error {
			if op == "rename" {
				halt()
			}
			return nil
		})
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
	run, err := d.Start(context.Background(), s, "command")
	if err == nil {
		run, err = d.Wait(context.Background(), run.ID)
	}
	fmt.Println("it went on:", run.State, run.Note, err)
	os.Exit(1)
}

// TestKilledAtEachStage kills the whole program at each stage of a run. Whatever it had done by then,
// the next start finds the memory as it was, no scratch, no process and a lock to be had. Books that were
// not saved have not moved: the session is offered again, also where its proposal is on the desk.
func TestKilledAtEachStage(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("what a killed program left running is found on Linux only")
	}
	for _, c := range []struct {
		stage   string
		scratch int
		// waits is the number of proposals on the desk.
		waits int
	}{
		{"orient", 0, 0},
		{"gather", 1, 0},
		{"prune", 1, 0},
		{"before the proposal", 0, 0},
		{"behind the proposal", 0, 1},
		{"in the books", 0, 1},
	} {
		t.Run(c.stage, func(t *testing.T) {
			w := newWorld(t)
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
			if b, err := readBooks(w.open()); err != nil || !b.LastRun.IsZero() || len(b.Consumed)+len(b.Gathered) > 0 {
				t.Errorf("books: %+v, %v", b, err)
			}
			d := w.dreamer(scribble(nil))
			if list, err := d.opt.Desk.List(t.Context(), w.store); err != nil || len(list) != c.waits {
				t.Errorf("on the desk: %+v, %v", list, err)
			}
			run, err := d.Start(t.Context(), w.store, "scribble")
			if err != nil {
				t.Fatal(err)
			}
			// The books did not move, so that the session is gathered once more.
			end, _ := d.Wait(t.Context(), run.ID)
			if end.State != model.RunUnchanged || end.Sessions != 1 || !strings.Contains(strings.Join(end.Report, "\n"), "which is dead") {
				t.Errorf("the next run: %+v", end)
			}
			w.untouched(before)
		})
	}
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

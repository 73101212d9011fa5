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

// carry is the program that runs are sent away to in these tests.
func carry() {
	if os.Getenv("DG_TEST_CARRY") == "slow" {
		time.Sleep(200 * time.Millisecond)
	}
	in := bufio.NewReader(os.Stdin)
	e, err := ReadErrand(in)
	if err == nil {
		d := New(Options{Engines: []engine.Engine{command.New(e.Command...)}, Desk: desk.New(time.Now), Secrets: e.Rule, Caps: e.Caps})
		err = d.Carry(context.Background(), e, in, os.Stdout)
		d.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dreamgate:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// away is a Dreamer that sends its runs away, to a program in place of the engine.
func (w *world) away(program ...string) *Away {
	w.t.Setenv("DG_TEST_CARRY", "1")
	d := w.dreamer(command.New(program...))
	return NewAway(d, []string{os.Args[0]}, Errand{Command: program})
}

// TestAway: a run in a program of its own is followed, left alone, found again and cancelled.
func TestAway(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	a := w.away("sh", "-c", "echo halfway; sleep 1000")
	run, err := a.StartWith(t.Context(), w.store, "command", model.SecretsSend)
	if err != nil {
		t.Fatal(err)
	}
	a.Changed()
	until(t, "it is at work", func() bool {
		for _, m := range a.Runs() {
			if m.ID == run.ID && m.Last == "halfway" && !m.Free && m.State == model.RunRunning {
				return true
			}
		}
		return false
	})
	if _, err := a.StartWith(t.Context(), w.store, "command", model.SecretsSend); err == nil || !strings.Contains(err.Error(), "another dream of this memory runs") {
		t.Errorf("a second one: %v", err)
	}
	a.Leave()
	a.Close()
	again := w.dreamer()
	<-again.Loaded()
	if m, ok := again.runOf(run.ID); !ok || m.State != model.RunRunning || !m.Free {
		t.Fatalf("left alone: %+v, %v", m, ok)
	}
	again.Cancel(run.ID)
	if end, err := again.Wait(t.Context(), run.ID); err != nil || end.State != model.RunCancelled {
		t.Errorf("%+v, %v", end, err)
	}
	w.untouched(before)
}

// TestAwayEnds: a run that is held ends with the one who holds it, in good order or killed.
func TestAwayEnds(t *testing.T) {
	t.Run("close", func(t *testing.T) {
		w := newWorld(t)
		before := look(t, w.memory)
		a := w.away("sh", "-c", "sleep 1000")
		run, err := a.StartWith(t.Context(), w.store, "command", model.SecretsSend)
		if err != nil {
			t.Fatal(err)
		}
		a.Close()
		if end, ok := recordOf(run); !ok || end.State != model.RunCancelled {
			t.Errorf("%+v, %v", end, ok)
		}
		w.untouched(before)
	})
	t.Run("kill", func(t *testing.T) {
		w := newWorld(t)
		before := look(t, w.memory)
		store, err := json.Marshal(w.store)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DG_TEST_VICTIM="+string(store), "DG_TEST_STAGE=away")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		id, _ := bufio.NewReader(out).ReadString('\n')
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		until(t, "the run ends with the one who held it", func() bool {
			end, ok := recordOf(model.Run{ID: strings.TrimSpace(id), Store: w.store})
			return ok && end.State == model.RunCancelled
		})
		until(t, "nothing of it is left", func() bool { return len(readRunning(time.Now())) == 0 })
		time.Sleep(100 * time.Millisecond) // its program ends behind that
		w.untouched(before)
	})
}

// leashing is a program that is killed while it holds a run.
func leashing(s model.Store) {
	os.Unsetenv("DG_TEST_VICTIM")
	os.Setenv("DG_TEST_CARRY", "1")
	sleep := []string{"sh", "-c", "sleep 1000"}
	a := NewAway(New(Options{Engines: []engine.Engine{command.New(sleep...)}, Desk: desk.New(time.Now)}), []string{os.Args[0]}, Errand{Command: sleep})
	run, err := a.StartWith(context.Background(), s, "command", model.SecretsSend)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(run.ID)
	select {}
}

// TestAwayShort: a run can have ended before anybody saw it at work, and an extraction leaves no record.
func TestAwayShort(t *testing.T) {
	w := newWorld(t)
	a := w.away("sh", "-c", "echo better > memory/tone.md")
	run, err := a.Send(t.Context(), Errand{Store: w.store, Engine: "command", Rule: model.SecretsSend})
	if err != nil {
		t.Fatal(err)
	}
	if end, err := a.Wait(t.Context(), run.ID); err != nil || end.State != model.RunReady || end.Proposal == "" {
		t.Errorf("%+v, %v", end, err)
	}
	run, err = a.Send(t.Context(), Errand{Store: w.store, Engine: "command", Want: &Extraction{}})
	if err != nil || !run.Extract {
		t.Fatalf("%+v, %v", run, err)
	}
	if run.State.Done() {
		return
	}
	if end, err := a.Wait(t.Context(), run.ID); err != nil || end.State != model.RunUnchanged {
		t.Errorf("%+v, %v", end, err)
	}
}

// TestAwayFails says why no run was begun.
func TestAwayFails(t *testing.T) {
	w := newWorld(t)
	a := w.away("sh", "-c", "true")
	if _, err := a.StartWith(t.Context(), w.store, "magic", model.SecretsSend); err == nil || !strings.Contains(err.Error(), `no engine "magic"`) {
		t.Errorf("no such engine: %v", err)
	}
	for _, c := range []struct {
		program []string
		want    string
	}{
		{[]string{"/nowhere/dreamgate"}, "no such file"},
		{[]string{"sh", "-c", "exit 3"}, "without a word (exit status 3)"},
		{[]string{"sh", "-c", "cat >/dev/null & echo dreamgate: the lock is held >&2; exit 1"}, "the lock is held"},
	} {
		a.program = c.program
		if _, err := a.StartWith(t.Context(), w.store, "command", model.SecretsSend); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.program, err, c.want)
		}
	}
	// Who does not wait leaves nothing behind.
	w.t.Setenv("DG_TEST_CARRY", "slow")
	a.program = []string{os.Args[0]}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	before := time.Now()
	if _, err := a.Send(ctx, Errand{Store: w.store, Engine: "command"}); err == nil || time.Since(before) > 5*time.Second {
		t.Errorf("not waited for: %v", err)
	}
	time.Sleep(300 * time.Millisecond)
	if runs := readRunning(time.Now()); len(runs) > 0 {
		t.Errorf("it goes on: %+v", runs)
	}
	if _, err := ReadErrand(bufio.NewReader(strings.NewReader("{"))); err == nil {
		t.Error("a torn errand is read")
	}
}

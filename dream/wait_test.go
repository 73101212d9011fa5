package dream

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/model"
)

// TestStartFree: a dream that waits says for whom, begins when the other one has ended, also by a cancel, and
// begins nothing when nobody waits any more.
func TestStartFree(t *testing.T) {
	w := newWorld(t)
	done := make(chan struct{})
	slow := fake{"slow", func(ctx context.Context, _ engine.Job, _ func(model.Event)) error {
		select {
		case <-done:
		case <-ctx.Done():
		}
		return ctx.Err()
	}}
	d := w.dreamer(slow, scribble(map[string]string{"memory/tone.md": "Four.\n"}))
	first, err := d.Start(t.Context(), w.store, "slow")
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 9)
	ctx, cancel := context.WithCancel(t.Context())
	ends := make(chan error, 1)
	go func() {
		_, err := d.StartFree(ctx, w.store, "scribble", func(whose string) { told <- whose })
		ends <- err
	}()
	if who := <-told; !strings.Contains(who, "another dream of this memory runs (process "+strconv.Itoa(os.Getpid())) {
		t.Errorf("it waits for %q", who)
	}
	state := filepath.Join(w.state, "dreamgate", w.store.ID) // beside it the other run shows how it stands
	before := look(t, state)
	time.Sleep(2 * waitEvery) // some tries more
	cancel()
	if err := <-ends; !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	if after := look(t, state); after != before || len(d.Runs()) != 1 || len(told) > 0 {
		t.Errorf("who waited changed something, or said it twice:\n%s\n%s", before, after)
	}
	type started struct {
		run model.Run
		err error
	}
	second := make(chan started, 1)
	go func() {
		run, err := d.StartFree(t.Context(), w.store, "scribble", func(whose string) { told <- whose })
		second <- started{run, err}
	}()
	<-told
	d.Cancel(first.ID)
	s := <-second
	if s.err != nil {
		t.Fatal(s.err)
	}
	if end, err := d.Wait(t.Context(), s.run.ID); err != nil || end.State != model.RunReady {
		t.Errorf("%+v, %v", end, err)
	}
}

// TestWaitingIsSeen: another program sees who waits and for whom, ends it by its id, and finds no record of it; who
// was killed while waiting leaves none either.
func TestWaitingIsSeen(t *testing.T) {
	w := newWorld(t)
	slow := fake{"slow", func(ctx context.Context, _ engine.Job, _ func(model.Event)) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	d := w.dreamer(slow)
	if _, err := d.Start(t.Context(), w.store, "slow"); err != nil {
		t.Fatal(err)
	}
	told, ends := make(chan string, 9), make(chan error, 1)
	go func() {
		_, err := d.StartFree(t.Context(), w.store, "slow", func(whose string) { told <- whose })
		ends <- err
	}()
	whose := <-told
	other := w.dreamer(slow)
	var waits model.Run
	for end := time.Now().Add(10 * time.Second); waits.Note == ""; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("nobody is seen waiting: %+v", other.Runs())
		}
		other.look()
		for _, r := range other.Runs() {
			if r.State == model.RunWaiting {
				waits = r
			}
		}
	}
	if waits.Note != whose || !waits.Free || waits.State.Done() || waits.State.Works() {
		t.Errorf("seen: %+v", waits)
	}
	other.Cancel(waits.ID)
	if end, err := other.Wait(t.Context(), waits.ID); err != nil || end.State != model.RunCancelled || end.Note != noteGaveUp {
		t.Errorf("cancelled: %+v, %v", end, err)
	}
	if err := <-ends; !errors.Is(err, ErrNotWaiting) || len(d.Runs()) != 1 {
		t.Errorf("who waited was told %v, runs %+v", err, d.Runs())
	}

	dead := self()
	dead.PID, dead.Start = 1<<30, "1"
	data, err := json.Marshal(runningRecord{Owner: dead, Run: waits})
	if err != nil {
		t.Fatal(err)
	}
	shown := filepath.Join(w.state, "dreamgate", runningDir, waits.ID+runningExt)
	if err := os.WriteFile(shown, data, 0o600); err != nil {
		t.Fatal(err)
	}
	readRunning(time.Now())
	if _, err := os.Stat(shown); err == nil {
		t.Error("what a dead program showed is still there")
	}
	if end, ok := recordOf(waits); ok {
		t.Errorf("a record of what never began: %+v", end)
	}
}

// TestStartFreeOfTheAgent: the agent's own dream is waited for as well; any other error is told at once.
func TestStartFreeOfTheAgent(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(nil))
	lock := filepath.Join(w.memory, memory.AgentLock)
	w.write(memory.AgentLock, strconv.Itoa(os.Getpid()))
	run, err := d.StartFree(t.Context(), w.store, "scribble", func(whose string) {
		if whose != agentRuns {
			t.Errorf("it waits for %q", whose)
		}
		if err := os.Remove(lock); err != nil {
			t.Error(err)
		}
	})
	if err == nil {
		_, err = d.Wait(t.Context(), run.ID)
	}
	if err != nil {
		t.Error(err)
	}
	if _, err := d.StartFree(t.Context(), w.store, "magic", func(string) { t.Error("it waits for an engine that there is not") }); err == nil {
		t.Error("started with no engine")
	}
}

// TestStartFreeEnded: who has given up before the memory is free begins nothing.
func TestStartFreeEnded(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(map[string]string{"memory/tone.md": "Four.\n"}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.StartFree(ctx, w.store, "scribble", func(string) {}); !errors.Is(err, context.Canceled) || len(d.Runs()) > 0 {
		t.Errorf("%v, %d runs", err, len(d.Runs()))
	}
}

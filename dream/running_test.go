package dream

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/model"
)

// working is an engine that says a word and goes on until it is ended.
func working(word string) fake {
	return fake{"working", func(ctx context.Context, _ engine.Job, emit func(model.Event)) error {
		emit(model.Event{Text: word, File: "tone.md", Tokens: 7})
		<-ctx.Done()
		return context.Cause(ctx)
	}}
}

func (d *Dreamer) runOf(id string) (m model.Run, ok bool) {
	i := slices.IndexFunc(d.Runs(), func(m model.Run) bool { return m.ID == id })
	if i < 0 {
		return m, false
	}
	return d.Runs()[i], true
}

// TestSeenByOthers: another program sees a run with its steps, cancels it, and finds its end.
func TestSeenByOthers(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	d, other := w.dreamer(working("halfway")), w.dreamer()
	<-other.Loaded()
	changed := other.Changed()
	run, err := d.Start(t.Context(), w.store, "working")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Fatal("nothing is told")
	}
	until(t, "the other sees how far it is", func() bool {
		m, ok := other.runOf(run.ID)
		return ok && m.Last == "halfway" && m.Stage == model.StageConsolidate && m.Tokens == 7 && m.Free && m.State == model.RunRunning &&
			slices.Contains(m.Log, "halfway") && slices.Equal(m.Files, []string{"tone.md"})
	})
	if m, _ := d.runOf(run.ID); m.Free {
		t.Error("a run of this program is taken for another's")
	}
	other.Cancel(run.ID)
	if m, _ := other.runOf(run.ID); m.State != model.RunCancelling {
		t.Errorf("the one who cancels sees %s", m.State)
	}
	end, err := other.Wait(t.Context(), run.ID)
	if err != nil || end.State != model.RunCancelled || end.Note != noteCancelled {
		t.Errorf("%+v, %v", end, err)
	}
	if end, _ := d.Wait(t.Context(), run.ID); end.State != model.RunCancelled {
		t.Errorf("%+v", end)
	}
	if left, _ := os.ReadDir(filepath.Join(w.state, "dreamgate", runningDir)); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	other.Cancel("nobody's")
	if _, err := other.Wait(t.Context(), "nobody's"); err == nil {
		t.Error("a run that there is not was waited for")
	}
	w.untouched(before)
}

// TestSeenNext: the program that starts while another dreams finds that run, and its end where no record
// is kept.
func TestSeenNext(t *testing.T) {
	w := newWorld(t)
	w.session("two", `{"type":"user","timestamp":"2026-11-10T09:00:00Z","cwd":"/p","message":{"role":"user","content":"x"}}`)
	goOn := make(chan struct{})
	d := w.dreamer(fake{"slow", func(_ context.Context, _ engine.Job, emit func(model.Event)) error {
		<-goOn
		return nil
	}})
	run, err := d.Extract(t.Context(), w.store, "slow", Extraction{All: true})
	if err != nil {
		t.Fatal(err)
	}
	next := w.dreamer()
	<-next.Loaded()
	if m, ok := next.runOf(run.ID); !ok || m.State != model.RunRunning || !m.Extract {
		t.Errorf("%+v, %v", m, ok)
	}
	time.AfterFunc(50*time.Millisecond, func() { close(goOn) })
	if end, err := next.Wait(t.Context(), run.ID); err != nil || end.State != model.RunUnchanged {
		t.Errorf("%+v, %v", end, err)
	}
}

// TestKilledIsRecorded: of a run whose program is dead there is a record, in which it failed; of one
// that had ended it is its own. What cannot be read is taken away.
func TestKilledIsRecorded(t *testing.T) {
	w := newWorld(t)
	state := w.open()
	own, err := ownState()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	put := func(name string, rec runningRecord) {
		data, err := json.Marshal(rec)
		if err == nil {
			err = own.Write(runningDir+"/"+name, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run := func(id string) model.Run {
		return model.Run{ID: id, Store: w.store, Engine: "claude", State: model.RunRunning, Started: noon, Log: []string{"at work"}}
	}
	gone := owner{PID: deadPid - 1, Host: self().Host}
	put("1-killed.json", runningRecord{gone, run("1-killed")})
	put("2-ended.json", runningRecord{gone, run("2-ended")})
	put("3-far.json", runningRecord{owner{PID: 1, Host: "elsewhere"}, run("3-far")})
	put("4-other.json", runningRecord{gone, run("5-name")})
	if err := own.Write(runningDir+"/7-late.cancel", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := own.Write(runningDir+"/6-torn.json", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	ended := run("2-ended")
	ended.State, ended.Note = model.RunReady, "as it was"
	if err := writeRecord(state, ended); err != nil {
		t.Fatal(err)
	}
	d := w.dreamer()
	<-d.Loaded()
	if m, _ := d.runOf("1-killed"); m.State != model.RunFailed || m.Note != noteKilled || m.Ended.IsZero() || len(m.Log) != 1 {
		t.Errorf("killed: %+v", m)
	}
	if m, _ := d.runOf("2-ended"); m.State != model.RunReady || m.Note != "as it was" {
		t.Errorf("ended: %+v", m)
	}
	if m, ok := d.runOf("3-far"); !ok || m.State != model.RunRunning {
		t.Errorf("on another host: %+v", m)
	}
	var left []string
	entries, _ := os.ReadDir(filepath.Join(w.state, "dreamgate", runningDir))
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if strings.Join(left, " ") != "3-far.json" {
		t.Errorf("left: %v", left)
	}
}

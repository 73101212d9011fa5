package dream

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/command"
	"dreamgate/memory"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// blocked is an engine that works until it is let go or cancelled.
func blocked(started chan<- struct{}, let <-chan struct{}) fake {
	return fake{"blocked", func(ctx context.Context, job engine.Job, emit func(model.Event)) error {
		_ = os.WriteFile(filepath.Join(job.Dir, "memory/tone.md"), []byte("half\n"), 0o600)
		emit(model.Event{Text: "half way", File: "tone.md", Tokens: 7, Cost: 0.5})
		started <- struct{}{}
		select {
		case <-let:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}}
}

func TestRunToTheEnd(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	started, let := make(chan struct{}, 1), make(chan struct{})
	d := w.dreamer(blocked(started, let))
	run, err := d.Start(t.Context(), w.store, "blocked")
	if err != nil || run.State != model.RunRunning {
		t.Fatal(run, err)
	}
	<-started
	if _, err := d.Start(t.Context(), w.store, "blocked"); err == nil || !strings.Contains(err.Error(), "another dream of this memory runs") {
		t.Errorf("second start: %v", err)
	}
	other := w.store
	other.ID = "other"
	if run, err := d.Start(t.Context(), other, "blocked"); err != nil {
		t.Errorf("another store: %v", err)
	} else {
		<-started
		d.Cancel(run.ID)
		_, _ = d.Wait(t.Context(), run.ID)
	}
	list := d.Runs()
	mine := list[1]
	if len(list) != 2 || mine.ID != run.ID || mine.Last != "half way" || mine.Files[0] != "tone.md" || mine.Tokens != 7 || mine.Stage != model.StageConsolidate {
		t.Errorf("runs = %+v", list)
	}
	mine.Log[0], mine.StageAt[model.StageOrient] = "spoilt", time.Time{}
	if again := d.Runs()[1]; again.Log[0] == "spoilt" || again.StageAt[model.StageOrient].IsZero() {
		t.Error("snapshots share their insides")
	}
	close(let)
	end, err := d.Wait(t.Context(), run.ID)
	if err != nil || end.State != model.RunReady || end.Hunks != 1 || end.Sessions != 1 || end.Proposal == "" {
		t.Fatalf("%v, %+v", err, end)
	}
	w.untouched(before)
	review, err := d.opt.Desk.(*desk.Desk).Review(t.Context(), w.store, end.Proposal)
	if err != nil || review.Proposal.Store.ID != w.store.ID || len(review.Changes) != 1 {
		t.Errorf("%v, %+v", err, review)
	}
	b, err := readBooks(w.open())
	if err != nil || b.LastRun.IsZero() || len(b.Gathered[end.Proposal]) != 1 || len(b.Consumed) != 0 {
		t.Errorf("books: %+v, %v", b, err)
	}
}

// TestCancel ends runs of a fake engine and of programs that do not listen.
func TestCancel(t *testing.T) {
	for name, e := range map[string]engine.Engine{
		"fake":    nil,
		"program": command.New("sh", "-c", `trap "" TERM; echo half > memory/tone.md; echo started; while :; do sleep 0.1; done`),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			before := look(t, w.memory)
			started := make(chan struct{}, 1)
			if e == nil {
				e = blocked(started, nil)
			}
			d := w.dreamer(e)
			run, err := d.Start(t.Context(), w.store, e.About().Name)
			if err != nil {
				t.Fatal(err)
			}
			until(t, "the engine works", func() bool {
				last := d.Runs()[0].Last
				return last == "half way" || last == "started"
			})
			d.Cancel(run.ID)
			if state := d.Runs()[0].State; state != model.RunCancelling && state != model.RunCancelled {
				t.Errorf("state right after: %s", state)
			}
			end, err := d.Wait(t.Context(), run.ID)
			if err != nil || end.State != model.RunCancelled || end.Note != noteCancelled || end.Proposal != "" {
				t.Errorf("%v, %+v", err, end)
			}
			d.Cancel(run.ID) // once more does nothing
			if d.Runs()[0].State != model.RunCancelled {
				t.Error("a cancel after the end changed the state")
			}
			w.untouched(before)
			if b, err := readBooks(w.open()); err != nil || !b.LastRun.IsZero() || len(b.Gathered) > 0 || len(b.Consumed) > 0 {
				t.Errorf("books: %+v, %v", b, err)
			}
			if list, err := d.opt.Desk.List(t.Context(), w.store); err != nil || len(list) > 0 {
				t.Errorf("on the desk: %v, %v", list, err)
			}
		})
	}
}

func TestFailureMovesNothing(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	d := w.dreamer(command.New("sh", "-c", "echo API Error: limit reached; exit 0"))
	run, err := d.Start(t.Context(), w.store, "command")
	if err != nil {
		t.Fatal(err)
	}
	end, _ := d.Wait(t.Context(), run.ID)
	if end.State != model.RunFailed || !strings.Contains(end.Note, "limit reached") || !strings.HasSuffix(end.Note, "nothing was changed") {
		t.Errorf("%+v", end)
	}
	w.untouched(before)
	if b, err := readBooks(w.open()); err != nil || !b.LastRun.IsZero() {
		t.Errorf("books: %+v, %v", b, err)
	}
}

// brokenDesk takes no proposal.
type brokenDesk struct{ Desk }

func (brokenDesk) Propose(context.Context, model.Proposal) (string, error) {
	return "", errors.New("the disk is full")
}
func (brokenDesk) List(context.Context, model.Store) ([]model.ProposalInfo, error) { return nil, nil }
func (brokenDesk) Refused(context.Context, model.Store, int) ([]model.Refusal, error) {
	return nil, errors.New("it cannot be read")
}

func TestDeskFails(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(map[string]string{"memory/tone.md": "x\n"}))
	d.opt.Desk = brokenDesk{}
	run, err := d.Start(t.Context(), w.store, "scribble")
	if err != nil {
		t.Fatal(err)
	}
	end, _ := d.Wait(t.Context(), run.ID)
	if end.State != model.RunFailed || !strings.Contains(end.Note, "the disk is full") {
		t.Errorf("%+v", end)
	}
	if b, _ := readBooks(w.open()); !b.LastRun.IsZero() {
		t.Error("the books moved")
	}
}

// TestUnchangedConsumes: with nothing to change there is no review to close.
func TestUnchangedConsumes(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(nil))
	for want := 1; want >= 0; want-- {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		end, _ := d.Wait(t.Context(), run.ID)
		if end.State != model.RunUnchanged || end.Note != noteUnchanged || end.Sessions != want {
			t.Errorf("%+v, want %d sessions", end, want)
		}
	}
	if b, err := readBooks(w.open()); err != nil || b.LastRun.IsZero() || len(b.Consumed) != 1 {
		t.Errorf("books: %+v, %v", b, err)
	}
}

// TestRejectedIsNotOfferedAgain: a closed review consumes its sessions, whatever was decided.
func TestRejectedIsNotOfferedAgain(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(map[string]string{"memory/tone.md": "x\n"}))
	for _, want := range []int{1, 0} {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		end, _ := d.Wait(t.Context(), run.ID)
		if end.State != model.RunReady || end.Sessions != want {
			t.Errorf("%+v, want %d sessions", end, want)
		}
		if err := d.opt.Desk.(*desk.Desk).Discard(t.Context(), w.store, end.Proposal); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGrownSession: of a session that went on after its review only the rest is gathered.
func TestGrownSession(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(nil))
	dream := func() model.Run {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		end, _ := d.Wait(t.Context(), run.ID)
		return end
	}
	if end := dream(); end.Lines != 1 {
		t.Errorf("first: %d lines", end.Lines)
	}
	line := `{"type":"user","timestamp":"%s","cwd":"/home/dev/acme","sessionId":"one","message":{"role":"user","content":"%s"}}`
	w.session("one", fmt.Sprintf(line, "2026-11-10T09:00:00Z", "we moved from make to just"),
		fmt.Sprintf(line, "2026-11-21T09:00:00Z", "thanks"))
	if end := dream(); end.Lines != 1 || end.Sessions != 1 {
		t.Errorf("grown: %+v", end)
	}
	if end := dream(); end.Sessions != 0 {
		t.Errorf("nothing new: %+v", end)
	}
}

func TestStartRefuses(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(nil), command.New())
	if _, err := d.Start(t.Context(), w.store, "claude"); err == nil || !strings.Contains(err.Error(), "there is scribble, command") {
		t.Errorf("unknown engine: %v", err)
	}
	if _, err := d.Start(t.Context(), w.store, "command"); err == nil || !strings.Contains(err.Error(), "no program given") {
		t.Errorf("unusable engine: %v", err)
	}
	if list := d.Engines(); len(list) != 2 || list[0].Name != "scribble" || list[1].Why == "" {
		t.Errorf("engines = %+v", list)
	}
	w.write(memory.AgentLock, pidText())
	if _, err := d.Start(t.Context(), w.store, "scribble"); err == nil || !strings.Contains(err.Error(), "agent's own dream") {
		t.Errorf("while the agent dreams: %v", err)
	}
	_ = os.Remove(filepath.Join(w.memory, memory.AgentLock))
	d.Close()
	if _, err := d.Start(t.Context(), w.store, "scribble"); err == nil || !strings.Contains(err.Error(), "ending") {
		t.Errorf("after the end: %v", err)
	}
	if _, err := d.Wait(t.Context(), "nobody"); err == nil {
		t.Error("an unknown run was waited for")
	}
	d.Cancel("nobody")
}

// TestCloseCancels: at the end of the program nothing is left running.
func TestCloseCancels(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	started := make(chan struct{}, 1)
	d := w.dreamer(blocked(started, nil))
	run, err := d.Start(t.Context(), w.store, "blocked")
	if err != nil {
		t.Fatal(err)
	}
	<-started
	d.Close()
	if end, _ := d.Wait(t.Context(), run.ID); end.State != model.RunCancelled {
		t.Errorf("%+v", end)
	}
	w.untouched(before)
}

// TestContextEndsTheRun: the end of the context that a run was started with is a cancel.
func TestContextEndsTheRun(t *testing.T) {
	w := newWorld(t)
	started := make(chan struct{}, 1)
	d := w.dreamer(blocked(started, nil))
	ctx, cancel := context.WithCancel(t.Context())
	run, err := d.Start(ctx, w.store, "blocked")
	if err != nil {
		t.Fatal(err)
	}
	<-started
	cancel()
	if end, _ := d.Wait(t.Context(), run.ID); end.State != model.RunCancelled {
		t.Errorf("%+v", end)
	}
}

// TestRecords: what ended is found again by the next program, newest first and bounded.
func TestRecords(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(scribble(nil))
	var last string
	for range maxRecords + 3 {
		run, err := d.Start(t.Context(), w.store, "scribble")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = d.Wait(t.Context(), run.ID)
		last = run.ID
	}
	if n := len(d.Runs()); n != maxRecords+3 {
		t.Errorf("%d runs of this program", n)
	}
	next := w.dreamer()
	<-next.Changed()
	<-next.Loaded()
	list := next.Runs()
	if len(list) != maxRecords || list[0].ID != last || list[0].State != model.RunUnchanged || list[0].Store.ID != w.store.ID {
		t.Errorf("%d records, the first %+v", len(list), list[0])
	}
	files, _ := os.ReadDir(filepath.Join(w.state, "dreamgate", w.store.ID, recordDir))
	if len(files) != maxRecords {
		t.Errorf("%d files", len(files))
	}
}

// TestSignalsCoalesce: a reader that sleeps holds nobody up.
func TestSignalsCoalesce(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(fake{"noisy", func(_ context.Context, _ engine.Job, emit func(model.Event)) error {
		for range 5000 {
			emit(model.Event{Text: "a step with glpat-" + "xQ7rT2mN9kL4wZ8yB5vC", File: "tone.md"})
		}
		return nil
	}})
	run, err := d.Start(t.Context(), w.store, "noisy")
	if err != nil {
		t.Fatal(err)
	}
	end, _ := d.Wait(t.Context(), run.ID)
	if first := end.Log[0]; first != "a step with glpat-[masked]" {
		t.Errorf("the log begins %q", first)
	}
	if len(end.Log) != maxLog || len(end.Files) != 1 {
		t.Errorf("%d lines of log, %d files", len(end.Log), len(end.Files))
	}
	n := 0
	for len(d.Changed()) > 0 {
		<-d.Changed()
		n++
	}
	if n != 1 {
		t.Errorf("%d signals wait", n)
	}
}

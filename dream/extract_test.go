package dream

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/offline"
	"dreamgate/memory/desk"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// said is a line of a session in which the user says something.
func said(minute int, text string) string {
	return fmt.Sprintf(`{"type":"user","timestamp":"2026-11-10T09:%02d:00Z","cwd":"/home/dev/acme","message":{"role":"user","content":%q}}`, minute, text)
}

// did is a line in which the agent calls a tool on a file.
func did(tool, path string) string {
	return fmt.Sprintf(`{"type":"assistant","timestamp":"2026-11-10T09:30:00Z","cwd":"/home/dev/acme","message":{"role":"assistant","content":[`+
		`{"type":"tool_use","id":"t1","name":%q,"input":{"file_path":%q,"content":"x"}}]}}`, tool, path)
}

func (w *world) transcript(name string) transcript.File {
	w.t.Helper()
	f, err := transcript.At(filepath.Join(w.transcripts, name+".jsonl"))
	if err != nil {
		w.t.Fatal(err)
	}
	return f
}

// extracts runs an extraction of some sessions, of all if none is named.
func (w *world) extracts(d *Dreamer, engine string, sessions ...string) model.Run {
	w.t.Helper()
	want := Extraction{All: len(sessions) == 0}
	for _, s := range sessions {
		want.Sessions = append(want.Sessions, w.transcript(s))
	}
	run, err := d.Extract(w.t.Context(), w.store, engine, want)
	if err != nil {
		w.t.Fatal(err)
	}
	end, err := d.Wait(w.t.Context(), run.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return end
}

func (w *world) books() books {
	w.t.Helper()
	b, err := readBooks(w.open())
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

func (w *world) review(d *Dreamer, id string) model.Review {
	w.t.Helper()
	r, err := d.opt.Desk.Review(w.t.Context(), w.store, id)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

const (
	askPort   = "Please remember that the staging database listens on port 5433."
	askLocale = "Remember that all invoices are rendered with the Swiss German locale."
)

// TestExtract goes with a session through its life: what it says is proposed once, what it says later
// joins the proposal that waits, and what stands in a note already is not proposed again.
func TestExtract(t *testing.T) {
	w := newWorld(t)
	// The duplicate line is untidy, and none of the extraction's business.
	w.write("MEMORY.md", "- [Build](build.md) — how\n- [Build](build.md) — how\n- [Tone](tone.md) — short\n- [Rule](rule.md) — tags\n")
	before := look(t, w.memory)
	d := w.dreamer(offline.New())
	w.session("two", said(1, askPort))
	first := w.extracts(d, "offline", "two")
	if first.State != model.RunReady || first.Note != "1 note proposed" || !first.Extract {
		t.Fatalf("%+v", first)
	}
	r := w.review(d, first.Proposal)
	if len(r.Changes) != 2 || r.Changes[0].Path != model.IndexName || len(r.Changes[0].Hunks) != 1 || !r.Proposal.Extracted {
		t.Errorf("more than is new: %+v", r.Changes)
	}
	if len(r.Proposal.Sources) == 0 {
		t.Error("nothing is cited")
	}
	if again := w.extracts(d, "offline", "two"); again.State != model.RunUnchanged || again.Note != "nothing was said since the last time" {
		t.Errorf("again: %+v", again)
	}
	// The session goes on; another one says the same as the first.
	w.session("two", said(1, askPort), said(2, askLocale))
	w.session("three", said(3, askPort))
	second := w.extracts(d, "offline", "two")
	if second.State != model.RunReady || second.Note != "2 notes proposed" || second.Lines != 1 {
		t.Fatalf("%+v", second)
	}
	if third := w.extracts(d, "offline", "three"); third.State != model.RunUnchanged || third.Note != "nothing new to keep" {
		t.Errorf("what waits is proposed again: %+v", third)
	}
	list, _ := d.opt.Desk.List(t.Context(), w.store)
	if len(list) != 1 || list[0].ID != second.Proposal {
		t.Fatalf("one review takes many: %+v", list)
	}
	if r = w.review(d, second.Proposal); len(r.Changes) != 3 || !strings.Contains(r.Proposal.Changes, "two:1") || !strings.Contains(r.Proposal.Changes, "two:2") {
		t.Errorf("%+v", r.Proposal.Changes)
	}
	if b := w.books(); len(b.Gathered) != 1 || b.Gathered[second.Proposal][w.transcript("two").Path].Lines != 2 || !b.LastRun.IsZero() {
		t.Errorf("books: %+v", b)
	}
	w.untouched(before)
	// Refused is refused: also a dream does not hear it again.
	if err := d.opt.Desk.(*desk.Desk).Discard(t.Context(), w.store, second.Proposal); err != nil {
		t.Fatal(err)
	}
	if end := w.extracts(d, "offline"); end.State != model.RunUnchanged && end.Hunks > 0 && strings.Contains(strings.Join(end.Files, " "), "5433") {
		t.Errorf("after all was refused: %+v", end)
	}
	run, err := d.Start(t.Context(), w.store, "offline")
	if err != nil {
		t.Fatal(err)
	}
	if end, _ := d.Wait(t.Context(), run.ID); end.Sessions != 2 {
		t.Errorf("the dream gathers what was reviewed: %+v", end)
	}
}

// TestExtractTwice: whatever a session says, the second extraction finds nothing new.
func TestExtractTwice(t *testing.T) {
	texts := []string{askPort, askLocale, "we moved from make to just", "Only the release manager tags.", "thanks",
		"From now on, never answer with more than three lines.", "记住：部署只在星期二进行。"}
	for i := range 1 << 4 {
		w := newWorld(t)
		d := w.dreamer(offline.New())
		var lines []string
		for k, text := range texts {
			if (i*37+k*11)%3 != 0 {
				lines = append(lines, said(k, text))
			}
		}
		w.session("two", lines...)
		w.extracts(d, "offline", "two")
		if again := w.extracts(d, "offline", "two"); again.State != model.RunUnchanged || again.Sessions != 0 {
			t.Fatalf("%d: %+v", i, again)
		}
		if list, _ := d.opt.Desk.List(t.Context(), w.store); len(list) > 1 {
			t.Fatalf("%d: %d proposals", i, len(list))
		}
	}
}

// TestAgentWroteItself: a stretch in which the agent kept the memory by itself is left out, and said so.
func TestAgentWroteItself(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(offline.New())
	w.session("two", said(1, askPort), did("Write", filepath.Join(w.memory, "staging.md")))
	end := w.extracts(d, "offline", "two")
	if end.State != model.RunUnchanged || !strings.Contains(end.Note, "the agent wrote to the memory itself") ||
		!strings.Contains(strings.Join(end.Report, "\n"), "two: left out: the agent wrote staging.md itself") {
		t.Errorf("%+v", end)
	}
	if b := w.books(); b.Extracted[w.transcript("two").Path].Lines != 2 || b.LeftOut[w.transcript("two").Path].Why == "" || len(b.Consumed) > 0 {
		t.Errorf("%+v", b)
	}
	// What it says afterwards is new.
	w.session("two", said(1, askPort), did("Write", filepath.Join(w.memory, "staging.md")), said(2, askLocale))
	if end := w.extracts(d, "offline", "two"); end.State != model.RunReady || end.Lines != 1 {
		t.Errorf("%+v", end)
	}
	for _, other := range []string{did("Read", filepath.Join(w.memory, "tone.md")), did("Edit", w.memory+"-old/tone.md"), did("Edit", "/src/main.go")} {
		w.session("three", said(1, "Remember that the printers on floor four are blue."), other)
		if wrote, _, err := wroteMemory(t.Context(), w.transcript("three"), 0, w.memory); wrote != "" || err != nil {
			t.Errorf("%s: %q, %v", other, wrote, err)
		}
	}
}

// TestExtractDeletesNothing: an engine that tidies is not followed.
func TestExtractDeletesNothing(t *testing.T) {
	w := newWorld(t)
	before := look(t, w.memory)
	var got engine.Job
	d := w.dreamer(fake{"tidy", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		got = job
		_ = os.Remove(filepath.Join(job.Dir, "memory/rule.md"))
		_ = os.WriteFile(filepath.Join(job.Dir, "memory/tone.md"), nil, 0o600)
		return os.WriteFile(filepath.Join(job.Dir, "memory/new.md"), []byte("New.\n"), 0o600)
	}})
	end := w.extracts(d, "tidy", "one")
	if end.State != model.RunReady || end.Hunks != 1 || !strings.Contains(strings.Join(end.Report, "\n"), "2 notes deleted or emptied by the engine") {
		t.Errorf("%+v", end)
	}
	if !got.Extract || got.Limits.Turns != 5 || !strings.Contains(got.Prompt, "You have 5 turns") {
		t.Errorf("the engine was told %+v", got)
	}
	w.untouched(before)
}

// TestExtractPutOff: what finds another run at work, or is cut short, is read by the next extraction.
func TestExtractPutOff(t *testing.T) {
	w := newWorld(t)
	started, let := make(chan struct{}, 1), make(chan struct{})
	d := w.dreamer(blocked(started, let), offline.New())
	w.session("two", said(1, askPort))
	w.session("three", said(1, "thanks"))
	run, err := d.Start(t.Context(), w.store, "blocked")
	if err != nil {
		t.Fatal(err)
	}
	<-started
	if _, err := d.Extract(t.Context(), w.store, "offline", Extraction{Sessions: []transcript.File{w.transcript("two")}}); err == nil {
		t.Fatal("two runs at once")
	}
	d.Cancel(run.ID)
	_, _ = d.Wait(t.Context(), run.ID)
	if b := w.books(); !strings.Contains(b.Deferred[w.transcript("two").Path].Why, "another dream") {
		t.Errorf("%+v", b.Deferred)
	}
	if end := w.extracts(d, "offline", "three"); end.State != model.RunReady || end.Sessions != 2 {
		t.Errorf("%+v", end)
	}
	if b := w.books(); len(b.Deferred) > 0 {
		t.Errorf("%+v", b.Deferred)
	}
	// Cut short in the midst of it.
	w.session("four", said(1, askLocale))
	run, err = d.Extract(t.Context(), w.store, "blocked", Extraction{Sessions: []transcript.File{w.transcript("four")}})
	if err != nil {
		t.Fatal(err)
	}
	<-started
	d.Cancel(run.ID)
	_, _ = d.Wait(t.Context(), run.ID)
	if b := w.books(); b.Deferred[w.transcript("four").Path].Why == "" || b.Extracted[w.transcript("four").Path].Lines != 0 {
		t.Errorf("%+v", b)
	}
}

// TestExtractWhileReviewed: a proposal whose review has begun is left alone, and one that the notes have
// gone past is not built upon.
func TestExtractWhileReviewed(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(offline.New())
	w.session("two", said(1, askPort))
	first := w.extracts(d, "offline", "two")
	r := w.review(d, first.Proposal)
	if _, err := d.opt.Desk.(*desk.Desk).Decide(t.Context(), w.store, first.Proposal, r.Ruling(), model.Ruling{Decisions: model.Decisions{r.Changes[0].Hunks[0].ID: model.Accepted}}); err != nil {
		t.Fatal(err)
	}
	w.session("three", said(1, askLocale))
	second := w.extracts(d, "offline", "three")
	if list, _ := d.opt.Desk.List(t.Context(), w.store); len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	w.write("MEMORY.md", "- [Tone](tone.md) — short\n- [Rule](rule.md) — tags\n- [Build](build.md) — how\n")
	w.session("four", said(1, "Remember that the office in Bern closes at noon on Fridays."))
	third := w.extracts(d, "offline", "four")
	if r := w.review(d, third.Proposal); third.Proposal == second.Proposal || len(r.Changes) != 2 {
		t.Errorf("%+v", r.Changes)
	}
}

// TestExtractionIsNoDream: it does not move the time of the last dream, and those that found nothing are
// not on record.
func TestExtractionIsNoDream(t *testing.T) {
	w := newWorld(t)
	d := w.dreamer(offline.New())
	w.session("two", said(1, "thanks"))
	w.extracts(d, "offline", "two")
	if g := w.gates(); g["time"].Have != "never" || g["scan"].Have != "never" {
		t.Errorf("%+v", g)
	}
	names, err := w.open().Names(recordDir)
	if err != nil || len(names) > 0 {
		t.Errorf("%v, %v", names, err)
	}
}

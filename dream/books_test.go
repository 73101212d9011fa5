package dream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

func TestBooks(t *testing.T) {
	file := func(name string, size int64) transcript.File {
		return transcript.File{Path: name, Session: name, Size: size}
	}
	read := func(files ...transcript.File) map[string]mark {
		m := map[string]mark{}
		for _, f := range files {
			m[f.Path] = mark{Size: f.Size, Lines: int(f.Size) / 10, At: noon}
		}
		return m
	}
	b := books{Gathered: map[string]map[string]mark{
		"p1": read(file("a", 10), file("b", 20)),
		"p2": read(file("b", 30), file("c", 5)),
	}}
	if n := len(b.fresh([]transcript.File{file("a", 10), file("b", 20)}).files); n != 2 {
		t.Errorf("gathered is not consumed: %d fresh", n)
	}
	if moved := b.settle([]model.ProposalInfo{{ID: "p1", State: model.ReviewPending}, {ID: "p2", State: model.ReviewUncommitted}}); moved {
		t.Error("open reviews were settled")
	}
	if !b.settle([]model.ProposalInfo{{ID: "p1", State: model.ReviewClosed}, {ID: "p2", State: model.ReviewPending}}) || len(b.Gathered) != 1 {
		t.Errorf("p1 is closed: %+v", b)
	}
	got := b.fresh([]transcript.File{file("a", 10), file("b", 25), file("c", 5)})
	want := selection{[]transcript.File{file("b", 25), file("c", 5)}, map[string]int{"b": 2, "c": 0}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("fresh = %v: what has grown is fresh again, behind the line that was read", got)
	}
	if !b.settle(nil) || b.Consumed["b"].Size != 30 || len(b.Gathered) != 0 {
		t.Errorf("p2 is gone from the desk: %+v", b)
	}
}

// TestAccount: a session is consumed as far as it was read; what was not is deferred or left out, with
// the reason.
func TestAccount(t *testing.T) {
	w := newWorld(t)
	w.session("two", `{"type":"user"}`)
	one, err := transcript.At(filepath.Join(w.transcripts, "one.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	two, _ := transcript.At(filepath.Join(w.transcripts, "two.jsonl"))
	got := account([]transcript.DigestRead{
		{File: one, Lines: 7, Kept: 3},
		{File: two, Lines: 9, Kept: 1, LeftUser: 2},
		{File: transcript.File{Path: "gone"}, Err: fs.ErrNotExist},
	}, noon)
	if m := got.marks[one.Path]; len(got.marks) != 1 || m.Lines != 7 || m.Head == "" {
		t.Errorf("marks = %+v", got.marks)
	}
	if got.deferred[two.Path].Why != "2 lines of the user had no room" || !strings.Contains(got.leftOut["gone"].Why, "cannot be read") {
		t.Errorf("%+v", got)
	}
	// One that is too long for any run would come again for ever.
	got = account([]transcript.DigestRead{{File: two, Lines: 9, Kept: 1, LeftUser: 2}}, noon)
	if got.marks[two.Path].Lines != 9 || !strings.Contains(got.leftOut[two.Path].Why, "in part") || len(got.deferred) > 0 {
		t.Errorf("alone: %+v", got)
	}
	// What a window left out that nobody has read is read by a run without one.
	got = account([]transcript.DigestRead{{File: one, Lines: 7, Kept: 3, Older: 1}}, noon)
	if len(got.marks) > 0 || got.deferred[one.Path].Why != "1 line from before the window of the last run" {
		t.Errorf("with a window: %+v", got)
	}
	var b books
	b.take(reading{deferred: map[string]untaken{"x": {Why: "y"}}})
	b.take(reading{marks: map[string]mark{"x": {}}})
	if len(b.Deferred) > 0 {
		t.Errorf("taken, and still deferred: %+v", b)
	}
}

// TestWindow: a dream with a window takes what was said in it, also what was consumed; what it left out
// that nobody read is what the next dream without one gets.
func TestWindow(t *testing.T) {
	w := newWorld(t)
	say := func(day int, text string) string {
		return fmt.Sprintf(`{"type":"user","timestamp":"2026-11-%02dT09:00:00Z","cwd":"/p","message":{"role":"user","content":%q}}`, day, text)
	}
	w.session("one", say(1, "read before"), say(17, "read, and lately"))
	w.session("two", say(2, "old"), say(18, "new"))
	w.session("three", say(3, "of long ago"))
	if err := os.Chtimes(filepath.Join(w.transcripts, "three.jsonl"), noon, noon.AddDate(0, 0, -17)); err != nil {
		t.Fatal(err)
	}
	read := w.transcript("one")
	became := account([]transcript.DigestRead{{File: read, Lines: 2, Kept: 2}}, noon)
	if err := updateBooks(w.open(), func(b *books) { b.Consumed = became.marks }); err != nil {
		t.Fatal(err)
	}
	var seen []string
	look := fake{"look", func(_ context.Context, job engine.Job, _ func(model.Event)) error {
		seen = nil
		paths, _ := filepath.Glob(filepath.Join(job.Dir, engine.TranscriptsDir, "*"))
		for _, p := range paths {
			data, _ := os.ReadFile(p)
			for line := range strings.Lines(string(data)) {
				if part := strings.Split(strings.TrimSpace(line), "\t"); len(part) == 4 {
					seen = append(seen, part[3])
				}
			}
		}
		return nil
	}}
	dream := func(since time.Time) model.Run {
		d := w.dreamer(look)
		d.opt.Caps.Since = since
		run, err := d.Start(t.Context(), w.store, "look")
		if err != nil {
			t.Fatal(err)
		}
		run, _ = d.Wait(t.Context(), run.ID)
		return run
	}
	run := dream(noon.AddDate(0, 0, -7))
	if !slices.Equal(seen, []string{"read, and lately", "new"}) {
		t.Errorf("with a window: %q", seen)
	}
	report := strings.Join(run.Report, "\n")
	if !strings.Contains(report, "1 session left out: nothing was said there since 2026-11-13") || !strings.Contains(report, "two: left out 1 line from before the window") {
		t.Errorf("report: %q", report)
	}
	if b, err := readBooks(w.open()); err != nil || b.Consumed[read.Path].Lines != 2 || len(b.Deferred) != 1 || len(b.Consumed) != 1 {
		t.Errorf("books: %+v, %v", b, err)
	}
	if dream(time.Time{}); !slices.Equal(seen, []string{"of long ago", "old", "new"}) {
		t.Errorf("without one: %q", seen)
	}
	if run = dream(time.Time{}); len(seen) > 0 || !strings.Contains(strings.Join(run.Report, "\n"), "every session was read before and its review is closed; dreamgate dream --since 7d") {
		t.Errorf("once more: %q, %q", seen, run.Report)
	}
}

// TestBooked: each state of a session, told with its reason.
func TestBooked(t *testing.T) {
	f := func(size int64) transcript.File { return transcript.File{Path: "a", Session: "a", Size: size} }
	m := map[string]mark{"a": {Size: 10, Lines: 3}}
	for want, b := range map[string]books{
		"new 0":      {},
		"new 3":      {Extracted: m},
		"consumed 3": {Consumed: m, LeftOut: map[string]untaken{"a": {Why: "x", Size: 10}}},
		"waiting 3":  {Gathered: map[string]map[string]mark{"p": m}},
		"deferred 0": {Deferred: map[string]untaken{"a": {Why: "no room"}}},
		"left out 0": {LeftOut: map[string]untaken{"a": {Why: "the agent wrote itself", Size: 10}}},
	} {
		if got := b.of(f(10)); fmt.Sprint(got.State, " ", got.Lines) != want || got.Why == "" {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if got := (books{Consumed: m}).of(f(11)); got.State != "grown" || !strings.Contains(got.Why, "line 3") {
		t.Errorf("%+v", got)
	}
}

// TestReplaced: another session under a known name is read from its beginning.
func TestReplaced(t *testing.T) {
	w := newWorld(t)
	at := func() transcript.File {
		f, err := transcript.At(filepath.Join(w.transcripts, "one.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	became := account([]transcript.DigestRead{{File: at(), Lines: 1, Kept: 1}}, noon)
	b := books{Consumed: became.marks}
	if sel := b.fresh([]transcript.File{at()}); len(sel.files) != 0 {
		t.Errorf("unchanged, and fresh: %+v", sel)
	}
	w.session("one", `{"type":"user","sessionId":"another"}`)
	if sel := b.fresh([]transcript.File{at()}); len(sel.files) != 1 || sel.from[at().Path] != 0 {
		t.Errorf("replaced: %+v", sel)
	}
}

func TestBooksOnDisk(t *testing.T) {
	w := newWorld(t)
	state := w.open()
	if b, err := readBooks(state); err != nil || !b.LastRun.IsZero() {
		t.Errorf("none yet: %+v, %v", b, err)
	}
	if err := updateBooks(state, func(b *books) { b.LastRun = noon }); err != nil {
		t.Fatal(err)
	}
	if b, err := readBooks(state); err != nil || !b.LastRun.Equal(noon) {
		t.Errorf("%+v, %v", b, err)
	}
	if err := state.Write(booksName, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readBooks(state); err == nil || !strings.Contains(err.Error(), filepath.Join(state.Dir(), booksName)+" is damaged") {
		t.Errorf("broken books: %v", err)
	}
}

// gates measures the gates by name.
func (w *world) gates() map[string]Gate {
	w.t.Helper()
	list, err := Gates(w.t.Context(), w.store, noon)
	if err != nil {
		w.t.Fatal(err)
	}
	names, by := "", map[string]Gate{}
	for _, g := range list {
		names += g.Name + " "
		by[g.Name] = g
		if g.Reason == "" || g.Have == "" || g.Need == "" {
			w.t.Errorf("gate without its figures: %+v", g)
		}
	}
	if names != "time scan sessions lock pending " {
		w.t.Errorf("gates = %s", names)
	}
	return by
}

func TestGates(t *testing.T) {
	w := newWorld(t)
	w.gates()
	if _, err := memory.FindState(w.store.ID); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a look at the gates made a state folder: %v", err)
	}
	state := w.open()
	old := noon.Add(-30 * 24 * time.Hour)
	for _, n := range []string{"MEMORY.md", "build.md", "tone.md", "rule.md"} {
		if err := os.Chtimes(filepath.Join(w.memory, n), old, old); err != nil {
			t.Fatal(err)
		}
	}
	g := w.gates()
	if !g["time"].Open || !g["scan"].Open || g["sessions"].Open || !g["lock"].Open || !g["pending"].Open {
		t.Errorf("fresh store: %+v", g)
	}
	if err := updateBooks(state, func(b *books) { b.LastRun = noon.Add(-23 * time.Hour); b.Scanned = noon.Add(-9 * time.Minute) }); err != nil {
		t.Fatal(err)
	}
	g = w.gates()
	if g["time"].Open || g["scan"].Open || g["time"].Have != "23 h" || !g["time"].LastRun.Equal(noon.Add(-23*time.Hour)) {
		t.Errorf("a day after: %+v", g)
	}
	// The agent's own dream counts as well, if it is the later one.
	w.write(memory.AgentLock, "")
	at := noon.Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(w.memory, memory.AgentLock), at, at); err != nil {
		t.Fatal(err)
	}
	if g = w.gates(); !g["time"].LastRun.Equal(at) || !strings.Contains(g["time"].Reason, "agent's own") {
		t.Errorf("after the agent's: %+v", g["time"])
	}
	_ = os.Remove(filepath.Join(w.memory, memory.AgentLock))
	for i := range 6 {
		w.session(fmt.Sprintf("s%d", i), `{"type":"user"}`)
	}
	now := noon.Add(-time.Minute)
	if err := os.Chtimes(filepath.Join(w.transcripts, "s0.jsonl"), now, now); err != nil {
		t.Fatal(err)
	}
	g = w.gates()
	if !g["sessions"].Open || g["sessions"].Have != "6 sessions, 0 notes" || !strings.Contains(g["sessions"].Reason, "one still going on") {
		t.Errorf("six new sessions and an active one: %+v", g["sessions"])
	}
	if _, _, err := takeLock(t.Context(), state, time.Now()); err != nil {
		t.Fatal(err)
	}
	if g = w.gates(); g["lock"].Open || g["lock"].Have != "held" {
		t.Errorf("locked: %+v", g["lock"])
	}
}

// TestTimesFromTheFuture: what was written while the clock was wrong holds nothing up, and what another clock wrote
// a little early does.
func TestTimesFromTheFuture(t *testing.T) {
	w := newWorld(t)
	state := w.open()
	w.write(memory.AgentLock, "")
	for later, open := range map[time.Duration]bool{20 * time.Minute: false, 400 * 24 * time.Hour: true} {
		at := noon.Add(later)
		if err := updateBooks(state, func(b *books) { b.LastRun, b.Scanned = at, at }); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(w.memory, memory.AgentLock), at, at); err != nil {
			t.Fatal(err)
		}
		if g := w.gates(); g["time"].Open != open || g["scan"].Open != open || g["time"].LastRun.IsZero() != open {
			t.Errorf("%v ahead: %+v", later, g)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour: "0 min", 90 * time.Second: "1 min", 3 * time.Hour: "3 h", 47 * time.Hour: "47 h", 49 * time.Hour: "2 days",
	} {
		if got := span(d); got != want {
			t.Errorf("span(%v) = %q, want %q", d, got, want)
		}
	}
}

//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dreamgate/model"
)

// TestTasks lists, follows and cancels a dream that another program has at work.
func TestTasks(t *testing.T) {
	world(t)
	ended := make(chan result, 1)
	go func() {
		ended <- call(t, false, "dream", "--memory", "src/shop", "--engine", "command", "--", "sh", "-c", "echo halfway; sleep 1000")
	}()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(call(t, false, "tasks").out, "halfway"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is not seen at work")
		}
	}
	if out := want(t, 0, "tasks"); !strings.Contains(out, "running (consolidate)") {
		t.Errorf("tasks: %s", out)
	}
	if out := want(t, 0, "tasks", "log"); !strings.Contains(out, "gathering sessions\n") || !strings.HasSuffix(out, "running: consolidate\n") {
		t.Errorf("tasks log: %s", out)
	}
	id, _, _ := strings.Cut(want(t, 0, "tasks"), " ")
	followed := make(chan result, 1)
	go func() { followed <- call(t, false, "tasks", "log", "-f", id) }()
	if out := want(t, 0, "tasks", "cancel", id); out != id+": cancelled; nothing was changed\n" {
		t.Errorf("tasks cancel: %s", out)
	}
	if r := <-followed; r.code != 0 || strings.Count(r.out, "halfway\n") != 1 || !strings.HasSuffix(r.out, "cancelled: cancelled; nothing was changed\n") {
		t.Errorf("tasks log -f: %d, %s%s", r.code, r.out, r.err)
	}
	if r := <-ended; r.code != 130 || !strings.Contains(r.err, "cancelled") {
		t.Errorf("the dream ended with %d: %s", r.code, r.err)
	}
	if r := call(t, false, "tasks", "cancel", id); r.code != 1 || !strings.Contains(r.err, "has ended: cancelled") {
		t.Errorf("a second cancel: %d, %s", r.code, r.err)
	}
}

// TestDetach starts a dream that goes on by itself, and finds it again.
func TestDetach(t *testing.T) {
	world(t)
	t.Setenv("DG_TEST_PROGRAM", "1")
	out := want(t, 0, "dream", "--detach", "--memory", "src/shop", "--engine", "command", "--", "sh", "-c", "echo halfway; sleep 1000")
	if !strings.HasPrefix(out, "a dream of shop goes on by itself") {
		t.Errorf("%s", out)
	}
	if r := call(t, false, "dream", "--detach", "--memory", "src/shop"); r.code != 1 || !strings.Contains(r.err, "another dream of this memory runs") {
		t.Errorf("a second one: %d, %s", r.code, r.err)
	}
	for end := time.Now().Add(20 * time.Second); !strings.Contains(call(t, false, "tasks").out, "halfway"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is not seen at work")
		}
	}
	if out := want(t, 0, "tasks", "cancel"); !strings.Contains(out, "cancelled; nothing was changed") {
		t.Errorf("tasks cancel: %s", out)
	}
	// It stands on the clock of the one who started it.
	if out := want(t, 0, "tasks"); !strings.Contains(out, "2026-03-02 14:00  shop  command  cancelled") {
		t.Errorf("tasks: %s", out)
	}
}

// TestSessionEnds: an extraction by a program of the user's, and a dream that is wanted to, do not keep the
// end of a session waiting.
func TestSessionEnds(t *testing.T) {
	h := homeWithMemory(t)
	h.says(rye, oven)
	t.Setenv("DG_TEST_PROGRAM", "1")
	t.Setenv("GO", filepath.Join(h.project, "go"))
	slow := []string{"--engine", "command", "--", "sh", "-c",
		`while [ ! -e "$GO" ]; do sleep 0.05; done; printf -- '---\nname: Rye\n---\n\nRye only.\n' > memory/rye.md; echo '{"type":"result"}'`}
	at := func(what, word string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !strings.Contains(call(t, false, "tasks").out, word); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %s", what, call(t, false, "tasks").out)
			}
		}
	}
	feed(t, h.sent())
	if r := call(t, false, append([]string{"extract", "--hook"}, slow...)...); r.code != 0 || r.out+r.err != "" {
		t.Errorf("extract: %d, %q, %q", r.code, r.out, r.err)
	}
	at("it goes on", "running")
	if err := os.WriteFile(os.Getenv("GO"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at("it ends", "1 note proposed")
	h = homeWithMemory(t)
	t.Setenv("GO", filepath.Join(h.project, "go"))
	for i := range 5 {
		h.transcript = filepath.Join(filepath.Dir(h.transcript), fmt.Sprintf("old%d.jsonl", i))
		h.says(rye)
		_ = os.Chtimes(h.transcript, now.Add(-time.Hour), now.Add(-time.Hour))
	}
	r := call(t, false, append([]string{"dream", "--auto", "--detach", "--memory", h.memory}, slow...)...)
	if r.code != 0 || r.out != "a dream of bakery has begun; dreamgate tasks shows how far it is\n" {
		t.Errorf("dream: %d, %q, %q", r.code, r.out, r.err)
	}
	want(t, 0, "tasks", "cancel")
}

// TestTell prints each step once, also of a log that has lost its beginning.
func TestTell(t *testing.T) {
	var out strings.Builder
	a := &app{Program: Program{Stdout: &out}}
	var told []string
	for _, log := range [][]string{{"a", "b"}, {"a", "b", "c"}, {"a", "b", "c"}, {"b", "c", "c"}, {"c", "d", "e"}, {"x", "y"}} {
		told = a.tell(told, model.Run{Log: log})
	}
	if got := strings.Join(strings.Fields(out.String()), " "); got != "a b c c d e x y" {
		t.Errorf("%s", got)
	}
}

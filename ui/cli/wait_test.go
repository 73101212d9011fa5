//go:build unix

package cli

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

// heard is a standard error that is read while it is written.
type heard struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.buf.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.buf.String()
}

// calls begins a command and says what it has written to its standard error so far; ended has its exit code.
func calls(ctx context.Context, args ...string) (errs *heard, ended chan int) {
	errs, ended = &heard{}, make(chan int, 1)
	var r result
	var out bytes.Buffer
	p := program(&r, &out, errs, false)
	go func() { ended <- p.Run(ctx, args) }()
	return errs, ended
}

// TestWait: a dream with --wait says whose end it waits for, ends at an interrupt without having begun, and begins
// when the other one is cancelled.
func TestWait(t *testing.T) {
	world(t)
	soon := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("did not come to pass: " + what)
			}
		}
	}
	first := make(chan result, 1)
	go func() {
		first <- call(t, false, "dream", "--memory", "src/shop", "--engine", "command", "--", "sh", "-c", "echo halfway; sleep 1000")
	}()
	soon("it is at work", func() bool { return strings.Contains(call(t, false, "tasks").out, "halfway") })
	if r := call(t, false, "dream", "--memory", "src/shop"); r.code != 1 || !strings.Contains(r.err, "another dream of this memory runs") || !strings.Contains(r.err, "--wait") {
		t.Errorf("without --wait: %+v", r)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	args := []string{"dream", "--memory", "src/shop", "--wait"}
	errs, ended := calls(ctx, args...)
	soon("it says what it waits for", func() bool {
		return strings.Contains(errs.String(), "waiting: another dream of this memory runs (process ")
	})
	interrupt()
	if code := <-ended; code != 130 || !strings.Contains(errs.String(), "no dream was started") {
		t.Errorf("interrupted: %d, %s", code, errs)
	}
	errs, ended = calls(t.Context(), args...)
	soon("another one waits", func() bool { return strings.Contains(errs.String(), "waiting: ") })
	var id string
	soon("it is listed", func() bool {
		for _, row := range strings.Split(call(t, false, "tasks").out, "\n") {
			if strings.Contains(row, "offline  waiting") && strings.Contains(row, "another dream of this memory runs") {
				id = strings.Fields(row)[0]
			}
		}
		return id != ""
	})
	if out := want(t, 0, "tasks", "cancel", id); !strings.Contains(out, id+": it no longer waits") {
		t.Errorf("the waiting one cancelled: %s", out)
	}
	if code := <-ended; code != exitInterrupted || !strings.Contains(errs.String(), "no longer waiting; no dream was started") {
		t.Errorf("who waited: %d, %s", code, errs)
	}
	errs, ended = calls(t.Context(), args...)
	soon("a third one is listed", func() bool { return strings.Contains(call(t, false, "tasks").out, "waiting") })
	want(t, 0, "tasks", "cancel")
	if r := <-first; r.code != 130 {
		t.Errorf("the first: %+v", r)
	}
	if code := <-ended; code != 0 || strings.Count(errs.String(), "waiting: ") != 1 {
		t.Errorf("the second: %d, %s", code, errs)
	}
	if out := want(t, 0, "tasks"); !strings.Contains(out, "offline  ready") || strings.Count(out, "shop") != 2 {
		t.Errorf("tasks: %s", out)
	}
}

// TestWaitForNothing: --wait has no sense where no lock is taken, or where nobody waits for the end.
func TestWaitForNothing(t *testing.T) {
	world(t)
	for _, other := range [][]string{{"--out", "new"}, {"--detach"}, {"--dry-run"}, {"--print-prompt"}} {
		if r := call(t, false, append([]string{"dream", "--memory", "src/shop", "--wait"}, other...)...); r.code != 2 || !strings.Contains(r.err, "--wait") {
			t.Errorf("%v: %+v", other, r)
		}
	}
}

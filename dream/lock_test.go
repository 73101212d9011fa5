package dream

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"dreamgate/memory"
)

// state opens the state folder of the world's store.
func (w *world) open() *memory.Root {
	w.t.Helper()
	state, err := memory.StoreState(w.store.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { state.Close() })
	return state
}

func putLock(t *testing.T, state *memory.Root, c claim) {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := state.Write(lockName, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// deadPid is the number of a process that does not exist.
const deadPid = 1 << 22

func TestStanding(t *testing.T) {
	me := self()
	other := me
	other.Start = "another boot/1"
	far := owner{PID: os.Getpid(), Host: "elsewhere", Start: "x"}
	gone := owner{PID: deadPid - 1, Host: me.Host}
	blind := owner{PID: os.Getpid(), Host: me.Host}
	for _, c := range []struct {
		name   string
		owner  owner
		silent time.Duration
		held   bool
		why    string
	}{
		{"alive", me, time.Second, true, "runs (process"},
		{"alive, nearly an hour", me, 59 * time.Minute, true, "runs"},
		{"alive, silent", me, 61 * time.Minute, false, "silent for 1h1m"},
		{"dead", gone, time.Second, false, "which is dead"},
		{"reused pid", other, time.Second, false, "which is dead"},
		{"no start time known", blind, time.Second, true, "runs"},
		{"foreign", far, time.Minute, true, "elsewhere"},
		{"foreign, silent", far, 2 * time.Hour, false, "elsewhere has been silent"},
		{"foreign, a zone ahead", far, -11 * time.Hour, true, "elsewhere"},
		{"foreign, years ahead", far, -70 * 365 * 24 * time.Hour, false, "from the future"},
		{"ours, years ahead", me, -70 * 365 * 24 * time.Hour, true, "runs"},
		{"nobody", owner{Host: me.Host}, time.Second, false, "dead"},
	} {
		held, why := claim{Owner: c.owner, Beat: noon.Add(-c.silent)}.standing(noon)
		if held != c.held || !strings.Contains(why, c.why) {
			t.Errorf("%s: held %v, %q", c.name, held, why)
		}
	}
}

func TestLock(t *testing.T) {
	w := newWorld(t)
	state := w.open()
	first, remark, err := takeLock(t.Context(), state, noon)
	if err != nil || remark != "" {
		t.Fatal(err, remark)
	}
	before := look(t, w.state)
	var locked *lockedError
	if _, _, err := takeLock(t.Context(), state, noon); !errors.As(err, &locked) || !strings.Contains(err.Error(), "wait until") {
		t.Errorf("second: %v", err)
	}
	if after := look(t, w.state); after != before {
		t.Errorf("the loser changed something:\n%s\n%s", before, after)
	}
	if err := first.beat(t.Context(), noon.Add(time.Minute)); err != nil {
		t.Errorf("beat: %v", err)
	}
	// Another takes the silent holder for dead; the holder finds out, and leaves the lock alone.
	second, remark, err := takeLock(t.Context(), state, noon.Add(2*time.Hour))
	if err != nil || !strings.Contains(remark, "silent") {
		t.Fatal(err, remark)
	}
	if err := first.beat(t.Context(), noon.Add(2*time.Hour)); !errors.Is(err, errLockLost) {
		t.Errorf("beat of the loser: %v", err)
	}
	if err := first.release(); err != nil || !second.ours() {
		t.Errorf("release of the loser: %v, still ours: %v", err, second.ours())
	}
	if err := second.release(); err != nil {
		t.Error(err)
	}
	if held, why, err := lockState(state, noon); held || why != "" || err != nil {
		t.Error(held, why, err)
	}
}

func TestUnreadableLock(t *testing.T) {
	for _, text := range []string{"", "{", "4711", "{}"} {
		w := newWorld(t)
		state := w.open()
		if err := state.Write(lockName, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, remark, err := takeLock(t.Context(), state, noon); err != nil || !strings.Contains(remark, "unreadable") {
			t.Errorf("%q: %v, %q", text, err, remark)
		}
	}
}

// TestRace lets many claim a lock whose owner is dead: exactly one inherits.
func TestRace(t *testing.T) {
	for range 20 {
		w := newWorld(t)
		state := w.open()
		putLock(t, state, claim{ID: "old", Owner: owner{PID: deadPid - 1, Host: self().Host}, Beat: noon})
		var won sync.Map
		var work sync.WaitGroup
		start := make(chan struct{})
		for i := range 8 {
			work.Go(func() {
				<-start
				if l, _, err := takeLock(t.Context(), state, noon); err == nil {
					won.Store(i, l)
				} else if !errors.As(err, new(*lockedError)) {
					t.Error(err)
				}
			})
		}
		close(start)
		work.Wait()
		n := 0
		won.Range(func(_, l any) bool {
			n++
			if !l.(*lock).ours() {
				t.Error("the winner does not hold the lock")
			}
			return true
		})
		if n != 1 {
			t.Fatalf("%d winners", n)
		}
	}
}

func TestAgentDream(t *testing.T) {
	w := newWorld(t)
	if a := agentDream(w.memory, noon); a != (agentState{}) {
		t.Errorf("without a lock: %+v", a)
	}
	path := filepath.Join(w.memory, memory.AgentLock)
	for _, c := range []struct {
		name, text    string
		age           time.Duration
		running, left bool
	}{
		{"running", strconv.Itoa(os.Getpid()) + "\n", time.Minute, true, false},
		{"long ago", strconv.Itoa(os.Getpid()), 2 * time.Hour, false, false},
		{"dead", strconv.Itoa(deadPid - 1), time.Minute, false, true},
		{"empty", "", time.Minute, false, false},
		{"nonsense", "soon", time.Minute, false, false},
		{"negative", "-1", time.Minute, false, false},
	} {
		w.write(memory.AgentLock, c.text)
		at := noon.Add(-c.age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		a := agentDream(w.memory, noon)
		if a.running != c.running || a.left != c.left || !a.last.Equal(at) {
			t.Errorf("%s: %+v", c.name, a)
		}
		if data, _ := os.ReadFile(path); string(data) != c.text {
			t.Errorf("%s: the lock was written", c.name)
		}
	}
}

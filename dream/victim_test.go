package dream

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dreamgate/dream/engine"
	"dreamgate/dream/engine/command"
	"dreamgate/memory/desk"
	"dreamgate/model"
)

// pidText is the pid of this process.
func pidText() string { return strconv.Itoa(os.Getpid()) }

// victim is the program that TestKilled kills: it starts a dream with a program that would go on for
// ever, says when that works, and waits.
func victim() {
	var s model.Store
	if err := json.Unmarshal([]byte(os.Getenv("DG_TEST_VICTIM")), &s); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if os.Getenv("DG_TEST_STAGE") == "away" {
		leashing(s)
	}
	if stage := os.Getenv("DG_TEST_STAGE"); stage != "" {
		haltingVictim(s, stage)
	}
	script := `echo $$ > "$PIDS"; (trap "" TERM; while :; do sleep 0.1; done) & echo half > memory/tone.md; echo working; wait`
	d := New(Options{Engines: []engine.Engine{command.New("sh", "-c", script)}, Desk: desk.New(time.Now)})
	run, err := d.Start(context.Background(), s, "command")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for {
		for _, r := range d.Runs() {
			if r.ID == run.ID && r.Last == "working" {
				fmt.Println("working")
				select {}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// TestKilled kills the whole program in the middle of a run. The next start finds the memory as it
// was, sweeps, ends what still runs, and gets the lock.
func TestKilled(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("what a killed program left running is found on Linux only")
	}
	w := newWorld(t)
	before := look(t, w.memory)
	store, err := json.Marshal(w.store)
	if err != nil {
		t.Fatal(err)
	}
	pids := filepath.Join(t.TempDir(), "pids")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DG_TEST_VICTIM="+string(store), "PIDS="+pids)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 200)
	n, _ := out.Read(buf)
	if string(buf[:n]) != "working\n" {
		t.Fatalf("the victim says %q", buf[:n])
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if left, _ := os.ReadDir(w.temp); len(left) != 1 {
		t.Fatalf("left: %v", left)
	}
	said := strings.Join(Sweep(t.Context()), "\n")
	if !strings.Contains(said, "left by a dream that was killed") {
		t.Errorf("sweep says %q", said)
	}
	if table := strings.Count(processTable(t), w.temp); table > 0 {
		t.Errorf("%d processes still run", table)
	}
	if again := Sweep(t.Context()); len(again) > 0 {
		t.Errorf("the second sweep says %q", again)
	}
	if b, err := readBooks(w.open()); err != nil || !b.LastRun.IsZero() {
		t.Errorf("books: %+v, %v", b, err)
	}
	d := w.dreamer(scribble(nil))
	run, err := d.Start(t.Context(), w.store, "scribble")
	if err != nil {
		t.Fatal(err)
	}
	if end, _ := d.Wait(t.Context(), run.ID); end.State != model.RunUnchanged || !strings.Contains(strings.Join(end.Report, "\n"), "which is dead") {
		t.Errorf("%+v", end)
	}
	w.untouched(before)
}

// processTable is what the environments of all processes say.
func processTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, d := range dirs {
		if filepath.Base(d) == pidText() {
			continue
		}
		env, _ := os.ReadFile(filepath.Join(d, "environ"))
		if strings.Contains(string(env), "DREAMGATE_SCRATCH=") {
			b.Write(env)
		}
	}
	return b.String()
}

// TestSweepTouchesOnlyOurs gives the sweep records that lie.
func TestSweepTouchesOnlyOurs(t *testing.T) {
	w := newWorld(t)
	dead := owner{PID: deadPid - 1, Host: self().Host}
	make := func(name string, mode os.FileMode) string {
		dir := filepath.Join(w.temp, name)
		if err := os.Mkdir(dir, mode); err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile(filepath.Join(dir, "x"), []byte("x"), 0o600)
		_ = os.Chmod(dir, mode)
		return dir
	}
	link := filepath.Join(w.temp, "dreamgate-scratch-link")
	if err := os.Symlink(w.memory, link); err != nil {
		t.Fatal(err)
	}
	state, err := ownState()
	if err != nil {
		t.Fatal(err)
	}
	defer state.Close()
	for _, c := range []struct {
		name, path string
		owner      owner
		stays      bool
	}{
		{"dead", make("dreamgate-scratch-1", 0o700), dead, false},
		{"alive", make("dreamgate-scratch-2", 0o700), self(), true},
		{"foreign", make("dreamgate-scratch-3", 0o700), owner{PID: 1, Host: "elsewhere"}, true},
		{"another name", make("precious", 0o700), dead, true},
		{"open to others", make("dreamgate-scratch-4", 0o755), dead, true},
		{"a link", link, dead, true},
		{"the memory itself", w.memory, dead, true},
		{"relative", "dreamgate-scratch-5", dead, true},
	} {
		before := look(t, w.memory)
		data, _ := json.Marshal(scratchRecord{Path: c.path, Owner: c.owner})
		if err := state.Write(scratchRecords+"/r.json", data, 0o600); err != nil {
			t.Fatal(err)
		}
		Sweep(t.Context())
		if _, err := os.Lstat(c.path); (err == nil) != c.stays && c.name != "relative" {
			t.Errorf("%s: %v", c.name, err)
		}
		if look(t, w.memory) != before {
			t.Fatalf("%s: the memory changed", c.name)
		}
		_ = state.Remove(scratchRecords + "/r.json")
	}
	if err := state.Write(scratchRecords+"/r.json", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := Sweep(t.Context()); len(said) > 0 {
		t.Errorf("a broken record: %q", said)
	}
}

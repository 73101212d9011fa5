package dream

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"dreamgate/dream/engine/command"
)

// TestContained lets programs misbehave as a whole, where TestEscapes is about single files. Each ends
// in a sentence that says what happened, with the memory as it was and nothing left.
func TestContained(t *testing.T) {
	for _, c := range []struct {
		name, script string
		caps         Caps
		// full makes the temp folder one that holds little.
		full bool
		// err is a part of the error, "" for an end in nothing to change.
		err string
	}{
		{"talks and writes nothing", `echo "Here is your updated memory: all fine."`, Caps{}, false, "all fine"},
		{"hangs", `sleep 1000`, Caps{Silence: 300 * time.Millisecond}, false, "look whether command can be reached"},
		{"talks for ever", `while :; do echo busy; sleep 0.05; done`, Caps{Time: 500 * time.Millisecond}, false, "run it again"},
		{"leaves a child behind", `(setsid sh -c 'trap "" TERM; sleep 1000' >/dev/null 2>&1 &) ; echo "- nothing: kept" > CHANGES.md`, Caps{}, false, ""},
		{"fills the disk", `head -c 50000000 /dev/zero > memory/big.md`, Caps{}, true, "exit"},
		{"deletes everything", `rm -rf memory/* transcripts CHANGES.md`, Caps{}, false, "deleted all 3 notes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.full {
				if err := syscall.Mount("tmpfs", w.temp, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
					t.Skip("a small disk is for root only:", err)
				}
				t.Cleanup(func() { _ = syscall.Unmount(w.temp, syscall.MNT_DETACH) })
			}
			before := look(t, w.memory)
			r := w.request(command.New("sh", "-c", c.script))
			r.Caps = c.caps
			got, err := Propose(t.Context(), r)
			switch {
			case c.err == "" && (err != nil || !got.Unchanged):
				t.Errorf("err = %v, changes = %+v", err, got.Changes)
			case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
				t.Errorf("err = %v, want %q", err, c.err)
			}
			w.untouched(before)
			if _, err := os.Stat("/proc/self/environ"); err == nil && strings.Contains(processTable(t), w.temp) {
				t.Error("processes still run")
			}
		})
	}
}

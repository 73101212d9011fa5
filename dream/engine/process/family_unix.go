//go:build unix

package process

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// ownSession puts the program into a session of its own: no controlling terminal that it could
// write to or ask a password on, and a group that one signal reaches.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	dieWithUs(cmd.SysProcAttr)
}

// Apart puts a program of our own into a session of its own: it outlives the terminal and what was typed
// there, and this program.
func Apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// process is one line of the process table. Start tells two users of one pid apart.
type process struct {
	pid, parent, group, session int
	start                       string
	zombie                      bool
}

// identity is a pid that cannot be mistaken for its successor.
type identity struct {
	pid   int
	start string
}

// family is a program and everything that descends from it.
type family struct {
	leader int
	alive  bool
	dir    string
	// known are members that were seen; foreign are processes whose mark was looked for in vain.
	// Only the latter is read once a process: it is the costly part.
	known, foreign map[identity]bool
	// present are the pids of the last look at the table.
	present map[int]bool
	// zombies are dead children of ours that nobody has waited for, with the time they were
	// first seen.
	zombies map[identity]time.Time
}

func newFamily(leader int, dir string) *family {
	return &family{
		leader: leader, alive: leader != 0, dir: dir,
		known: map[identity]bool{}, foreign: map[identity]bool{}, zombies: map[identity]time.Time{},
	}
}

// watch looks through the process table from time to time: a member that was seen once is known,
// whatever it does later to look like a stranger.
func (f *family) watch() { f.members() }

// leaderGone tells that the program itself was waited for: its pid may belong to another now.
func (f *family) leaderGone() { f.alive = false }

// members looks through the process table. A process belongs if it is in the program's group or
// session, if it was seen before, if it carries the mark of the run, if it is an orphan that came
// to us and still stands in the scratch folder, or if its parent belongs.
func (f *family) members() []process {
	table := processes()
	self := os.Getpid()
	in := map[int]bool{}
	f.present = map[int]bool{}
	for _, p := range table {
		f.present[p.pid] = true
		if p.pid == self || p.pid == 1 {
			continue
		}
		in[p.pid] = f.leader != 0 && (p.session == f.leader || p.group == f.leader) ||
			f.known[identity{p.pid, p.start}] || f.bearsMark(p) ||
			p.parent == self && standsIn(p.pid, f.dir)
	}
	for grown := true; grown; {
		grown = false
		for _, p := range table {
			if !in[p.pid] && in[p.parent] && p.pid != self && p.pid != 1 {
				in[p.pid], grown = true, true
			}
		}
	}
	var members []process
	for _, p := range table {
		if !in[p.pid] {
			continue
		}
		f.known[identity{p.pid, p.start}] = true
		members = append(members, p)
	}
	return members
}

func (f *family) bearsMark(p process) bool {
	id := identity{p.pid, p.start}
	if f.foreign[id] {
		return false
	}
	yes := marked(p.pid, f.dir)
	f.foreign[id] = !yes
	return yes
}

// left reaps the members that are dead and returns what is still there. The leader is reaped by
// the one who started it.
func (f *family) left() []process {
	self := os.Getpid()
	members := f.members()
	in := map[int]bool{}
	for _, p := range members {
		in[p.pid] = true
	}
	// The table is no picture of one moment: a parent that is missing in it has just gone, and its
	// zombie is on the way to us.
	strange := func(pid int) bool { return f.present[pid] && !in[pid] }
	left := slices.DeleteFunc(members, func(p process) bool {
		if p.zombie && p.parent == self && p.pid != f.leader {
			return reap(p.pid)
		}
		// A zombie of a member comes to us when that ends; of a stranger it is the stranger's.
		return p.zombie && (p.pid == f.leader || strange(p.parent))
	})
	return append(left, f.forgotten(self)...)
}

// forgotten reaps orphans that came to us and died before they were ever seen. A child that this
// program started itself is waited for at once, so a zombie that stays is one of those; until it
// has stayed long enough it counts as still there.
func (f *family) forgotten(self int) []process {
	if !adopts || f.leader == 0 {
		return nil
	}
	var waiting []process
	for _, p := range processes() {
		id := identity{p.pid, p.start}
		if !p.zombie || p.parent != self || p.pid == f.leader || f.known[id] {
			continue
		}
		if f.zombies[id].IsZero() {
			f.zombies[id] = time.Now()
		}
		if time.Since(f.zombies[id]) > zombieStays {
			if reap(p.pid) {
				continue
			}
		}
		waiting = append(waiting, p)
	}
	return waiting
}

// zombieStays is far longer than it takes to wait for a child of one's own.
const zombieStays = 300 * time.Millisecond

// reap takes a zombie away. One whose threads are still ending cannot be taken yet.
func reap(pid int) bool {
	var status syscall.WaitStatus
	got, err := syscall.Wait4(pid, &status, syscall.WNOHANG, nil)
	return got == pid || errors.Is(err, syscall.ECHILD)
}

// end asks all members to end, gives them grace, and kills what is left.
func (f *family) end(grace time.Duration) {
	if grace > 0 && f.until(grace, syscall.SIGTERM) {
		return
	}
	f.until(graceKill, syscall.SIGKILL)
}

// until sends a signal to each member, once for TERM and again and again for KILL (a member may
// fork while it is looked for), until none is left. It reports whether none is.
func (f *family) until(patience time.Duration, sig syscall.Signal) bool {
	told := map[identity]bool{}
	pause := 5 * time.Millisecond
	for deadline := time.Now().Add(patience); ; {
		left := f.left()
		if len(left) == 0 {
			return true
		}
		if sig == syscall.SIGKILL && f.alive {
			_ = syscall.Kill(-f.leader, sig)
		}
		for _, p := range left {
			if id := (identity{p.pid, p.start}); !told[id] || sig == syscall.SIGKILL {
				told[id] = true
				_ = syscall.Kill(p.pid, sig)
			}
		}
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(pause)
		pause = min(2*pause, 100*time.Millisecond)
	}
}

// EndLeftovers ends the processes that a run in the scratch folder dir left behind when this
// program itself was killed. They are known by the mark in their environment only.
func EndLeftovers(dir string) {
	if strings.TrimSpace(dir) == "" {
		return
	}
	newFamily(0, dir).end(graceExit)
}

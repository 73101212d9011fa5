package process

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// ownSession keeps an interrupt of the console away from the program.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// Apart keeps the console's interrupts, and its end, away from a program of our own.
func Apart(cmd *exec.Cmd) {
	const detached = 0x00000008
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detached}
}

func adopt() (release func()) { return func() {} }

// family is a program and what descends from it.
type family struct {
	leader int
	alive  bool
}

func newFamily(leader int, _ string) *family { return &family{leader: leader, alive: true} }

func (f *family) watch() {}

func (f *family) leaderGone() { f.alive = false }

// end ends the tree below the program while the program itself lives; there is no gentle way to.
func (f *family) end(time.Duration) {
	if !f.alive {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), graceKill)
	defer cancel()
	_ = exec.CommandContext(ctx, "taskkill", "/T", "/F", "/PID", strconv.Itoa(f.leader)).Run()
}

// EndLeftovers does nothing here: a process is not known by its environment.
func EndLeftovers(string) {}

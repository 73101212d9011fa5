//go:build unix

package history

import (
	"os"
	"os/exec"
	"syscall"
)

// ownSession starts a process in a session of its own: it has no terminal to prompt on, and a
// signal reaches its hooks and signing programs as well.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// endGroup asks a process and its children to end; git then removes its lock files.
func endGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// killGroup ends what did not listen. That nothing is left is no error.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

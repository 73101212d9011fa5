//go:build unix

package pid

import (
	"errors"
	"syscall"
)

// answers asks without a signal. A process of another user cannot be signalled, and exists; a number that
// stands for a group is no process.
func answers(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

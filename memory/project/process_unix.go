//go:build unix

package project

import (
	"errors"
	"syscall"
)

// processExists asks without a signal. A process of another user cannot be signalled, and exists.
func processExists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

//go:build unix

package dream

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// processExists asks without a signal. A process of another user cannot be signalled, and exists.
func processExists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// ownedByUs reports whether a file belongs to the user that we run as.
func ownedByUs(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

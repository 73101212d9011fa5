//go:build unix

package dream

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flock takes an exclusive lock on an open file, which ends with the file or the process.
func flock(f *os.File) (busy bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

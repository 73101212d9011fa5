//go:build unix

package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openFlags: a pipe is opened without a wait for its other end, and a link is not followed.
const openFlags = unix.O_NONBLOCK | unix.O_NOFOLLOW

// links is the number of names that a file has.
func links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 0
}

// identity is what no other folder has that is there.
func identity(info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d-%d", st.Dev, st.Ino)
	}
	return ""
}

// syncDir waits for a folder; a file system that cannot (some network ones) says EINVAL, and there
// is nothing to wait for.
func syncDir(dir *os.File) error {
	if err := dir.Sync(); err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return err
	}
	return nil
}

// mayWrite asks whether names can be made and taken away in a folder.
func mayWrite(dir *os.File) error {
	return unix.Faccessat(int(dir.Fd()), ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// flock takes a lock that the kernel gives back when the process ends, however it ends.
func flock(file *os.File) (busy bool, err error) {
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

// unsupported turns the answers of a file system without the call into errors.ErrUnsupported.
func unsupported(err error) error {
	for _, e := range []error{unix.EINVAL, unix.ENOSYS, unix.ENOTSUP, unix.EOPNOTSUPP} {
		if errors.Is(err, e) {
			return errors.ErrUnsupported
		}
	}
	return err
}

//go:build unix

package input

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ready waits until there is something to read, at most so long.
func ready(file *os.File, most time.Duration) bool {
	until := time.Now().Add(most)
	for {
		fds := []unix.PollFd{{Fd: int32(file.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int(max(time.Until(until).Milliseconds(), 0)))
		if !errors.Is(err, unix.EINTR) {
			return err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
		}
	}
}

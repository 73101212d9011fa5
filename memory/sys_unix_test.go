//go:build unix

package memory

import (
	"testing"

	"golang.org/x/sys/unix"
)

func mkfifo(t *testing.T, path string) {
	t.Helper()
	must(t, unix.Mkfifo(path, 0o644))
}

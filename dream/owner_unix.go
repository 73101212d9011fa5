//go:build unix

package dream

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedByUs reports whether a file belongs to the user that we run as.
func ownedByUs(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

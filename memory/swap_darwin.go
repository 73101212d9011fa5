package memory

import (
	"os"

	"golang.org/x/sys/unix"
)

// What renameAt does with a name that is taken.
const (
	noReplace = unix.RENAME_EXCL
	exchange  = unix.RENAME_SWAP
)

// renameAt renames inside one folder, in one step; errors.ErrUnsupported where that cannot be had.
func renameAt(root *os.Root, from, to string, how uint32) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	fd := int(dir.Fd())
	return unsupported(unix.RenameatxNp(fd, from, fd, to, how))
}

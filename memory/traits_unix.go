//go:build linux || darwin

package memory

import (
	"bytes"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// resemble gives a new file what people and their programs have attached to the one that it takes the place of:
// owner, group and extended attributes (tags, access lists). It does what the system allows; that much of it
// cannot be done by everybody is no reason not to write a note.
func resemble(file, old *os.File) {
	was, err := old.Stat()
	if err != nil {
		return
	}
	is, err := file.Stat()
	if err != nil {
		return
	}
	a, ok := was.Sys().(*syscall.Stat_t)
	b, same := is.Sys().(*syscall.Stat_t)
	if ok && same && (a.Uid != b.Uid || a.Gid != b.Gid) {
		_ = file.Chown(int(a.Uid), int(a.Gid))
	}
	from, to := int(old.Fd()), int(file.Fd())
	for name := range bytes.SplitSeq(attributes(func(b []byte) (int, error) { return unix.Flistxattr(from, b) }), []byte{0}) {
		if len(name) == 0 {
			continue
		}
		get := func(b []byte) (int, error) { return unix.Fgetxattr(from, string(name), b) }
		if value := attributes(get); value != nil {
			_ = unix.Fsetxattr(to, string(name), value, 0)
		}
	}
}

// maxAttributes bounds what is taken over of one attribute, in bytes; Linux allows no more.
const maxAttributes = 64 << 10

// attributes asks for how much there is, and then for it; nil if that cannot be had.
func attributes(ask func([]byte) (int, error)) []byte {
	n, err := ask(nil)
	if err != nil || n > maxAttributes {
		return nil
	}
	b := make([]byte, n)
	if n > 0 {
		if n, err = ask(b); err != nil {
			return nil
		}
	}
	return b[:n]
}

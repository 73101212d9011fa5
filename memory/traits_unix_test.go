//go:build linux || darwin

package memory

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dreamgate/model"
)

// TestTraitsStay: a note that is replaced keeps the tags and the owner that it had, and one without has none.
func TestTraitsStay(t *testing.T) {
	dir := t.TempDir()
	p := filepath.Join(dir, "a.md")
	if err := os.WriteFile(p, []byte("old\n"), 0o440); err != nil {
		t.Fatal(err)
	}
	tags := unix.Setxattr(p, "user.tag", []byte("red"), 0) == nil && unix.Setxattr(p, "user.none", nil, 0) == nil
	owned := os.Getuid() == 0 && os.Chown(p, 1234, 1235) == nil
	if !tags && !owned {
		t.Skip("neither attributes nor owners can be set here")
	}
	root, state := open(t, dir), open(t, t.TempDir())
	old, now := &model.File{Data: []byte("old\n")}, &model.File{Data: []byte("new\n")}
	if err := Apply(t.Context(), root, state, "one", []Write{{"a.md", old, now, false}, {"b.md", nil, now, false}}); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 10)
	if n, err := unix.Getxattr(p, "user.tag", b); tags && (err != nil || string(b[:n]) != "red") {
		t.Errorf("the tag: %q, %v", b[:max(n, 0)], err)
	}
	if n, err := unix.Getxattr(p, "user.none", b); tags && (err != nil || n != 0) {
		t.Errorf("the empty tag: %d, %v", n, err)
	}
	info, err := os.Stat(p)
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); owned && (st.Uid != 1234 || st.Gid != 1235) || info.Mode().Perm() != 0o440 {
		t.Errorf("owner %d, group %d, mode %v", st.Uid, st.Gid, info.Mode())
	}
	if n, err := unix.Listxattr(filepath.Join(dir, "b.md"), nil); err == nil && n > 0 {
		b := make([]byte, n)
		_, _ = unix.Listxattr(filepath.Join(dir, "b.md"), b)
		if string(b) != "security.selinux\x00" {
			t.Errorf("a new file has attributes: %q", b)
		}
	}
}

package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What a program that is kept out of some folders may do nowhere but where a rule allows it: all that
// changes what a file says, or where it is. Landlock knows nothing of modes, owners and times, and reading
// is left alone.
const (
	changesFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	changesDir  = changesFile | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER
)

// needsABI is the first version of Landlock that also keeps a file from being emptied by its name
// (Linux 6.2). One that guards half is not relied on.
const needsABI = 3

// firstThread reports whether the calling thread is the one that the process began with.
func firstThread() bool { return unix.Gettid() == os.Getpid() }

// confine keeps the calling thread, and every program that it starts from now on, from changing anything
// in the closed folders, or in those above them: who may rename these can put others in their place. All
// else stays open, for it is the user's own program, with logs and caches of its own. The thread must not
// be used for anything else afterwards.
func confine(closed []string, dir string) error {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return errors.New("this kernel has no Landlock, or it is turned off")
	}
	if abi < needsABI {
		return errors.New("the Landlock of this kernel is older than that of Linux 6.2")
	}
	// What came with later versions is nothing that changes a file, so one set does for all.
	handled := uint64(changesDir)
	set, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&handled)), unsafe.Sizeof(handled), 0)
	if errno != 0 {
		return fmt.Errorf("make a Landlock ruleset: %w", errno)
	}
	defer unix.Close(int(set))
	open := append(openAround("/", resolved(closed)), dir)
	for _, path := range open {
		if err := allow(int(set), path); err != nil {
			return fmt.Errorf("make a Landlock rule for %s: %w", path, err)
		}
	}
	// Without it only root may confine itself, and a program with other rights would not be confined.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new rights: %w", err)
	}
	if _, _, errno = unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0); errno != 0 {
		return fmt.Errorf("enforce a Landlock ruleset: %w", errno)
	}
	return nil
}

// resolved are paths with all links resolved, as far as there is something.
func resolved(paths []string) (real []string) {
	for _, p := range paths {
		rest := ""
		for p = filepath.Clean(p); ; p = filepath.Dir(p) {
			if r, err := filepath.EvalSymlinks(p); err == nil {
				real = append(real, filepath.Join(r, rest))
				break
			}
			if p == filepath.Dir(p) {
				break
			}
			rest = filepath.Join(filepath.Base(p), rest)
		}
	}
	return real
}

// openAround lists what lies below a folder and neither leads to a closed path nor is one. Links are left
// out: what counts is where they lead.
func openAround(dir string, closed []string) (open []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // nor can the program make anything of it
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.Type()&os.ModeSymlink != 0 || slices.Contains(closed, path):
		case slices.ContainsFunc(closed, func(c string) bool { return strings.HasPrefix(c, path+"/") }):
			open = append(open, openAround(path, closed)...)
		default:
			open = append(open, path)
		}
	}
	return open
}

// allow lets a path be changed, and all that lies below it. One that is gone, or that cannot even be
// looked at, needs no rule.
func allow(set int, path string) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: changesFile, Parent_fd: int32(fd)}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		rule.Allowed_access = changesDir
	case unix.S_IFLNK:
		return nil
	}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 && errno != syscall.EBADFD { // of a file system inside the kernel, which has no folders to close
		return errno
	}
	return nil
}

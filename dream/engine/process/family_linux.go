package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithUs has the kernel kill the program when this process is killed.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// adopts says that orphans below a run come to this process.
const adopts = true

var reaper struct {
	sync.Mutex
	runs int
}

// adopt makes this process the one that orphans below it come to, as long as a run needs it: only
// a parent can take a zombie away, and the usual heir, process 1, does not always do it.
func adopt() (release func()) {
	reaper.Lock()
	defer reaper.Unlock()
	if reaper.runs++; reaper.runs == 1 {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	return func() {
		reaper.Lock()
		defer reaper.Unlock()
		if reaper.runs--; reaper.runs == 0 {
			_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
		}
	}
}

// processes reads the process table from /proc.
func processes() []process {
	// Processes come and go while the table is read; who misses one looks again.
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	var table []process
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if p, ok := readStat(pid); ok {
			table = append(table, p)
		}
	}
	return table
}

// readStat parses proc(5) stat. The command name in parentheses may hold anything, blanks and
// parentheses too, so fields are counted from the last one.
func readStat(pid int) (process, bool) {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return process{}, false
	}
	i := bytes.LastIndexByte(data, ')')
	f := strings.Fields(string(data[i+1:]))
	if i < 0 || len(f) < 20 {
		return process{}, false
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	return process{
		pid: pid, zombie: f[0] == "Z" || f[0] == "X", parent: number(f[1]),
		group: number(f[2]), session: number(f[3]), start: f[19],
	}, true
}

// marked reports whether a process carries the mark of the run in dir.
func marked(pid int, dir string) bool {
	env, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		return false
	}
	want := []byte(marker + "=" + dir)
	for kv := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.Equal(kv, want) {
			return true
		}
	}
	return false
}

// standsIn reports whether a process has its working directory in dir.
func standsIn(pid int, dir string) bool {
	cwd, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
	return err == nil && (cwd == dir || strings.HasPrefix(cwd, dir+string(filepath.Separator)))
}

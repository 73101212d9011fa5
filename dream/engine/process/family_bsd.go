//go:build unix && !linux

package process

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// dieWithUs has no portable form; what is left after a crash is ended by its group at the next
// start at the latest when it tries to read or write its pipes.
func dieWithUs(*syscall.SysProcAttr) {}

const adopts = false

// adopt does nothing: process 1 takes orphans and their zombies.
func adopt() (release func()) { return func() {} }

// processes asks ps, the one way that all these systems share.
func processes() []process {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-A", "-o", "pid=,ppid=,pgid=,state=,lstart=").Output()
	if err != nil {
		return nil
	}
	var table []process
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 5 {
			continue
		}
		pid, err := strconv.Atoi(f[0])
		if err != nil {
			continue
		}
		parent, _ := strconv.Atoi(f[1])
		group, _ := strconv.Atoi(f[2])
		table = append(table, process{
			pid: pid, parent: parent, group: group,
			zombie: strings.HasPrefix(f[3], "Z"), start: strings.Join(f[4:], " "),
		})
	}
	return table
}

// marked and standsIn cannot be asked here without privileges.
func marked(int, string) bool   { return false }
func standsIn(int, string) bool { return false }

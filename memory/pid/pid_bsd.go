//go:build unix && !linux

package pid

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Exists reports whether there is a process. One that has ended and whose parent has not noticed counts
// still: to ask for its state costs a program.
func Exists(pid int) bool { return answers(pid) }

// Start is when a process began, in a spelling that only compares for equality: what ps says, to the
// second. It is "" where that is not known.
func Start(pid int) string {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "ps", "-o", "lstart=", "-p", strconv.Itoa(pid))
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin:/usr/sbin:/sbin"}
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// Ticks is not known here in the agent's spelling.
func Ticks(int) string { return "" }

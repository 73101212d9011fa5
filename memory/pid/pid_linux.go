package pid

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// Exists reports whether a process runs. One that has ended and whose parent has not noticed does not.
func Exists(pid int) bool {
	if !answers(pid) {
		return false
	}
	state, _ := stat(pid)
	return state != "Z" && state != "X"
}

// Start is when a process began, in a spelling that only compares for equality: the boot and the clock
// tick within it, for ticks alone repeat from boot to boot. It is "" where that is not known.
func Start(pid int) string {
	tick := Ticks(pid)
	if tick == "" {
		return ""
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(boot)) + "/" + tick
}

// Ticks is the clock tick, since the system was started, at which a process began, as the agent writes it
// down; "" where that is not known.
func Ticks(pid int) string {
	state, tick := stat(pid)
	if state == "Z" {
		return ""
	}
	return tick
}

// stat reads the state of a process and the tick at which it began. Fields are counted from the last
// parenthesis: the name before it may hold anything. The start is field 22 of proc(5), the 20th behind
// the name.
func stat(pid int) (state, tick string) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", ""
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 20 {
		return "", ""
	}
	return fields[0], fields[19]
}

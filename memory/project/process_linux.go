package project

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// processStart is the clock tick, since the system was started, at which a process began; "" if there
// is none.
func processStart(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// Fields are counted from the last parenthesis: the name before it may hold anything. The
	// start is field 22 of proc(5), the 20th behind the name.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 20 {
		return ""
	}
	if fields[0] == "Z" {
		return ended
	}
	return fields[19]
}

// sameSpace reports whether a pid of a domain means the same process to us. The domain ends in the name
// of the namespace.
func sameSpace(domain string) bool {
	at := strings.LastIndex(domain, "pid:[")
	if at < 0 {
		return true
	}
	own, err := os.Readlink("/proc/self/ns/pid")
	return err != nil || own == domain[at:]
}

package dream

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// processStart is the boot and the clock tick within it. Ticks alone repeat from boot to boot.
func processStart(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// Fields are counted from the last parenthesis: the name before it may hold anything. The
	// start is field 22 of proc(5), the 20th behind the name.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(boot)) + "/" + fields[19]
}

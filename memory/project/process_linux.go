package project

import (
	"os"
	"strings"
)

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

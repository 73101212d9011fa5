// Package pid tells a process from a later one that was given the same number: whether it is there, and
// when it began. It is the one place that asks the system, for our own locks as well as for what the
// agent records of its sessions.
//
//	pid_linux.go   /proc
//	pid_bsd.go     the other unixes, by ps
//	pid_unix.go    what both have in common
//	pid_windows.go handles
package pid

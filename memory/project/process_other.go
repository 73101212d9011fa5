//go:build !linux

package project

// sameSpace is taken for granted: processes have one space of numbers.
func sameSpace(string) bool { return true }

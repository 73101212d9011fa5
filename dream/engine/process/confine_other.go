//go:build !linux

package process

import "errors"

// confine has no form here that a program without privileges may use.
func confine([]string, string) error {
	return errors.New("this system has no way to keep a program out of a folder")
}

// firstThread is asked only because of what confine does.
func firstThread() bool { return false }

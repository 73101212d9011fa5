//go:build !unix

package history

import (
	"os"
	"os/exec"
)

// Where there are no sessions git gets no terminal either way: its standard input is closed.
func ownSession(*exec.Cmd) {}

func endGroup(p *os.Process) error { return p.Kill() }

func killGroup(*os.Process) {}

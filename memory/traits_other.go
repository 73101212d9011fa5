//go:build !linux && !darwin

package memory

import "os"

func resemble(_, _ *os.File) {}

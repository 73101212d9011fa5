//go:build !unix

package memory

import (
	"io/fs"
	"os"
)

const openFlags = 0

func links(fs.FileInfo) int { return 0 }

func syncDir(*os.File) error { return nil }

func flock(*os.File) (busy bool, err error) { return false, nil }

//go:build !linux && !darwin

package memory

import (
	"errors"
	"os"
)

// What renameAt would do with a name that is taken.
const (
	noReplace = iota
	exchange
)

// renameAt cannot be had here: callers compare, then rename.
func renameAt(*os.Root, string, string, int) error { return errors.ErrUnsupported }

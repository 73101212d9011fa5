package input

import (
	"os"
	"time"
)

// ready: a console gives keys, not bytes, and none of them in parts.
func ready(*os.File, time.Duration) bool { return false }

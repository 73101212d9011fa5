package project

import (
	"path/filepath"
	"strings"
)

// foreign reports whether a path is an absolute one of another system: sessions that were held on Windows are
// read on Linux, beside them or from a copy. Such a path is shown as it is. Nobody can say here whether it is gone.
func foreign(path string) bool {
	if filepath.IsAbs(path) {
		return false
	}
	if strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\\`) {
		return true
	}
	drive := len(path) >= 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return drive && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

// baseName is the last part of a project's path, whichever system it is of.
func baseName(path string) string {
	if !foreign(path) {
		return filepath.Base(path)
	}
	path = strings.TrimRight(path, `\/`)
	return path[strings.LastIndexAny(path, `\/`)+1:]
}

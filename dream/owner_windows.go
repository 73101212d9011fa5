package dream

import "io/fs"

// ownedByUs is taken for granted: temp folders belong to one user.
func ownedByUs(fs.FileInfo) bool { return true }

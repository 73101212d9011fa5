package transcript

import "path/filepath"

// Distinct leaves out the copies of sessions: files of one name that begin alike, as a project leaves them
// that was moved or restored. Of each session the longest file is kept, for a session only grows at its
// end, in the place of the first of them. Sessions that merely share a name are told apart by their
// beginnings.
func Distinct(files []File) []File {
	kept := make([]File, 0, len(files))
	byName := make(map[string][]int, len(files))
next:
	for _, f := range files {
		name := f.Session
		if f.Sidechain { // the names of subagents are short; the session's stands above them
			name = filepath.Base(filepath.Dir(filepath.Dir(f.Path))) + "/" + name
		}
		for _, i := range byName[name] {
			if sameStart(kept[i], f) {
				if f.Size > kept[i].Size {
					kept[i] = f
				}
				continue next
			}
		}
		byName[name] = append(byName[name], len(kept))
		kept = append(kept, f)
	}
	return kept
}

// sameStart reports whether two files begin alike. What cannot be read is like nothing.
func sameStart(a, b File) bool {
	size := min(a.Size, b.Size)
	if size == 0 || a.Path == b.Path {
		return a.Path == b.Path
	}
	x, err := Head(a, size)
	if err != nil {
		return false
	}
	y, err := Head(b, size)
	return err == nil && x == y
}

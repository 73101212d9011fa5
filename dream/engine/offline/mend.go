package offline

import (
	"io/fs"
	"strings"

	"dreamgate/model"
	"dreamgate/model/note"
)

// Mend makes those changes to a memory that the findings of an audit offer as fixes, and nothing else: it
// hears no session. It returns the tree as it would be and the reasons as lines of CHANGES.md. The index
// is mended line by line, as a dream does it.
func Mend(tree model.Tree) (mended model.Tree, changes string) {
	n := newNotes(tree)
	n.mendFronts()
	n.mendIndex()
	mended = n.now()
	for p, f := range mended {
		if _, old := tree[p]; !old && f.Mode == 0 {
			f.Mode = newMode(tree)
			mended[p] = f
		}
	}
	if len(n.why) > 0 {
		changes = strings.Join(n.why, "\n") + "\n"
	}
	return mended, changes
}

// newMode is the mode of a file that is made: that of the notes around it.
func newMode(tree model.Tree) fs.FileMode {
	for _, p := range tree.Paths() {
		if f := tree[p]; model.IsNote(p) && f.Regular() {
			return f.Mode.Perm()
		}
	}
	return 0o600
}

// mendFronts puts values of frontmatters in quotes where YAML wants them.
func (n *notes) mendFronts() {
	for _, path := range n.notePaths() {
		data, ok := note.MendFront(path, n.files[path].bytes())
		if !ok {
			continue
		}
		n.files[path] = newFile(path, data)
		n.files[path].changed = true
		n.because(path, "a value of the frontmatter is put in quotes, without which it is not valid YAML")
	}
}

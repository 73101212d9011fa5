package note

import (
	"time"

	"dreamgate/model"
)

// CommitTime is the commit that last changed a file, and when it was made.
type CommitTime struct {
	At   time.Time
	Hash string
}

// Parse reads a note.
func Parse(path string, f model.File) model.Note { return model.Note{Path: path} }

// ParseIndex measures an index and reads its entries; ok is false where there is none.
func ParseIndex(f model.File, ok bool, tree model.Tree) model.Index {
	return model.Index{Status: model.StatusMissing}
}

// Links returns the links of a Markdown file in order.
func Links(path string, data []byte, tree model.Tree) []model.Link { return nil }

// Indexed reports whether an index names a note.
func Indexed(index []byte, n model.Note) bool { return false }

// Age tells when a note last changed.
func Age(n model.Note, commit CommitTime, mtime time.Time) model.Age { return model.Age{} }

// Entry returns an index line for a note, in the manner of the lines in like.
func Entry(n model.Note, like []model.Entry) string { return "" }

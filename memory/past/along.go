package past

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"strconv"

	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/model"
)

// edits ends the id of the part of a commit that no review made: the commit has both under one hash.
const edits = model.Part + "edits"

// parted are the parts of a commit, the newer one first. That of a review may hold what lay uncommitted in the same
// notes as well, which somebody else wrote: the backup, which says what the review found, tells one from the other.
func (w *walk) parted(r model.Revision) []model.Revision {
	if r.Review == "" || r.Merge || !w.backed[r.Review] || w.load(r.Review) != nil {
		return []model.Revision{r}
	}
	wrote := map[string]int{}
	for i, f := range w.backup {
		wrote[f.Path] = i
	}
	review, other := r, model.Revision{ID: r.ID + edits, Kept: r.Kept, At: r.At, Author: r.Author, By: model.DoerOthers, Subject: history.DirtyMessage}
	review.Files = nil
	for _, f := range r.Files {
		if f.Special != "" {
			review.Files = append(review.Files, f)
			continue
		}
		mine, theirs := w.part(f, wrote)
		if mine.Path != "" {
			review.Files = append(review.Files, mine)
		}
		if theirs.Path != "" {
			other.Files = append(other.Files, theirs)
		}
	}
	if len(review.Files) == 0 || len(other.Files) == 0 {
		return []model.Revision{r}
	}
	return []model.Revision{review, other}
}

// part is what a review did to a file of its commit, and what somebody else did before, each without a path where it is
// nothing.
func (w *walk) part(f model.RevisionFile, wrote map[string]int) (mine, theirs model.RevisionFile) {
	i, ours := wrote[f.Path]
	if !ours {
		return mine, f
	}
	form, same := heldAs(f.New, w.backup[i].New)
	if !same {
		return f, theirs // a hook or a filter made another text of it: nothing is told apart
	}
	from, renamed := wrote[f.From]
	if renamed {
		i = from // the review gave it its name
	}
	found := w.backup[i].Old
	if _, same := heldAs(f.Old, found); same && (f.From == "" || renamed) {
		return f, theirs
	}
	mine, theirs = f, f
	if renamed {
		theirs.Path, theirs.From = f.From, ""
	} else {
		mine.From = ""
	}
	mine.Old, mine.OldMode = "", 0
	if found != nil {
		mine.Old, mine.OldMode = backupMark+w.backupID+":"+strconv.Itoa(i)+":"+form, gitMode(found.Mode)
	}
	theirs.New, theirs.NewMode = mine.Old, mine.OldMode
	mine.Status, theirs.Status = became(mine), became(theirs)
	if theirs.Old == "" && theirs.New == "" {
		theirs = model.RevisionFile{}
	}
	return mine, theirs
}

// became is what a revision did to a file, by its sides.
func became(f model.RevisionFile) model.ChangeStatus {
	switch {
	case f.Old == "":
		return model.Added
	case f.New == "":
		return model.Deleted
	}
	return model.Modified
}

// gitMode is a mode as git keeps it.
func gitMode(m fs.FileMode) fs.FileMode {
	if m&0o100 != 0 {
		return 0o755
	}
	return 0o644
}

// heldAs reports whether a content of git's is a file of a backup, and as which side of a backup it is read: as it is, or
// with the line ends that core.autocrlf gives it in git.
func heldAs(name string, f *model.File) (form string, same bool) {
	if name == "" || f == nil {
		return "old", name == "" && f == nil
	}
	if blobName(name, f.Data) == name {
		return "old", true
	}
	return "unix", blobName(name, unix(f.Data)) == name
}

// blobName is the name that git gives a content, in the form of another one.
func blobName(like string, data []byte) string {
	var sum hash.Hash = sha1.New()
	if len(like) == hex.EncodedLen(sha256.Size) {
		sum = sha256.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", len(data))
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil))
}

// unix is a text with line feeds alone at the ends of lines.
func unix(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }

// side is one side of a file of a backup, by its word in a name.
func side(w memory.Write, word string) ([]byte, bool) {
	f := w.Old
	if word == "new" {
		f = w.New
	}
	switch {
	case f == nil:
		return nil, false
	case word == "unix":
		return unix(f.Data), true
	}
	return f.Data, true
}

package desk

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"

	"dreamgate/memory"
	"dreamgate/model"
)

// recordFile is one file that a proposal changes, by the sums of its bytes; "" means that there is none.
type recordFile struct {
	Path memory.Text `json:"path"`
	Old  string      `json:"old,omitempty"`
	New  string      `json:"new,omitempty"`
}

// filesOf are the files of a proposal's changes.
func filesOf(p model.Proposal, changes []model.Change) []recordFile {
	files := make([]recordFile, 0, len(changes))
	for _, c := range changes {
		files = append(files, recordFile{memory.Text(c.Path), sumAt(p.Base, c.Path), sumAt(p.Proposed, c.Path)})
	}
	return files
}

func sumAt(t model.Tree, path string) string {
	f, ok := t[path]
	if !ok {
		return ""
	}
	return sum(f)
}

// sum is short: it tells a note from its later self, and nobody gains by forging one.
func sum(f model.File) string {
	s := sha256.Sum256(append([]byte(f.Target+"\x00"), f.Data...))
	return hex.EncodeToString(s[:8])
}

// overtaken are the files of a pending proposal that are neither what it was made from nor what it
// wants. Only these files are read: a list is drawn more often than a review is opened, and Preview says
// what it means for each.
func (s *store) overtaken(r *record) (paths []string) {
	if s.live == nil || r.State != model.ReviewPending {
		return nil
	}
	for _, f := range r.Files {
		now := ""
		switch live, err := s.live.ReadFile(string(f.Path)); {
		case err == nil && live.Mode.IsDir() || errors.Is(err, memory.ErrNoFolder):
			// No file of this path is there: the proposal may itself put the one in the place of the other.
		case err == nil:
			now = sum(live)
		case !errors.Is(err, fs.ErrNotExist):
			now = "?" // it cannot be read, and so not be written either
		}
		if now != f.Old && now != f.New {
			paths = append(paths, string(f.Path))
		}
	}
	return paths
}

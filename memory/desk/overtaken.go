package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"

	"dreamgate/memory"
	"dreamgate/model"
)

// recordFile is one file that a proposal changes, by the sums of its bytes; "" means that there is none.
type recordFile struct {
	Path memory.Text `json:"path"`
	Old  string      `json:"old,omitempty"`
	New  string      `json:"new,omitempty"`
	// From is the file that goes on under this name, "" if none does.
	From memory.Text `json:"from,omitempty"`
}

// filesOf are the files of a proposal's changes.
func filesOf(p model.Proposal, changes []model.Change) []recordFile {
	files := make([]recordFile, 0, len(changes))
	for _, c := range changes {
		files = append(files, recordFile{memory.Text(c.Path), sumAt(p.Base, c.Path), sumAt(p.Proposed, c.Path), memory.Text(c.RenameOf)})
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

// Overtaken are the files that a pending proposal changes and that others have changed since it was made, or last
// refreshed; none of one that is carried out, or no longer there.
func (d *Desk) Overtaken(ctx context.Context, st model.Store, id string) ([]string, error) {
	s, err := d.openKnown(st, id)
	if err != nil {
		return nil, err
	}
	defer s.close()
	r, err := s.record(id)
	if errors.Is(err, errClosed) || errors.Is(err, errUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	live, err := memory.OpenRoot(st.Dir)
	if err != nil {
		return nil, err
	}
	s.live = live.WithFault(d.fault)
	return s.overtaken(r), nil
}

// overtaken are the files of a pending proposal that are neither what it was made from nor what it
// wants. Only these files are read: a list is drawn more often than a review is opened, and Preview says
// what it means for each.
func (s *store) overtaken(r *record) (paths []string) {
	if s.live == nil || r.State != model.ReviewPending {
		return nil
	}
	for _, f := range r.Files {
		now := s.sumNow(f.Path)
		if now != f.Old && now != f.New {
			paths = append(paths, string(f.Path))
		}
		// That it is gone is what was wanted, but as the one half of a name.
		if f.From != "" && now == "" && s.sumNow(f.From) == "" {
			paths = append(paths, string(f.From))
		}
	}
	slices.Sort(paths)
	return paths
}

// sumNow is the sum of a file as it is now, "" if there is none.
func (s *store) sumNow(path memory.Text) string {
	live, err := s.live.ReadFile(string(path))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && live.Mode.IsDir(), errors.Is(err, memory.ErrNoFolder):
		// Of the last two the proposal may itself put a folder in the place of a file, or the other way round.
		return ""
	case err == nil:
		return sum(live)
	}
	return "?" // it cannot be read, and so not be written either
}

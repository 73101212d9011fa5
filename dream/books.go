package dream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

const booksName = "books.json"

// mark is how far a session has been read. One that has grown since is fresh again, from At on: what
// was said before it has been reviewed, and must not be offered a second time.
type mark struct {
	Size int64     `json:"size"`
	At   time.Time `json:"at,omitzero"`
}

// books are what is remembered of a store between runs.
type books struct {
	// LastRun is when a run last ended with a proposal or with nothing to change.
	LastRun time.Time `json:"last_run,omitzero"`
	// Scanned is when the sessions were last looked through.
	Scanned time.Time `json:"scanned,omitzero"`
	// Gathered are the sessions of each proposal that is not closed yet, by its id and then by
	// the session's path.
	Gathered map[string]map[string]mark `json:"gathered,omitempty"`
	// Consumed are the sessions whose review was closed, accepted or not.
	Consumed map[string]mark `json:"consumed,omitempty"`
}

// readBooks reads the books of a store. Books that cannot be read are an error: to begin new ones
// would offer again what was refused.
func readBooks(state *memory.Root) (books, error) {
	var b books
	f, err := state.ReadFile(booksName)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return b, fmt.Errorf("read the books: %w", err)
	}
	if err := json.Unmarshal(f.Data, &b); err != nil {
		return b, fmt.Errorf("read the books: %s is damaged (%w); move it away to begin new ones",
			filepath.Join(state.Dir(), booksName), err)
	}
	return b, nil
}

func (b books) write(state *memory.Root) error {
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if err := state.Write(booksName, data, 0o600); err != nil {
		return fmt.Errorf("write the books: %w", err)
	}
	return nil
}

// updateBooks changes the books while nobody else does.
func updateBooks(state *memory.Root, change func(*books)) error {
	return guarded(context.Background(), state, func() error {
		b, err := readBooks(state)
		if err != nil {
			return err
		}
		change(&b)
		return b.write(state)
	})
}

// settle moves the sessions of closed proposals to the consumed ones. It is done when the books are
// next looked at, so that a review can be closed by any hand, or by a crash after its commit.
func (b *books) settle(waiting []model.ProposalInfo) (moved bool) {
	open := map[string]bool{}
	for _, p := range waiting {
		if p.State != model.ReviewClosed {
			open[p.ID] = true
		}
	}
	for id, sessions := range b.Gathered {
		if open[id] {
			continue
		}
		b.consume(sessions)
		delete(b.Gathered, id)
		moved = true
	}
	return moved
}

func (b *books) consume(sessions map[string]mark) {
	if b.Consumed == nil {
		b.Consumed = map[string]mark{}
	}
	for path, m := range sessions {
		if m.Size > b.Consumed[path].Size {
			b.Consumed[path] = m
		}
	}
}

// batch are sessions to gather from the same time on.
type batch struct {
	since time.Time
	files []transcript.File
}

// fresh are the sessions that no closed review has consumed as they are now.
func (b books) fresh(files []transcript.File) []batch {
	since := map[string]time.Time{} // by session: one may lie in two folders, and is gathered once
	var names []string
	by := map[string][]transcript.File{}
	for _, f := range files {
		m, read := b.Consumed[f.Path]
		if read && f.Size <= m.Size {
			continue
		}
		if _, seen := by[f.Session]; !seen {
			names = append(names, f.Session)
			since[f.Session] = m.At
		} else if m.At.Before(since[f.Session]) {
			since[f.Session] = m.At
		}
		by[f.Session] = append(by[f.Session], f)
	}
	var list []batch
	at := map[time.Time]int{}
	for _, name := range names {
		i, ok := at[since[name]]
		if !ok {
			i = len(list)
			at[since[name]] = i
			list = append(list, batch{since: since[name]})
		}
		list[i].files = append(list[i].files, by[name]...)
	}
	return list
}

// filesOf are the files of all batches.
func filesOf(batches []batch) []transcript.File {
	var files []transcript.File
	for _, b := range batches {
		files = append(files, b.files...)
	}
	return files
}

// marks are what a run gathered at a time, for the books.
func marks(files []transcript.File, at time.Time) map[string]mark {
	m := make(map[string]mark, len(files))
	for _, f := range files {
		m[f.Path] = mark{Size: f.Size, At: at}
	}
	return m
}

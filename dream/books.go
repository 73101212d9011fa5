package dream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

const booksName = "books.json"

// mark is how far a session has been read. One that has grown since is fresh again behind that line:
// what was said before it has been reviewed, and must not be offered a second time.
type mark struct {
	// Size and ModTime are those of the file when it was read.
	Size    int64     `json:"size"`
	ModTime time.Time `json:"modtime,omitzero"`
	// Lines is the last line that was read whole, Head what the file began with.
	Lines int       `json:"lines"`
	Head  string    `json:"head,omitempty"`
	At    time.Time `json:"at,omitzero"`
}

// untaken is a session that was not read, or not whole, and why.
type untaken struct {
	Why string    `json:"why"`
	At  time.Time `json:"at"`
	// Size is that of the file then: one that has grown since may be told otherwise.
	Size int64 `json:"size,omitempty"`
	// Extract says that it was an extraction that did not take it.
	Extract bool `json:"extract,omitempty"`
}

// books are what is remembered of a store between runs. Sessions go by their paths.
type books struct {
	// LastRun is when a dream last ended with a proposal or with nothing to change.
	LastRun time.Time `json:"last_run,omitzero"`
	// Scanned is when the sessions were last looked through.
	Scanned time.Time `json:"scanned,omitzero"`
	// Gathered are the sessions of each proposal that is not closed yet, by its id and then by
	// the session's path.
	Gathered map[string]map[string]mark `json:"gathered,omitempty"`
	// Consumed are the sessions whose review was closed, accepted or not.
	Consumed map[string]mark `json:"consumed,omitempty"`
	// Extracted is how far extractions have read, whatever they found there: a dream may still see
	// more in it.
	Extracted map[string]mark `json:"extracted,omitempty"`
	// Deferred are sessions that the next run takes up again; LeftOut those of which nothing was taken.
	Deferred map[string]untaken `json:"deferred,omitempty"`
	LeftOut  map[string]untaken `json:"left_out,omitempty"`
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
			for _, id := range p.Holds { // what these gathered waits with it
				open[id] = true
			}
		}
	}
	for id, sessions := range b.Gathered {
		if open[id] {
			continue
		}
		further(&b.Consumed, sessions)
		delete(b.Gathered, id)
		moved = true
	}
	return moved
}

// further takes over how far sessions were read. Of two marks of one file the later line wins; a file
// that was replaced has lost the old one.
func further(to *map[string]mark, sessions map[string]mark) {
	if *to == nil {
		*to = map[string]mark{}
	}
	for path, m := range sessions {
		if old, ok := (*to)[path]; !ok || old.Head != m.Head || m.Lines > old.Lines || m.Lines == old.Lines && m.Size > old.Size {
			(*to)[path] = m
		}
	}
}

// take writes into the books what became of the sessions of a run that ended well.
func (b *books) take(r reading) {
	for path := range r.marks {
		delete(b.Deferred, path)
		delete(b.LeftOut, path) // what is still true is written again below
	}
	for list, add := range map[*map[string]untaken]map[string]untaken{&b.Deferred: r.deferred, &b.LeftOut: r.leftOut} {
		if *list == nil && len(add) > 0 {
			*list = map[string]untaken{}
		}
		maps.Copy(*list, add)
	}
}

// selection are the sessions that a run gathers: the files, and by path the last line of each that
// was read before.
type selection struct {
	files []transcript.File
	from  map[string]int
}

// all takes every file whole.
func all(files []transcript.File) selection { return selection{files: files} }

// fresh are the sessions that no closed review has consumed as they are now.
func (b books) fresh(files []transcript.File) selection { return beyond(files, b.Consumed) }

// beyond are the files that have something behind all of their marks.
func beyond(files []transcript.File, marked ...map[string]mark) selection {
	sel := selection{from: map[string]int{}}
	for _, f := range files {
		grown, from := true, 0
		for _, marks := range marked {
			m, ok := marks[f.Path]
			if !ok || m.replaced(f) {
				continue
			}
			grown = grown && f.Size > m.Size
			from = max(from, m.Lines)
		}
		if grown {
			sel.files = append(sel.files, f)
			sel.from[f.Path] = from
		}
	}
	return sel
}

// replaced reports whether a file is another one than that which was read under its name. One that
// looks untouched is not opened.
func (m mark) replaced(f transcript.File) bool {
	if m.Head == "" || f.Size == m.Size && f.ModTime.Equal(m.ModTime) {
		return false
	}
	head, err := transcript.Head(f, m.Size)
	return err == nil && head != m.Head
}

// reading is what became of the sessions of a run, by path.
type reading struct {
	marks             map[string]mark
	deferred, leftOut map[string]untaken
}

// within are the sessions that a window of time can hold something of, each with the line up to which
// it was read before: the window takes that again, and the books need to know what else it left out.
func (b books) within(files []transcript.File, since time.Time) selection {
	sel := selection{from: map[string]int{}}
	for _, f := range files {
		if f.ModTime.Before(since) {
			continue // nothing was said in it since
		}
		sel.files = append(sel.files, f)
		if m, ok := b.Consumed[f.Path]; ok && !m.replaced(f) {
			sel.from[f.Path] = m.Lines
		}
	}
	return sel
}

// account says what became of the files of a digest. What had no room is deferred as long as others
// had: the next run has theirs. So is what a window left out that nobody has read.
func account(read []transcript.DigestRead, at time.Time) reading {
	r := reading{marks: map[string]mark{}, deferred: map[string]untaken{}, leftOut: map[string]untaken{}}
	whole := 0
	for _, d := range read {
		if d.Err == nil && d.LeftUser == 0 && d.Kept > 0 {
			whole++
		}
	}
	for _, d := range read {
		put := func(to map[string]untaken, why string) {
			to[d.File.Path] = untaken{Why: why, At: at, Size: d.File.Size}
		}
		switch {
		case d.Err != nil:
			put(r.leftOut, "it cannot be read: "+d.Err.Error())
			continue
		case d.Older > 0:
			put(r.deferred, model.Count(d.Older, "line")+" from before the window of the last run")
			continue
		case d.LeftUser > 0 && whole > 0:
			put(r.deferred, model.Count(d.LeftUser, "line")+" of the user had no room")
			continue
		}
		m := mark{Size: d.File.Size, ModTime: d.File.ModTime, Lines: d.Lines, At: at}
		// Without it the file is known by its size alone.
		m.Head, _ = transcript.Head(d.File, d.File.Size)
		r.marks[d.File.Path] = m
		switch {
		case d.Own:
			put(r.leftOut, "it is a run of dreamgate")
		case d.LeftUser > 0:
			put(r.leftOut, "in part: "+model.Count(d.LeftUser, "line")+" of the user are over the bound of one run")
		}
	}
	return r
}

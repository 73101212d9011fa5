// Package archive keeps lines of sessions that the agent is about to remove: those that notes and reviews
// rest on, and no other.
//
//	archive.go   the folder: what is kept, and how it is found again
//	plan.go      which lines those are
//
// A kept session is a file of its own name in which every kept line stands where it stood and every
// other one is empty: whoever reads transcripts reads it, and a citation means the same line as before.
// The lines are kept as they were, secrets and all. A citation is held against the bytes of a line, and
// one that was written over bears nothing out; so the folder is the user's alone (0700, files 0600),
// nothing of it leaves the machine, and whoever shows a line masks it as they do with a transcript.
package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dreamgate/memory"
	"dreamgate/memory/transcript"
)

// dir is the folder below the state of a store, indexName the file in it that says where each session lay.
const (
	dir       = "archive"
	indexName = "index.json"
	ext       = ".jsonl"
)

// maxLine is the longest line that is kept, in bytes: evidence is a sentence, not a picture.
const maxLine = 1 << 20

// index says what is known of the kept sessions, by name.
type index struct {
	Sessions map[string]*entry `json:"sessions"`
}

// entry is a kept session.
type entry struct {
	// Path is where the transcript lay, Lines which of its lines are kept, from 1, rising.
	Path  memory.Text `json:"path"`
	Lines []int       `json:"lines"`
	At    time.Time   `json:"at"`
}

// Kept is a session of which lines are kept, or are to be.
type Kept struct {
	Session string
	// Path is where the transcript lies or lay.
	Path string
	// Lines are all that are kept, New how many of them were not before; both count from 1.
	Lines []int
	New   int
}

// readIndex reads what is known; nothing is known where nothing was kept.
func readIndex(root *memory.Root) (index, error) {
	ix := index{Sessions: map[string]*entry{}}
	f, err := root.ReadFile(dir + "/" + indexName)
	if errors.Is(err, fs.ErrNotExist) {
		return ix, nil
	}
	if err != nil {
		return ix, err
	}
	if err := json.Unmarshal(f.Data, &ix); err != nil {
		return ix, fmt.Errorf("%s is damaged (%w); move it away to begin anew", filepath.Join(root.Dir(), dir, indexName), err)
	}
	for name, e := range ix.Sessions {
		if e == nil || !plain(name) {
			delete(ix.Sessions, name)
		}
	}
	return ix, nil
}

// plain reports whether the name of a session can be that of a file of ours.
func plain(name string) bool {
	return name != "" && len(name) < 200 && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "/\\\x00:") && name+ext != indexName
}

// Files are the kept sessions of a store, by name. A store without any has none.
func Files(store string) []transcript.File {
	files, _ := list(store)
	return files
}

func list(store string) (files []transcript.File, ix index) {
	root, err := memory.FindState(store)
	if err != nil {
		return nil, ix
	}
	defer root.Close()
	if ix, err = readIndex(root); err != nil {
		return nil, ix
	}
	for name := range ix.Sessions {
		f, err := transcript.At(filepath.Join(root.Dir(), dir, name+ext))
		if err == nil {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b transcript.File) int { return strings.Compare(a.Session, b.Session) })
	return files, ix
}

// Within are the kept sessions of any store that lay in a folder.
func Within(folder string) (found []transcript.File) {
	each(func(f transcript.File, e *entry) bool {
		if filepath.Dir(string(e.Path)) == filepath.Clean(folder) {
			found = append(found, f)
		}
		return true
	})
	return found
}

// Of is the kept session that lay at a path; not ok if none did.
func Of(path string) (found transcript.File, ok bool) {
	each(func(f transcript.File, e *entry) bool {
		if string(e.Path) == filepath.Clean(path) {
			found, ok = f, true
		}
		return !ok
	})
	return found, ok
}

// each goes through the kept sessions of all stores until fn is false.
func each(fn func(transcript.File, *entry) bool) {
	for _, store := range memory.States() {
		files, ix := list(store)
		for _, f := range files {
			if !fn(f, ix.Sessions[f.Session]) {
				return
			}
		}
	}
}

// lockName is the lock of the folder, held while it is written: the index is read and written as a whole,
// and of two programs that did so at once one would forget what the other kept.
const lockName = "archive.lock"

// patience is how long another program is waited for. Keeping reads the transcripts once more.
const patience = 10 * time.Second

// Keep keeps lines of sessions for a store, beside those that are kept already, also by another program
// since they were planned. A session of which nothing is new is not written again.
func Keep(ctx context.Context, store string, sessions []Kept, now time.Time) error {
	if !slices.ContainsFunc(sessions, func(k Kept) bool { return k.New > 0 }) {
		return nil
	}
	if err := keep(ctx, store, sessions, now); err != nil {
		return fmt.Errorf("keep lines of sessions: %w", err)
	}
	return nil
}

func keep(ctx context.Context, store string, sessions []Kept, now time.Time) error {
	root, err := memory.StoreState(store)
	if err != nil {
		return err
	}
	defer root.Close()
	unlock, err := root.Lock(ctx, lockName, patience)
	if errors.Is(err, memory.ErrLocked) {
		return errors.New("another dreamgate keeps lines for this memory just now; try again")
	}
	if err != nil {
		return err
	}
	defer unlock()
	ix, err := readIndex(root)
	if err != nil {
		return err
	}
	for _, k := range sessions {
		if k.New == 0 || !plain(k.Session) {
			continue
		}
		lines := k.Lines
		if e := ix.Sessions[k.Session]; e != nil {
			lines = slices.Concat(lines, e.Lines)
		}
		data, has, err := extract(k.Path, lines)
		if err != nil {
			return fmt.Errorf("session %s: %w", k.Session, err)
		}
		if err := root.Write(dir+"/"+k.Session+ext, data, 0o600); err != nil {
			return fmt.Errorf("session %s: %w", k.Session, err)
		}
		ix.Sessions[k.Session] = &entry{memory.Text(k.Path), has, now}
	}
	data, err := json.Marshal(ix)
	if err != nil {
		return err
	}
	return root.Write(dir+"/"+indexName, data, 0o600)
}

// extract returns a transcript of which all lines but some are empty, and which of those it has.
func extract(path string, lines []int) (data []byte, has []int, err error) {
	root, err := memory.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	file, err := root.Open(filepath.Base(path))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	var out, line bytes.Buffer
	in := bufio.NewReaderSize(file, 256<<10)
	for n := 1; ; {
		part, err := in.ReadSlice('\n')
		wanted := slices.Contains(lines, n)
		if wanted && line.Len() <= maxLine {
			line.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, nil, err
		}
		if whole := bytes.TrimSuffix(line.Bytes(), []byte("\n")); wanted && len(whole) > 0 && line.Len() <= maxLine {
			out.Write(whole)
			has = append(has, n)
		}
		line.Reset()
		if err != nil {
			return out.Bytes(), has, nil
		}
		out.WriteByte('\n')
		n++
	}
}

// Package use counts how often sessions of the agent read the notes of a memory, from their
// transcripts.
//
//	use.go     what is counted, and the sum over all sessions
//	file.go    one transcript, from where it was left
//	record.go  one line: which calls and attachments are reads
//	cache.go   what is remembered between two starts
//
// A read is a call of the Read tool on a note, each by itself, or the attachment of a note that the
// agent recalled for a prompt; that one is counted once a session, as the agent attaches a note again
// after it has compacted the session. The index, which every session gets at its start, is no note. A
// call or an attachment that stands in several transcripts (a copied or a forked session) is one.
//
// Left out are sessions whose work is the memory itself: a dream reads every note, and that is no use
// of any of them. A session that looks at notes by other ways, such as a search, is not seen.
package use

import (
	"context"
	"runtime"
	"sync"
	"time"

	"dreamgate/memory/transcript"
)

// Memory is whose notes are counted.
type Memory struct {
	// ID names the store; the cache goes by it. Key changes with whatever changes the answers of the
	// two functions for the same path: then nothing of the cache holds.
	ID, Key string
	// Note says which note a file is that a session read, by its path below the memory; not ok for
	// any other file. Both functions are called from several goroutines.
	Note func(path string) (note string, ok bool)
	// Upkeep says that a session that was started in a directory works on the memory itself.
	Upkeep func(cwd string) bool
}

// Reads is how often a note was read.
type Reads struct {
	Count int
	// Last is zero if no read has a time.
	Last time.Time
}

// Log is what transcripts say of the notes of a memory.
type Log struct {
	Notes map[string]Reads
	// Starts are the times of the first lines of the sessions, by their names, where they are known.
	Starts map[string]time.Time
	// Unread are the transcripts that could not be opened or read.
	Unread []string
}

// Count goes through transcripts, those parts of them that the cache does not know, and sums up. It
// fails only when the context ends: a cache that cannot be kept costs time, and a transcript that
// cannot be read is named.
func Count(ctx context.Context, m Memory, files []transcript.File) (Log, error) {
	return counter{Memory: m, open: openFile}.count(ctx, files)
}

// counter is a count with the seam by which transcripts are opened.
type counter struct {
	Memory
	open opener
}

func (c counter) count(ctx context.Context, files []transcript.File) (Log, error) {
	known := loadCache(c.ID, c.Key)
	fresh := make([]*fileLog, len(files))
	changed := make([]bool, len(files))
	var group sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		group.Go(func() {
			for i := range next {
				fresh[i], changed[i] = c.file(ctx, files[i], known.Files[files[i].Path])
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	group.Wait()
	if err := ctx.Err(); err != nil {
		return Log{}, err // what was read by halves is not remembered
	}
	now := cache{Version: cacheVersion, Key: c.Key, Files: make(map[string]*fileLog, len(files))}
	dirty := false
	for i, f := range files {
		if fresh[i] != nil {
			now.Files[f.Path] = fresh[i]
		}
		dirty = dirty || changed[i]
	}
	if dirty || len(now.Files) != len(known.Files) {
		now.save(c.ID)
	}
	return sum(files, fresh), nil
}

// sum counts each read once, in whatever transcripts it stands.
func sum(files []transcript.File, logs []*fileLog) Log {
	type given struct {
		note    string
		session uint64
	}
	out := Log{Notes: map[string]Reads{}, Starts: map[string]time.Time{}}
	seen, attached := map[uint64]bool{}, map[given]bool{}
	for i, f := range logs {
		if f == nil {
			out.Unread = append(out.Unread, files[i].Path)
			continue
		}
		name := files[i].Session
		if at, ok := out.Starts[name]; !f.Start.IsZero() && (!ok || f.Start.Before(at)) {
			out.Starts[name] = f.Start
		}
		for _, r := range f.Reads {
			note := string(f.Notes[r.Note])
			total := out.Notes[note]
			if at := r.time(); at.After(total.Last) {
				total.Last = at
			}
			again := given{note, r.Session}
			if !seen[r.ID] && (r.Session == 0 || !attached[again]) {
				total.Count++
			}
			seen[r.ID], attached[again] = true, true
			out.Notes[note] = total
		}
	}
	return out
}

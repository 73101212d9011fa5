package use

import (
	"encoding/json"
	"slices"
	"time"

	"dreamgate/memory"
)

// cacheDir is the folder for counts below our cache, cacheVersion the form of what lies there.
const (
	cacheDir     = "use"
	cacheVersion = 1
)

// cache is what is remembered of the transcripts of one memory, by their paths. It holds no word of
// them: names of notes, times and numbers alone.
type cache struct {
	Version int                 `json:"version"`
	Key     string              `json:"key"`
	Files   map[string]*fileLog `json:"files"`
}

// fileLog is what is remembered of one transcript.
type fileLog struct {
	// Size and Mod (nanoseconds) are those of the file when it was read, Seen the place behind its
	// last whole line, Head and Tail names for the bytes at its start and before that place.
	Size int64  `json:"size"`
	Mod  int64  `json:"mod"`
	Seen int64  `json:"seen"`
	Head string `json:"head"`
	Tail string `json:"tail"`
	// Judged says that it is known where the session was started, Upkeep that nothing is counted.
	Judged bool          `json:"judged,omitempty"`
	Upkeep bool          `json:"upkeep,omitempty"`
	Start  time.Time     `json:"start"`
	Notes  []memory.Text `json:"notes,omitempty"`
	Reads  []read        `json:"reads,omitempty"`
}

// read is one read. Session is set for an attachment alone.
type read struct {
	Note    int    `json:"n"`
	At      int64  `json:"t,omitempty"`
	ID      uint64 `json:"i"`
	Session uint64 `json:"s,omitempty"`
}

func (r read) time() time.Time {
	if r.At == 0 {
		return time.Time{}
	}
	return time.UnixMilli(r.At).UTC()
}

// clone is a copy that can be gone on with.
func (f *fileLog) clone() *fileLog {
	c := *f
	c.Notes, c.Reads = slices.Clone(f.Notes), slices.Clone(f.Reads)
	return &c
}

// loadCache returns what is remembered, or an empty cache: one that is damaged, or of another form or
// key, is as good as none.
func loadCache(id, key string) cache {
	var c cache
	dir, err := memory.CacheDir()
	if err != nil {
		return c
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return c
	}
	defer root.Close()
	file, err := root.Open(cachePath(id))
	if err != nil {
		return c
	}
	defer file.Close()
	if json.NewDecoder(file).Decode(&c) != nil || c.Version != cacheVersion || c.Key != key {
		return cache{}
	}
	for path, f := range c.Files {
		if !f.sound() {
			delete(c.Files, path)
		}
	}
	return c
}

// sound reports whether what was remembered can be used as it is.
func (f *fileLog) sound() bool {
	return f != nil && f.Seen >= 0 && f.Seen <= f.Size && len(f.Reads) <= maxReads &&
		!slices.ContainsFunc(f.Reads, func(r read) bool { return r.Note < 0 || r.Note >= len(f.Notes) })
}

// save replaces the cache in one step; of two programs that do so at once the later one wins. Where it
// cannot be kept the next start counts again.
func (c cache) save(id string) {
	dir, err := memory.CacheDir()
	if err != nil {
		return
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	data, err := json.Marshal(c)
	if err != nil {
		return
	}
	// It may be lost in a crash: nobody waits for the disk.
	_ = root.Volatile().Write(cachePath(id), data, 0o600)
}

func cachePath(id string) string { return cacheDir + "/" + id + ".json" }

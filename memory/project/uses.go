package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dreamgate/memory/transcript"
	"dreamgate/memory/use"
	"dreamgate/model"
)

// uses says how often sessions read the notes of a memory, nil if there are no sessions to look into.
//
// That a note was never read is only said if its whole life is covered: the session that it came from
// is here, nothing was removed since that began, and every transcript could be read. What was removed,
// the agent removed by age: all that changed since its limit is there, and all that changed since the
// oldest transcript that it left.
func (l *Library) uses(ctx context.Context, m model.Memory) (map[string]model.Use, error) {
	files, _, err := transcript.Files(m.Store.Transcripts)
	if err != nil && len(files) == 0 || len(files) == 0 {
		return nil, err
	}
	log, err := use.Count(ctx, l.counted(m.Store), files)
	if err != nil {
		return nil, err
	}
	whole := l.wholeSince(m, files)
	if len(log.Unread) > 0 {
		err = fmt.Errorf("count how often notes were read: %s could not be read", model.Count(len(log.Unread), "transcript"))
	}
	all := make(map[string]model.Use, len(m.Notes))
	for _, n := range m.Notes {
		r := log.Notes[n.Path]
		born := log.Starts[n.Session]
		covered := n.Session != "" && !born.IsZero() && !born.Before(whole) && len(log.Unread) == 0
		changed := m.Badges[n.Path].Age.At
		all[n.Path] = model.Use{Known: r.Count > 0 || covered, Reads: r.Count, Last: r.Last,
			Since: !r.Last.IsZero() && !changed.IsZero() && r.Last.After(changed)}
	}
	return all, err
}

// wholeSince is the time since which no transcript of a store is missing.
func (l *Library) wholeSince(m model.Memory, files []transcript.File) time.Time {
	oldest := slices.MinFunc(files, func(a, b transcript.File) int { return a.ModTime.Compare(b.ModTime) }).ModTime
	now := l.now()
	if limit := now.Add(-l.settings().keeps(projectOf(m.Store)).period); limit.Before(now) && limit.Before(oldest) {
		return limit
	}
	return oldest
}

// counted is a store as the count takes it.
func (l *Library) counted(s model.Store) use.Memory {
	real := realPath(s.Dir)
	w := &notesAt{dirs: []string{s.Dir, real}, real: real}
	for _, p := range s.Projects {
		if rel, err := filepath.Rel(realPath(p), real); err == nil && filepath.IsLocal(rel) && rel != "." {
			w.projects, w.below = append(w.projects, realPath(p)), string(filepath.Separator)+rel+string(filepath.Separator)
		}
	}
	return use.Memory{ID: storeID(real), Key: strings.Join(slices.Concat(w.dirs, w.projects), "\n"), Note: w.note,
		Upkeep: func(cwd string) bool {
			// Whoever keeps notes at the top of a project works there on other things.
			inside, _ := w.inside(cwd)
			return (inside || w.isDir(cwd)) && !slices.Contains(s.Projects, s.Dir)
		}}
}

// notesAt tells the notes of a memory by the paths that sessions gave: as the store names its folder,
// by links, or, for a memory that lies in a project's own tree, in another worktree of it.
type notesAt struct {
	dirs []string
	real string
	// projects are those in whose tree the memory lies, below the path of it there with both its ends.
	projects []string
	below    string
	// known remembers the real path of a folder, trees the project of one.
	known, trees sync.Map
}

func (w *notesAt) isDir(path string) bool { return slices.Contains(w.dirs, filepath.Clean(path)) }

// inside reports whether a path lies in the memory, as it is written.
func (w *notesAt) inside(path string) (bool, string) {
	for _, dir := range w.dirs {
		if rest, ok := strings.CutPrefix(path, dir+string(filepath.Separator)); ok {
			return true, filepath.ToSlash(rest)
		}
	}
	return false, ""
}

// note says which note a path means.
func (w *notesAt) note(path string) (string, bool) {
	path = filepath.Clean(path)
	if filepath.Ext(path) != ".md" {
		return "", false
	}
	ok, rel := w.inside(path)
	if !ok {
		ok, rel = w.inside(filepath.Join(w.realDir(filepath.Dir(path)), filepath.Base(path)))
	}
	if at := strings.LastIndex(path, w.below); !ok && w.below != "" && at > 0 && w.tree(path[:at]) {
		ok, rel = true, filepath.ToSlash(path[at+len(w.below):])
	}
	return rel, ok && model.IsNote(rel)
}

// realDir is realPath, asked once for a folder.
func (w *notesAt) realDir(dir string) string {
	if real, ok := w.known.Load(dir); ok {
		return real.(string)
	}
	real := realPath(dir)
	w.known.Store(dir, real)
	return real
}

// tree reports whether a directory is the top of a work tree of one of the projects.
func (w *notesAt) tree(dir string) bool {
	if is, ok := w.trees.Load(dir); ok {
		return is.(bool)
	}
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	is := err == nil && slices.Contains(w.projects, memoryRoot(dir))
	w.trees.Store(dir, is)
	return is
}

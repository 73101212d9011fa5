package project

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dreamgate/memory"
	"dreamgate/memory/history"
	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Bounds of the search for where a project went: sessions that are looked into, bytes at the end of each,
// folders beside the old one, and commits that are asked for.
const (
	movedSessions = 10
	movedTail     = 1 << 20
	movedBeside   = 200
	movedCommits  = 20
)

// Moves lists the places to which the project of a store may have gone, each with what speaks for it;
// none if the project is there. A place is never named for its likeness alone, but for one case: the only
// folder of the same name, which has no memory yet.
func (l *Library) Moves(ctx context.Context, s model.Store) []model.Move {
	if len(s.Gone) == 0 || len(s.Gone) < len(s.Projects) || s.Untrusted {
		return nil
	}
	c := l.census(ctx)
	trail := l.trail(ctx, s)
	var moves []model.Move
	var alike []string
	for _, dir := range l.beside(s, c) {
		switch reason := trail.reason(ctx, dir, l, s); {
		case reason != "":
			moves = append(moves, model.Move{Dir: dir, Reason: reason})
		case slices.ContainsFunc(s.Gone, func(g string) bool { return filepath.Base(g) == filepath.Base(dir) }) &&
			!l.keepsMemory(c.settings, Slug(dir)):
			alike = append(alike, dir)
		}
	}
	if len(moves) == 0 && len(alike) == 1 {
		moves = []model.Move{{Dir: alike[0], Reason: "it is the only folder of that name here, and has no memory yet"}}
	}
	return moves
}

// beside lists the projects that may be the one that went: those in which the agent was started, the
// folders beside the old one, and those of its name beside any project.
func (l *Library) beside(s model.Store, c *census) []string {
	var dirs []string
	add := func(dir string) {
		if !isDir(dir) {
			return
		}
		root := memoryRoot(dir)
		if !slices.Contains(s.Projects, root) && !slices.Contains(dirs, root) {
			dirs = append(dirs, root)
		}
	}
	known := c.directories()
	for _, dir := range known {
		add(dir)
	}
	for _, gone := range s.Gone {
		parent := filepath.Dir(gone)
		for i, name := range foldersOf(parent) {
			if i < movedBeside && !strings.HasPrefix(name, ".") {
				add(filepath.Join(parent, name))
			}
		}
		for _, dir := range known {
			add(filepath.Join(filepath.Dir(dir), filepath.Base(gone)))
		}
	}
	slices.Sort(dirs)
	return dirs
}

// trail is what the sessions of a project tell of where it went.
type trail struct {
	// last maps the directory in which a session ended to its name.
	last map[string]string
	// sessions are the names of all of them, commits the hashes that git printed in them.
	sessions []string
	commits  []string
}

var (
	cwdField = regexp.MustCompile(`"cwd":\s*("(?:[^"\\]|\\.)*")`)
	// committed is what git prints when it has made a commit: [branch hash] subject.
	committed = regexp.MustCompile(`\[[\w./-]+ (?:\(root-commit\) )?([0-9a-f]{7,40})\] `)
)

// trail looks into the sessions of a store, the newest first.
func (l *Library) trail(ctx context.Context, s model.Store) trail {
	t := trail{last: map[string]string{}}
	var files []transcript.File
	for _, dir := range s.Transcripts {
		files = append(files, sessionFiles(dir)...)
	}
	slices.SortStableFunc(files, func(a, b transcript.File) int { return b.ModTime.Compare(a.ModTime) })
	for i, f := range files {
		t.sessions = append(t.sessions, f.Session)
		if i >= movedSessions || ctx.Err() != nil {
			continue
		}
		text := tail(f)
		if at := cwdField.FindAllSubmatch(text, -1); len(at) > 0 {
			var cwd string
			if json.Unmarshal(at[len(at)-1][1], &cwd) == nil && t.last[cwd] == "" {
				t.last[cwd] = f.Session
			}
		}
		for _, m := range committed.FindAllSubmatch(text, -1) {
			if h := string(m[1]); len(t.commits) < movedCommits && !slices.Contains(t.commits, h) {
				t.commits = append(t.commits, h)
			}
		}
	}
	return t
}

// tail reads the end of a transcript.
func tail(f transcript.File) []byte {
	root, err := memory.OpenRoot(filepath.Dir(f.Path))
	if err != nil {
		return nil
	}
	defer root.Close()
	file, err := root.Open(filepath.Base(f.Path))
	if err != nil {
		return nil
	}
	defer file.Close()
	size := min(f.Size, movedTail)
	data := make([]byte, size)
	n, err := file.ReadAt(data, f.Size-size)
	if err != nil && err != io.EOF {
		return nil
	}
	return data[:n]
}

// reason says what speaks for a project being the one that went, "" if nothing does.
func (t trail) reason(ctx context.Context, dir string, l *Library, s model.Store) string {
	var ended []string
	for cwd := range t.last {
		if cwd == dir || strings.HasPrefix(cwd, dir+string(filepath.Separator)) {
			ended = append(ended, cwd)
		}
	}
	if len(ended) > 0 {
		return fmt.Sprintf("session %s, which began in the old folder, went on there", t.last[slices.MinFunc(ended, cmp.Compare[string])])
	}
	if own := filepath.Join(l.projects(), Slug(dir)); !slices.Contains(s.Transcripts, own) {
		for _, f := range sessionFiles(own) {
			if slices.Contains(t.sessions, f.Session) {
				return fmt.Sprintf("session %s of this memory lies among its sessions, too", f.Session)
			}
		}
	}
	if !exists(filepath.Join(dir, ".git")) {
		return ""
	}
	if h := history.Holds(ctx, dir, t.commits); h != "" {
		return fmt.Sprintf("its repository holds commit %s, which a session of this memory made", h)
	}
	return ""
}

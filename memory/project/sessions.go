package project

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"

	"dreamgate/memory/transcript"
	"dreamgate/model"
)

// Bounds of how many transcripts of a folder are looked into to learn where they were started. All
// sessions of a folder were started in the same directory, but for the rare one whose path has the
// same slug; only for a memory's own folder is it worth while to find that.
const (
	ownHeads     = 200
	foreignHeads = 3
)

// sessionFolder is a folder below projects/ that holds transcripts.
type sessionFolder struct {
	slug, path string
	// files are its sessions, without those that are known to be dreams.
	files []transcript.File
	// starts are the directories in which its sessions were started, in the order of the sessions,
	// the newest first.
	starts []start
}

// start is a directory in which the agent was started.
type start struct {
	// cwd is the directory, owner the project whose memory its sessions use.
	cwd, owner string
	// place is where that memory is.
	place place
}

// uses reports whether sessions that were started there use a store that the agent keeps under a
// slug, or one at a place that somebody chose. A memory from before somebody chose another place is
// still the one that its old sessions speak of.
func (at start) uses(s *model.Store) bool {
	if s.Slug != "" {
		return Slug(at.owner) == s.Slug
	}
	return at.place.elsewhere && realPath(at.place.dir) == realPath(s.Dir)
}

// census is what one look at the agent's folders tells: it is taken once for all stores.
type census struct {
	settings *settings
	folders  []sessionFolder
	running  []running
}

// census looks at all folders of sessions.
func (l *Library) census(ctx context.Context) *census {
	c := &census{settings: l.settings()}
	c.folders = l.sessionFolders(ctx, c.settings)
	c.running = l.running(c.settings)
	return c
}

// sessionFolders lists the folders below projects/ that hold transcripts. What cannot be read is
// left out: it belongs to nobody we could name.
func (l *Library) sessionFolders(ctx context.Context, s *settings) []sessionFolder {
	slugs := l.slugs()
	folders := make([]sessionFolder, len(slugs))
	each(len(slugs), func(i int) {
		f := sessionFolder{slug: slugs[i], path: filepath.Join(l.projects(), slugs[i])}
		files := sessionFiles(f.path)
		limit := foreignHeads
		if l.keepsMemory(s, f.slug) {
			limit = ownHeads
		}
		dirs, dreams := l.startedIn(ctx, files[:min(limit, len(files))])
		f.files = slices.DeleteFunc(files, func(file transcript.File) bool { return dreams[file.Path] })
		for _, cwd := range dirs {
			f.starts = append(f.starts, l.start(s, cwd))
		}
		folders[i] = f
	})
	return slices.DeleteFunc(folders, func(f sessionFolder) bool { return len(f.files) == 0 })
}

// start says whose a session is that was started in cwd.
func (l *Library) start(s *settings, cwd string) start {
	at := start{cwd: cwd, owner: l.owner(s, cwd)}
	at.place = l.place(s, cwd, at.owner)
	return at
}

// slugs lists the folders below projects/, in byte order.
func (l *Library) slugs() []string { return foldersOf(l.projects()) }

// foldersOf lists the folders of a folder, in byte order; a link may be one.
func foldersOf(dir string) []string {
	if dir == "" {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			names = append(names, e.Name())
		}
	}
	return names
}

// sessionFiles lists the transcripts of a folder, without those of subagents, newest first.
func sessionFiles(dir string) []transcript.File {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var files []transcript.File
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".jsonl" || !e.Type().IsRegular() {
			continue // a pipe or a link of that name is no transcript
		}
		if file, err := transcript.At(filepath.Join(dir, e.Name())); err == nil {
			files = append(files, file)
		}
	}
	slices.SortFunc(files, func(a, b transcript.File) int {
		return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Path, b.Path))
	})
	return files
}

// startedIn returns the different directories in which sessions were started, in their order, and those
// of the files that are dreams and no sessions.
func (l *Library) startedIn(ctx context.Context, files []transcript.File) (dirs []string, dreams map[string]bool) {
	for _, file := range files {
		if ctx.Err() != nil {
			break
		}
		known, ok := l.starts.Load(file.Path)
		if !ok {
			begun, err := transcript.Begin(ctx, file)
			if err != nil || !begun.Dream && !filepath.IsAbs(begun.Cwd) && !foreign(begun.Cwd) {
				continue // not remembered: a session that has just begun names it later
			}
			known = begun
			l.starts.Store(file.Path, begun)
		}
		begun := known.(transcript.Start)
		switch {
		case begun.Dream && dreams == nil:
			dreams = map[string]bool{file.Path: true}
		case begun.Dream:
			dreams[file.Path] = true
		case !slices.Contains(dirs, begun.Cwd):
			dirs = append(dirs, begun.Cwd)
		}
	}
	return dirs, dreams
}

// claim sets what the transcripts tell of a store: the projects that it is the memory of, and the
// folders that hold its sessions. Those are its own, and the folders of subdirectories and worktrees
// of the same project, whose sessions use the same memory.
func claim(s *model.Store, folders []sessionFolder) {
	// strangers are directories whose sessions lie in the store's own folder though the memory of
	// their project is elsewhere.
	s.Projects, s.Transcripts, s.Summary.Sessions = nil, nil, 0
	var strangers, others []string
	var files []transcript.File
	for _, f := range folders {
		own := s.Slug != "" && f.slug == s.Slug
		belongs := own
		for _, at := range f.starts {
			switch {
			case at.uses(s):
				belongs = true
				s.Projects = append(s.Projects, at.owner)
			case own:
				strangers = append(strangers, at.cwd)
			}
		}
		if own {
			s.Transcripts = append(s.Transcripts, f.path)
		} else if belongs {
			others = append(others, f.path)
		}
		if belongs {
			files = append(files, f.files...)
		}
	}
	s.Transcripts = append(s.Transcripts, others...)
	s.Summary.Sessions = len(transcript.Distinct(files))
	if len(s.Projects) == 0 { // the store was copied here, or its project has moved away
		s.Projects = strangers
	}
	slices.Sort(s.Projects)
	s.Projects = slices.Compact(s.Projects)
}

package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dreamgate/memory"
	"dreamgate/model"
	"dreamgate/model/note"
)

// Find returns the store that a directory means: the directory itself if it holds a MEMORY.md, its
// .memory or memory if that does, or, for a directory of a project, what the agent keeps for that project.
// A folder without an index is taken for a memory if it is called so or if its notes look like it.
func (l *Library) Find(ctx context.Context, dir string) (model.Store, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return model.Store{}, fmt.Errorf("find a memory: %w", err)
	}
	if _, ok := l.plain.Load(abs); ok {
		return Plain(abs), nil
	}
	if info, err := os.Stat(abs); errors.Is(err, fs.ErrNotExist) {
		return model.Store{}, fmt.Errorf("find a memory: there is no folder %s", abs)
	} else if err != nil {
		return model.Store{}, fmt.Errorf("find a memory: %w", err)
	} else if !info.IsDir() {
		return model.Store{}, fmt.Errorf("find a memory: %s is a file; name the folder that holds %s", abs, model.IndexName)
	}
	// From what is certain to what is likely. A folder that is called memory and has no index yet goes
	// before the memory of the project around it; notes at the top of a project do not, for any
	// repository may hold Markdown files that look like them.
	root := memoryRoot(abs)
	hidden := filepath.Join(abs, ".memory")
	inside := filepath.Join(abs, "memory")
	kept := l.keptFor(abs, root)
	called := filepath.Base(abs) == "memory" || filepath.Base(abs) == ".memory"
	switch {
	case holdsIndex(abs):
		return l.at(ctx, abs), nil
	case holdsIndex(hidden):
		return l.at(ctx, hidden), nil
	case holdsIndex(inside), l.slugOf(inside) != "" && isDir(inside): // the latter below projects/
		return l.at(ctx, inside), nil
	case called, realPath(abs) != root && holdsNotes(ctx, abs):
		return l.at(ctx, abs), nil
	case kept.dir != "" && isDir(kept.dir):
		c := l.census(ctx)
		s := l.atIn(kept.dir, c)
		s.Untrusted = l.suspect(kept.dir, c, kept.by.shared)
		if kept.elsewhere && len(s.Projects) == 0 { // no session tells it; the settings do
			s.Projects = []string{root}
			l.finish(&s, c)
		}
		return s, nil
	case holdsNotes(ctx, abs):
		return l.at(ctx, abs), nil
	}
	return model.Store{}, fmt.Errorf("find a memory: %s holds neither %s nor .memory/%[2]s, and the agent keeps none for "+
		"this project (%s is not there); name the folder that holds %[2]s", abs, model.IndexName, kept.dir)
}

// keptFor says where the agent keeps the memory of a session that is started in dir: where settings say,
// if that is there, else in its own folder. In a subdirectory the agent does not see what the settings of
// the project around it say; who asks for its memory there means the project's all the same.
func (l *Library) keptFor(dir, root string) place {
	s := l.settings()
	p := l.place(s, dir, root)
	if p.elsewhere && isDir(p.dir) {
		return p
	}
	slug := Slug(root)
	for _, base := range l.bases(s) {
		if kept := filepath.Join(base, slug, "memory"); isDir(kept) {
			return place{dir: kept}
		}
	}
	if around := l.place(s, root, root); around.elsewhere && isDir(around.dir) {
		return around
	}
	if l.Config == "" && !p.elsewhere {
		p.dir = ""
	}
	return p
}

func isDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

// holdsIndex reports whether a folder holds an index of whatever kind: a link or a pipe of that
// name still says what the folder is.
func holdsIndex(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, model.IndexName))
	return err == nil && !info.IsDir()
}

// holdsNotes reports whether any Markdown file at the top of a folder has the frontmatter of a note,
// or there are the notes that a team shares: they lie, with an index, in the folder team of a memory.
func holdsNotes(ctx context.Context, dir string) bool {
	if holdsIndex(filepath.Join(dir, "team")) {
		return true
	}
	root, err := memory.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	names, err := root.Names(".")
	if err != nil {
		return false
	}
	for _, name := range names {
		if !model.IsNote(name) || ctx.Err() != nil {
			continue
		}
		f, err := root.ReadFile(name)
		if err != nil {
			continue
		}
		if n := note.Parse(name, f); n.Name != "" && n.Type != "" {
			return true
		}
	}
	return false
}

// at makes a store of a memory directory, and sets what belongs to it.
func (l *Library) at(ctx context.Context, dir string) model.Store { return l.atIn(dir, l.census(ctx)) }

func (l *Library) atIn(dir string, c *census) model.Store {
	slug := l.slugOf(dir)
	switch {
	case slug != "":
		return l.store(dir, slug, c)
	case l.agentScope(dir) != "":
		return l.agent(dir, c)
	case filepath.Base(dir) == teamFolder && (l.slugOf(filepath.Dir(dir)) != "" || holdsIndex(filepath.Dir(dir))):
		return team(l.atIn(filepath.Dir(dir), c), dir)
	}
	s := l.store(dir, "", c)
	if filepath.Base(dir) == ".memory" && len(s.Projects) == 0 {
		// A memory in the project's own tree: its sessions are those of the project.
		root := memoryRoot(filepath.Dir(dir))
		kept := model.Store{Slug: Slug(root)}
		claim(&kept, c.folders)
		s.Transcripts, s.Summary.Sessions = kept.Transcripts, kept.Summary.Sessions
		s.Projects = []string{root}
		s.Name = filepath.Base(root)
		l.finish(&s, c)
	}
	return s
}

// slugOf returns the slug of a memory that the agent keeps, "" for any other folder. Links on the
// way do not matter.
func (l *Library) slugOf(dir string) string {
	// The memory folder may be a link that leads out of projects/, and projects/ may be one itself.
	for _, d := range []string{dir, realPath(dir)} {
		for _, base := range l.bases(l.settings()) {
			for _, p := range []string{base, realPath(base)} {
				rel, err := filepath.Rel(p, d)
				if err != nil {
					continue
				}
				if slug, rest, _ := strings.Cut(filepath.ToSlash(rel), "/"); rest == "memory" && slug != ".." {
					return slug
				}
			}
		}
	}
	return ""
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// store makes a store of a directory; slug is empty for one that is not among the agent's own.
func (l *Library) store(dir, slug string, c *census) model.Store {
	s := model.Store{Dir: dir, Slug: slug, Kind: model.KindMemory}
	claim(&s, c.folders)
	name := filepath.Base(dir)
	switch {
	case len(s.Projects) > 0 && (slug != "" || len(s.Projects) == 1):
		name = baseName(s.Projects[0])
	case slug != "":
		name = slug
	case name == "memory" || name == ".memory":
		name = filepath.Base(filepath.Dir(dir))
	}
	s.Name = name
	s.ID = storeID(realPath(dir))
	l.finish(&s, c)
	return s
}

// finish sets what the world says of a store whose projects are known: settings, what is gone, who is
// at work, and what is wrong with its place.
func (l *Library) finish(s *model.Store, c *census) {
	active(s, c.running)
	project := projectOf(*s)
	s.Settings = l.describe(c.settings, project, s.Dir)
	s.Warnings = nil
	for i, set := range s.Settings {
		switch {
		case set.Name == model.SettingAuto && set.Note != "":
			s.Warnings = append(s.Warnings, "auto memory is off ("+set.Layer+"): "+set.Note)
		case set.Name == model.SettingFolder && set.Note != "":
			s.Warnings = append(s.Warnings, set.Note)
		case set.Name == model.SettingCleanup && set.Note != "":
			s.Warnings = append(s.Warnings, set.File+" ("+set.Layer+"): "+set.Note+": mend it")
		}
		if set.Name == model.SettingFolder && s.Slug != "" && project != "" && realPath(set.Value) != realPath(s.Dir) {
			s.Warnings = append(s.Warnings, "the agent now keeps the memory of this project in "+set.Value+" ("+s.Settings[i].Layer+")")
		}
	}
	surround(s)
}

// projectOf is the project whose settings bear on a store, "" if none is known.
func projectOf(s model.Store) string {
	if len(s.Projects) == 0 {
		return ""
	}
	return s.Projects[0]
}

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
	kept := filepath.Join(l.projects(), Slug(root), "memory")
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
	case l.Config != "" && isDir(kept):
		return l.at(ctx, kept), nil
	case holdsNotes(ctx, abs):
		return l.at(ctx, abs), nil
	}
	return model.Store{}, fmt.Errorf("find a memory: %s holds neither %s nor .memory/%[2]s, and the agent keeps none for "+
		"this project (%s is not there); name the folder that holds %[2]s", abs, model.IndexName, kept)
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
func (l *Library) at(ctx context.Context, dir string) model.Store {
	slug := l.slugOf(dir)
	if slug != "" {
		return l.store(dir, slug, l.sessionFolders(ctx))
	}
	s := l.store(dir, "", nil)
	if filepath.Base(dir) == ".memory" {
		// A memory in the project's own tree: its sessions are those of the project.
		root := memoryRoot(filepath.Dir(dir))
		kept := model.Store{Slug: Slug(root)}
		claim(&kept, l.sessionFolders(ctx))
		s.Transcripts, s.Summary.Sessions = kept.Transcripts, kept.Summary.Sessions
		s.Projects = []string{root}
		s.Name = filepath.Base(root)
	}
	return s
}

// slugOf returns the slug of a memory that the agent keeps, "" for any other folder. Links on the
// way do not matter.
func (l *Library) slugOf(dir string) string {
	// The memory folder may be a link that leads out of projects/, and projects/ may be one itself.
	for _, d := range []string{dir, realPath(dir)} {
		for _, p := range []string{l.projects(), realPath(l.projects())} {
			rel, err := filepath.Rel(p, d)
			if err != nil || l.Config == "" {
				continue
			}
			if slug, rest, _ := strings.Cut(filepath.ToSlash(rel), "/"); rest == "memory" && slug != ".." {
				return slug
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

// store makes a store of a directory; slug and folders are empty for one that the agent does not
// keep.
func (l *Library) store(dir, slug string, folders []sessionFolder) model.Store {
	s := model.Store{Dir: dir, Slug: slug}
	name := filepath.Base(dir)
	if slug != "" {
		claim(&s, folders)
		name = slug
		if len(s.Projects) > 0 {
			name = filepath.Base(s.Projects[0])
		}
	} else if name == "memory" || name == ".memory" {
		name = filepath.Base(filepath.Dir(dir))
	}
	s.Name = name
	s.ID = storeID(realPath(dir))
	return s
}
